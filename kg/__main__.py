"""``python -m kg`` is the ``kg`` command."""

import sys

from kg.cli import main

if __name__ == "__main__":
    sys.exit(main())
