"""WG005: a word that mixes letters which look alike and belong to different scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ways_guard.lint import offsets
from ways_guard.lint.model import Edit, Example, Fix, Hit, Rule, Severity
from ways_guard.lint.offsets import Shown
from ways_guard.lint.rules import samples
from ways_guard.lint.texts import TEXTS, AnyText, shown
from ways_guard.way.scripts import script_of

# Letters by how they look; a letter of one script stands for those of the others in its group. Greek ones that
# are units or formula letters (µ, Ω, π) look like none.
_GROUPS = re.split(
    " ",
    "aаα AАΑ BВΒ cсϲ CСϹ dԁ eе EЕΕ ëё ËЁ gɡ hһ HНΗ iіι IІΙ ïї ÏЇ jјϳ JЈ kк KКΚ MМΜ NΝ oоο "
    "OОΟ pрρ PРΡ qԛ QԚ sѕ SЅ TТΤ uυ vѵν VѴ wԝ WԜ xхχ XХΧ yуγ YУΥ ZΖ ÇҪ çҫ",
)
_ALIKE = {letter: group for group in _GROUPS for letter in group}
_LETTERS = "A-Za-z\u00c0-\u024f"
_OTHERS = "\u0370-\u03ff\u0400-\u052f"
_MEETS = re.compile(f"[{_LETTERS}][{_OTHERS}]|[{_OTHERS}][{_LETTERS}]")
_WORD = re.compile(r"[^\W\d_]+")
_PLACEHOLDER = re.compile(r"%(?:\(\w*\))?[-+ #0-9.]*$")
_NAMES = {"Latn": "Latin", "Cyrl": "Cyrillic", "Grek": "Greek"}


def check(file: AnyText) -> Iterator[Hit]:
    """One hit a word, at its first letter of the script that it has less of."""
    text = shown(file)
    if not _MEETS.search(text.text):
        return
    for word in _WORD.finditer(text.text):
        strange = _strange(word[0])
        if strange and not _in_class(text.text, *word.span()) and not _is_placeholder(text.text, word.start()):
            yield _hit(file.text, text, word, strange)


def _strange(word: str) -> list[int]:
    """Where the word's letters of its lesser script are, when each looks like one of its main script."""
    scripts = [script_of(letter) for letter in word]
    known = [name for name in _NAMES if name in scripts]
    if len(known) < 2 or len(set(scripts)) != len(known):
        return []
    main = max(known, key=lambda name: (scripts.count(name), name == scripts[0]))
    strange = [at for at, name in enumerate(scripts) if name != main]
    if main == "Grek" and scripts.count(main) == 1:
        return []  # a sign of a formula: ΔT
    alike = all(_twin(word[at], main) for at in strange)
    return strange if alike and not _is_ending(word, scripts) else []


def _twin(letter: str, script: str | None) -> str:
    """The letter of a script that looks like this one, "" where none does."""
    return next((other for other in _ALIKE.get(letter, "") if script_of(other) == script), "")


def _is_ending(word: str, scripts: list[str | None]) -> bool:
    """Whether an abbreviation has an ending of the language around it (`PDFа`), or a sign behind it (`TNFα`)."""
    changes = [at for at in range(1, len(word)) if scripts[at] != scripts[at - 1]]
    if len(changes) != 1:
        return False
    head, tail = word[: changes[0]], word[changes[0] :]
    return len(head) > 1 and head.isupper() and tail.islower()


def _in_class(text: str, start: int, end: int) -> bool:
    """Whether it is a set of letters in a regex: `[eе]` means either on purpose."""
    return text[start - 1 : start] == "[" and text[end : end + 1] == "]"


def _is_placeholder(text: str, start: int) -> bool:
    """Whether the word's first letter ends a placeholder that the word was written onto: `%(count)sфайл`."""
    return bool(_PLACEHOLDER.search(text[max(start - 40, 0) : start]))


def _hit(source: str, text: Shown, word: re.Match[str], strange: list[int]) -> Hit:
    scripts = [script_of(letter) for letter in word[0]]
    main = next(name for at, name in enumerate(scripts) if at not in strange)
    first = strange[0]
    edits = tuple(
        Edit(*text.source(word.start() + at, word.start() + at + 1), _twin(word[0][at], main)) for at in strange
    )
    letters = f'"{word[0][first]}" is {_NAMES[str(scripts[first])]} (U+{ord(word[0][first]):04X})'
    message = f'"{word[0]}" is not one word to a machine: its {letters}; write it in {_NAMES[str(main)]} letters'
    at = text.source(word.start() + first, word.start() + first + 1)
    return Hit(offsets.span(source, *at), message, Fix(edits, safe=False))


RULE = Rule(
    code="WG005",
    name="mixed-scripts",
    severity=Severity.WARNING,
    target=TEXTS,
    check=check,
    what=(
        "A word mixes Latin, Cyrillic or Greek letters that look alike. `pаssword` does: its `а` is "
        "Cyrillic. Words of two scripts that anyone can see, such as `PDFы`, `kΩ` or `C++の`, are no "
        "findings."
    ),
    why=(
        "It reads well and matches nothing: for a pattern and for a model the word is another one. Such "
        "letters come from a keyboard that was not switched, or from somebody who wants a review to see "
        "something else."
    ),
    how=(
        "Type the word again in one script. `--unsafe-fixes` puts the look-alike of the word's main script "
        "in place."
    ),
    bad=Example(samples.PATH, samples.way("Writing tests", "test c\u043everage")),
    good=Example(samples.PATH, samples.TEXT),
)
