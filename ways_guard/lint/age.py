"""Which stubs are older than the text that they translate, for those who count them; WG401 reports them."""

from __future__ import annotations

from ways_guard.lint import history, past
from ways_guard.lint.collect import Repo
from ways_guard.lint.coverage import Staleness
from ways_guard.lint.git import NoGit
from ways_guard.lint.past import History
from ways_guard.lint.shelf import Shelf
from ways_guard.lint.tree import Tree
from ways_guard.way.stubs import SUFFIX


def stale_stubs(repo: Repo, tree: Tree) -> Staleness:
    """The stale stubs of a repo with all its jobs, or why nobody can tell. Never raises for what git says."""
    try:
        known = history.read(repo, history.commit_of(repo))
    except NoGit as error:
        return Staleness(unmeasured=str(error))
    if known.problem:
        return Staleness(unmeasured=known.problem)
    found = past.stale(History(Shelf(repo, tree).whole, known.past, known.since))
    ways = ((stub.file.file.path, str(stub.line.value["lang"])) for stub in found)
    return Staleness(
        frozenset((path.with_name(path.name.removesuffix(SUFFIX) + ".md"), lang) for path, lang in ways)
    )
