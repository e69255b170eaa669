"""Every case below cases/: `{CODE}/bad/*` gives exactly what its expected.txt says, `{CODE}/good/*` nothing.

A case is a way repo. Where it holds folders, `commits/1`, `commits/2`, … and perhaps `work`, each of them is the
whole repo at one time: committed one after another, then as it lies in the work tree.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ways_guard.lint import rules

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

_CASES = Path(__file__).parent / "cases"
_EXPECTED = "expected.txt"


def _folders(kind: str) -> list[Path]:
    return sorted(path for path in _CASES.glob(f"*/{kind}/*") if path.is_dir())


def _name(folder: Path) -> str:
    return folder.relative_to(_CASES).as_posix()


def lay(case: Path, lab: Lab) -> None:
    """Put a case into the lab, with its history where it has one."""
    commits = sorted((case / "commits").glob("*"))
    for step in commits:
        _replace(step, lab.top)
        lab.commit()
    if not commits:
        _replace(case, lab.top)
    elif (case / "work").exists():
        _replace(case / "work", lab.top)


def _replace(folder: Path, top: Path) -> None:
    """Make `top` hold what a folder holds, and its history stay."""
    for old in (path for path in top.iterdir() if path.name != ".git"):
        shutil.rmtree(old) if old.is_dir() else old.unlink()
    shutil.copytree(folder, top, ignore=shutil.ignore_patterns(_EXPECTED), dirs_exist_ok=True)
    if not (top / "ways.json").exists():
        (top / "ways.json").write_text("{}")


def found(lab: Lab, code: str) -> list[str]:
    """What the rules say that run unasked, and the one that the case is for."""
    report = lab.report("WG", code)
    return [
        f"{report.display(finding.path)}:{finding.span.line}:{finding.span.column}: {finding.code}"
        for finding in report.findings
    ]


@pytest.mark.parametrize("case", _folders("bad"), ids=_name)
def test_a_bad_case_gives_these_findings_and_no_other(case: Path, lab: Lab) -> None:
    if os.name == "nt" and _name(case) == "WG111/bad/not-executable":
        pytest.skip("Windows has no such mode")
    lay(case, lab)
    code = case.parent.parent.name
    expected = (case / _EXPECTED).read_text(encoding="utf-8").splitlines()
    assert expected == found(lab, code)
    assert code in {line.split()[-1] for line in expected}


@pytest.mark.parametrize("case", _folders("good"), ids=_name)
def test_a_good_case_gives_none(case: Path, lab: Lab) -> None:
    lay(case, lab)
    assert [] == found(lab, case.parent.parent.name)


@pytest.mark.parametrize("code", rules.RULES)
def test_every_rule_has_two_bad_cases_and_a_good_one(code: str) -> None:
    bad, good = ([path for path in _folders(kind) if path.parent.parent.name == code] for kind in ("bad", "good"))
    assert (True, True) == (len(bad) >= 2, len(good) >= 1)


def test_every_case_is_for_a_rule() -> None:
    assert set(rules.RULES) >= {path.name for path in _CASES.iterdir()}
