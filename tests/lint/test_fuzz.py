"""Fixes and `fmt` on generated files: nothing but what a fix is about changes, and doing it twice is doing it once.

Each property sees 100 files, and as many as WAYS_GUARD_EXAMPLES says in the nox session `fuzz`.
"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ways_guard.lint import rules
from ways_guard.lint.collect import jobs
from ways_guard.lint.engine import Job, lint_data
from ways_guard.lint.fixes import fixed
from ways_guard.lint.form import UnreadableError, formed
from ways_guard.way import frontmatter, jsonl
from ways_guard.way.jsonl import Line
from ways_guard.way.languages import load_bundled
from ways_guard.way.stubs import FORBIDDEN_KEYS, KEYS
from ways_guard.way.text import decode

_FILES = settings(deadline=None, max_examples=int(os.environ.get("WAYS_GUARD_EXAMPLES", "100")))
_ALL = list(rules.RULES.values())

# --- files as people and tools write them, good and bad

_SPACE = st.sampled_from(["", "", " ", "  ", "\t"])
_END = st.sampled_from(["\n", "\n", "\n", "\r\n"])
_LANGS = st.sampled_from(["de", "de", "fr", "pt-br", "pt_BR", "German", "zh_TW", "en", "xx", "", "sv", "ja", "ru"])
_WORDS = st.lists(
    st.sampled_from(
        [
            "git push",
            "git push",
            "unit",
            "Größe",
            "Gro\u0308\u00dfe",
            "テスト",
            "テスト",
            "тест",
            "t\u0435st",
            'a"b\\',
            "zero\u200bwidth",
            "jo\u2060in",
            "tur\u202en",
            "نمی\u200cشود",
            "\U0001f469\u200d\U0001f4bb",
            "\u2028",
            "\ufa19",
            "\x07",
            ",",
        ]
    ),
    max_size=5,
).map(" ".join)
_VALUES = st.one_of(_WORDS, st.integers(), st.none(), st.just(["v"]), st.just({"a": 1.0}))


@st.composite
def _line(draw: st.DrawFn) -> str:
    """A line of a locale file."""
    if draw(st.integers(0, 29)) == 0:
        return draw(st.sampled_from(["", "  ", "{bad", "[]", '{"lang":"de"', "\ufeff{}", "\u2028"]))
    members: list[tuple[str, Any]] = [
        (key, draw(_LANGS if key == "lang" else _WORDS)) for key in draw(st.permutations(KEYS))
    ]
    extra = st.tuples(st.sampled_from([*FORBIDDEN_KEYS, *FORBIDDEN_KEYS, *KEYS, "note"]), _VALUES)
    for member in draw(st.lists(extra, max_size=2)):
        members.insert(draw(st.integers(0, len(members))), member)
    parts = []
    for key, value in members:
        shown = json.dumps(value, ensure_ascii=draw(st.booleans()))
        parts.append(f'{draw(_SPACE)}"{key}"{draw(_SPACE)}:{draw(_SPACE)}{shown}{draw(_SPACE)}')
    return draw(_SPACE) + "{" + ",".join(parts) + "}" + draw(_SPACE)


@st.composite
def _locales(draw: st.DrawFn) -> bytes:
    lines = draw(st.lists(_line(), max_size=5))
    lines += draw(st.lists(st.sampled_from(lines), max_size=1)) if lines else []
    text = "".join(line + draw(_END) for line in lines)
    text = text if draw(st.booleans()) else text.removesuffix("\n")
    return (draw(st.sampled_from(["", "", "\ufeff"])) + text).encode()


_FIELDS = ("description", "vocabulary", "pattern", "threshold", "embed_threshold", "scope", "x-own", "nonsense")
_QUOTES = st.sampled_from(["{}", "{}", "{}", "'{}'", '"{}"', "{} # comment", "|\n  {}", "[{}]"])
_SCALARS = st.one_of(
    _WORDS.map(lambda text: re.sub("[\"'\\\\,]", "", text)), st.sampled_from(["2.0", "0.4", "", "agent"])
)


@st.composite
def _ways(draw: st.DrawFn) -> bytes:
    names = draw(st.lists(st.sampled_from(_FIELDS), max_size=5, unique=True))
    fields = [f"{name}:{draw(_SPACE)} {draw(_QUOTES).format(draw(_SCALARS))}" for name in names]
    body = draw(st.lists(_WORDS, max_size=4))
    lines = ["---", *"\n".join(fields).split("\n"), draw(st.sampled_from(["---", "---", "--- ", ""])), *body]
    end = draw(st.sampled_from(["\n", "\r\n", None, "\r"]))
    text = "".join(line + (draw(_END) if end is None else end) for line in lines)
    return (draw(st.sampled_from(["", "", "\ufeff"])) + text).encode()


@st.composite
def _records(draw: st.DrawFn) -> bytes:
    records = st.fixed_dictionaries({"prompt": _WORDS}, optional={"lang": _LANGS, "kind": _WORDS})
    lines = [json.dumps(record, ensure_ascii=draw(st.booleans())) for record in draw(st.lists(records, max_size=4))]
    return "".join(line + draw(_END) for line in lines).encode()


@pytest.fixture(scope="module")
def every_job(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Job]:
    """Kind of file to a job for it, in a repo with one way."""
    top: Path = tmp_path_factory.mktemp("fuzz")
    folder = top / "ways/code/tests"
    folder.mkdir(parents=True)
    (top / "ways.json").write_text("{}")
    (folder / "tests.md").write_text("---\ndescription: d\nvocabulary: v\n---\n")
    for kind in ("locales", "examples"):
        (folder / f"tests.{kind}.jsonl").touch()
    return {job.file.kind: job for job in jobs([top])}


# --- what a file says, apart from what a fix is about

_UNSEEN = re.compile(
    "[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]"
)


def _text(data: bytes) -> str:
    """A file's text; carriage returns alone become line ends where there are no others."""
    text = decode(data).text
    return _told(text if "\n" in text else text.replace("\r", "\n"))


def _told(text: str) -> str:
    """A text without what --fix takes out or composes: invisible characters, line ends, decomposed letters."""
    return unicodedata.normalize("NFC", _UNSEEN.sub("", text).replace("\r", ""))


def _terms(text: str) -> list[str]:
    """The words of a vocabulary, each once."""
    return sorted(set(re.split(r"[\s,]+", _told(text).casefold())) - {""})


def _value(key: str, value: Any) -> Any:
    if key == "lang" and isinstance(value, str):
        return load_bundled().normalise(_told(value)) or _told(value)
    if isinstance(value, str):
        return _terms(value) if key == "vocabulary" else _told(value)
    return value


def _said(line: Line) -> str:
    members = [(m.key, _value(m.key, m.node.value)) for m in line.members if m.key not in FORBIDDEN_KEYS]
    # A dict too, since the last of two equal keys must stay the last.
    bad = _told(line.text).strip() if line.error else None
    return repr((bad, sorted(members, key=repr), sorted(dict(members).items(), key=repr)))


def _stubs(data: bytes) -> list[str]:
    """What the lines of a locale file say, each once, in any order."""
    lines = jsonl.read(decode(data).text)
    # An invisible character may be all that keeps a line from being JSON.
    mended = (other for line in lines for other in (jsonl.read(_told(line.text)) if line.error else [line]))
    return sorted({_said(line) for line in mended})


def _prompts(data: bytes) -> list[str]:
    return [_said(line) for line in jsonl.read(_text(data))]


def _way(data: bytes) -> object:
    """The text of a way file; of its vocabulary the words."""
    text = _text(data)
    document = frontmatter.parse(text)
    fields = {name: field.value for name, field in (document.fields or {}).items()}
    vocabulary = fields.pop("vocabulary", "")
    terms = _terms(vocabulary if isinstance(vocabulary, str) else " ".join(map(str, vocabulary)))
    return (document.error and text, fields, terms, document.body)


_CONTENT: Mapping[str, Callable[[bytes], object]] = {"locales": _stubs, "way": _way, "examples": _prompts}
_GENERATED = {"locales": _locales(), "way": _ways(), "examples": _records()}


# --- the properties


@_FILES
@given(data=st.data())
@pytest.mark.parametrize("kind", _GENERATED)
def test_fixes_lose_nothing_and_twice_is_once(every_job: Mapping[str, Job], kind: str, data: st.DataObject) -> None:
    job, before = every_job[kind], data.draw(_GENERATED[kind])
    after = fixed(job, before, _ALL)
    assert after == fixed(job, after, _ALL)
    assert not [finding for finding in lint_data(job, after, _ALL) if finding.fix and finding.fix.safe]
    assert _CONTENT[kind](before) == _CONTENT[kind](after)


@_FILES
@given(data=st.data())
@pytest.mark.parametrize("kind", _GENERATED)
def test_unsafe_fixes_come_to_an_end_too(every_job: Mapping[str, Job], kind: str, data: st.DataObject) -> None:
    job, before = every_job[kind], data.draw(_GENERATED[kind])
    after = fixed(job, before, _ALL, unsafe=True)
    assert after == fixed(job, after, _ALL, unsafe=True)
    assert not [finding for finding in lint_data(job, after, _ALL) if finding.fix]


@_FILES
@given(data=st.data())
@pytest.mark.parametrize("kind", _GENERATED)
def test_lines_without_a_fixable_finding_stay_as_they_are(
    every_job: Mapping[str, Job], kind: str, data: st.DataObject
) -> None:
    job, before = every_job[kind], data.draw(_GENERATED[kind])
    moving = ("WG002", "WG206", "WG209", "WG213")  # their fixes are about several lines at once, or whole ones
    chosen = [rule for rule in _ALL if rule.code not in moving]
    found = [finding for finding in lint_data(job, before, chosen) if finding.fix and finding.fix.safe]
    touched = {number for each in found for number in range(each.span.line, each.span.end_line + 1)}
    after = fixed(job, before, chosen)
    lines = before.split(b"\n"), after.split(b"\n")
    assert len(lines[0]) == len(lines[1])
    changed = {number for number, (one, other) in enumerate(zip(*lines, strict=True), 1) if one != other}
    assert changed <= touched


@_FILES
@given(before=_locales())
def test_fmt_says_the_same_and_twice_is_once(every_job: Mapping[str, Job], before: bytes) -> None:
    lines = jsonl.read(decode(before).text)
    if any(line.error for line in lines):
        with pytest.raises(UnreadableError):
            formed(before)
        return
    after = formed(before)
    assert after == formed(after)
    assert [] == lint_data(every_job["locales"], after, rules.selected(["WG209"]))
    assert _exactly(lines) == _exactly(jsonl.read(decode(after).text))


def _exactly(lines: list[Line]) -> list[tuple[str, list[str], list[tuple[str, int]]]]:
    """Each line as it is read, as it is written but for order, and all of its characters."""
    return sorted(
        (
            repr(sorted(line.value.items())),
            sorted(line.text[m.key_start : m.node.end] for m in line.members),
            sorted(Counter(line.text.rstrip("\r")).items()),
        )
        for line in lines
    )


@_FILES
@given(before=st.binary(max_size=60))
def test_fmt_takes_any_bytes(before: bytes) -> None:
    try:
        after = formed(before)
    except UnreadableError:
        return
    assert after == formed(after)
