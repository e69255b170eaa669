"""Locale files: the packed stubs of one way."""

from __future__ import annotations

from dataclasses import dataclass

from ways_guard.way.jsonl import Line

KEYS = ("lang", "description", "vocabulary")
FORBIDDEN_KEYS = ("embed_threshold", "embed_model")
SUFFIX = ".locales.jsonl"


@dataclass(frozen=True)
class Stub:
    """One language's alias of a way, with the line of the locale file that it stands on."""

    lang: str
    description: str
    vocabulary: str
    line: int

    @property
    def text(self) -> str:
        """What is embedded: description and vocabulary."""
        return f"{self.description} {self.vocabulary}".strip()


def lang_of(line: Line) -> str | None:
    """The `lang` of a line as it is written, None where it is missing, empty or no string."""
    lang = line.value.get("lang")
    return lang if isinstance(lang, str) and lang.strip() else None


def stub(line: Line) -> Stub | None:
    """The stub on a line, None where `lang`, `description` or `vocabulary` is missing, empty or no string."""
    values = [line.value.get(key) for key in KEYS]
    if not all(isinstance(value, str) and value.strip() for value in values):
        return None
    lang, description, vocabulary = (str(value) for value in values)
    return Stub(lang, description, vocabulary, line.number)
