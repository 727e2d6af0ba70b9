#!/usr/bin/env python3
"""Measures how well PDFs are read by layout: the tables of docs/lab/pdf-layout.md.

usage: layout.py LAYOUT_BLOCKS [--keep FOLDER] [--floors] [--write]

Reads the PDFs of guideline-pdfs, icdar2013-eu and olmocr-sample with pdftohtml,
pdftotext, pdftops and LAYOUT_BLOCKS, and scores what was read by the scorers beside the
data (reference/documents/). The data are looked for in $ANSWERBOX_DATA, else in
../shared/data beside the project. --keep leaves the readings in FOLDER, as
SET/NAME.json; --floors fails when a figure is below its floor; --write puts the
tables into docs/lab/pdf-layout.md, between the lines FIRST and LAST.
Ends with code 77 when the data or poppler-utils is not at hand.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = pathlib.Path(os.environ.get("ANSWERBOX_DATA") or ROOT.parent / "shared/data")
SCORERS = DATA.parent / "reference/documents"
GUIDELINES = DATA / "guideline-pdfs"
ICDAR = DATA / "icdar2013-eu"
OLMOCR = DATA / "olmocr-sample/olmocr/bench/sample_data"
# Those whose tags tell headings well.
FIVE = ("us_dprp", "cdc_tb", "Addressing_Nutrition", "cdc_outpatient", "mpox")
# Pages of pictures: no text to read.
SCANS = ("buildingnotes", "lincoln_letter", "mattsnotes", "small_page_size",
         "test-graphical-text")
CONTENTS = ("us_dprp", "mpox")
# As client/convert/pdf runs it.
DRAWING_OPTIONS = ("-level3", "-rasterize", "never", "-passfonts", "-noembt1", "-noembtt",
                   "-origpagesizes")

DOCUMENT = ROOT / "docs/lab/pdf-layout.md"
FIRST, LAST = "<!-- Written by tests/figures/layout.py -->", "<!-- End -->"

# Figure -> the least that it may be.
FLOORS = {"headings, five guidelines: F1": 0.855,
          "headings, five, neutral": 0.955,
          "items, nine guidelines: F1": 0.86,
          "items, five, neutral": 0.94,
          "paragraphs, five, neutral": 0.85,
          "contents, two: F1": 0.92,
          "order, nine": 0.993,
          "ICDAR 2013 (EU), neighbouring cells: F1": 0.96,
          "the same, tables of 76 half found": 74,
          "guidelines, tables of 2 x 2 and more: text found": 0.72,
          "facts of pages (olmOCR), no scans, no mathematics": 0.86}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("layout_blocks")
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--floors", action="store_true")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    if not SCORERS.is_dir() or not GUIDELINES.is_dir() or not shutil.which("pdftohtml"):
        print("no data, or no poppler-utils: nothing is measured")
        return 77
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or pathlib.Path(temporary)
        pages, seconds = read_all(arguments.layout_blocks, folder)
        figures = measure(folder)
        tables = table_of(figures) + "\n" + headings_table(folder / "guidelines", figures)
    print(tables)
    print(f"{pages / seconds:.0f} pages a second")
    if arguments.write:
        write(tables)
    low = [name for name, floor in FLOORS.items() if figures[name] < floor]
    if arguments.floors and low:
        print("below the floor:", ", ".join(low))
        return 1
    return 0


def table_of(figures):
    lines = ["| figure | value |", "|---|---|"]
    for name, value in figures.items():
        lines.append(f"| {name} | {value:.3f} |" if value < 2 else f"| {name} | {value:.0f} |")
    return "\n".join(lines) + "\n"


def headings_table(read, figures):
    """The headings of each of the five guidelines, and of all of them."""
    lines = ["| headings of | F1 | neutral |", "|---|---|---|"]
    for part in FIVE:
        truths = [path for path in (GUIDELINES / "truth").glob("*.json") if part in path.name]
        lines.append(f"| {part} | {blocks_scores(read, truths)['heading']:.3f} | "
                     f"{neutral_scores(read, [part])['heading']:.3f} |")
    lines.append(f"| all five | {figures['headings, five guidelines: F1']:.3f} | "
                 f"{figures['headings, five, neutral']:.3f} |")
    return "\n".join(lines) + "\n"


def write(tables):
    text = DOCUMENT.read_text("utf-8")
    before, rest = text.split(FIRST + "\n")
    after = rest.split(LAST + "\n")[1]
    DOCUMENT.write_text(f"{before}{FIRST}\n{tables}{LAST}\n{after}", "utf-8")


def read_all(layout_blocks, folder):
    """Reads every PDF. The pages read, and the time that LAYOUT_BLOCKS took."""
    pages, seconds = 0, 0.0
    sets = {"guidelines": GUIDELINES / "pdfs", "icdar": ICDAR / "files",
            "olmocr": OLMOCR / "pdfs"}
    for name, source in sets.items():
        (folder / name).mkdir(parents=True, exist_ok=True)
        for pdf in sorted(source.rglob("*.pdf")):
            xml = output_of("pdftohtml", "-xml", "-i", "-stdout", pdf)
            with (tempfile.NamedTemporaryFile() as words,
                  tempfile.NamedTemporaryFile() as drawings):
                words.write(output_of("pdftotext", "-bbox", pdf, "-"))
                words.flush()
                drawings.write(output_of("pdftops", *DRAWING_OPTIONS, pdf, "-"))
                drawings.flush()
                start = time.monotonic()
                blocks = subprocess.run([layout_blocks, words.name, drawings.name], input=xml,
                                        check=True, stdout=subprocess.PIPE).stdout
                seconds += time.monotonic() - start
            pages += xml.count(b"<page number")
            (folder / name / f"{pdf.stem}.json").write_bytes(blocks)
    return pages, seconds


def output_of(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


def measure(folder):
    read = folder / "guidelines"
    truths = sorted((GUIDELINES / "truth").glob("*.json"))
    five = blocks_scores(read, [t for t in truths if any(p in t.name for p in FIVE)])
    nine = blocks_scores(read, truths)
    contents = blocks_scores(read, [t for t in truths if any(p in t.name for p in CONTENTS)])
    neutral = neutral_scores(read, FIVE)
    cells = output_of(sys.executable, SCORERS / "tables.py", ICDAR / "truth.json",
                      folder / "icdar").decode()
    return {
        "headings, five guidelines: F1": five["heading"],
        "headings, five, neutral": neutral["heading"],
        "items, nine guidelines: F1": nine["item"],
        "items, five, neutral": neutral["item"],
        "paragraphs, five, neutral": neutral["paragraph"],
        "contents, two: F1": contents["contents"],
        "order, nine": nine["order"],
        "ICDAR 2013 (EU), neighbouring cells: F1": float(re.search(r" F1 ([\d.]+);", cells)[1]),
        "the same, tables of 76 half found": float(re.search(r"; (\d+) of", cells)[1]),
        "guidelines, tables of 2 x 2 and more: text found": tables_found(read, truths),
        "facts of pages (olmOCR), no scans, no mathematics": facts_found(folder / "olmocr"),
    }


def blocks_scores(read, truths):
    pairs = [path for truth in truths for path in (truth, read / truth.name)]
    text = output_of(sys.executable, SCORERS / "blocks.py", *pairs).decode()
    scores = {kind: float(f1) for kind, f1 in re.findall(r"^(\w+) .*F1 ([\d.]+)$", text, re.M)}
    scores["order"] = float(re.search(r"^order +([\d.]+)", text, re.M)[1])
    return scores


def neutral_scores(read, guidelines):
    text = output_of(sys.executable, SCORERS / "layout/neutral.py", GUIDELINES / "truth", read,
                     *guidelines).decode()
    return {kind: float(f1) for kind, f1 in re.findall(r"(\w+) \d+ \d+ \d+ F1 ([\d.]+)", text)}


def words(text):
    text = unicodedata.normalize("NFKC", text or "").replace("\u00ad", "").lower()
    return re.findall(r"[^\W_]+", re.sub(r"(?<=\w)-\s+(?=\w)", "", text))


def table_words(block):
    return words(" ".join(cell if isinstance(cell, str) else cell.get("text", "")
                          for row in block["rows"] for cell in row))


def tables_found(read, truths):
    """The share of tables of at least 2 x 2 with a read table of the same words (F1 of
    words >= .8)."""
    found = total = 0
    for truth in truths:
        tables = [table_words(block) for block in blocks_of(read / truth.name)
                  if block["kind"] == "table"]
        for block in json.loads(truth.read_text("utf-8")):
            if (block["kind"] != "table" or len(block["rows"]) < 2 or
                    max(map(len, block["rows"])) < 2):
                continue
            gold = table_words(block)
            total += 1
            best = max(tables, key=lambda table: word_f1(gold, table), default=[])
            if word_f1(gold, best) >= 0.8:
                tables.remove(best)
                found += 1
    return found / total


def word_f1(a, b):
    if not a or not b:
        return 0.0
    rest = list(b)
    same = 0
    for word in a:
        if word in rest:
            rest.remove(word)
            same += 1
    return 2 * same / (len(a) + len(b))


def blocks_of(path):
    return json.loads(path.read_text("utf-8"))["blocks"]


# The facts of olmOCR-bench's sample.

def facts_found(read):
    decoder, text, facts = json.JSONDecoder(), (OLMOCR / "dataset.jsonl").read_text("utf-8"), []
    while text := text.lstrip():
        fact, end = decoder.raw_decode(text)
        facts.append(fact)
        text = text[end:]
    right = total = 0
    for fact in facts:
        name = pathlib.PurePath(fact["pdf"]).stem
        if fact["type"] in ("math", "baseline") or name in SCANS:
            continue
        total += 1
        if holds(fact, blocks_of(read / f"{name}.json")):
            right += 1
        else:
            print("not so:", name, {k: fact[k] for k in fact
                                    if k not in ("pdf", "page", "id", "checked", "url")},
                  file=sys.stderr)
    return right / total


def holds(fact, blocks):
    # A running line is set apart, so it does not count as the page's text.
    page = plain(" ".join(text_of(block) for block in blocks if block["kind"] != "furniture"))
    kind = fact["type"]
    if kind in ("present", "absent"):
        part = page[-fact["last_n"]:] if fact.get("last_n") else page
        part = part[:fact["first_n"]] if fact.get("first_n") else part
        return (place_of(plain(fact["text"]), part) >= 0) == (kind == "present")
    if kind == "order":
        before, after = place_of(plain(fact["before"]), page), plain(fact["after"])
        return before >= 0 and place_of(after, page[before:]) > 0
    return any(table_holds(fact, grid_of(block)) for block in blocks
               if block["kind"] == "table")


def plain(text):
    text = unicodedata.normalize("NFC", text)
    for fancy, simple in zip("‘’‚“”„–—‑‒−", "'''\"\"\"-----"):
        text = text.replace(fancy, simple)
    text = text.replace("''", '"')
    return " ".join(text.split())


def place_of(text, page):
    """Where `text` stands, blanks aside; -1 when it does not."""
    return page.replace(" ", "").find(text.replace(" ", ""))


def text_of(block):
    if block["kind"] == "table":
        return " ".join(cell["text"] for row in block["rows"] for cell in row)
    return " ".join(filter(None, (block.get("label"), block["text"])))


def grid_of(table):
    """{(row, column): text}, a spanning cell at every place that it covers."""
    grid = {}
    for r, row in enumerate(table["rows"]):
        c = 0
        for cell in row:
            for i in range(cell["rowspan"]):
                for j in range(cell["colspan"]):
                    grid[r + i, c + j] = plain(cell["text"])
            c += cell["colspan"]
    return grid


def table_holds(fact, grid):
    places = [place for place, text in grid.items() if text == plain(fact["cell"])]
    return any(all(not fact.get(way) or plain(fact[way]) in seen_from(grid, place, way)
                   for way in ("up", "down", "left", "right", "top_heading",
                               "left_heading")) for place in places)


def seen_from(grid, place, way):
    row, column = place
    if way in ("up", "down"):
        return [grid.get((row + (1 if way == "down" else -1), column))]
    if way in ("left", "right"):
        return [grid.get((row, column + (1 if way == "right" else -1)))]
    if way == "top_heading":
        return [text for (r, c), text in grid.items() if c == column and r < row]
    return [text for (r, c), text in grid.items() if r == row and c < column]


if __name__ == "__main__":
    sys.exit(main())
