"""What the matcher makes of a repo's probes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ways_guard.lint.meaning import Meaning
from ways_guard.lint.model import Hit, RecordsFile
from ways_guard.way.jsonl import Line

if TYPE_CHECKING:
    from ways_guard.match.verdict import Answer


@dataclass(frozen=True)
class Probe:
    """A probe with the line that it stands on; `way` is the id that its file is for, "" for a none-prompt."""

    file: RecordsFile
    line: Line
    prompt: str

    @property
    def way(self) -> str:
        """The id of the way that it shall fire."""
        return self.file.file.id

    def hit(self, message: str) -> Hit:
        """A hit at its prompt."""
        return Hit(self.line.value_span("prompt"), message, path=self.file.file.path)


def answered(meaning: Meaning, kind: str) -> Iterator[tuple[Probe, Answer]]:
    """Each probe of a kind of file ("golden" or "none-probes") with the matcher's answer, in order of the files.

    Lines that are no probes are left out: other rules report them.
    """
    probes = [
        Probe(file, line, prompt)
        for file in meaning.repo.records
        if file.file.kind == kind
        for line in file.lines
        if isinstance(prompt := line.value.get("prompt"), str) and prompt.strip()
    ]
    for number, probe in enumerate(probes, 1):
        yield probe, meaning.matcher.match(probe.prompt)
        meaning.gauge.step("Running probes", number, len(probes))
