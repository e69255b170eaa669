"""What is known of languages with a model: verified, failed or not measured, and by which scores.

A fixture passes when its prompt and its description have the score that it asks for, and no other description is as
near to the prompt. A language is verified when all its fixtures pass. What no model was run on is None, never a
number.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ways_guard.match.engines.protocol import Model
    from ways_guard.match.fixtures import Fixture
    from ways_guard.match.scale import Scorer
    from ways_guard.way.languages import Language


class Verdict(str, enum.Enum):
    """What is known of a language with a model; the order is that of reports."""

    FAILED = "failed"
    UNMEASURED = "not measured"
    VERIFIED = "verified"


@dataclass(frozen=True)
class Match:
    """A prompt against texts by one model: the score of the right one, whether it comes first, and its best rival.

    `rival` is "" where there are no other texts.
    """

    score: float
    first: bool
    rival: str = ""
    rival_score: float = -1.0


@dataclass(frozen=True)
class Outcome:
    """A fixture with what the models make of it; `english` and `native` are None where nothing was run.

    `found` is the verified model's match among the English descriptions, `native` among those in the prompt's
    language, `english` the English model's among the English ones.
    """

    fixture: Fixture
    found: Match
    native: Match | None = None
    english: Match | None = None

    @property
    def passed(self) -> bool:
        """Whether the score is enough and the right description first."""
        return self.found.score >= self.fixture.min_similarity and self.found.first


@dataclass(frozen=True)
class Column:
    """What one model makes of a language's fixtures: the mean score, and how many of how many come first."""

    score: float
    first: int
    of: int


@dataclass(frozen=True)
class Row:
    """A language with the outcomes of its fixtures, none where it has no fixture."""

    language: Language
    outcomes: tuple[Outcome, ...]

    @property
    def passed(self) -> int:
        """How many of its fixtures pass."""
        return sum(outcome.passed for outcome in self.outcomes)

    @property
    def verdict(self) -> Verdict:
        """Verified when all fixtures pass."""
        if not self.outcomes:
            return Verdict.UNMEASURED
        return Verdict.VERIFIED if self.passed == len(self.outcomes) else Verdict.FAILED

    def column(self, name: str) -> Column | None:
        """The column `english`, `found` or `native`; None where nothing was run."""
        matches = [match for outcome in self.outcomes if (match := getattr(outcome, name))]
        if not matches:
            return None
        mean = sum(match.score for match in matches) / len(matches)
        return Column(mean, sum(match.first for match in matches), len(matches))

    @property
    def badness(self) -> tuple[int, float, float]:
        """Lower is worse: by verdict, then by the share of fixtures that pass, then by the lowest score."""
        share = self.passed / max(len(self.outcomes), 1)
        return list(Verdict).index(self.verdict), share, self.lowest

    @property
    def lowest(self) -> float:
        """The lowest score of a fixture; 1 where there is none."""
        return min((outcome.found.score for outcome in self.outcomes), default=1.0)


@dataclass(frozen=True)
class Verification:
    """A model's rows, worst first, with the scorers of that model and of the English one, where one was run."""

    model: Model
    scorer: Scorer
    rows: tuple[Row, ...]
    english: Model | None = None
    english_scorer: Scorer | None = None

    def active(self, verdict: Verdict) -> list[Row]:
        """The rows of active languages with that verdict."""
        return [row for row in self.rows if row.language.active and row.verdict is verdict]
