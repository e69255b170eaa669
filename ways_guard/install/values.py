"""One value of a JSON object file, changed without touching anything else in it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ways_guard.install.apply import apply, read_settings
from ways_guard.install.edit import RefusedError, document
from ways_guard.install.plan import Plan, decoded, refusal
from ways_guard.install.render import insert_last, is_multiline, render_member, style_of


def set_value(path: Path, key: str, value: Any) -> None:
    """Set one key of the object at `path`, which is made where it is missing.

    Raises WaysGuardError with path, line and column where the file cannot be edited safely, and where it may not
    be written.
    """
    before = read_settings(path)
    bom, text = decoded(path, before)
    try:
        after = with_value(text if text.strip() else "{}\n", key, value)
    except RefusedError as error:
        raise refusal(path, text, error) from error
    apply(Plan(path, before, before if after == text else bom + after.encode(), None))


def with_value(text: str, key: str, value: Any) -> str:
    """`text`, a JSON object, with this value; RefusedError where it is none or a key is in there twice."""
    root = document(text)
    node = root.find(key)
    if node is not None:
        return text[: node.start] + json.dumps(value, ensure_ascii=False) + text[node.end :]
    style = style_of(text, root)
    multiline = is_multiline(text, root, True)
    return insert_last(text, root, lambda at: render_member(key, value, style, at), style, multiline)
