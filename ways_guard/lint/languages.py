"""What the stubs of a repo turn out to be written in: one by one, and language by language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ways_guard.constants import COLUMN_STUBS
from ways_guard.lint.cache import digest
from ways_guard.lint.confirm import LANGDETECT, Confirmer, Judgement, Source, Verdict, confirmer
from ways_guard.lint.confirm.keep import Judged
from ways_guard.lint.model import LocaleFile, RepoFiles, WayFile
from ways_guard.lint.words import plural
from ways_guard.way.jsonl import Line
from ways_guard.way.languages import Language
from ways_guard.way.stubs import SUFFIX, Stub, stub

_FEWEST = 2  # Stubs of a column; one is judged as itself.


@dataclass(frozen=True)
class Told:
    """What was judged: the stub on a line of a file, or a whole column of `stubs`, of which this is the first."""

    file: LocaleFile
    line: Line
    lang: str
    judged: Judgement
    stubs: int
    name: str
    seems: str

    def message(self, what: str, advice: str) -> str:
        """What a finding says: the fault, its evidence, and what to do."""
        column = f"all {plural(self.stubs, f'{self.lang} stub')} together: " if self.stubs > 1 else ""
        return f"{column}{what} ({self.judged.evidence}): {advice}"


def told(repo: RepoFiles) -> Sequence[Told]:
    """Every stub of a repo with its judgement; where all of a language are at fault together, one for all.

    Kept for the repo that was asked for last, since several rules ask. Raises WaysGuardError where the detector
    that ways.json names is not installed.
    """
    if not _last or _last[0][0] is not repo:
        _last[:] = [(repo, tuple(_told(repo)))]
    return _last[0][1]


_last: list[tuple[RepoFiles, Sequence[Told]]] = []


def confirmer_of(repo: RepoFiles) -> Confirmer:
    """The confirmer that a repo asks for."""
    return confirmer(repo.languages, _detector(repo), repo.kept)


def _detector(repo: RepoFiles) -> object:
    return repo.settings.get("lint", {}).get("detector", LANGDETECT)


def sources(ways: Sequence[WayFile]) -> Mapping[Path, Source]:
    """What stubs were translated from, by the path of the way."""
    return {way.file.path: Source(_text(way), way.context.root.canonical) for way in ways if way.file.kind == "way"}


def source_of(file: LocaleFile, ways: Mapping[Path, Source]) -> Source:
    """What the stubs of a file were translated from; an empty text where there is no way."""
    path = file.file.path.with_name(file.file.path.name.removesuffix(SUFFIX) + ".md")
    return ways.get(path, Source("", file.context.root.canonical))


def _text(way: WayFile) -> str:
    fields = way.document.fields or {}
    return " ".join(str(fields[name].value) for name in ("description", "vocabulary") if name in fields)


@dataclass(frozen=True)
class _Stub:
    file: LocaleFile
    line: Line
    stub: Stub
    source: Source


def column_of(repo: RepoFiles, lang: str) -> Sequence[tuple[str, Source]]:
    """The stubs of a language that are judged together: all of them, spread evenly where they are many."""
    return _texts(_columns(repo).get(lang, ()))


def _told(repo: RepoFiles) -> Iterator[Told]:
    confirm, judged = confirmer_of(repo), _judged(repo)
    for lang, column in _columns(repo).items():
        found = [_single(confirm, each, judged) for each in column]
        whole = _whole(confirm, lang, column, found)
        if whole and whole.is_fault:
            yield _named(confirm, column[0], whole, len(column))
        else:
            pairs = [
                pair for pair in zip(column, found, strict=True) if pair[1].is_fault or not _is_source(pair[0])
            ]
            yield from (_named(confirm, *pair, 1) for pair in pairs)
    judged.save()


def _is_source(each: _Stub) -> bool:
    """Whether a stub is in the way's own language, which WG213 is about; here it is only if it is not."""
    return each.stub.lang == each.source.lang


def _judged(repo: RepoFiles) -> Judged:
    languages = (
        f"{language!r} {sorted(language.confusable)}" for language in map(_ordered, repo.languages.values())
    )
    return Judged(repo.kept, repo.repo, digest(str(_detector(repo)), *languages))


def _ordered(language: Language) -> Language:
    """A language without what has no order, for a name that is the same in every process."""
    return replace(language, confusable=frozenset())


def _single(confirm: Confirmer, each: _Stub, judged: Judged) -> Judgement:
    key = digest(each.stub.lang, each.stub.text, each.source.text, each.source.lang)
    found = judged.get(key)
    if found is None:
        found = confirm(each.stub.lang, each.stub.text, each.source)
        judged.put(key, found)
    return found


def _whole(confirm: Confirmer, lang: str, column: Sequence[_Stub], found: Sequence[Judgement]) -> Judgement | None:
    """A judgement of a column; none is needed where most of its stubs are confirmed one by one."""
    confirmed = sum(each.verdict is Verdict.CONFIRMED for each in found)
    if len(column) < _FEWEST or confirmed * 2 > len(column):
        return None
    return confirm.together(lang, _texts(column))


def _stubs(file: LocaleFile, source: Source) -> Iterator[_Stub]:
    """The stubs of a file whose language is known."""
    for line in file.good:
        found = stub(line)
        if found and found.lang in file.context.languages:
            yield _Stub(file, line, found, source)


def _columns(repo: RepoFiles) -> Mapping[str, Sequence[_Stub]]:
    ways = sources(repo.ways)
    columns: dict[str, list[_Stub]] = {}
    for file in sorted(repo.locales, key=lambda file: file.file.path):
        for each in _stubs(file, source_of(file, ways)):
            columns.setdefault(each.stub.lang, []).append(each)
    return columns


def _texts(column: Sequence[_Stub]) -> Sequence[tuple[str, Source]]:
    step = -(-len(column) // COLUMN_STUBS) or 1
    return [(each.stub.text, each.source) for each in column[::step]]


def _named(confirm: Confirmer, first: _Stub, judged: Judgement, stubs: int) -> Told:
    lang = first.stub.lang
    seems = confirm.name(judged.language) if judged.language else ""
    return Told(first.file, first.line, lang, judged, stubs, confirm.name(lang), seems)


def is_other(each: Told) -> bool:
    """Whether it is in another language: WG301."""
    return each.judged.verdict is Verdict.WRONG and not each.judged.form


def is_other_form(each: Told) -> bool:
    """Whether it is in another script or regional form: WG302."""
    return each.judged.verdict is Verdict.WRONG and each.judged.form
