"""`# ways-guard: ignore[WG103] reason` in frontmatter."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ways_guard.lint.suppress.codes import unknown
from ways_guard.lint.suppress.model import Collected, Problem, Suppression
from ways_guard.way import frontmatter
from ways_guard.way.frontmatter import Document, Field
from ways_guard.way.positions import line_column
from ways_guard.way.text import Span, split_lines

_MARK = "ways-guard:"
_COMMENT = re.compile(r"#[^\n]*")
_OURS = re.compile(r"#\s*ways-guard:\s*(?P<rest>.*?)\s*\Z", re.DOTALL)
_IGNORE = re.compile(r"ignore\[(?P<codes>[^\]]*)\]\s*:?\s*(?P<reason>.*)\Z", re.DOTALL)
_HOW = "write it as '# ways-guard: ignore[WG103] and the reason'"


@dataclass(frozen=True)
class _Comment:
    """A comment of ours: its text behind the mark, where it stands, and the line that it is about."""

    rest: str
    span: Span
    target: int


def read(path: Path, text: str, known: Collection[str], found: Collected) -> None:
    """Add what the comments of a way file suppress, or what is wrong with them, to `found`.

    A comment covers the field on its line, or the one below where it stands alone, with all that belongs to the
    field. Frontmatter that is not YAML has no comments.
    """
    if _MARK not in text:
        return
    document = frontmatter.parse(text)
    if not document.fields or document.error:
        return
    for comment in _comments(text, document):
        _add(path, comment, document, known, found)


def _add(path: Path, comment: _Comment, document: Document, known: Collection[str], found: Collected) -> None:
    ignore = _IGNORE.match(comment.rest)
    codes = [code.strip() for code in ignore["codes"].split(",")] if ignore else []
    if not ignore or not all(codes):
        found.problems.append(Problem(path, comment.span, f"this comment suppresses nothing: {_HOW}"))
    elif not ignore["reason"]:
        message = "this suppression has no reason and does not count: write one behind the bracket"
        found.problems.append(Problem(path, comment.span, message))
    else:
        lines = _covered(comment, document.fields or {})
        for code in codes:
            if code in known:
                found.suppressions.append(Suppression(code, path, comment.span, lines=lines))
            else:
                found.problems.append(Problem(path, comment.span, unknown(code, known)))


def _covered(comment: _Comment, fields: Mapping[str, Field]) -> range:
    """The lines of the field that the comment is about; where it is about none, its line alone."""
    field = next((field for field in _every(fields) if field.key_span.line == comment.target), None)
    return range(comment.target, max(_last(field), comment.target) + 1 if field else comment.target + 1)


def _last(field: Field) -> int:
    """The last line of a field; a block ends at the start of the line behind it."""
    return field.span.end_line - (field.span.end_column == 1)


def _every(fields: Mapping[str, Field]) -> Iterator[Field]:
    for field in fields.values():
        yield field
        yield from _every(field.nested)


def _comments(text: str, document: Document) -> Iterator[_Comment]:
    """Our comments in the frontmatter: what stands between the parser's tokens, so never part of a value."""
    source = "".join(split_lines(text)[1 : document.body_line - 2])
    for start, end in _gaps(source):
        for match in _COMMENT.finditer(source, start, end):
            ours = _OURS.match(match[0].rstrip())
            if ours:
                yield _comment(source, match.start(), match.start() + ours.end(), ours["rest"])


def _comment(source: str, start: int, end: int, rest: str) -> _Comment:
    """The comment with its place in the file; the frontmatter starts on its second line."""
    line, column = line_column(source, start)
    lines = source.split("\n")
    target = line if lines[line - 1][: column - 1].strip() else _below(lines, line)
    return _Comment(rest, Span(line + 1, column, line + 1, column + end - start), target + 1)


def _below(lines: Sequence[str], line: int) -> int:
    """The next line that is neither blank nor a comment; that line itself where there is none."""
    following = enumerate(lines[line:], line + 1)
    return next((number for number, text in following if text.strip() and text.lstrip()[0] != "#"), line)


def _gaps(source: str) -> Iterator[tuple[int, int]]:
    """Where no token of YAML stands; of a block scalar (`|`, `>`) the rest of its first line counts too."""
    import yaml  # only frontmatter with a comment of ours needs its tokens

    at = 0
    for token in yaml.scan(source, Loader=yaml.BaseLoader):
        start, end = token.start_mark.index, token.end_mark.index
        if start > at:
            yield at, start
        if isinstance(token, yaml.ScalarToken) and token.style in ("|", ">"):
            yield start, source.find("\n", start, end) if "\n" in source[start:end] else end
        at = max(at, end)
    if at < len(source):
        yield at, len(source)
