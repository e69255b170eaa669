"""What of a prompt may leave the matcher for a rewriter: words, without code, addresses and what looks secret."""

from __future__ import annotations

import re

from ways_guard.constants import REWRITE_CHARACTERS
from ways_guard.match.triggers import spoken

# Named forms first, then any long run of letters and digits that no word of any language looks like.
_SECRETS = re.compile(
    r"""(?x)
      -----BEGIN[ ][A-Z ]+-----.*?(?:-----END[ ][A-Z ]+-----|\Z)        # keys in PEM armour
    | \b(?:sk|pk|rk|gh[opsu]|github_pat|glpat|xox[abprs]|hf|npm|pypi|AKIA|ASIA|AIza|ya29|eyJ)[-_A-Za-z0-9.]{8,}
    | (?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+\b       # mail addresses; from where a run begins, else it is quadratic
    | (?i:\b(?:password|passwd|passphrase|secret|token|api[_-]?key|pwd)\b\s*(?:is|[:=])\s*)\S+
    | (?<![\w/+-])(?=[\w/+-]*\d)(?=[\w/+-]*[A-Za-z])[\w/+=-]{24,}        # hashes, tokens, identifiers
    | \b\d(?:[ -]?\d){11,}\b                                                # numbers of cards and accounts
    """,
    re.DOTALL,
)


def masked(prompt: str) -> str:
    """The prompt's words, at most so many characters: what is cut off is not rewritten."""
    text = _SECRETS.sub(" ", spoken(prompt))
    return " ".join(text.split())[:REWRITE_CHARACTERS]
