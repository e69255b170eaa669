from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ways_guard.lint.examples import answer, place
from ways_guard.lint.rules.samples import way

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

_FILES = {
    "ways/code/tests/tests.md": way("Writing automated tests", "test coverage pytest"),
    "ways/code/tests/tests.examples.jsonl": '{"prompt": "cover the date helpers with a test"}\n',
    "ways/code/tests/tests.golden.jsonl": '{"kind": "direct", "prompt": "add tests for the parser please"}\n',
    "ways/code/reviews/reviews.md": way("Reviewing code of others", "review comment"),
    "ways/code/reviews/reviews.examples.jsonl": '{"prompt": "have a look at this branch"}\n',
    "ways/golden-none.jsonl": '{"lang": "de", "prompt": "was gibt es heute zu essen?"}\n',
}


@pytest.fixture
def found(lab: Lab) -> place.Place:
    lab.write(_FILES)
    return place.find(lab.top, "code/tests")


def _judged(text: str, found: place.Place) -> list[tuple[int, str, str]]:
    lines = answer.judged(text, found, Path("x"))
    return [(one.number, one.example.prompt if one.example else "", one.problem) for one in lines]


def test_lines_of_an_answer_are_taken_out_of_fence_numbers_and_blank_lines(found: place.Place) -> None:
    text = (
        '```json\n1. {"prompt": "is this path covered?"}\n\n- {"lang":"de","prompt":" deckt  das was ab "}\n```\n'
    )
    assert [(2, "is this path covered?", ""), (4, "deckt das was ab", "")] == _judged(text, found)


def test_a_prompt_without_lang_is_in_the_language_of_the_ways(lab: Lab) -> None:
    lab.write({**_FILES, "ways.json": '{"canonical_language": "nl"}'})
    lines = answer.judged('{"prompt": "dek dit af"}', place.find(lab.top, "code/tests"), Path("x"))
    assert ["nl"] == [line.example.lang for line in lines if line.example]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("Here you are:", "is not one JSON object"),
        ('["a"]', "is not one JSON object"),
        ("[" * 50_000, "is not one JSON object: nested too deeply"),
        ('{"lang": "de"}', '"prompt" is missing'),
        ('{"prompt": 7}', '"prompt" must be text'),
        ('{"prompt": "a test", "why": "x"}', 'unknown field "why"'),
        ('{"prompt": "a test", "prompt": "b"}', "a key is there twice"),
        ('{"lang": "pt_BR", "prompt": "cobre isto"}', 'did you mean "pt-br"?'),
        ('{"lang": "xx", "prompt": "hm hm"}', '"xx" is no code of languages.json'),
        ('{"lang": 7, "prompt": "hm hm"}', '"lang" must be'),
        ('{"prompt": "…?!"}', '"prompt" says nothing'),
        ('{"prompt": "a \\u202e test"}', "invisible or control characters"),
        ('{"prompt": "a \\ud800 test"}', "invisible or control characters"),
        (f'{{"prompt": "{"long " * 400}"}}', "longer than the 600 bytes"),
        ('{"prompt": "Add tests for the parser, please!"}', "is the same prompt as a probe (ways/code/tests/"),
        ('{"prompt": "add the tests for the parser please"}', "is nearly the same prompt as a probe"),
        ('{"prompt": "Was gibt es heute zu essen"}', "is the same prompt as a probe (ways/golden-none.jsonl:1)"),
        ('{"prompt": "Cover the date helpers with a test"}', "is the same prompt as an example of code/tests"),
        ('{"prompt": "have a look at that branch"}', "is nearly the same prompt as an example of code/reviews"),
    ],
)
def test_what_cannot_be_kept_is_told(found: place.Place, line: str, problem: str) -> None:
    ((number, _, told),) = _judged(line, found)
    assert (1, True) == (number, problem in told), told


def test_two_lines_that_say_the_same_are_one_example(found: place.Place) -> None:
    text = '{"prompt": "is this path covered"}\n{"prompt": "Is this path covered?"}\n'
    assert ["", "is the same prompt as line 1"] == [problem for *_, problem in _judged(text, found)]


def test_prompts_of_persian_and_hindi_keep_their_joiners(found: place.Place) -> None:
    assert "" == _judged('{"lang": "fa", "prompt": "برای این تابع تست می\u200cخواهم"}', found)[0][2]
