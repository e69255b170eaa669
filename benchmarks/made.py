"""Way repos made for measuring: the same files every time, as large as asked for."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ways_guard.way import discover, frontmatter, jsonl
from ways_guard.way.languages import Languages, load_bundled
from ways_guard.way.load import vocabulary

_GROUP = 25  # Ways in a folder.
_WORDS = 16  # In a made description, about as many as bundled ones have.
_TERMS = 12  # In a made vocabulary.
_MARKS = ".,;:!?()/'\"«»…。、，：（）"


def make(top: Path, ways: int, languages: int) -> None:
    """Write a repo of that many ways with a stub in each of that many languages, and commit it."""
    write(top, ways, languages)
    commit(top)


def write(top: Path, ways: int, languages: int, *, examples: int = 12, bullets: int = 12) -> None:
    """Write the files of such a repo, with so many examples and lines in the body of each way."""
    codes = sorted(code for code in load_bundled() if code != "en")
    codes = sorted(codes, key=lambda code: len(_POOL[code]), reverse=True)[:languages]
    for number in range(ways):
        _way(
            top / "ways" / f"group{number // _GROUP:02}" / f"way{number:04}",
            number,
            sorted(codes),
            examples,
            bullets,
        )
    active = {"languages": {code: {"active": True} for code in codes}}
    _write(top / "languages.json", f"{json.dumps(active)}\n")


def commit(top: Path) -> None:
    """Make a folder a git repository with one more commit."""
    who = ("-c", "user.name=bench", "-c", "user.email=bench@example.org", "-c", "gc.auto=0")
    for call in (("init", "--quiet"), ("add", "--all"), ("commit", "--quiet", "--message", "made")):
        subprocess.run(["git", *who, *call], cwd=top, check=True)


def _way(folder: Path, number: int, codes: Sequence[str], examples: int, bullets: int) -> None:
    folder.mkdir(parents=True)
    words = _Words(number)
    texts = [f"description: {words.text('en', _WORDS)}", f"vocabulary: {words.terms('en')}"]
    body = "".join(f"- {words.text('en', 2 * _WORDS)}\n" for _ in range(bullets))
    fields = [*texts, rf"pattern: \bmade{number}\b", "scope: agent, subagent"]
    _write(folder / f"{folder.name}.md", "\n".join(["---", *fields, "---", f"# Way {number}", "", body]))
    stubs = ({"lang": code, **words.stub(code)} for code in codes)
    _write(folder / f"{folder.name}.locales.jsonl", _lines(stubs))
    prompts = ({"prompt": words.text("en", 8)} for _ in range(examples))
    if examples:
        _write(folder / f"{folder.name}.examples.jsonl", _lines(prompts))


def _write(path: Path, text: str) -> None:
    path.write_bytes(text.encode())


def _lines(values: Iterator[Mapping[str, str]]) -> str:
    return "".join(f"{json.dumps(value, ensure_ascii=False, separators=(',', ':'))}\n" for value in values)


class _Words:
    """Texts of one way: words of the bundled ways in that language, else its function words, in random order."""

    def __init__(self, number: int) -> None:
        self._random = random.Random(number)
        self._number = number

    def text(self, code: str, count: int) -> str:
        return " ".join(self._random.choice(_POOL[code]) for _ in range(count))

    def terms(self, code: str) -> str:
        chosen = self._random.sample(_POOL[code], min(_TERMS, len(_POOL[code])))
        return " ".join(dict.fromkeys([*chosen, f"made{self._number}"]))

    def stub(self, code: str) -> dict[str, str]:
        return {"description": self.text(code, _WORDS), "vocabulary": self.terms(code)}


def _pool(languages: Languages) -> dict[str, list[str]]:
    found = {code: set(language.function_words) for code, language in languages.items()}
    for file in discover.scan(discover.bundled_root(), languages):
        text = file.path.read_text(encoding="utf-8")
        if file.kind == "locales":
            for line in jsonl.read(text):
                found[line.value["lang"]] |= {*line.value["description"].split(), *line.value["vocabulary"].split()}
        elif file.kind == "way":
            fields = frontmatter.parse(text).fields or {}
            found["en"] |= {*str(fields["description"].value).split(), *vocabulary(fields).split()}
    return {code: sorted(word for word in words if not set(word) & set(_MARKS)) for code, words in found.items()}


_POOL = _pool(load_bundled())
