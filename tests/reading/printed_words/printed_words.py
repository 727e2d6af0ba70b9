#!/usr/bin/env python3
"""Counts the words that files print and that a reading neither has nor names.

usage: printed_words.py ANSWERBOX [--ocr LANGUAGE [--pictures]] [--json FILE]
                        [--most PERCENT] [--examples N] PATH...

Reads each file twice: by `answerbox convert`, and by ways that share no code with it
(pdf_pages.py, packages.py, markup.py). Compares them as multisets of words, page by
page, tolerant of what is no loss (words.py). Prints for each file:

    printed   words that the file shows
    usable    of these, words that are searched and can answer
    aside     words that the account names as contents, furniture, references, ...
    doubted   of these, words whose reason the printed page does not bear out
    lost      words that are neither usable nor named; then in percent of printed
    moved     words that the reading has only for a page nearby
    unseen    words that the file has but that leave no ink: not counted as printed
    served    of these, words that are usable all the same
    pictured  with --pictures: words of pictures on pages that hold text too; not
              counted as printed
    beyond    words of the reading that no page prints

and pages with examples of what is lost or doubted. Ends with code 1 if lost and doubted
words together are more than --most percent of some file. Needs poppler-utils and qpdf;
with --ocr, tesseract-ocr. Ends with code 77 when they are missing.
"""

import argparse
import collections
import json
import os
import shutil
import sys

import doubts
import markup
import packages
import pdf_pages
from account import USABLE, convert
from words import key_of_line, lines_of, match, words_of

PACKAGES = ("docx", "odt", "epub", "xlsx", "ods")
TEXTS = ("html", "htm", "md", "markdown", "csv", "tsv", "txt")
PICTURES = ("png", "jpg", "jpeg", "tif", "tiff")
# So many lines at the top of a page may repeat the head of a table.
HEAD_LINES = 12


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("answerbox")
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--ocr")
    parser.add_argument("--pictures", action="store_true")
    parser.add_argument("--json")
    parser.add_argument("--most", type=float)
    parser.add_argument("--examples", type=int, default=4)
    options = parser.parse_args()
    for program in ("pdftotext", "qpdf", *(("tesseract",) if options.ocr else ())):
        if not shutil.which(program):
            print(f"{program} is not installed")
            return 77
    print(f"{'file':40} {'printed':>8} {'usable':>8} {'aside':>7} {'doubted':>7} {'lost':>6} "
          f"{'lost %':>6} {'both %':>6} {'moved':>6} {'unseen':>6} {'served':>6} "
          f"{'beyond':>6} {'pictured':>8}")
    results = []
    for path in files_of(options.paths):
        results.append(measure(options.answerbox, path, options.ocr, options.pictures))
        print_result(results[-1], options.examples)
        if options.json:
            with open(options.json, "w", encoding="utf-8") as file:
                json.dump(results, file, indent=1)
    read = [result for result in results if "refused" not in result]
    total = {name: sum(result[name] for result in read)
             for name in ("printed", "usable", "aside", "doubted", "lost", "moved", "unseen",
                          "served", "beyond", "pictured")}
    print_row("all", total)
    if options.most is not None:
        return int(any(percent(r["lost"] + r["doubted"], r["printed"]) > options.most
                       for r in read))
    return 0


def files_of(paths):
    for path in paths:
        if os.path.isdir(path):
            yield from (os.path.join(path, name) for name in sorted(os.listdir(path))
                        if extension_of(name) in (*PACKAGES, *TEXTS, *PICTURES, "pdf")
                        and name not in ("ORIGIN.md", "README.md"))
        else:
            yield path


def extension_of(path):
    return path.rpartition(".")[2].lower()


def printed_pages(path, ocr):
    extension = extension_of(path)
    if extension == "pdf":
        return pdf_pages.pages_of(path, ocr)
    if extension in PICTURES:
        page = pdf_pages.Page(1)
        if ocr:
            pdf_pages.recognize_picture(page, path, ocr)
        return [page]
    parts = packages.parts_of(path) if extension in PACKAGES else markup.parts_of(path, extension)
    pages = []
    for number, (name, lines) in enumerate(parts, 1):
        page = pdf_pages.Page(number)
        page.name = name
        for line in lines:
            page.add_line([(word, None) for word in words_of(line)])
        pages.append(page)
    return pages


def measure(answerbox, path, ocr, with_pictures=False):
    account = convert(answerbox, path, ocr)
    pages = printed_pages(path, ocr)
    printed = sum(len(page.words) for page in pages)
    if account.refusal:
        return {"file": path, "printed": printed, "refused": account.refusal}
    labels = match(pages, account.reading)
    note_running_lines(pages, labels, account)
    note_repeated_heads(pages, labels)
    note_marks(pages, labels)
    pictured = {}
    if extension_of(path) == "pdf":
        note_unseen(path, pages, labels)
        if with_pictures and ocr:
            pictured = pdf_pages.words_of_pictures(path, pages, ocr)
    doubt = doubts.doubted(pages, labels)
    counts, where = collections.Counter(), []
    # Files without pages have one account for all their parts.
    told = account.lost + account.hidden
    told = told if pages and extension_of(path) == "pdf" else {
        page.number: sum(told.values()) for page in pages}
    for page in pages:
        lost = [at for at, label in enumerate(labels[page.number]) if label is None]
        named = min(len(lost), told.get(page.number, 0))
        counts["named"] += named
        counts["lost"] += len(lost) - named
        counts["doubted"] += len(doubt[page.number])
        for label in labels[page.number]:
            counts["by " + str(label)] += 1
        for kind, places in (("lost", lost), ("doubted", sorted(doubt[page.number]))):
            if places:
                where.append({"page": page.number, "part": getattr(page, "name", None),
                              "kind": kind, "words": len(places), "of": len(page.words),
                              "text": examples_of(page, places)})
    reading = account.reading
    beyond = [reading.words[place] for place in reading.untaken()
              if reading.labels[place] == USABLE and not reading.is_spare[place]]
    unseen = counts["by unseen"] + counts["by served"]
    aside = sum(counts["by " + reason] for reason in doubts.REASONS)
    return {"file": path, "printed": printed - unseen, "usable": counts["by usable"],
            "aside": aside, "doubted": counts["doubted"], "lost": counts["lost"],
            "named": counts["named"],
            "overclaimed": max(0, sum(account.lost.values()) - counts["named"]),
            "moved": counts["by misplaced"], "unseen": unseen, "served": counts["by served"],
            "pictured": sum(len(words) for words in pictured.values()),
            "pictures": {page: " ".join(words) for page, words in pictured.items()},
            "beyond": len(beyond), "repeated": counts["by repeated"],
            "reasons": {name[3:]: n for name, n in counts.items() if name.startswith("by ")},
            "where": where, "beyond_words": beyond[:2000], "warnings": account.warnings}


def note_running_lines(pages, labels, account):
    """Running lines are named once for all pages."""
    running = {key_of_line(words_of(line)) for reason, _, _, text in account.set_aside
               if reason == "furniture" for line in [text, *text.splitlines()]}
    for page in pages:
        for words, places in lines_of(page):
            if key_of_line(words) in running:
                for place in places:
                    labels[page.number][place] = labels[page.number][place] or "furniture"


def note_repeated_heads(pages, labels):
    """The head of a table that goes on over pages is read once."""
    read = {}
    for page in pages:
        lines = list(lines_of(page))
        for words, places in lines[:HEAD_LINES]:
            if (len("".join(words)) >= 4 and "".join(words) in read
                    and page.number - read["".join(words)] <= 1):
                for place in places:
                    labels[page.number][place] = labels[page.number][place] or "repeated"
        for words, places in lines:
            if all(labels[page.number][place] for place in places):
                read["".join(words)] = page.number


def note_marks(pages, labels):
    """Word writes the second bullet as a letter o, which a reading takes for one."""
    for page in pages:
        for words, places in lines_of(page):
            if words[0] == "o":
                labels[page.number][places[0]] = labels[page.number][places[0]] or USABLE


def note_unseen(path, pages, labels):
    pictures = pdf_pages.Pictures(path)
    for page in pages:
        if page.is_scan:
            continue
        # Words of a scan's hidden text lie over a picture: they are seen.
        for place, label in enumerate(labels[page.number]):
            if label in (None, USABLE) and not pictures.shows(page.number, page.boxes[place]):
                labels[page.number][place] = "served" if label else "unseen"


def examples_of(page, places):
    """Runs of words that stand together, as they were printed."""
    runs = []
    for place in places:
        if runs and place - runs[-1][-1] <= 2:
            runs[-1].append(place)
        else:
            runs.append([place])
    runs.sort(key=len, reverse=True)
    return [" ".join(page.words[p] for p in range(run[0], run[-1] + 1)) for run in runs[:12]]


def percent(part, whole):
    return 100 * part / whole if whole else 0


def print_row(name, row):
    print(f"{name[:40]:40} {row['printed']:8} {row['usable']:8} {row['aside']:7} "
          f"{row['doubted']:7} {row['lost']:6} {percent(row['lost'], row['printed']):6.2f} "
          f"{percent(row['lost'] + row['doubted'], row['printed']):6.2f} {row['moved']:6} "
          f"{row['unseen']:6} {row['served']:6} {row['beyond']:6} {row['pictured']:8}", flush=True)


def print_result(result, examples):
    name = os.path.basename(result["file"])
    if "refused" in result:
        print(f"{name[:40]:40} {result['printed']:8} refused: {result['refused'][:100]}",
              flush=True)
        return
    print_row(name, result)
    if result["overclaimed"]:
        print(f"    {result['overclaimed']} words are called lost that are not")
    worst = sorted(result["where"], key=lambda place: -place["words"])[:examples]
    for place in worst:
        text = " / ".join(place["text"])[:160]
        print(f"    {place['kind']:7} p. {place['page']}: {place['words']} of {place['of']}: "
              f"{text}")


if __name__ == "__main__":
    sys.exit(main())
