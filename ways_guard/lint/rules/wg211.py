"""WG211: a stub with the text of another way, or of another language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from ways_guard.lint.model import Example, Hit, LocaleFile, RepoFiles, Rule, Severity, WayFile
from ways_guard.lint.rules import samples
from ways_guard.lint.texts import bare_text, shown_path
from ways_guard.way.jsonl import Line
from ways_guard.way.languages import Languages
from ways_guard.way.stubs import SUFFIX, Stub, stub

_WORD = re.compile(r"[\w'’.+#-]+")
_FEWEST = 12  # Letters that two languages do not share by chance.
_FEWEST_HAN = 8  # A Han character says as much as several letters.
_HAN = re.compile("[\u3400-\u9fff]")


def check(repo: RepoFiles) -> Iterator[Hit]:
    """One hit for each stub whose description an earlier one has."""
    canonical = {way.file.path: _canonical(way) for way in repo.ways if way.file.kind == "way"}
    first: dict[tuple[str, str], tuple[LocaleFile, Line]] = {}
    for file in repo.locales:
        own = canonical.get(_way_path(file), "")
        told: dict[str, Stub] = {}
        for line in file.good:
            found = stub(line)
            text = bare_text(found.description) if found else ""
            if found is None or not text or _is_borrowed(found.description, own):
                continue
            hit = _between_languages(found, told.setdefault(text, found), repo.languages)
            other = first.setdefault((found.lang, text), (file, line))
            if other[0] is not file and not _same(canonical, file, other[0]):
                hit = _between_ways(found, *other, repo.repo)
            if hit:
                yield Hit(line.value_span("description"), hit, path=file.file.path)


def _way_path(file: LocaleFile) -> Path:
    return file.file.path.with_name(file.file.path.name.removesuffix(SUFFIX) + ".md")


def _canonical(way: WayFile) -> str:
    fields = way.document.fields or {}
    return " ".join(str(fields[name].value) for name in ("description", "vocabulary") if name in fields)


def _is_borrowed(description: str, canonical: str) -> bool:
    """Whether every word is one of the way's own text: names of tools are the same in all languages."""
    known = {word.casefold() for word in _WORD.findall(canonical)}
    return all(word.casefold() in known for word in _WORD.findall(description))


def _same(canonical: Mapping[Path, str], one: LocaleFile, other: LocaleFile) -> bool:
    """Whether two ways say the same in the canonical language: then their stubs may."""
    return canonical.get(_way_path(one), "") == canonical.get(_way_path(other), "") != ""


def _between_ways(found: Stub, file: LocaleFile, line: Line, repo: Path) -> str:
    place = f"{shown_path(file.file.path, repo)}:{line.number}"
    return (
        f"the same {found.lang} text as in {place}: say what this way is for, or prompts cannot tell the two apart"
    )


def _between_languages(found: Stub, other: Stub, languages: Languages) -> str:
    if found.lang == other.lang or _are_near(found.lang, other.lang, languages):
        return ""
    text = bare_text(found.description)
    if len(text) < (_FEWEST_HAN if _HAN.search(text) else _FEWEST):
        return ""
    return f'the same text as "{other.lang}" on line {other.line}: translate one of the two'


def _are_near(one: str, other: str, languages: Languages) -> bool:
    """Whether two languages may well word a sentence alike: kin, or forms of one language."""
    language = languages.get(one)
    return one.split("-")[0] == other.split("-")[0] or bool(language and other in language.confusable)


RULE = Rule(
    code="WG211",
    name="copied-text",
    severity=Severity.WARNING,
    target=RepoFiles,
    check=check,
    what=(
        "A stub has the description of another way, or of another language's stub. Languages that are near "
        "each other (`pt` and `pt-br`, `nb` and `da`) may agree, and so may texts made of words of the "
        "English text, such as names of tools."
    ),
    why=(
        "It is a line that was copied and not yet translated, or pasted into the wrong file. Prompts in "
        "that language find the wrong way, or both."
    ),
    how="Write the description that belongs there.",
    bad=Example(samples.LOCALES, samples.GERMAN + samples.stub("fr", "Tests schreiben", "test couverture")),
    good=Example(samples.LOCALES, samples.GERMAN + samples.FRENCH),
    beside=samples.WAY,
)
