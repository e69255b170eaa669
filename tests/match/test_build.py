from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ways_guard.errors import WaysGuardError
from ways_guard.match import background_prompts, build, centre, layout
from ways_guard.match.engines import Models
from ways_guard.way import languages
from ways_guard.way.discover import Root

from .repo import COMMITS, DEPENDENCIES, LANGUAGES, TESTS, built, contents, jsonl, stub, way, write
from .words import Words

VECTORS = layout.VECTORS["multilingual"]
RECORDS = layout.RECORDS["multilingual"]


def _in_force(root: Root, cache: Path) -> dict[str, bytes]:
    folder = layout.current(cache, root.path)
    return contents(folder) if folder else {}


def _generations(root: Root, cache: Path) -> list[str]:
    return sorted(path.name for path in layout.shard(cache, root.path).iterdir() if path.is_dir())


def _is_fresh(root: Root, models: Models, cache: Path) -> bool:
    return build.fresh(root, LANGUAGES, models, cache) is not None


def test_a_build_holds_records_vectors_triggers_and_manifest(repo: Root, words: Models, cache: Path) -> None:
    shard = built(repo, words, cache)
    assert shard.built
    assert shard.folder == layout.current(cache, repo.path)
    files = contents(shard.folder)
    made = {VECTORS, layout.ROWS["multilingual"], layout.TRIGGERS, layout.MANIFEST}
    assert {*layout.RECORDS.values(), *made} == files.keys()
    rows = [json.loads(line) for line in files[RECORDS].splitlines()]
    vectors = np.load(shard.folder / VECTORS)
    texts = [row.get("prompt") or row.get("text") or f"{row['description']} {row['vocabulary']}" for row in rows]
    centres = centre.of_model(Words(), cache)
    assert np.array_equal(centres(Words().passages(texts), [row["lang"] for row in rows]), vectors)
    triggers = {one["id"]: one for one in json.loads(files[layout.TRIGGERS])["ways"]}
    assert r"\bcommit messages?\b" == triggers["delivery/commits"]["pattern"]
    assert {"de": "code/security/security.de.md"} == triggers["code/security"]["overrides"]
    assert 6 == shard.manifest["counts"]["ways"] == len(triggers)


def test_what_is_up_to_date_is_not_built_again(repo: Root, words: Models, cache: Path) -> None:
    built(repo, words, cache)
    before = contents(cache)
    assert not built(repo, words, cache).built
    assert before == contents(cache)


def _edit(repo: Root) -> None:
    path = repo.path / f"{TESTS}.md"
    path.write_bytes(path.read_bytes().replace(b"automated", b"automatic"))


def _rename(repo: Root) -> None:
    (repo.path / "licences").rename(repo.path / "licensing")
    (repo.path / "licensing/licences.md").rename(repo.path / "licensing/licensing.md")


CHANGES: dict[str, Callable[[Root], object]] = {
    "a way is edited": _edit,
    "a way is deleted": lambda repo: shutil.rmtree(repo.path / "licences"),
    "a way is renamed": _rename,
    "a way is added": lambda repo: write(repo.path, {"new/new.md": way("Body.", pattern="new")}),
    "a stub is deleted": lambda repo: (repo.path / f"{TESTS}.locales.jsonl").unlink(),
    "an example is added": lambda repo: write(repo.path, {f"{TESTS}.examples.jsonl": jsonl({"prompt": "x"})}),
    "an override is added": lambda repo: write(repo.path, {f"{TESTS}.fr.md": "# Tests\n"}),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_change_of_content_makes_it_stale(
    repo: Root, words: Models, cache: Path, change: Callable[[Root], object]
) -> None:
    built(repo, words, cache)
    change(repo)
    assert not _is_fresh(repo, words, cache)
    assert built(repo, words, cache).built
    assert _is_fresh(repo, words, cache)


def test_a_touched_file_is_not_stale(repo: Root, words: Models, cache: Path) -> None:
    built(repo, words, cache)
    for path in repo.path.rglob("*"):
        os.utime(path, (1, 1))
    assert _is_fresh(repo, words, cache)


def test_probes_and_other_files_do_not_count(repo: Root, words: Models, cache: Path) -> None:
    built(repo, words, cache)
    write(repo.path, {f"{TESTS}.golden.jsonl": jsonl({"prompt": "x"}), "README.md": "# Read me", "core.md": "x"})
    assert _is_fresh(repo, words, cache)


def test_a_language_makes_it_stale_where_a_file_is_in_it_and_nowhere_else(
    repo: Root, words: Models, cache: Path
) -> None:
    built(repo, words, cache)
    klingon = languages.merge(
        LANGUAGES, {"languages": {"tlh": {"name": "Klingon", "native": "tlhIngan Hol", "script": ["Latn"]}}}
    )
    assert build.fresh(repo, klingon, words, cache)
    write(repo.path, {f"{TESTS}.tlh.md": way("Body.", description="waH", vocabulary="waH")})
    assert _is_fresh(repo, words, cache)
    assert build.fresh(repo, klingon, words, cache) is None


def test_another_model_revision_or_canonical_language_makes_it_stale(
    repo: Root, words: Models, cache: Path
) -> None:
    built(repo, words, cache)
    assert not _is_fresh(repo, Models(multilingual=Words(name="other")), cache)
    assert not _is_fresh(repo, Models(multilingual=Words(revision="2")), cache)
    assert not _is_fresh(repo, Models(words.multilingual, Words()), cache)
    assert not _is_fresh(repo, Models(), cache)
    assert not _is_fresh(Root(repo.path, "repo", "de"), words, cache)
    assert _is_fresh(repo, words, cache)


def test_two_builds_of_one_input_are_byte_equal(repo: Root, words: Models, tmp_path: Path) -> None:
    first, second = (contents(built(repo, words, tmp_path / name).folder) for name in "ab")
    assert first == second


def test_a_build_that_adds_to_another_equals_one_from_nothing(repo: Root, words: Models, tmp_path: Path) -> None:
    built(repo, words, tmp_path / "a")
    _edit(repo)
    first, second = (contents(built(repo, words, tmp_path / name).folder) for name in "ab")
    assert first == second


def test_changing_one_stub_embeds_one_text(repo: Root, cache: Path) -> None:
    built(repo, Models(multilingual=Words()), cache)
    write(repo.path, {f"{DEPENDENCIES}.locales.jsonl": jsonl(stub("de", "Neu", "neu"))})
    model = Words()
    built(repo, Models(multilingual=model), cache)
    assert ["Neu neu"] == model.calls


def test_english_rows_are_embedded_by_the_english_model_and_all_by_the_multilingual_one(
    repo: Root, cache: Path
) -> None:
    multilingual, english = Words(), Words(name="english words")
    shard = built(repo, Models(multilingual, english), cache)
    rows = [json.loads(line) for line in (shard.folder / layout.RECORDS["english"]).read_bytes().splitlines()]
    assert {"en"} == {row["lang"] for row in rows}
    background = set(background_prompts.load().texts)
    embedded = [len(set(model.calls) - background) for model in (english, multilingual)]
    stored = [len(np.load(shard.folder / layout.VECTORS[tier])) for tier in ("english", "multilingual")]
    assert embedded == stored
    assert len(rows) == stored[0] < stored[1]
    assert [] == shard.manifest["not_embedded"]


def test_what_no_model_embeds_is_told(repo: Root, tmp_path: Path) -> None:
    english = built(repo, Models(english=Words()), tmp_path / "a")
    assert not (english.folder / VECTORS).exists()
    assert (english.folder / layout.VECTORS["english"]).is_file()
    none = built(repo, Models(), tmp_path / "b")
    assert not list(none.folder.glob("*.npy"))
    assert (none.folder / RECORDS).stat().st_size
    for shard in (english, none):
        assert "stubs are not embedded" in shard.manifest["not_embedded"][0]


def test_what_could_not_be_read_is_told_and_costs_nothing_else(repo: Root, words: Models, cache: Path) -> None:
    write(
        repo.path, {f"{COMMITS}.locales.jsonl": b'{"lang": "de"\n', "bad/bad.md": b"---\ndescription: \xff\n---\n"}
    )
    shard = built(repo, words, cache)
    assert ["bad.md", "commits.locales.jsonl"] == sorted(
        Path(line.split(":")[0]).name for line in shard.manifest["problems"]
    )
    assert 6 == shard.manifest["counts"]["ways"]


@pytest.mark.parametrize("breaks_at", [1, 5, 20])
def test_an_engine_that_breaks_leaves_the_good_generation(
    repo: Root, words: Models, cache: Path, breaks_at: int
) -> None:
    built(repo, words, cache)
    before = _in_force(repo, cache)
    _edit(repo)
    with pytest.raises(WaysGuardError, match="other"):
        built(repo, Models(multilingual=Words(name="other", breaks_at=breaks_at)), cache)
    assert before == _in_force(repo, cache)
    assert 1 == len(list(layout.shard(cache, repo.path).glob("[!C]*"))), "nothing half built is left"


def test_a_cache_that_cannot_be_written_is_one_line_that_says_what_to_do(
    repo: Root, words: Models, tmp_path: Path
) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(WaysGuardError, match=r"^\S+: the cache cannot be written \(.+\): make room .+$"):
        built(repo, words, tmp_path / "file")


@pytest.mark.skipif(sys.platform == "win32", reason="no limit on file sizes")
def test_a_disk_error_leaves_the_good_generation(repo: Root, words: Models, cache: Path) -> None:
    import resource

    built(repo, words, cache)
    before = _in_force(repo, cache)
    write(repo.path, {"large/large.md": way("# x\n" + "long " * 20_000, description="A large way")})
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2_000, hard))
    try:
        with pytest.raises(WaysGuardError, match="the cache cannot be written"):
            built(repo, words, cache)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert before == _in_force(repo, cache)
    assert built(repo, words, cache).built


def test_two_generations_are_kept(repo: Root, words: Models, cache: Path) -> None:
    names = []
    for number in range(4):
        write(repo.path, {"new/new.md": way(f"Body {number}.", pattern="new")})
        names.append(built(repo, words, cache).folder.name)
        assert sorted(names[-2:]) == _generations(repo, cache)
    write(repo.path, {"new/new.md": way("Body 2.", pattern="new")})
    assert names[2] == built(repo, words, cache).folder.name
    assert sorted(names[-2:]) == _generations(repo, cache)
    write(repo.path, {"new/new.md": way("Body 4.", pattern="new")})
    assert sorted([names[2], built(repo, words, cache).folder.name]) == _generations(repo, cache)


def test_what_a_killed_build_left_goes_in_time(repo: Root, words: Models, cache: Path) -> None:
    folder = layout.shard(cache, repo.path)
    left, running = folder / ".building-left", folder / ".building-running"
    for path in (left, running):
        path.mkdir(parents=True)
    os.utime(left, (1, 1))
    built(repo, words, cache)
    assert (False, True) == (left.exists(), running.exists())


DAMAGED = [VECTORS, RECORDS, layout.TRIGGERS, layout.MANIFEST, "../CURRENT"]


@pytest.mark.parametrize("name", DAMAGED)
@pytest.mark.parametrize("left", [0, 40, None])
def test_the_next_build_mends_what_was_damaged(
    repo: Root, words: Models, cache: Path, name: str, left: int | None
) -> None:
    folder = built(repo, words, cache).folder
    before = contents(folder.parent)
    path = folder / name
    if left is None:
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[: min(left, path.stat().st_size - 2)])
    assert not _is_fresh(repo, words, cache)
    assert built(repo, words, cache).built
    assert before == contents(folder.parent)


def test_a_manifest_of_another_shape_is_built_again(repo: Root, words: Models, cache: Path) -> None:
    path = built(repo, words, cache).folder / layout.MANIFEST
    good = path.read_bytes()
    manifest = json.loads(good)
    shapes: list[object] = [[], {"identity": 1}, {**manifest, "files": 1}, {**manifest, "files": {"gone": 1}}, "x"]
    for bad in shapes:
        path.write_text(json.dumps(bad))
        assert built(repo, words, cache).built
        assert good == path.read_bytes()


BUILDER = """
import sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from tests.match.repo import built
from tests.match.words import Words
from ways_guard.match.engines import Models
from ways_guard.way.discover import Root
sys.stdin.read(1)
for turn in range(4):
    built(Root(Path(sys.argv[2]), "repo"), Models(multilingual=Words(revision=str(turn))), Path(sys.argv[3]))
"""


def test_builds_at_once_end_with_one_valid_corpus(repo: Root, cache: Path) -> None:
    top = Path(__file__).resolve().parents[2]
    command = [sys.executable, "-c", BUILDER, os.fspath(top), os.fspath(repo.path), os.fspath(cache)]
    builders = [subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(3)]
    for builder in builders:
        assert builder.stdin
        builder.stdin.write(b"x")
        builder.stdin.flush()
    assert [(0, b"")] * 3 == [
        (one.returncode, err) for one in builders for _, err in [one.communicate(timeout=120)]
    ]
    last = Models(multilingual=Words(revision="3"))
    assert _is_fresh(repo, last, cache)
    assert _in_force(repo, cache) == contents(built(repo, last, cache.with_name("alone")).folder)


def test_what_is_built_without_examples_is_a_shard_of_its_own(repo: Root, cache: Path, words: Models) -> None:
    whole = built(repo, words, cache)
    bare = built(replace(repo, without=frozenset({"examples"})), words, cache)
    assert {"example"} == _kinds(whole.folder) - _kinds(bare.folder)
    assert whole.folder == built(repo, words, cache).folder
    assert whole.folder == layout.current(cache, repo.path), "the corpus in force is not touched"


def _kinds(folder: Path) -> set[str]:
    lines = (folder / RECORDS).read_text(encoding="utf-8").splitlines()
    return {json.loads(line)["kind"] for line in lines}
