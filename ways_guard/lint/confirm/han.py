"""Chinese, Japanese and Korean: told apart by kana, Hangul, and characters that one of them does not write."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ways_guard.way.scripts import han_forms, script_of

SCRIPTS = frozenset({"Hani", "Hira", "Kana", "Hang"})
FORMS = ("Hans", "Hant", "Jpan")
_SOME = 20  # One kana or Hangul letter in so many is a text with some; `の` alone is a sign in Chinese, too.


@dataclass(frozen=True)
class Counts:
    """Letters of each kind, and for each form the Han characters that it lacks and another has.

    Characters count once a text: a term that is repeated is one piece of evidence.
    """

    han: int
    kana: int
    hangul: int
    lacking: Mapping[str, tuple[str, ...]]

    @property
    def letters(self) -> int:
        """All of them."""
        return self.han + self.kana + self.hangul

    @property
    def has_kana(self) -> bool:
        """Whether it is written with kana."""
        return self.kana * _SOME >= self.letters > 0

    @property
    def has_hangul(self) -> bool:
        """Whether it is written with Hangul."""
        return self.hangul * _SOME >= self.letters > 0 and self.hangul >= self.kana

    def against(self, form: str) -> int:
        """How many more characters that form lacks than the one that lacks fewest."""
        return len(self.lacking[form]) - min(map(len, self.lacking.values()))

    @property
    def form(self) -> str | None:
        """The form that a text without kana and Hangul is in, None where nothing says it.

        Japanese writes most Traditional characters, and hardly a text without kana: of the two it is the other.
        """
        best = [form for form in FORMS if not self.against(form)]
        return best[0] if len(best) == 1 or best == ["Hant", "Jpan"] else None


def counted(texts: Iterable[Iterable[str]]) -> Counts:
    """Count the letters of texts, each given as its words."""
    kinds = dict.fromkeys(sorted(SCRIPTS), 0)
    lacking: dict[str, list[str]] = {form: [] for form in FORMS}
    for words in texts:
        text = "".join(words)
        for character in text:
            script = script_of(character)
            if script in kinds:
                kinds[script] += 1
        for character in dict.fromkeys(text):
            found = han_forms(character).intersection(FORMS)
            for form in FORMS if found else ():
                if form not in found:
                    lacking[form].append(character)
    frozen = {form: tuple(characters) for form, characters in lacking.items()}
    return Counts(kinds["Hani"], kinds["Hira"] + kinds["Kana"], kinds["Hang"], frozen)
