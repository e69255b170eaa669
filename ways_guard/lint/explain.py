"""What a JSON Schema finds wrong with a value, in plain words and with the path to it."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from ways_guard.lint.words import did_you_mean, listed
from ways_guard.way import schema

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError


@dataclass(frozen=True)
class Problem:
    """One thing wrong: the keys that lead to it, whether the last key is unknown, and what to do."""

    path: tuple[str | int, ...]
    unknown: bool
    message: str


def problems(value: Any, name: str) -> Iterator[Problem]:
    """What the schema of that name finds wrong with a value; WaysGuardError for an unknown name."""
    wrong: set[tuple[str | int, ...]] = set()
    for error in _validator(name).iter_errors(value):
        path = tuple(error.absolute_path)
        if error.validator == "additionalProperties":
            yield from _unknown(path, error)
        elif "propertyNames" in error.absolute_schema_path:
            yield Problem((*path, str(error.instance)), True, f'"{error.instance}" must be {words(_schema(error))}')
        elif path not in wrong:  # one value may break several keywords; one message says what it must be
            wrong.add(path)
            if error.validator == "required":
                yield from _missing(path, error)
                continue
            yield Problem(path, False, _wrong(path, error))


@functools.cache
def _validator(name: str) -> Draft202012Validator:
    from jsonschema import Draft202012Validator  # slow to import, and locale files do without it

    return Draft202012Validator(schema.load(name))


def _unknown(path: tuple[str | int, ...], error: ValidationError) -> Iterator[Problem]:
    """One problem a key that the object must not have; keys of a free pattern (`x-`) are allowed."""
    wanted = _schema(error)
    known = list(wanted["properties"])
    free = tuple(pattern.removeprefix("^") for pattern in wanted.get("patternProperties", ()))
    for key in cast("Mapping[str, Any]", error.instance):
        if key not in known and not (free and key.startswith(free)):
            yield Problem((*path, key), True, _advice(key, known, free))


def _missing(path: tuple[str | int, ...], error: ValidationError) -> Iterator[Problem]:
    """One problem a key that the object lacks, at the object."""
    for key in _schema(error)["required"]:
        if key not in cast("Mapping[str, Any]", error.instance):
            yield Problem(path, False, f'"{key}" is missing: add it')


def _advice(key: str, known: Sequence[str], free: Sequence[str]) -> str:
    hint = did_you_mean(key, known)
    if hint:
        return f'unknown field "{key}": {hint}'
    own = f', or call it "{free[0]}{key}" if it is your own' if free else ""
    return f'unknown field "{key}": remove it{own}; known are {listed(known)}'


def _wrong(path: tuple[str | int, ...], error: ValidationError) -> str:
    name = next((str(key) for key in reversed(path) if isinstance(key, str)), "the whole")
    wanted = words(_schema(error))
    if error.instance in ("", [], {}):
        return f'"{name}" is empty: give it {wanted}, or remove it'
    return f'"{name}" must be {wanted}'


def _schema(error: ValidationError) -> Mapping[str, Any]:
    """The part of the schema that the value breaks; ours are objects throughout."""
    return cast("Mapping[str, Any]", error.schema)


def words(wanted: Mapping[str, Any]) -> str:
    """What a schema allows, in words: "a number from 1 to 100", "one of a, b"."""
    if "anyOf" in wanted:
        return " or ".join(words(branch) for branch in wanted["anyOf"])
    if "enum" in wanted:
        return f"one of {listed(wanted['enum'])}"
    if "pattern" in wanted:
        text = str(wanted["description"]).split(";")[0].rstrip(".")
        return text[:1].lower() + text[1:]
    if isinstance(wanted["type"], list):
        return " or ".join(_KINDS[kind] for kind in wanted["type"])
    kind = str(wanted["type"])
    if kind == "object":
        return f"a mapping with {listed(wanted['properties'])}" if "properties" in wanted else "an object"
    if kind == "array":
        return f"a list of {words(wanted['items'])}"
    return f"{_KINDS[kind]}{_range(wanted)}"


_KINDS = {
    "string": "text",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "true or false",
    "null": "null",
}


def _range(wanted: Mapping[str, Any]) -> str:
    low, high = wanted.get("minimum"), wanted.get("maximum")
    if low is None:
        return ""
    return f" from {low} to {high}" if high is not None else f" of at least {low}"
