"""Prints pages of Markdown as pictures, as a scanner or a camera would see them.

Needs python3-cairo. A page is A4; its truth is the words in the order in which a
person reads them.
"""

import math
import os
import re

import cairo

WIDTH, HEIGHT = 595, 842  # Points.
MARGIN, TOP, BOTTOM = 64, 70, 780
SERIF, SANS = "DejaVu Serif", "DejaVu Sans"


class Page:
    """Pieces of text, each (x, baseline, size, is_bold, words)."""

    def __init__(self):
        self.pieces = []

    @property
    def words(self):
        return " ".join(piece[4] for piece in self.pieces).split()

    def draw(self, context):
        context.set_source_rgb(0, 0, 0)
        for x, y, size, is_bold, words in self.pieces:
            choose_font(context, size, is_bold)
            context.move_to(x, y)
            context.show_text(words)


def choose_font(context, size, is_bold):
    context.select_font_face(SANS if is_bold else SERIF, cairo.FONT_SLANT_NORMAL,
                             cairo.FONT_WEIGHT_BOLD if is_bold else cairo.FONT_WEIGHT_NORMAL)
    context.set_font_size(size)


class Typesetter:
    """Sets Markdown as the handbook has it: headings, paragraphs, lists, tables."""

    def __init__(self):
        self.pages = []
        self.context = cairo.Context(cairo.ImageSurface(cairo.FORMAT_A8, 1, 1))
        self.begin_page()

    def begin_page(self):
        self.page = Page()
        self.pages.append(self.page)
        self.y = TOP

    def lines_of(self, text, size, is_bold, width):
        choose_font(self.context, size, is_bold)
        line = ""
        for word in text.split():
            longer = f"{line} {word}".strip()
            if line and self.context.text_extents(longer).x_advance > width:
                yield line
                longer = word
            line = longer
        if line:
            yield line

    def set_text(self, text, size=10.5, is_bold=False, x=MARGIN, mark=""):
        for line in self.lines_of(text, size, is_bold, WIDTH - MARGIN - x):
            if self.y + size * 1.3 > BOTTOM:
                self.begin_page()
            self.y += size * 1.35
            if mark:
                self.page.pieces.append((x - 16, self.y, size, is_bold, mark))
                mark = ""
            self.page.pieces.append((x, self.y, size, is_bold, line))

    def set_row(self, cells, is_bold):
        column = (WIDTH - 2 * MARGIN) / len(cells)
        lines = [list(self.lines_of(cell, 10, is_bold, column - 12)) for cell in cells]
        height = max(len(cell) for cell in lines) * 13.5 + 4
        if self.y + height > BOTTOM:
            self.begin_page()
        for number, cell in enumerate(lines):
            for row, line in enumerate(cell):
                self.page.pieces.append((MARGIN + number * column, self.y + (row + 1) * 13.5,
                                         10, is_bold, line))
        self.y += height

    def set_markdown(self, markdown):
        is_head = True
        for line in markdown.splitlines():
            line = re.sub(r"[*`]", "", line)
            item = re.match(r"(-|\d+\.) (.*)", line)
            if not line.strip():
                self.y += 6
                is_head = True
            elif line.startswith("#"):
                level = len(line) - len(line.lstrip("#"))
                self.y += 6
                self.set_text(line.lstrip("# "), (20, 15, 12.5)[min(level, 3) - 1], True)
                self.y += 3
            elif line.startswith("|"):
                cells = [cell.strip() for cell in line.strip("|").split("|")]
                if not set("".join(cells)) <= set("-: "):
                    self.set_row(cells, is_head)
                is_head = False
            elif item:
                self.set_text(item.group(2), x=MARGIN + 18,
                              mark="•" if item.group(1) == "-" else item.group(1))
            else:
                self.set_text(line)


def handbook_pages(folder, count):
    """The first `count` pages of a folder of Markdown files, each file on a new page."""
    setter = Typesetter()
    for path in sorted(folder.glob("*.md")):
        if setter.page.pieces:
            setter.begin_page()
        setter.set_markdown(path.read_text(encoding="utf-8"))
        if len(setter.pages) >= count:
            break
    return setter.pages[:count]


def picture_of(page, dpi, skew_degrees=0.0):
    """A scan: dark grey on a paper that is not quite white."""
    scale = dpi / 72
    surface = cairo.ImageSurface(cairo.FORMAT_RGB24, round(WIDTH * scale), round(HEIGHT * scale))
    context = cairo.Context(surface)
    context.set_source_rgb(0.97, 0.97, 0.95)
    context.paint()
    context.scale(scale, scale)
    context.translate(WIDTH / 2, HEIGHT / 2)
    context.rotate(math.radians(skew_degrees))
    context.translate(-WIDTH / 2, -HEIGHT / 2)
    page.draw(context)
    return surface


def photograph_of(page, dpi):
    """A photograph by hand: blurred, the far edge narrower, a shadow over one corner, noise."""
    sharp = picture_of(page, dpi, 0.6)
    width, height = sharp.get_width(), sharp.get_height()
    blurred = resized(resized(sharp, 0.62), 1 / 0.62, (width, height))
    photo = cairo.ImageSurface(cairo.FORMAT_RGB24, width, height)
    context = cairo.Context(photo)
    context.set_source_rgb(0.35, 0.32, 0.30)
    context.paint()
    for top in range(0, height, 2):
        narrowed = 0.93 + 0.06 * top / height
        context.save()
        context.rectangle(0, top, width, 2)
        context.clip()
        context.translate(width * (1 - narrowed) / 2, 0)
        context.scale(narrowed, 1)
        context.set_source_surface(blurred, 0, 0)
        context.paint()
        context.restore()
    darken(context, width, height)
    return photo


def resized(surface, factor, size=None):
    width, height = size or (round(surface.get_width() * factor),
                             round(surface.get_height() * factor))
    result = cairo.ImageSurface(cairo.FORMAT_RGB24, width, height)
    context = cairo.Context(result)
    context.scale(width / surface.get_width(), height / surface.get_height())
    context.set_source_surface(surface, 0, 0)
    context.get_source().set_filter(cairo.FILTER_GOOD)
    context.paint()
    return result


def darken(context, width, height):
    shadow = cairo.RadialGradient(width * 0.25, height * 0.2, width * 0.2,
                                  width * 0.25, height * 0.2, height)
    shadow.add_color_stop_rgba(0, 0, 0, 0, 0.0)
    shadow.add_color_stop_rgba(1, 0, 0, 0, 0.55)
    context.set_source(shadow)
    context.paint()
    tile = cairo.ImageSurface.create_for_data(bytearray(os.urandom(256 * 256)),
                                              cairo.FORMAT_A8, 256, 256)
    context.set_source_rgba(0, 0, 0, 0.10)
    noise = cairo.SurfacePattern(tile)
    noise.set_extend(cairo.EXTEND_REPEAT)
    context.mask(noise)


def write_scan(path, pictures):
    """A PDF of pictures alone, each as large as a page. None is an empty page."""
    surface = cairo.PDFSurface(str(path), WIDTH, HEIGHT)
    context = cairo.Context(surface)
    for picture in pictures:
        if picture is not None:
            context.save()
            context.scale(WIDTH / picture.get_width(), HEIGHT / picture.get_height())
            context.set_source_surface(picture, 0, 0)
            context.paint()
            context.restore()
        context.show_page()
    surface.finish()


def write_text(path, pages):
    """A PDF with text; a page of None is left out as a picture would be."""
    surface = cairo.PDFSurface(str(path), WIDTH, HEIGHT)
    context = cairo.Context(surface)
    for page in pages:
        page.draw(context)
        context.show_page()
    surface.finish()
