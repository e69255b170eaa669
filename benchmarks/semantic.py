"""How well wrong stubs are found by their meaning: true stubs, swapped ones, texts of other fields, stumps.

`nox -s bench-semantic` runs this; `--write FILE` keeps the page. WAYS_GUARD_REAL_REPO names a repo to judge too.
Stubs of a copy of the repo are spoilt, a few a round, and the copy is linted as it is.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any, TypeAlias

from ways_guard.folders import cache_dir
from ways_guard.lint import collect, rules, run
from ways_guard.lint.meaning import Gauge, Meaning, is_kin
from ways_guard.lint.shelf import Shelf
from ways_guard.lint.tree import WorkTree
from ways_guard.way.config import Config
from ways_guard.way.discover import bundled_root
from ways_guard.way.stubs import SUFFIX

TOP = Path(__file__).resolve().parent.parent
REAL = "WAYS_GUARD_REAL_REPO"
_TEXTS = Path(__file__).with_suffix(".jsonl")
_CODES = ("WG701", "WG702")
_ROUNDS = 20

Stub: TypeAlias = "dict[str, Any]"
Key: TypeAlias = "tuple[str, str]"  # The id of a way and a language.
Spoil: TypeAlias = "Callable[[Mapping[Key, Stub], random.Random], dict[Key, Stub]]"


@dataclass
class Copy:
    """A copy of a repo, whose locale files can be spoilt and mended."""

    top: Path
    gauge: Gauge
    stubs: dict[Key, Stub] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for path in sorted(self.top.rglob(f"*{SUFFIX}")):
            for line in path.read_text(encoding="utf-8").splitlines():
                stub = json.loads(line)
                self.stubs[self._name(path), stub["lang"]] = stub

    def _name(self, path: Path) -> str:
        return path.parent.relative_to(self.top / "ways").as_posix()

    def found(self, spoilt: Mapping[Key, Stub]) -> dict[Key, str]:
        """Which stubs are found, and by which rule, when some are spoilt."""
        for name in {way for way, _ in self.stubs}:
            lines = [spoilt.get(key, stub) for key, stub in self.stubs.items() if key[0] == name]
            text = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)
            (self.top / "ways" / name / f"{Path(name).name}{SUFFIX}").write_text(text, encoding="utf-8")
        report = run.run(collect.plan([self.top]), rules.selected(_CODES), self.top, run.Options(gauge=self.gauge))
        return {self._key(one.path, one.span.line): one.code for one in report.findings}

    def _key(self, path: Path, line: int) -> Key:
        return [key for key in self.stubs if key[0] == self._name(path)][line - 1]

    def nearness(self) -> dict[str, list[float]]:
        """How near the true stubs of each language are, in order."""
        self.found({})
        repo = collect.plan([self.top]).repos[0]
        meaning = Meaning(Shelf(repo, WorkTree()).whole, self.gauge)
        near: dict[str, list[float]] = {}
        for placed in meaning.stubs:
            near.setdefault(str(placed.line.value["lang"]), []).append(placed.own)
        return {lang: sorted(values) for lang, values in sorted(near.items())}


def swapped(stubs: Mapping[Key, Stub], chance: random.Random) -> dict[Key, Stub]:
    """In each language two stubs of ways that are not kin change places."""
    spoilt: dict[Key, Stub] = {}
    for lang in _languages(stubs):
        ways = [way for way, one in stubs if one == lang]
        one, other = chance.choice([pair for pair in combinations(ways, 2) if not is_kin(*pair)])
        spoilt |= {(one, lang): stubs[other, lang], (other, lang): stubs[one, lang]}
    return spoilt


def of_another_field(stubs: Mapping[Key, Stub], chance: random.Random) -> dict[Key, Stub]:
    """In each language one stub speaks of cooking, travelling and the like."""
    texts = [text for text in _texts() if "way" not in text]
    chosen = {lang: [text for text in texts if text["lang"] == lang] for lang in _languages(stubs)}
    return {_one(stubs, lang, chance): chance.choice(found) for lang, found in chosen.items() if found}


def stump(words: int) -> Spoil:
    """In each language one stub is cut to its first words, and its vocabulary to one term."""

    def spoil(stubs: Mapping[Key, Stub], chance: random.Random) -> dict[Key, Stub]:
        spoilt = {}
        for lang in _languages(stubs):
            key = _one(stubs, lang, chance)
            stub = stubs[key]
            short = " ".join(stub["description"].split()[:words])
            spoilt[key] = {**stub, "description": short, "vocabulary": short.split()[0]}
        return spoilt

    return spoil


def part_of_another_field(part: str) -> Spoil:
    """In each language one stub has a description, or a vocabulary, of another field."""

    def spoil(stubs: Mapping[Key, Stub], chance: random.Random) -> dict[Key, Stub]:
        found = of_another_field(stubs, chance)
        return {key: {**stubs[key], part: text[part]} for key, text in found.items()}

    return spoil


def misread(stubs: Mapping[Key, Stub], chance: random.Random) -> dict[Key, Stub]:
    """What a translation engine makes of words that have two meanings: insects of bugs."""
    texts = [text for text in _texts() if (text.get("way"), text["lang"]) in stubs]
    chosen = chance.sample(texts, min(len(texts), 6))
    return {(text["way"], text["lang"]): {key: text[key] for key in text if key != "way"} for text in chosen}


_KINDS: Mapping[str, Spoil] = {
    "swapped with another way's": swapped,
    "text of another field": of_another_field,
    "words misread (bug: insect)": misread,
    "cut to one word each": stump(1),
    "cut to two words, and one of the vocabulary": stump(2),
    "description of another field, vocabulary right": part_of_another_field("description"),
    "vocabulary of another field, description right": part_of_another_field("vocabulary"),
}


def _texts() -> list[Stub]:
    return [json.loads(line) for line in _TEXTS.read_text(encoding="utf-8").splitlines()]


def _languages(stubs: Mapping[Key, Stub]) -> Sequence[str]:
    return sorted({lang for _, lang in stubs})


def _one(stubs: Mapping[Key, Stub], lang: str, chance: random.Random) -> Key:
    return chance.choice([key for key in stubs if key[1] == lang])


@dataclass
class Tally:
    """Spoilt stubs and how many of them each rule found, by language; true stubs beside them that were accused."""

    spoilt: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    accused: int = 0
    true: int = 0


def measured(copy: Copy, spoil: Spoil) -> Tally:
    """Rounds of spoiling and linting."""
    tally, chance = Tally(), random.Random(1)
    for _ in range(_ROUNDS):
        spoilt = spoil(copy.stubs, chance)
        found = copy.found(spoilt)
        tally.spoilt.update(lang for _, lang in spoilt)
        tally.found.update(lang for way, lang in spoilt if (way, lang) in found)
        tally.codes.update(code for key, code in found.items() if key in spoilt)
        tally.accused += sum(key not in spoilt for key in found)
        tally.true += len(copy.stubs) - len(spoilt)
    return tally


def _share(number: int, of: int) -> str:
    return f"{100 * number / of:.1f} % of {of}" if of else "–"


def _repos() -> Iterator[tuple[str, Path]]:
    if os.environ.get(REAL):
        yield "a real repo", Path(os.environ[REAL]).resolve()
    yield "bundled ways", bundled_root()


def _copy(source: Path, top: Path) -> None:
    inside = source / "ways"
    shutil.copytree(inside if inside.is_dir() else source, top / "ways")
    (top / "ways.json").write_text("{}", encoding="utf-8")


def page(name: str, copy: Copy) -> Iterator[str]:
    """What there is to say of a repo, in Markdown."""
    true = copy.found({})
    yield f"## {name[:1].upper()}{name[1:]}\n"
    yield f"True stubs accused: {len(true)} of {len(copy.stubs)}.\n"
    tallies = {kind: measured(copy, spoil) for kind, spoil in _KINDS.items()}
    yield "| spoilt | found | by WG701 | by WG702 | true stubs accused meanwhile |\n|---|---|---|---|---|"
    for kind, tally in tallies.items():
        total = tally.spoilt.total()
        cells = (_share(tally.found.total(), total), tally.codes["WG701"], tally.codes["WG702"])
        if total:
            yield f"| {kind} | {' | '.join(map(str, cells))} | {tally.accused} of {tally.true} |"
    kinds = ("swapped with another way's", "text of another field")
    yield f"\n| language | nearness of true stubs: least, middle | {' | '.join(kinds)} |\n|---|---|---|---|"
    for lang, near in copy.nearness().items():
        shares = [_share(tallies[kind].found[lang], tallies[kind].spoilt[lang]) for kind in kinds]
        yield f"| {lang} | {near[0]:.1f}, {near[len(near) // 2]:.1f} | {' | '.join(shares)} |"
    yield ""


def _speed(source: Path) -> Iterator[str]:
    """What a run takes with no cache, with the vectors there, and with nothing changed."""
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder) / "repo"
        _copy(source, top)
        gauge = Gauge(Config(engine="embedded"), Path(folder) / "cache")
        for what, keeps in (("no cache", False), ("vectors cached", True), ("nothing changed", True)):
            options = run.Options(gauge=gauge, cache=Path(folder) / "lint" if keeps else None)
            start = time.perf_counter()
            run.run(collect.plan([top]), rules.selected(["WG7"]), top, options)
            yield f"{what} {time.perf_counter() - start:.1f} s"


def main() -> int:
    """Measure, print, and where asked for write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", type=Path, metavar="FILE")
    target = parser.parse_args().write
    parts = [_HEAD]
    for name, source in _repos():
        with tempfile.TemporaryDirectory() as folder:
            top = Path(folder) / "repo"
            _copy(source, top)
            gauge = Gauge(Config(engine="embedded"), cache_dir())
            parts.extend(page(name, Copy(top, gauge)))
            parts.append(f"Time of `lint --select WG7`: {', '.join(_speed(source))}.\n")
    text = "\n".join(parts)
    print(text)
    if target:
        target.write_text(text, encoding="utf-8")
    return 0


_HEAD = f"""# Finding wrong stubs by their meaning

Made by `nox -s bench-semantic -- --write docs/benchmarks/semantic.md`, where {REAL} names
the real repo, with the engine `embedded`. {_ROUNDS} rounds each: in every round some stubs of a copy of
the repo are spoilt (in each language one, or two that change places), the copy is linted with WG701
and WG702, and the stubs that were left alone must not be accused. Ways that are parent and child
never change places. Nearness is told in deviations of strangers (WG701). Texts of other fields and
misread words are written by hand (benchmarks/semantic.jsonl). The limits were set with both repos in
view, as round numbers.
"""

if __name__ == "__main__":
    sys.exit(main())
