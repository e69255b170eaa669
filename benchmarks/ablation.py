"""What each part of the matcher gives: the same probes with that part taken out.

`python benchmarks/ablation.py` prints a table for the own ways, and for a real repo where WAYS_GUARD_REAL_REPO,
WAYS_GUARD_PROBES and WAYS_GUARD_NONE name one, as in matching.py.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from matching import TOP, numbers  # beside this file

from ways_guard.cli import probing
from ways_guard.cli.shared import Place
from ways_guard.folders import cache_dir
from ways_guard.match import centre, heads, parts, score, service, verdict
from ways_guard.match.engines.protocol import FloatArray
from ways_guard.match.evaluation import Evaluation, evaluate
from ways_guard.match.rows import BODY_ROW, CANONICAL_ROW, EXAMPLE_ROW, STUB_ROW
from ways_guard.way import discover
from ways_guard.way.config import Config

Patch = tuple[ModuleType | type, str, Any]
_COLUMNS = ("top1", "top5", "situational", "fired_right", "fired_per_prompt", "none")
_HEADS = ("taken out", "top-1", "in first 5", "situational", "right fired", "ways a prompt", "none fire")


def _weights(**changed: float) -> Patch:
    rows = {"canonical": CANONICAL_ROW, "stub": STUB_ROW, "examples": EXAMPLE_ROW, "body": BODY_ROW}
    weights = score._WEIGHTS.copy()
    for name, value in changed.items():
        weights[rows[name]] = value
    return score, "_WEIGHTS", weights


def _uncentred(_: centre.Centres, vectors: FloatArray, langs: Sequence[str]) -> FloatArray:  # noqa: ARG001
    return vectors


def _apart(blend: Callable[[FloatArray, FloatArray], FloatArray]) -> Patch:
    from ways_guard.match.calibration import Tier

    return Tier, "blend", lambda _, similarity, margins: blend(similarity, margins)


# What is taken out, and what stands in for it.
VARIANTS: Mapping[str, Sequence[Patch]] = {
    "nothing": (),
    "the head": (_apart(lambda similarity, _: similarity),),
    "similarities": (_apart(lambda similarity, margins: np.where(np.isnan(similarity), np.nan, margins)),),
    "centring": ((centre.Centres, "__call__", _uncentred),),
    "own-language stubs, among similarities": (_weights(stub=0),),
    "the body, among similarities": (_weights(body=0),),
    "examples, among similarities": (_weights(examples=0),),
    "competition": ((score, "COMPETITION", 0.0),),
    "the greater weight of examples in the head": ((heads, "EXAMPLE_WEIGHT", 1.0),),
    "a level for each language": ((score, "_shifts", lambda _, langs: dict.fromkeys(langs, 0.0)),),
    "parts of long prompts": ((parts, "WHOLE_BYTES", 1 << 30),),
    "the margin": ((verdict, "MARGIN", 2.0),),
}


@contextmanager
def _patched(patches: Sequence[Patch]) -> Iterator[None]:
    with ExitStack() as stack:
        for owner, name, value in patches:
            stack.callback(setattr, owner, name, getattr(owner, name))
            setattr(owner, name, value)
        yield


def _measured(place: Place, probes: str | None, none: str | None) -> Evaluation:
    for kept in ("roots", "sets"):  # they do not know of what was taken out; embeddings stay
        shutil.rmtree(cache_dir() / kept, ignore_errors=True)
    matcher = service.prepare(place.roots, place.config, place.languages, cache_dir())
    paths = (Path(name) if name else None for name in (probes, none))
    return evaluate(matcher, *probing.found(place, matcher, *paths))


def _cells(found: Evaluation) -> list[str]:
    known = numbers(found)
    return [f"{known[name]:.3f}" if name in known else "" for name in _COLUMNS]


def _table(title: str, place: Place, probes: str | None = None, none: str | None = None) -> Iterator[str]:
    yield f"## {title}\n\n| {' | '.join(_HEADS)} |\n|{' --- |' * len(_HEADS)}"
    for name, patches in VARIANTS.items():
        with _patched(patches):
            yield f"| {name} | {' | '.join(_cells(_measured(place, probes, none)))} |"
    bare = replace(place, roots=[replace(root, without=frozenset({"examples"})) for root in place.roots])
    yield f"| all examples | {' | '.join(_cells(_measured(bare, probes, none)))} |\n"


def main() -> int:
    """Print the tables."""
    repos: dict[str, tuple[Path, str | None, str | None]] = {"The own ways": (TOP / "ways", None, None)}
    if real := os.environ.get("WAYS_GUARD_REAL_REPO"):
        given = os.environ.get("WAYS_GUARD_PROBES"), os.environ.get("WAYS_GUARD_NONE")
        repos["A real repo"] = Path(real).absolute(), *given
    for title, (repo, *given_to) in repos.items():
        place = Place(discover.repo_roots(repo), Config(engine="embedded"), discover.repo_languages(repo))
        for line in _table(title, place, *given_to):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
