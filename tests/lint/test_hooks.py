from __future__ import annotations

import re

import pytest

from ways_guard.lint.hooks import HOOKS


def _hook(name: str) -> dict[str, object]:
    return next(dict(hook) for hook in HOOKS if hook["id"] == name)


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: str(hook["id"]))
def test_a_hook_has_what_pre_commit_needs(hook: dict[str, object]) -> None:
    assert {"id", "name", "description", "entry", "language", "minimum_pre_commit_version"} <= set(hook)
    assert str(hook["entry"]).startswith("ways-guard ")


def test_lint_hooks_keep_what_the_repo_excludes_out() -> None:
    for name in ("ways-lint", "ways-lint-repo", "ways-semantic"):
        assert "--force-exclude" in str(_hook(name)["entry"])


def test_what_needs_a_model_is_measured_before_a_push_and_shown_though_it_fails_nothing() -> None:
    hook = _hook("ways-semantic")
    assert (["pre-push"], True, False) == (hook["stages"], hook["verbose"], hook["pass_filenames"])
    assert "--select WG7" in str(hook["entry"])


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("ways/code/tests/tests.md", True),
        ("ways/コード/tests with space.locales.jsonl", True),
        ("ways/code/tests/tests.golden.jsonl", True),
        ("ways/code/tests/tests.examples.jsonl", True),
        ("ways/golden-none.jsonl", True),
        ("ways.json", True),
        ("languages.json", True),
        ("src/languages.json", False),
        ("data/x.jsonl", False),
        ("src/x.md.py", False),
    ],
)
def test_the_hook_on_changed_files_gets_all_that_is_linted_one_by_one(path: str, wanted: bool) -> None:
    hook = _hook("ways-lint")
    assert wanted == bool(re.search(str(hook["files"]), path))
    # A file in a broken encoding is no text to pre-commit.
    assert not {"types", "types_or"} & set(hook)
