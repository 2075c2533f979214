"""The group of subcommands, and what becomes of every error: one line on stderr, and an exit status."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Any

import click

import kg
from kg.cli import COMMANDS
from kg.errors import KgError, RegistryError

__all__ = ["INTERRUPTED", "PARTLY", "PIPE_CLOSED", "UNUSABLE", "app", "run"]

PARTLY = 1
UNUSABLE = 2
INTERRUPTED = 130  # 128 + SIGINT, as shells report it
PIPE_CLOSED = 141  # 128 + SIGPIPE: what `cat` has when `head` stops reading


class _Interrupted(Exception):
    """Stands for KeyboardInterrupt, for which click would print an empty line of its own; says what is left."""


class _PipeClosed(Exception):
    """Stands for BrokenPipeError, for which click would exit by itself."""


class _Commands(click.Group):
    """A group that imports a subcommand when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = COMMANDS.load(cmd_name)
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            COMMANDS[args[0]]
        except RegistryError as error:
            if not args[0].startswith("-"):
                raise click.UsageError(str(error), ctx) from None
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            status = super().invoke(ctx)
            sys.stdout.flush()
            return status
        except KeyboardInterrupt:
            command = self.get_command(ctx, ctx.invoked_subcommand or "")
            keeps = command is not None and any(parameter.name == "store" for parameter in command.params)
            raise _Interrupted("; what was extracted is kept, and the same command goes on from there" if keeps else "") from None
        except BrokenPipeError:
            raise _PipeClosed from None


@click.command(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit status: 0 fine, 1 some records were skipped, 2 unusable arguments or input. 'kg COMMAND --help' shows examples.",
)
@click.version_option(kg.__version__, "-V", "--version", prog_name="kg", message="%(prog)s %(version)s")
def app() -> None:
    """Read the abstracts of papers into a knowledge graph, and ask it.

    \b
    kg build seeds                    the graph of a folder of abstracts, in kg-out/
    kg show TravelPlanner             what the graph knows of a name
    kg leaderboard TravelPlanner      the results that papers report on a dataset
    """  # noqa: D301 (click needs the backspace character)


def run(args: Sequence[str] | None) -> int:
    """Run a command line (None: that of the process) and return its exit status; see `kg.cli.main`."""
    _open_streams()
    if args is None:  # this process is ours: a `kill`, like Ctrl-C, ends it in order, temporary files removed
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        status = app.main(None if args is None else list(args), prog_name="kg", standalone_mode=False)
        return int(status or 0)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return UNUSABLE
    except click.ClickException as error:
        return _fail(_usage(error), UNUSABLE)
    except KgError as error:
        return _fail(str(error), UNUSABLE)
    except OSError as error:
        return _fail(_reason(error), UNUSABLE)
    except (_Interrupted, KeyboardInterrupt, click.Abort) as error:
        return _fail(f"interrupted{error}", INTERRUPTED)
    except _PipeClosed:
        # The interpreter flushes stdout once more when it ends; give it somewhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED


def _open_streams() -> None:
    r"""Write UTF-8 wherever the locale does not forbid it, and never fail on a character.

    A lone surrogate (JSON can hold one) comes out as ``\ud800``, which inside a JSON string is its correct form.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="backslashreplace")


def _fail(message: str, status: int) -> int:
    click.echo(f"kg: {' '.join(message.split())}", err=True)
    return status


def _usage(error: click.ClickException) -> str:
    """Return click's message as one line that ends in where to look."""
    context = getattr(error, "ctx", None)
    message = error.format_message().rstrip()
    if not message.endswith((".", "?", ")")):
        message += "."
    return f"{message} See '{context.command_path if context else 'kg'} --help'."


def _reason(error: OSError) -> str:
    if error.filename is None:
        return f"{error.strerror or error}"
    return f"{error.filename}: {error.strerror}; check the path and its permissions"
