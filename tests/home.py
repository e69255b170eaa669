"""A scratch home with ways of its own, and the commands as an agent or a person runs them in it."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

EVENT = "UserPromptSubmit"
ZEBRA = "Zebras are striped."
# Whatever of the person who runs the tests would decide how they end.
_FOREIGN = ("CLAUDE", "WAYS_GUARD", "XDG_", "LC_", "LANG", "HF_", "PYTEST_")
_DAEMON = b"ways_guard.match.daemon.main"


def script(name: str) -> str:
    """The console script that is installed beside this Python."""
    found = shutil.which(name, path=str(Path(sys.executable).parent))
    assert found, f"{name} is not installed beside {sys.executable}: pip install -e ."
    return found


def context(stdout: bytes, event: str = EVENT) -> str:
    """The text that a hook's output delivers, "" for no output; all else that it may not be fails."""
    if not stdout:
        return ""
    document = json.loads(stdout.decode("ascii"))
    text = document["hookSpecificOutput"]["additionalContext"]
    assert {"hookSpecificOutput": {"hookEventName": event, "additionalContext": text}} == document
    assert isinstance(text, str)
    assert 0 < len(text.encode("utf-16-le")) // 2 <= 9_000
    return text


class Home:
    """Home, caches, state and the agent's configuration below one folder; nothing else is read or written.

    Hooks answer in their own process, until `with_daemon`.
    """

    def __init__(self, top: Path) -> None:
        self.top = top
        self.config = top / "config"
        self.ways = self.config / "ways"
        self.cache = top / "cache"
        self.state = top / "state"
        self.project = top / "project"
        for folder in (self.ways, self.project):
            folder.mkdir(parents=True)
        kept = {name: value for name, value in os.environ.items() if not name.startswith(_FOREIGN)}
        own = {
            "HOME": top,
            "USERPROFILE": top,
            "CLAUDE_CONFIG_DIR": self.config,
            "XDG_CACHE_HOME": self.cache,
            "XDG_STATE_HOME": self.state,
            "XDG_RUNTIME_DIR": top / "runtime",  # missing: nobody can listen there
            "WAYS_GUARD_DAEMON": "0",
            "LANG": "en_US.UTF-8",
            "OMP_NUM_THREADS": "1",
        }
        self.environ: dict[str, str] = kept | {name: str(value) for name, value in own.items()}

    def write(self, name: str, content: str | bytes) -> Path:
        """A file below the user's ways."""
        path = self.ways / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def way(self, node: str, body: str, *fields: str) -> Path:
        """A way of the user with lines of frontmatter."""
        lines = "".join(f"{field}\n" for field in fields)
        return self.write(f"{node}/{node.rpartition('/')[2]}.md", f"---\n{lines}---\n{body}\n")

    def settings(self, **values: Any) -> None:
        """The user's ways.json."""
        (self.config / "ways.json").write_text(json.dumps(values), encoding="utf-8")

    def payload(self, **values: Any) -> dict[str, Any]:
        """What the client sends with a prompt that asks for the zebra way."""
        usual = {
            "session_id": "7c0a",
            "transcript_path": str(self.top / "transcript.jsonl"),
            "cwd": str(self.project),
            "permission_mode": "default",
            "hook_event_name": EVENT,
            "prompt": "paint a zebra",
        }
        return usual | values

    def start(self, *arguments: str, **options: Any) -> subprocess.Popen[bytes]:
        """A hook process; the options are those of Popen."""
        usual: dict[str, Any] = {
            "env": self.environ,
            "cwd": self.top,
            "stdin": subprocess.PIPE,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
        }
        return subprocess.Popen([script("ways-guard-hook"), *arguments], **usual | options)

    def hook(self, payload: Mapping[str, Any] | bytes, *arguments: str, **variables: str) -> str:
        """The text that the hook delivers for a payload; a broken promise of the hook fails."""
        data = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        process = self.start(*arguments, env=self.environ | variables)
        out, err = process.communicate(data, timeout=60)
        assert (0, b"") == (process.returncode, err)
        event = None if isinstance(payload, bytes) else payload.get("hook_event_name")
        return context(out, "SessionStart" if event == "SessionStart" else EVENT)

    def run(self, *arguments: str, cwd: Path | None = None, **variables: str) -> tuple[int, str, str]:
        """Exit code, standard output and standard error of `ways-guard`."""
        done = subprocess.run(
            [script("ways-guard"), *arguments],
            cwd=cwd or self.project,
            env=self.environ | variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=120,
        )
        assert b"Traceback" not in done.stderr, done.stderr.decode()
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    @contextlib.contextmanager
    def with_daemon(self) -> Iterator[Path]:
        """Hooks start a daemon and use it; the folder of its socket. It ends with the context, whatever it does.

        The folder has a short name, because those of sockets must.
        """
        before = dict(self.environ)
        with tempfile.TemporaryDirectory(prefix="wg") as short:
            self.environ["XDG_RUNTIME_DIR"] = short
            del self.environ["WAYS_GUARD_DAEMON"]
            try:
                yield Path(short, "ways-guard")
            finally:
                self.kill_daemons()
                self.environ = before

    def share(self, house: Home) -> None:
        """Use the daemon of another home, and so its folders, which are emptied of what was shown before."""
        for name in ("HOME", "USERPROFILE", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"):
            self.environ[name] = house.environ[name]
        del self.environ["WAYS_GUARD_DAEMON"]
        self.cache, self.state = house.cache, house.state
        shutil.rmtree(self.state, ignore_errors=True)

    def kill_daemons(self) -> None:
        """End all daemons of this home at once, stopped ones too."""
        for pid in self.daemons():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        deadline = time.monotonic() + 10
        while self.daemons() and time.monotonic() < deadline:
            time.sleep(0.01)

    def daemons(self) -> list[int]:
        """The daemons that run with this home."""
        return [pid for pid, line in self._processes() if _DAEMON in line]

    def running(self) -> list[int]:
        """The other processes that run with this home; [] where the system does not tell."""
        return [pid for pid, line in self._processes() if _DAEMON not in line]

    def _processes(self) -> list[tuple[int, bytes]]:
        """Id and command line."""
        marks = {f"{name}={self.environ[name]}".encode() for name in ("XDG_STATE_HOME", "XDG_RUNTIME_DIR")}
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                if not marks.isdisjoint((folder / "environ").read_bytes().split(b"\0")):
                    found.append((int(folder.name), (folder / "cmdline").read_bytes()))
            except OSError:
                continue
        return found

    def adopt(self, cache: Path) -> None:
        """Start from what another cache folder (the one with `roots` in it) holds."""
        shutil.copytree(cache, self.cache / "ways-guard" / cache.name)

    def adopt_embeddings(self, cache: Path) -> None:
        """Take only the vectors of single texts from another cache folder: what is built here is built faster."""
        target = self.cache / "ways-guard" / cache.name
        target.mkdir(parents=True, exist_ok=True)
        shutil.copy(cache / "embeddings.sqlite3", target)
