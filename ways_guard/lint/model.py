"""The words of the linter: what a rule is, what it looks at and what it says."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from ways_guard.lint.suppress.model import Outcome
from ways_guard.way.discover import File, Root
from ways_guard.way.frontmatter import Document
from ways_guard.way.jsonl import Line
from ways_guard.way.languages import Languages
from ways_guard.way.positions import JsonSyntaxError, Node
from ways_guard.way.text import Decoded, Span

SEMANTIC = "WG7"  # The family of rules that need a model.


class Severity(str, enum.Enum):
    """How bad a finding is: an error fails the run, a warning with --strict, a note never."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, order=True)
class Edit:
    """Replace the characters `start` to `end` of a file's text (without its byte order mark) by `text`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Fix:
    """Edits that belong together: all are made or none.

    `strip_bom` takes away the byte order mark, which is not part of the text that edits count in. A fix that is
    not `safe` may change what the file means; it is made with --unsafe-fixes only.
    """

    edits: tuple[Edit, ...] = ()
    strip_bom: bool = False
    safe: bool = True


@dataclass(frozen=True)
class Hit:
    """What a rule's check says: where, what to do, and how to fix it where that is safe.

    `severity` is set where it differs from the rule's, `path` by rules that look at a whole repo.
    """

    span: Span
    message: str
    fix: Fix | None = None
    severity: Severity | None = None
    path: Path | None = None


@dataclass(frozen=True)
class Finding:
    """A hit with the rule and the file that it belongs to; `fingerprint` names it when lines move."""

    path: Path
    span: Span
    code: str
    name: str
    severity: Severity
    message: str
    fix: Fix | None = None
    fingerprint: str = ""

    @property
    def sort_key(self) -> tuple[str, Span, str]:
        """Order of reports: path, place, code."""
        return (self.path.as_posix(), self.span, self.code)


@dataclass(frozen=True)
class Context:
    """What a rule may know beyond the file: its repo, root and languages, and the files of its folder.

    `macro` says whether the folder's macro.sh can be run, None where there is none.
    """

    repo: Path
    root: Root
    languages: Languages
    siblings: tuple[File, ...]
    macro: bool | None = None


@dataclass(frozen=True)
class TextFile:
    """Any file of ours, as bytes decoded or not; `unreadable` says why there are none."""

    file: File
    decoded: Decoded
    context: Context
    unreadable: str = ""


@dataclass(frozen=True)
class WayFile:
    """A Markdown file below a root: way, override, check, core or other (a catalogue or a page)."""

    file: File
    text: str
    document: Document
    context: Context

    @property
    def is_node(self) -> bool:
        """Whether its frontmatter means something to us; that of any other page is its own affair."""
        return self.file.kind != "other"


@dataclass(frozen=True)
class LocaleFile:
    """A packed locale file; lines that are not JSON carry their error."""

    file: File
    text: str
    lines: tuple[Line, ...]
    context: Context

    @property
    def good(self) -> tuple[Line, ...]:
        """The lines that hold a JSON object."""
        return tuple(line for line in self.lines if not line.error)


@dataclass(frozen=True)
class RecordsFile:
    """A file of examples or probes (kinds examples, golden, none-probes), one JSON object a line."""

    file: File
    text: str
    lines: tuple[Line, ...]
    context: Context


@dataclass(frozen=True)
class ConfigFile:
    """languages.json or a ways.json (kind languages or ways): `node` is its JSON with places, None with `error`."""

    file: File
    text: str
    node: Node | None
    error: JsonSyntaxError | None
    context: Context


@dataclass(frozen=True)
class RepoFiles:
    """All files of a way repo together, for what one of them means for another.

    `settings` is what can be used of its ways.json, the whole file; `kept` is a folder for what is slow to make,
    None where nothing is to be kept.
    """

    repo: Path
    languages: Languages
    settings: Mapping[str, Any]
    ways: tuple[WayFile, ...]
    locales: tuple[LocaleFile, ...]
    records: tuple[RecordsFile, ...]
    configs: tuple[ConfigFile, ...]
    kept: Path | None = None


Subject: TypeAlias = "TextFile | WayFile | LocaleFile | RecordsFile | ConfigFile | RepoFiles | Outcome"


@dataclass(frozen=True)
class Example:
    """A file that shows a rule at work: its path below a root (`../` leads to the repo's top) and its text."""

    path: str
    text: str


@dataclass(frozen=True)
class Rule:
    """One rule with its documentation, from which `ways-guard rule`, the docs page and its tests come.

    `target` is the class of subject that `check` takes, or several of them. `what`, `why` and `how` are sentences
    in Markdown; `bad` gives at least one finding of this rule, `good` none at all; `beside` are files that both
    need, `before` all that the commit before them held, for rules about history. A rule that is not on by
    `default` runs where it is selected by its whole code; one that needs a model, by its family too.
    """

    code: str
    name: str
    severity: Severity
    target: type[Any] | tuple[type[Any], ...]
    check: Callable[..., Iterable[Hit]]
    what: str
    why: str
    how: str
    bad: Example
    good: Example
    fixable: bool = False
    default: bool = True
    beside: Mapping[str, str] | None = None
    before: Mapping[str, str] | None = None

    @property
    def needs_model(self) -> bool:
        """Whether it measures meaning: such a rule runs only when somebody asks for it."""
        return self.code.startswith(SEMANTIC)
