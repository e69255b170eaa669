"""What the formats of coverage share: signs, words and counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ways_guard.lint.coverage import COVERED, Coverage, Row, State
from ways_guard.lint.words import plural

# ASCII signs: as wide as they look in every terminal.
SIGNS: Mapping[State, str] = {
    State.CONFIRMED: "+",
    State.WEAK: "~",
    State.CANNOT_TELL: "?",
    State.WRONG: "X",
    State.UNTRANSLATED: "=",
    State.UNSUPPORTED: "!",
    State.STALE: "o",
    State.MISSING: ".",
}
COLORS: Mapping[State, str] = {
    State.CONFIRMED: "green",
    State.WEAK: "cyan",
    State.CANNOT_TELL: "yellow",
    State.WRONG: "bold red",
    State.UNTRANSLATED: "bold red",
    State.UNSUPPORTED: "bold red",
    State.STALE: "magenta",
    State.MISSING: "dim",
}
_ALWAYS = frozenset({State.CONFIRMED, State.WEAK, State.CANNOT_TELL, State.STALE, State.MISSING})
_STATES = (
    "Confirmed: no other language fits nearly as well; weak: nothing speaks against it;"
    " cannot tell: too little text of its own."
)


def headline(coverage: Coverage) -> str:
    """Everything in one line."""
    ways, languages = plural(len(coverage.rows), "way"), plural(len(coverage.languages), "language")
    return f"{ways} x {languages}: {percent(coverage.percent())} covered (confirmed or weak)"


def percent(value: float) -> str:
    """Rounded down, so that 100 % means all of them."""
    return f"{int(value)} %"


def used(coverage: Coverage) -> list[State]:
    """The states to show: the usual ones, and any other that there is."""
    counts = coverage.counts()
    return [state for state in State if state in _ALWAYS or counts[state]]


def numbers(coverage: Coverage, code: str, states: Sequence[State]) -> list[str]:
    """The counts of one language, as text."""
    counts = coverage.counts(code)
    return [str(counts[state]) for state in states]


def covered(row: Row) -> str:
    """`3/17`: in how many of the languages the way is covered."""
    return f"{sum(row.counts[state] for state in COVERED)}/{len(row.cells)}"


def remarks(coverage: Coverage) -> Iterator[str]:
    """What a reader has to know to trust the numbers no further than they go."""
    yield _STATES
    if coverage.stale_unmeasured:
        yield f"Stale stubs were not looked for: {coverage.stale_unmeasured}."
