"""Delivery with made-up clients; the real one is an e2e test's matter."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from ways_guard.install.doctor import deliver
from ways_guard.install.installed import OURS, Hook

pytestmark = pytest.mark.skipif(os.name == "nt", reason="a client with a shebang")

# A client that runs the prompt's hooks and asks the model, as far as it is told to.
CLIENT = """#!{python}
import json, os, subprocess, sys, urllib.request
folder = os.environ["CLAUDE_CONFIG_DIR"]
hooks = json.load(open(os.path.join(folder, "settings.json")))["hooks"]["UserPromptSubmit"]
(command,) = [hook["command"] for group in hooks for hook in group["hooks"]]
payload = json.dumps({{"prompt": sys.argv[-1], "hook_event_name": "UserPromptSubmit", "cwd": os.getcwd()}})
out = subprocess.run(command, shell=True, input=payload, capture_output=True, text=True).stdout
context = json.loads(out)["hookSpecificOutput"]["additionalContext"]
{rest}
"""
ASK = """
body = {{"stream": {stream}, "messages": [{{"role": "system", "content": {content}}}]}}
url = os.environ["ANTHROPIC_BASE_URL"] + "/v1/messages"
answer = urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode()), timeout=20).read()
assert b"Thank you." in answer, answer
"""
# A hook that gives the text of the way it finds beside its settings.
HOOK = (
    """python3 -c 'import json, os, glob; path = glob.glob(os.environ["CLAUDE_CONFIG_DIR"] + "/ways/*/*.md")[0]; """
    """print(json.dumps({"hookSpecificOutput": {"additionalContext": open(path).read().split("---")[-1]}}))'"""
)


def _deliver(tmp_path: Path, rest: str) -> tuple[bool, str]:
    client = tmp_path / "claude"
    client.write_text(CLIENT.format(python=sys.executable, rest=rest), encoding="utf-8")
    client.chmod(0o755)
    found = deliver.deliver(client, [Hook(OURS, "UserPromptSubmit", HOOK)], os.environ)
    return found.delivered, found.detail.replace(str(client), "claude")


@pytest.mark.parametrize("stream", [True, False])
def test_a_way_in_a_request_is_delivered(tmp_path: Path, stream: bool) -> None:
    expected = (True, "the client passed a made-up way on to the model")
    assert expected == _deliver(tmp_path, ASK.format(stream=stream, content="context"))


@pytest.mark.parametrize(
    ("rest", "detail"),
    [
        (
            ASK.format(stream=True, content="'else'"),
            "the client asked the model, and the way was not in what it sent",
        ),
        ("", "the client asked no model"),
        ("sys.exit('no such model')", "claude ended with exit code 1: no such model"),
        ("sys.exit(7)", "claude ended with exit code 7: it gave no reason"),
    ],
)
def test_what_did_not_arrive_says_why(tmp_path: Path, rest: str, detail: str) -> None:
    assert (False, detail) == _deliver(tmp_path, rest)


def test_a_client_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deliver, "DELIVERY_SECONDS", 1.0)
    assert (False, "claude has not ended after 1 s") == _deliver(tmp_path, "import time; time.sleep(60)")


def test_a_client_that_cannot_be_started_says_so(tmp_path: Path) -> None:
    found = deliver.deliver(tmp_path / "gone", [], os.environ)
    assert (False, f"{tmp_path}/gone cannot be started: No such file or directory") == tuple(found)[:2]


def test_the_client_sees_nothing_of_the_users(tmp_path: Path) -> None:
    told = tmp_path / "told"
    _deliver(tmp_path, f"open({str(told)!r}, 'w').write(repr(dict(os.environ)))")
    seen = eval(told.read_text(encoding="utf-8"))
    assert "not-a-key" == seen["ANTHROPIC_API_KEY"]
    assert {"HOME", "CLAUDE_CONFIG_DIR", "XDG_STATE_HOME", "XDG_CACHE_HOME"} <= set(seen)
    assert not any(value == os.environ.get("HOME") for value in seen.values())
