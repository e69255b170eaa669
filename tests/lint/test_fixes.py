from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ways_guard.lint import rules
from ways_guard.lint.collect import jobs
from ways_guard.lint.engine import Job, lint_data
from ways_guard.lint.fixes import apply, fixed
from ways_guard.lint.model import Edit, Fix
from ways_guard.way import jsonl
from ways_guard.way.stubs import FORBIDDEN_KEYS, KEYS

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

_ALL = rules.selected()


def test_edits_are_made_where_they_say_whatever_their_order() -> None:
    fixes = [Fix((Edit(4, 5, "E"), Edit(0, 1, ""))), Fix((Edit(2, 2, "+"),))]
    assert "b+cdE" == apply("abcde", fixes)


def test_a_fix_that_overlaps_an_earlier_one_waits_as_a_whole() -> None:
    assert "Xcde" == apply("abcde", [Fix((Edit(0, 2, "X"),)), Fix((Edit(1, 3, "Y"), Edit(4, 5, "Z")))])


def test_neighbours_do_not_overlap() -> None:
    assert "XYc" == apply("abc", [Fix((Edit(0, 1, "X"),)), Fix((Edit(1, 2, "Y"),))])


def test_a_fix_that_two_findings_share_is_made_once() -> None:
    fix = Fix((Edit(1, 1, "-"),))
    assert "a-b" == apply("ab", [fix, fix])


def test_fixes_that_uncover_fixes_are_made_in_one_run(lab: Lab, stubs: Callable[..., list[str]]) -> None:
    stubs(
        '{"description":"b","lang":"pt_BR","vocabulary":"v","embed_threshold":0.5}\r\n\n'
        '{"embed_model":"x","lang":"de","description":"a","vocabulary":"v"}\n'
        '{"lang":"de","vocabulary":"v","description":"a"}'
    )
    lab.fix()
    german = '{"lang":"de","description":"a","vocabulary":"v"}\n'
    brazilian = '{"lang":"pt-br","description":"b","vocabulary":"v"}\n'
    assert (german + brazilian).encode() == lab.read(lab.locales)
    assert [] == lab.lines("WG0", "WG1", "WG2")


@pytest.fixture(scope="module")
def job(tmp_path_factory: pytest.TempPathFactory) -> Job:
    top: Path = tmp_path_factory.mktemp("fixes")
    folder = top / "ways/code/tests"
    folder.mkdir(parents=True)
    (folder / "tests.md").write_text("---\ndescription: d\nvocabulary: v\n---\n")
    (folder / "tests.locales.jsonl").touch()
    return next(job for job in jobs([top]) if job.file.kind == "locales")


_SPACE = st.sampled_from(["", "", " ", "  ", "\t"])
_LANGS = st.sampled_from(["de", "fr", "pt-br", "pt_BR", "German", "zh_TW", "xx", "", "sv"])
_WORDS = st.text(alphabet='ab é"\\\u2028\U0001f600д', max_size=6)
_VALUES = st.one_of(_WORDS, st.integers(), st.none(), st.just(["v"]))


@st.composite
def _line(draw: st.DrawFn) -> str:
    """A line of a locale file as people and tools write them, good and bad."""
    if draw(st.integers(0, 19)) == 0:
        return draw(st.sampled_from(["", "  ", "{bad", "[]", '{"lang":"de"', "\ufeff{}"]))
    keys = draw(st.permutations(KEYS))
    members: list[tuple[str, Any]] = [(key, draw(_LANGS if key == "lang" else _WORDS)) for key in keys]
    extra = st.tuples(st.sampled_from([*FORBIDDEN_KEYS, *KEYS, "note"]), _VALUES)
    for member in draw(st.lists(extra, max_size=2)):
        members.insert(draw(st.integers(0, len(members))), member)
    parts = []
    for key, value in members:
        shown = json.dumps(value, ensure_ascii=draw(st.booleans()))
        parts.append(f'{draw(_SPACE)}"{key}"{draw(_SPACE)}:{draw(_SPACE)}{shown}{draw(_SPACE)}')
    return draw(_SPACE) + "{" + ",".join(parts) + "}" + draw(_SPACE)


@st.composite
def _files(draw: st.DrawFn) -> str:
    lines = draw(st.lists(_line(), max_size=5))
    text = "".join(line + draw(st.sampled_from(["\n", "\n", "\n", "\r\n"])) for line in lines)
    return draw(st.sampled_from(["", "\ufeff"])) + (text if draw(st.booleans()) else text.removesuffix("\n"))


@settings(deadline=None, max_examples=100)
@given(text=_files())
def test_a_forbidden_key_goes_without_touching_another_line(job: Job, text: str) -> None:
    before, after = (
        text.split("\n"),
        fixed(job, text.encode(), rules.selected(["WG203"])).decode().split("\n"),
    )
    assert len(before) == len(after)
    for one, other in zip(before, after, strict=True):
        assert one == other or any(f'"{key}"' in one for key in FORBIDDEN_KEYS)
        assert not any(line.member(key) for line in jsonl.read(other) for key in FORBIDDEN_KEYS)


@settings(deadline=None, max_examples=100)
@given(data=st.binary(max_size=60))
def test_any_bytes_can_be_linted_and_fixed(job: Job, data: bytes) -> None:
    for finding in lint_data(job, data, _ALL):
        assert (1, 1) <= (finding.span.line, finding.span.column)
    assert fixed(job, data, _ALL) == fixed(job, fixed(job, data, _ALL), _ALL)
