"""WG801: a committed export of the corpus that is out of date."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from ways_guard.lint.configs import value_span
from ways_guard.lint.model import Example, Hit, RepoFiles, Rule, Severity
from ways_guard.lint.rules import samples
from ways_guard.lint.words import listed
from ways_guard.way import discover

_KEY = ("corpus", "export")


def check(repo: RepoFiles) -> Iterator[Hit]:
    """One hit at the setting, with the files that are not what the ways give now."""
    for config in repo.configs:
        wanted = repo.settings.get("corpus", {}).get("export")
        if config.file.kind == "ways" and isinstance(wanted, str) and (problem := _problem(repo, wanted)):
            yield Hit(value_span(config, _KEY), problem, path=config.file.path)


def _problem(repo: RepoFiles, folder: str) -> str:
    # Imported here and not above: the matcher makes the records, and only repos that commit them need it at all.
    from ways_guard.match import export

    roots = discover.repo_roots(repo.repo)
    if len(roots) != 1:
        return f"an export holds the records of one root, and this repo has {len(roots)}: remove corpus.export"
    wanted = export.files(roots[0], repo.languages)
    stale = sorted(name for name, data in wanted.items() if _on_disk(repo.repo / folder / name) != data)
    if not stale:
        return ""
    state = "is" if len(stale) == 1 else "are"
    return f"{listed(f'{folder}/{name}' for name in stale)} {state} out of date: run ways-guard corpus --hook"


def _on_disk(path: Path) -> bytes | None:
    """A file's bytes with LF, as git has them whatever a checkout made of the line ends."""
    return path.read_bytes().replace(b"\r\n", b"\n") if path.is_file() else None


def _record(description: str) -> str:
    text = {"description": description, "vocabulary": "test coverage"}
    place = {"id": "code/tests", "kind": "canonical", "lang": "en", "threshold": 0.35}
    place |= {"path": samples.PATH, "line": 1}
    return json.dumps({**place, **text}, separators=(",", ":")) + "\n"


def _manifest() -> str:
    inputs = {samples.PATH: hashlib.sha256(samples.TEXT.encode()).hexdigest()}
    counts = {"ways-corpus-en.jsonl": 1, "ways-corpus-multi.jsonl": 1}
    document = {"canonical_language": "en", "counts": counts, "format": 1, "inputs": inputs}
    return json.dumps(document, indent=2) + "\n"


RULE = Rule(
    code="WG801",
    name="stale-export",
    severity=Severity.ERROR,
    target=RepoFiles,
    check=check,
    what="The committed export of the corpus is out of date. `corpus.export` in ways.json names its folder.",
    why=(
        "Tools that read the committed records match by what the ways said at an earlier time, and a review"
        " shows changes of ways without what they change for matching."
    ),
    how="Run `ways-guard corpus --hook` (the pre-commit hook `ways-corpus` does) and commit what it wrote.",
    bad=Example("../corpus/ways-corpus-en.jsonl", _record("Writing unit tests")),
    good=Example("../corpus/ways-corpus-en.jsonl", _record("Writing tests")),
    beside={
        **samples.WAY,
        "../ways.json": '{"corpus": {"export": "corpus"}}\n',
        "../corpus/ways-corpus-multi.jsonl": _record("Writing tests"),
        "../corpus/manifest.json": _manifest(),
    },
)
