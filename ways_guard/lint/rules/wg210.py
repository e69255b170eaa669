"""WG210: a way without a stub in a language that the repo's ways have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from ways_guard.lint.model import Example, Hit, LocaleFile, RepoFiles, Rule, Severity, WayFile
from ways_guard.lint.required import usual
from ways_guard.lint.rules import samples
from ways_guard.lint.words import listed
from ways_guard.way.stubs import SUFFIX, lang_of
from ways_guard.way.text import START


def check(repo: RepoFiles) -> Iterator[Hit]:
    """One hit a way, with all that it lacks; at its locale file, or at the way where there is none."""
    locales = {file.file.path: file for file in repo.locales}
    spoken = {way.file.path: _languages(way, locales) for way in repo.ways if _is_matched(way)}
    asked = repo.settings.get("lint", {}).get("require")
    required = asked if asked is not None else usual(spoken.values())
    for way in repo.ways:
        if way.file.path not in spoken:
            continue
        own, canonical = spoken[way.file.path], way.context.root.canonical
        missing = [lang for lang in required if lang not in own and lang != canonical]
        if missing:
            path = _locale_path(way)
            yield _hit(path if path in locales else way.file.path, missing, own, asked is not None, path.name)


def _is_matched(way: WayFile) -> bool:
    """Whether the way is found by meaning; what only a trigger fires needs no translation."""
    fields = way.document.fields or {}
    return way.file.kind == "way" and bool(fields.keys() & {"description", "vocabulary"})


def _locale_path(way: WayFile) -> Path:
    return way.file.path.with_name(way.file.path.stem + SUFFIX)


def _languages(way: WayFile, locales: Mapping[Path, LocaleFile]) -> frozenset[str]:
    """The languages of a way's stubs and overrides."""
    file = locales.get(_locale_path(way))
    stubs = {lang_of(line) for line in file.good} if file else set()
    overrides = {sibling.lang for sibling in way.context.siblings if sibling.kind == "override"}
    return frozenset(lang for lang in stubs | overrides if lang)


def _hit(path: Path, missing: list[str], own: frozenset[str], asked: bool, name: str) -> Hit:
    why = "lint.require asks for it" if asked else "most of the repo's ways have it"
    codes = listed(f'"{lang}"' for lang in missing)
    message = (
        f"no stub in {codes}: add it, since {why}" if own else f"no stubs: write {name} with {codes}, since {why}"
    )
    return Hit(START, message, severity=Severity.ERROR if asked else None, path=path)


RULE = Rule(
    code="WG210",
    name="missing-language",
    severity=Severity.WARNING,
    target=RepoFiles,
    check=check,
    what=(
        "A way has no stub in a required language. Required is what `lint.require` in ways.json lists (an "
        "error), else what more than half of the repo's translated ways have (a warning). Ways that only "
        "triggers fire need none."
    ),
    why=(
        "In a language without a stub the way is found by its English text alone, which is enough for some "
        "prompts and not for others. A way that was added without translations looks like all the rest."
    ),
    how=(
        "Write the stubs, or an override. To ask for fewer languages, or for none, set `lint.require` in "
        'ways.json; `"require": []` asks for nothing.'
    ),
    bad=Example(samples.LOCALES, samples.GERMAN),
    good=Example(samples.LOCALES, samples.GERMAN + samples.FRENCH),
    beside={
        **samples.WAY,
        "code/names/names.md": samples.way("Naming things", "name identifier"),
        "code/names/names.locales.jsonl": (
            samples.stub("de", "Dinge benennen", "Name Bezeichner")
            + samples.stub("fr", "Nommer les choses", "nom identifiant")
        ),
        "../ways.json": '{"lint": {"require": ["de", "fr"]}}\n',
    },
)
