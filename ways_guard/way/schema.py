"""The shipped JSON Schemas, and values read as strings brought to the types that a schema asks for."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ways_guard.errors import WaysGuardError

_FOLDER = Path(__file__).parent / "schemas"
_NUMBER = re.compile(r"[-+]?\d+(\.\d+)?([eE][-+]?\d+)?", re.ASCII)
_INTEGER = 300  # Digits; int() refuses some thousand, and no field of ours takes more than three.
_BOOLEANS = {"true": True, "false": False}


def names() -> list[str]:
    """The names that `load` takes."""
    return sorted(path.name.removesuffix(".schema.json") for path in _FOLDER.glob("*.schema.json"))


def source(name: str) -> str:
    """A schema's JSON text; WaysGuardError for an unknown name."""
    if name not in names():
        raise WaysGuardError(f"there is no schema '{name}': take one of {', '.join(names())}")
    return (_FOLDER / f"{name}.schema.json").read_text(encoding="utf-8")


@functools.cache
def load(name: str) -> Mapping[str, Any]:
    """A schema as a dict; WaysGuardError for an unknown name."""
    schema: dict[str, Any] = json.loads(source(name))
    return schema


def properties(name: str) -> Mapping[str, Mapping[str, Any]]:
    """The properties of a schema's top-level object."""
    found: Mapping[str, Mapping[str, Any]] = load(name)["properties"]
    return found


def typed(value: Any, schema: Mapping[str, Any]) -> Any:
    """Turn strings into the numbers and booleans that the schema asks for, leave the rest as typed."""
    if isinstance(value, dict):
        below = schema.get("properties", {})
        return {key: typed(item, below.get(key, {})) for key, item in value.items()}
    if isinstance(value, list):
        return [typed(item, schema.get("items", {})) for item in value]
    return _scalar(value, _types(schema))


def _types(schema: Mapping[str, Any]) -> set[str]:
    own = schema.get("type", [])
    found = {own} if isinstance(own, str) else set(own)
    for branch in schema.get("anyOf", []):
        found |= _types(branch)
    return found


def _scalar(value: Any, types: set[str]) -> Any:
    if not isinstance(value, str):
        return value
    if "boolean" in types and value.lower() in _BOOLEANS:
        return _BOOLEANS[value.lower()]
    if types & {"number", "integer"} and _NUMBER.fullmatch(value):
        return float(value) if set(value) & set(".eE") or len(value) > _INTEGER else int(value)
    return value
