"""The graph for assistants: the questions as tools of the Model Context Protocol (https://modelcontextprotocol.io).

Needs the official SDK: ``pip install 'kg[mcp]'``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kg.errors import KgError

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from graphs.query import KnowledgeGraph

__all__ = ["server"]


def server(graph: KnowledgeGraph) -> MCPServer[object]:
    """Return a server that answers from a graph; its `run` method speaks over stdin and stdout until the client hangs up.

    Parameters
    ----------
    graph : KnowledgeGraph

    Raises
    ------
    KgError
        If the SDK is not installed, or is of another major version.
    """
    try:
        from mcp.server.mcpserver import MCPServer
    except ImportError:
        raise KgError("kg serve --mcp needs the SDK of the Model Context Protocol, version 2: pip install 'kg[mcp]'") from None
    from kg import __version__
    from kg.mcp.tools import INSTRUCTIONS, add_tools

    made: MCPServer[object] = MCPServer("kg", title="Knowledge graph of papers", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING")
    add_tools(made, graph)
    return made
