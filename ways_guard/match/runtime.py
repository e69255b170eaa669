"""What is in force for an agent in a folder: configuration, languages, roots, output language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ways_guard.agents import claude_code
from ways_guard.agents.output_language import Resolution, resolve
from ways_guard.agents.protocol import AgentConfig, Setting
from ways_guard.files import expanded
from ways_guard.folders import state_dir
from ways_guard.match import trust
from ways_guard.match.trust import Standing
from ways_guard.way import config, discover
from ways_guard.way.config import Config
from ways_guard.way.discover import Root
from ways_guard.way.languages import Languages

if TYPE_CHECKING:
    from ways_guard.match.gates import Files


@dataclass(frozen=True)
class Scene:
    """One agent's session, as far as matching goes.

    `project` is None outside any, and so is `standing`: how the project stands with the user.
    """

    agent: AgentConfig
    config_dir: Path
    folder: Path
    project: Path | None
    config: Config
    languages: Languages
    roots: tuple[Root, ...]
    standing: Standing | None = None

    @cached_property
    def files(self) -> Files:
        """The files of the project, or of the folder outside any."""
        from ways_guard.match.gates import Files

        return Files(self.project or self.folder)

    def output_language(self, environ: Mapping[str, str]) -> Resolution:
        """The language that the agent writes commits, comments and docs in."""
        from ways_guard.agents.ui_language import ui_language

        place = self.project or self.folder
        near = place / ".claude" / config.FILE_NAME
        return resolve(
            user=_setting(self.config.output_language_user, self.config_dir / config.FILE_NAME),
            project=_setting(self.config.output_language_project, near),
            agent=self.agent.language(self.config_dir, place),
            environ=environ,
            languages=self.languages,
            ui_language=ui_language(expanded("~")),
        )


def scene(
    agent: AgentConfig,
    environ: Mapping[str, str],
    folder: Path,
    config_dir: Path | None = None,
    *,
    strict: bool = True,
) -> Scene:
    """The scene of a session that runs in `folder`; `config_dir` stands in for the agent's own.

    A ways.json of the user's that cannot be used raises WaysGuardError where `strict`, else it is left out and one
    of the configuration's problems.
    """
    config_dir = config_dir.absolute() if config_dir else agent.config_dir(environ)
    named = environ.get("CLAUDE_PROJECT_DIR")
    own = (config_dir, claude_code.config_dir(environ))
    project = Path(named) if named and Path(named).is_dir() else discover.project_of(folder, *own)
    settings = config.load(config_dir, project, strict=strict)
    standing = trust.standing(project, state_dir()) if project else None
    if standing == "trusted":
        settings = settings.with_trust()
    roots = discover.runtime_roots(config_dir, project, settings, trusted=standing == "trusted")
    known = discover.runtime_languages(roots)
    return Scene(agent, config_dir, folder, project, settings, known, tuple(roots), standing)


def core(roots: Sequence[Root]) -> Path | None:
    """The nearest root's core.md, None where no root has one.

    The core.md of a project that is not trusted takes nobody's place: it counts where no other root has one.
    """
    by_right = sorted(roots, key=lambda root: root.guest)
    paths = (root.path / discover.CORE for root in by_right if not discover.strays(root, root.path / discover.CORE))
    return next((path for path in paths if path.is_file()), None)


def _setting(value: str | None, path: Path) -> Setting | None:
    return Setting(value, str(path)) if value else None
