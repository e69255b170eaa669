"""Which script a letter belongs to, and how much of a text is in a language's own script."""

from __future__ import annotations

import unicodedata
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ways_guard.way.languages import Language

# The first word of a letter's Unicode name says its script; ISO 15924 has the code for it.
_BY_NAME = {
    "ADLAM": "Adlm",
    "ARABIC": "Arab",
    "ARMENIAN": "Armn",
    "BALINESE": "Bali",
    "BENGALI": "Beng",
    "BOPOMOFO": "Bopo",
    "CANADIAN": "Cans",
    "CHAKMA": "Cakm",
    "CHEROKEE": "Cher",
    "CJK": "Hani",
    "COPTIC": "Copt",
    "CYRILLIC": "Cyrl",
    "DEVANAGARI": "Deva",
    "ETHIOPIC": "Ethi",
    "GEORGIAN": "Geor",
    "GREEK": "Grek",
    "GUJARATI": "Gujr",
    "GURMUKHI": "Guru",
    "HANGUL": "Hang",
    "HEBREW": "Hebr",
    "HIRAGANA": "Hira",
    "IDEOGRAPHIC": "Hani",
    "JAVANESE": "Java",
    "KANNADA": "Knda",
    "KATAKANA": "Kana",
    "KATAKANA-HIRAGANA": "Kana",
    "KHMER": "Khmr",
    "LAO": "Laoo",
    "LATIN": "Latn",
    "LISU": "Lisu",
    "MALAYALAM": "Mlym",
    "MONGOLIAN": "Mong",
    "MYANMAR": "Mymr",
    "NKO": "Nkoo",
    "OL": "Olck",
    "ORIYA": "Orya",
    "SINHALA": "Sinh",
    "SUNDANESE": "Sund",
    "SYRIAC": "Syrc",
    "TAMIL": "Taml",
    "TELUGU": "Telu",
    "THAANA": "Thaa",
    "THAI": "Thai",
    "TIBETAN": "Tibt",
    "TIFINAGH": "Tfng",
    "VAI": "Vaii",
    "YI": "Yiii",
}
_WIDTHS = frozenset({"FULLWIDTH", "HALFWIDTH"})

# Scripts whose letters join or stack, so that zero-width joiners and non-joiners between them mean something.
JOINING = frozenset(
    {"Adlm", "Arab", "Bali", "Beng", "Deva", "Gujr", "Guru", "Java", "Khmr", "Knda"}
    | {"Mlym", "Mong", "Mymr", "Nkoo", "Orya", "Sinh", "Sund", "Syrc", "Taml", "Telu"}
)
# Scripts written without spaces between words, in which a zero-width space may mark where a line can break.
UNSPACED = frozenset({"Khmr", "Laoo", "Mymr", "Thai", "Tibt"})
# All forms of writing without spaces between words, by the codes that languages.json has for them.
WITHOUT_SPACES = UNSPACED | {"Hani", "Hans", "Hant", "Hira", "Hrkt", "Jpan", "Kana"}

# Codes that stand for several scripts, or for a form of one.
_COMPONENTS = {
    "Hans": frozenset({"Hani"}),
    "Hant": frozenset({"Hani"}),
    "Hrkt": frozenset({"Hira", "Kana"}),
    "Jpan": frozenset({"Hira", "Kana", "Hani"}),
    "Kore": frozenset({"Hang", "Hani"}),
}

# A national character set holds the Han characters that its country writes, so it tells the
# forms apart.
_CHARACTER_SETS = {"Hans": "gb2312", "Hant": "big5", "Jpan": "shift_jis", "Kore": "euc_kr"}


@lru_cache(maxsize=16_384)
def script_of(character: str) -> str | None:
    """The ISO 15924 code of one letter's script, as `Latn`.

    A vowel sign counts as a letter of its script. None for what is no letter, or a
    letter of no known script (a combining accent, a modifier letter, the micro sign).
    """
    if unicodedata.category(character)[0] not in "LM":
        return None
    words = unicodedata.name(character, "").split()
    if words and words[0] in _WIDTHS:
        del words[0]
    return _BY_NAME.get(words[0]) if words else None


def count_scripts(text: str) -> dict[str, int]:
    """How many letters of each script a text has, in the order in which the scripts first occur."""
    counts: dict[str, int] = {}
    for character, number in Counter(text).items():
        script = script_of(character)
        if script is not None:
            counts[script] = counts.get(script, 0) + number
    return counts


@lru_cache(maxsize=256)
def components(code: str) -> frozenset[str]:
    """The scripts of `script_of` that an ISO 15924 code stands for: `Jpan` is three, `Latn` one."""
    return _COMPONENTS.get(code, frozenset({code}))


def own_share(text: str, language: Language) -> tuple[int, int]:
    """How many letters of a text are in a script of the language, and how many letters it has."""
    own = frozenset().union(*map(components, language.scripts))
    counts = count_scripts(text)
    return sum(number for script, number in counts.items() if script in own), sum(counts.values())


@lru_cache(maxsize=16_384)
def han_forms(character: str) -> frozenset[str]:
    """Which of `Hans`, `Hant`, `Jpan` and `Kore` have this Han character: 请 only `Hans`, 人 all.

    Empty for a character in none of the national character sets (a rare one, or no Han character).
    """
    if script_of(character) != "Hani":
        return frozenset()
    return frozenset(form for form, name in _CHARACTER_SETS.items() if _encodes(character, name))


def _encodes(character: str, encoding: str) -> bool:
    try:
        character.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
