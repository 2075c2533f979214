"""The page in Firefox, driven by puppeteer-core (an npm package that only CI installs, as in `test_page_tools`)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest


@pytest.mark.browser
@pytest.mark.parametrize("carrier", ["vis-network", "board"])
def test_page_works_in_firefox(page_file: Path, board_file: Path, carrier: str) -> None:
    modules, node = os.environ.get("NODE_MODULES", ""), shutil.which("node")
    firefox = shutil.which("firefox-esr") or shutil.which("firefox")
    if not (node and firefox and Path(modules, "puppeteer-core", "package.json").is_file()):
        pytest.skip("needs Firefox, node, and puppeteer-core in the folder that NODE_MODULES names")
    path = board_file if carrier == "board" else page_file
    ran = subprocess.run([node, str(Path(__file__).with_name("firefox.mjs")), firefox, str(path)], capture_output=True, text=True, check=False, timeout=240)
    assert ran.returncode == 0, ran.stderr
    seen = json.loads(ran.stdout)
    assert seen.pop("complaints") == []
    assert {url for url in seen.pop("requests") if not url.startswith(("blob:", "data:"))} <= {path.as_uri()}
    assert seen == {"sentence": "PoseAtlas", "focused": 8, "rows": 42, "clicked": "PoseAtlas"}
