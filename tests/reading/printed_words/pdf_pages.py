"""The words that a PDF prints, page by page, by ways that its reader does not take:
pdftotext with lines and boxes; what `-raw`, no option, and turned pages add; ink where
a word should be; OCR of pages that hold no text.
"""

import collections
import functools
import html
import os
import re
import subprocess
import tempfile

from words import words_of

PAGE = re.compile(r'<page width="([\d.]+)" height="([\d.]+)">(.*?)</page>', re.S)
LINE = re.compile(r"<line [^>]*>(.*?)</line>", re.S)
BOX = re.compile(r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" '
                 r'yMax="([-\d.]+)">(.*?)</word>', re.S)
PICTURE_DPI, OCR_DPI = 100, 200
# A word of a fainter contrast cannot be seen.
LEAST_CONTRAST = 24


class Page:
    def __init__(self, number):
        self.number = number
        self.words, self.boxes, self.lines = [], [], []  # lines: of each word
        self.is_scan, self.height = False, 0

    def add_line(self, words_and_boxes):
        line = self.lines[-1] + 1 if self.lines else 0
        for word, box in words_and_boxes:
            self.words.append(word)
            self.boxes.append(box)
            self.lines.append(line)


def output_of(*command):
    done = subprocess.run(command, capture_output=True, check=False)
    return done.stdout.decode("utf-8", "replace")


def pages_of(path, ocr=None):
    pages = []
    for number, page in enumerate(
            PAGE.findall(output_of("pdftotext", "-bbox-layout", path, "-")), 1):
        pages.append(Page(number))
        pages[-1].height = float(page[1])
        for line in LINE.findall(page[2]):
            pages[-1].add_line([(word, tuple(float(x) for x in box[:4]))
                                for box in BOX.findall(line)
                                for word in words_of(html.unescape(box[4]))])
    with tempfile.TemporaryDirectory() as folder:
        turned = os.path.join(folder, "turned.pdf")
        ways = [output_of("pdftotext", *options, path, "-") for options in ((), ("-raw",))]
        for angle in ("+90", "+180"):
            subprocess.run(["qpdf", f"--rotate={angle}", path, turned],
                           capture_output=True, check=False)
            if os.path.exists(turned):
                ways.append(output_of("pdftotext", turned, "-"))
        for way in ways:
            for page, text in zip(pages, way.split("\f")):
                add_what_is_new(page, text)
        for page in pages:
            if not page.words and ocr:
                recognize(page, path, ocr, folder)
    return pages


def add_what_is_new(page, text):
    """Words of `text` whose letters the page does not have yet."""
    letters, counts = "".join(page.words), collections.Counter(page.words)
    for line in text.splitlines():
        words = words_of(line)
        new = [word for word in words if word not in counts and word not in letters]
        # A line whose letters are there is the same line, parted otherwise.
        if new and "".join(words) not in letters:
            page.add_line([(word, None) for word in new])
            letters += "".join(new)
            counts.update(new)


def recognize(page, path, language, folder):
    page.is_scan = True
    picture = os.path.join(folder, "scan")
    subprocess.run(["pdftoppm", "-gray", "-r", "300", "-singlefile", "-f", str(page.number),
                    "-l", str(page.number), path, picture], capture_output=True, check=False)
    recognize_picture(page, picture + ".pgm", language)


def recognize_picture(page, picture, language, segmentation="3", least_sure=60):
    page.is_scan = True
    lines = collections.OrderedDict()
    for row in output_of("tesseract", picture, "-", "-l", language, "--psm", segmentation,
                         "tsv").splitlines()[1:]:
        cells = row.split("\t")
        if len(cells) == 12 and cells[0] == "5" and float(cells[10]) >= least_sure:
            lines.setdefault(tuple(cells[1:5]), []).extend(words_of(cells[11]))
    for words in lines.values():
        page.add_line([(word, None) for word in words])


def words_of_pictures(path, pages, language):
    """Page -> words that are to be seen beside its text: the page is drawn, its text is
    painted over, and the rest is recognised."""
    seen = {}
    with tempfile.TemporaryDirectory() as folder:
        rest = os.path.join(folder, "rest.pgm")
        for page in pages:
            if page.is_scan or page.number not in pages_with_pictures(path):
                continue
            picture = draw(path, page.number, OCR_DPI, "-cropbox")
            if picture is None:
                continue
            width, height, pixels = picture
            pixels, scale = bytearray(pixels), OCR_DPI / 72
            for box in filter(None, page.boxes):
                left, right = int(box[0] * scale), int(box[2] * scale) + 1
                left, right = max(0, left), min(width, right)
                for y in range(max(0, int(box[1] * scale)),
                               min(height, int(box[3] * scale) + 1)):
                    row = y * width
                    # The ground beside the word, so that no edge looks like a letter.
                    ground = pixels[row + max(0, left - 2)]
                    pixels[row + left:row + right] = bytes([ground]) * max(0, right - left)
            with open(rest, "wb") as file:
                file.write(b"P5 %d %d 255\n" % (width, height) + pixels)
            found = Page(page.number)
            recognize_picture(found, rest, language, "11", 80)
            words = [word for word in found.words
                     if word.isdigit() or len(word) > 2 and word.isalpha()]
            if words:
                seen[page.number] = words
    return seen


@functools.lru_cache(maxsize=1)
def pages_with_pictures(path):
    """Pages with a picture of an inch by half an inch or more."""
    found = set()
    for row in output_of("pdfimages", "-list", path).splitlines()[2:]:
        cells = row.split()
        try:
            page, width, height = int(cells[0]), int(cells[3]), int(cells[4])
            across, down = int(cells[12]), int(cells[13])
        except (ValueError, IndexError):
            continue
        if across and down and width >= across and 2 * height >= down:
            found.add(page)
    return found


def draw(path, number, dpi, *options):
    """(width, height, bytes of grey) of a page, or None."""
    done = subprocess.run(["pdftoppm", "-gray", "-r", str(dpi), *options, "-f", str(number),
                           "-l", str(number), path], capture_output=True, check=False)
    head = re.match(rb"P5\s+(\d+)\s+(\d+)\s+255\s", done.stdout)
    return head and (int(head[1]), int(head[2]), done.stdout[head.end():])


class Pictures:
    """Pages as pictures, one at a time: whether something is to be seen in a box."""

    def __init__(self, path):
        self.path, self.number = path, None

    def shows(self, number, box):
        if box is None:
            return True
        if number != self.number:
            self.look_at(number)
        if not self.pixels:
            return True
        scale = PICTURE_DPI / 72
        left, top = max(0, int(box[0] * scale)), max(0, int(box[1] * scale))
        right = min(self.width, int(box[2] * scale) + 1)
        bottom = min(self.height, int(box[3] * scale) + 1)
        if right <= left or bottom <= top:
            return False  # Off the page.
        rows = [self.pixels[y * self.width + left:y * self.width + right]
                for y in range(top, bottom)]
        return (max(max(row) for row in rows) - min(min(row) for row in rows)
                >= LEAST_CONTRAST)

    def look_at(self, number):
        self.number, self.pixels = number, b""
        picture = draw(self.path, number, PICTURE_DPI, "-cropbox")
        if picture:
            self.width, self.height, self.pixels = picture
