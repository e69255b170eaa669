"""One defect planted into a clean repo gives exactly one finding, of the rule that is for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import pytest

from ways_guard.lint import collect, rules, run
from ways_guard.lint.rules.samples import stub
from ways_guard.match import export

if TYPE_CHECKING:
    from tests.lint.conftest import Lab

_TESTS, _REVIEWS, _COMMITS = "ways/code/tests/tests", "ways/code/reviews/reviews", "ways/delivery/commits/commits"
_CLOCK = "ways/meta/clock/clock.md"
_EXPORT = "corpus"
_CLEAN: Mapping[str, str] = {
    "ways.json": '{"lint": {"require": ["de", "fr", "ja", "ru"]}, "corpus": {"export": "corpus"}}\n',
    "languages.json": '{"languages": {"eo": {"name": "Esperanto", "native": "Esperanto", "active": true}}}\n',
    "languages.fixtures.jsonl": (
        '{"lang": "eo", "prompt": "skribu testojn por la analizilo", "description": "Writing tests", '
        '"min_similarity": 0.35}\n'
    ),
    "ways/core.md": "# How we work\n\nWrite commit messages and comments in {{output_language}}.\n",
    "ways/README.md": "# Our ways\n",
    "ways/golden-none.jsonl": '{"prompt": "what is for lunch?"}\n{"lang": "de", "prompt": "was gibt es heute?"}\n',
    f"{_TESTS}.md": (
        "---\ndescription: Writing tests that find faults\nvocabulary: test coverage assertion\n"
        "pattern: \\bunit tests?\\b\nfiles: \\.test\\.[jt]s$\ncommands: ^pytest\\b\nthreshold: 0.4\n---\n"
        "Name the fault that each test would find.\nNever skip a red test.\n"
    ),
    f"{_TESTS}.locales.jsonl": (
        stub("de", "Tests schreiben, die Fehler finden", "Test Abdeckung Zusicherung")
        + stub("fr", "Écrire des tests qui trouvent les erreurs", "test couverture assertion")
        + stub("ja", "誤りを見つけるテストを書く", "テスト カバレッジ")
        + stub("ru", "Написание тестов, которые находят ошибки", "тест покрытие")
    ),
    f"{_TESTS}.examples.jsonl": (
        '{"prompt": "cover the date helpers"}\n{"lang": "fr", "prompt": "teste ce module"}\n'
    ),
    f"{_TESTS}.golden.jsonl": '{"kind": "direct", "prompt": "add tests for the parser"}\n',
    f"{_REVIEWS}.md": (
        "---\ndescription: Reviewing what somebody else changed\nvocabulary: review pull request comment\n---\n"
        "Say what you would change, and why.\n"
    ),
    f"{_REVIEWS}.de.md": (
        "---\ndescription: Änderungen anderer prüfen\nvocabulary: Review Prüfung Kommentar\n---\n"
        "Sage, was du ändern würdest, und warum.\n"
    ),
    f"{_REVIEWS}.locales.jsonl": (
        stub("fr", "Relire ce que quelqu'un d'autre a changé", "revue commentaire")
        + stub("ja", "他の人の変更をレビューする", "レビュー コメント")
        + stub("ru", "Проверка чужих изменений", "ревью комментарий")
    ),
    f"{_REVIEWS}.examples.jsonl": '{"prompt": "have a look at this branch"}\n',
    f"{_COMMITS}.md": (
        "---\ndescription: Wording a commit message\nvocabulary: commit message history\n---\n"
        "One change a commit; say why it was made.\n"
    ),
    f"{_COMMITS}.locales.jsonl": (
        stub("de", "Eine Commit-Nachricht formulieren", "Commit Nachricht Verlauf")
        + stub("fr", "Rédiger un message de commit", "commit message historique")
        + stub("ja", "コミットメッセージを書く", "コミット メッセージ 履歴")
        + stub("ru", "Формулировка сообщения коммита", "коммит сообщение история")
    ),
    f"{_COMMITS}.examples.jsonl": '{"prompt": "write the message for this change"}\n',
    _CLOCK: (
        "---\ntrigger: session-start\nmacro: append\n"
        "# ways-guard: ignore[WG103] an older reader sorts by it\nweight: 3\n---\nThe time is:\n"
    ),
    "ways/meta/clock/macro.sh": "#!/bin/sh\ndate\n",
}


class Scene:
    """The clean repo with a history, and ways to spoil it."""

    def __init__(self, lab: Lab) -> None:
        self.lab = lab
        locales = f"{_TESTS}.locales.jsonl"
        old = {f"{_TESTS}.md": _CLEAN[f"{_TESTS}.md"].replace(" that find faults", "")}
        old |= {locales: _CLEAN[locales].replace('"description": "', '"description": "Alt: ')}
        for files in ({**_CLEAN, **old}, _CLEAN):  # every stub was translated anew when the English text changed
            lab.write(files)
            (lab.top / "ways/meta/clock/macro.sh").chmod(0o755)
            self.export()
            lab.commit()

    def read(self, path: str) -> str:
        return self.lab.read(path).decode()

    def write(self, path: str, text: str) -> None:
        self.lab.write({path: text})

    def replace(self, path: str, old: str, new: str) -> None:
        text = self.read(path)
        assert 1 == text.count(old), f"{path} has {old!r} {text.count(old)} times"
        self.write(path, text.replace(old, new))

    def add(self, path: str, text: str) -> None:
        """Put a text at the end of a file."""
        self.write(path, (self.read(path) if (self.lab.top / path).exists() else "") + text)

    def delete(self, *paths: str) -> None:
        for path in paths:
            (self.lab.top / path).unlink()

    def field(self, path: str, line: str) -> None:
        """Put a line at the end of a way's frontmatter."""
        self.write(path, self.read(path).replace("\n---\n", f"\n{line}\n---\n", 1))

    def export(self) -> None:
        """Bring the committed export up to date."""
        repo = collect.open_repo(self.lab.top)
        export.write(repo.roots[0], repo.languages, self.lab.top / _EXPORT)

    def report(self, *, semantic: bool = True) -> run.Report:
        """What all rules say, also those that run only when they are asked for; the slow ones where wanted."""
        return self.lab.ran([rule for rule in rules.RULES.values() if semantic or not rule.needs_model])


def _stale(scene: Scene) -> None:
    """All stubs but the French one follow the new text."""
    scene.replace(f"{_COMMITS}.md", "Wording a", "Wording the title of a")
    for old, new in (("formulieren", "betiteln"), ("を書く", "の題を書く"), ("Формулировка", "Заголовок")):
        scene.replace(f"{_COMMITS}.locales.jsonl", old, new)


def _not_executable(scene: Scene) -> None:
    (scene.lab.top / "ways/meta/clock/macro.sh").chmod(0o644)
    scene.lab.git("update-index", "--chmod=-x", "ways/meta/clock/macro.sh")


def _swapped(scene: Scene) -> None:
    path = f"{_COMMITS}.locales.jsonl"
    first, second, *rest = scene.read(path).splitlines(keepends=True)
    scene.write(path, "".join([second, first, *rest]))


_SWEDISH = stub("sv", "Formulera ett meddelande", "meddelande historik")
MUTATIONS: Mapping[str, Callable[[Scene], None]] = {
    "WG001": lambda scene: scene.write(f"{_TESTS}.locales.jsonl", "\ufeff" + scene.read(f"{_TESTS}.locales.jsonl")),
    "WG002": lambda scene: scene.replace(f"{_TESTS}.md", "find.\n", "find.\r\n"),
    "WG003": lambda scene: scene.add(f"{_TESTS}.md", "Test the cafe\u0301 too.\n"),
    "WG004": lambda scene: scene.add(f"{_TESTS}.md", "Never run \u202egnihtyna.\n"),
    "WG005": lambda scene: scene.add(f"{_TESTS}.md", "No p\u0430ssword in a test.\n"),
    "WG101": lambda scene: scene.replace(f"{_TESTS}.md", "0.4\n---\n", "0.4\n"),
    "WG102": lambda scene: scene.replace(f"{_TESTS}.md", "Writing tests that", "Writing: tests that"),
    "WG103": lambda scene: scene.field(f"{_TESTS}.md", "treshold: 0.4"),
    "WG104": lambda scene: scene.replace(f"{_REVIEWS}.de.md", "vocabulary: Review Prüfung Kommentar\n", ""),
    "WG105": lambda scene: scene.field(f"{_COMMITS}.md", "threshold: 2.0"),
    "WG106": lambda scene: scene.replace(
        f"{_COMMITS}.md", "Wording a commit message", "'Wording a commit message'"
    ),
    "WG107": lambda scene: scene.replace(_CLOCK, "trigger: session-start\n", ""),
    "WG108": lambda scene: scene.write("ways/code/tests/unit.md", "---\nvocabulary: unit test\n---\nTest.\n"),
    "WG109": lambda scene: scene.add(f"{_TESTS}.md", "Name the fault.\n" * 600),
    "WG110": lambda scene: scene.replace(
        "ways/core.md", "Write commit messages and comments in {{output_language}}.", ""
    ),
    "WG111": _not_executable,
    "WG112": lambda scene: scene.delete(f"{_COMMITS}.examples.jsonl"),
    "WG113": lambda scene: scene.replace(
        f"{_TESTS}.examples.jsonl", "cover the date helpers", "add tests for the parser"
    ),
    "WG201": lambda scene: scene.add(f"{_TESTS}.locales.jsonl", '{"lang":"sv"\n'),
    "WG202": lambda scene: scene.replace(f"{_TESTS}.locales.jsonl", 'Zusicherung"}', 'Zusicherung", "note": "x"}'),
    "WG203": lambda scene: scene.replace(
        f"{_TESTS}.locales.jsonl", 'Zusicherung"}', 'Zusicherung", "embed_model": "x"}'
    ),
    "WG204": lambda scene: scene.add(f"{_COMMITS}.locales.jsonl", _SWEDISH.replace("sv", "xx")),
    "WG205": lambda scene: scene.add(f"{_COMMITS}.locales.jsonl", _SWEDISH),
    "WG206": lambda scene: scene.add(f"{_COMMITS}.locales.jsonl", stub("ru", "Название коммита", "коммит")),
    "WG207": lambda scene: scene.write("ways/code/gone/gone.locales.jsonl", stub("de", "Nirgends mehr", "weg")),
    "WG208": lambda scene: scene.write(
        f"{_REVIEWS}.locales.jsonl",
        stub("de", "Fremdes prüfen", "Prüfung") + scene.read(f"{_REVIEWS}.locales.jsonl"),
    ),
    "WG209": _swapped,
    "WG210": lambda scene: scene.replace(
        f"{_COMMITS}.locales.jsonl", stub("ja", "コミットメッセージを書く", "コミット メッセージ 履歴"), ""
    ),
    "WG211": lambda scene: scene.replace(
        f"{_COMMITS}.locales.jsonl", "Rédiger un message de commit", "Relire ce que quelqu'un d'autre a changé"
    ),
    "WG212": lambda scene: scene.replace(f"{_COMMITS}.locales.jsonl", "コミット メッセージ", "コミット コミット"),
    "WG213": lambda scene: scene.replace(
        f"{_COMMITS}.locales.jsonl", '{"lang": "fr"', stub("en", "Words for a change", "title") + '{"lang": "fr"'
    ),
    "WG301": lambda scene: scene.replace(
        f"{_COMMITS}.locales.jsonl",
        stub("ru", "Формулировка сообщения коммита", "коммит сообщение история"),
        stub("ru", "Formulirovka kommita", "kommit istoriya"),
    ),
    "WG302": lambda scene: scene.replace(
        f"{_COMMITS}.locales.jsonl",
        stub("ja", "コミットメッセージを書く", "コミット メッセージ 履歴"),
        stub("ja", "本文中文字全部公用本文中文字全部公用本文", "公用文"),
    ),
    "WG303": lambda scene: scene.replace(
        f"{_COMMITS}.locales.jsonl",
        stub("ru", "Формулировка сообщения коммита", "коммит сообщение история"),
        stub("ru", "Wording a commit message", "commit message history"),
    ),
    "WG304": lambda scene: scene.replace(
        f"{_COMMITS}.locales.jsonl",
        stub("ru", "Формулировка сообщения коммита", "коммит сообщение история"),
        stub("ru", "commit message", "имя"),
    ),
    "WG401": _stale,
    "WG402": lambda scene: scene.delete(f"{_COMMITS}.md", f"{_COMMITS}.examples.jsonl"),
    "WG501": lambda scene: scene.replace(f"{_TESTS}.md", "tests?\\b", "tests?(?!\\w)"),
    "WG503": lambda scene: scene.replace(f"{_TESTS}.md", "\\bunit tests?\\b", ".+"),
    "WG504": lambda scene: scene.replace(f"{_TESTS}.md", "\\bunit tests?\\b", "\\bunit tests?\\b|Prüfung"),
    "WG601": lambda scene: scene.replace("languages.json", '"active"', '"actve"'),
    "WG602": lambda scene: scene.replace("ways.json", '"lint": {', '"lint": {"strikt": true, '),
    "WG603": lambda scene: scene.field(f"{_COMMITS}.md", "# ways-guard: ignore[WG105] other tools score by it"),
    "WG701": lambda scene: scene.replace(
        f"{_TESTS}.locales.jsonl",
        stub("ja", "誤りを見つけるテストを書く", "テスト カバレッジ"),
        stub("ja", "味噌汁のだしの取り方", "味噌汁 だし 昆布 料理"),
    ),
    "WG702": lambda scene: scene.replace(
        f"{_COMMITS}.locales.jsonl",
        stub("fr", "Rédiger un message de commit", "commit message historique"),
        stub("fr", "Relire ce qu'un autre a changé", "revue commentaire demande"),
    ),
    "WG703": lambda scene: scene.add(
        f"{_TESTS}.golden.jsonl", '{"kind": "direct", "prompt": "what is for tea?"}\n'
    ),
    "WG704": lambda scene: scene.add("ways/golden-none.jsonl", '{"prompt": "write tests that find this fault"}\n'),
    "WG705": lambda scene: scene.replace(
        "languages.fixtures.jsonl", "skribu testojn por la analizilo", "kio estas por tagmanĝo?"
    ),
    "WG801": lambda scene: scene.add(f"{_EXPORT}/ways-corpus-en.jsonl", "{}\n"),
}


@pytest.fixture
def scene(lab: Lab) -> Scene:
    return Scene(lab)


def _told(report: run.Report) -> list[str]:
    return [f"{report.display(each.path)}:{each.span.line} {each.code} {each.message}" for each in report.findings]


def test_the_clean_repo_is_clean_and_every_rule_could_tell(scene: Scene) -> None:
    report = scene.report()
    assert ([], (), 1) == (_told(report), report.unmeasured, report.suppressed)


@pytest.mark.parametrize("code", rules.RULES)
def test_one_defect_gives_one_finding(scene: Scene, code: str) -> None:
    MUTATIONS[code](scene)
    if code != "WG801":
        scene.export()
    told = _told(scene.report(semantic=rules.RULES[code].needs_model))
    assert [code] == [line.split()[1] for line in told], told


def test_every_mutation_is_for_a_rule() -> None:
    assert set(rules.RULES) >= set(MUTATIONS)
