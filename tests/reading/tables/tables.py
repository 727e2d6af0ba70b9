#!/usr/bin/env python3
"""Compares tables that a person wrote down with what the converter reads.

usage: tables.py [--ocr LANGUAGE] [--all] ANSWERBOX DOCUMENTS [PART-OF-A-NAME]

Reads the documents under the folder DOCUMENTS with `answerbox convert` and looks there for
the tables of this folder (*.txt). Prints for each whether it is wholly right and, if not,
the first difference (with --all, every one). Ends with code 1 if one is not right.
"""

import argparse
import json
import pathlib
import subprocess
import sys

import table as tables


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                                     usage=argparse.SUPPRESS)
    parser.add_argument("answerbox")
    parser.add_argument("documents", type=pathlib.Path)
    parser.add_argument("part", nargs="?", default="", help="compares tables with such a name only")
    parser.add_argument("--ocr", metavar="LANGUAGE", help="of scanned pages: eng, deu, ...")
    parser.add_argument("--all", action="store_true", help="print all differences")
    options = parser.parse_args()
    names = [path for path in sorted(pathlib.Path(__file__).resolve().parent.glob("*.txt")) if options.part in path.name]
    read: dict[str, list[dict] | str] = {}
    right = 0
    for path in names:
        wanted = tables.parse(path.read_text(encoding="utf-8"))
        if wanted.document not in read:
            read[wanted.document] = convert(options.answerbox, options.documents / wanted.document, options.ocr)
        blocks = read[wanted.document]
        faults = [f"refused: {blocks}"] if isinstance(blocks, str) else tables.faults(wanted, blocks)
        right += not faults
        print(f"{'wrong' if faults else 'right'}  {path.stem}", *faults[:None if options.all else 1], sep="\n       ",
              flush=True)
    print(f"{right} of {len(names)} tables are wholly right")
    return int(right < len(names))


def convert(answerbox: str, path: pathlib.Path, ocr: str | None) -> list[dict] | str:
    """The blocks of a document, or why it is refused."""
    command = [answerbox, "convert", "--format", "json", *(["--ocr", ocr] if ocr else []), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        return done.stderr.strip() or f"code {done.returncode}"
    return json.loads(done.stdout)["blocks"]


if __name__ == "__main__":
    sys.exit(main())
