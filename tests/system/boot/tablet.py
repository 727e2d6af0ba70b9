#!/usr/bin/env python3
"""A tablet in the network of a box: its browser asks as a person does.

  tablet.py ADDRESS QUESTION TEXT    ends with 0 if the page shows the text
"""

import contextlib
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "page"))
from browsers import Chromium  # noqa: E402


def main() -> int:
    address, question, text = sys.argv[1:]
    with contextlib.closing(Chromium(size=(800, 1280))) as browser:
        # A person who first comes accepts the box's own certificate.
        browser.call("Security.setIgnoreCertificateErrors", ignore=True)
        browser.open(address)
        browser.run("document.getElementById('question').focus()")
        browser.type(question)
        browser.press("Enter")
        browser.wait_for("document.querySelector('article')?.innerText"
                         f".includes({json.dumps(text)})")
        print(browser.text("article cite") or browser.text("article"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
