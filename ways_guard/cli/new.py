"""`ways-guard new`: the files of a new way."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from ways_guard.cli.say import say
from ways_guard.errors import WaysGuardError
from ways_guard.files import write_atomic
from ways_guard.lint import collect, placing
from ways_guard.lint.codes import chosen
from ways_guard.lint.collect import Repo
from ways_guard.lint.placing import shown
from ways_guard.lint.required import usual
from ways_guard.lint.words import listed
from ways_guard.way import skeleton, stubs
from ways_guard.way.discover import Root
from ways_guard.way.load import load_root


@click.command()
@click.argument("path")
@click.option("--languages", metavar="CODES", help="Stubs for these, such as de,ja.")
@click.option("--all-active", is_flag=True, help="Stubs for every active language of languages.json.")
@click.option("--no-stubs", is_flag=True, help="No locale file.")
def new(path: str, *, languages: str | None, all_active: bool, no_stubs: bool) -> None:
    """Start a way at PATH, such as code/tests: its file, its stubs and its examples, all to be filled in.

    PATH is an id below the root of the way repo that this folder is in, or the path of a file such as
    ./ways/code/tests/tests.md. Without options there is a stub for each language that `lint.require` names, else
    for those that most ways of the repo have. What is still empty is a finding of ways-guard lint.

    Exit code 0; 2: nothing was made, because the name will not do or a file is there already.
    """
    if sum((languages is not None, all_active, no_stubs)) > 1:
        raise click.UsageError("give one of --languages, --all-active and --no-stubs")
    repo = collect.open_repo(Path())
    root, way = placing.place(repo, path)
    placing.check(root, way)
    codes = () if no_stubs else _codes(repo, root, languages, all_active=all_active)
    files = _files(repo, root, way, codes)
    _make(files)
    for file in files:
        say(f"made {shown(file)}: {_task(file, codes)}")
    if not (codes or no_stubs):
        say("no stubs, since most ways here have none: --languages makes them")
    say(f"then run: ways-guard lint {shown(root.path / way)}")


def _codes(repo: Repo, root: Root, languages: str | None, *, all_active: bool) -> Sequence[str]:
    if languages is not None:
        codes = chosen(languages, repo.languages)
        if root.canonical in codes:
            raise WaysGuardError(
                f'"{root.canonical}" is what ways are written in here: stubs are for other languages'
            )
        return codes
    if all_active:
        found = [code for code, language in repo.languages.items() if language.active]
    else:
        asked = repo.settings.get("require")
        found = asked if asked is not None else usual(_spoken(repo))
    return sorted(set(found) - {root.canonical})


def _spoken(repo: Repo) -> list[frozenset[str]]:
    """The languages of each way that is found by meaning."""
    ways = [way for root in repo.roots for way in load_root(root, repo.languages).ways if way.text]
    return [
        frozenset(stub.lang for stub in way.stubs) | {override.lang for override in way.overrides} for way in ways
    ]


def _files(repo: Repo, root: Root, way: str, codes: Sequence[str]) -> Mapping[Path, str]:
    folder = root.path / way
    language = repo.languages.get(root.canonical)
    texts = {
        f"{folder.name}.md": skeleton.way(folder.name, language.name if language else root.canonical),
        f"{folder.name}.locales.jsonl": skeleton.locales(codes),
        f"{folder.name}.examples.jsonl": skeleton.examples([root.canonical]),
    }
    return {folder / name: text for name, text in texts.items() if text}


def _make(files: Mapping[Path, str]) -> None:
    for path in files:
        if os.path.lexists(path):
            raise WaysGuardError(f"{shown(path)} is there already: nothing was made")
    for path, text in files.items():
        write_atomic(path, text.encode("utf-8"))


_TASKS = {
    ".md": "write description, vocabulary and guidance",
    ".locales.jsonl": "translate both into",
    ".examples.jsonl": "write a few prompts that need this way",
}


def _task(path: Path, codes: Sequence[str]) -> str:
    """What is left to write in a file."""
    suffix = path.name[path.name.index(".") :]
    return f"{_TASKS[suffix]} {listed(codes)}" if suffix == stubs.SUFFIX else _TASKS[suffix]
