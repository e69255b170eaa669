"""No hook opens a connection, whatever models there are or are missing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.home import Home, script

from .engines.hub import export

ENGLISH, MULTILINGUAL = "all-MiniLM-L6-v2", "paraphrase-multilingual-MiniLM-L12-v2"
# Read by each Python that starts, those that a hook leaves behind too. Every connection and every question for an
# address raises an audit event; a socket to a process of this machine has a path in place of a host.
WATCH = """
import os, sys
def watch(event, given):
    if event == "socket.getaddrinfo" or event == "socket.connect" and isinstance(given[1], tuple):
        with open(os.environ["WATCH_LOG"], "a") as stream:
            stream.write(f"{event} {given[1:]}\\n")
sys.addaudithook(watch)
"""


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A home with a way of the user, in which every Python is watched."""
    home = Home(tmp_path)
    home.way("zebra", "Zebras are striped.", "pattern: zebra")
    site = tmp_path / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text(WATCH)
    before = home.environ.get("PYTHONPATH")
    home.environ |= {
        "PYTHONPATH": os.pathsep.join([str(site), *([before] if before else [])]),
        "WATCH_LOG": str(tmp_path / "connections"),
        "HF_ENDPOINT": "http://127.0.0.1:9",
    }
    return home


def _connections(home: Home) -> str:
    log = Path(home.environ["WATCH_LOG"])
    return log.read_text() if log.exists() else ""


def _hook(home: Home, prompt: str) -> str:
    payload = json.dumps(home.payload(prompt=prompt)).encode()
    command = [script("ways-guard-hook"), "user-prompt-submit"]
    done = subprocess.run(command, env=home.environ, input=payload, capture_output=True, check=True)
    return done.stdout.decode()


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"engine": "onnx"},
        {"engine": "sentence-transformers"},
        {"models": {"multilingual": f"onnx:{MULTILINGUAL}", "english": "someone/not-here"}},
    ],
    ids=["auto", "onnx", "sentence-transformers", "a model that is missing"],
)
def test_a_hook_never_asks_the_network(home: Home, settings: dict[str, object]) -> None:
    home.settings(**settings)
    assert "Zebras are striped." in _hook(home, "tell me of the zebra")
    assert "" == _connections(home)


@pytest.mark.engine
def test_matching_by_meaning_asks_nobody(home: Home, bundled_cache: Path) -> None:
    home.adopt(bundled_cache)
    (home.ways / "zebra/zebra.md").unlink()
    (home.ways / "zebra").rmdir()
    home.ways.rmdir()
    home.settings(engine="embedded")
    assert "commit" in _hook(home, "ist die Beschreibung meiner Änderung in git so in Ordnung?").lower()
    assert "" == _connections(home)


def test_a_hook_never_completes_what_is_half_fetched(home: Home) -> None:
    snapshot = export(home.cache / "huggingface/hub", f"sentence-transformers/{ENGLISH}")
    (snapshot / "tokenizer.json").unlink()
    assert "Zebras are striped." in _hook(home, "tell me of the zebra")
    assert "" == _connections(home)


def test_the_watch_sees_a_connection(home: Home) -> None:
    code = "import urllib.request\nurllib.request.urlopen('http://127.0.0.1:9')"
    subprocess.run([sys.executable, "-c", code], env=home.environ, capture_output=True, check=False)
    assert "127.0.0.1" in _connections(home)


@pytest.mark.skipif(sys.platform == "win32", reason="there the daemon listens on loopback, which looks like a host")
def test_the_daemon_asks_nobody(home: Home) -> None:
    with home.with_daemon():
        home.settings(models={"multilingual": f"onnx:{MULTILINGUAL}"})
        assert "Zebras are striped." in _hook(home, "tell me of the zebra")
        deadline = time.monotonic() + 20
        while not home.daemons() and time.monotonic() < deadline:
            time.sleep(0.05)
        assert home.daemons()
        _hook(home, "tell me of another zebra")
    assert "" == _connections(home)
