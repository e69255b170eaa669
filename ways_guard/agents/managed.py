"""Claude Code's managed settings: what an administrator lays down for everybody, by whichever way it comes.

One source counts and hides the others: a policy of the system (a profile on macOS, the machine's registry on
Windows), else the files of the managed folder, else the person's own registry key on Windows. What an organisation
sends over the network stays inside the client and is not seen here.
"""

from __future__ import annotations

import sys
from pathlib import Path

from ways_guard.agents import strict_json

Document = dict[str, object]
Documents = list[tuple[str, Document]]

_PREFERENCES = Path("/Library/Managed Preferences")
_PLIST = "com.anthropic.claudecode.plist"
_KEY = r"SOFTWARE\Policies\ClaudeCode"


def documents(folder: Path) -> Documents:
    """The documents of the source in force, the strongest first, each with its name; `folder` holds the files.

    Never raises: what cannot be read is not there, as for the client.
    """
    sources = (_policies(), _files(folder), _own_policy())
    return next((source for source in sources if source), [])


def read(path: Path) -> Document:
    """A settings file as the client reads it: {} where it is missing, unreadable, or no JSON object."""
    try:
        return parse(path.read_bytes()) if path.is_file() else {}
    except OSError:
        return {}


def parse(data: bytes) -> Document:
    """Settings from bytes; {} for what is no JSON object."""
    try:
        document = strict_json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return {}
    return document if isinstance(document, dict) else {}


def profiles(folder: Path, user: str) -> Documents:
    """The profile in force on macOS, below the folder of all: the person's, else the machine's."""
    found = ((str(path), _plist(path)) for path in (folder / user / _PLIST, folder / _PLIST))
    return next(([(source, document)] for source, document in found if document), [])


def _plist(path: Path) -> Document:
    import plistlib  # slow to import, and only one system needs it

    try:
        document = plistlib.loads(path.read_bytes())
    except Exception:  # a damaged property list raises nearly anything
        return {}
    return document if isinstance(document, dict) else {}


def _files(folder: Path) -> Documents:
    # In a folder of drop-ins a later one overrides.
    drop_ins = sorted((folder / "managed-settings.d").glob("*.json"), reverse=True)
    found = ((str(path), read(path)) for path in (*drop_ins, folder / "managed-settings.json"))
    return [(source, document) for source, document in found if document]


def _policies() -> Documents:
    if sys.platform == "darwin":
        import getpass

        return profiles(_PREFERENCES, getpass.getuser())
    elif sys.platform == "win32":  # noqa: RET505 - mypy tells systems apart by the branches
        import winreg

        return _registry(winreg.HKEY_LOCAL_MACHINE, "HKLM")
    else:
        return []


def _own_policy() -> Documents:
    if sys.platform == "win32":
        import winreg

        return _registry(winreg.HKEY_CURRENT_USER, "HKCU")
    else:  # noqa: RET505
        return []


if sys.platform == "win32":

    def _registry(hive: int, name: str) -> Documents:
        import winreg

        try:
            with winreg.OpenKey(hive, _KEY) as key:
                value, _ = winreg.QueryValueEx(key, "Settings")
        except OSError:
            return []
        document = parse(str(value).encode("utf-8", "replace"))
        return [(f"{name}\\{_KEY}", document)] if document else []
