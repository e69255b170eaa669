"""WG112: a way that is matched by meaning and has no examples."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.lint.model import Example, Hit, RepoFiles, Rule, Severity, WayFile
from ways_guard.lint.rules import samples


def check(repo: RepoFiles) -> Iterator[Hit]:
    """One hit for each way, at the description (or the vocabulary)."""
    known = {file.file.path: any(line.value.get("prompt") for line in file.lines) for file in repo.records}
    for way in repo.ways:
        fields = way.document.fields or {}
        alias = fields.get("description") or fields.get("vocabulary")
        path = way.file.path.with_name(f"{way.file.path.stem}.examples.jsonl")
        if way.file.kind == "way" and alias is not None and not known.get(path, _is_there(way, path.name)):
            message = f"this way has no examples: write prompts that it is for into {path.name}"
            yield Hit(alias.key_span, message, path=way.file.path)


def _is_there(way: WayFile, name: str) -> bool:
    """Whether there is such a file, which lint leaves out and so cannot see into."""
    return any(sibling.path.name == name for sibling in way.context.siblings)


RULE = Rule(
    code="WG112",
    name="no-examples",
    severity=Severity.WARNING,
    target=RepoFiles,
    check=check,
    default=False,
    what="A way that is matched by meaning has no examples beside it, or an empty file of them.",
    why=(
        "The matcher learns from examples what people type when they need the way. Five or six of them do "
        "more for it than any wording of the description."
    ),
    how=(
        'Write `{name}.examples.jsonl`, one `{"prompt": "…"}` a line, in words that people would use; '
        "`lang` says which language a prompt is in where it is not the root's. `ways-guard suggest-examples` "
        "prints an instruction by which a language model writes them, and checks what it answers."
    ),
    bad=Example(samples.PATH, samples.TEXT),
    good=Example("code/tests/tests.examples.jsonl", '{"prompt": "how do I test this function?"}\n'),
    beside=samples.WAY,
)
