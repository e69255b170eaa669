"""The canonical form of a locale file: what `ways-guard fmt` makes, by the code that mends WG209."""

from __future__ import annotations

from ways_guard.lint.rules.wg209 import canonical
from ways_guard.way import jsonl
from ways_guard.way.text import Span, decode


class UnreadableError(Exception):
    """A locale file that cannot be put in order: the places that stop it, each with what to do."""

    def __init__(self, places: list[tuple[Span, str]]) -> None:
        super().__init__(places)
        self.places = places


def formed(data: bytes) -> bytes:
    """The file in canonical form, without a byte order mark: keys and lines moved, never written anew.

    Raises UnreadableError when it is not UTF-8 or a line is not a JSON object: what cannot be read cannot be
    ordered.
    """
    decoded = decode(data)
    if decoded.bad_span:
        raise UnreadableError([(decoded.bad_span, "not UTF-8: save the file as UTF-8 first")])
    lines = jsonl.read(decoded.text)
    bad = [line for line in lines if line.error]
    if bad:
        places = [(line.span(at, at + 1), line.error) for line in bad for at in (line.error_column - 1,)]
        raise UnreadableError([(span, f"not JSON ({error}): mend this line first") for span, error in places])
    return canonical(lines).encode("utf-8")
