"""WG112: a way that is matched by meaning and has no examples."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.lint.model import Example, Hit, Rule, Severity, WayFile
from ways_guard.lint.rules import samples


def check(file: WayFile) -> Iterator[Hit]:
    """One hit at the description (or the vocabulary)."""
    fields = file.document.fields or {}
    alias = fields.get("description") or fields.get("vocabulary")
    wanted = f"{file.file.path.stem}.examples.jsonl"
    if file.file.kind != "way" or alias is None:
        return
    if not any(sibling.path.name == wanted for sibling in file.context.siblings):
        yield Hit(alias.key_span, f"this way has no examples: write prompts that it is for into {wanted}")


RULE = Rule(
    code="WG112",
    name="no-examples",
    severity=Severity.WARNING,
    target=WayFile,
    check=check,
    default=False,
    what="A way that is matched by meaning has no examples beside it.",
    why=(
        "The matcher learns from examples what people type when they need the way. Five or six of them do "
        "more for it than any wording of the description."
    ),
    how=(
        'Write `{name}.examples.jsonl`, one `{"prompt": "…"}` a line, in words that people would use; '
        "`lang` says which language a prompt is in where it is not the root's."
    ),
    bad=Example(samples.PATH, samples.TEXT),
    good=Example("code/tests/tests.examples.jsonl", '{"prompt": "how do I test this function?"}\n'),
    beside=samples.WAY,
)
