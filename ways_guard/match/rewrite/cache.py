"""Answers of rewriters, by a hash of all that was asked: the same prompt is asked once.

A file that only the user can read, whose rows expire. Any fault of it costs a question, never an answer.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
import time
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ways_guard.constants import REWRITE_DAYS, REWRITES_KEPT
from ways_guard.match.rewrite.model import Ask, Rewritten

_FILE = "rewrites.sqlite3"
_PATIENCE = 0.05  # Seconds to wait for another process that writes; the prompt waits, too.
_TABLE = "CREATE TABLE IF NOT EXISTS rewrites (key BLOB PRIMARY KEY, answer TEXT NOT NULL, added REAL NOT NULL)"


def key_of(ask: Ask, settings: Mapping[str, Any]) -> bytes:
    """What an answer is kept under: a hash of the question and of who was asked."""
    asked = json.dumps([asdict(ask), settings], sort_keys=True).encode("utf-8")
    return hashlib.sha256(asked).digest()


def load(folder: Path, key: bytes) -> Rewritten | None:
    """The answer that is kept, None where there is none or it has expired."""
    if not (folder / _FILE).is_file():
        return None
    found: tuple[str] | None = None
    with contextlib.suppress(OSError, sqlite3.Error), contextlib.closing(_open(folder)) as table:
        query = "SELECT answer FROM rewrites WHERE key = ? AND added > ?"
        found = table.execute(query, (key, _oldest())).fetchone()
    try:
        document = json.loads(found[0]) if found else None
        return Rewritten(str(document["query"]), tuple(map(str, document["entities"]))) if document else None
    except (ValueError, KeyError, TypeError):
        return None


def save(folder: Path, key: bytes, answer: Rewritten) -> None:
    """Keep an answer; expired and supernumerary ones go."""
    with contextlib.suppress(OSError, sqlite3.Error), contextlib.closing(_open(folder)) as table, table:
        table.execute(_TABLE)
        row = (key, json.dumps(asdict(answer)), time.time())
        table.execute("INSERT OR REPLACE INTO rewrites VALUES (?, ?, ?)", row)
        table.execute("DELETE FROM rewrites WHERE added <= ?", (_oldest(),))
        kept = "SELECT key FROM rewrites ORDER BY added DESC LIMIT ?"
        table.execute(f"DELETE FROM rewrites WHERE key NOT IN ({kept})", (REWRITES_KEPT,))


def _oldest() -> float:
    return time.time() - REWRITE_DAYS * 86_400


def _open(folder: Path) -> sqlite3.Connection:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / _FILE
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    return sqlite3.connect(path, timeout=_PATIENCE)
