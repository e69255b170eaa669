"""Installing into generated settings files and out again: what is not ours keeps every byte.

The first property sees 100 files, and as many as WAYS_GUARD_EXAMPLES says in the nox session `fuzz`; the others,
which are about single steps more, a third of that.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from ways_guard.agents import claude_code
from ways_guard.agents.protocol import HookEntry
from ways_guard.errors import WaysGuardError
from ways_guard.install.edit import contains, document, ours_of
from ways_guard.install.plan import plan_install, plan_uninstall
from ways_guard.install.record import Record

from .settings_files import settings_bytes

_EXAMPLES = int(os.environ.get("WAYS_GUARD_EXAMPLES", "100"))
_FILES = settings(deadline=None, max_examples=_EXAMPLES)
_FEWER = settings(deadline=None, max_examples=_EXAMPLES // 3)

PATH = Path("/nowhere/.claude/settings.json")
ENTRIES = claude_code.hook_entries(Path('/opt/a "$b" é/ways-guard-hook'))
MOVED = claude_code.hook_entries(Path("/srv/ways-guard-hook"))
SHARED = claude_code.hook_entries(Path("/opt/ways-guard-hook"), "project")

_MARK = b"\xef\xbb\xbf"

entries = st.sampled_from([ENTRIES, SHARED])


def _installed(before: bytes, wanted: Sequence[HookEntry], known: Record | None = None) -> tuple[bytes, Record]:
    plan = plan_install(PATH, before, wanted, known)
    assert plan.after is not None
    assert plan.record is not None
    return plan.after, plan.record


@_FILES
@given(before=settings_bytes(), wanted=entries, indent=st.sampled_from([None, 2]))
def test_installing_and_uninstalling(before: bytes, wanted: Sequence[HookEntry], indent: int | None) -> None:
    installed, record = _installed(before, wanted)
    assert all(contains(_text(installed), {entry.command}) for entry in wanted)
    # Nothing foreign moves or is spelled in another way.
    assert before.startswith(_MARK) == installed.startswith(_MARK)
    assert _foreign(before) == _foreign(installed, ours_of(wanted))
    # Twice is once, for who has no record of it, too, as with a project that somebody else set up.
    assert (installed, record) == _installed(installed, wanted, record)
    assert installed == _installed(installed, wanted)[0]
    # Out again, to the byte.
    assert before == plan_uninstall(PATH, installed, wanted, record).after
    # And with everything in it where the client wrote the file anew.
    rewritten = json.dumps(_loads(installed), indent=indent).encode()
    assert _loads(before) == _loads(plan_uninstall(PATH, rewritten, wanted, record).after or b"")


@_FEWER
@given(before=settings_bytes(), fewer=st.sets(st.sampled_from(range(len(MOVED)))))
def test_an_upgrade_in_between_loses_nothing(before: bytes, fewer: set[int]) -> None:
    """An older installation, elsewhere and with other events, becomes this one and is taken out."""
    older, known = _installed(before, [MOVED[index] for index in sorted(fewer)])
    newer, record = _installed(older, ENTRIES, known)
    assert not contains(_text(newer), ours_of(MOVED))
    assert all(contains(_text(newer), {entry.command}) for entry in ENTRIES)
    assert _foreign(older, ours_of(MOVED)) == _foreign(newer, ours_of(ENTRIES))
    assert before == plan_uninstall(PATH, newer, ENTRIES, record).after


@_FEWER
@given(whole=settings_bytes(), where=st.floats(0, 1), new=st.binary(max_size=2), lost=st.integers(0, 2))
def test_a_file_that_is_broken_is_refused_or_given_back(whole: bytes, where: float, new: bytes, lost: int) -> None:
    """An error that says where, or an installation that can be undone."""
    at = int(where * len(whole))
    before = whole[:at] + new + whole[at + lost :]
    try:
        installed, record = _installed(before, ENTRIES)
    except WaysGuardError as error:
        said = str(error)
    else:
        said = ""
    if said:
        assert re.match(rf"{re.escape(str(PATH))}:\d+:\d+: ", said)
        return
    assert before == plan_uninstall(PATH, installed, ENTRIES, record).after


def _text(data: bytes) -> str:
    return data.decode("utf-8-sig")


def _loads(data: bytes) -> Any:
    return json.loads(_text(data), parse_float=str)  # Python reads 1E400 as infinity, which is no JSON


def _foreign(data: bytes, ours: Collection[str] = ()) -> list[tuple[str, str]]:
    """Every top-level value and every group of every event as they are spelled, in order, without our groups."""
    text = _text(data)
    found = []
    for member in document(text).members or ():
        found.append((member.key, text[member.key_start : member.key_end]))
        if member.key != "hooks":
            found.append((member.key, text[member.node.start : member.node.end]))
            continue
        for event in member.node.members or ():
            for group in event.node.items or ():
                commands = [handler.get("command") for handler in group.value["hooks"]]
                if not any(command in ours for command in commands if isinstance(command, str)):
                    found.append((event.key, text[group.start : group.end]))
    return [pair for pair in found if pair != ("hooks", '"hooks"')]
