"""`ways-guard rule`: what a lint rule is about."""

from __future__ import annotations

import click

from ways_guard.lint import pages, rules


@click.command()
@click.argument("name", required=False, metavar="[CODE|NAME]")
@click.option("--all", "show_all", is_flag=True, help="List all rules, a line each.")
def rule(name: str | None, *, show_all: bool) -> None:
    """Explain a lint rule: what, why, a bad and a good example, how to fix it."""
    if show_all:
        click.echo(pages.lines(rules.RULES.values()), nl=False)
    elif name:
        click.echo(pages.page(rules.find(name)), nl=False)
    else:
        raise click.UsageError("name a rule, such as WG203 or forbidden-key, or ask for --all")
