"""A small way repo: four ways with text, one that only has a pattern, and a state way."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from ways_guard.match import build
from ways_guard.match.build import Shard
from ways_guard.match.engines import Models
from ways_guard.way import languages
from ways_guard.way.discover import Root

LANGUAGES = languages.load_bundled()
Lines = tuple[Mapping[str, str], ...]


def way(body: str, **fields: str) -> str:
    """A way file."""
    lines = "".join(f"{key}: {value}\n" for key, value in fields.items())
    return f"---\n{lines}---\n{body}\n"


def jsonl(*lines: Mapping[str, str]) -> str:
    """A JSON Lines file."""
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def stub(lang: str, description: str, vocabulary: str) -> Mapping[str, str]:
    """A line of a locale file."""
    return {"lang": lang, "description": description, "vocabulary": vocabulary}


COMMITS = "delivery/commits/commits"
TESTS = "code/tests/tests"
SECURITY = "code/security/security"
DEPENDENCIES = "code/dependencies/dependencies"
FILES: Mapping[str, str] = {
    f"{COMMITS}.md": way(
        "# Commits\n\nOne change a commit, and a subject line in the imperative of at most fifty characters.",
        description="Commit changes to git and write a good commit message",
        vocabulary="commit message git subject squash amend history",
        pattern=r"\bcommit messages?\b",
    ),
    f"{COMMITS}.locales.jsonl": jsonl(
        stub("ar", "حفظ التغييرات في git وكتابة رسالة commit جيدة", "commit رسالة git تغييرات"),
        stub("de", "Änderungen in git committen und eine gute Commit-Nachricht schreiben", "commit nachricht git"),
        stub("ja", "変更をgitにコミットし、良いコミットメッセージを書く", "コミット メッセージ git 履歴"),
    ),
    f"{COMMITS}.examples.jsonl": jsonl(
        {"prompt": "How do we word the subject line of a commit here?"},
        {"prompt": "Split what I have staged into two commits"},
        {"lang": "de", "prompt": "Schreib mir eine Commit-Nachricht für diese Änderungen"},
    ),
    f"{TESTS}.md": way(
        "# Tests\n\nWrite the test first, see it fail, then make it pass. One behaviour a test.",
        description="Write or fix automated tests and cover new behaviour",
        vocabulary="test unit coverage mock fixture flaky pytest",
        pattern=r"\bunit tests?\b",
    ),
    f"{TESTS}.locales.jsonl": jsonl(
        stub("ar", "كتابة الاختبارات الآلية وإصلاحها وتغطية السلوك الجديد", "اختبار تغطية وحدة"),
        stub(
            "de", "Automatische Tests schreiben oder reparieren und neues Verhalten abdecken", "test abdeckung mock"
        ),
        stub("ja", "自動テストを書き、直し、新しい動作を網羅する", "テスト 単体 カバレッジ モック"),
    ),
    f"{TESTS}.examples.jsonl": jsonl(
        {"prompt": "Add a test for the new parser"},
        {"prompt": "This test fails one time in ten, make it stable"},
    ),
    f"{SECURITY}.md": way(
        "# Security\n\nTreat all input as hostile: validate, escape and check permissions on the server.",
        description="Protect code against attackers and handle passwords, tokens and untrusted input",
        vocabulary="security injection password token permission encryption",
        pattern=r"\bsql injection\b",
        threshold="0.4",
    ),
    f"{SECURITY}.de.md": way(
        "# Sicherheit\n\nJede Eingabe gilt als feindlich: prüfen, maskieren, Rechte auf dem Server prüfen.",
        description="Code gegen Angreifer schützen, mit Passwörtern und fremden Eingaben umgehen",
        vocabulary="sicherheit passwort token rechte",
    ),
    f"{SECURITY}.locales.jsonl": jsonl(
        stub("de", "Von der Übersetzung in der eigenen Datei verdeckt", "verdeckt"),
        stub("ja", "攻撃者からコードを守り、パスワードや信頼できない入力を扱う", "セキュリティ パスワード 権限"),
    ),
    f"{SECURITY}.examples.jsonl": jsonl({"prompt": "Can somebody get at our users' passwords this way?"}),
    f"{DEPENDENCIES}.md": way(
        "# Dependencies\n\nAsk whether the package is worth it, pin it, and read its change log before an upgrade.",
        description="Add, upgrade or remove a third-party library and check it for known vulnerabilities",
        vocabulary="dependency package library upgrade lockfile audit",
    ),
    f"{DEPENDENCIES}.locales.jsonl": jsonl(
        stub(
            "de",
            "Fremde Bibliotheken hinzufügen, aktualisieren und auf Schwachstellen prüfen",
            "abhängigkeit paket",
        ),
        stub("ja", "外部ライブラリを追加・更新し、既知の脆弱性を確認する", "依存関係 パッケージ 更新"),
    ),
    "licences/licences.md": way("Every file carries a licence header.", pattern=r"\blicen[cs]e header\b"),
    "start/start.md": way("Read the open tickets first.", trigger="session-start"),
}


def write(root: Path, files: Mapping[str, str | bytes]) -> Root:
    """Write files below a root."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return Root(root, "repo")


def built(root: Root, models: Models, cache: Path) -> Shard:
    """The root's shard, up to date."""
    return build.shard(root, LANGUAGES, models, cache)


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, by path."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
