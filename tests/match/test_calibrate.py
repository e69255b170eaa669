from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ways_guard.constants import BACKGROUND_FIRES, FOLDS, SETS_KEPT
from ways_guard.errors import WaysGuardError
from ways_guard.match import background_prompts, sets
from ways_guard.match.calibrate import calibrated
from ways_guard.match.engines import Models
from ways_guard.match.heads import folds
from ways_guard.match.matcher import Matcher
from ways_guard.match.sets import WaySet
from ways_guard.way.discover import Root

from .repo import built, contents, jsonl, stub, way, write
from .words import Words


def _set(root: Root, models: Models, cache: Path) -> WaySet:
    return sets.open_set([sets.stored(root, built(root, models, cache).folder)])


def test_a_calibration_is_made_once(repo: Root, cache: Path) -> None:
    calibrated(_set(repo, Models(multilingual=Words()), cache), Models(multilingual=Words()), cache)
    before = contents(cache)
    model = Words()
    ways = _set(repo, Models(multilingual=model), cache)
    assert calibrated(ways, Models(multilingual=model), cache)
    assert [] == model.calls
    assert before == contents(cache)


def test_two_calibrations_of_one_input_are_byte_equal(repo: Root, tmp_path: Path) -> None:
    made = []
    for name in ("a", "b"):
        models = Models(Words(), Words(name="english words"))
        calibrated(_set(repo, models, tmp_path / name), models, tmp_path / name)
        made.append(contents(tmp_path / name / "sets"))
    assert made[0] == made[1]
    assert 1 == len(made[0])


def test_each_mode_that_the_models_allow_has_a_line(repo: Root, tmp_path: Path) -> None:
    both = Models(Words(), Words(name="english words"))
    cases = {
        "both": (both, {"multilingual", "both", "english"}),
        "one": (Models(multilingual=Words()), {"multilingual"}),
        "english": (Models(english=Words()), {"english"}),
    }
    for name, (models, modes) in cases.items():
        made = calibrated(_set(repo, models, tmp_path / name), models, tmp_path / name)
        assert made
        assert modes == made.lines.keys()
    assert calibrated(_set(repo, Models(), tmp_path / "none"), Models(), tmp_path / "none") is None


HOLLOW = {
    "no way": {},
    "only a pattern": {"a/a.md": way("Body.", pattern="a")},
    "one way": {"a/a.md": way("Body.", description="Writing tests")},
    "stubs without a text of its own": {
        "a/a.md": way("Body.", pattern="a"),
        "a/a.locales.jsonl": jsonl(stub("de", "Tests schreiben", "test")),
    },
    "one example without a text": {
        "a/a.md": way("Body.", pattern="a"),
        "a/a.examples.jsonl": jsonl({"prompt": "write a test"}),
        "b/b.md": way("Body.", description="Commit changes"),
        "b/b.examples.jsonl": jsonl({"prompt": "commit this"}, {"prompt": "commit that"}),
    },
    "two ways alike": {f"{name}/{name}.md": way("Body.", description="Writing tests") for name in "ab"},
}


@pytest.mark.parametrize("files", HOLLOW.values(), ids=HOLLOW.keys())
def test_repos_with_little_in_them_are_calibrated_without_a_word(
    tmp_path: Path, words: Models, cache: Path, files: dict[str, str]
) -> None:
    (tmp_path / "ways").mkdir()
    ways = _set(write(tmp_path / "ways", files), words, cache)
    made = calibrated(ways, words, cache)
    for line in made.lines.values() if made else ():
        assert np.isfinite([line.offset, line.slope]).all()


@pytest.mark.engine
def test_background_prompts_stay_silent(matcher: Matcher) -> None:
    prompts = background_prompts.load().texts
    loud = [prompt for prompt in prompts if any(one.layer == "semantic" for one in matcher.match(prompt).fired)]
    assert len(loud) <= 2 * BACKGROUND_FIRES * len(prompts) + 1, loud


def test_a_cache_that_cannot_be_written_is_one_line(repo: Root, words: Models, cache: Path) -> None:
    ways = _set(repo, words, cache)
    (cache / "sets").write_bytes(b"")
    with pytest.raises(WaysGuardError, match="cannot be written"):
        calibrated(ways, words, cache)


def test_old_sets_leave(repo: Root, words: Models, cache: Path) -> None:
    ways = _set(repo, words, cache)
    folders = [cache / "sets" / f"old{number}" for number in range(SETS_KEPT + 3)]
    for number, folder in enumerate(folders):
        folder.mkdir(parents=True)
        os.utime(folder, (number, number))
    calibrated(ways, words, cache)
    kept = [folder for folder in folders if folder.exists()]
    assert folders[-SETS_KEPT + 1 :] == kept
    assert ways.folder(cache, words.names()).is_dir()


@given(st.lists(st.integers(0, 5), min_size=1, max_size=80), st.integers(1, 5))
def test_each_fold_leaves_out_a_part_of_every_way(ways: list[int], times: int) -> None:
    labels = np.array(ways * times, dtype=np.intp)
    found = folds(labels)
    for way_number in set(ways):
        sizes = [int(np.sum((labels == way_number) & (found == fold))) for fold in range(FOLDS)]
        assert max(sizes) - min(sizes) <= 1


def test_folds_do_not_follow_the_order_of_the_rows() -> None:
    # A block of rows a language, in each the same kinds in the same order.
    labels = np.tile(np.arange(8), 17 * FOLDS)
    kinds = np.repeat(np.tile(np.arange(FOLDS), 17), 8)
    for way_number in range(8):
        for kind in range(FOLDS):
            assert len(set(folds(labels)[(labels == way_number) & (kinds == kind)].tolist())) == FOLDS
