from __future__ import annotations

import shutil
from pathlib import Path
from typing import cast

import pytest

from ways_guard.errors import WaysGuardError
from ways_guard.match import engines, layout, service
from ways_guard.match.engines.protocol import Engine
from ways_guard.match.matcher import Matcher
from ways_guard.way.config import Config
from ways_guard.way.discover import Root

from .repo import COMMITS, FILES, LANGUAGES, SECURITY, TESTS, way, write
from .words import WordsEngine

WORDS = Config(models={"multilingual": "words"})
# A model that knows words alone needs the way's own.
ASKED = "Commit changes to git and write a good commit message commit message git subject squash amend history"


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cast("dict[str, Engine]", engines.ENGINES), "words", WordsEngine())


def _standing(cache: Path, *roots: Root, config: Config = WORDS) -> Matcher:
    return service.as_it_stands(roots, config, LANGUAGES, cache, budget=1)


def _prepared(cache: Path, *roots: Root, config: Config = WORDS) -> Matcher:
    return service.prepare(roots, config, LANGUAGES, cache)


def _fired(matcher: Matcher, prompt: str = ASKED) -> list[tuple[str, str]]:
    return [(verdict.entry.id, verdict.layer) for verdict in matcher.match(prompt).fired]


def test_what_was_prepared_stands(repo: Root, cache: Path) -> None:
    prepared = _prepared(cache, repo).match(ASKED, explain=True)
    assert prepared == _standing(cache, repo).match(ASKED, explain=True)
    assert ("delivery/commits", "semantic") == _fired(_standing(cache, repo))[0]


def test_before_the_first_build_the_patterns_of_the_files_serve(repo: Root, cache: Path) -> None:
    matcher = _standing(cache, repo)
    assert [("delivery/commits", "symbolic")] == _fired(matcher)
    assert "patterns only" in matcher.match(ASKED).note
    assert not cache.exists(), "a hook builds nothing"


FILES_OF_A_SHARD = [
    layout.VECTORS["multilingual"],
    layout.ROWS["multilingual"],
    layout.RECORDS["multilingual"],
    layout.TRIGGERS,
    layout.MANIFEST,
    "../CURRENT",
]


@pytest.mark.parametrize("name", FILES_OF_A_SHARD[:2] + FILES_OF_A_SHARD[3:5])
@pytest.mark.parametrize("filler", [b"\0", b"[1, 2] "], ids=["zeros", "another file"])
def test_files_that_kept_their_sizes_and_lost_their_content_are_damaged_too(
    repo: Root, cache: Path, name: str, filler: bytes
) -> None:
    good = _fired(_prepared(cache, repo))
    folder = layout.current(cache, repo.path)
    assert folder
    path = folder / name
    size = path.stat().st_size
    path.write_bytes((filler * size)[:size])
    assert [repo] == service.stale([repo], WORDS, LANGUAGES, cache)
    assert good == _fired(_prepared(cache, repo)) == _fired(_standing(cache, repo))
    assert [] == service.stale([repo], WORDS, LANGUAGES, cache)


@pytest.mark.parametrize("name", FILES_OF_A_SHARD)
@pytest.mark.parametrize("left", [0, 150, None])
def test_a_damaged_corpus_leaves_the_patterns_and_the_next_build_mends_it(
    repo: Root, cache: Path, name: str, left: int | None
) -> None:
    good = _fired(_prepared(cache, repo))
    assert [("delivery/commits", "semantic")] == good
    folder = layout.current(cache, repo.path)
    assert folder
    path = folder / name
    if left is None:
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[: min(left, path.stat().st_size - 2)])
    assert "delivery/commits" in dict(_fired(_standing(cache, repo)))
    assert [repo] == service.stale([repo], WORDS, LANGUAGES, cache)
    assert good == _fired(_prepared(cache, repo)) == _fired(_standing(cache, repo))


def test_a_damaged_calibration_leaves_the_patterns_and_the_next_build_mends_it(repo: Root, cache: Path) -> None:
    good = _fired(_prepared(cache, repo))
    (path,) = cache.glob(f"sets/*/{layout.CALIBRATION}")
    path.write_bytes(path.read_bytes()[:500])
    assert [("delivery/commits", "symbolic")] == _fired(_standing(cache, repo))
    assert good == _fired(_prepared(cache, repo)) == _fired(_standing(cache, repo))


def test_the_old_generation_serves_until_the_new_one_is_built(repo: Root, cache: Path) -> None:
    _prepared(cache, repo)
    write(repo.path, {"new/new.md": way("Body.", description="Paint a zebra", pattern="zebra")})
    assert [] == _fired(_standing(cache, repo), "paint a zebra")
    assert [repo] == service.stale([repo], WORDS, LANGUAGES, cache)
    _prepared(cache, repo)
    assert "new" in dict(_fired(_standing(cache, repo), "paint a zebra"))
    assert [] == service.stale([repo], WORDS, LANGUAGES, cache)


def test_a_root_that_is_not_built_yet_does_not_lend_its_ways_the_scores_of_others(
    repo: Root, cache: Path, tmp_path: Path
) -> None:
    _prepared(cache, repo)
    # As many ways as fit the built set: a mix-up would not even raise.
    new = {f"new{number}/new{number}.md": way("Body.", pattern=f"new{number}") for number in range(6)}
    project = Root(write(tmp_path / "project", new).path, "project")
    for roots in ((project, repo), (repo, project)):
        matcher = _standing(cache, *roots)
        assert {"delivery/commits": "symbolic"} == dict(_fired(matcher))
        assert {"new3": "symbolic"} == dict(_fired(matcher, "use new3"))


def test_models_that_load_too_slowly_for_a_hook_are_left_out(repo: Root, cache: Path) -> None:
    _prepared(cache, repo)
    matcher = service.as_it_stands([repo], WORDS, LANGUAGES, cache, budget=-1)
    assert {} == matcher.models.names()
    assert [("delivery/commits", "symbolic")] == _fired(matcher)


def test_a_model_that_is_asked_for_and_not_there(repo: Root, cache: Path) -> None:
    gone = Config(models={"multilingual": "embedded:gone"})
    with pytest.raises(WaysGuardError, match="gone"):
        _prepared(cache, repo, config=gone)
    matcher = _standing(cache, repo, config=gone)
    assert [("delivery/commits", "symbolic")] == _fired(matcher)
    assert "gone" in matcher.models.notes[0]


def test_another_model_serves_nothing_that_the_first_one_embedded(repo: Root, cache: Path) -> None:
    _prepared(cache, repo)
    other = Config(models={"english": "words"})
    assert [("delivery/commits", "symbolic")] == _fired(_standing(cache, repo, config=other))
    assert [repo] == service.stale([repo], other, LANGUAGES, cache)


def test_progress_tells_the_root_and_ends_with_all_texts(repo: Root, cache: Path, tmp_path: Path) -> None:
    other = write(tmp_path / "other", {"a/a.md": way("Body.", description="Paint a zebra")})
    steps: list[tuple[Root, int, int]] = []
    service.prepare([repo, other], WORDS, LANGUAGES, cache, lambda *step: steps.append(step))
    last = {root.path: (ready, total) for root, ready, total in steps}
    assert {repo.path, other.path} == last.keys()
    assert all(ready == total for ready, total in last.values())
    steps.clear()
    service.prepare([repo, other], WORDS, LANGUAGES, cache, lambda *step: steps.append(step))
    assert [] == steps


def test_the_nearest_way_speaks_for_its_id_and_a_stranger_only_adds(cache: Path, tmp_path: Path) -> None:
    def root(origin: str, body: str, *paths: str) -> Root:
        files = {f"{path}.md": way(body, description="Write a commit message", vocabulary="git") for path in paths}
        return Root(write(tmp_path / origin, files).path, origin)

    project = root("project", "A stranger's.", COMMITS, "licences/licences")
    user = root("user", "Mine.", COMMITS, TESTS)
    bundled = Root(write(tmp_path / "bundled", FILES).path, "bundled")
    matcher = _prepared(cache, project, user, bundled)
    origins = {verdict.entry.id: verdict.entry.root.origin for verdict in matcher.match(ASKED).verdicts}
    assert ("user", "user", "bundled", "bundled") == tuple(
        origins[node] for node in ("delivery/commits", "code/tests", "code/security", "licences")
    )
    assert 6 == len(matcher.match(ASKED).verdicts)
    sources = {verdict.entry.id: verdict.alias for verdict in matcher.match(ASKED, explain=True).verdicts}
    assert (alias := sources["delivery/commits"])
    assert "Write a commit message" == alias.text


def test_what_is_disabled_does_not_compete(repo: Root, cache: Path) -> None:
    shutil.copytree(repo.path / "delivery", repo.path / "twin")
    everyone = _prepared(cache, repo, config=Config(models=WORDS.models, max_ways=1))
    assert 1 == len([layer for _, layer in _fired(everyone) if layer == "semantic"])
    (first,) = [node for node, layer in _fired(everyone) if layer == "semantic"]
    less = Config(models=WORDS.models, max_ways=1, disabled=frozenset({first}))
    twin = ({"delivery/commits", "twin/commits"} - {first}).pop()
    assert [(twin, "semantic")] == _fired(_prepared(cache, repo, config=less))
    gone = Config(models=WORDS.models, disabled=frozenset({"delivery/*", "twin/*"}))
    assert {"delivery/commits", "twin/commits"}.isdisjoint(
        verdict.entry.id for verdict in _prepared(cache, repo, config=gone).match(ASKED).verdicts
    )
    assert SECURITY.rpartition("/")[0] in {entry.id for entry in _prepared(cache, repo, config=gone).ways.entries}
