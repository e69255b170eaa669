"""What of a language model's answer can be a way's examples: each line with what is wrong with it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from pathlib import Path

from ways_guard.constants import ALIKE_TO_TELL, PROMPT_BYTES
from ways_guard.lint import explain
from ways_guard.lint.codes import unknown
from ways_guard.lint.examples.place import Place
from ways_guard.lint.texts import bare_text, shown_path
from ways_guard.way import jsonl
from ways_guard.way.jsonl import Line
from ways_guard.way.load import Example

_FENCE = re.compile(r"\s*(`{3,}|~{3,})\s*\w*\s*$")
_NUMBER = re.compile(r"\s*(?:\d{1,3}[.):]|[-*•])\s+(?=\{)")
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
_JOINERS = "\u200c\u200d"  # They are part of how Persian, Hindi and emoji are written.


@dataclass(frozen=True)
class Judged:
    """A line of an answer: the example that it holds, or in `problem` why there is none to keep."""

    number: int
    example: Example | None = None
    problem: str = ""

    @property
    def accepted(self) -> bool:
        """Whether it can be kept."""
        return self.example is not None and not self.problem


def judged(text: str, place: Place, path: Path) -> list[Judged]:
    """Judge an answer line by line; `path` is the file that examples are for.

    Lines of a code fence and blank ones are passed over, a number or bullet before an object is too. What has
    been judged without a model: JSON, schema, language, and that it is no probe and not there already.
    """
    lines = [_judged(number, line, place, path) for number, line in _lines(text)]
    return list(_without_doubles(lines, place))


def _lines(text: str) -> Iterator[tuple[int, Line]]:
    for number, line in enumerate(text.splitlines(), 1):
        bare = _NUMBER.sub("", line, count=1).strip()
        if bare and not _FENCE.match(line):
            yield number, jsonl.read(bare)[0]


def _judged(number: int, line: Line, place: Place, path: Path) -> Judged:
    if line.error:
        return Judged(number, problem=f"is not one JSON object: {line.error}")
    lang = line.value.get("lang", place.way.root.canonical)
    if problem := _malformed(line, lang, place):
        return Judged(number, problem=problem)
    prompt = " ".join(str(line.value["prompt"]).split())
    return Judged(number, Example(lang, prompt, path, number), _unfit(prompt))


def _malformed(line: Line, lang: object, place: Place) -> str:
    if isinstance(lang, str) and lang not in place.languages:
        return unknown(lang, place.languages.suggest(lang))
    keys = [member.key for member in line.members]
    doubled = ["a key is there twice"] if len(set(keys)) < len(keys) else []
    return next((found.message for found in explain.problems(line.value, "example")), *doubled or [""])


def _unfit(prompt: str) -> str:
    if not bare_text(prompt):
        return '"prompt" says nothing'
    if len(prompt.encode("utf-8", "replace")) > PROMPT_BYTES:
        return f'"prompt" is longer than the {PROMPT_BYTES} bytes that are read of one'
    if any(unicodedata.category(c) in _INVISIBLE and c not in _JOINERS for c in prompt):
        return '"prompt" has invisible or control characters'
    return ""


def _without_doubles(lines: Sequence[Judged], place: Place) -> Iterator[Judged]:
    """The lines, with what is said already as their problem: by a probe, an example, or a line before."""
    probes = [
        (bare_text(probe.prompt), f"a probe ({shown_path(probe.path, place.repo)}:{probe.line})")
        for probe in place.probes
    ]
    examples = [
        (bare_text(example.prompt), f"an example of {way.id} (line {example.line})")
        for way in place.ways
        for example in way.examples
    ]
    known = [*probes, *examples]
    for line in lines:
        if line.accepted and line.example:
            bare = bare_text(line.example.prompt)
            line = replace(line, problem=_double(bare, known))
            known.append((bare, f"line {line.number}"))
        yield line


def _double(bare: str, known: Sequence[tuple[str, str]]) -> str:
    same = next((where for text, where in known if text == bare), "")
    if same:
        return f"is the same prompt as {same}"
    alike = next((where for text, where in known if _are_alike(bare, text)), "")
    return f"is nearly the same prompt as {alike}" if alike else ""


def _are_alike(one: str, other: str) -> bool:
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return matcher.real_quick_ratio() >= ALIKE_TO_TELL <= matcher.quick_ratio() and matcher.ratio() >= ALIKE_TO_TELL
