"""The ``kg`` command: one module per subcommand, each a thin wrapper over `kg.api` or `graphs`.

`COMMANDS` is the only place where a subcommand is registered. Nothing heavy is imported before a subcommand runs:
``kg --help`` loads neither spaCy nor networkx.
"""

from __future__ import annotations

from collections.abc import Sequence

from kg.registry import Registry

__all__ = ["COMMANDS", "main"]

COMMANDS = Registry(
    "command",
    {
        "build": "kg.cli.build:build",
        "add": "kg.cli.add:add",
        "remove": "kg.cli.remove:remove",
        "merge": "kg.cli.merge:merge",
        "split": "kg.cli.split:split",
        "rename": "kg.cli.rename:rename",
        "diff": "kg.cli.diff:diff",
        "extract": "kg.cli.extract:extract",
        "find": "kg.cli.find:find",
        "show": "kg.cli.show:show",
        "papers": "kg.cli.papers:papers",
        "leaderboard": "kg.cli.leaderboard:leaderboard",
        "similar": "kg.cli.similar:similar",
        "compare": "kg.cli.compare:compare",
        "path": "kg.cli.path:path",
        "gaps": "kg.cli.gaps:gaps",
        "trends": "kg.cli.trends:trends",
        "methods": "kg.cli.entities:methods",
        "models": "kg.cli.entities:models",
        "datasets": "kg.cli.entities:datasets",
        "metrics": "kg.cli.entities:metrics",
        "tasks": "kg.cli.entities:tasks",
        "compared-with": "kg.cli.compared_with:compared_with",
        "cooccurring": "kg.cli.cooccurring:cooccurring",
        "lineage": "kg.cli.lineage:lineage",
        "neighbourhood": "kg.cli.neighbourhood:neighbourhood",
        "evidence": "kg.cli.evidence:evidence",
        "query": "kg.cli.query:query",
        "serve": "kg.cli.serve:serve",
        "stats": "kg.cli.stats:stats",
        "view": "kg.cli.view:view",
        "export": "kg.cli.export:export",
        "evaluate": "kg.cli.evaluate:evaluate",
    },
)


def main(args: Sequence[str] | None = None) -> int:
    """Run the ``kg`` command.

    Parameters
    ----------
    args : sequence of str, optional
        The words after ``kg``; by default those of the process.

    Returns
    -------
    int
        Exit status: 0 fine, 1 partly (some records were skipped, stderr says which; of ``diff``: the graphs are different), 2 unusable arguments or input,
        130 interrupted, 141 the reader of a pipe went away.
    """
    from kg.cli.app import run

    return run(args)
