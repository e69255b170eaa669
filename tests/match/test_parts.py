from __future__ import annotations

import itertools
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ways_guard.constants import PARTS, PROMPT_BYTES, SENTENCE_BYTES, WHOLE_BYTES
from ways_guard.match.parts import of_prompt

SENTENCES = [
    f"This is sentence number {number}, and it says nothing at all that anybody needs to know."
    for number in range(400)
]


def test_a_short_prompt_is_read_as_it_is() -> None:
    for prompt in ("commit this", "Erst das. Dann das!\n\nUnd dann das?", "あ" * (WHOLE_BYTES // 3)):
        assert [prompt] == of_prompt(prompt)


def test_a_long_one_is_its_beginning_and_its_sentences() -> None:
    prompt = " ".join(SENTENCES[:6])
    whole, *found = of_prompt(prompt)
    assert whole == prompt
    assert prompt == " ".join(found)
    assert all(part.endswith(".") for part in found)


def test_of_a_very_long_one_beginning_and_end_are_read_and_what_lies_evenly_between() -> None:
    whole, *found = of_prompt(" ".join(SENTENCES))
    assert whole == " ".join(SENTENCES)[:PROMPT_BYTES]
    assert PARTS == len(found)
    assert "number 0," in found[0]
    assert "number 399," in found[-1]
    places = [int(part.split("number ")[1].split(",")[0]) for part in found]
    gaps = [after - before for before, after in itertools.pairwise(places[1:-1])]
    assert sorted(places) == places
    assert max(gaps) < 2.2 * min(gaps)


@pytest.mark.parametrize(
    "text", ["".join(map(chr, range(0x4E00, 0x5200))), "".join(f"{number}" for number in range(900))]
)
def test_text_without_sentences_and_spaces_is_cut(text: str) -> None:
    _, *found = of_prompt(text)
    assert 2 <= len(found) <= PARTS
    assert all(0 < len(part.encode()) <= SENTENCE_BYTES for part in found)


@given(st.text(max_size=3_000))
def test_parts_are_bounded_never_empty_and_taken_from_the_prompt(text: str) -> None:
    found = of_prompt(text)
    assert 1 <= len(found) <= PARTS + 1
    for part in found[1:]:
        assert 0 < len(part.encode()) <= SENTENCE_BYTES
        assert all(word in text for word in part.split())


def test_two_hundred_thousand_characters_are_cut_soon() -> None:
    for unit in ("a", "a. ", "。", "\n", "word "):
        started = time.perf_counter()
        of_prompt(unit * (200_000 // len(unit)))
        assert time.perf_counter() - started < 2  # seconds of a busy machine; it takes 0.1


def test_a_text_without_an_end_of_a_sentence_is_taken_apart_in_linear_time() -> None:
    start = time.process_time()
    of_prompt("word " * 800_000)
    assert time.process_time() - start < 2
