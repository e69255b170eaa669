"""The languages that ways may be written in, as data, and what people call them.

Hooks import this module, so it imports little.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from ways_guard.errors import WaysGuardError
from ways_guard.way.scripts import script_of

# The encoding and the modifier of a POSIX locale, which say nothing of the language.
_POSIX_TAIL = re.compile(r"[.@].*", re.DOTALL)
# BCP 47, as far as it says something of the language.
_TAG = re.compile(
    r"(?P<language>[a-z]{2,3})(-(?P<extension>[a-z]{3}))?(-(?P<script>[a-z]{4}))?"
    r"(-(?P<region>[a-z]{2}|[0-9]{3}))?(-[a-z0-9]+)*"
)
# What sets off a territory or a form behind a name: `Chinese (Taiwan)`, `English_United States`.
_PARTS = re.compile(r"[(),_/]+")
_SUGGEST_FROM = 4  # Characters; a shorter value that is unknown is another language's code, not a slip.


@dataclass(frozen=True)
class Language:
    """One language of the catalogue.

    `scripts` are ISO 15924 codes, the usual one first; `detector` is langdetect's code for it, `iso3`
    its code in ISO 639-3.
    `letters` is its alphabet in lower case without a to z, which tells it from others in its
    script; empty means that nothing is known. `sample` is some prose, from which its n-grams are learnt.
    """

    code: str
    name: str
    native: str
    active: bool = True
    scripts: tuple[str, ...] = ("Latn",)
    direction: str = "ltr"
    detector: str | None = None
    iso3: str = ""
    confusable: frozenset[str] = frozenset()
    aliases: tuple[str, ...] = ()
    function_words: tuple[str, ...] = ()
    letters: str = ""
    sample: str = ""


class Languages(Mapping[str, Language]):
    """A read-only catalogue: code to language, and what people call a language to its code."""

    def __init__(self, languages: Iterable[Language]) -> None:
        self._by_code = {language.code: language for language in languages}

    def __getitem__(self, code: str) -> Language:
        return self._by_code[code]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_code)

    def __len__(self) -> int:
        return len(self._by_code)

    def normalise(self, value: str) -> str | None:
        """The code that a code, name, BCP 47 tag or POSIX locale means, or None."""
        if value in self._by_code:
            return value
        folded = _fold(value)
        if not folded:
            return None
        bare = _POSIX_TAIL.sub("", folded)
        return self._keys.get(_key(folded)) or self._by_tag(bare) or self._by_name(bare)

    def suggest(self, value: str) -> str | None:
        """The code that was probably meant: of `normalise`, else of the nearest code or name."""
        code = self.normalise(value)
        if code is not None or len(value.strip()) < _SUGGEST_FROM:
            return code
        # Slow to import, and only a person's mistake needs it.
        from difflib import get_close_matches

        near = get_close_matches(_key(_fold(value)), self._keys, n=1, cutoff=0.7)
        return self._keys[near[0]] if near else None

    def _by_tag(self, text: str) -> str | None:
        match = _TAG.fullmatch(text.replace("_", "-"))
        if match is None:
            return None
        base, extension, script, region = match.group("language", "extension", "script", "region")
        # The script says more than the region (zh-Hans-HK), and `por-BR` is `pt-br` too.
        tails = [f"-{tail}" for tail in (extension, script, region) if tail]
        heads = dict.fromkeys((base, self._keys.get(base, base)))
        found = (self._keys.get(head + tail) for tail in [*tails, ""] for head in heads)
        return next((code for code in found if code), None)

    def _by_name(self, text: str) -> str | None:
        parts = [part for part in _PARTS.split(text) if part.strip()]
        found = (self._keys.get(_key(" ".join(parts[:end]))) for end in range(len(parts), 0, -1))
        return next((code for code in found if code), None)

    @cached_property
    def _keys(self) -> dict[str, str]:
        # Codes win over names and names over aliases; within a kind the language listed first wins.
        everyone = self._by_code.values()
        called: list[tuple[str, str]] = [(language.code, language.code) for language in everyone]
        called += [(name, each.code) for each in everyone for name in (each.name, each.native)]
        called += [(alias, language.code) for language in everyone for alias in language.aliases]
        keys: dict[str, str] = {}
        for text, code in called:
            keys.setdefault(_key(_fold(text)), code)
        return keys

    @cached_property
    def codes_by_word(self) -> dict[str, frozenset[str]]:
        """Lower-case function word to the languages that have it."""
        return _inverse((word.lower(), each.code) for each in self.values() for word in each.function_words)

    @cached_property
    def codes_by_letter(self) -> dict[str, frozenset[str]]:
        """Letter, lower case and not ASCII, to the languages whose alphabet has it."""
        return _inverse((letter, each.code) for each in self.values() for letter in each.letters)


@lru_cache(maxsize=1)
def load_bundled() -> Languages:
    """The languages that the package ships with; read once."""
    data = Path(__file__).with_name("languages.json").read_bytes()
    return merge(Languages(()), json.loads(data))


def merge(base: Languages, document: Mapping[str, object]) -> Languages:
    """A catalogue with what a languages.json document says laid over it.

    A known language keeps what the document does not say; a new one gets defaults (active, and the
    script and direction of its native name). Keys that mean nothing here are ignored. Raises
    WaysGuardError where the document has a value of the wrong type.
    """
    entries = _expect(document.get("languages"), dict, "languages")
    merged = dict(base)
    for code, entry in entries.items():
        fields = _fields(code, _expect(entry, dict, f"languages.{code}"))
        merged[code] = replace(merged[code], **fields) if code in merged else _new(code, fields)
    pairs = [(code, other) for code in merged for other in merged[code].confusable if other in merged]
    confusable = _inverse([*pairs, *((other, code) for code, other in pairs)])
    none: frozenset[str] = frozenset()
    return Languages(replace(each, confusable=confusable.get(each.code, none)) for each in merged.values())


def merge_usable(base: Languages, data: bytes) -> Languages:
    """As `merge`, leaving out the languages of a languages.json that cannot be used. Never raises."""
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return base
    entries = document.get("languages") if isinstance(document, dict) else None
    if not isinstance(entries, dict):
        return base
    good = {code: entry for code, entry in entries.items() if _usable(code, entry)}
    return merge(base, {"languages": good})


def _usable(code: str, entry: object) -> bool:
    try:
        _fields(code, _expect(entry, dict, code))
    except WaysGuardError:
        return False
    return True


_TEXTS = ("name", "native", "iso3", "direction", "letters", "sample")
_LISTS = {
    "script": "scripts",
    "confusable": "confusable",
    "aliases": "aliases",
    "function_words": "function_words",
}


def _fields(code: str, entry: dict[str, object]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for key, value in entry.items():
        where = f"languages.{code}.{key}"
        if key in _TEXTS:
            fields[key] = _expect(value, str, where)
        elif key in _LISTS:
            items = tuple(_expect(item, str, where) for item in _expect(value, list, where))
            fields[_LISTS[key]] = frozenset(items) if key == "confusable" else items
        elif key == "active":
            fields[key] = _expect(value, bool, where)
        elif key == "detector":
            fields[key] = None if value is None else _expect(value, str, where)
    return fields


def _new(code: str, fields: dict[str, Any]) -> Language:
    name = fields.get("name", code)
    native = fields.get("native", name)
    script = next(filter(None, map(script_of, native)), "Latn")
    rtl = any(unicodedata.bidirectional(character) in ("R", "AL") for character in native)
    defaults = {
        "name": name,
        "native": native,
        "scripts": (script,),
        "direction": "rtl" if rtl else "ltr",
    }
    return Language(code, **{**defaults, **fields})


_KINDS = {dict: "an object", list: "a list", str: "a string", bool: "true or false"}


def _expect(value: object, kind: type, where: str) -> Any:
    if not isinstance(value, kind):
        raise WaysGuardError(f"languages.json: {where} must be {_KINDS[kind]}")
    return value


def _inverse(pairs: Iterable[tuple[str, str]]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for key, value in pairs:
        found.setdefault(key, set()).add(value)
    return {key: frozenset(values) for key, values in found.items()}


def _fold(text: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()).strip()


def _key(folded: str) -> str:
    # A tag's parts have an order; a name's words may come in any: `Chinese, Traditional`.
    if re.fullmatch(r"[a-z0-9_-]+", folded):
        return folded.replace("_", "-")
    return " ".join(sorted(_PARTS.sub(" ", folded).split()))
