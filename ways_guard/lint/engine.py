"""Running rules over files. Values in, findings out; what is read from disk is read here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from ways_guard.lint.model import (
    ConfigFile,
    Context,
    Finding,
    Hit,
    LocaleFile,
    RecordsFile,
    RepoFiles,
    Rule,
    Subject,
    TextFile,
    WayFile,
)
from ways_guard.way import frontmatter, jsonl
from ways_guard.way.discover import File, Root
from ways_guard.way.languages import Languages
from ways_guard.way.positions import JsonSyntaxError, parse
from ways_guard.way.text import Decoded, decode

T = TypeVar("T")
_MARKDOWN = frozenset({"way", "override", "check", "core", "other"})
_RECORDS = frozenset({"examples", "golden", "none-probes"})
_CONFIGS = frozenset({"languages", "ways"})


@dataclass(frozen=True)
class Job:
    """One file to lint, with what belongs to it; `siblings` are the files of its folder, itself included.

    `macro` says whether the folder's macro.sh can be run, None where there is none.
    """

    file: File
    root: Root
    repo: Path
    languages: Languages
    siblings: tuple[File, ...] = ()
    macro: bool | None = None


def lint_data(job: Job, data: bytes, rules: Sequence[Rule]) -> list[Finding]:
    """Lint a file as if it held `data`; findings in order of their place."""
    return judged(subjects(job, decode(data)), job.file.path, rules)


def judged(found: Iterable[object], path: Path, rules: Sequence[Rule]) -> list[Finding]:
    """What the rules say of subjects, in order; hits without a path of their own belong to `path`."""
    findings = [
        _finding(path, rule, hit)
        for subject in found
        for rule in rules
        if isinstance(subject, rule.target)
        for hit in rule.check(subject)
    ]
    return sorted(findings, key=lambda finding: finding.sort_key)


def _finding(path: Path, rule: Rule, hit: Hit) -> Finding:
    severity = hit.severity or rule.severity
    return Finding(hit.path or path, hit.span, rule.code, rule.name, severity, hit.message, hit.fix)


def subjects(job: Job, decoded: Decoded) -> Iterable[Subject]:
    """What rules look at in a file: its bytes, and what they hold when they are text."""
    context = _context(job)
    yield TextFile(job.file, decoded, context)
    if decoded.bad_span:
        return
    if job.file.kind in _MARKDOWN:
        yield WayFile(job.file, decoded.text, frontmatter.parse(decoded.text), context)
    elif job.file.kind == "locales":
        yield LocaleFile(job.file, decoded.text, tuple(jsonl.read(decoded.text)), context)
    elif job.file.kind in _RECORDS:
        yield RecordsFile(job.file, decoded.text, tuple(jsonl.read(decoded.text)), context)
    elif job.file.kind in _CONFIGS:
        yield _config(job.file, decoded.text, context)


def unreadable(job: Job, why: str) -> TextFile:
    """What rules look at in a file whose bytes nobody has."""
    return TextFile(job.file, Decoded(""), _context(job), why)


def _context(job: Job) -> Context:
    return Context(job.repo, job.root, job.languages, job.siblings, job.macro)


def _config(file: File, text: str, context: Context) -> ConfigFile:
    try:
        return ConfigFile(file, text, parse(text), None, context)
    except JsonSyntaxError as error:
        return ConfigFile(file, text, None, error, context)


def together(repo: Path, languages: Languages, settings: Mapping[str, Any], found: Iterable[Subject]) -> RepoFiles:
    """The subjects of a repo's files as one."""
    every = list(found)

    def those(kind: type[T]) -> tuple[T, ...]:
        return tuple(subject for subject in every if isinstance(subject, kind))

    files = those(WayFile), those(LocaleFile), those(RecordsFile), those(ConfigFile)
    return RepoFiles(repo, languages, settings, *files)
