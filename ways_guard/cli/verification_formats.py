"""What `ways-guard verify-model` prints: a table for people, a document for programs."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ways_guard.lint.words import listed, plural
from ways_guard.match.verification import Verdict
from ways_guard.printable import printable

if TYPE_CHECKING:
    from rich.table import Table

    from ways_guard.match.engines.protocol import Model
    from ways_guard.match.scale import Scorer
    from ways_guard.match.verification import Column, Match, Outcome, Row, Verification

_WIDTH = 500  # Wider than any table, so that no cell is broken; a terminal wraps what is too long for it.
_NOT_RUN = "not run"
_COLUMNS = {"english": "English model", "found": "this model", "native": "this model, native"}


def text(found: Verification) -> str:
    """A verification for people: which models ran, a line a language, the fixtures that failed, a summary."""
    from rich.console import Console

    out = io.StringIO()
    Console(file=out, width=_WIDTH, color_system=None, highlight=False, legacy_windows=False).print(_table(found))
    table = (line.rstrip() for line in out.getvalue().splitlines())
    failures = (line for row in found.rows for line in _failures(row))
    lines = [*_heads(found), "", *table, "", *failures, _summary(found)]
    return "".join(f"{line}\n" for line in lines)


def _heads(found: Verification) -> Iterator[str]:
    yield f"model          {_name(found.model, found.scorer)}"
    english = found.english and found.english_scorer and _name(found.english, found.english_scorer)
    yield f"English model  {english or 'none: not run'}"
    yield "scores         mean over a language's prompts; in brackets how many find the right description first"


def _name(model: Model, scorer: Scorer) -> str:
    scale = "fitted here" if scorer.fitted else "from the catalogue"
    points = f"unrelated {scorer.scale.unrelated:.4f}, alike {scorer.scale.alike:.4f}"
    return printable(f"{model.id} {model.revision}; score scale {scale}: {points}")


def _table(found: Verification) -> Table:
    from rich.table import Table
    from rich.text import Text

    grid = Table(box=None, pad_edge=False, header_style="")
    for name in ("language", "", "verdict", "active", "passed", "lowest"):
        grid.add_column(name, justify="right" if name in ("passed", "lowest") else "left")
    for name in _COLUMNS.values():
        grid.add_column(f"{name}", justify="right")
    for row in found.rows:
        grid.add_row(*map(Text, map(printable, _cells(row, found))))
    return grid


def _cells(row: Row, found: Verification) -> Iterator[str]:
    language, total = row.language, len(row.outcomes)
    yield from (language.code, language.name, row.verdict.value, "active" if language.active else "")
    yield from (f"{row.passed}/{total}", f"{row.lowest:.2f}") if total else ("", "")
    absent = {"english": _NOT_RUN if found.english is None else "", "found": "", "native": "no stub"}
    for name, instead in absent.items():
        column = row.column(name)
        yield f"{_rounded(column.score)} ({column.first}/{column.of})" if column else instead if total else ""


def _rounded(score: float) -> str:
    return f"{round(score, 2) + 0.0:.2f}"  # 0.0 takes the sign off a zero


def _failures(row: Row) -> Iterator[str]:
    for outcome in row.outcomes:
        if not outcome.passed:
            yield printable(f"{row.language.code}: {_why(outcome)}: {outcome.fixture.prompt}")


def _why(outcome: Outcome) -> str:
    match, wanted = outcome.found, outcome.fixture.min_similarity
    low = [f"score {match.score:.2f} < {wanted:.2f}"] if match.score < wanted else []
    second = [] if match.first else [f"“{match.rival}” ({match.rival_score:.2f}) is as near or nearer"]
    return "; ".join(low + second)


def _summary(found: Verification) -> str:
    def codes(rows: Sequence[Row]) -> str:
        return f" ({listed(row.language.code for row in rows)})" if rows else ""

    parts = []
    for verdict in (Verdict.VERIFIED, Verdict.FAILED, Verdict.UNMEASURED):
        count = sum(row.verdict is verdict for row in found.rows)
        active = found.active(verdict)
        shown = f", active ones among them{codes(active)}" if active and verdict is not Verdict.VERIFIED else ""
        parts.append(f"{count} {verdict.value}{shown}")
    return printable(f"{plural(len(found.rows), 'language')}: {'; '.join(parts)}")


def document(every: Sequence[Verification]) -> dict[str, Any]:
    """Verifications as JSON values; null where nothing was run."""
    return {"version": 1, "models": [_model(found) for found in every]}


def _model(found: Verification) -> dict[str, Any]:
    english = found.english and found.english_scorer
    return {
        **_scaled(found.model, found.scorer),
        "english": _scaled(found.english, found.english_scorer) if found.english and english else None,
        "languages": [_row(row) for row in found.rows],
    }


def _scaled(model: Model, scorer: Scorer | None) -> dict[str, Any]:
    scale = scorer and {**vars(scorer.scale), "source": "fitted here" if scorer.fitted else "catalogue"}
    return {"model": model.id, "revision": model.revision, "scale": scale}


def _row(row: Row) -> dict[str, Any]:
    columns = {"english_model": "english", "multilingual": "found", "native": "native"}
    return {
        "lang": row.language.code,
        "name": row.language.name,
        "active": row.language.active,
        "verdict": row.verdict.value,
        "fixtures": len(row.outcomes),
        "passed": row.passed,
        "columns": {name: _column(row.column(key)) for name, key in columns.items()},
        "outcomes": [_outcome(outcome) for outcome in row.outcomes],
    }


def _column(column: Column | None) -> dict[str, Any] | None:
    if column is None:
        return None
    return {"score": round(column.score, 4), "first": column.first, "of": column.of}


def _outcome(outcome: Outcome) -> dict[str, Any]:
    fixture = outcome.fixture
    return {
        "prompt": fixture.prompt,
        "description": fixture.description,
        "min_similarity": fixture.min_similarity,
        "passed": outcome.passed,
        "multilingual": _match(outcome.found),
        "native": _match(outcome.native),
        "english_model": _match(outcome.english),
    }


def _match(match: Match | None) -> dict[str, Any] | None:
    if match is None:
        return None
    rival = {"text": match.rival, "score": round(match.rival_score, 4)} if match.rival else None
    return {"score": round(match.score, 4), "first": match.first, "rival": rival}
