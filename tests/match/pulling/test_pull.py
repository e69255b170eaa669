from __future__ import annotations

import json
from pathlib import Path

import pytest

from ways_guard.errors import WaysGuardError
from ways_guard.match.engines import folders
from ways_guard.match.pulling import pull as pulling
from ways_guard.match.pulling import record
from ways_guard.match.pulling.pull import Wish

from .conftest import FILES, REPO, SMALL, WEIGHTS
from .server import Hub, checksum

NAME = "all-MiniLM-L6-v2"
ONNX = Wish(NAME, "onnx")
TORCH = Wish(NAME, "sentence-transformers")


def _pull(hub: Hub | str, wish: Wish = ONNX) -> Path | None:
    return pulling.pull(wish, hub if isinstance(hub, str) else hub.address, lambda *_: None)


def _error(hub: Hub | str, wish: Wish = ONNX) -> str:
    with pytest.raises(WaysGuardError) as caught:
        _pull(hub, wish)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def _here(folder: Path | None) -> dict[str, bytes]:
    assert folder
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.mark.parametrize(
    ("wish", "weights"),
    [
        (ONNX, "onnx/model.onnx"),
        (TORCH, "model.safetensors"),
        (Wish(NAME, "onnx", "onnx/model_quint8_avx2.onnx"), "onnx/model_quint8_avx2.onnx"),
        (Wish(REPO, "onnx"), "onnx/model.onnx"),
    ],
)
def test_what_an_engine_needs_is_fetched_and_nothing_else(hub: Hub, wish: Wish, weights: str) -> None:
    folder = _pull(hub, wish)
    assert {**SMALL, weights: FILES[weights]} == _here(folder)
    assert folder == folders.snapshot_of(REPO)
    assert folder
    assert folder.name == hub.commit(REPO)


def test_the_cache_is_laid_out_as_the_hubs_own_library_does(hub: Hub, home: Path) -> None:
    folder = _pull(hub)
    assert folder
    top = home / "hub/models--sentence-transformers--all-MiniLM-L6-v2"
    assert top / "snapshots" / hub.commit(REPO) == folder
    assert hub.commit(REPO) == (top / "refs/main").read_text()
    assert WEIGHTS == (top / "blobs" / checksum(WEIGHTS)).read_bytes()
    assert Path("../../../blobs", checksum(WEIGHTS)) == (folder / "onnx/model.onnx").readlink()


def test_a_second_pull_is_a_no_op_that_asks_nobody(hub: Hub) -> None:
    _pull(hub)
    before = len(hub.asked)
    assert _pull(hub) is None
    assert before == len(hub.asked)
    assert _pull("http://127.0.0.1:9") is None


def test_the_next_engine_takes_what_is_missing_of_the_same_commit(hub: Hub) -> None:
    first = _pull(hub)
    hub.repos[REPO].append({**FILES, "config.json": b"{}"})
    hub.asked.clear()
    assert first == _pull(hub, TORCH)
    assert ["model.safetensors"] == hub.fetched()
    assert set(_here(first)) == {*SMALL, "onnx/model.onnx", "model.safetensors"}


def test_an_update_takes_the_newest_commit_for_all_engines(hub: Hub) -> None:
    _pull(hub)
    newer = {**FILES, "config.json": b"{}"}
    hub.repos[REPO].append(newer)
    folder = _pull(hub, Wish(NAME, "sentence-transformers", update=True))
    assert {path: newer[path] for path in (*SMALL, "onnx/model.onnx", "model.safetensors")} == _here(folder)
    assert folder == folders.snapshot_of(REPO)
    assert hub.commit(REPO) == record.load()[REPO].revision
    assert _pull(hub, ONNX) is None


def test_a_connection_that_is_cut_is_gone_on_with(hub: Hub) -> None:
    hub.cuts = [10**9] * len(SMALL) + [1_500_000, 0, 700_000]
    assert WEIGHTS == _here(_pull(hub))["onnx/model.onnx"]
    ranges = [asked for path, asked in hub.asked if path.startswith("/cdn/") and "model.onnx" in path]
    assert [None, "bytes=1500000-", "bytes=1500000-", "bytes=2200000-"] == ranges


def test_the_next_call_goes_on_where_the_last_one_ended(hub: Hub) -> None:
    hub.cuts = [10**9] * len(SMALL) + [2_000_000]
    hub.broken = True
    assert "the connection breaks off" in (text := _error(hub))
    assert "2 of 3 MB of onnx/model.onnx have come): the next call goes on from there" in text
    assert folders.snapshot_of(REPO) is None
    hub.broken = False
    hub.asked.clear()
    assert WEIGHTS == _here(_pull(hub))["onnx/model.onnx"]
    assert ["bytes=2000000-"] == [asked for path, asked in hub.asked if path.startswith("/cdn/")]


def test_a_hub_that_knows_no_ranges_is_asked_from_the_beginning(hub: Hub) -> None:
    hub.cuts = [10**9] * len(SMALL) + [1_500_000]
    hub.ranges = False
    assert WEIGHTS == _here(_pull(hub))["onnx/model.onnx"]


def test_progress_ends_at_the_size_of_each_file(hub: Hub) -> None:
    hub.cuts = [10**9] * len(SMALL) + [1_500_000, 500_000]
    hub.ranges = False
    last: dict[str, tuple[int, int]] = {}
    pulling.pull(ONNX, hub.address, lambda path, come, total: last.__setitem__(path, (come, total)))
    sizes = {path: len(data) for path, data in {**SMALL, "onnx/model.onnx": WEIGHTS}.items()}
    assert {path: (size, size) for path, size in sizes.items()} == last


def test_bytes_with_a_wrong_checksum_are_dropped(hub: Hub, home: Path) -> None:
    hub.damage = b"?"
    assert "arrived damaged (wrong checksum) and was dropped: try again" in _error(hub)
    assert folders.snapshot_of(REPO) is None
    assert [] == [path for path in (home / "hub").rglob("*") if path.is_file()]
    hub.damage = b""
    assert WEIGHTS == _here(_pull(hub))["onnx/model.onnx"]


def test_a_damaged_or_missing_file_is_fetched_again(hub: Hub) -> None:
    folder = _pull(hub)
    assert folder
    weights = folder / "onnx/model.onnx"
    weights.write_bytes(WEIGHTS[:-1] + b"?")
    (folder / "config.json").unlink()
    hub.asked.clear()
    _pull(hub)
    assert WEIGHTS == weights.read_bytes()
    assert ["onnx/model.onnx"] == hub.fetched()
    assert SMALL["config.json"] == (folder / "config.json").read_bytes()


def test_a_hub_that_shows_another_file_at_the_same_commit_is_not_believed(hub: Hub) -> None:
    folder = _pull(hub)
    hub.repos[REPO][0]["onnx/model.onnx"] = WEIGHTS[::-1]
    assert folder
    (folder / "config.json").unlink()
    assert "the hub's onnx/model.onnx is not what was fetched first" in _error(hub)
    assert WEIGHTS == (folder / "onnx/model.onnx").read_bytes()
    _pull(hub, Wish(NAME, "onnx", update=True))
    assert WEIGHTS[::-1] == (folder / "onnx/model.onnx").read_bytes()


def test_what_another_program_fetched_stays_the_commit_in_force(hub: Hub, home: Path) -> None:
    folder = home / "hub/models--sentence-transformers--all-MiniLM-L6-v2/snapshots" / hub.commit(REPO)
    folder.mkdir(parents=True)
    (folder.parents[1] / "refs").mkdir()
    (folder.parents[1] / "refs/main").write_text(hub.commit(REPO))
    (folder / "config.json").write_bytes(SMALL["config.json"])
    hub.repos[REPO].append({**FILES, "config.json": b"{}"})
    assert folder == _pull(hub)
    assert "config.json" not in hub.fetched()


def test_a_model_that_is_not_there_is_one_line(hub: Hub) -> None:
    host = hub.address.removeprefix("http://")
    assert f"{host} has no public model 'someone/else'" in _error(hub, Wish("someone/else", "onnx"))
    del hub.repos[REPO][0]["onnx/model.onnx"]
    assert f"{REPO} has no onnx/model.onnx, which engine onnx needs" in _error(hub)
    for name in ("../../etc", "a/b/c", "a/..", "a b/c"):
        assert "is no name of a model" in _error(hub, Wish(name, "onnx"))


def test_no_network_is_one_line(hub: Hub) -> None:
    assert "cannot reach 127.0.0.1:9" in _error("http://127.0.0.1:9")
    for address in ("ftp://127.0.0.1", "file:///etc", "huggingface.co"):
        assert "is no address of a hub" in _error(address)
    hub.status = 503
    assert "answers 503" in _error(hub)


def test_offline_is_respected(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    assert "HF_HUB_OFFLINE is set" in _error(hub)
    assert [] == hub.asked


def test_the_hub_of_the_environment_is_asked(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", f"{hub.address}/")
    assert pulling.pull(ONNX, None, lambda *_: None)


def test_a_folder_that_cannot_be_written_is_one_line(hub: Hub, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "file").write_text("")
    monkeypatch.setenv("HF_HUB_CACHE", str(home / "file/hub"))
    assert "cannot be written" in _error(hub)
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "file/state"))
    assert "cannot be written" in _error(hub)


def test_a_file_that_does_not_fit_on_the_disk_is_not_begun(hub: Hub) -> None:
    hub.listed = {"lfs": {"oid": "0" * 64, "size": 10**15, "pointerSize": 1}}
    assert "too little room: 1000000000 MB are wanted" in _error(hub)
    assert [] == hub.fetched()


@pytest.mark.parametrize(
    "listed",
    [
        {"oid": "../../x", "lfs": None},
        {"path": 5},
        {"size": "many", "lfs": None},
        {"lfs": {"oid": "A" * 64, "size": 1}},
        {"type": "symlink"},
    ],
)
def test_a_listing_that_makes_no_sense_is_one_line(hub: Hub, listed: dict[str, object]) -> None:
    hub.listed = listed
    assert "has no onnx/model.onnx" in _error(hub)


def test_names_that_lead_outside_are_never_fetched(hub: Hub, home: Path) -> None:
    outside = "onnx/model.onnx_data/../../../../../../out"
    hub.repos[REPO][0] |= {outside: WEIGHTS, "../config.json": b"{}", "1_Pooling/../../config.json": b"{}"}
    assert {*SMALL, "onnx/model.onnx"} == set(_here(_pull(hub)))
    assert not list(home.rglob("out"))


def test_weights_in_two_files_come_together(hub: Hub) -> None:
    hub.repos[REPO][0]["onnx/model.onnx_data"] = WEIGHTS[::2]
    assert {*SMALL, "onnx/model.onnx", "onnx/model.onnx_data"} == set(_here(_pull(hub)))


def test_an_answer_that_is_none_of_a_hub_is_one_line(hub: Hub) -> None:
    assert "does not answer as a hub does: check HF_ENDPOINT" in _error(f"{hub.address}/cdn/{REPO}/main/README.md?")


def test_the_record_says_what_was_fetched_and_a_damaged_one_is_told(hub: Hub, home: Path) -> None:
    _pull(hub)
    path = home / "state/ways-guard/models.json"
    saved = json.loads(path.read_text())["models"][REPO]
    assert hub.commit(REPO) == saved["revision"]
    assert {*SMALL, "onnx/model.onnx"} == set(saved["files"])
    assert checksum(WEIGHTS) == saved["files"]["onnx/model.onnx"]
    path.write_text('{"models": 5}')
    assert "models.json: is damaged: delete it" in _error(hub)


def test_two_at_once_do_not_mix(hub: Hub) -> None:
    def nested(*_: object) -> None:
        assert "another ways-guard is fetching a model" in _error(hub)

    pulling.pull(ONNX, hub.address, nested)
