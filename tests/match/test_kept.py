from __future__ import annotations

from pathlib import Path

from ways_guard.match.kept import Kept

from .words import Words


def test_a_prompt_is_embedded_once_and_comes_out_as_it_was(tmp_path: Path) -> None:
    model, prompts = Words(), ["write a test", "say hello"]
    for _ in range(2):
        kept = Kept(model, tmp_path)
        assert (kept.queries(prompts) == Words().queries(prompts)).all()
    assert prompts == model.calls
    assert (model.id, model.revision, model.cold_start) == (kept.id, kept.revision, kept.cold_start)
    assert (kept.passages(["x y"]) == Words().passages(["x y"])).all()
