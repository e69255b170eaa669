"""ways.json: one format in three places (the user's, the project's and the way repo's)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ways_guard.constants import CONTEXT_WINDOW, MAX_WAYS, WAY_FILE_BYTES
from ways_guard.errors import WaysGuardError
from ways_guard.files import expanded, read_bytes
from ways_guard.way.positions import JsonSyntaxError, Node, line_column, parse
from ways_guard.way.text import decode

FILE_NAME = "ways.json"
_STRINGS = "a list of strings"
_KINDS: Mapping[str, str] = {
    "output_language": "a string",
    "canonical_language": "a string",
    "engine": "a string",
    "disabled": _STRINGS,
    "roots": _STRINGS,
    "bundled": "true or false",
    "max_ways": "a whole number of at least 1",
    "context_window": "a whole number of at least 1",
    "models": "an object",
    "lint": "an object",
    "corpus": "an object",
    "rewrite": "an object",
}
_LINT_KINDS: Mapping[str, str] = {
    "select": _STRINGS,
    "ignore": _STRINGS,
    "exclude": _STRINGS,
    "require": _STRINGS,
    "strict": "true or false",
    "detector": "a string",
}


@dataclass(frozen=True)
class Config:
    """What the user's and the project's ways.json say together, for matching in one project.

    `disabled` holds ids and `dir/*`; `project_disabled` those of the project, which an untrusted project may
    only use on its own ways; so with `project_bundled`. `roots` (the user's) and `project_roots` are absolute
    folders, nearest first. `problems` say, a line each, which file cannot be used and was left out.
    """

    output_language_user: str | None = None
    output_language_project: str | None = None
    disabled: frozenset[str] = frozenset()
    project_disabled: frozenset[str] = frozenset()
    bundled: bool = True
    project_bundled: bool = True
    roots: tuple[Path, ...] = ()
    project_roots: tuple[Path, ...] = ()
    canonical_language: str | None = None
    engine: str = "auto"
    models: Mapping[str, str] = field(default_factory=dict)
    rewrite: Mapping[str, Any] = field(default_factory=dict)
    max_ways: int = MAX_WAYS
    context_window: int = CONTEXT_WINDOW
    problems: tuple[str, ...] = ()

    def with_trust(self) -> Config:
        """The configuration of a project that the user trusts: what it disables is disabled."""
        disabled = self.disabled | self.project_disabled
        return replace(self, disabled=disabled, bundled=self.bundled and self.project_bundled)


def read_document(path: Path) -> dict[str, Any]:
    """Any JSON object file of ours; {} where there is none.

    Raises WaysGuardError with path, line and column when it is not UTF-8, not JSON or not an object.
    """
    return _read(path)[0]


def _read(path: Path) -> tuple[dict[str, Any], Node | None, str]:
    if not path.is_file():
        return {}, None, ""
    decoded = decode(read_bytes(path, WAY_FILE_BYTES))
    if decoded.bad_span:
        at = decoded.bad_span
        raise WaysGuardError(f"{path}:{at.line}:{at.column}: not UTF-8: save the file as UTF-8")
    try:
        node = parse(decoded.text)
    except JsonSyntaxError as error:
        raise _error(path, decoded.text, error.offset, f"not JSON: {error.message}") from error
    if node.members is None:
        raise _error(path, decoded.text, node.start, "a JSON object is missing here")
    return node.value, node, decoded.text


def read(path: Path) -> dict[str, Any]:
    """A ways.json with the types of the keys we use checked; {} where there is none.

    Unknown keys are let through (a lint finding, no crash), and so is all below `lint`, which is read by `usable`
    alone. Raises WaysGuardError as `read_document` does, and for a value of the wrong type.
    """
    values, node, text = _read(path)
    for key, kind in _KINDS.items():
        member = node.find(key) if node and key != "lint" else None
        if member is not None and not _fits(member.value, kind):
            raise _error(path, text, member.start, f'"{key}" must be {kind}')
    return values


def usable(data: bytes) -> dict[str, Any]:
    """What can be used of a ways.json: keys whose value is of the wrong type are left out. Never raises."""
    try:
        values = parse(decode(data).text).value
    except JsonSyntaxError:
        return {}
    if not isinstance(values, dict):
        return {}
    kept = _fitting(values, _KINDS)
    return {**kept, "lint": _fitting(kept["lint"], _LINT_KINDS)} if "lint" in kept else kept


def _fitting(values: Mapping[str, Any], kinds: Mapping[str, str]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if key not in kinds or _fits(value, kinds[key])}


def _fits(value: Any, kind: str) -> bool:
    if kind == _STRINGS:
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    if kind == "true or false":
        return isinstance(value, bool)
    if kind == "an object":
        return isinstance(value, dict)
    if kind == "a string":
        return isinstance(value, str)
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _error(path: Path, text: str, offset: int, message: str) -> WaysGuardError:
    line, column = line_column(text, offset)
    return WaysGuardError(f"{path}:{line}:{column}: {message}")


def load(config_dir: Path, project: Path | None, *, strict: bool = True) -> Config:
    """The configuration for a project (None: outside any): `<config_dir>/ways.json`, then the project's.

    Keys that only the user may set are not read from the project's file; its roots must lie inside it. A file of
    the project's that cannot be used goes into `problems`: whoever wrote it must not silence the user's own ways.
    So does one of the user's where `strict` is off; else it raises WaysGuardError.
    """
    user, broken = (read(config_dir / FILE_NAME), ()) if strict else _tolerated(config_dir / FILE_NAME)
    near, problems = _tolerated(project / ".claude" / FILE_NAME if project else None)
    user_roots = [config_dir / expanded(root) for root in user.get("roots", [])]
    return Config(
        output_language_user=user.get("output_language"),
        output_language_project=near.get("output_language"),
        disabled=frozenset(user.get("disabled", [])),
        project_disabled=frozenset(near.get("disabled", [])),
        bundled=user.get("bundled", True),
        project_bundled=near.get("bundled", True),
        roots=tuple(user_roots),
        project_roots=tuple(inside(project, near.get("roots", []))) if project else (),
        canonical_language=near.get("canonical_language"),
        engine=user.get("engine", "auto"),
        models=user.get("models", {}),
        rewrite=user.get("rewrite", {}),
        max_ways=user.get("max_ways", MAX_WAYS),
        context_window=user.get("context_window", CONTEXT_WINDOW),
        problems=broken + problems,
    )


def _tolerated(path: Path | None) -> tuple[dict[str, Any], tuple[str, ...]]:
    """What a ways.json says, or nothing and why it cannot be used."""
    try:
        return (read(path) if path else {}), ()
    except (WaysGuardError, OSError) as error:
        return {}, (str(error),)


def inside(project: Path, roots: list[str]) -> list[Path]:
    """Which of the folders that a project's ways.json names lie inside it, absolute."""
    top = project.resolve()
    found = [_resolved(top / ".claude" / root) for root in roots]
    return [root for root in found if root and root.is_relative_to(top)]


def _resolved(path: Path) -> Path | None:
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError):  # a loop of links, a NUL
        return None
