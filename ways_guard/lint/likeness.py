"""How near each stub is to the text that it translates, and to those of other ways.

A cosine says little by itself: models differ in scale, find some languages nearer to English than others, find
short texts far from long ones, and some ways resemble all others. So each stub is measured against strangers, pairs
of a stub and a text that have nothing to do with each other: what its language's strangers have with that text is
taken off, and half of what the stub has with other texts; the rest is told in deviations of strangers. 0 is a
stranger in the middle, 6 a usual stub. The half is between short stubs, which are far from all texts, and texts of
another field, which are farther still. Medians throughout: parents, twins and a few wrong stubs move nothing.

The bundled ways and the background prompts are strangers to any repo, so that a repo of one way is measured too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ways_guard.constants import COMMON_SHARE, STRANGE_STUBS, STRANGE_TEXTS, STRANGERS_TO_TELL
from ways_guard.lint.meaning import Meaning, is_kin
from ways_guard.lint.model import LocaleFile, RepoFiles, WayFile
from ways_guard.match import background_prompts
from ways_guard.way import discover, load, stubs
from ways_guard.way.discover import Root
from ways_guard.way.jsonl import Line
from ways_guard.way.languages import Languages
from ways_guard.way.load import Way

if TYPE_CHECKING:
    import numpy.typing as npt

    from ways_guard.match.engines.protocol import FloatArray

NOWHERE = -1  # The place of a text that a stub has not got.
_NORMAL = 1.4826  # Deviations in the median absolute deviation of a normal distribution.
_LEAST_SPREAD = 1e-4  # Cosines that vary less are rounding.


@dataclass(frozen=True)
class Placed:
    """A stub, its way, and how near it is to that way's text, in deviations of strangers.

    `description` and `vocabulary` are how near these parts are to the same part of the way, and `own` is the mean
    of both and of the whole. `other` is the way of the same repo and canonical language, neither parent nor child
    of its own, that the stub is nearest to by that mean, None where there is none, and `others` how near that is.
    """

    file: LocaleFile
    line: Line
    way: WayFile
    own: float
    description: float
    vocabulary: float
    other: WayFile | None
    others: float


@dataclass(frozen=True)
class _Alias:
    """Description and vocabulary in a language, and the place of the text that they translate, or NOWHERE."""

    lang: str
    description: str
    vocabulary: str
    home: int = NOWHERE

    @property
    def parts(self) -> tuple[str, str, str]:
        """What is measured: the whole, and each part; where one is missing, the other."""
        both = self.description, self.vocabulary
        return (
            " ".join(filter(None, both)),
            self.description or self.vocabulary,
            self.vocabulary or self.description,
        )


def of_repo(meaning: Meaning) -> Sequence[Placed]:
    """Every stub of a repo that stands beside a way with text, in order of the files."""
    ways = [way for way in meaning.repo.ways if way.file.kind == "way" and any(_text(way).parts)]
    lines = list(_lines(meaning.repo, ways))
    if not lines:
        return ()
    more, others = _strangers(meaning.repo, ways)
    stubs = [alias for _, _, alias in lines]
    parts = _measured(meaning, [*map(_text, ways), *more], [*stubs, *others])
    return [
        _placed(file, line, ways, alias.home, [part[number] for part in parts])
        for number, (file, line, alias) in enumerate(lines)
    ]


def _placed(file: LocaleFile, line: Line, ways: Sequence[WayFile], home: int, rows: Sequence[FloatArray]) -> Placed:
    """A stub of the way at `home`; `rows` say how near its whole and its parts are to each way."""
    together = np.mean(rows, axis=0)
    own, description, vocabulary = (float(row[home]) for row in (together, *rows[1:]))
    other, value = _nearest(together, ways, ways[home])
    return Placed(file, line, ways[home], own, description, vocabulary, other, value)


def _measured(meaning: Meaning, texts: Sequence[_Alias], stubs: Sequence[_Alias]) -> list[FloatArray]:
    """How near stubs are to texts: the whole ones, the descriptions and the vocabularies."""
    columns, rows = (list(zip(*(each.parts for each in one), strict=True)) for one in (texts, stubs))
    every = [text for part in zip(columns, rows, strict=True) for texts in part for text in texts]
    vectors = meaning.gauge.vectors(every, "query").reshape(len(columns), len(texts) + len(stubs), -1)
    homes, langs = np.array([stub.home for stub in stubs], dtype=np.intp), [stub.lang for stub in stubs]
    return [nearness(part[len(texts) :] @ part[: len(texts)].T, homes, langs) for part in vectors]


def nearness(cosines: FloatArray, homes: npt.NDArray[np.intp], langs: Sequence[str]) -> FloatArray:
    """How near stubs are to texts, in deviations of strangers, from their cosines, both of shape (stubs, texts).

    `homes` has the column of each stub's own text or NOWHERE, `langs` its language. There must be strangers to
    every text and to every stub.
    """
    strangers = _without(cosines, homes)
    levels = np.nanmedian(strangers, axis=0)
    centred = np.empty_like(cosines)
    for lang in sorted(set(langs)):
        chosen = np.array([one == lang for one in langs])
        centred[chosen] = cosines[chosen] - _levels(strangers[chosen], levels)
    strangers = _without(centred, homes)
    common = np.nanmedian(strangers, axis=1)[:, None]
    spread = max(_NORMAL * float(np.nanmedian(np.abs(strangers - common))), _LEAST_SPREAD)
    return np.asarray((centred - COMMON_SHARE * common) / spread, dtype=np.float32)


def _without(values: FloatArray, homes: npt.NDArray[np.intp]) -> FloatArray:
    """Values with NaN where a stub meets its own text."""
    rest = values.copy()
    at_home = np.flatnonzero(homes != NOWHERE)
    rest[at_home, homes[at_home]] = np.nan
    return rest


def _levels(strangers: FloatArray, every: FloatArray) -> FloatArray:
    """What a language's strangers have in the middle with each text; that of all languages where they are few."""
    enough = (~np.isnan(strangers)).sum(axis=0) >= STRANGERS_TO_TELL
    levels = every.copy()
    if enough.any():
        levels[enough] = np.nanmedian(strangers[:, enough], axis=0)
    return levels


def _text(way: WayFile) -> _Alias:
    fields = way.document.fields or {}
    value = fields["description"].value if "description" in fields else ""
    description = value if isinstance(value, str) else ""
    return _Alias(way.context.root.canonical, description.strip(), load.vocabulary(fields))


def _lines(repo: RepoFiles, ways: Sequence[WayFile]) -> Iterator[tuple[LocaleFile, Line, _Alias]]:
    """The stubs of those ways; lines that are none are left out, since other rules report them."""
    places = {way.file.path: number for number, way in enumerate(ways)}
    for file in repo.locales:
        beside = file.file.path.with_name(f"{file.file.path.name.removesuffix(stubs.SUFFIX)}.md")
        for line in file.good if beside in places else ():
            if stub := stubs.stub(line):
                yield file, line, _Alias(stub.lang, stub.description, stub.vocabulary, places[beside])


def _strangers(repo: RepoFiles, ways: Sequence[WayFile]) -> tuple[list[_Alias], list[_Alias]]:
    """Texts of no way of the repo, and stubs of none: of the bundled ways, and background prompts as both.

    The places of those stubs are behind the repo's ways.
    """
    bundled = _bundled(repo.languages)
    some = [_Alias(lang, text, "") for lang, text in prompts(repo.languages)]
    if any(way.context.root.path == discover.bundled_root() for way in ways):
        bundled = []  # they are no strangers to themselves
    texts = [_Alias("en", way.description, way.vocabulary) for way in bundled]
    translated = [
        _Alias(stub.lang, stub.description, stub.vocabulary, place)
        for place, way in enumerate(bundled, len(ways))
        for stub in way.stubs
    ]
    english = [prompt for prompt in some if prompt.lang == "en"]
    return texts + english, translated + [prompt for prompt in some if prompt.lang != "en"]


def prompts(languages: Languages) -> list[tuple[str, str]]:
    """Language and text of the background prompts that are strangers: the first ones of each language.

    Only languages that bundled ways have stubs in: elsewhere there would be nothing to balance them.
    """
    background, spoken = background_prompts.load(), {"en"}
    spoken.update(stub.lang for way in _bundled(languages) for stub in way.stubs)
    seen: Counter[str] = Counter()
    found = []
    for lang, text in zip(background.langs, background.texts, strict=True):
        seen[lang] += 1
        if lang in spoken and seen[lang] <= (STRANGE_TEXTS if lang == "en" else STRANGE_STUBS):
            found.append((lang, text))
    return found


def _bundled(languages: Languages) -> list[Way]:
    return [way for way in load.load_root(Root(discover.bundled_root(), "bundled"), languages).ways if way.text]


def _nearest(near: FloatArray, ways: Sequence[WayFile], way: WayFile) -> tuple[WayFile | None, float]:
    """The way that a stub of `way` is nearest to, of those that it must not be nearer to; none, where none is."""
    others = [number for number, one in enumerate(ways) if _competes(one, way)]
    best = max(others, key=lambda number: float(near[number]), default=None)
    return (None, -np.inf) if best is None else (ways[best], float(near[best]))


def _competes(one: WayFile, way: WayFile) -> bool:
    same_language = one.context.root.canonical == way.context.root.canonical
    return same_language and not is_kin(one.file.id, way.file.id)
