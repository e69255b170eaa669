from __future__ import annotations

import json
import os
import subprocess
import sys
from time import perf_counter

import pytest

from ways_guard.match.prompt_language import guess
from ways_guard.way.languages import load_bundled, merge
from ways_guard.way.scripts import components, count_scripts

LANGUAGES = load_bundled()
ACTIVE = [code for code, language in LANGUAGES.items() if language.active]

PROMPTS: dict[str, tuple[str, ...]] = {
    "ar": (
        "كيف نكتب رسالة الـ commit في هذا المشروع؟",
        "افحص تبعيات npm بحثًا عن ثغرات أمنية",
        "أصلح الاختبار الذي يفشل أحيانًا في CI",
        "لماذا يتوقف الخادم عند بدء التشغيل؟",
    ),
    "de": (
        "prüfe bitte unsere Abhängigkeiten auf Schwachstellen",
        "Wie schreiben wir hier Commit-Nachrichten?",
        "Der Login-Test schlägt manchmal fehl, kannst du das reparieren?",
        "füge Tests für den Parser hinzu",
    ),
    "en": (
        "How do we write commit messages here?",
        "please check our dependencies for vulnerabilities",
        "Why is the login test failing on main?",
        "Refactor this function so that it returns early",
    ),
    "es": (
        "¿Cómo escribimos los mensajes de commit?",
        "revisa si nuestras dependencias tienen vulnerabilidades",
        "Arregla el test que falla a veces en la CI",
        "añade una prueba para el nuevo endpoint",
    ),
    "fr": (
        "Comment rédiger un message de commit dans ce projet ?",
        "vérifie les dépendances pour voir s'il y a des failles",
        "Corrige le test instable de l'authentification",
        "pourquoi le build échoue sur la branche main ?",
    ),
    "hi": (
        "कमिट मैसेज कैसे लिखें?",
        "हमारी dependencies में सुरक्षा खामियाँ जाँचो",
        "यह टेस्ट बार-बार फेल क्यों हो रहा है?",
        "इस function को refactor करो",
    ),
    "id": (
        "Bagaimana cara menulis pesan commit di proyek ini?",
        "tolong periksa dependensi kita apakah ada celah keamanan",
        "Kenapa tes login gagal di CI?",
        "tambahkan unit test untuk fungsi ini",
    ),
    "it": (
        "Come scriviamo i messaggi di commit?",
        "controlla se le nostre dipendenze hanno vulnerabilità",
        "perché il test di login fallisce nella CI?",
        "aggiungi un test per la nuova API",
    ),
    "ja": (
        "コミットメッセージはどう書けばいい？",
        "依存パッケージの脆弱性を調べて",
        "GitHub ActionsのCIが落ちる原因を教えて",
        "ログイン機能テスト追加",
    ),
    "ko": (
        "커밋 메시지는 어떻게 써야 해?",
        "의존성에 보안 취약점이 있는지 확인해줘",
        "GitHub Actions 빌드가 왜 실패하지?",
        "로그인 테스트 고쳐 줘",
    ),
    "pl": (
        "Jak piszemy wiadomości commitów w tym projekcie?",
        "sprawdź nasze zależności pod kątem podatności",
        "Napraw test, który czasami nie przechodzi",
        "dlaczego build się wywala na main?",
    ),
    "pt-br": (
        "Como escrevemos as mensagens de commit aqui?",
        "verifique se nossas dependências têm vulnerabilidades",
        "por que o teste de login está falhando na CI?",
        "adicione um teste para essa função",
    ),
    "ru": (
        "Как мы пишем сообщения коммитов?",
        "проверь зависимости на уязвимости",
        "Почему тест логина иногда падает в CI?",
        "добавь тест для этой функции",
    ),
    "th": (
        "เขียนข้อความ commit อย่างไร",
        "ช่วยตรวจสอบช่องโหว่ของ dependencies หน่อย",
        "ทำไมเทสต์นี้ถึงล้มเหลวบน CI",
    ),
    "tr": (
        "Commit mesajlarını nasıl yazıyoruz?",
        "bağımlılıklarda güvenlik açığı var mı kontrol et",
        "Giriş testi neden CI'da başarısız oluyor?",
        "bu fonksiyon için birim testi ekle",
    ),
    "uk": (
        "Перевір залежності",
        "Як ми пишемо повідомлення комітів?",
        "чому тест логіну іноді падає в CI?",
        "додай тест для цієї функції",
    ),
    "vi": (
        "Viết commit message như thế nào?",
        "kiểm tra lỗ hổng bảo mật trong các thư viện phụ thuộc",
        "Tại sao bài test đăng nhập bị lỗi trên CI?",
        "sửa giúp tôi cái hàm này",
    ),
    "zh": (
        "提交信息应该怎么写？",
        "检查一下依赖有没有安全漏洞",
        "为什么登录测试在 CI 上失败？",
        "重构这个函数",
    ),
}
# Neighbours that are not active: what a way repo with more languages meets.
MORE_PROMPTS: dict[str, tuple[str, ...]] = {
    "zh-tw": ("提交訊息應該怎麼寫？", "檢查一下相依套件有沒有安全漏洞", "重構這個函式"),
    "fa": ("پیام کامیت را چگونه بنویسیم؟", "وابستگی‌ها را برای آسیب‌پذیری بررسی کن"),
    "ur": ("کمٹ پیغام کیسے لکھیں؟", "ہماری dependencies میں سیکیورٹی کی خامیاں چیک کریں"),
    "mr": ("कमिट मेसेज कसे लिहायचे?", "ही चाचणी का अयशस्वी होत आहे?"),
    "nl": ("hoe schrijven we commit-berichten?", "controleer onze dependencies op kwetsbaarheden"),
    "sv": ("hur skriver vi commit-meddelanden?", "kontrollera våra beroenden efter sårbarheter"),
    "el": ("πώς γράφουμε μηνύματα commit;",),
    "he": ("איך כותבים הודעות commit?",),
}
CASES = [(code, prompt) for code, prompts in PROMPTS.items() for prompt in prompts]
MORE_CASES = [(code, prompt) for code, prompts in MORE_PROMPTS.items() for prompt in prompts]


def test_prompts_in_the_active_languages() -> None:
    wrong = [(code, found, prompt) for code, prompt in CASES if (found := guess(prompt, LANGUAGES, ACTIVE)) != code]
    assert set(ACTIVE) == set(PROMPTS)
    assert len(wrong) <= len(CASES) * 0.05, wrong


def test_prompts_among_all_52_languages() -> None:
    wrong = [
        (code, found, prompt)
        for code, prompt in CASES + MORE_CASES
        if (found := guess(prompt, LANGUAGES, list(LANGUAGES))) != code
    ]
    assert len(wrong) <= len(CASES + MORE_CASES) * 0.1, wrong


@pytest.mark.parametrize(("code", "prompt"), CASES + MORE_CASES)
def test_the_guess_is_written_in_a_script_of_the_prompt(code: str, prompt: str) -> None:
    for candidates in (ACTIVE, list(LANGUAGES), [other for other in LANGUAGES if other != code]):
        found = guess(prompt, LANGUAGES, candidates)
        if found is not None:
            written = frozenset[str]().union(*map(components, LANGUAGES[found].scripts))
            assert written & count_scripts(prompt).keys(), (found, candidates)


@pytest.mark.parametrize(
    ("prompt", "found"),
    [
        ("", None),
        ("1 + 1", None),
        ("🙂🙂", None),
        ("cargo build --release", None),
        ("git push --force", None),
        ("x = `для` ", None),
        ("https://ja.example/の/は/が", None),
        # English prompts that hold a little of another script
        ("Fix the rendering of α in this parser", "en"),
        ("Fix α rendering", None),
        ("why does the translation of this page say こんにちは to the user in Berlin", "en"),
        # prompts in another script that are mostly tool names
        ("Rust 依存安全、cargo audit を実行して", "ja"),
        ("npm run build の webpack エラー", "ja"),
        ("TypeScript ESLint Prettier 설정", "ko"),
        ("как настроить pre-commit в GitHub Actions workflow", "ru"),
        # code in a prompt is in no language
        ("почини ```the and of to is in for that this``` тест", "ru"),
        # Han characters alone
        ("脆弱性検査", "ja"),
        ("修复日文界面中「ファイル」的翻译错误", "zh"),
        ("检查依赖", "zh"),
        ("檢查依賴", "zh-tw"),
        ("人口", "zh"),
    ],
)
def test_what_decides(prompt: str, found: str | None) -> None:
    assert found == guess(prompt, LANGUAGES, [*ACTIVE, "zh-tw"])


def test_only_candidates_are_guessed() -> None:
    assert guess("请检查依赖", LANGUAGES, ["en", "zh-tw"]) == "zh-tw"
    assert guess("検索機能追加", LANGUAGES, ["en", "ja"]) == "ja"
    assert guess("コミットメッセージ", LANGUAGES, ["en", "de"]) is None
    assert guess("コミットメッセージ", LANGUAGES, []) is None
    assert guess("コミットメッセージ", LANGUAGES, ["xx"]) is None


def test_decomposed_text_is_read_like_composed() -> None:
    assert guess("fu\u0308r Abha\u0308ngigkeiten", LANGUAGES, ["de", "en", "fr"]) == "de"


def test_a_new_language_needs_only_its_entry() -> None:
    entry = {
        "name": "Filipino",
        "native": "Filipino",
        "function_words": ["ang", "mga", "ng", "sa", "paano"],
    }
    languages = merge(LANGUAGES, {"languages": {"tl": entry, "ta": {"native": "தமிழ்"}}})
    assert guess("paano isulat ang commit message", languages, list(languages)) == "tl"
    assert guess("commit செய்தி எழுதுவது எப்படி", languages, list(languages)) == "ta"


def test_the_order_of_candidates_and_the_hash_seed_do_not_matter() -> None:
    shown = [guess(prompt, LANGUAGES, list(LANGUAGES)) for _, prompt in CASES]
    assert shown == [guess(prompt, LANGUAGES, list(LANGUAGES)[::-1]) for _, prompt in CASES]
    code = (
        "import json,sys; from ways_guard.match.prompt_language import guess;"
        "from ways_guard.way.languages import load_bundled as b;"
        "print(json.dumps([guess(p, b(), set(b())) for p in json.load(sys.stdin)]))"
    )
    prompts = json.dumps([prompt for _, prompt in CASES]).encode()
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            input=prompts,
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        assert shown == json.loads(done.stdout)


def test_a_prompt_of_any_length_takes_a_bounded_time() -> None:
    guess("warm up", LANGUAGES, ACTIVE)
    start = perf_counter()
    guess("`" * 200_000 + "die и の " * 100_000, LANGUAGES, ACTIVE)
    assert perf_counter() - start < 0.5
