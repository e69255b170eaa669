"""Every number that a decision rests on, with its reason."""

from __future__ import annotations

REPOSITORY = "https://github.com/ways-guard/ways-guard"  # Where reports say that the rules are explained.
CORPUS_FORMAT = 1  # Raised when files below the cache folder change meaning; old ones are then left alone.
DEFAULT_THRESHOLD = 0.35  # Design section 4: the score at which a way fires unless it says otherwise.
MAX_WAYS = 3  # Ways a prompt: more guidance than this is skimmed, not read.
MARGIN = 0.10  # A way must score within this of the best one; below it, it is a bystander.
OUTPUT_LIMIT = 9_000  # Characters a hook prints at most; the client cuts strings at 10,000.
BODY_CHARACTERS = 8_000  # A body that is longer may not fit into one answer of a hook, beside its frame and others.
BODY_SECTION_CHARACTERS = 1_500  # About what a model with a window of 512 tokens reads of a section.
EMBEDDING_CACHE_ROWS = 1_000_000  # 1.6 GB at 384 dimensions: 10,000 ways in 52 languages, twice.
GENERATIONS_KEPT = 2  # The one in force, and the one that a reader may just have opened.
SETS_KEPT = 16  # One a project that somebody works on these days, and the ones before its last edits.
# Weights of what a prompt is compared with (canonical text, stub, examples, body), found on two way repos (49 ways,
# 417 probes in 18 languages). In the canonical language the stub is that text again, and examples carry most,
# because they are prompts themselves; in other languages, where most examples are foreign, the stub counts more.
WEIGHTS = {"canonical": (1.0, 1.0, 3.0, 1.0), "other": (1.0, 2.0, 2.0, 1.0)}
EXAMPLES_AVERAGED = 2  # The mean of a way's two nearest examples; one alone fires on odd words.
COMPETITION = 0.6  # Share of a prompt's mean over all ways that is taken off: what resembles everything means none.
HEAD_REGULARISATION = 0.05  # Weight of the head's squared norm (C = 20): best of 5 and 20 on the same two repos.
HEAD_STEPS = 150  # Gradient steps; 60 are too few (top-1 .87 in place of .95), 400 change nothing.
FOLDS = 4  # Calibration sees only prompts that the head was not fitted on: each quarter by a head of the others.
BACKGROUND_QUANTILE = 0.985  # So many background prompts stay below the default threshold; more costs right ways.
FEW_PROMPTS = 8  # Background prompts of a language that are worth as much as the mean of all languages.
ALIAS_SCORE = 0.60  # Where the median alias of a way lands: all-MiniLM-L6-v2's cosine of two wordings of one thing.
ALIAS_SAMPLE = 400  # Aliases that this median is taken over; more change it in the third digit.
PROMPT_BYTES = 1_500  # What is embedded of a prompt: half a second of the embedded model, about its window.
COLD_START_BUDGET = 1.5  # Seconds of model loading that a hook may spend: a prompt must not wait for 2.
FOLDERS_WALKED = 2_000  # For a `**` in `when: file_exists`: some 30 ms, and a prompt waits for it.
SESSION_DAYS = 30  # After which a session is not resumed any more, and what it was shown is forgotten.
STDIN_BUDGET = 2.0  # Seconds to wait for a payload: some clients never close the pipe.
LINT_CACHE_BYTES = 64_000_000  # One repo's findings; 1,000 ways in 52 languages with a finding a stub are 20 MB.
LINT_CACHES_KEPT = 32  # Repos whose findings are kept; nobody works on more in a month.
LINT_PARALLEL_BYTES = 2_000_000  # Less is linted sooner than processes start.
LINT_CHUNK_BYTES = 250_000  # What a process takes at a time: half a second, so that all end at about the same time.
# Confirming the language of stubs. Sums are natural logarithms of likelihoods; how the numbers fare is measured by
# benchmarks/language.py.
ACRONYM_LETTERS = 5  # All capitals: CI, JSON, HTTPS. Longer words in capitals are words that somebody shouts.
LETTERS_TO_TELL = 12  # Fewer letters than these, in a script that languages share, prove nothing.
WORDS_TO_TELL = 3  # Two words are as often as not a loanword and a name.
LETTERS_OF_SCRIPT = 4  # So many letters that one language alone is written in are no quotation.
HAN_FORMS_TO_TELL = 2  # Characters that a form lacks; one may be quoted.
HAN_WITHOUT_KANA = 20  # Characters; shorter Japanese titles do without kana.
GRAM_FLOOR = 5e-5  # The share of an n-gram that a profile lacks: langdetect's own.
SAMPLE_WEIGHT = 0.5  # A sample is small and on the subject, a profile large and on everything.
MARGIN_TO_TELL = 8.0  # Another language fits this much better. True stubs reach 6, one relabelled stub in 500 less.
NEAR_MARGIN_TO_TELL = 12.0  # The same for languages that are near: there true stubs reach 10.
SHORT_LETTERS, SHORT_FACTOR = 20, 1.5  # In fewer letters one odd word weighs much; found on 204 short prompts.
MARGIN_A_STUB = 1.0  # More for each stub of a column: leanings of a few words add up, too.
COLUMN_STUBS = 100  # Stubs a language that are judged together; more say the same.
TABLES_KEPT = 16  # Tables of scripts on disk, 4 MB the largest: four scripts for four catalogues; as many repos.
# How near a stub is to the text that it translates, in deviations of strangers (lint/likeness.py). Found on 833
# stubs of two way repos in 17 languages, each laid beside other ways too; benchmarks/semantic.py measures how they
# fare.
COMMON_SHARE = 0.5  # Of what a stub has with all texts; 0 lets texts of other fields by, 1 accuses short stubs.
STRANGERS_TO_TELL = 5  # Fewer stubs of a language have no level of their own; all languages' serves.
NEARNESS_TO_PASS = 0.75  # Of a whole stub. True ones begin at 1.1, 99 of 100 texts of another field end below.
NEARER_TO_TELL = 1.5  # Nearer by this to another way's text. True stubs reach 0.9, stubs of that way begin at 3.
# Examples that are suggested and accepted (lint/examples).
NEIGHBOURS_SHOWN = 5  # Ways that an author is told to keep apart from; more are not read.
EXAMPLES_WANTED = 6  # A language: two direct ones and four situations, which is what matching was measured with.
RIVAL_MARGIN = 0.6  # Clearly nearer to another way: 435 of 459 good examples pass, 9 of 10 of another way do not.
ALIKE_TO_TELL = 0.9  # Letters in common, in order: the same prompt with another article or ending.
