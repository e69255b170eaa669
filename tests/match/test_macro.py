from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from tests.home import Home, context
from tests.match.events.asking import prompted, told
from ways_guard.constants import MACRO_CHARACTERS
from ways_guard.match import macro, trust
from ways_guard.match.answer import respond
from ways_guard.way.discover import MACRO, Root

pytestmark = pytest.mark.skipif(os.name == "nt", reason="macros are scripts of POSIX systems")


def _way(folder: Path, script: str, mode: int = 0o755) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MACRO).write_text(script, encoding="utf-8")
    (folder / MACRO).chmod(mode)
    return folder / f"{folder.name}.md"


def _output(folder: Path, script: str, mode: int = 0o755, seconds: float = 2.0) -> str:
    way = _way(folder / "a", script, mode)
    return macro.output(Root(folder, "user"), way, folder, {"PATH": os.environ["PATH"], "WHO": "zoo"}, seconds)


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("#!/bin/sh\necho 日本 $WHO; pwd >&2\n", "日本 zoo"),
        ('#!/bin/sh\nread x; echo "[$x]"\n', "[]"),
        ("#!/bin/sh\nprintf 'a\\033[31mb\\007\\r\\nc'\n", "a[31mb\nc"),
        ("#!/bin/sh\necho partly; exit 3\n", ""),
        ("echo no interpreter\n", ""),
        ("#!/no/such/interpreter\n", ""),
        ("#!/bin/sh\nprintf '\\377'\n", "\ufffd"),
    ],
)
def test_what_it_prints_is_text_or_nothing(tmp_path: Path, script: str, expected: str) -> None:
    assert expected == _output(tmp_path, script)


def test_it_runs_in_the_project(tmp_path: Path) -> None:
    assert str(tmp_path) == _output(tmp_path, "#!/bin/sh\npwd\n")


def test_one_that_is_not_executable_or_leads_elsewhere_is_not_run(tmp_path: Path) -> None:
    assert "" == _output(tmp_path, "#!/bin/sh\necho x\n", mode=0o644)
    assert "" == _output(tmp_path, "#!/bin/sh\necho x\n", seconds=0)


@pytest.mark.parametrize(
    "script",
    ["#!/bin/sh\nsleep 60\n", "#!/bin/sh\nsleep 60 & echo started\n", "#!/bin/sh\nexec >&-; sleep 60\n"],
    ids=["slow", "child", "closed"],
)
def test_one_that_takes_too_long_is_ended_with_what_it_started(tmp_path: Path, script: str) -> None:
    start = time.monotonic()
    assert "" == _output(tmp_path, script, seconds=0.3)
    assert time.monotonic() - start < 2


def test_one_that_prints_without_end_costs_no_memory(tmp_path: Path) -> None:
    assert "" == _output(tmp_path, "#!/bin/sh\nexec yes\n", seconds=0.3)
    printed = _output(tmp_path, "#!/bin/sh\nyes 漢字 | head -c 9000000\n")
    assert MACRO_CHARACTERS - 10 < len(printed) <= MACRO_CHARACTERS


def test_its_output_joins_the_body(home: Home) -> None:
    home.way("animals/zebra", "Body.", "pattern: zebra", "macro: prepend")
    _way(home.ways / "animals/zebra", "#!/bin/sh\necho From the macro.\n")
    assert prompted(home).endswith("\n\nFrom the macro.\n\nBody.")


def test_core_may_have_one(home: Home) -> None:
    home.write("core.md", "---\nmacro: append\n---\nWrite in {{output_language}}.\n\n- One\n")
    path = home.write(MACRO, "#!/bin/sh\necho Branch: main\n")
    path.chmod(0o755)
    assert "Write in English.\n\n- One\n\nBranch: main" == told(home, "session-start")


def test_that_of_a_project_runs_once_the_user_trusts_it(home: Home) -> None:
    folder = home.project / ".claude/ways/own"
    way = _way(folder, f"#!/bin/sh\ntouch {home.top}/ran; echo Macro.\n")
    way.write_text("---\npattern: okapi\nmacro: append\n---\nBody.\n", encoding="utf-8")
    (home.project / ".git").mkdir()
    assert prompted(home, "an okapi").endswith("\n\nBody.")
    assert not (home.top / "ran").exists()
    state = home.state / "ways-guard"
    trust.give(home.project, state, trust.contents(home.project))
    assert prompted(home, "an okapi", session_id="2").endswith("\n\nBody.\n\nMacro.")
    with (folder / MACRO).open("a", encoding="utf-8") as file:
        file.write("echo changed\n")
    assert prompted(home, "an okapi", session_id="3").endswith("\n\nBody.")


def test_the_macros_of_an_event_share_their_time(home: Home) -> None:
    for number in range(3):
        _way(home.ways / f"z{number}", "#!/bin/sh\nsleep 60\n")
        home.way(f"z{number}", f"Body {number}.", "pattern: zebra", "macro: append")
    start = time.monotonic()
    assert "Body 2." in prompted(home)
    assert time.monotonic() - start < 3


def test_a_core_whose_macro_hangs_is_told_in_time(home: Home) -> None:
    home.write("core.md", "---\nmacro: append\n---\nWrite in {{output_language}}.\n\n- One\n")
    home.write(MACRO, "#!/bin/sh\nsleep 60\n").chmod(0o755)
    home.settings(bundled=False)
    payload = home.payload(hook_event_name="SessionStart", source="startup")
    deadline = time.monotonic() + 0.5
    found = respond([], home.environ, json.dumps(payload).encode(), deadline=deadline).data
    assert "Write in English.\n\n- One" == context(found, "SessionStart")
    assert time.monotonic() < deadline
