"""The shell: statuses, streams, one-line errors, and that every command says what it is."""

from __future__ import annotations

import json
import os
import pty
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from kg.cli import COMMANDS

Run = Callable[..., Any]

PAPERS = [
    {"id": "a1", "title": "Sorting [red]fast[/red]", "abstract": "We propose FastNet. It is tested on ImageNet, where it reaches 81 % accuracy.", "year": 2024},
    {"id": "a2", "title": "Merging :smile:", "abstract": "We propose SlowNet. It is tested on ImageNet, where it reaches 83 % accuracy.", "year": 2025},
    {
        "id": "a3",
        "title": "Splitting",
        "abstract": "We propose a splitter. It is tested on CIFAR-10, where it reaches 95 % accuracy. Ünïcode → ½",
        "year": 2026,
    },
]


def write_corpus(folder: Path) -> Path:
    file = folder / "corpus.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in PAPERS), encoding="utf-8")
    return file


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fake_pipeline: Any) -> Path:
    """A working folder with a corpus."""
    write_corpus(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLUMNS", raising=False)
    return tmp_path


@pytest.fixture(scope="session")
def built_once(tmp_path_factory: pytest.TempPathFactory, in_fake_pipeline: Any) -> Path:
    """A folder with the graph of the corpus; not to be changed."""
    from kg import api

    folder = tmp_path_factory.mktemp("cli")
    with in_fake_pipeline():
        api.build_folder(write_corpus(folder), out=folder / "kg-out")
    return folder / "kg-out"


@pytest.fixture
def built(work: Path, built_once: Path) -> Path:
    """A working folder with a graph."""
    shutil.copytree(built_once, work / "kg-out")
    return work


def one_line(text: str) -> str:
    assert text.endswith("\n")
    assert text.count("\n") == 1, text
    assert text.startswith("kg: ")
    return text


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_has_help_with_examples(name: str, kg_command: Run) -> None:
    ran = kg_command(name, "--help")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"Usage: kg {name} ")
    assert f"\n  Examples:\n    kg {name}" in ran.out
    command = COMMANDS.load(name)
    assert command.name == name
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{name} {parameter.opts[0]} has no help"
    first = command.get_short_help_str(limit=200)
    assert len(first) <= 63, "longer than a line of 'kg --help'"


@pytest.mark.parametrize("name", ["find", "show", "papers", "leaderboard", "similar", "path", "gaps", "trends", "stats"])
def test_answering_commands_share_their_options(name: str) -> None:
    options = {option for parameter in COMMANDS.load(name).params for option in parameter.opts}
    assert {"--graph", "-g", "--json"} <= options


def test_format_always_means_the_input() -> None:
    named = {name for name in COMMANDS for parameter in COMMANDS.load(name).params if "--format" in parameter.opts}
    assert named == {"build", "add", "extract", "evaluate"}


def test_version_and_bare_command(kg_command: Run) -> None:
    import kg

    assert kg_command("--version").out == f"kg {kg.__version__}\n"
    bare = kg_command()
    assert bare.status in (0, 2)
    assert "Commands:" in bare.out + bare.err


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["buidl", "x"], "unknown command 'buidl'. Did you mean 'build'?"),
        (["build"], "Missing argument 'CORPUS...'. See 'kg build --help'."),
        (["build", "x", "--fromat", "ris"], "No such option"),
        (["build", "x", "--format", "docx"], "'docx' is not one of jsonl, json, bibtex, ris, csv, tsv, text."),
        (["build", "x", "--processes", "0"], "0 is not in the range x>=1"),
        (["build", "no-such-file.jsonl"], "no-such-file.jsonl: no such file or folder"),
        (["extract", "no-such-file.jsonl"], "no-such-file.jsonl: no such file or folder"),
        (["show", "FastNet", "-g", "nowhere"], "nowhere: there is no such graph; build one with 'kg build CORPUS"),
        (["papers", "--year", "last"], "'last' is neither a year nor a range of years"),
        (["papers", "--year", "20242026"], "neither a year nor a range"),
        (["export", "-o", "graph.xyz", "nowhere"], "there is no such graph"),
        (["leaderboard"], "name a DATASET, or a --metric, --task or --method. See 'kg leaderboard --help'."),
        (["add", "corpus.jsonl"], "kg-out/papers.jsonl: there is no such file"),
        (["remove", "a1"], "kg-out/papers.jsonl: there is no such file"),
        (["evaluate", "gold.jsonl"], "name either a file PREDICTED or a --corpus. See 'kg evaluate --help'."),
        (["evaluate", "gold.jsonl", "corpus.jsonl"], "gold.jsonl: cannot be read"),
        (["view"], "there is no such page"),
    ],
)
def test_errors_are_one_line_and_status_2(arguments: list[str], expected: str, work: Path, kg_command: Run) -> None:
    ran = kg_command(*arguments)
    assert ran.status == 2
    assert ran.out == ""
    assert expected in one_line(ran.err)


def test_build_tells_what_it_did(work: Path, kg_command: Run) -> None:
    ran = kg_command("build", "corpus.jsonl")
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == "3 papers (3 extracted now)"
    assert lines[1] == "3 methods, 0 models, 2 datasets, 1 metric, 0 tasks, 3 results"
    assert [line.split("  ")[0] for line in lines[3:8]] == [
        "kg-out/graph.html",
        "kg-out/report.txt",
        "kg-out/graph.json",
        "kg-out/graph.graphml",
        "kg-out/papers.jsonl",
    ]
    assert all(Path(line.split("  ")[0]).is_file() for line in lines[3:8])
    assert lines[-1] == "Ask it: kg show accuracy"
    assert kg_command("build", "corpus.jsonl").out.startswith("3 papers (0 extracted now)\n")
    assert kg_command("build", "corpus.jsonl", "-o", "my out").out.endswith("Ask it: kg show accuracy -g 'my out'\n")


def test_partly_is_status_1(work: Path, kg_command: Run) -> None:
    with open("corpus.jsonl", "a") as file:
        file.write('{"id": "broken\n' + json.dumps(PAPERS[0]) + "\n")
    ran = kg_command("build", "corpus.jsonl")
    assert ran.status == 1
    assert ran.out.startswith("3 papers (3 extracted now), 1 skipped, 1 merged\n")
    problem, duplicate = ran.err.splitlines()
    assert problem.startswith("kg: corpus.jsonl: record 4, line 4: skipped: ")
    assert duplicate == "kg: corpus.jsonl: record 5: the same abstract as record 1 of corpus.jsonl"
    ran = kg_command("extract", "corpus.jsonl")
    assert (ran.status, len(ran.out.splitlines()), len(ran.err.splitlines())) == (1, 3, 2)


def test_many_problems_are_counted(work: Path, kg_command: Run) -> None:
    with open("corpus.jsonl", "a") as file:
        file.write('{"id": "empty"}\n' * 25)
    ran = kg_command("build", "corpus.jsonl")
    assert len(ran.err.splitlines()) == 11
    assert ran.err.splitlines()[-1] == "kg: ... and 15 more: see kg-out/report.txt"


def test_extract_prints_json_lines_in_order(work: Path, kg_command: Run) -> None:
    ran = kg_command("extract", "corpus.jsonl")
    assert (ran.status, ran.err) == (0, "")
    rows = [json.loads(line) for line in ran.out.splitlines()]
    assert [row["id"] for row in rows] == ["a1", "a2", "a3"]
    assert rows[0]["entities"][0]["name"] == "FastNet"
    assert "Ünïcode → ½" in ran.out
    assert kg_command("extract", "corpus.jsonl", "-o", "records.jsonl").out == ""
    assert Path("records.jsonl").read_text(encoding="utf-8") == ran.out
    assert not [path for path in work.iterdir() if path.name.startswith(".")]


def test_extract_leaves_the_old_file_when_it_fails(work: Path, kg_command: Run, fake_pipeline: Any) -> None:
    Path("records.jsonl").write_text("old\n")
    fake_pipeline.fail_after = 1
    ran = kg_command("extract", "corpus.jsonl", "-o", "records.jsonl")
    assert ran.status == 130
    assert Path("records.jsonl").read_text() == "old\n"
    assert not [path for path in work.iterdir() if path.name.startswith(".")]


def test_extract_writes_to_a_device(work: Path, kg_command: Run) -> None:
    ran = kg_command("extract", "corpus.jsonl", "-o", "/dev/null")
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    assert Path("/dev/null").is_char_device()


def test_extract_into_a_folder_that_is_not_there(work: Path, kg_command: Run) -> None:
    ran = kg_command("extract", "corpus.jsonl", "-o", "none/records.jsonl")
    assert ran.status == 2
    assert "No such file or directory" in one_line(ran.err)


def test_interrupt_is_one_line_and_130(work: Path, kg_command: Run, fake_pipeline: Any) -> None:
    fake_pipeline.fail_after = 2
    ran = kg_command("build", "corpus.jsonl")
    assert ran.status == 130
    assert one_line(ran.err) == "kg: interrupted; what was extracted is kept, and the same command goes on from there\n"
    assert one_line(kg_command("extract", "corpus.jsonl").err) == "kg: interrupted\n"


def test_add_and_remove(built: Path, kg_command: Run) -> None:
    Path("new.jsonl").write_text(json.dumps({"id": "a4", "abstract": "We propose DeepNet. It is tested on ImageNet."}) + "\n")
    ran = kg_command("add", "new.jsonl")
    assert (ran.status, ran.out.splitlines()[0]) == (0, "4 papers (1 extracted now)")
    assert [row["id"] for row in json.loads(kg_command("papers", "--evaluates-on", "ImageNet", "--json").out)] == ["p:a2", "p:a1", "p:a4"]
    ran = kg_command("remove", "a1", "p:a4")
    assert (ran.status, ran.out.splitlines()[0]) == (0, "2 papers (0 extracted now)")
    assert "'a1'" in one_line(kg_command("remove", "a1").err)


def test_papers(built: Path, kg_command: Run) -> None:
    rows = json.loads(kg_command("papers", "--evaluates-on", "ImageNet", "--year", "2025-", "--json").out)
    assert [(row["id"], row["proposes"]) for row in rows] == [("p:a2", ["SlowNet"])]
    assert [row["id"] for row in json.loads(kg_command("papers", "--year=-2024", "--json").out)] == ["p:a1"]
    assert [row["id"] for row in json.loads(kg_command("papers", "--text", "splitter", "--json").out)] == ["p:a3"]
    assert len(json.loads(kg_command("papers", "--limit", "2", "--json").out)) == 2
    table = kg_command("papers").out
    assert "Sorting [red]fast[/red]" in table
    assert "Merging :smile:" in table
    assert table.splitlines() == [line.rstrip() for line in table.splitlines()]
    ran = kg_command("papers", "--proposes", "FatsNet")
    assert ran.status == 2
    assert "Did you mean 'FastNet'" in one_line(ran.err)


def test_tables_fit_the_width(built: Path, kg_command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    wide = kg_command("path", "FastNet", "SlowNet").out.splitlines()
    assert max(map(len, wide)) > 120
    assert any(line.endswith("it reaches 83 % accuracy.") for line in wide), "in a pipe no line is cut or wrapped"
    for width in (60, 80, 100):
        monkeypatch.setenv("COLUMNS", str(width))
        assert max(map(len, kg_command("path", "FastNet", "SlowNet").out.splitlines())) <= width
        lines = kg_command("leaderboard", "ImageNet").out.splitlines()
        assert max(map(len, lines)) <= width
        assert len(lines) == 5, "a row is a line"
    monkeypatch.setenv("COLUMNS", "10")
    assert kg_command("leaderboard", "ImageNet").status == 0


def test_leaderboard(built: Path, kg_command: Run) -> None:
    rows = json.loads(kg_command("leaderboard", "ImageNet", "--json").out)
    assert [(row["rank"], row["method"], row["value"]) for row in rows] == [(1, "SlowNet", "83"), (2, "FastNet", "81")]
    assert rows[0]["evidence"][0]["text"].endswith("reaches 83 % accuracy.")
    lines = kg_command("leaderboard", "--metric", "accuracy", "--limit", "1").out.splitlines()
    assert "SlowNet" in lines[-1] or "splitter" in lines[-1]


def test_find_similar_path_stats(built: Path, kg_command: Run) -> None:
    assert json.loads(kg_command("find", "imagenett", "--json").out)[0]["id"] == "e:imagenet"
    assert kg_command("find", "zzzzzz", "--json").out == "[]\n"
    steps = json.loads(kg_command("path", "FastNet", "SlowNet", "--json").out)
    assert steps[0]["start_label"] == "FastNet"
    assert steps[-1]["end_label"] == "SlowNet"
    stats = json.loads(kg_command("stats", "--json").out)
    assert (stats[0]["kind"], stats[0]["type"], stats[0]["count"]) == ("node", "Paper", 3)
    assert kg_command("similar", "Splitting", "--json").status == 0
    assert json.loads(kg_command("trends", "--json").out)[0]["papers"] == 1
    gaps = json.loads(kg_command("gaps", "--json").out)
    assert [(gap["method"], gap["dataset"]) for gap in gaps][:1] == [("splitter", "ImageNet")]  # FastNet, which shares a metric with it, is evaluated there


def test_show(built: Path, kg_command: Run) -> None:
    shown = json.loads(kg_command("show", "imagenet", "--json").out)
    assert (shown["id"], shown["type"], shown["papers"]) == ("e:imagenet", "Dataset", 2)
    evaluates = [edge for edge in shown["edges"] if edge["type"] == "EVALUATES_ON"]
    assert [(edge["node"], edge["forward"]) for edge in evaluates] == [("p:a2", False), ("p:a1", False)]
    text = kg_command("show", "ImageNet", "--limit", "1").out
    assert text.startswith("ImageNet  (Dataset, e:imagenet)\nin 2 papers, first in 2024\n")
    assert "\n← evaluates on  (2)\n" in text
    assert "\n  ... and 1 more\n" in text
    assert "Sorting [red]fast[/red]" in kg_command("show", "p:a1").out
    assert kg_command("show", "ImageNet", "--paper", "a1").out.startswith("ImageNet")
    ran = kg_command("show", "FastNet", "--paper", "a2")
    assert "no node is called 'FastNet' in paper 'a2'" in one_line(ran.err)
    ran = kg_command("show", "CIFAR10x", "--type", "dataset")
    assert "no Dataset is called 'CIFAR10x'. Did you mean 'CIFAR-10'" in one_line(ran.err)


def test_export(built: Path, kg_command: Run) -> None:
    assert kg_command("export", "-o", "copy.json").out == "copy.json\n"
    assert Path("copy.json").read_bytes() == Path("kg-out/graph.json").read_bytes()
    assert kg_command("export", "kg-out/graph.json", "-o", "page.txt", "--as", "graphml").out == "page.txt\n"
    assert Path("page.txt").read_bytes() == Path("kg-out/graph.graphml").read_bytes()
    ran = kg_command("export", "-o", "graph.xyz")
    assert ran.status == 2
    assert "unknown graph format '.xyz'" in one_line(ran.err)


def test_evaluate(work: Path, kg_command: Run) -> None:
    gold = [
        {
            "id": "a1",
            "entities": [
                {"id": "e1", "type": "Method", "role": "proposes", "names": ["FastNet"]},
                {"id": "e2", "type": "Task", "role": "addresses", "names": ["sorting"]},
            ],
        },
        {"id": "a9", "entities": []},
    ]
    Path("gold.jsonl").write_text("".join(json.dumps(row) + "\n" for row in gold))
    figures = json.loads(kg_command("evaluate", "gold.jsonl", "--corpus", "corpus.jsonl", "--json").out)
    assert (figures["papers"], figures["unanswered"], figures["unknown"]) == (2, 1, 2)
    assert (figures["proposed"]["p"], figures["entities"]["r"]) == (1.0, 0.5)
    assert kg_command("extract", "corpus.jsonl", "-o", "records.jsonl").status == 0
    assert json.loads(kg_command("evaluate", "gold.jsonl", "records.jsonl", "--json").out) == figures
    text = kg_command("evaluate", "gold.jsonl", "records.jsonl", "--mistakes", "9").out
    assert "a1\tmissed\tTask\tsorting\n" in text
    assert "missed" not in kg_command("evaluate", "gold.jsonl", "records.jsonl").out.splitlines()[-1]


def test_view_prints_the_address(built: Path, kg_command: Run) -> None:
    ran = kg_command("view", "--print")
    assert ran.out == (built / "kg-out" / "graph.html").as_uri() + "\n"


def kg_process(*arguments: str, **options: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", "kg", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)


def test_broken_pipe_is_quiet(built: Path) -> None:
    process = kg_process("show", "ImageNet", "--json")
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 141


def test_stdin_is_a_corpus(work: Path) -> None:
    """With the real reader, up to where nothing is left to extract."""
    done = subprocess.run([sys.executable, "-m", "kg", "extract", "-"], input=b"\0\0\0\1\2\3", capture_output=True, check=False)
    assert done.returncode == 2
    assert done.stdout == b""
    assert one_line(done.stderr.decode()).startswith("kg: no paper could be read: ")


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_and_kill_end_a_process_with_one_line(how: signal.Signals, work: Path) -> None:
    # A test run in the background of a shell has SIGINT ignored, and so would what it starts.
    process = kg_process("extract", "-", "-o", "records.jsonl", stdin=subprocess.PIPE, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    assert process.stdin is not None
    process.stdin.write(b'{"id": "a", "abstract": "We')
    process.stdin.flush()
    deadline = time.monotonic() + 60
    while not list(work.glob(".kg-new-*/records.jsonl")) and time.monotonic() < deadline:  # it waits for the rest of its input then
        time.sleep(0.05)
    process.send_signal(how)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (130, b"")
    assert one_line(err.decode()) == "kg: interrupted\n"
    assert not list(work.glob(".kg-new-*"))


def test_ascii_locale_does_not_matter(built: Path) -> None:
    environment = {**os.environ, "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    done = subprocess.run([sys.executable, "-m", "kg", "show", "p:a3"], capture_output=True, env=environment, check=True)
    assert "Ünïcode → ½" in done.stdout.decode("utf-8")


@pytest.mark.parametrize(("settings", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)])
def test_colour_only_on_a_terminal(settings: dict[str, str], coloured: bool, built: Path) -> None:
    environment = {**{name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "CI")}, "TERM": "xterm-256color", **settings}
    leader, follower = pty.openpty()
    process = subprocess.Popen([sys.executable, "-m", "kg", "stats"], stdout=follower, stdin=follower, stderr=follower, env=environment)
    os.close(follower)
    shown = b""
    while True:
        try:
            piece = os.read(leader, 4096)
        except OSError:  # Linux reports the end of a terminal so
            break
        if not piece:
            break
        shown += piece
    os.close(leader)
    assert process.wait() == 0
    assert (b"\x1b[" in shown) is coloured
    piped = subprocess.run([sys.executable, "-m", "kg", "stats"], capture_output=True, env=environment, check=True)
    assert b"\x1b[" not in piped.stdout
    assert piped.stderr == b""


def test_the_group_lists_every_command(kg_command: Run) -> None:
    text = kg_command("--help").out
    assert [line.split()[0] for line in text.partition("Commands:\n")[2].partition("\n\n")[0].splitlines()] == list(COMMANDS)


def test_without_arguments_the_help_is_readable(kg_command: Callable[..., Any]) -> None:
    ran = kg_command()
    assert ran.status == 2 and ran.out == ""
    assert "\n  build " in ran.err and not ran.err.startswith("kg: ")


def test_view_of_what_is_not_there(kg_command: Callable[..., Any]) -> None:
    ran = kg_command("view", "--print", "nosuch")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("kg: nosuch/graph.html: there is no such page; 'kg build CORPUS -o nosuch' writes it")
