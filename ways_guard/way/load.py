"""From files to ways: what matching and delivery need of each node, and which node an id means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ways_guard.constants import DEFAULT_THRESHOLD, REFIRE, WAY_FILE_BYTES
from ways_guard.errors import WaysGuardError
from ways_guard.files import read_bytes
from ways_guard.way import discover, frontmatter, jsonl, stubs, timing
from ways_guard.way.discover import File, Root
from ways_guard.way.frontmatter import Field
from ways_guard.way.schema import properties, typed
from ways_guard.way.stubs import Stub
from ways_guard.way.text import decode
from ways_guard.way.timing import State


@dataclass(frozen=True)
class Override:
    """A way's body in another language, from `{name}.{lang}.md`."""

    lang: str
    path: Path
    body: str
    description: str
    vocabulary: str


@dataclass(frozen=True)
class Example:
    """A prompt that a way is for; the matcher learns from it."""

    lang: str
    prompt: str
    path: Path
    line: int


@dataclass(frozen=True)
class Way:
    """One node, ready to be matched. `threshold` is on the score scale; regexes are RE2 source text.

    `refire` is a share of the context window, None for once a session; `macro` is "prepend", "append" or None.
    """

    id: str
    root: Root
    path: Path
    body: str
    description: str = ""
    vocabulary: str = ""
    pattern: str | None = None
    commands: str | None = None
    files: str | None = None
    threshold: float = DEFAULT_THRESHOLD
    scope: frozenset[str] = frozenset({"agent"})
    when: Mapping[str, str] = field(default_factory=dict)
    state: State | None = None
    refire: float | None = REFIRE["normal"]
    macro: str | None = None
    stubs: tuple[Stub, ...] = ()
    stubs_path: Path | None = None
    overrides: tuple[Override, ...] = ()
    examples: tuple[Example, ...] = ()

    @property
    def text(self) -> str:
        """The canonical alias: description and vocabulary."""
        return f"{self.description} {self.vocabulary}".strip()


@dataclass
class Loaded:
    """The ways of one root, the files they came from, and what had to be left out, a line each."""

    ways: list[Way] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def load_root(root: Root, languages: Iterable[str]) -> Loaded:
    """Read every way below a root. Never raises for what a file holds: that goes into `problems`."""
    loaded = Loaded()
    by_node: dict[str, list[File]] = {}
    for file in discover.scan(root.path, frozenset(languages), root.without):
        if discover.strays(root, file.path):
            loaded.problems.append(f"{file.path}: is a link out of the project and not read")
        else:
            by_node.setdefault(file.id, []).append(file)
    for node, files in by_node.items():
        kinds = {file.kind for file in files}
        if "way" in kinds and (way := _way(node, root, files, loaded)):
            loaded.ways.append(way)
    return loaded


def in_force(
    ids: Sequence[tuple[Root, Iterable[str]]],
    disabled: Iterable[str] = (),
    project_disabled: Iterable[str] = (),
) -> list[frozenset[str]]:
    """For each root, nearest first, which of its ids are in force: the nearest root's way of an id wins.

    Disabled ids and `dir/*` are left out. An untrusted project may only add: it shadows nothing of a farther
    root, and disables its own ways alone.
    """
    held = {node for root, nodes in ids if not root.guest for node in nodes}
    everywhere, own = frozenset(disabled), frozenset(project_disabled)
    taken: set[str] = set()
    chosen: list[frozenset[str]] = []
    for root, nodes in ids:
        barred = everywhere | own if root.guest else everywhere
        fresh = {node for node in nodes if node not in taken and not (root.guest and node in held)}
        taken |= fresh
        chosen.append(frozenset(node for node in fresh if not is_disabled(node, barred)))
    return chosen


def is_disabled(node: str, disabled: Iterable[str]) -> bool:
    """Whether an id is named, or lies below a `dir/*`."""
    return any(
        node == name or (name.endswith("/*") and node.startswith(name.removesuffix("*"))) for name in disabled
    )


def _way(node: str, root: Root, files: list[File], loaded: Loaded) -> Way | None:
    main = next(file for file in files if file.kind == "way")
    document = _document(main.path, loaded)
    if document is None or document.fields is None:
        return None
    fields = document.fields
    locales, examples = _beside(main, files, "locales"), _beside(main, files, "examples")
    overrides = [_override(file, loaded) for file in files if file.kind == "override"]
    return Way(
        id=node,
        root=root,
        path=main.path,
        body=document.body,
        description=_string(fields, "description"),
        vocabulary=vocabulary(fields),
        pattern=_string(fields, "pattern") or None,
        commands=_string(fields, "commands") or None,
        files=_string(fields, "files") or None,
        threshold=threshold(fields),
        scope=frozenset(part.strip() for part in (_string(fields, "scope") or "agent").split(",")),
        when=_when(fields),
        state=timing.state(fields),
        refire=timing.refire(fields),
        macro=macro(fields),
        stubs=_stubs(locales, loaded),
        stubs_path=locales,
        overrides=tuple(override for override in overrides if override),
        examples=_examples(examples, root.canonical, loaded),
    )


def _beside(main: File, files: list[File], kind: str) -> Path | None:
    """The file of that kind that carries the way's name; any other there is a stray one."""
    name = f"{main.path.stem}.{kind}.jsonl"
    return next((file.path for file in files if file.kind == kind and file.path.name == name), None)


def _document(path: Path, loaded: Loaded) -> frontmatter.Document | None:
    text = _text(path, loaded)
    document = frontmatter.parse(text) if text is not None else None
    if document and document.error:
        at = document.error.span
        loaded.problems.append(f"{path}:{at.line}:{at.column}: {document.error.message}")
        return None
    return document


def _text(path: Path, loaded: Loaded) -> str | None:
    try:
        decoded = decode(read_bytes(path, WAY_FILE_BYTES))
    except WaysGuardError as error:
        loaded.problems.append(str(error))
        return None
    if decoded.bad_span:
        at = decoded.bad_span
        loaded.problems.append(f"{path}:{at.line}:{at.column}: not UTF-8: save the file as UTF-8")
        return None
    return decoded.text


def _string(fields: Mapping[str, Field], name: str) -> str:
    value = fields[name].value if name in fields else ""
    return value.strip() if isinstance(value, str) else ""


def vocabulary(fields: Mapping[str, Field]) -> str:
    """The vocabulary as one string of terms, however it was written."""
    value = fields["vocabulary"].value if "vocabulary" in fields else ""
    return " ".join(str(item) for item in value) if isinstance(value, list) else _string(fields, "vocabulary")


def threshold(fields: Mapping[str, Field]) -> float:
    """The score at which a way fires: `embed_threshold`, else `threshold`, else the default.

    Values of 1 and more are leftovers of another scoring and say nothing here.
    """
    known = properties("way")
    for name in ("embed_threshold", "threshold"):
        value = typed(_string(fields, name), known[name])
        if isinstance(value, int | float) and 0 < value < 1:
            return float(value)
    return DEFAULT_THRESHOLD


def macro(fields: Mapping[str, Field]) -> str | None:
    """Where a macro's output joins the body: "prepend" or "append"; None for no macro."""
    value = _string(fields, "macro")
    return value if value in ("prepend", "append") else None


def _when(fields: Mapping[str, Field]) -> Mapping[str, str]:
    value = fields["when"].value if "when" in fields else {}
    return {key: str(item) for key, item in value.items()} if isinstance(value, dict) else {}


def _lines(path: Path | None, loaded: Loaded) -> list[jsonl.Line]:
    """The good lines of a JSON Lines file; bad ones become problems and cost nothing but themselves."""
    text = _text(path, loaded) if path else None
    lines = jsonl.read(text) if text else []
    for line in lines:
        if line.error:
            loaded.problems.append(f"{path}:{line.number}:{line.error_column}: not JSON: {line.error}")
    return [line for line in lines if not line.error]


def _stubs(path: Path | None, loaded: Loaded) -> tuple[Stub, ...]:
    found: dict[str, Stub] = {}
    for line in _lines(path, loaded):
        one = stubs.stub(line)
        if one is None:
            loaded.problems.append(f"{path}:{line.number}:1: not a stub: run ways-guard lint")
        else:
            found.setdefault(one.lang, one)
    return tuple(found.values())


def _examples(path: Path | None, canonical: str, loaded: Loaded) -> tuple[Example, ...]:
    if path is None:
        return ()
    lines = [(line, line.value.get("prompt")) for line in _lines(path, loaded)]
    return tuple(
        Example(str(line.value.get("lang", canonical)), prompt.strip(), path, line.number)
        for line, prompt in lines
        if isinstance(prompt, str) and prompt.strip()
    )


def _override(file: File, loaded: Loaded) -> Override | None:
    document = _document(file.path, loaded)
    if document is None:
        return None
    fields = document.fields or {}
    return Override(str(file.lang), file.path, document.body, _string(fields, "description"), vocabulary(fields))
