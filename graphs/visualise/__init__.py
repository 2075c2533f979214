"""The page: a graph as one HTML file that a researcher opens, offline."""

from graphs.visualise.html import render, write_html
from graphs.visualise.notebook import notebook_html

__all__ = ["notebook_html", "render", "write_html"]
