"""The words of confirming a language."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


class Verdict(str, enum.Enum):
    """What can be said of a stub's language."""

    CONFIRMED = "confirmed"  # nothing else can be meant
    WEAK = "weak"  # nothing speaks against it
    WRONG = "wrong"  # another language, or another form of it
    UNTRANSLATED = "untranslated"  # still in the way's own language
    CANNOT_TELL = "cannot tell"  # too little text of its own
    UNSUPPORTED = "unsupported"  # no code of languages.json


@dataclass(frozen=True)
class Judgement:
    """A verdict and what it rests on, in words.

    `language` is the code that a wrong text seems to be in, None where nobody could say; `form` says that the
    script or the regional form is wrong, not the language.
    """

    verdict: Verdict
    evidence: str
    language: str | None = None
    form: bool = False

    @property
    def is_fault(self) -> bool:
        """Whether the text is not what its language code says."""
        return self.verdict in (Verdict.WRONG, Verdict.UNTRANSLATED)


@dataclass(frozen=True)
class Source:
    """What a text was translated from: the way's own text, and its language's code."""

    text: str
    lang: str = "en"


class Confirmer(Protocol):
    """Judges texts: same input, same verdict, in any order, process and machine."""

    def __call__(self, lang: str, text: str, source: Source) -> Judgement:
        """A judgement of a stub's `text` in language `lang`. Never raises."""

    def together(self, lang: str, texts: Sequence[tuple[str, Source]]) -> Judgement:
        """One judgement of all those stubs of one language. Never raises."""

    def name(self, code: str) -> str:
        """What a language is called, one that is not in the catalogue too."""

    def explained(self, lang: str, text: str, source: Source) -> list[str]:
        """What the judgement of that text rests on, in lines: words that count and do not, and scores."""
