from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.home import Home
from ways_guard.cli.demo import _PROMPTS

SAMPLES = [json.loads(line) for line in _PROMPTS.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path)
    home.settings(engine="none")
    return home


def _repo(home: Home) -> Path:
    top = home.top / "repo"
    way = top / "ways/zebra"
    way.mkdir(parents=True)
    (way / "zebra.md").write_text("---\ndescription: zebras\nvocabulary: Abhängigkeiten\n---\nBody.\n", "utf-8")
    stubs = [
        {"lang": lang, "description": "Zebra", "vocabulary": "x", "embed_threshold": 1} for lang in ("de", "fr")
    ]
    lines = "".join(json.dumps(stub, separators=(",", ":")) + "\n" for stub in stubs)
    (way / "zebra.locales.jsonl").write_text(lines + "no JSON\n", "utf-8")
    return top


def test_a_repo_with_faults_is_linted_by_rule_and_matched(home: Home) -> None:
    code, out, err = home.run("demo", str(_repo(home)))
    assert (0, "") == (code, err)
    lint, corpus, match = (part.splitlines() for part in out.split("\n\n"))
    assert ["1.", "Lint", f"{home.top / 'repo'}"] == " ".join(lint[: 1 + (lint[0] == "1. Lint")]).split()
    found = " ".join(" ".join(lint).split())
    assert "WG203 forbidden-key: 2 findings, first at ways/zebra/zebra.locales.jsonl:1:" in found
    assert "WG201 line-json: 1 finding, first at ways/zebra/zebra.locales.jsonl:3:" in found
    assert re.match(r"2 files checked: \d errors, \d warnings, \d notes, \d of them fixable with --fix$", lint[-1])
    assert "1 way, 0 aliases in 0 languages; no embedding model: patterns only" == corpus[1]
    assert [f"{each['lang']}  {each['prompt']}" for each in SAMPLES] == match[1:-1:3]
    assert [f"    ({each['gloss']})" for each in SAMPLES] == match[2:-1:3]
    assert all(line.startswith("    no way fires: ") for line in match[3:-1:3])
    assert "note: engine none: ways fire by their patterns only" == match[-1]


def test_a_repo_without_faults_has_no_table(home: Home) -> None:
    (_repo(home) / "ways/zebra/zebra.locales.jsonl").unlink()
    out = home.run("demo", "../repo")[1]
    assert "\n1 file checked: 0 errors, 0 warnings, 0 notes\n" in out
    assert "WG" not in out
    assert f" {home.top / 'repo'}\n" in out


@pytest.mark.parametrize("columns", ["40", "80", "300"])
def test_a_path_is_never_broken(home: Home, columns: str) -> None:
    top = _repo(home)
    deep = top / "ways/a-rather-long-name-of-a-folder/and-another-one-below-it/zebra"
    deep.parent.mkdir(parents=True)
    (top / "ways/zebra").rename(deep)
    lines = home.run("demo", str(top), COLUMNS=columns)[1].splitlines()
    place = f"{deep.relative_to(top).as_posix()}/zebra.locales.jsonl:1:"
    line = next(line for line in lines if place in line and not line.startswith("WG201"))
    assert len(line) <= int(columns) or line.startswith(f"    {place}")
    (line,) = (line for line in lines if line.endswith(str(top)))
    assert len(line) <= int(columns) or line == f"    {top}"


def test_somebody_who_watches_a_pipe_is_told_what_takes_time(home: Home, bundled_cache: Path) -> None:
    home.adopt_embeddings(bundled_cache)
    home.settings(engine="embedded")
    out, err = home.run("demo", str(_repo(home)))[1:]
    assert re.match(r"embedding \d+ texts …\n$", err)
    assert "embedding " not in out


def test_a_repo_that_is_not_there_is_one_line(home: Home) -> None:
    code, out, err = home.run("demo", "gone")
    assert (2, "", 1) == (code, out, err.count("\n"))
    assert err.endswith("gone: no such folder: name a way repo\n")


def test_a_cache_that_cannot_be_written_is_one_line(home: Home) -> None:
    code, _, err = home.run("demo", XDG_CACHE_HOME=str(home.write("file", "") / "cache"))
    assert (2, 1) == (code, err.count("\n"))
    assert "set XDG_CACHE_HOME" in err


def test_the_bundled_ways_fire_as_their_prompts_mean(home: Home, bundled_cache: Path) -> None:
    home.settings(engine="embedded")
    home.adopt(bundled_cache)
    code, out, err = home.run("demo")
    assert (0, "") == (code, err)
    assert "0 errors, 0 warnings, 0 notes" in out
    assert "8 ways, " in out
    assert " in 18 languages; multilingual-e5-small-q4@" in out
    wanted = {
        "ja": "code/dependencies",
        "de": "code/dependencies",
        "ar": "code/dependencies",
        "ko": "code/dependencies",
        "fr": "delivery/commits",
        "es": "code/testing",
    }
    answers = out[out.index("3. Match") :].split(")\n")[1:]
    for (lang, way), answer in zip(wanted.items(), answers, strict=True):
        fired = [line.split()[1] for line in answer.splitlines() if line.startswith("    → ")]
        assert way in fired, (lang, answer)
        assert "semantic: score " in answer
        assert "; nearest: " in answer
