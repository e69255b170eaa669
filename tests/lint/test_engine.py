from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import pytest

from ways_guard.errors import WaysGuardError
from ways_guard.files import read_bytes
from ways_guard.lint import collect, run
from ways_guard.lint.engine import Job, lint_data
from ways_guard.lint.model import (
    ConfigFile,
    Example,
    Finding,
    Hit,
    LocaleFile,
    RecordsFile,
    RepoFiles,
    Rule,
    Severity,
    TextFile,
    WayFile,
)
from ways_guard.way.text import Span

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

_SEEN: list[str] = []


def _lint(job: Job, rules: list[Rule]) -> list[Finding]:
    return lint_data(job, read_bytes(job.file.path), rules)


def _rule(code: str, target: type[TextFile] | type[WayFile] | type[LocaleFile], *hits: Hit) -> Rule:
    def check(subject: TextFile | WayFile | LocaleFile) -> Iterator[Hit]:
        siblings = [sibling.path.name for sibling in subject.context.siblings]
        _SEEN.append(f"{code} {subject.file.kind} {siblings}")
        yield from hits

    return _made(target, check, code)


def _made(target: type[object], check: Callable[..., Iterable[Hit]], code: str = "X") -> Rule:
    example = Example("a/a.md", "")
    return Rule(code, code.lower(), Severity.ERROR, target, check, "W.", "W.", "H.", example, example)


def test_rules_see_the_files_that_they_are_for_and_what_stands_beside_them(lab: Lab) -> None:
    _SEEN.clear()
    lab.write({"ways/a/a.md": "", "ways/a/a.locales.jsonl": "", "ways/a/a.golden.jsonl": "", "ways/a/macro.sh": ""})
    rules = [_rule("T", TextFile), _rule("W", WayFile), _rule("L", LocaleFile)]
    for job in collect.jobs([lab.top / "ways"]):
        _lint(job, rules)
    beside = "['a.golden.jsonl', 'a.locales.jsonl', 'a.md']"
    kinds = ["T golden", "T locales", "L locales", "T way", "W way"]
    assert [f"{kind} {beside}" for kind in kinds] == _SEEN


def test_findings_come_in_order_and_a_hit_may_change_its_severity(lab: Lab) -> None:
    lab.write({"ways/a/a.md": ""})
    job = lab.jobs()[0]
    late, early = Span(2, 1, 2, 2), Span(1, 9, 1, 9)
    rules = [
        _rule("B", WayFile, Hit(late, "b"), Hit(early, "b", severity=Severity.NOTE)),
        _rule("A", TextFile, Hit(late, "a")),
    ]
    assert [
        Finding(job.file.path, early, "B", "b", Severity.NOTE, "b"),
        Finding(job.file.path, late, "A", "a", Severity.ERROR, "a"),
        Finding(job.file.path, late, "B", "b", Severity.ERROR, "b"),
    ] == lint_data(job, b"", rules)


def test_what_is_not_text_is_shown_to_rules_about_bytes_only(lab: Lab) -> None:
    _SEEN.clear()
    lab.write({"ways/a/a.md": b"\xff"})
    _lint(lab.jobs()[0], [_rule("T", TextFile), _rule("W", WayFile)])
    assert ["T way ['a.md']"] == _SEEN


def test_a_file_that_went_away_is_one_line(lab: Lab) -> None:
    lab.write({"ways/a/a.md": ""})
    job = lab.jobs()[0]
    job.file.path.unlink()
    with pytest.raises(WaysGuardError, match=r"a\.md: cannot be read: "):
        _lint(job, [])


def test_records_come_read_with_the_lines_that_are_not_json(lab: Lab) -> None:
    lab.write({"ways/golden-none.jsonl": '{"prompt":"x"}\n{', "ways/a/a.examples.jsonl": '{"prompt":"y"}\n'})

    def check(subject: RecordsFile) -> Iterator[Hit]:
        yield Hit(Span(1, 1, 1, 1), f"{[bool(line.error) for line in subject.lines]}")

    found = [finding.message for job in lab.jobs() for finding in _lint(job, [_made(RecordsFile, check)])]
    assert ["[False]", "[False, True]"] == found


def test_configuration_comes_read_or_with_what_is_wrong(lab: Lab) -> None:
    lab.write({"languages.json": "[1,]", "ways.json": '{"a": 1}'})

    def check(subject: ConfigFile) -> Iterator[Hit]:
        yield Hit(Span(1, 1, 1, 1), str(subject.node.value if subject.node else subject.error))

    found = [finding.message for job in lab.jobs() for finding in _lint(job, [_made(ConfigFile, check)])]
    assert ["a JSON value is missing here", "{'a': 1}"] == found


def test_a_repo_is_shown_whole_and_once_and_its_hits_name_their_file(lab: Lab) -> None:
    lab.write({"ways.json": '{"max_ways": 2, "roots": ["ways"]}', "ways/core.md": "", "ways/b/b.md": ""})
    lab.write({"ways/a/a.md": "", "ways/a/a.locales.jsonl": "", "ways/a/a.golden.jsonl": "", "ways/c.md": b"\xff"})
    seen: list[list[str]] = []

    def check(repo: RepoFiles) -> list[Hit]:
        groups = (repo.ways, repo.locales, repo.records, repo.configs)
        seen.append([subject.file.path.name for group in groups for subject in group])
        return [Hit(Span(1, 1, 1, 1), f"{repo.settings['max_ways']}", path=repo.ways[1].file.path)]

    named = [lab.top / "ways/core.md", lab.top / "ways/a"]
    report = run.run(collect.plan(named), [_made(RepoFiles, check)], lab.top)
    names = ["core.md", "a.md", "b.md", "a.locales.jsonl", "a.golden.jsonl", "ways.json"]
    assert [names] == seen
    assert [("a.md", "2")] == [(finding.path.name, finding.message) for finding in report.findings]
