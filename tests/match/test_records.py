from __future__ import annotations

import time
from pathlib import Path

from ways_guard.constants import BODY_SECTION_CHARACTERS
from ways_guard.match import build, records
from ways_guard.match.records import Record
from ways_guard.way.discover import Root
from ways_guard.way.load import load_root

from .repo import LANGUAGES, SECURITY, jsonl, way, write


def _records(root: Root) -> list[Record]:
    return records.of_ways(load_root(root, LANGUAGES).ways)


def _of(root: Root, node: str) -> list[tuple[str, str]]:
    return [(record.kind, record.lang) for record in _records(root) if record.id == node]


def test_a_way_is_known_by_its_text_body_stubs_and_examples(repo: Root) -> None:
    expected = [
        ("stub", "ar"),
        ("stub", "de"),
        ("example", "de"),
        ("canonical", "en"),
        ("example", "en"),
        ("example", "en"),
        ("body", "en"),
        ("stub", "ja"),
    ]
    assert expected == _of(repo, "delivery/commits")


def test_an_override_stands_in_for_its_languages_stub(repo: Root) -> None:
    kinds = _of(repo, "code/security")
    assert ("override", "de") in kinds
    assert ("stub", "de") not in kinds
    assert ("stub", "ja") in kinds


def test_an_override_without_a_description_is_known_by_the_start_of_its_body(repo: Root) -> None:
    body = "# Sicherheit\n\nJede Eingabe gilt als feindlich, bis sie geprüft ist."
    write(repo.path, {f"{SECURITY}.de.md": f"{body}\n\n# Weiter\n\n{'Noch ein Abschnitt. ' * 4}"})
    assert [body] == [record.embedded for record in _records(repo) if record.kind == "override"]


def test_a_way_without_text_has_no_row(repo: Root) -> None:
    assert {"licences", "start"}.isdisjoint(record.id for record in _records(repo))


def test_a_language_is_one_run_of_rows(repo: Root) -> None:
    langs = [record.lang for record in _records(repo)]
    assert sorted(langs) == langs


def test_a_record_tells_where_it_was_written(repo: Root) -> None:
    for record in _records(repo):
        line = (repo.path / record.path).read_text(encoding="utf-8").splitlines()[record.line - 1]
        if record.kind in ("stub", "example"):
            assert (record.prompt or record.description) in line
        else:
            assert 1 == record.line
    assert {0.4} == {record.threshold for record in _records(repo) if record.id == "code/security"}


def test_what_is_embedded_is_the_text_in_the_way(repo: Root) -> None:
    embedded = {(record.kind, record.embedded) for record in _records(repo) if record.id == "code/tests"}
    assert (
        "canonical",
        "Write or fix automated tests and cover new behaviour test unit coverage mock fixture flaky pytest",
    ) in embedded
    assert ("example", "Add a test for the new parser") in embedded


def test_sections_are_cut_at_headings_to_what_a_model_reads() -> None:
    body = (
        f"intro {'a' * 50}\n# One\n{'b' * 5_000}\n## Two <!-- {'hidden ' * 20} -->\nshort\n### Three\n{'c ' * 30}"
    )
    found = records.sections(body)
    assert [
        f"intro {'a' * 50}",
        f"# One\n{'b' * 5_000}"[:BODY_SECTION_CHARACTERS],
        f"### Three\n{'c ' * 30}".strip(),
    ] == found


def test_a_record_is_written_as_one_line_of_json_whatever_it_holds(tmp_path: Path) -> None:
    prompt = 'a "quoted" \u2028 line\nand \ud800 日本'
    root = write(tmp_path, {"a/a.md": way("", description="d"), "a/a.examples.jsonl": jsonl({"prompt": "x"})})
    record = Record("a", "example", "en", 0.35, "a/a.examples.jsonl", 1, prompt=prompt)
    written = build.lines([record, *_records(root)])
    assert 3 == len(written.splitlines())
    assert "日本".encode() in written
    assert b"vocabulary" not in written


def test_comments_say_nothing_and_one_without_an_end_hides_the_rest() -> None:
    said = "Treat all input as hostile, and validate it on the server."
    assert [said] == records.sections(f"<!-- {said} -->\n{said}\n<!-- {said}\n\n{said}")


def test_many_beginnings_of_comments_take_no_time() -> None:
    start = time.perf_counter()
    assert [] == records.sections("<!--" * 100_000)
    assert time.perf_counter() - start < 1
