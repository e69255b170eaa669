"""What people type, run and edit all day: what a pattern that means something matches little of."""

from __future__ import annotations

import functools
from pathlib import Path

from ways_guard.way import jsonl

# Prompts that are for no way in particular; the matcher's class "nothing" is made of them.
_PROMPTS = Path(__file__).resolve().parent.parent / "match" / "data" / "background.jsonl"

COMMANDS = (
    "ls -la",
    "cd src",
    "pwd",
    "cat README.md",
    "grep -rn TODO src",
    "rg 'def main'",
    "find . -name '*.py'",
    "head -20 data.csv",
    "mkdir -p build",
    "rm -rf dist",
    "cp a.txt b.txt",
    "mv old.py new.py",
    "git status",
    "git diff",
    "git log --oneline -10",
    "git commit -m 'Fix typo'",
    "git push",
    "npm test",
    "npm install",
    "pip install -e .",
    "python main.py",
    "pytest -q",
    "cargo build",
    "go test ./...",
    "make",
    "docker ps",
    "curl -s https://example.com",
    "echo done",
    "sed -n 1,40p app.js",
    "which node",
)
FILES = (
    "README.md",
    "docs/guide.md",
    "LICENSE",
    "Makefile",
    "Dockerfile",
    ".gitignore",
    ".github/workflows/ci.yml",
    "package.json",
    "package-lock.json",
    "pyproject.toml",
    "requirements.txt",
    "Cargo.toml",
    "go.mod",
    "src/main.py",
    "src/app.ts",
    "src/index.js",
    "src/components/Button.tsx",
    "lib/utils.rb",
    "cmd/server/main.go",
    "src/lib.rs",
    "include/api.h",
    "src/api.cpp",
    "Main.java",
    "tests/test_main.py",
    "styles/site.css",
    "public/index.html",
    "migrations/0001_init.sql",
    "scripts/deploy.sh",
    "assets/logo.svg",
    "data/cities.csv",
)


@functools.cache
def prompts(lang: str) -> tuple[str, ...]:
    """The shipped background prompts of a language."""
    lines = jsonl.read(_PROMPTS.read_bytes().decode("utf-8"))
    return tuple(str(line.value["prompt"]) for line in lines if line.value.get("lang") == lang)
