"""Linting many files in several processes."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain

from ways_guard.constants import LINT_CHUNK_BYTES, LINT_PARALLEL_BYTES
from ways_guard.lint.engine import Job, lint_data
from ways_guard.lint.model import Finding, Rule

Work = Sequence[tuple[Job, bytes]]


def worth_it(work: Work) -> bool:
    """Whether there is more to do than starting processes costs, and a processor for them."""
    return processors() > 1 and sum(len(data) for _, data in work) >= LINT_PARALLEL_BYTES


def processors() -> int:
    """How many processors this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def lint_all(work: Work, rules: Sequence[Rule], workers: int) -> list[list[Finding]]:
    """The findings of each file, in the order of `work`, from that many processes.

    Rules are sent by name, so they must be importable. Where processes die, this one does it all.
    """
    import multiprocessing  # these are slow to import, and few runs need them
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    chunks = _chunks(work)
    # Spawned, since a forked child may inherit locks that nobody opens; every system has it.
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _deaf)
    try:
        with _deaf_children():
            answers = pool.map(_chunk, chunks, [rules] * len(chunks))  # this starts them
        found = list(chain.from_iterable(answers))
    except BrokenProcessPool:
        return _chunk(work, rules)
    finally:
        # After Ctrl-C too: the processes end with the chunk that they are at. One that is killed while it answers
        # would leave this one waiting for the other half.
        pool.shutdown(wait=False, cancel_futures=True)
    return found


def _chunks(work: Work) -> list[Work]:
    chunks: list[list[tuple[Job, bytes]]] = [[]]
    size = 0
    for job, data in work:
        if size > LINT_CHUNK_BYTES:
            chunks.append([])
            size = 0
        chunks[-1].append((job, data))
        size += len(data)
    return list(chunks)


def _deaf() -> None:
    """Ctrl-C reaches every process of the terminal; one answers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Processes that start meanwhile are deaf from their first moment, before they can make themselves so.

    A Ctrl-C of this moment is held back, not lost.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows, where a console's Ctrl-C is another thing
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _chunk(work: Work, rules: Sequence[Rule]) -> list[list[Finding]]:
    return [lint_data(job, data, rules) for job, data in work]
