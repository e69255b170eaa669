"""The language that the real client takes from its settings files is the one that our directive names."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import RunClaude, RunWaysGuard
from .messages_api import Body, contexts

pytestmark = pytest.mark.e2e

# From the weakest file to the strongest: value, and what the directive calls it.
FILES = {
    "user": ("german", "German (Deutsch)"),
    "project": ("français", "French (Français)"),
    "local": ("pt-BR", "Brazilian Portuguese (Português (Brasil))"),
    "managed": ("日本語", "Japanese (日本語)"),
}


@pytest.fixture
def files(home: Path, project: Path, environment: dict[str, str], run_ways_guard: RunWaysGuard) -> dict[str, Path]:
    """Where the client reads its settings below an administrator's, with our hooks installed and no daemon.

    A daemon would live on outside the place where an administrator's settings are made up.
    """
    environment["WAYS_GUARD_DAEMON"] = "0"
    (home / ".claude" / "ways.json").write_text('{"engine": "none", "bundled": false}', encoding="utf-8")
    run_ways_guard("install-hooks", "--scope", "user", "--yes")
    return {
        "user": home / ".claude" / "settings.json",
        "project": project / ".claude" / "settings.json",
        "local": project / ".claude" / "settings.local.json",
    }


def _set(path: Path, language: str) -> None:
    values = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({**values, "language": language}, ensure_ascii=False), encoding="utf-8")


def _directive(request: Body) -> str:
    return "\n".join(contexts(request)).partition("\n")[0]


def test_the_stronger_of_a_persons_files_wins_as_in_the_client(
    files: dict[str, Path], run_claude: RunClaude
) -> None:
    for scope, path in files.items():
        value, name = FILES[scope]
        _set(path, value)
        (request,) = run_claude("hello")
        assert f"respond in {value}" in json.dumps(request, ensure_ascii=False)
        assert f"are written in {name};" in _directive(request)


@pytest.fixture
def administrator(tmp_path: Path) -> list[str]:
    """A command that runs another where an administrator has set a language; nobody else sees it."""
    unshare = shutil.which("unshare")
    if sys.platform != "linux" or unshare is None:
        pytest.skip("only Linux can show a program another /etc")
    etc = tmp_path / "etc"
    shutil.copytree("/etc", etc, symlinks=True, ignore=_unreadable, ignore_dangling_symlinks=True)
    _set(etc / "claude-code" / "managed-settings.json", FILES["managed"][0])
    script = 'mount --bind "$0" /etc && exec "$@"'
    for options in ("-m", "-rm"):
        command = [unshare, options, "sh", "-c", script, str(etc)]
        if subprocess.run([*command, "true"], capture_output=True, check=False).returncode == 0:
            return command
    pytest.skip("this machine lets nobody show a program another /etc")


def _unreadable(folder: str, names: list[str]) -> set[str]:
    paths = {name: Path(folder, name) for name in names}
    return {name for name, path in paths.items() if not path.is_symlink() and not _is_plain(path)}


def _is_plain(path: Path) -> bool:
    """A file or folder that can be read and copied."""
    try:
        if path.is_dir():
            next(path.iterdir(), None)
        else:
            path.open("rb").close()
    except OSError:
        return False
    return path.is_dir() or path.is_file()


def test_an_administrators_language_wins_over_all(
    files: dict[str, Path], run_claude: RunClaude, administrator: list[str]
) -> None:
    for scope, path in files.items():
        _set(path, FILES[scope][0])
    value, name = FILES["managed"]

    (request,) = run_claude("hello", under=administrator)

    assert f"respond in {value}" in json.dumps(request, ensure_ascii=False)
    assert f"are written in {name};" in _directive(request)


def test_our_own_settings_come_before_the_clients(
    files: dict[str, Path], home: Path, run_claude: RunClaude
) -> None:
    _set(files["local"], "german")
    settings = {"engine": "none", "bundled": False, "output_language": "Korean"}
    (home / ".claude" / "ways.json").write_text(json.dumps(settings), encoding="utf-8")
    (request,) = run_claude("hello")
    assert "are written in Korean (한국어);" in _directive(request)
