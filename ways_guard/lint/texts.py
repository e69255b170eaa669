"""The text of every kind of file as its reader sees it, and what makes two texts the same."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import TypeAlias

from ways_guard.lint.model import ConfigFile, LocaleFile, RecordsFile, WayFile
from ways_guard.lint.offsets import Shown, plain, unescaped

AnyText: TypeAlias = "WayFile | LocaleFile | RecordsFile | ConfigFile"
_MEANT = "#%&@*"  # Punctuation to Unicode, and more than that in C#, 5 % or user@host.
TEXTS = (WayFile, LocaleFile, RecordsFile, ConfigFile)


def shown(file: AnyText) -> Shown:
    """A file's text with the escapes of JSON resolved: an escaped character is matched like a typed one."""
    return plain(file.text) if isinstance(file, WayFile) else unescaped(file.text)


def bare_text(text: str) -> str:
    """What two wordings of one text share: letters and digits, without case, width and marks of punctuation."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return "".join(c for c in folded if unicodedata.category(c)[0] in "LMNS" or c in _MEANT)


def shown_path(path: Path, repo: Path) -> str:
    """A file as messages name it: from the repo's top, with forward slashes."""
    return (path.relative_to(repo) if path.is_relative_to(repo) else path).as_posix()
