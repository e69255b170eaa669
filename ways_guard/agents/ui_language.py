"""The language of the user interface on systems that keep it outside the environment: Windows and macOS."""

from __future__ import annotations

import sys
from pathlib import Path

_PREFERENCES = Path("Library", "Preferences", ".GlobalPreferences.plist")


def ui_language(home: Path) -> str | None:
    """A tag such as `ja-JP` or `ja_JP`, None where this system keeps none; never raises."""
    if sys.platform == "win32":
        import ctypes
        import locale

        return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage())
    elif sys.platform == "darwin":  # noqa: RET505 - mypy tells systems apart by the branches
        return from_preferences(home / _PREFERENCES)
    else:
        return None


def from_preferences(path: Path) -> str | None:
    """The first of the languages that a person ordered in the macOS settings kept at `path`."""
    import plistlib  # slow to import, and only one system needs it

    try:
        languages = plistlib.loads(path.read_bytes())["AppleLanguages"]
        return str(languages[0])
    except Exception:  # a damaged property list raises nearly anything, and English is no disaster
        return None
