#!/usr/bin/env python3
"""Word, OpenDocument, EPUB and RTF files tell the same blocks.

usage: written_by_pandoc_test.py ANSWERBOX

Pandoc writes one document in each format, and `answerbox convert` reads it. Ends
with code 77 when pandoc is not installed.
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77

SOURCE = """---
title: Stock
---

# Cupboard

You need:

- gloves

    - small

- soap

Then:

1.  Wash.
2.  Dry.

## Sizes

| Size | Pairs |
|------|-------|
| S    | 12    |
| L    | 7     |

That is all.
"""

# Kind, level, words; of a table its rows.
ALL = [
    ("title", 0, "Stock"),
    ("heading", 1, "Cupboard"),
    ("item", 1, "gloves"),
    ("item", 2, "small"),
    ("item", 1, "soap"),
    ("item", 1, "Wash."),
    ("item", 1, "Dry."),
    ("heading", 2, "Sizes"),
    ("table", 0, [["Size", "Pairs"], ["S", "12"], ["L", "7"]]),
    ("paragraph", 0, "That is all."),
]
# What is missing, or something else, in what pandoc writes or reads.
OTHERWISE = {
    # The title is a paragraph, and items in items are on the first level.
    "a.rtf": [ALL[0], ALL[1], ALL[3]],
}


def blocks(answerbox: str, file: pathlib.Path) -> list[tuple]:
    run = subprocess.run([answerbox, "convert", "--json", file], capture_output=True, check=True)
    return [(block["kind"], block.get("level", 0), block.get("text") or block.get("rows"))
            for block in json.loads(run.stdout)["blocks"]]


def main() -> int:
    answerbox = sys.argv[1]
    if shutil.which("pandoc") is None:
        print("Skipped: pandoc is not installed.")
        return SKIPPED
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in ("a.docx", "a.odt", "a.epub", "a.rtf"):
            file = pathlib.Path(folder) / name
            subprocess.run(["pandoc", "--standalone", "--from=markdown", "-o", file], input=SOURCE.encode(), check=True,
                           stderr=subprocess.DEVNULL)
            found = blocks(answerbox, file)
            missing = [block for block in ALL if block not in found]
            if missing != OTHERWISE.get(name, []):
                print(f"FAULT: {name} misses {missing}; it has {found}")
                faults += 1
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
