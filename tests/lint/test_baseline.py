from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from jsonschema import Draft202012Validator

from ways_guard.errors import WaysGuardError
from ways_guard.lint import baseline, collect, rules, run
from ways_guard.lint.baseline import Entry
from ways_guard.lint.run import Options, Report
from ways_guard.way import schema

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

_WAY = "---\ndescription: Writing tests\nvocabulary: test\n{}---\nBody.\n"
_GERMAN = '{"lang":"de","description":"Größe prüfen","vocabulary":"Test","embed_threshold":0.7}\n'
_FRENCH = _GERMAN.replace('"de"', '"fr"').replace("Größe prüfen", "vérifier la taille")
_CODES = ("WG0", "WG1", "WG2", "WG6")


@pytest.fixture(autouse=True)
def _files(lab: Lab) -> None:
    lab.write({lab.way: _WAY.format("weight: 3\n"), lab.locales: _GERMAN + _FRENCH})


def _run(lab: Lab, *paths: str, codes: tuple[str, ...] = _CODES, **options: bool | Path) -> Report:
    plan = collect.plan([lab.top / path for path in paths or (".",)])
    return run.run(plan, rules.selected(codes), lab.top, Options(**options))  # type: ignore[arg-type]


def _write(lab: Lab, *paths: str) -> Report:
    return _run(lab, *paths, write_baseline=True)


def _codes(report: Report) -> list[str]:
    return [finding.code for finding in report.findings]


def _entries(lab: Lab) -> list[list[str]]:
    document = json.loads(lab.read(baseline.FILE_NAME))
    Draft202012Validator(schema.load("baseline")).validate(document)
    return [[entry["path"], entry["code"]] for entry in document["findings"]]


def test_what_the_baseline_knows_is_not_shown_and_fails_nothing(lab: Lab) -> None:
    assert ["WG203", "WG203", "WG103"] == _codes(_run(lab))
    written = _write(lab)
    assert ([], 3, False) == (_codes(written), written.baselined, written.failed)
    assert [[lab.locales, "WG203"], [lab.locales, "WG203"], [lab.way, "WG103"]] == _entries(lab)
    after = _run(lab, strict=True)
    assert ([], 3, 0, False) == (_codes(after), after.baselined, after.stale, after.failed)
    assert ["WG203", "WG203", "WG103"] == _codes(_run(lab, use_baseline=False))


def test_what_is_new_is_shown_wherever_the_old_lines_went(lab: Lab) -> None:
    _write(lab)
    spanish = _GERMAN.replace('"de"', '"es"').replace("Größe prüfen", "comprobar el tamaño")
    lab.write({lab.locales: _GERMAN + spanish + _FRENCH, lab.way: _WAY.format("# new\nweight: 4\nheight: 1\n")})
    report = _run(lab)
    assert [("WG203", 2), ("WG103", 6)] == [(finding.code, finding.span.line) for finding in report.findings]


def test_its_bytes_are_the_same_for_the_same_findings(lab: Lab) -> None:
    _write(lab)
    before = lab.read(baseline.FILE_NAME)
    lab.write({lab.locales: "\n" + _GERMAN + _FRENCH})
    lab.write({lab.locales: _GERMAN + _FRENCH})
    _write(lab)
    assert before == lab.read(baseline.FILE_NAME)
    assert (True, b"\n") == (before.isascii(), before[-1:])


def test_an_entry_whose_finding_is_gone_is_stale_and_fails_a_strict_run(lab: Lab) -> None:
    _write(lab)
    lab.write({lab.locales: _GERMAN})
    assert (1, False) == ((report := _run(lab)).stale, report.failed)
    assert _run(lab, strict=True).failed
    _write(lab)
    assert [[lab.locales, "WG203"], [lab.way, "WG103"]] == _entries(lab)
    assert 0 == _run(lab).stale
    (lab.top / lab.locales).unlink()
    assert 1 == _run(lab).stale


def test_a_run_over_some_files_or_rules_says_nothing_of_the_others(lab: Lab) -> None:
    _write(lab)
    lab.write({lab.way: _WAY.format(""), lab.locales: _GERMAN})
    assert [2, 1, 1, 0] == [
        _run(lab).stale,
        _run(lab, lab.way).stale,
        _run(lab, codes=("WG203",)).stale,
        _run(lab, codes=("WG209",)).stale,
    ]
    _write(lab, lab.way)
    assert [[lab.locales, "WG203"], [lab.locales, "WG203"]] == _entries(lab)


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("ways/code/tests/tests.md", b"---\na: \xff\n---\n", "WG001"),
        ("ways/code/tests/tests.md", b"---\na: 1\n", "WG101"),
        ("ways/code/tests/tests.md", b"---\na: b: c\n---\n", "WG102"),
        ("ways/code/tests/tests.locales.jsonl", b'{"lang"\n', "WG201"),
        ("languages.json", b"{", "WG601"),
        ("ways.json", b"{", "WG602"),
    ],
)
def test_what_cannot_be_read_is_never_hidden(lab: Lab, name: str, content: bytes, code: str) -> None:
    lab.write({name: content})
    written = _write(lab)
    assert (True, True) == (code in _codes(written), written.failed)
    assert code in _codes(_run(lab))
    assert code not in {entry[1] for entry in _entries(lab)}


def test_a_hand_written_entry_does_not_hide_it_either(lab: Lab) -> None:
    lab.write({lab.way: "---\na: b: c\n---\n"})
    finding = next(finding for finding in _run(lab).findings if finding.code == "WG102")
    data = baseline.data([Entry(lab.way, "WG102", finding.fingerprint)])
    lab.write({baseline.FILE_NAME: data})
    assert "WG102" in _codes(_run(lab))


def test_what_else_is_wrong_with_a_configuration_can_be_known(lab: Lab) -> None:
    lab.write({"ways.json": '{"nope": 1}', lab.way: "\ufeff" + _WAY.format("")})
    assert {"WG602", "WG001"} <= set(_codes(_run(lab)))
    assert [] == _codes(_write(lab))


def test_another_file_can_be_named(lab: Lab, tmp_path: Path) -> None:
    other = tmp_path / "elsewhere.json"
    _run(lab, baseline=other, write_baseline=True)
    assert not (lab.top / baseline.FILE_NAME).exists()
    assert ([], 3) == (_codes(_run(lab, baseline=other)), len(_run(lab).findings))


def test_no_file_knows_nothing(tmp_path: Path) -> None:
    assert frozenset() == baseline.read(tmp_path / "none.json")


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"{", b"[]", b"{}", b"\xff", b'{"version": 1}', b'{"version": 99, "findings": []}'),
        *(b'{"version": 1, "findings": [1]}', b'{"version": 1, "findings": 1}'),
        b'{"version": 1, "findings": [{"path": "a", "code": 1, "fingerprint": "x"}]}',
    ],
)
def test_a_file_that_is_no_baseline_is_an_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "b.json"
    path.write_bytes(content)
    with pytest.raises(WaysGuardError, match="--write-baseline"):
        baseline.read(path)


def test_several_repos_are_not_one_baseline(lab: Lab, tmp_path: Path) -> None:
    other = tmp_path / "other/ways/x/x.md"
    other.parent.mkdir(parents=True)
    other.write_text("---\na: 1\n---\n")
    with pytest.raises(WaysGuardError, match="one at a time"):
        _write(lab, ".", str(tmp_path / "other"))
