"""WG107: a way that nothing can fire."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ways_guard.lint.model import Example, Hit, Rule, Severity, WayFile
from ways_guard.lint.rules import samples
from ways_guard.lint.words import listed
from ways_guard.way.frontmatter import Field
from ways_guard.way.text import Span

_FIRED_BY = ("description", "vocabulary", "pattern", "commands", "files")
# What a trigger needs, any one of them.
_NEEDS = {"file-exists": ("path",), "context-threshold": ("percent", "threshold")}


def check(file: WayFile) -> Iterator[Hit]:
    """One hit at the start of the frontmatter, or at a trigger that lacks what it looks at."""
    document = file.document
    if file.file.kind != "way" or document.fields is None or document.error:
        return
    if any(_filled(document.fields, name) for name in _FIRED_BY):
        return
    trigger = document.fields.get("trigger")
    if trigger is None:
        yield Hit(Span(1, 1, 1, 4), f"nothing can fire this way: add one of {listed(_FIRED_BY)} or trigger")
        return
    needs = _NEEDS.get(str(trigger.value), ())
    if needs and not any(_filled(document.fields, name) for name in needs):
        yield Hit(trigger.span, f'nothing can fire this way: trigger {trigger.value} needs "{needs[0]}"')


def _filled(fields: Mapping[str, Field], name: str) -> bool:
    """Whether it holds more than space."""
    return name in fields and bool(" ".join(map(str, _values(fields[name]))).strip())


def _values(field: Field) -> Iterable[object]:
    return field.value if isinstance(field.value, list) else (field.value,)


RULE = Rule(
    code="WG107",
    name="never-fires",
    severity=Severity.ERROR,
    target=WayFile,
    check=check,
    what=(
        "Nothing can fire a way. It has no description, vocabulary, pattern, commands, files or trigger, or"
        " a trigger without what that looks at."
    ),
    why="Its guidance is in the repo and reaches nobody.",
    how=(
        "Describe what it is for, or name what fires it. `trigger: file-exists` needs a `path`, `trigger: "
        "context-threshold` a `percent`. A page that is meant to be read by people only has no frontmatter."
    ),
    bad=Example(samples.PATH, "---\nscope: agent\n---\nTest what a user would miss.\n"),
    good=Example(samples.PATH, "---\ntrigger: session-start\n---\nTest what a user would miss.\n"),
)
