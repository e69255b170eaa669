"""Fixtures that run real clients in a scratch home, away from the user's own files and from the network."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

import pytest

from ways_guard.install.doctor.stand_in import Body

from .client import ClientUnavailableError, find_client
from .messages_api import Answer, serve_messages

# The first installation embeds the bundled ways, which a busy machine does not do in one minute.
COMMAND_SECONDS = 240
# Without these a Windows process cannot start, find its programs or load its libraries.
WINDOWS_VARIABLES = ("SYSTEMROOT", "COMSPEC", "PATHEXT")


class RunClaude(Protocol):
    """Types a prompt into the client and returns the bodies of the message requests that it sent.

    ``under`` is a command that runs the client as the rest of its arguments, ``options`` are more of the client's.
    """

    def __call__(
        self,
        prompt: str,
        *,
        resume: bool = False,
        answers: Sequence[Answer] = (),
        folder: Path | None = None,
        under: Sequence[str] = (),
        options: Sequence[str] = (),
    ) -> list[Body]: ...


class RunWaysGuard(Protocol):
    """Runs ``ways-guard`` in the project folder and returns what it printed."""

    def __call__(self, *arguments: str) -> str: ...


@pytest.fixture(scope="session")
def claude() -> Path:
    """Return the real client; without one the test is skipped, or fails where e2e runs are required."""
    try:
        return find_client()
    except ClientUnavailableError as error:
        reason = f"Claude Code client: {error}"
    if os.environ.get("WAYS_GUARD_E2E") == "required":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a scratch home folder; an absolute path, else the client reads no user settings."""
    folder = tmp_path.resolve() / "home"
    (folder / ".claude").mkdir(parents=True)
    return folder


@pytest.fixture
def settings_file(home: Path) -> Path:
    """Return where the client reads the user's settings; there is no file yet."""
    return home / ".claude" / "settings.json"


@pytest.fixture(scope="session")
def cache_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the cache folder of all tests: the corpus is built by the first that needs it, and once."""
    return tmp_path_factory.mktemp("cache").resolve()


@pytest.fixture
def runtime_dir() -> Iterator[Path]:
    """Return the folder of the daemon's socket, whose path has to be short."""
    with tempfile.TemporaryDirectory(prefix="wg") as name:
        yield Path(name)


@pytest.fixture
def environment(home: Path, cache_home: Path, runtime_dir: Path) -> Iterator[dict[str, str]]:
    """Return the whole environment of every process of a test: of the user's own, only PATH comes through.

    The daemon that hooks started in it ends with the test.
    """
    kept = ("PATH", *WINDOWS_VARIABLES) if sys.platform == "win32" else ("PATH",)
    folders = {
        "HOME": home,
        "USERPROFILE": home,
        "TMPDIR": home / "tmp",
        "TEMP": home / "tmp",
        "CLAUDE_CODE_TMPDIR": home / "tmp",
        "XDG_CACHE_HOME": cache_home,
        "XDG_CONFIG_HOME": home / "xdg" / "config",
        "XDG_DATA_HOME": home / "xdg" / "data",
        "XDG_STATE_HOME": home / "xdg" / "state",
        "XDG_RUNTIME_DIR": runtime_dir,
    }
    for folder in folders.values():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    own = {name: os.environ[name] for name in kept if name in os.environ}
    environ = own | {name: str(folder) for name, folder in folders.items()}
    yield environ
    _run([script(), "serve", "--stop"], home, environ)


@pytest.fixture
def project(tmp_path: Path, environment: dict[str, str]) -> Path:
    """Return an empty git repository to work in."""
    folder = tmp_path.resolve() / "project"
    folder.mkdir()
    _run(["git", "init", "--quiet", "--initial-branch=main"], folder, environment)
    return folder


@pytest.fixture
def run_claude(claude: Path, project: Path, environment: dict[str, str]) -> RunClaude:
    """Return a function that runs one turn of the client against a stand-in of the Messages API."""

    def run(
        prompt: str,
        *,
        resume: bool = False,
        answers: Sequence[Answer] = (),
        folder: Path | None = None,
        under: Sequence[str] = (),
        options: Sequence[str] = (),
    ) -> list[Body]:
        # By stdin: an argument of a program may not be as long as a prompt.
        client = [str(claude), "--print", "--allowedTools", "Bash,Edit,Write,Agent", *["--continue"] * resume]
        command = [*under, *client, *options]
        with serve_messages(answers) as api:
            _run(command, folder or project, environment | _client_variables(api.url), prompt)
        return api.requests

    return run


@pytest.fixture
def run_ways_guard(project: Path, environment: dict[str, str]) -> RunWaysGuard:
    """Return a function that runs the console script installed beside this Python."""
    return lambda *arguments: _run([script(), *arguments], project, environment)


def script() -> str:
    """Return the console script installed beside this Python."""
    found = shutil.which("ways-guard", path=str(Path(sys.executable).parent))
    if found is None:
        pytest.fail(f"ways-guard is not installed beside {sys.executable}: pip install -e .", pytrace=False)
    return found


def _client_variables(url: str) -> dict[str, str]:
    return {
        "ANTHROPIC_BASE_URL": url,
        "ANTHROPIC_API_KEY": "not-a-key",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1",
        "IS_SANDBOX": "1",
    }


def _run(command: list[str], folder: Path, environment: dict[str, str], text: str = "") -> str:
    """Run ``command`` on ``text`` to its end and return its output; a failure shows what it printed."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        input=text,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=COMMAND_SECONDS,
    )
    shown = f"{Path(command[0]).name} {command[1]}: exit code {done.returncode}\n{done.stdout}\n{done.stderr}"
    assert done.returncode == 0, shown
    return done.stdout
