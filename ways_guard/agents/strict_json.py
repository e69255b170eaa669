"""JSON as the agents read it, which is stricter than Python in words and laxer in numbers."""

from __future__ import annotations

import json
from typing import NoReturn

_DIGITS = 4000  # int() refuses 4,300 and more


def loads(text: str) -> object:
    """The document in `text`; ValueError where the agents refuse it, RecursionError for one nested too deeply.

    `NaN` and `Infinity` are no JSON, whatever Python's parser says; a number of any length is.
    """
    return json.loads(text, parse_constant=_refuse, parse_int=_number)


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON value")


def _number(digits: str) -> int | float:
    return float(digits) if len(digits) > _DIGITS else int(digits)
