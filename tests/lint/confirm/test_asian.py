from __future__ import annotations

import pytest

from ways_guard.lint.confirm import Confirmer, Source, Verdict


@pytest.mark.parametrize(
    ("lang", "text", "verdict", "seems", "evidence"),
    [
        ("ja", "テストを書く pytest", Verdict.CONFIRMED, None, "5 letters that only Japanese is written in"),
        ("ja", "障害対応手順、復旧判断基準", Verdict.CONFIRMED, None, "written so in Japanese alone"),
        ("ja", "単体試験 追加", Verdict.CONFIRMED, None, "written so in Japanese alone"),
        ("ja", "文字公用", Verdict.CANNOT_TELL, None, "no kana in 4 characters"),
        ("ja", "本文中文字全部公用本文中文字全部公用本文", Verdict.WRONG, None, "no kana in 20 characters"),
        ("ja", "编写单元测试 覆盖率", Verdict.WRONG, "zh", "are not written so in Japanese"),
        ("zh", "编写单元测试", Verdict.CONFIRMED, None, "written so in Simplified Chinese alone"),
        ("zh", "配置文件和命令行工具", Verdict.WEAK, None, "nothing tells it from its neighbours"),
        ("zh", "資料庫部署與日誌", Verdict.WRONG, "zh-tw", "資庫與誌 are not written so in Simplified Chinese"),
        ("zh-tw", "数据库部署与日志", Verdict.WRONG, "zh", "are not written so in Traditional Chinese"),
        ("zh", "テストを書いて実行する", Verdict.WRONG, "ja", "mostly Hiragana letters"),
        ("zh", "単体試験を追加", Verdict.WRONG, "ja", "are not written so in Simplified Chinese"),
        ("zh", "単体試験を追加する", Verdict.WRONG, "ja", "written with kana: 3 letters"),
        ("zh", "配置文件の命令行工具", Verdict.WEAK, None, "nothing tells it from its neighbours"),
        ("zh-tw", "依存性 檢査 점검 保安", Verdict.WRONG, "ko", "written in Hangul: 2 letters"),
        ("ko", "依存性 檢査 및 保安 點檢", Verdict.WEAK, None, "1 letter that only Korean is written in"),
        ("ko", "编写单元测试", Verdict.WRONG, "zh", "not one Hangul letter in it"),
        ("ko", "テストを書く", Verdict.WRONG, "ja", ""),
        ("de", "编写单元测试", Verdict.WRONG, "zh", "mostly Chinese letters"),
        ("ja", "npm audit", Verdict.UNTRANSLATED, "en", "Latin letters alone"),
    ],
)
def test_letters_and_forms_decide(
    confirm: Confirmer, lang: str, text: str, verdict: Verdict, seems: str | None, evidence: str
) -> None:
    judged = confirm(lang, text, Source("Writing tests"))
    assert (verdict, seems) == (judged.verdict, judged.language)
    assert evidence in judged.evidence


def test_a_regional_form_is_no_other_language(confirm: Confirmer) -> None:
    assert confirm("zh", "資料庫部署與日誌", Source("")).form
    assert not confirm("ko", "编写单元测试", Source("")).form
