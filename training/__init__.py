"""How the weights that ship are made again; see README.md in this folder. Not part of the installed package."""
