#!/usr/bin/env python3
"""Headings, list items and tables of Word files and web pages are found.

usage: word_and_html_test.py ANSWERBOX [FOLDER]

Converts every file of the folder word-and-html of the data folder (see its
ORIGIN.md) with `answerbox convert --json`. Each file must be read, or be one
that is known to be refused. What the reference Markdown of another project
marks as heading, list item or table must be found at least 90 times in 100: by
the same words (token F1 of at least .8), each of ours used once, of Word files
and web pages together and of each alone. Files whose reference is wrong, or
wants what is no business of a converter, do not count; they are listed below
with the reason, and their figures are shown. Ends with code 77 when the data or
pandoc is not at hand.
"""

import collections
import json
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "appliance"))
import data_folder  # noqa: E402

LEAST_SHARE = 0.90
LEAST_F1 = 0.8

# File -> what `reason` its refusal has.
REFUSED: dict[str, str] = {
}

# File -> why its reference does not count.
WRONG_REFERENCE: dict[str, str] = {
    "wiki_duck.html": "takes the site's menus and the contents for the article",
}

# Our kinds for each class of the reference.
KINDS = {
    "heading": {"title", "heading"},
    "item": {"item", "term", "definition"},
    "table": {"table"},
}


def words(text: str) -> list[str]:
    text = re.sub(r"<!--.*?-->|\]\([^)]*\)", " ", text, flags=re.S)
    text = text.replace("\\", "")
    return re.findall(r"[^\W_]+", text.lower())


def f1(a: list[str], b: list[str]) -> float:
    same = sum((collections.Counter(a) & collections.Counter(b)).values())
    return 2 * same / (len(a) + len(b)) if same else 0.0


def reference_blocks(markdown: str) -> list[tuple[str, list[str]]]:
    """(class, words) of each heading, list item and table."""
    found: list[tuple[str, list[str]]] = []
    in_table = in_code = False
    for line in markdown.splitlines():
        if line.startswith("```"):
            in_code = not in_code
        if in_code:
            continue
        is_row = line.startswith("|")
        if is_row and not in_table:
            found.append(("table", []))
        if is_row and not re.fullmatch(r"[|\s:-]+", line):
            found[-1][1].extend(words(line))
        in_table = is_row
        if heading := re.match(r"#{1,6} (.*)", line):
            found.append(("heading", words(heading[1])))
        elif item := re.match(r"\s*(?:[-*]|\d+\.) (?:\d+(?:\.\d+)*\.? )?(.*)", line):
            found.append(("item", words(item[1])))
    return [(kind, tokens) for kind, tokens in found if tokens]


def table_words(block: dict) -> list[str]:
    """All words; what spans several places counts in each, as in the reference."""
    found = []
    for row in block["rows"]:
        for cell in row:
            if isinstance(cell, str):
                found += words(cell)
            else:
                found += words(cell["text"]) * (cell.get("colspan", 1)
                                                * cell.get("rowspan", 1))
    return found


def our_blocks(blocks: list[dict]) -> dict[str, list[list[str]]]:
    found: dict[str, list[list[str]]] = {kind: [] for kind in KINDS}
    for block in blocks:
        for kind, ours in KINDS.items():
            if block["kind"] in ours:
                found[kind].append(table_words(block) if kind == "table"
                                   else words(block["text"]))
    return found


def compare(markdown: str, blocks: list[dict]) -> tuple[collections.Counter, list[str]]:
    """Counts of (class, "found" or "all"), and what was missed."""
    ours = our_blocks(blocks)
    counts: collections.Counter = collections.Counter()
    missed = []
    for kind, tokens in reference_blocks(markdown):
        counts[kind, "all"] += 1
        best = max(range(len(ours[kind])), default=None,
                   key=lambda i: f1(tokens, ours[kind][i]))
        if best is not None and f1(tokens, ours[kind][best]) >= LEAST_F1:
            counts[kind, "found"] += 1
            del ours[kind][best]
        else:
            missed.append(f"{kind}: {' '.join(tokens)[:70]}")
    return counts, missed


def share(counts: collections.Counter, kind: str) -> str:
    return f"{kind} {counts[kind, 'found']} of {counts[kind, 'all']}"


def main() -> int:
    answerbox = sys.argv[1]
    folder = (pathlib.Path(sys.argv[2]) if len(sys.argv) > 2
              else data_folder.find("word-and-html"))
    if shutil.which("pandoc") is None:
        print("Skipped: pandoc is not installed.")
        return data_folder.SKIPPED
    faults = []
    totals: dict[str, collections.Counter] = collections.defaultdict(collections.Counter)
    for kind in ("docx", "html"):
        for file in sorted((folder / kind / "sources").glob(f"*.{kind}")):
            run = subprocess.run([answerbox, "convert", "--json", file],
                                 capture_output=True, check=False, timeout=180)
            if run.returncode != 0:
                reason = json.loads(run.stdout)["error"]["reason"]
                print(f"{file.name}: refused: {run.stderr.decode().strip()}")
                if REFUSED.get(file.name) != reason:
                    faults.append(f"{file.name} is refused")
                continue
            if file.name in REFUSED:
                faults.append(f"{file.name} is read: take it off the list")
            reference = folder / kind / "groundtruth" / f"{file.name}.md"
            counts, missed = compare(reference.read_text(encoding="utf-8"),
                                     json.loads(run.stdout)["blocks"])
            is_wrong = file.name in WRONG_REFERENCE
            if missed:
                print(f"{file.name}: " + ", ".join(share(counts, k) for k in KINDS)
                      + (f"; not counted: {WRONG_REFERENCE[file.name]}" if is_wrong else ""))
                print("".join(f"    {line}\n" for line in missed[:40]), end="")
            if not is_wrong:
                totals[kind] += counts
                totals["all"] += counts
    for name, counts in totals.items():
        print(f"{name}: " + ", ".join(share(counts, kind) for kind in KINDS))
        for kind in KINDS:
            if counts[kind, "found"] < LEAST_SHARE * counts[kind, "all"]:
                faults.append(f"{name}: too few of class {kind}")
    for fault in faults:
        print(f"FAULT: {fault}")
    return 1 if faults or not totals else 0


if __name__ == "__main__":
    sys.exit(main())
