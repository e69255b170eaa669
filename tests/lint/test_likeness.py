from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
import pytest

from ways_guard.lint import collect, likeness
from ways_guard.lint.likeness import NOWHERE
from ways_guard.lint.meaning import Meaning
from ways_guard.lint.rules.samples import stub, way
from ways_guard.lint.shelf import Shelf
from ways_guard.lint.tree import WorkTree

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

_BREAD = "ways/cooking/bread/bread"
_TEST = "ways/code/tests/tests"
_FILES: Mapping[str, str] = {
    f"{_TEST}.md": way("Writing automated tests for code", "test coverage assertion pytest mock"),
    f"{_TEST}.locales.jsonl": stub("de", "Automatische Tests für Code schreiben", "Test Abdeckung pytest Mock"),
    f"{_BREAD}.md": way("Baking bread with sourdough", "bread flour oven dough yeast"),
    f"{_BREAD}.locales.jsonl": stub("de", "Brot mit Sauerteig backen", "Brot Mehl Ofen Teig Hefe"),
}


def _placed(lab: Lab, files: Mapping[str, str]) -> dict[str, likeness.Placed]:
    lab.write({**_FILES, **files})
    repo = collect.plan([lab.top]).repos[0]
    found = likeness.of_repo(Meaning(Shelf(repo, WorkTree()).whole, lab.gauge))
    return {f"{placed.way.file.id} {placed.line.value['lang']}": placed for placed in found}


def test_a_true_stub_is_near_and_the_stub_of_another_way_is_at_that_one(lab: Lab) -> None:
    true = _placed(lab, {})
    assert min(placed.own for placed in true.values()) > 3
    swapped = {f"{one}.locales.jsonl": _FILES[f"{other}.locales.jsonl"] for one, other in _swap()}
    placed = _placed(lab, swapped)["code/tests de"]
    assert placed.other
    assert "cooking/bread" == placed.other.file.id
    assert placed.others > placed.own + 3


def _swap() -> list[tuple[str, str]]:
    return [(_TEST, _BREAD), (_BREAD, _TEST)]


def test_a_part_that_means_something_else_is_far_though_the_rest_is_near(lab: Lab) -> None:
    wrong = stub("zh", "如何包饺子和准备年夜饭", "测试 覆盖率 断言 pytest 模拟")
    placed = _placed(lab, {f"{_TEST}.locales.jsonl": wrong})["code/tests zh"]
    assert placed.description < 0 < 3 < placed.vocabulary


def test_a_language_that_nothing_else_is_in_is_measured_too(lab: Lab) -> None:
    swedish = stub("sv", "Skriva automatiska tester för kod", "test täckning pytest mock")
    other = stub("el", "Πώς μεγαλώνουν οι ντομάτες στον κήπο", "ντομάτα κήπος πότισμα")
    placed = _placed(lab, {f"{_TEST}.locales.jsonl": other + swedish})
    assert placed["code/tests el"].own < 0.75 < 3 < placed["code/tests sv"].own


def test_parents_and_children_are_not_what_a_stub_must_be_far_from(lab: Lab) -> None:
    parent = {
        "ways/code/code.md": way("Writing code and its automated tests", "code test"),
        "ways/code/code.locales.jsonl": stub("de", "Automatische Tests für Code schreiben", "Test Code"),
    }
    for placed in _placed(lab, parent).values():
        assert placed.other
        assert {"code", "cooking"} == {one.file.id.split("/")[0] for one in (placed.way, placed.other)}


def test_a_way_alone_has_no_other_and_a_stray_stub_is_left_to_other_rules(lab: Lab) -> None:
    lab.write({f"{_TEST}.md": _FILES[f"{_TEST}.md"], f"{_TEST}.locales.jsonl": _FILES[f"{_TEST}.locales.jsonl"]})
    lab.write({"ways/gone/gone.locales.jsonl": stub("de", "Nirgends", "weg")})
    repo = collect.plan([lab.top]).repos[0]
    (placed,) = likeness.of_repo(Meaning(Shelf(repo, WorkTree()).whole, lab.gauge))
    assert (None, float("-inf")) == (placed.other, placed.others)


def test_nearness_does_not_depend_on_a_models_scale_or_on_what_all_stubs_of_a_language_share() -> None:
    chance = np.random.default_rng(1)
    cosines = (chance.normal(size=(40, 8)) / 100).astype(np.float32)
    homes = np.arange(40) % 8
    cosines[np.arange(40), homes] += np.float32(0.1)
    langs = ["de"] * 20 + ["ja"] * 20
    near = likeness.nearness(cosines, homes, langs)
    moved = np.float32(0.7) + cosines * np.float32(0.3)
    moved[20:] -= np.float32(0.2)
    assert near == pytest.approx(likeness.nearness(moved, homes, langs), abs=0.02)
    assert float(np.median(near[np.arange(40), homes])) > 8


def test_few_wrong_stubs_do_not_move_the_others() -> None:
    chance = np.random.default_rng(2)
    cosines = chance.normal(size=(50, 10)).astype(np.float32)
    homes = np.append(np.arange(48) % 10, [NOWHERE, NOWHERE])
    cosines[np.arange(48), homes[:48]] += 10
    before = likeness.nearness(cosines, homes, ["de"] * 50)
    cosines[:3] = np.roll(cosines[:3], 1, axis=1)
    after = likeness.nearness(cosines, homes, ["de"] * 50)
    rest = np.arange(3, 48)
    assert float(np.abs(before - after)[rest, homes[3:48]].max()) < 1.5
    assert float(after[np.arange(3), homes[:3]].max()) < 3
