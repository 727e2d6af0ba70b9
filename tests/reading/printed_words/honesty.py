#!/usr/bin/env python3
"""Is every loss named? Makes some 60 files with a known loss, and sound ones.

usage: honesty.py ANSWERBOX [--daemon ANSWERBOXD] [--keep FOLDER] [--all]

Says of each file what became of the words in question:

    read      they are usable, each on its page: right where they can be read
    named     the account names at least half of them, blocks that are set aside have
              them, or the file was refused
    silent    neither: a loss that nobody is told of
    served    they are struck, hidden or covered, and yet usable
    garbled   other words stand in their place, and nobody is told
    false     the file is sound, and the account calls words lost
    sound     the file is sound, and nothing is called lost

Ends with code 1 if one is silent, served, garbled or false. With --daemon, what
`add --json` reports counts as told, too. Needs poppler-utils, and DejaVu fonts; ends
with code 77 without them.
"""

import argparse
import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import damaged_files
import word_pages
from account import SET_ASIDE, USABLE, convert
from damaged_files import NAMED, NOTHING, NOT_SERVED, READ_OR_NAMED
from words import match

ROOT = pathlib.Path(__file__).resolve().parents[3]
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
GOOD = ("read", "named", "sound")


class Printed:
    def __init__(self, number, words):
        self.number, self.words = number, words
        self.lines = [at // 8 for at in range(len(words))]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("answerbox")
    parser.add_argument("--daemon")
    parser.add_argument("--keep")
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    if not os.path.exists(FONT) or not shutil.which("pdftoppm"):
        print("poppler-utils or DejaVu fonts are not installed")
        return 77
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or scratch
        os.makedirs(folder, exist_ok=True)
        handbook = ROOT / "deploy/sample-handbook"
        truths = damaged_files.make_pdfs(folder, word_pages.TrueType(FONT), handbook)
        truths += damaged_files.make_packages(folder, handbook)
        told = told_by_add(options, folder) if options.daemon else {}
        tally = collections.defaultdict(collections.Counter)
        for truth in truths:
            verdict, detail = judge(options.answerbox, truth, told)
            tally[truth.kind][verdict] += 1
            if options.all or verdict not in GOOD:
                print(f"{verdict:8} {os.path.basename(truth.path):45} {detail}", flush=True)
    damaged = [truth for truth in truths if truth.duty != NOTHING]
    print(f"{len(damaged)} files with a known loss, {len(truths) - len(damaged)} sound")
    for kind, verdicts in tally.items():
        print(f"  {kind:32} " + ", ".join(f"{n} {name}" for name, n in verdicts.items()))
    total = sum(tally.values(), collections.Counter())
    print("all: " + ", ".join(f"{n} {name}" for name, n in total.items()))
    return int(any(name not in GOOD for name in total))


def judge(answerbox, truth, told):
    account = convert(answerbox, truth.path, None)
    if account.refusal:
        is_loss = truth.duty != NOTHING
        return ("named" if is_loss else "false"), account.refusal[-60:]
    pages = [Printed(number, words) for number, words, _ in truth.pages]
    labels = match(pages, account.reading)
    named_pages = account.pages_named | told.get(os.path.basename(truth.path), set())
    named = sum((account.lost + account.hidden).values())
    if truth.duty == NOTHING:
        lost = [word for page in pages
                for word, label in zip(page.words, labels[page.number]) if label is None]
        if sum(account.lost.values()) or named_pages - account.pages_named:
            return "false", f"{sum(account.lost.values())} words called lost"
        if len(lost) > len(pages):
            return "silent", "sound, but lost: " + " ".join(lost[:8])
        return "sound", ""
    asked = served = told_of = 0
    for number, words in truth.questioned:
        asked += len(words)
        page = next(p for p in pages if p.number == number)
        usable = have_of(words, page, labels[number], (USABLE,))
        served += usable
        told_of += (len(words) if number in named_pages else
                    have_of(words, page, labels[number], (USABLE, *SET_ASIDE)) - usable)
    told_of = max(told_of, named)
    detail = f"{truth.kind}: {asked} words, {served} usable, {told_of} named"
    if truth.duty == NOT_SERVED:
        if 2 * served >= asked:
            return "served", detail
        return ("named" if 2 * told_of >= asked else "silent"), detail
    if served >= 0.95 * asked and truth.duty != NAMED:
        return "read", detail
    if 2 * told_of >= asked - served:
        return "named", detail
    beyond = len([p for p in account.reading.untaken() if not account.reading.is_spare[p]])
    return ("garbled" if 2 * beyond >= asked else "silent"), detail


def have_of(words, page, labels, wanted):
    """How many of the words in question have one of the `wanted` labels on their page;
    words that also stand elsewhere on it count where there are enough of them."""
    have = collections.Counter(word for word, label in zip(page.words, labels)
                               if label in wanted)
    need = collections.Counter(page.words)
    asked = collections.Counter(words)
    return sum(max(0, count - (need[word] - have[word])) for word, count in asked.items())


def told_by_add(options, folder):
    """Name -> pages that `add --json` names as without text or hard to read."""
    sys.path.append(str(ROOT / "tests/faults"))
    from answerboxd import Answerboxd
    with tempfile.TemporaryDirectory() as state:
        daemon = Answerboxd(options.daemon, pathlib.Path(state))
        try:
            done = subprocess.run([options.answerbox, "add", "--json", "--report", "--socket",
                                   str(daemon.socket_path), folder],
                                  capture_output=True, text=True, check=False)
        finally:
            daemon.close()
    told = {}
    for document in json.loads(done.stdout).get("documents", []):
        structure = document.get("structure", document)
        pages = structure.get("pages_without_text", []) + structure.get("unsure_pages", [])
        told[document["name"]] = set(pages)
    return told


if __name__ == "__main__":
    sys.exit(main())
