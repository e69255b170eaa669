from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ways_guard.lint import parallel, rules
from ways_guard.lint.engine import lint_data
from ways_guard.lint.model import Example, Hit, Rule, Severity, TextFile
from ways_guard.lint.rules.samples import FRENCH, GERMAN, TEXT
from ways_guard.way.text import START

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

_TOP = Path(__file__).resolve().parent.parent.parent


def _work(lab: Lab, ways: int) -> parallel.Work:
    for number in range(ways):
        text = FRENCH + GERMAN if number % 3 else GERMAN + FRENCH
        lab.write({f"ways/w{number}/w{number}.md": TEXT, f"ways/w{number}/w{number}.locales.jsonl": text})
    return [(job, job.file.path.read_bytes()) for job in lab.jobs()]


def test_several_processes_find_what_one_finds_in_the_same_order(lab: Lab) -> None:
    work, chosen = _work(lab, 50), rules.selected()
    alone = [lint_data(job, data, chosen) for job, data in work]
    assert sum(map(bool, alone)) > 10
    assert alone == parallel.lint_all(work, chosen, 2)


def test_little_work_is_not_worth_a_process(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    work = _work(lab, 2)
    large = [(work[0][0], b" " * 3_000_000)]
    monkeypatch.setattr(parallel, "processors", lambda: 2)
    assert (False, True, False) == (parallel.worth_it(work), parallel.worth_it(large), parallel.worth_it([]))
    monkeypatch.setattr(parallel, "processors", lambda: 1)
    assert not parallel.worth_it(large)


def _die(file: TextFile) -> Iterator[Hit]:
    if os.environ["WAYS_GUARD_TEST_PID"] != str(os.getpid()):
        os._exit(1)
    yield Hit(START, "m")


def test_processes_that_die_cost_time_only(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    example = Example("a/a.md", "")
    rule = Rule("X", "x", Severity.ERROR, TextFile, _die, "W.", "W.", "H.", example, example)
    monkeypatch.setenv("WAYS_GUARD_TEST_PID", str(os.getpid()))
    work = _work(lab, 20)
    assert [1] * len(work) == [len(found) for found in parallel.lint_all(work, [rule], 2)]


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is another thing there")
def test_ctrl_c_ends_all_processes_with_one_line(lab: Lab) -> None:
    stubs = "".join(f'{{"lang":"de","description":"Tests {n}","vocabulary":"Test"}}\n' for n in range(4000))
    lab.write({f"ways/w{n}/w{n}.locales.jsonl": stubs for n in range(40)})
    process = subprocess.Popen(
        [sys.executable, "-m", "ways_guard", "lint", "--no-cache"],
        cwd=lab.top,
        env={**os.environ, "PYTHONPATH": str(_TOP)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    time.sleep(3)
    assert process.poll() is None
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=150)  # ends when the last process has let go of the pipes
    assert (b"", "Aborted!") == (out, err.decode().strip())
    assert process.returncode not in (0, 2)
