"""Cypher: the queries of a graph database, asked of the graph in memory, read-only."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from graphs.attributes import EDGE_ATTRIBUTES, NODE_ATTRIBUTES, from_json_text
from graphs.query.base import Base
from graphs.query.table import Table
from kg.errors import GraphError
from kg.schema import NODE_TYPES, edge_types

if TYPE_CHECKING:
    from graphs.query.patterns import Candidates, Host

__all__ = ["CypherQueries", "CypherRecord", "CypherTable"]

MOST_MATCHES = 1_000_000

_LISTS = {name for table in (NODE_ATTRIBUTES, EDGE_ATTRIBUTES) for name, attribute in table.items() if attribute.kind == "json"}
_WRITES = frozenset({"CREATE", "MERGE", "SET", "DELETE", "DETACH", "REMOVE", "DROP", "LOAD", "FOREACH"})
_MISSING = frozenset({"OPTIONAL", "WITH", "UNWIND", "UNION", "CALL", "USE", "CASE", "XOR"})
_FUNCTIONS = frozenset({"COUNT", "SUM", "AVG", "MAX", "MIN", "COLLECT"})
_CLAUSES = ("WHERE", "RETURN", "MATCH")
_TOKEN = re.compile(r"""(?P<space>\s+|//[^\n]*)|(?P<string>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(?P<word>[A-Za-z_]\w*)|(?P<other>.)""", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


@dataclass(frozen=True, slots=True)
class CypherRecord:
    """One row of what a query returns.

    Attributes
    ----------
    columns : tuple of str
        As the query names them (``p.title``, or the alias).
    values : tuple
        One for each column: a number, text, truth value or None; a list; or, for a whole node or edge, a dict of its attributes, with the evidence as a list.
    """

    COLUMNS: ClassVar[tuple[str, ...]] = ()

    columns: tuple[str, ...]
    values: tuple[Any, ...]

    def __getitem__(self, column: str | int) -> Any:
        """Return the value of a column, by name or place."""
        return self.values[column if isinstance(column, int) else self.columns.index(column)]


class CypherTable(Table[CypherRecord]):
    """The rows that a query returns; its columns are those of the query."""

    def __init__(self, rows: list[CypherRecord], columns: tuple[str, ...], *, title: str = "") -> None:
        super().__init__(rows, title=title, record=CypherRecord)
        self.columns = columns

    def _part(self, rows: tuple[CypherRecord, ...]) -> CypherTable:
        return CypherTable(list(rows), self.columns, title=self.title)

    def _shown(self) -> tuple[str, ...]:
        return self.columns

    def _value(self, row: CypherRecord, name: str) -> Any:
        value = row[name]
        if isinstance(value, dict):  # of a whole node or edge, what names it
            return value.get("label") or value.get("id", "")
        if isinstance(value, list):
            return tuple(str(inner.get("label") or inner.get("text") or inner.get("type")) if isinstance(inner, dict) else inner for inner in value)
        return value

    def _fields(self) -> tuple[str, ...]:
        return self.columns

    def to_json(self) -> list[dict[str, Any]]:
        """Return one dict for each row, by column."""
        return [dict(zip(row.columns, row.values, strict=True)) for row in self]


class CypherQueries(Base):
    """Questions in Cypher."""

    def cypher(self, query: str, *, limit: int | None = None) -> CypherTable:
        """Return what a Cypher query finds, reading only.

        Labels are the types of nodes (``:Paper``, ``:Method``), types of relationships those of edges (``:EVALUATES_ON``), properties their
        attributes, and ``id``. The language is that of grand-cypher (https://github.com/aplbrain/grand-cypher): MATCH (several, and several patterns
        behind commas), WHERE with EXISTS { }, RETURN with DISTINCT, AS and COUNT, SUM, AVG, MIN, MAX, COLLECT, ORDER BY, SKIP and LIMIT; no OPTIONAL MATCH,
        WITH or UNWIND. As in Neo4j, an undirected pattern matches edges either way, and no edge stands for two edges of one query.

        Parameters
        ----------
        query : str
        limit : int, optional
            Return at most so many rows, whatever the query says.

        Returns
        -------
        CypherTable
            Without ORDER BY in an order that is always the same, but means nothing.

        Raises
        ------
        GraphError
            If the query cannot be read, would write, names a label or type that is not in the schema, or has over 1,000,000 matches.

        Examples
        --------
        >>> g.cypher('MATCH (p:Paper)-[:EVALUATES_ON]->(d:Dataset {label: "WebArena"}) RETURN p.title')  # doctest: +SKIP
        """
        text, names = prepared(query)
        found = self._run(text)
        columns = tuple(names.get(str(name), str(name)) for name in found)
        lists = [str(name).rpartition(".")[2] in _LISTS for name in found]
        rows = [
            CypherRecord(columns, tuple(_plain(value, listed) for value, listed in zip(row, lists, strict=True)))
            for row in zip(*list(found.values()), strict=True)
        ]
        return CypherTable(rows[:limit], columns, title=f"{len(rows[:limit])} rows")

    @cached_property
    def _candidates(self) -> Candidates:
        from graphs.query.patterns import Candidates

        return Candidates(self._graph)

    @cached_property
    def _host(self) -> Host:
        from graphs.query.patterns import Host

        return Host(self._graph)

    def _run(self, text: str) -> dict[str, list[Any]]:
        import grandcypher
        from lark.exceptions import UnexpectedInput, VisitError

        from graphs.query.patterns import Executor, Transformer

        transformer = Transformer(lambda: Executor(self._host, self._candidates, MOST_MATCHES))
        try:
            transformer.transform(grandcypher._GrandCypherGrammar.parse(text))
            found: dict[str, list[Any]] = transformer._executors[0].returns()
        except UnexpectedInput as error:
            raise GraphError(_unreadable(text, error)) from None
        except VisitError as error:
            if isinstance(error.orig_exc, GraphError):
                raise error.orig_exc from None
            raise GraphError(f"Cypher: {_reason(error.orig_exc)}") from None
        except GraphError:
            raise
        except RecursionError:
            raise GraphError("Cypher: the query is nested too deeply; ask in several steps") from None
        except Exception as error:  # whatever grand-cypher trips over: the query is at fault, and the user reads one line
            raise GraphError(f"Cypher: {_reason(error)}") from None
        return found


def prepared(query: str) -> tuple[str, dict[str, str]]:
    """Return a query in the dialect that grand-cypher reads, and its columns' names there to those that the user wrote.

    Strings may stand in single quotes, names of functions be in any case, patterns stand behind commas; ``count(*)`` and ``IS NOT NULL`` are put
    in other words.

    Raises
    ------
    GraphError
        If the query would write, uses a clause that is not there, or a label or type that is not in the schema.
    """
    return _in_other_words(_translated(query))


def _translated(query: str) -> str:
    """Return a query with its words and signs as grand-cypher spells them; refuse what is not known here."""
    out: list[str] = []
    clause, depth, before = "", 0, ""
    tokens = [(match.lastgroup or "", match.group()) for match in _TOKEN.finditer(query.strip().rstrip(";"))]
    places = [place for place, (kind, _) in enumerate(tokens) if kind != "space"]
    brackets: list[str] = []
    joined: list[set[str]] = [set()]
    for place, (kind, token) in enumerate(tokens):
        if kind == "space":
            out.append(" ")
            continue
        upper = token.upper() if kind == "word" else ""
        if upper in _WRITES and before not in (".", ":", "(", "[", "|", "AS") and depth == 0:
            raise GraphError(f"Cypher: {upper} would change the graph, which is read-only here; 'kg merge', 'kg split' and 'kg rename' curate it")
        if upper in _MISSING and before not in (".", ":", "(", "[", "|", "AS") and depth == 0:
            raise GraphError(f"Cypher: {upper} is not known here; there are MATCH, WHERE, RETURN, ORDER BY, SKIP and LIMIT")
        if kind == "string":
            token = json.dumps(re.sub(r"\\(.)", lambda match: _ESCAPES.get(match[1], match[1]), token[1:-1], flags=re.DOTALL), ensure_ascii=False)
        elif upper in _CLAUSES and before not in (".", ":"):
            clause = upper
            joined[-1] = set()
        elif upper in ("AND", "OR"):
            joined[-1].add(upper)
            if len(joined[-1]) > 1:  # grand-cypher takes them from left to right, Neo4j takes AND before OR
                raise GraphError("Cypher: put brackets around what belongs together where AND meets OR: a = 1 OR (b = 2 AND c = 3)")
        elif upper in _FUNCTIONS and _next(tokens, places, place) == "(":
            token = upper
        elif kind == "word" and before in (":", "|") and brackets and clause == "MATCH" and "{" not in brackets[-1:]:
            _check_label(token, brackets[-1])
        elif token == "," and clause == "MATCH" and depth == 0:
            token = " MATCH "
        if token in "([{":
            depth += 1
            brackets.append(token)
            joined.append(set())
        elif token in ")]}":
            depth -= 1
            brackets = brackets[:-1]
            joined = joined[:-1] or [set()]
        out.append(token)
        before = upper or token
    return "".join(out)


def _in_other_words(text: str) -> tuple[str, dict[str, str]]:
    """Return a query without what grand-cypher lacks, and its columns' names there to those that the user wrote."""
    names: dict[str, str] = {}
    if re.search(r"\bCOUNT\s*\(\s*DISTINCT\b", text, re.IGNORECASE):
        raise GraphError("Cypher: COUNT(DISTINCT ...) is not known here; RETURN DISTINCT the values, and count the rows")
    if re.search(r"\bCOUNT\s*\(\s*\*\s*\)", text):
        first = re.search(r"MATCH\s*(?:\w+\s*=\s*)?[^)]*?\(\s*([A-Za-z_]\w*)", text, re.IGNORECASE)
        if first is None:
            raise GraphError("Cypher: COUNT(*) needs a name in the pattern: MATCH (p:Paper) RETURN COUNT(*)")
        text = re.sub(r"\bCOUNT\s*\(\s*\*\s*\)", f"COUNT({first[1]})", text)
        names[f"COUNT({first[1]})"] = "COUNT(*)"
    head, order, tail = (
        re.split(r"(\bORDER\s+BY\b)", text, maxsplit=1, flags=re.IGNORECASE) if re.search(r"\bORDER\s+BY\b", text, re.IGNORECASE) else (text, "", "")
    )
    text = head + order + re.sub(r"\bid\s*\(\s*(\w+)\s*\)", r"\1.id", tail, flags=re.IGNORECASE)
    text = re.sub(r"([A-Za-z_]\w*\.[A-Za-z_]\w*)\s+IS\s+NOT\s+NULL", r"NOT \1 IS NULL", text, flags=re.IGNORECASE)
    return text, names


def _next(tokens: list[tuple[str, str]], places: list[int], place: int) -> str:
    return next((tokens[other][1] for other in places if other > place), "")


def _check_label(name: str, bracket: str) -> None:
    known = NODE_TYPES if bracket == "(" else edge_types()
    if name in known:
        return
    folded = {other.casefold(): other for other in known}
    close = get_close_matches(name.casefold(), folded, n=1)
    hint = f" Did you mean {folded[close[0]]}?" if close else ""
    noun = "label" if bracket == "(" else "type of relationship"
    raise GraphError(f"Cypher: unknown {noun} {name!r}.{hint} Known: {', '.join(known)}")


def _unreadable(text: str, error: Any) -> str:
    place = getattr(error, "pos_in_stream", None)
    if place is None or place >= len(text) or place < 0:
        return "Cypher: the query ends too early; it needs MATCH and RETURN, and every bracket its other half"
    start = text[:place]
    near = text[place : place + 20].split("\n")[0]
    return f"Cypher: cannot read the query from {near!r}, after {start[-20:]!r}; there are MATCH, WHERE, RETURN, ORDER BY, SKIP and LIMIT"


def _reason(error: BaseException) -> str:
    text = " ".join(str(error).split())
    if isinstance(error, KeyError):
        return f"{error.args[0]!s} is neither matched nor returned"
    if "Unknown entity name" in text:
        return f"{text.rpartition(': ')[2]} is not in the pattern; RETURN and WHERE can only name what MATCH names"
    if "unhashable" in text:
        return "DISTINCT and groups need values, not whole nodes or edges; return a property (p.label) or id(p)"
    if "not supported between" in text:
        return "ORDER BY, MIN and MAX need values of one kind; leave out what lacks them with WHERE x.y IS NOT NULL"
    return f"the query cannot be answered ({text or type(error).__name__})"


def _plain(value: Any, listed: bool) -> Any:
    """Return a value as JSON has it; lists that the graph keeps as text become lists."""
    if isinstance(value, dict):
        return {name: _plain(inner, name in _LISTS) for name, inner in value.items() if name != "__labels__"}
    if isinstance(value, (list, tuple, set)):
        return [_plain(inner, listed) for inner in value]
    if listed and isinstance(value, str):
        return from_json_text(value)
    return value
