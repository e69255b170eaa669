"""What installing or uninstalling would change, before anything is written."""

from __future__ import annotations

import codecs
import difflib
import io
import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ways_guard.agents.protocol import GROUPS, HookEntry, Shape
from ways_guard.errors import WaysGuardError
from ways_guard.install.edit import RefusedError, Trace, add, contains, element_of, is_empty, ours_of, remove
from ways_guard.install.record import Record
from ways_guard.install.render import Style, render
from ways_guard.way.positions import line_column


class Plan(NamedTuple):
    """The bytes of `path` before and after (None: no file), and the record to keep (None: none).

    `remove_folders`: so many of the folders above the file go with it, unless they hold more.
    """

    path: Path
    before: bytes | None
    after: bytes | None
    record: Record | None
    remove_folders: int = 0

    @property
    def changes(self) -> bool:
        """Whether the settings file would change."""
        return self.before != self.after


def plan_install(
    path: Path,
    before: bytes | None,
    entries: Sequence[HookEntry],
    known: Record | None,
    shape: Shape = GROUPS,
) -> Plan:
    """The plan that puts `entries` into the settings; `known` is what earlier installations recorded.

    Raises WaysGuardError with path, line and column where the file cannot be edited safely.
    """
    bom, text = decoded(path, before)
    known = known or Record()
    current = ours_of(entries)
    every = {**known.ours, **current}
    start = text if text.strip() else "{}\n"
    try:
        ours = contains(start, every)
        base = known if ours else _first_record(path, before, text, known)
        new, trace = add(start, entries, known.ours, base.trace, shape)
        if not ours and remove(new, current, trace) != start:
            raise RefusedError("an edit of this file could not be taken back to the byte", 0)
    except RefusedError as error:
        raise refusal(path, text, error) from error
    record = base._replace(ours=every, trace=trace)
    return Plan(path, before, before if new == text else bom + new.encode(), record)


def plan_uninstall(
    path: Path,
    before: bytes | None,
    entries: Sequence[HookEntry],
    known: Record | None,
    shape: Shape = GROUPS,
) -> Plan:
    """The plan that takes out what `known` records, and `entries` where nothing is recorded.

    Raises WaysGuardError with path, line and column where the file cannot be edited safely.
    """
    if before is None:
        return Plan(path, None, None, None)
    bom, text = decoded(path, before)
    known = known or (_whole_file(entries, shape) if shape.owned else Record())
    if not text.strip():
        return Plan(path, before, before, None)
    try:
        new = remove(text, {**ours_of(entries), **known.ours}, known.trace)
        emptied = new != text and is_empty(new)
    except RefusedError as error:
        raise refusal(path, text, error) from error
    if emptied and known.created_file:
        return Plan(path, before, None, None, known.created_folders)
    if emptied and known.blank is not None:
        new = known.blank
    return Plan(path, before, before if new == text else bom + new.encode(), None)


def diff(plan: Plan) -> str:
    """The plan as a unified diff for people; empty where nothing changes."""
    old, new = (_shown(data) for data in (plan.before, plan.after))
    source, target = ("/dev/null" if data is None else str(plan.path) for data in (plan.before, plan.after))
    lines = []
    for line in difflib.unified_diff(old, new, source, target):
        whole = line.endswith("\n")
        lines.append(line.replace("\r", "") if whole else f"{line}\n\\ no newline at the end of the file\n")
    return "".join(lines)


def snippet(entries: Sequence[HookEntry], shape: Shape = GROUPS) -> str:
    """What a person may paste into the settings by hand."""
    hooks: dict[str, list[object]] = {}
    for entry in entries:
        hooks.setdefault(entry.event, []).append(element_of(entry, shape))
    return render({**shape.members, "hooks": hooks}, Style(), "") + "\n"


def _whole_file(entries: Sequence[HookEntry], shape: Shape) -> Record:
    """What is to be known of a file of our own without a record: all of it is ours."""
    events = (f"hooks/{entry.event}" for entry in entries)
    return Record(trace=Trace(frozenset({"hooks", *events, *shape.members})), created_file=True)


def _first_record(path: Path, before: bytes | None, text: str, known: Record) -> Record:
    """What is to be known of a file that holds nothing of ours yet."""
    missing = before is None
    return Record(
        blank=None if missing or text.strip() else text,
        created_file=missing,
        created_folders=_missing_folders(Path(os.path.realpath(path)), known) if missing else 0,
    )


def _missing_folders(path: Path, known: Record) -> int:
    """How many folders above it are not there, or empty because an installation was killed after making them."""
    for missing, folder in enumerate(path.parents):
        try:
            return missing if any(folder.iterdir()) else max(missing, known.created_folders)
        except FileNotFoundError:
            continue
        except OSError:
            return missing  # not to be looked into, and so not ours
    return 0


def decoded(path: Path, data: bytes | None) -> tuple[bytes, str]:
    """The byte order mark of a file, if it has one, and its text; WaysGuardError where it is not UTF-8."""
    data = data or b""
    bom = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    body = data[len(bom) :]
    try:
        return bom, body.decode("utf-8")
    except UnicodeDecodeError as error:
        before = body[: error.start].decode("utf-8")
        line, column = line_column(before, len(before))
        raise WaysGuardError(f"{path}:{line}:{column}: not UTF-8; save it as UTF-8 first") from error


def refusal(path: Path, text: str, error: RefusedError) -> WaysGuardError:
    """The error for people, with path, line and column."""
    line, column = line_column(text, error.offset)
    return WaysGuardError(f"{path}:{line}:{column}: {error.message}; nothing was changed")


def _shown(data: bytes | None) -> list[str]:
    return list(io.StringIO((data or b"").decode("utf-8", "replace"), newline="\n"))
