"""A long prompt in sentences: one that needs a way must not drown in the others.

Linear in the prompt; how many parts are embedded has a bound, and so has the time that they take.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ways_guard.constants import PART_BYTES, PARTS, PROMPT_BYTES, SENTENCE_BYTES, WHOLE_BYTES

# After what ends a sentence: a full stop and its kin before a space, those of scripts without spaces, a line's end.
_END = re.compile(r"(?<=[.!?…;])\s+|(?<=[。！？；．।۔؟။။])\s*|\n+")


def of_prompt(text: str) -> list[str]:
    """The texts to embed for a prompt: itself where it is short, else its beginning and some of its parts.

    Of more parts than there is time for the first two and the last two are taken, where people say what they want,
    and between them as many as there is time for, at equal distances.
    """
    size = len(text.encode("utf-8", "replace"))
    if size <= WHOLE_BYTES:
        return [text]
    packed = list(_packed(text))
    return list(dict.fromkeys([_cut(text, PROMPT_BYTES), *(packed[place] for place in _chosen(len(packed)))]))


def _chosen(count: int) -> Sequence[int]:
    if count <= PARTS:
        return range(count)
    inner = PARTS - 4
    between = [2 + (2 * place + 1) * (count - 4) // (2 * inner) for place in range(inner)]
    return [0, 1, *between, count - 2, count - 1]


def _packed(text: str) -> Iterator[str]:
    """Neighbouring sentences together where they are short."""
    held: list[str] = []
    size = 0
    for sentence in _sentences(text):
        length = len(sentence.encode("utf-8", "replace")) + 1
        if held and size + length > PART_BYTES + 1:
            yield " ".join(held)
            held, size = [], 0
        held.append(sentence)
        size += length
    if held:
        yield " ".join(held)


def _sentences(text: str) -> Iterator[str]:
    """Sentences, those that are very long in pieces."""
    for sentence in _END.split(text):
        whole, at = sentence.strip(), 0
        while at < len(whole):
            piece = _cut(whole[at : at + SENTENCE_BYTES], SENTENCE_BYTES)
            if at + len(piece) < len(whole) and " " in piece[len(piece) // 2 :]:
                piece = piece[: piece.rindex(" ")]
            yield piece.strip()
            at += len(piece)
            while whole[at : at + 1].isspace():
                at += 1


def _cut(text: str, size: int) -> str:
    """The beginning of a text, at most so many bytes."""
    return text[:size].encode("utf-8", "replace")[:size].decode("utf-8", "ignore")
