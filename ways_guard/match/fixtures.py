"""Language fixtures: what somebody types in a language, and the English description that a model must find."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ways_guard.constants import FIXTURE_RIVALS
from ways_guard.errors import WaysGuardError
from ways_guard.files import read_bytes
from ways_guard.way import discover, jsonl, schema
from ways_guard.way.languages import Languages
from ways_guard.way.text import decode

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

SHIPPED = Path(__file__).parent / "data" / "fixtures.jsonl"
DESCRIBED_IN = "en"  # The language of descriptions, which needs no fixtures.
NAME = "languages.fixtures.jsonl"  # Beside a way repo's languages.json.


@dataclass(frozen=True)
class Fixture:
    """A prompt in a language, the description of what it asks for, and the score that both must have together.

    `native` is the description in that language, "" where nobody wrote it. `rivals` are the descriptions that the
    right one must come before; it is among them.
    """

    lang: str
    prompt: str
    description: str
    min_similarity: float
    native: str = ""
    rivals: tuple[str, ...] = ()


def of_file(path: Path, languages: Languages) -> tuple[Fixture, ...]:
    """The fixtures of a file alone. Raises WaysGuardError with path and line for what is no fixture."""
    found = _read(path, languages)
    rivals = _descriptions(found)
    if len(rivals) < FIXTURE_RIVALS:
        rivals = tuple(dict.fromkeys((*rivals, *_descriptions(_read(SHIPPED, languages)))))
    return tuple(replace(fixture, rivals=rivals) for fixture in found)


def of_repo(repo: Path | None, languages: Languages) -> tuple[Fixture, ...]:
    """The shipped fixtures; a repo's own take the place of those in the same language.

    Raises WaysGuardError as `of_file` does, and for a file that lies outside the repo by a link.
    """
    path = repo / NAME if repo else None
    if repo is None or path is None or not (path.exists() or path.is_symlink()):
        return of_file(SHIPPED, languages)
    if discover.leads_out(repo, path):
        raise WaysGuardError(f"{path}: is a link out of the repo: put the file itself there")
    own = of_file(path, languages)
    theirs = {fixture.lang for fixture in own}
    return tuple(fixture for fixture in of_file(SHIPPED, languages) if fixture.lang not in theirs) + own


def _descriptions(found: Iterable[Fixture]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(fixture.description for fixture in found))


def _read(path: Path, languages: Languages) -> list[Fixture]:
    decoded = decode(read_bytes(path))
    if decoded.bad_span:
        raise WaysGuardError(f"{path}:{decoded.bad_span.line}: not UTF-8: save the file as UTF-8")
    lines = jsonl.read(decoded.text)
    for line in lines:
        if problem := line.error or _problem(line.value, languages):
            raise WaysGuardError(f"{path}:{line.number}: {problem}; ways-guard schema fixture shows the format")
    return [Fixture(**line.value) for line in lines]


def _problem(value: Mapping[str, Any], languages: Languages) -> str:
    """What is wrong with a line, "" where nothing is."""
    wanted = schema.properties("fixture")
    for error in _validator().iter_errors(dict(value)):
        key = next(iter(error.absolute_path), None)
        return f'"{key}" is not as it must be: {wanted[str(key)]["description"]}' if key else error.message[:200]
    lang = value["lang"]
    if lang in languages:
        return ""
    meant = languages.suggest(lang)
    advice = f'did you mean "{meant}"?' if meant else "add it to the repo's languages.json"
    return f'"{lang}" is no code of a language: {advice}'


@functools.cache
def _validator() -> Draft202012Validator:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(schema.load("fixture"))
