"""One way to read odd bytes in all tests of the corpus."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from corpus_reading import Reading, drain

from kg.corpus import read


@pytest.fixture
def take(tmp_path: Path) -> Callable[..., Reading]:
    """Write bytes, or a string as UTF-8, to a file called ``f`` and read it."""

    def take(content: bytes | str, format: str | None = None) -> Reading:
        path = tmp_path / "f"
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
        return drain(read(path, format=format), f"{tmp_path}/")

    return take
