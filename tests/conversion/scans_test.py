#!/usr/bin/env python3
"""Scans are read: pages of the sample handbook, printed to pictures in several ways.

usage: scans_test.py ANSWERBOXD ANSWERBOX

Prints pages with 300 and 150 dots an inch, straight, skewed by 1 degree, and as
photographed by hand; recognises them, and compares the words. Shows that work that
was stopped goes on where it was, that two pages are at work at once within the
stated memory, and what becomes of an empty page, of a file with text and pictures,
and of a page that is hard to read. Reports what is found of the scans of
olmocr-sample where the data folder has it.

ANSWERBOX_CAMPAIGN=full prints ten pages in each way, otherwise one page in two ways.
Ends with code 77 when tesseract or python3-cairo is not installed.
"""

import collections
import difflib
import json
import os
import pathlib
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time

SYSTEM_PYTHON = "/usr/bin/python3"
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "tests/faults"), str(ROOT / "tests/figures")]

try:
    import printed_pages
except ImportError:
    # Packages of the system are not seen by a Python that is not the system's.
    if sys.executable == SYSTEM_PYTHON or not os.path.exists(SYSTEM_PYTHON):
        print("python3-cairo is not installed: no page is printed")
        sys.exit(77)
    os.execv(SYSTEM_PYTHON, [SYSTEM_PYTHON, *sys.argv])

import layout
from answerboxd import Answerboxd

HANDBOOK = ROOT / "deploy/sample-handbook"
IS_FULL = os.environ.get("ANSWERBOX_CAMPAIGN") == "full"

# How pages are printed -> the least share of words that are right.
LOOKS = {
    "300 dpi": (0.97, lambda page: printed_pages.picture_of(page, 300)),
    "150 dpi": (0.93, lambda page: printed_pages.picture_of(page, 150)),
    "300 dpi, skewed": (0.97, lambda page: printed_pages.picture_of(page, 300, 1)),
    "150 dpi, skewed": (0.93, lambda page: printed_pages.picture_of(page, 150, 1)),
    "photographed": (0.93, lambda page: printed_pages.photograph_of(page, 300)),
}
# docs/limits.md: what a page may take of memory, and how many are at work.
PAGE_MEMORY_KB = 256 << 10
PAGES_AT_ONCE = 2


class Scans:
    """The program under test, with folders of its own."""

    def __init__(self, answerbox, folder):
        self.answerbox = answerbox
        self.folder = folder
        self.cache = folder / "cache"
        self.environment = {**os.environ, "XDG_CACHE_HOME": str(self.cache)}

    def run(self, *arguments):
        return subprocess.run([self.answerbox, *map(str, arguments)], text=True,
                              capture_output=True, env=self.environment, check=False)

    def start(self, *arguments):
        return subprocess.Popen([self.answerbox, *map(str, arguments)], text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                env=self.environment)

    def text_of(self, path):
        run = self.run("convert", "--ocr", "eng", "--format", "text", path)
        assert run.returncode == 0, run.stderr
        return run.stdout

    def blocks_of(self, path):
        run = self.run("convert", "--ocr", "eng", "--format", "json", path)
        return json.loads(run.stdout)["blocks"] if run.returncode == 0 else []

    def kept_pages(self):
        return sorted(self.cache.glob("answerbox/ocr/*/*.hocr"))

    def scan(self, name, pictures):
        path = self.folder / name
        printed_pages.write_scan(path, pictures)
        return path


def plain_words(text):
    words = (word.strip(".,;:()\"'|-•") for word in text.split())
    return [word for word in words if word]


def share_right(truth, text):
    """Of the words, those that are read in their order."""
    truth, read = plain_words(truth), plain_words(text)
    matcher = difflib.SequenceMatcher(None, truth, read, autojunk=False)
    return sum(block.size for block in matcher.get_matching_blocks()) / len(truth)


def check_words(scans, pages):
    looks = LOOKS if IS_FULL else {look: LOOKS[look] for look in ("150 dpi, skewed",
                                                                 "photographed")}
    truth = " ".join(" ".join(page.words) for page in pages)
    for look, (least, draw) in looks.items():
        begun = time.monotonic()
        path = scans.scan("printed.pdf", [draw(page) for page in pages])
        drawn = time.monotonic()
        right = share_right(truth, scans.text_of(path))
        print(f"{look}: {right:.2%} of {len(plain_words(truth))} words right, "
              f"{(time.monotonic() - drawn) / len(pages):.1f} s a page "
              f"(drawn in {drawn - begun:.0f} s)")
        assert right >= least, f"{look}: {right:.2%} of the words"


def check_structure(scans, pages):
    """Headings and items are those of the same pages with text."""
    text = scans.folder / "text.pdf"
    printed_pages.write_text(text, pages)
    scan = scans.scan("scan.pdf", [printed_pages.picture_of(page, 300) for page in pages])

    def parts(path):
        return collections.Counter(
            (block["kind"], block["text"]) for block in scans.blocks_of(path)
            if block["kind"] in ("title", "heading", "item"))
    expected, found = parts(text), parts(scan)
    right = (expected & found).total()
    print(f"structure: {right} of {expected.total()} headings and items, "
          f"{(found - expected).total()} others")
    assert right >= 0.85 * expected.total(), expected - found


def check_pictures(scans, page):
    picture = printed_pages.picture_of(page, 150)
    path = scans.folder / "page.png"
    picture.write_to_png(str(path))
    assert share_right(" ".join(page.words), scans.text_of(path)) >= 0.93
    plain = scans.run("convert", path)
    assert plain.returncode == 4 and "--ocr" in plain.stderr, plain
    # Tesseract would take a text file as a list of pictures.
    (scans.folder / "list.png").write_text(f"{path}\n")
    listed = scans.run("convert", "--json", "--ocr", "eng", scans.folder / "list.png")
    assert json.loads(listed.stdout)["error"]["reason"] == "damaged", listed.stdout


def check_languages(scans, path):
    missing = scans.run("convert", "--json", "--ocr", "xxx", path)
    assert missing.returncode == 4, missing
    error = json.loads(missing.stdout)["error"]
    assert error["reason"] == "no_converter", error
    assert "tesseract-ocr-xxx" in error["message"] and "eng" in error["message"], error
    empty = scans.folder / "no-programs"
    empty.mkdir()
    for program in ("pdftohtml", "pdftotext", "pdftoppm"):
        (empty / program).symlink_to(shutil.which(program))
    run = subprocess.run([scans.answerbox, "convert", "--json", "--ocr", "eng", str(path)],
                         env={**scans.environment, "PATH": str(empty)}, text=True,
                         capture_output=True, check=False)
    error = json.loads(run.stdout)["error"]
    assert error["reason"] == "no_converter" and "tesseract-ocr" in error["message"], error


class MemoryWatch(threading.Thread):
    """What the tesseracts of a process take, as long as it runs."""

    def __init__(self, process):
        super().__init__()
        self.process = process
        self.most_kb = 0
        self.most_at_once = 0

    def run(self):
        while self.process.poll() is None:
            peaks = list(self.peaks())
            self.most_at_once = max(self.most_at_once, len(peaks))
            self.most_kb = max([self.most_kb, *peaks])
            time.sleep(0.02)

    def peaks(self):
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                fields = dict(line.split(":\t", 1) for line in
                              (folder / "status").read_text().splitlines() if ":\t" in line)
            except OSError:
                continue  # It has ended.
            if (fields.get("Name") == "tesseract" and "VmHWM" in fields and
                    int(fields["PPid"]) == self.process.pid):
                yield int(fields["VmHWM"].split()[0])


def check_stop(scans, socket, page):
    """A stop in the middle; the same command goes on, and at last nothing is kept."""
    count = 6
    path = scans.scan("long.pdf", [printed_pages.picture_of(page, 150)] * count)
    before = set(scans.kept_pages())
    add = ("add", "--socket", socket, "--ocr", "eng", "--json", path)
    process = scans.start(*add)
    watch = MemoryWatch(process)
    watch.start()
    while len(set(scans.kept_pages()) - before) < 2 and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate()
    watch.join()
    kept = {page: page.stat().st_mtime_ns for page in set(scans.kept_pages()) - before}
    assert process.returncode == 130, (process.returncode, output, errors)
    assert json.loads(output)["interrupted"] and 2 <= len(kept) < count, (output, kept)
    for page in kept:
        assert stat.S_IMODE(page.stat().st_mode) == 0o600, page
        assert stat.S_IMODE(page.parent.stat().st_mode) == 0o700, page
    print(f"stopped after {len(kept)} of {count} pages; {watch.most_at_once} at once, "
          f"{watch.most_kb} KB each at most")
    assert watch.most_at_once == PAGES_AT_ONCE and watch.most_kb < PAGE_MEMORY_KB, vars(watch)

    assert scans.run("convert", "--ocr", "eng", path).returncode == 0
    for page, changed in kept.items():
        assert page.stat().st_mtime_ns == changed, f"{page} was recognised again"
    assert len(set(scans.kept_pages()) - before) == count

    again = scans.run(*add)
    assert again.returncode == 0 and json.loads(again.stdout)["added"] == 1, again
    assert set(scans.kept_pages()) == before, "pages stay after the document is stored"


def check_mixture(scans, socket, pages):
    """Text stays as it is; an empty page stays empty; a page that is hard to read says so."""
    blurred = printed_pages.resized(printed_pages.picture_of(pages[0], 46), 150 / 46)
    scan = scans.scan("pictures.pdf", [None, printed_pages.picture_of(pages[0], 150), blurred])
    text = scans.folder / "text-page.pdf"
    printed_pages.write_text(text, pages[1:2])
    mixed = scans.folder / "mixed.pdf"
    subprocess.run(["qpdf", "--empty", "--pages", str(text), str(scan), "--", str(mixed)],
                   check=True)
    # A collection of its own: what two documents say is told of one.
    run = scans.run("add", "--socket", socket, "--collection", "mixed", "--ocr", "eng",
                    "--report", "--json", mixed)
    assert run.returncode == 0, run.stderr
    structure = json.loads(run.stdout)["documents"][0]["structure"]
    assert structure["pages_without_text"] == [2], structure
    assert structure["scan"]["pages"] == 3, structure
    assert structure["scan"]["unsure_pages"] == [4], structure
    places = asked_places(scans, socket, mixed.name)
    assert {place["page"] for place in places} >= {1, 3}, places
    for place in places:
        if place["page"] == 1:
            assert "scan_confidence" not in place, place
        elif place["page"] == 3:
            assert place["scan_confidence"] >= 0.9, place
        elif place["page"] == 4:
            assert place["scan_confidence"] < 0.85, place
    # Without the option the pictures are left out, as before.
    plain = scans.run("convert", "--format", "text", mixed)
    assert share_right(" ".join(pages[1].words), plain.stdout) > 0.99
    assert len(plain.stdout.split()) < 1.1 * len(pages[1].words)


def asked_places(scans, socket, document):
    places = []
    for question in ("When is the clinic open on Monday?", "Who founded the clinic?",
                     "Where does the foreman of the cleaning have his key from?",
                     "How often are alarm codes changed?", "What happens in heavy snow?"):
        run = scans.run("ask", "--socket", socket, "--collection", "mixed", "--theta", "0",
                        "--json", question)
        reply = json.loads(run.stdout)
        places += [place for place in (reply["answer"], *reply["runners_up"])
                   if place["document"] == document]
    return places


def report_olmocr(scans):
    if not layout.OLMOCR.is_dir():
        print("olmocr-sample is not in the data folder: its scans are not read")
        return
    facts = collections.defaultdict(list)
    decoder, text = json.JSONDecoder(), (layout.OLMOCR / "dataset.jsonl").read_text("utf-8")
    while text := text.lstrip():
        fact, end = decoder.raw_decode(text)
        facts[pathlib.PurePath(fact["pdf"]).stem].append(fact)
        text = text[end:]
    for name in (*layout.SCANS, "blank_book_pg1"):
        blocks = scans.blocks_of(layout.OLMOCR / f"pdfs/{name}.pdf")
        asked = [fact for fact in facts[name] if fact["type"] not in ("math", "baseline")]
        right = sum(layout.holds(fact, blocks) for fact in asked)
        words = sum(len(block.get("text", "").split()) for block in blocks)
        print(f"olmocr-sample, {name}: {words} words, {right} of {len(asked)} facts")


def main():
    if not shutil.which("tesseract"):
        print("tesseract is not installed: nothing is read")
        return 77
    daemon, answerbox = sys.argv[1:]
    pages = printed_pages.handbook_pages(HANDBOOK, 10 if IS_FULL else 2)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        scans = Scans(answerbox, folder)
        check_words(scans, pages if IS_FULL else pages[:1])
        check_pictures(scans, pages[0])
        check_languages(scans, scans.scan("one.pdf", [printed_pages.picture_of(pages[0], 150)]))
        if IS_FULL:
            check_structure(scans, pages)
        with Answerboxd(daemon, folder / "state") as box:
            check_stop(scans, box.socket_path, pages[1])
            check_mixture(scans, box.socket_path, pages)
        if IS_FULL:
            report_olmocr(scans)
    return 0


if __name__ == "__main__":
    sys.exit(main())
