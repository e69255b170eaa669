"""The hooks that pre-commit offers, as data; `.pre-commit-hooks.yaml` is made from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

_COMMON = {"language": "python", "minimum_pre_commit_version": "3.2.0"}

HOOKS: Sequence[Mapping[str, object]] = (
    {
        "id": "ways-lint",
        "name": "lint changed ways and translations",
        "description": "Checks the files of ways that changed, and the repo's configuration.",
        "entry": "ways-guard lint --force-exclude",
        # No `types: [text]`: a file in a broken encoding is no text to pre-commit, and must not go unseen.
        "files": r"(\.md|\.(locales|examples|golden)\.jsonl|golden-none\.jsonl)$|^(ways|languages)\.json$",
        **_COMMON,
    },
    {
        "id": "ways-lint-repo",
        "name": "lint the whole way repo",
        "description": "Checks every way and locale file, whatever changed: what one file means for another.",
        "entry": "ways-guard lint --force-exclude",
        "pass_filenames": False,
        # Always: a deleted file matches no `files`, and a removed way leaves its translations behind.
        "always_run": True,
        **_COMMON,
    },
    {
        "id": "ways-corpus",
        "name": "keep the corpus up to date",
        "description": "Rebuilds the corpus; fails when a committed export has changed.",
        "entry": "ways-guard corpus --hook",
        "pass_filenames": False,
        "always_run": True,
        **_COMMON,
    },
    {
        "id": "ways-semantic",
        "name": "measure what ways and translations mean",
        "description": "Checks stubs and probes by a model; additional_dependencies bring an engine.",
        "entry": "ways-guard lint --select WG7 --force-exclude",
        "pass_filenames": False,
        "always_run": True,
        "stages": ["pre-push"],
        # Its findings are warnings, and pre-commit shows nothing of a hook that passes.
        "verbose": True,
        **_COMMON,
    },
)
