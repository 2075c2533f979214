"""The page: a graph as one HTML file that a researcher opens, offline."""

from graphs.visualise.html import render, write_html

__all__ = ["render", "write_html"]
