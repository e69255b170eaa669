"""How well texts fit a language beside its rivals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ways_guard.constants import MARGIN_A_STUB, MARGIN_TO_TELL, NEAR_MARGIN_TO_TELL, SHORT_FACTOR, SHORT_LETTERS
from ways_guard.lint.confirm.known import Known
from ways_guard.lint.confirm.own import Own
from ways_guard.lint.confirm.tables import Table


@dataclass(frozen=True)
class Fit:
    """Texts of one script against the languages of its table; `leads` says by how much each fits better.

    Better than `lang`, that is. `alike` are languages that have the same column as `lang`.
    """

    known: Known
    table: Table
    script: str
    lang: str
    leads: Mapping[str, float]
    alike: frozenset[str]
    texts: int
    letters: int

    def lead(self, code: str) -> float:
        """By how much that language fits better; negative where it fits worse."""
        return self.leads[code]

    def needed(self, code: str) -> float:
        """By how much it must."""
        near = self.known.near(self.lang, code) or code not in self.known.ours
        margin = NEAR_MARGIN_TO_TELL if near else MARGIN_TO_TELL
        return margin * (SHORT_FACTOR if self.letters < SHORT_LETTERS else 1) + MARGIN_A_STUB * (self.texts - 1)

    @cached_property
    def nearest(self) -> str | None:
        """The rival that fits best; of equals the first of the catalogue."""
        return max(self.leads, key=lambda code: self.leads[code], default=None)

    @property
    def is_clear(self) -> bool:
        """Whether every rival fits so much worse that the texts can be in nothing else."""
        return self.nearest is None or self.leads[self.nearest] <= -MARGIN_TO_TELL

    @cached_property
    def beaten_by(self) -> str | None:
        """The rival that fits so much better that the texts are not in `lang`."""
        enough = [code for code in self.leads if self.leads[code] >= self.needed(code)]
        return max(enough, key=lambda code: self.leads[code], default=None)

    def leaning(self, code: str, texts: Sequence[Own]) -> list[str]:
        """The words that speak for a rival, the strongest first."""
        words = dict.fromkeys(word for text in texts for word in text.by_script.get(self.script, ()))
        return self.table.leaning(list(words)[:_LOOKED_AT], code, self.lang)


_LOOKED_AT = 200  # Words of a column; evidence needs four.


def fit(known: Known, table: Table, script: str, lang: str, texts: Sequence[Own]) -> Fit | None:
    """The fit of the words that texts have in a script; None for a language without a column."""
    place = table.places.get(lang)
    if place is None:
        return None
    sums = table.sums(text.by_script.get(script, ()) for text in texts)
    leads = {code: sums[other] - sums[place] for code, other in table.places.items() if other != place}
    alike = frozenset(code for code, other in table.places.items() if other == place and code != lang)
    letters = sum(text.letters.get(script, 0) for text in texts)
    return Fit(known, table, script, lang, leads, alike, len(texts), letters)
