"""Graphs: networkx, questions, exports and the page."""
