"""How often n-grams occur in a language: langdetect's profiles, and prose where they lack a language."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ways_guard.lint.confirm.grams import grams
from ways_guard.lint.confirm.known import Known
from ways_guard.lint.confirm.own import BREAKS, count

# n-gram to its share among those of its length.
Profile = Mapping[str, float]


@dataclass(frozen=True)
class Column:
    """What is known of one language: prose in it, and `kin`, the profiles that it has or that come nearest."""

    sample: Profile
    kin: tuple[int, ...]


@dataclass(frozen=True)
class Columns:
    """What is known of the languages of a script; `places` leads from a code to its column.

    Languages with the same profile share a column, and are not told apart.
    """

    places: Mapping[str, int]
    columns: Sequence[Column]
    profiles: Sequence[Profile]


def columns(known: Known, script: str) -> Columns:
    """A column for each language of a script that there is anything to know of."""
    languages = [known.every[code] for code in known.written_in(script)]
    names = dict.fromkeys(language.detector for language in languages if language.detector)
    shipped = {name: profile for name in names if (profile := _shipped(name)) is not None}
    places: dict[str, int] = {}
    for language in languages:
        if language.detector in shipped:
            places[language.code] = list(shipped).index(language.detector)
    found = [Column(_first_sample(known, places, place, script), (place,)) for place in range(len(shipped))]
    for language in (language for language in languages if language.code not in places):
        # Function words alone would make every other word speak against the language.
        prose = " ".join((language.sample, *language.function_words)) if language.sample else ""
        sample = _sample(prose, script)
        if sample:
            near = {
                place for code, place in places.items() if place < len(shipped) and known.near(language.code, code)
            }
            places[language.code] = len(found)
            found.append(Column(sample, tuple(sorted(near)) or tuple(range(len(shipped)))))
    return Columns(places, found, list(shipped.values()))


def _first_sample(known: Known, places: Mapping[str, int], place: int, script: str) -> Profile:
    texts = (known.every[code].sample for code, own in places.items() if own == place)
    return _sample(next(filter(None, texts), ""), script)


def _shipped(detector: str) -> Profile | None:
    """langdetect's profile of that name, upper and lower case together; None where it has none."""
    from langdetect.detector_factory import PROFILES_DIRECTORY
    from langdetect.utils.lang_profile import LangProfile

    path = Path(PROFILES_DIRECTORY, detector)
    if not path.is_file():
        return None
    profile = LangProfile(**json.loads(path.read_bytes()))
    shares: dict[str, float] = {}
    for gram, number in profile.freq.items():
        if len(gram) <= len(profile.n_words):
            folded = gram.lower()
            shares[folded] = shares.get(folded, 0.0) + number / profile.n_words[len(gram) - 1]
    return shares


def _sample(text: str, script: str) -> Profile:
    counts = Counter(grams(_words(text, script)))
    totals: Counter[int] = Counter()
    for gram, number in counts.items():
        totals[len(gram)] += number
    return {gram: number / totals[len(gram)] for gram, number in counts.items()}


def _words(text: str, script: str) -> Iterator[str]:
    return (word for word in BREAKS.split(text) if word and script in count([word]))
