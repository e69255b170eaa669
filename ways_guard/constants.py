"""Every number that a decision rests on, with its reason."""

from __future__ import annotations

REPOSITORY = "https://github.com/ways-guard/ways-guard"  # Where reports say that the rules are explained.
CORPUS_FORMAT = 3  # Raised when files below the cache folder change meaning; old ones are then left alone.
EXPORT_FORMAT = 1  # Of the text records that repos commit; raised when their meaning changes.
DEFAULT_THRESHOLD = 0.35  # Design section 4: the score at which a way fires unless it says otherwise.
MAX_WAYS = 3  # Ways a prompt: more guidance than this is skimmed, not read.
MARGIN = 0.10  # A way must score within this of the best one; below it, it is a bystander.
OUTPUT_LIMIT = 9_000  # Characters a hook prints at most; the client cuts strings at 10,000.
BODY_CHARACTERS = 8_000  # A body that is longer may not fit into one answer of a hook, beside its frame and others.
WAY_FILE_BYTES = 4_000_000  # Of a way or what lies beside it: 10,000 examples are 1 MB, and a prompt waits for it.
BODY_SECTION_CHARACTERS = 1_500  # About what a model with a window of 512 tokens reads of a section.
EMBEDDING_CACHE_ROWS = 1_000_000  # 1.6 GB at 384 dimensions: 10,000 ways in 52 languages, twice.
GENERATIONS_KEPT = 2  # The one in force, and the one that a reader may just have opened.
SETS_KEPT = 16  # One a project that somebody works on these days, and the ones before its last edits.
# Weights of what a prompt is compared with: canonical text, stub, examples, body. Examples are prompts themselves.
WEIGHTS = 1.0, 1.0, 4.0, 1.0
COMPETITION = 0.6  # Share of a prompt's mean over all ways that is taken off: what resembles everything means none.
HEAD_REGULARISATION = 0.05  # Weight of the head's squared norm (C = 20); from 0.01 to 0.05 hardly anything changes.
EXAMPLE_WEIGHT = 3.0  # Of an example among the rows that a head learns from: it is a prompt; flat from 2 to 8.
HEAD_STEPS = 30  # Steps of the fit; the loss is then within 0.05 % of its least, and 60 change no rank.
HEAD_CURVATURE = 0.1  # Of the features' squares: what the loss bends by once classes are told apart; at most 0.5.
HEAD_SHRINKAGE = 0.3  # Share of the mean variance that is added to each in the closed head; flat from 0.1 to 1.
HEAD_AFFORDABLE = 2_000_000  # Rows x classes of a logistic head: about 15 s with its siblings, in the background.
HEAD_WEIGHT = 2.5  # Of the head beside similarities, each in units of its deviation; flat from 1.5 to 4.
CENTRE_PROMPTS = 4  # Background prompts of a language that are worth as much as the mean of all languages.
FOLDS = 4  # Calibration sees only prompts that the head was not fitted on: each quarter by a head of the others.
BACKGROUND_FIRES = 0.005  # Share of background prompts that reach the default threshold; unseen ones: twice that.
TAIL_QUANTILE = 0.8  # From here on the best scores of background prompts fall off as an exponential does.
JOINED_PROMPTS = 5  # Background prompts that make a long one: else all that is long would be news to the head.
FEW_PROMPTS = 8  # Background prompts of a language that are worth as much as the mean of all languages.
ALIAS_SCORE = 0.60  # Where the median alias of a way lands: all-MiniLM-L6-v2's cosine of two wordings of one thing.
ALIAS_SAMPLE = 400  # Aliases that this median is taken over; more change it in the third digit.
LEAST_SCALE = 0.01  # Between unrelated and alike; a model with less between them magnifies its own rounding.
FIXTURE_RIVALS = 3  # Descriptions that a fixture is ranked among at least: of two, chance picks the right one.
WHOLE_BYTES = 240  # A prompt up to this is read at once; longer ones by sentences, too: one subject hides another.
PROMPT_BYTES = 600  # What is read at once of a longer one: 80 ms of the embedded model.
PART_BYTES = (
    100  # Of sentences that are read together; of 180, a third of the prompts that hide a request are lost.
)
SENTENCE_BYTES = 300  # Where a sentence without an end is cut.
PARTS = 24  # Parts of a long prompt that are read, 12 ms of the embedded model each.
PART_CHANCES = 0.5  # What the parts of a prompt count beside as many prompts: neighbours resemble each other.
COLD_START_BUDGET = 1.5  # Seconds of model loading that a hook may spend: a prompt must not wait for 2.
ONNX_THREADS = 2  # More win little on one short text, and the processor is the user's.
HUB_TIMEOUT = 30.0  # Seconds that the hub may be silent.
HUB_ATTEMPTS = 5  # In a row that bring nothing; a connection that breaks every minute still gets there.
# What loading costs, measured on two cores with weights of 23, 90 and 471 MB and tokenizers of 0.5 and 17 MB:
# 0.5, 0.5 and 1.9 s in all. A tokenizer of 250,000 pieces takes longer than its weights.
ONNX_LOAD_SECONDS = 0.5
ONNX_SECONDS_A_BYTE = {"weights": 2e-9, "tokenizer": 60e-9}
FOLDERS_WALKED = 2_000  # For a glob in `when: file_exists`: some 30 ms, and a prompt waits for it.
GLOB_SECONDS = 0.3  # For all globs of one event: ten with such a `**`; the rest of a prompt's time is the models'.
# Shares of the context window after which a way may show again, by their words (design section 4); None: never.
REFIRE = {"once": None, "rare": 0.4, "normal": 0.15, "frequent": 0.05}
CONTEXT_WINDOW = 200_000  # Tokens; what Claude's models have unless somebody pays for more.
TOKENS_A_TURN = 4_000  # For transcripts that cannot be read: a prompt, some tool calls and the answer, roughly.
TRANSCRIPT_TAIL = 1 << 18  # Bytes at the end of a transcript that hold its last answer, long tool output or not.
CLAIM_SECONDS = 60.0  # A way that was taken and not printed by then is free again: its hook was killed.
TASKS_KEPT = 64  # Tasks of sub-agents that were announced and never started; more in a session are a fault.
MACRO_SECONDS = 2.0  # What the macros of an event may take together, where the hook's own deadline leaves as much.
MACRO_CHARACTERS = 2_000  # Of a macro's output: it joins a body, it does not replace it.
DECISIONS_BYTES = 1 << 20  # Of the decision log; the older half is kept beside it.
TRUSTED_FILE_BYTES = 200_000  # A macro or a ways.json that is larger is nothing that a person looks through.
REWRITE_SECONDS = 1.0  # Of a rewriter, unless ways.json says otherwise: what a prompt may wait for it (design, 7).
REWRITE_LONGEST_MS = 6_000  # Nobody waits longer before a prompt, and agents give up on a hook after 10 s.
REWRITE_CHARACTERS = 2_000  # Of a prompt that go to a rewriter; what a person types is shorter.
REWRITE_LETTERS = 8  # Fewer letters are "ok" and names: nothing that another language would say otherwise.
REWRITE_TURNS = 2  # Turns before a prompt that go along: what "and the same for the other one" is about.
REWRITE_ANSWER_BYTES = 65_536  # A rewritten prompt with its entities has a tenth of it at most.
REWRITE_ENTITIES, REWRITE_ENTITY_CHARACTERS = 20, 80  # More, or longer ones, are no named things of one prompt.
# How long an answer may be: languages differ by less than 4 in letters (Chinese to English), short ones vary more.
REWRITE_LONGEST, REWRITE_ROOM = 6, 80
# How near an answer must be: 0 is where unrelated texts lie, 1 where two wordings of one thing do.
REWRITE_NEAREST = 0.2
REWRITE_DAYS, REWRITES_KEPT = 30, 20_000  # Prompts come again within days; more of them are some 10 MB.
BREAKER_FAILURES, BREAKER_SECONDS = 3, 60.0  # Three deadlines in a row are a server that is down.
# `ways-guard calibrate` counts in prompts: a probe that its way misses weighs 1, like a none-prompt that fires; a
# probe that another way fires for, too, a quarter, because that costs room and nothing else.
FIT_PROMPTS = 8  # Probes of a way, and none-prompts: halves of fewer than four say nothing of each other.
FIT_BYSTANDER = 0.25
FIT_PULL = 5.0  # A threshold that is 0.10 away from the default must save half a prompt for that alone.
FIT_MOVE = 1.5  # Prompts that a move must save: one that is won by a hair is luck.
FIT_SOFTNESS = 0.02  # How far a score moves when a prompt is worded anew, roughly; thresholds keep off that far.
MATRIX_WAYS = 60  # A confusion matrix of more ways is read by nobody; it then shows those that were confused.
SESSION_DAYS = 30  # After which a session is not resumed any more, and what it was shown is forgotten.
TRIAL_SECONDS = 15.0  # A hook that `doctor` tries; agents give up on ours after 10.
TRIAL_SLOW = 2.0  # Seconds: what a hook promises with nothing running.
DELIVERY_SECONDS = 120.0  # A whole session of a real client takes 3 s; a busy machine ten times as long.
STDIN_BUDGET = 2.0  # Seconds to wait for a payload: some clients never close the pipe.
STDIN_GRACE = 0.02  # Seconds that a pipe stays open behind a whole document before it is taken as all that comes.
# The hook and its daemon; all in seconds unless said otherwise.
DAEMON_CONNECT = 0.1  # A living daemon accepts at once; on a busy machine within this.
DAEMON_START = 1.2  # From nothing to a daemon that listens: 0.05 alone, more with 42 hooks starting at once.
DAEMON_POLL = 0.02  # Between two looks at whether it listens: 42 hooks that look must not take its processor.
DAEMON_ANSWER = 1.5  # What a prompt may wait; with a start before it, it still comes within 3.
DAEMON_PATIENCE = 6.0  # What a rewriter may make a prompt wait beyond that: agents give up on a hook after 10.
DAEMON_RESERVE = 0.2  # The daemon answers this much before that with what it has: the way back costs, too.
DAEMON_REQUEST = 2.0  # A request that is not whole by then comes from a client that hangs.
DAEMON_DELIVERY = 5.0  # After which an answer counts as never printed.
DAEMON_IDLE = 1_800.0  # Half an hour without a hook: nobody works.
DAEMON_TICK = 30.0  # Between two looks at whether roots in use have changed.
DAEMON_HANDOVER = 5.0  # What a new daemon waits for an old one that leaves.
DAEMON_STUCK = 120.0  # No embedding takes that long, nor the loading of any model: whoever is still at it hangs.
DAEMON_THREADS = 2  # Of a model: half as fast again as one on an idle machine, no slower on a busy one.
DAEMON_SWITCH = 0.001  # Between threads: 5 ms, which is usual, is half of what a prompt takes.
DAEMON_CONNECTIONS = 64  # Served at once; more wait in the system's queue.
DAEMON_REQUEST_BYTES = 16_000_000  # A payload holds at most a file that is written; longer ones are rare.
DAEMON_SETS = 8  # Sets of ways kept open: so many projects are worked on in turn.
DAEMON_SETS_BYTES = 1_000_000_000  # What their files may take together: the largest promised set.
LOG_BYTES = 1_000_000  # A log of that size makes way for a new one; the one before is kept.
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
# Background prompts a language, as many as bundled stubs. They are farther from all ways than stubs of other ways
# are: with twice as many, a wrong description is found 3 times in 4, and not 9 times in 10.
STRANGE_STUBS = 8
STRANGE_TEXTS = 40  # Background prompts in English; with 8 short texts, 1 stub in 700 is accused.
STRANGERS_TO_TELL = 5  # Fewer stubs of a language have no level of their own; all languages' serves.
NEARNESS_TO_PASS = 0.75  # Of a whole stub. True ones begin at 1.0, 99 of 100 texts of another field end below.
DESCRIPTION_TO_PASS = 0.0  # A stranger in the middle. True ones begin at 0.4, 9 of 10 of another field end below.
VOCABULARY_TO_PASS = -0.5  # Lists of words say less: true ones begin at -0.3, 8 of 10 of another field end below.
NEARER_TO_TELL = 1.5  # Nearer by this to another way's text. True stubs reach 0.9, stubs of that way begin at 3.
# Examples that are suggested and accepted (lint/examples).
NEIGHBOURS_SHOWN = 5  # Ways that an author is told to keep apart from; more are not read.
EXAMPLES_WANTED = 6  # A language: two direct ones and four situations, which is what matching was measured with.
NEAREST_EXAMPLES = 2  # Their mean says how near a way's examples are; one alone may be an odd wording.
RIVAL_MARGIN = 0.7  # Clearly nearer to another way: 439 of 459 good examples pass, 9 of 10 of another way do not.
ALIKE_TO_TELL = 0.9  # Letters in common, in order: the same prompt with another article or ending.
