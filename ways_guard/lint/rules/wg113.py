"""WG113: an example that is also a probe."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.lint.model import Example, Hit, RecordsFile, RepoFiles, Rule, Severity
from ways_guard.lint.rules import samples
from ways_guard.lint.texts import bare_text, shown_path
from ways_guard.way.jsonl import Line

_PROBES = ("golden", "none-probes")


def check(repo: RepoFiles) -> Iterator[Hit]:
    """One hit for each example whose prompt a probe of any way has too."""
    probes: dict[str, tuple[RecordsFile, Line]] = {}
    for file, line, prompt in _prompts(repo, _PROBES):
        probes.setdefault(prompt, (file, line))
    for file, line, prompt in _prompts(repo, ("examples",)):
        if prompt in probes:
            other, probe = probes[prompt]
            place = f"{shown_path(other.file.path, repo.repo)}:{probe.number}"
            message = f"{place} is the same prompt as a probe: reword one, since what was learned judges nothing"
            yield Hit(line.value_span("prompt"), message, path=file.file.path)


def _prompts(repo: RepoFiles, kinds: tuple[str, ...]) -> Iterator[tuple[RecordsFile, Line, str]]:
    for file in repo.records:
        for line in file.lines if file.file.kind in kinds else ():
            prompt = line.value.get("prompt")
            if isinstance(prompt, str) and (bare := bare_text(prompt)):
                yield file, line, bare


RULE = Rule(
    code="WG113",
    name="example-is-probe",
    severity=Severity.WARNING,
    target=RepoFiles,
    check=check,
    what=(
        "A prompt is an example of a way and also a probe. Probes are those of any way and of "
        "golden-none.jsonl; case, punctuation, width and spaces do not make another prompt."
    ),
    why=(
        "Examples are what the matcher learns from, probes are what it is judged by. A probe that was "
        "learned is passed whatever the matcher is worth, and the figures look better than the matching is."
    ),
    how="Keep it in one of the two files and write another prompt for the other.",
    bad=Example("code/tests/tests.examples.jsonl", '{"prompt": "How do I test this?"}\n'),
    good=Example("code/tests/tests.examples.jsonl", '{"prompt": "what should I cover here?"}\n'),
    beside={
        **samples.WAY,
        "code/tests/tests.golden.jsonl": '{"kind": "direct", "prompt": "how do i test this"}\n',
    },
)
