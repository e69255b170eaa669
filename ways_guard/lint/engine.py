"""Running rules over files. Values in, findings out; what is read from disk is read here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ways_guard.files import read_bytes
from ways_guard.lint.model import Context, Finding, Hit, LocaleFile, Rule, Subject, TextFile, WayFile
from ways_guard.way import frontmatter, jsonl
from ways_guard.way.discover import File, Root, classify
from ways_guard.way.languages import Languages
from ways_guard.way.text import Decoded, decode

_MARKDOWN = frozenset({"way", "override", "check", "core", "other"})


@dataclass(frozen=True)
class Job:
    """One file to lint, with what belongs to it."""

    file: File
    root: Root
    repo: Path
    languages: Languages


def lint_job(job: Job, rules: Sequence[Rule]) -> list[Finding]:
    """Lint a file as it is on disk. Raises WaysGuardError when it cannot be read."""
    return lint_data(job, read_bytes(job.file.path), rules)


def lint_data(job: Job, data: bytes, rules: Sequence[Rule]) -> list[Finding]:
    """Lint a file as if it held `data`; findings in order of their place."""
    findings = [
        _finding(job, rule, hit)
        for subject in subjects(job, decode(data))
        for rule in rules
        if isinstance(subject, rule.target)
        for hit in rule.check(subject)
    ]
    return sorted(findings, key=lambda finding: finding.sort_key)


def _finding(job: Job, rule: Rule, hit: Hit) -> Finding:
    severity = hit.severity or rule.severity
    return Finding(job.file.path, hit.span, rule.code, rule.name, severity, hit.message, hit.fix)


def subjects(job: Job, decoded: Decoded) -> Iterable[Subject]:
    """What rules look at in a file: its bytes, and what they hold when they are text."""
    context = Context(job.repo, job.root, job.languages, tuple(_siblings(job)))
    yield TextFile(job.file, decoded, context)
    if decoded.bad_span:
        return
    if job.file.kind in _MARKDOWN:
        yield WayFile(job.file, decoded.text, frontmatter.parse(decoded.text), context)
    elif job.file.kind == "locales":
        yield LocaleFile(job.file, decoded.text, tuple(jsonl.read(decoded.text)), context)


def _siblings(job: Job) -> Iterable[File]:
    for path in sorted(job.file.path.parent.iterdir()):
        file = classify(path, job.root.path, job.languages) if path.is_file() else None
        if file is not None:
            yield file
