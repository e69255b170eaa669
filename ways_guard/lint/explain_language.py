"""What the judgement of one stub's language rests on: `ways-guard lint --explain-language FILE:LINE`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ways_guard.errors import WaysGuardError
from ways_guard.lint import collect
from ways_guard.lint.confirm import Confirmer
from ways_guard.lint.languages import column_of, confirmer_of, source_of, sources
from ways_guard.lint.model import LocaleFile, RepoFiles
from ways_guard.lint.shelf import Shelf
from ways_guard.lint.tree import Tree
from ways_guard.lint.words import plural
from ways_guard.way.stubs import Stub, stub


def explained(place: str, tree: Tree, kept: Path | None = None) -> list[str]:
    """The lines for the stub at a `FILE:LINE`; `kept` is a folder for what is slow to make.

    Raises WaysGuardError where there is no stub at that place.
    """
    name, _, number = place.rpartition(":")
    if not (name and number.isdecimal()):
        raise WaysGuardError(f"{place}: name a line of a locale file, as ways/code/tests/tests.locales.jsonl:3")
    plan = collect.plan([Path(name)], tree=tree)
    shelf = Shelf(plan.repos[0], tree)
    subjects = [subject for job in plan.jobs for subject in shelf.subjects(job)]
    file = next((subject for subject in subjects if isinstance(subject, LocaleFile)), None)
    found = _stub(file, int(number)) if file else None
    if file is None or found is None:
        raise WaysGuardError(f"{place}: no stub here: name a line of a locale file that has all three keys")
    repo = replace(shelf.whole, kept=kept)
    confirm = confirmer_of(repo)
    lines = confirm.explained(found.lang, found.text, source_of(file, sources(repo.ways)))
    return [*lines, *_column(repo, confirm, found.lang)]


def _stub(file: LocaleFile, number: int) -> Stub | None:
    return next((stub(line) for line in file.good if line.number == number), None)


def _column(repo: RepoFiles, confirm: Confirmer, lang: str) -> Sequence[str]:
    """What all stubs of the language say together."""
    texts = column_of(repo, lang)
    if len(texts) < 2:
        return ()
    judged = confirm.together(lang, texts)
    return (f"all {plural(len(texts), f'{lang} stub')} together: {judged.verdict.value}: {judged.evidence}",)
