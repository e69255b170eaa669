"""What rules that need a model look at: a way repo with what measures the meaning of its texts.

The matcher and its engines are imported here when something is measured, and never by lint without that.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from ways_guard.errors import WaysGuardError
from ways_guard.lint.model import RepoFiles
from ways_guard.way import discover
from ways_guard.way.config import Config

if TYPE_CHECKING:
    from ways_guard.lint.likeness import Placed
    from ways_guard.match.engines import Models
    from ways_guard.match.engines.protocol import FloatArray
    from ways_guard.match.matcher import Matcher
    from ways_guard.way.discover import Root
    from ways_guard.way.languages import Languages

Progress: TypeAlias = "Callable[[str, int, int], None]"
_NONE = (
    "meaning cannot be measured without a multilingual model, and there is none: run pip install "
    "'ways-guard[embedded]' (in a pre-commit hook: additional_dependencies: ['ways-guard[embedded]'])"
)


@dataclass(frozen=True)
class Gauge:
    """What meaning is measured with.

    `config` names engine and models, `cache` is the folder of embeddings and corpora. `progress` is called with
    what is done, how many are ready and how many there are.
    """

    config: Config
    cache: Path
    progress: Progress | None = None

    @cached_property
    def models(self) -> Models:
        """The models in force. Raises WaysGuardError where none of them is multilingual."""
        from ways_guard.match.engines import select

        found = select(self.config)
        if found.multilingual is None:
            raise WaysGuardError(_NONE)
        return found

    def step(self, task: str, ready: int, total: int) -> None:
        """Tell who watches."""
        if self.progress:
            self.progress(task, ready, total)

    def vectors(self, texts: Sequence[str], role: str = "passage") -> FloatArray:
        """The texts by the multilingual model, shape (len(texts), dimension), rows of length 1.

        `role` is "passage" or, for prompts, "query". Raises WaysGuardError where there is no such model, or it
        fails.
        """
        from ways_guard.match import embedding_cache

        model, ready = self.models.multilingual, 0
        assert model is not None  # or `models` would have said so

        def step(count: int) -> None:
            nonlocal ready
            ready += count
            if count < len(texts):  # else all of them were there, and nobody has to wait
                self.step("Embedding", ready, len(texts))

        return embedding_cache.embed(model, texts, self.cache, role, step)


@dataclass(frozen=True)
class Meaning:
    """A way repo, and what measures the meaning of its texts."""

    repo: RepoFiles
    gauge: Gauge

    @cached_property
    def stubs(self) -> Sequence[Placed]:
        """Every stub with how near it is to what it translates."""
        from ways_guard.lint import likeness

        return likeness.of_repo(self)

    @cached_property
    def matcher(self) -> Matcher:
        """The matcher over the repo's ways as they are on disk, nothing disabled; it keeps what prompts mean."""
        from ways_guard.match import service
        from ways_guard.match.kept import Kept

        config = replace(self.gauge.config, disabled=frozenset(), project_disabled=frozenset())

        def step(root: Root, ready: int, total: int) -> None:
            self.gauge.step(f"Embedding {root.path.name}", ready, total)

        roots = discover.repo_roots(self.repo.repo)
        found = service.prepare(roots, config, self.repo.languages, self.gauge.cache, step)
        english, multilingual = (
            Kept(model, self.gauge.cache) if model else None
            for model in (found.models.english, found.models.multilingual)
        )
        return replace(found, models=replace(found.models, english=english, multilingual=multilingual))


def state(gauge: Gauge, repo: Path, languages: Languages) -> str:
    """A name for what findings come from beside the files that are linted: models, what is matched, fixtures."""
    from ways_guard.match import build, fixtures

    every = [build.identity(root, languages, gauge.models) for root in discover.repo_roots(repo)]
    known = [vars(fixture) for fixture in fixtures.of_repo(repo, languages)]
    return json.dumps([every, gauge.config.max_ways, known], sort_keys=True)


def is_kin(one: str, other: str) -> bool:
    """Whether two ids are the same, or the one's folder holds the other."""
    return f"{one}/".startswith(f"{other}/") or f"{other}/".startswith(f"{one}/")
