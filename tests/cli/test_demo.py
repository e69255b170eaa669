from __future__ import annotations

import json
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
    assert f"1. Lint  {home.top / 'repo'}" == lint[0]
    (forbidden,) = (line.split() for line in lint if line.startswith("WG203"))
    assert ["WG203", "forbidden-key", "2"] == forbidden[:3]
    assert forbidden[3].startswith("ways/zebra/zebra.locales.jsonl:1:")
    assert 1 == sum(line.startswith("WG201") for line in lint)
    assert "can be mended by ways-guard lint --fix" in lint[-1]
    assert "1 ways, 0 aliases in 0 languages; no embedding model: patterns only" == corpus[1]
    assert [f"{each['lang']}  {each['prompt']}" for each in SAMPLES] == match[1:-1:3]
    assert [f"    ({each['gloss']})" for each in SAMPLES] == match[2:-1:3]
    assert all(line.startswith("    no way fires: ") for line in match[3:-1:3])
    assert "note: engine none: ways fire by their patterns only" == match[-1]


def test_a_repo_without_faults_has_no_table(home: Home) -> None:
    (_repo(home) / "ways/zebra/zebra.locales.jsonl").unlink()
    out = home.run("demo", "../repo")[1]
    assert "\n1 files, 0 errors, 0 warnings, 0 notes\n" in out
    assert "WG" not in out
    assert f"1. Lint  {home.top / 'repo'}\n" in out


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
