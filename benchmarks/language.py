"""How well the language of stubs is confirmed: true stubs, relabelled ones, untranslated ones, and what it costs.

`nox -s bench-language` runs this; `--write FILE` keeps the page. WAYS_GUARD_REAL_REPO names a repo to judge too.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP))

from tests.lint.confirm.sets import Text, stubs, texts  # noqa: E402
from ways_guard.lint.confirm import Confirmer, Verdict, confirmer  # noqa: E402
from ways_guard.lint.confirm.own import own  # noqa: E402
from ways_guard.way.languages import load_bundled  # noqa: E402

LANGUAGES = load_bundled()
_LETTERS = 12  # What langdetect is asked about at least, in the comparison.
_MEGABYTES, _MILLISECONDS = 250, 1.5


@dataclass(frozen=True)
class Share:
    """How many of how many, and how many beside them the confirmer could not tell."""

    number: int
    of: int
    untold: int = 0

    @property
    def percent(self) -> float:
        """0 to 100."""
        return 100 * self.number / self.of if self.of else 100.0

    def __str__(self) -> str:
        apart = f" ({self.untold} cannot tell)" if self.untold else ""
        return f"{self.percent:.2f} %, {self.number} of {self.of}{apart}" if self.of else "–"


@dataclass(frozen=True)
class Row:
    """One set judged: true texts called wrong, relabelled ones caught outside and inside groups, English caught."""

    name: str
    wrong: Share
    outside: Share
    inside: Share
    english: Share
    bars: tuple[float, float, float] | None = None

    @property
    def kept(self) -> bool:
        """Whether the promises were kept, where there are some."""
        if self.bars is None:
            return True
        wrong, outside, inside = self.bars
        caught = self.outside.percent >= outside and (not self.inside.of or self.inside.percent >= inside)
        return self.wrong.percent <= wrong and caught and self.english.percent >= 100


def main() -> int:
    """Judge, print, and where asked for write; exit code 1 where a promise was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", type=Path, metavar="FILE")
    options = parser.parse_args()
    confirm = confirmer(LANGUAGES)
    sets = _sets()
    cost = _cost(confirm, sets[0][1])
    rows = [row for name, found, labels, bars in sets for row in _rows(confirm, name, found, labels, bars)]
    steady = _is_steady(confirm, sets[0][1])
    all_labels = _overall(confirm)
    page = _page(rows, cost, steady, all_labels, _compared(confirm, sets))
    print(page)
    if options.write:
        options.write.parent.mkdir(parents=True, exist_ok=True)
        options.write.write_bytes(page.encode())
    cheap = cost[0] <= _MILLISECONDS and cost[1] <= _MEGABYTES
    return 0 if all(row.kept for row in rows) and all_labels.percent >= 98 and cheap and steady else 1


Bars = tuple[float, float, float]
Set = tuple[str, Sequence[Text], Sequence[str], Bars]


def _sets() -> list[Set]:
    """The sets with the labels that they are given and their promises: wrong, outside, inside."""
    real = os.environ.get("WAYS_GUARD_REAL_REPO")
    repos = [("a real repo", Path(real))] if real else []
    found = [(name, stubs(path)) for name, path in [*repos, ("bundled ways", TOP / "ways")]]
    labels = sorted({text.lang for text in found[0][1]})
    sets: list[Set] = [(name, each, labels, (0.5, 99, 90)) for name, each in found]
    return [*sets, ("52 languages", texts(), list(LANGUAGES), (0.0, 98, 0))]


def _rows(confirm: Confirmer, name: str, found: Sequence[Text], labels: Sequence[str], bars: Bars) -> Iterable[Row]:
    yield _row(confirm, name, found, labels, bars)
    for half, what in ((0, "first"), (1, "second")):
        yield _row(confirm, f"… {what} half", found[half::2], labels, None)
    yield _row(confirm, "… descriptions alone", [replace(text, vocabulary="") for text in found], labels, None)
    yield _row(confirm, "… vocabularies alone", [replace(text, description="") for text in found], labels, None)


def _row(confirm: Confirmer, name: str, found: Sequence[Text], labels: Sequence[str], bars: Bars | None) -> Row:
    true = [confirm(text.lang, text.text, text.source) for text in found if text.lang != text.source.lang]
    untold = sum(judged.verdict is Verdict.CANNOT_TELL for judged in true)
    wrong = Share(sum(judged.is_fault for judged in true), len(true), untold)
    pairs = [(text, label) for text in found for label in labels if _differ(text.lang, label)]
    near = [label in LANGUAGES[text.lang].confusable for text, label in pairs]
    outside = _caught(confirm, [pair for pair, inside in zip(pairs, near, strict=True) if not inside])
    inside = _caught(confirm, [pair for pair, inside in zip(pairs, near, strict=True) if inside])
    sources = list(dict.fromkeys(text.source for text in found))
    english = [
        confirm(label, source.text, source) for source in sources for label in labels if label != source.lang
    ]
    untranslated = Share(sum(judged.verdict is Verdict.UNTRANSLATED for judged in english), len(english))
    return Row(name, wrong, outside, inside, untranslated, bars)


def _differ(lang: str, label: str) -> bool:
    """Whether a label is another one that can be told: not the canonical language, and not `pt` for `pt-br`."""
    return label not in (lang, "en") and {lang, label} != {"pt", "pt-br"}


def _caught(confirm: Confirmer, pairs: Sequence[tuple[Text, str]]) -> Share:
    judged = [confirm(label, text.text, text.source) for text, label in pairs]
    told = [each for each in judged if each.verdict is not Verdict.CANNOT_TELL]
    return Share(sum(each.is_fault for each in told), len(told), len(judged) - len(told))


def _overall(confirm: Confirmer) -> Share:
    """All relabelled texts of the 52 languages, inside and outside groups."""
    return _caught(confirm, [(text, label) for text in texts() for label in LANGUAGES if _differ(text.lang, label)])


def _cost(confirm: Confirmer, found: Sequence[Text]) -> tuple[float, float]:
    """Milliseconds a stub on one processor, and the peak of memory in megabytes, tables included."""
    start = time.process_time()
    for text in found:
        confirm(text.lang, text.text, text.source)
    spent = (time.process_time() - start) * 1000 / len(found)
    return spent, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


def _is_steady(confirm: Confirmer, found: Sequence[Text]) -> bool:
    """Whether a confirmer that starts anew says the same of the same texts in another order."""
    from ways_guard.lint.confirm.judge import ByTables
    from ways_guard.lint.confirm.known import known

    anew, shuffled = ByTables(known(LANGUAGES)), random.Random(0).sample(list(found), len(found))
    return all(
        anew(text.lang, text.text, text.source) == confirm(text.lang, text.text, text.source) for text in shuffled
    )


def _compared(confirm: Confirmer, sets: Sequence[Set]) -> list[tuple[str, str, Share, float]]:
    """How often the language that fits best is the true one, by our sums and by langdetect seeded with 0."""
    langdetect = _langdetect()
    rows = []
    for name, found, _, _ in sets:
        asked = [(text, words) for text in found if (words := _asked(text))]
        answers: dict[str, Callable[[Text, str], bool]] = {
            "sums": lambda text, _: _best(confirm, text),
            "langdetect, seed 0": lambda text, words: langdetect(words) == LANGUAGES[text.lang].detector,
        }
        for who, right in answers.items():
            start = time.process_time()
            hits = sum(right(text, words) for text, words in asked)
            rows.append((name, who, Share(hits, len(asked)), (time.process_time() - start) * 1000 / len(asked)))
    return rows


def _asked(text: Text) -> str:
    """The own words of a text that langdetect has a profile for and Latin letters do not decide; else nothing."""
    detector = LANGUAGES[text.lang].detector
    words = " ".join(own(text.text, text.source.text).by_script.get(LANGUAGES[text.lang].scripts[0], ()))
    shared = LANGUAGES[text.lang].scripts[0] in ("Arab", "Cyrl", "Deva", "Latn")
    return words if detector and shared and sum(map(str.isalpha, words)) >= _LETTERS else ""


def _best(confirm: Confirmer, text: Text) -> bool:
    """Whether nothing that langdetect has a profile for fits better than the true language."""
    from ways_guard.lint.confirm.judge import ByTables

    assert isinstance(confirm, ByTables)
    found = confirm.fit(text.lang, [own(text.text, text.source.text)])
    known = (code for code in found.leads if confirm.known.every[code].detector) if found else ()
    return all(found is not None and found.leads[code] <= 0 for code in known)


def _langdetect() -> Callable[[str], str | None]:
    from langdetect import DetectorFactory, LangDetectException, detect

    DetectorFactory.seed = 0

    def ask(words: str) -> str | None:
        try:
            return str(detect(words))
        except LangDetectException:
            return None

    return ask


def _page(
    rows: Sequence[Row],
    cost: tuple[float, float],
    steady: bool,
    overall: Share,
    compared: Sequence[tuple[str, str, Share, float]],
) -> str:
    sizes = Counter(text.lang for text in texts())
    lines = [
        "# Confirming the language of stubs",
        "",
        "Made by `nox -s bench-language -- --write docs/benchmarks/language.md`, where WAYS_GUARD_REAL_REPO",
        "names the real repo. True stubs must be left alone. Each stub is then given every other label, and",
        "must be caught as another language (WG301), another form (WG302) or untranslated (WG303). `pt` and",
        "`pt-br` are never told apart and not counted. Confusable groups are those of languages.json. Where",
        "the confirmer says that it cannot tell (WG304, a note), that is counted apart. Each way's own text",
        "under each label must be called untranslated.",
        "",
        "| set | true, called wrong | relabelled, caught outside groups | inside groups | English, caught |",
        "|---|---|---|---|---|",
        *(f"| {row.name} | {row.wrong} | {row.outside} | {row.inside} | {row.english} |" for row in rows),
        "",
        f"- Relabelled texts of the 52 languages, inside and outside groups: {overall}.",
        f"- The texts in 52 languages: {sum(sizes.values())}, at least {min(sizes.values())} a language.",
        f"- Cost: {cost[0]:.2f} ms a stub on one processor, tables included (promise: {_MILLISECONDS} ms).",
        f"- Peak of memory: {cost[1]:.0f} MB (promise: {_MEGABYTES} MB).",
        f"- The same in another order and from new tables: {'yes' if steady else 'NO'}.",
        "- Halves: every other stub. The two margins were set with both halves of the real repo and of the",
        "  52 languages in view, as round numbers; the halves show how much figures vary. The bundled ways",
        "  were measured, and nothing was set by them.",
        "",
        "The language that fits best, among those that langdetect has profiles for, on words of the stub's own:",
        "",
        "| set | asked | right | ms a text |",
        "|---|---|---|---|",
        *(f"| {name} | {who} | {share} | {spent:.2f} |" for name, who, share, spent in compared),
        "",
        f"Promises kept: {'yes' if all(row.kept for row in rows) and overall.percent >= 98 and steady else 'NO'}.",
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
