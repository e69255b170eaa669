"""WG004: characters that cannot be seen, or that turn the order of text around."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from ways_guard.lint import offsets
from ways_guard.lint.model import Edit, Example, Fix, Hit, Rule, Severity
from ways_guard.lint.offsets import Shown
from ways_guard.lint.rules import samples
from ways_guard.lint.texts import TEXTS, AnyText, shown
from ways_guard.way.scripts import JOINING, UNSPACED, script_of

_BIDI = "\u202a-\u202e\u2066-\u2069"
_TAGS = "\U000e0000-\U000e007f"
_CONTROLS = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
_SELECTORS = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
_DIRECTION = "\u061c\u200e\u200f"  # put neutral characters on the right side in right-to-left text
_JOINERS = "\u200c\u200d"
_BLANKS = "\u200b\u2028\u2029"  # may stand for a space or a line end
# Signs such as U+0600 are format characters too, but they have a shape.
_OTHERS = (
    "\xad\u034f\u115f\u1160\u17b4\u17b5\u180e\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
)
_SUSPECT = re.compile(f"[{_BIDI}{_TAGS}{_CONTROLS}{_SELECTORS}{_DIRECTION}{_JOINERS}{_BLANKS}{_OTHERS}]")
_TURNING = re.compile(f"[{_BIDI}]")
_CONTROL = re.compile(f"[{_CONTROLS}]")
_WORSE = re.compile(f"[{_BIDI}{_TAGS}{_CONTROLS}]|[{_SELECTORS}]{{2}}")  # what hides text or attacks a terminal
_UNCLEAR = re.compile(f"[{_BLANKS}{_CONTROLS}]")
_PASSED = re.compile(
    f"[{_SELECTORS}{_JOINERS}\U0001f3fb-\U0001f3ff]"
)  # what may stand between an emoji and a joiner
_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]{3,6}\U000e007f")  # England, Scotland, Wales


def check(file: AnyText) -> Iterator[Hit]:
    """One hit for each run of such characters; those that the writing beside them needs are left out."""
    text = shown(file)
    if _SUSPECT.search(text.text):
        for start, end in _runs(text):
            yield _hit(file.text, text, start, end)


def _runs(text: Shown) -> Iterator[tuple[int, int]]:
    flags = [range(*flag.span()) for flag in _FLAG.finditer(text.text)]
    start = end = -1
    for match in _SUSPECT.finditer(text.text):
        at = match.start()
        if _needed(text.text, at) or _escaped(text, at) or any(at in flag for flag in flags):
            continue
        if at != end:
            if end > start:
                yield start, end
            start = at
        end = at + 1
    if end > start:
        yield start, end


def _escaped(text: Shown, at: int) -> bool:
    """Whether a control character is written as an escape (`\\u001b` in a pasted log), which one can see."""
    start, end = text.source(at, at + 1)
    return end - start > 1 and bool(_CONTROL.match(text.text[at]))


def _needed(text: str, at: int) -> bool:
    """Whether the writing around a character asks for it."""
    character = text[at]
    before, after = _letter(reversed(text[max(at - 8, 0) : at])), _letter(text[at + 1 : at + 9])
    scripts = {script_of(before), script_of(after)}
    if character in _JOINERS:
        return bool(scripts & JOINING) or (character == "\u200d" and _is_emoji(before) and _is_emoji(after))
    if character in _DIRECTION:
        return any(_is_rtl(other) for other in _line(text, at))
    if re.match(f"[{_SELECTORS}]", character):
        return at > 0 and not text[at - 1].isspace() and not re.match(f"[{_SELECTORS}]", text[at - 1])
    by_script = {"\u200b": UNSPACED, "\u034f": {"Hebr"}, "\u180e": {"Mong"}, "\u115f": {"Hang"}, "\u1160": {"Hang"}}
    return bool(scripts & by_script.get(character, set()))


def _letter(characters: Iterator[str] | str) -> str:
    """The first character that is more than a sign on another one."""
    return next((c for c in characters if not _PASSED.match(c) and unicodedata.category(c) != "Mn"), " ")


def _is_emoji(character: str) -> bool:
    return unicodedata.category(character) == "So"


def _is_rtl(character: str) -> bool:
    return unicodedata.bidirectional(character) in ("R", "AL") and character not in _DIRECTION


def _line(text: str, at: int) -> str:
    end = text.find("\n", at)
    return text[text.rfind("\n", 0, at) + 1 : end if end >= 0 else len(text)]


def _hit(source: str, text: Shown, first: int, last: int) -> Hit:
    run = text.text[first:last]
    start, end = text.source(first, last)
    more = f" and {len(run) - 1} more" if len(run) > 1 else ""
    what = "changes the order in which text is shown" if _TURNING.match(run) else "cannot be seen"
    advice = "remove it, or put a space in its place" if re.match(f"[{_BLANKS}]", run) else "remove it"
    severity = Severity.ERROR if _WORSE.search(run) else Severity.WARNING
    # A blank may part two words, and a control character may be the ruin of another one: a person must look.
    fix = Fix((Edit(start, end, ""),), safe=not _UNCLEAR.search(run))
    return Hit(offsets.span(source, start, end), f"{_name(run[0])}{more} {what}: {advice}", fix, severity)


def _name(character: str) -> str:
    name = unicodedata.name(character, "")
    return f"U+{ord(character):04X}" + (f" ({name})" if name else "")


RULE = Rule(
    code="WG004",
    name="invisible-character",
    severity=Severity.WARNING,
    target=TEXTS,
    check=check,
    fixable=True,
    what=(
        "A text holds characters that cannot be seen or that reorder text. Those that reorder it, hide text"
        " (tag characters, rows of variation selectors) or control a terminal are errors, zero-width ones "
        "and the like warnings. Joiners between letters of scripts that need them (Arabic, Devanagari, "
        "Burmese and kin), direction marks in right-to-left text, word breaks in Thai and the joiners of "
        "emoji are right."
    ),
    why=(
        "What a reviewer sees is then not what the agent reads: hidden instructions and reordered code pass"
        " review. A zero-width space inside a word makes it another word, so that neither a pattern nor a "
        "prompt meets it."
    ),
    how=(
        "Remove the character. `--fix` does so, except for those that may stand for a space or for a "
        "damaged character; these need `--unsafe-fixes`."
    ),
    bad=Example(samples.LOCALES, samples.GERMAN.replace("Abdeckung", "Abdeck\u2060ung")),
    good=Example(samples.LOCALES, samples.stub("hi", "सॉफ्ट\u200cवेयर परीक्षण लिखना", "परीक्षण कवरेज")),
    beside=samples.WAY,
)
