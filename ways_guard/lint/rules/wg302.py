"""WG302: a stub in another script, or another regional form, than its language is written in."""

from __future__ import annotations

from collections.abc import Iterator

from ways_guard.lint.languages import is_other_form, told
from ways_guard.lint.model import Example, Hit, RepoFiles, Rule, Severity
from ways_guard.lint.rules import samples


def check(repo: RepoFiles) -> Iterator[Hit]:
    """One hit for each such stub; one for a language whose stubs all are such."""
    for each in filter(is_other_form, told(repo)):
        what = f"not written as {each.name} is" + (f", it seems to be {each.seems}" if each.seems else "")
        message = each.message(what, 'write it so, or correct "lang"')
        yield Hit(each.line.value_span("description"), message, path=each.file.file.path)


RULE = Rule(
    code="WG302",
    name="other-form",
    severity=Severity.ERROR,
    target=RepoFiles,
    check=check,
    what=(
        "A stub is written in another form than its language. Such are Traditional characters under `zh`, "
        "Simplified ones under `zh-tw`, a Japanese text of some length without kana, or letters of a script that "
        "no known language has. Two characters that a form lacks are enough; a text of shared ones is left alone."
    ),
    why=(
        "People type the form of their region. A stub in the other one is farther from their prompts, and reads to "
        "them as if it was meant for somebody else."
    ),
    how='Convert the stub, or move it to the code of its form (`"zh-tw"` for Traditional Chinese).',
    bad=Example(samples.LOCALES, samples.stub("zh", "編寫單元測試與檢查覆蓋率", "測試 覆蓋率")),
    good=Example(samples.LOCALES, samples.stub("zh", "编写单元测试与检查覆盖率", "测试 覆盖率")),
    beside=samples.WAY,
)
