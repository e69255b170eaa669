"""Which ways have a stub in which language, and what can be said of it. Values in, values out."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ways_guard.lint.collect import Repo
from ways_guard.lint.confirm import Confirmer, Source, Verdict
from ways_guard.way.load import Way, load_root


class State(str, enum.Enum):
    """What a way has in a language: a verdict on its stub, or that it is old, or none."""

    CONFIRMED = "confirmed"
    WEAK = "weak"
    CANNOT_TELL = "cannot tell"
    WRONG = "wrong"
    UNTRANSLATED = "untranslated"
    UNSUPPORTED = "unsupported"
    STALE = "stale"
    MISSING = "missing"


COVERED = frozenset({State.CONFIRMED, State.WEAK})


@dataclass(frozen=True)
class Cell:
    """One way in one language: its state, and why in words."""

    state: State
    evidence: str


@dataclass(frozen=True)
class Row:
    """One way: its id, the path of its file from the top of the repo, and a cell for each language."""

    id: str
    path: str
    cells: Mapping[str, Cell]

    @property
    def counts(self) -> Mapping[State, int]:
        """How many languages are in which state."""
        return Counter(cell.state for cell in self.cells.values())


@dataclass(frozen=True)
class Staleness:
    """The stubs whose way changed after them, as (way file, language).

    `unmeasured` says why nobody could tell; then `pairs` means nothing.
    """

    pairs: frozenset[tuple[Path, str]] = frozenset()
    unmeasured: str | None = None


@dataclass(frozen=True)
class Coverage:
    """All ways of a repo against its languages, whether age was measured, and what could not be read."""

    languages: tuple[str, ...]
    rows: tuple[Row, ...]
    stale_unmeasured: str | None = None
    problems: tuple[str, ...] = ()

    def counts(self, lang: str | None = None) -> Mapping[State, int]:
        """How many cells are in which state, of one language or of all."""
        return Counter(cell.state for row in self.rows for code, cell in row.cells.items() if lang in (None, code))

    def percent(self, lang: str | None = None) -> float:
        """The share of cells that are confirmed or weak, 0 to 100; 100 where there is no cell."""
        counts = self.counts(lang)
        total = sum(counts.values())
        return 100 * sum(counts[state] for state in COVERED) / total if total else 100.0


def measure(repo: Repo, confirm: Confirmer, age: Staleness, languages: Sequence[str] = ()) -> Coverage:
    """The coverage of a repo in `languages`, else in those that it asks for and those that it has stubs in.

    Ways without a description are matched by nothing that a stub could stand for, and are left out. Raises
    WaysGuardError for configuration that cannot be used.
    """
    loaded = [load_root(root, repo.languages) for root in repo.roots]
    found = [way for each in loaded for way in each.ways if way.text and not repo.excludes(way.path)]
    codes = tuple(languages) or _languages(repo, found)
    rows = tuple(_row(repo, way, codes, confirm, age.pairs) for way in found)
    return Coverage(codes, rows, age.unmeasured, tuple(line for each in loaded for line in each.problems))


def _languages(repo: Repo, found: Iterable[Way]) -> tuple[str, ...]:
    active = [code for code, language in repo.languages.items() if language.active]
    wanted: Collection[str] = repo.settings.get("require", active)
    present = {lang for way in found for lang in _texts(way)}
    return tuple(sorted({*wanted, *present} - {root.canonical for root in repo.roots}))


def _texts(way: Way) -> Mapping[str, str]:
    """Language to alias; an override takes the place of its language's stub, with its body if it has no alias."""
    stubs = {stub.lang: stub.text for stub in way.stubs}
    overrides = {each.lang: f"{each.description} {each.vocabulary}".strip() or each.body for each in way.overrides}
    return {**stubs, **overrides}


def _row(
    repo: Repo, way: Way, codes: Iterable[str], confirm: Confirmer, stale: Collection[tuple[Path, str]]
) -> Row:
    texts = _texts(way)
    cells = {code: _cell(way, code, texts, confirm, (way.path, code) in stale) for code in codes}
    return Row(way.id, way.path.relative_to(repo.path).as_posix(), cells)


def _cell(way: Way, code: str, texts: Mapping[str, str], confirm: Confirmer, stale: bool) -> Cell:
    """A wrong language weighs more than age: translating anew mends both."""
    if code not in texts:
        return Cell(State.MISSING, "no stub")
    judged = confirm(code, texts[code], Source(way.text, way.root.canonical))
    if stale and judged.verdict not in (Verdict.WRONG, Verdict.UNTRANSLATED, Verdict.UNSUPPORTED):
        return Cell(State.STALE, "the way's own text changed after this stub")
    return Cell(State(judged.verdict.value), judged.evidence)
