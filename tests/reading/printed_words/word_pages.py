"""Sets pages of words as office programs do: embedded TrueType fonts with codes of their
own and a Unicode map. `pdf_writer`, one folder up, writes the file. Only Python's
standard library.
"""

import pathlib
import struct
import sys

# After this folder: both have a module `packages`.
sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import pdf_writer

WIDTH, HEIGHT = 595, 842
MARGIN, TOP, BOTTOM, SIZE = 64, 770, 70, 11
LEADING = 15


class TrueType:
    """What of a font file is needed: glyphs of characters and their widths."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = file.read()
        tables = {}
        for i in range(struct.unpack(">H", self.data[4:6])[0]):
            tag, _, offset, _ = struct.unpack(">4sLLL", self.data[12 + 16 * i:28 + 16 * i])
            tables[tag] = offset
        self.per_em = struct.unpack(">H", self.data[tables[b"head"] + 18:][:2])[0]
        metrics = struct.unpack(">H", self.data[tables[b"hhea"] + 34:][:2])[0]
        widths = struct.unpack(f">{2 * metrics}H", self.data[tables[b"hmtx"]:][:4 * metrics])
        self.widths = widths[::2]
        self.glyphs = self.read_cmap(tables[b"cmap"])

    def read_cmap(self, at):
        for i in range(struct.unpack(">H", self.data[at + 2:at + 4])[0]):
            offset = at + struct.unpack(">HHL", self.data[at + 4 + 8 * i:][:8])[2]
            if struct.unpack(">H", self.data[offset:offset + 2])[0] == 4:
                return self.read_segments(offset)
        raise ValueError("no table of characters that is known")

    def read_segments(self, at):
        count = struct.unpack(">H", self.data[at + 6:at + 8])[0] // 2
        row = lambda i: struct.unpack(f">{count}H", self.data[at + 14 + i:][:2 * count])
        ends, starts = row(0), row(2 * count + 2)
        deltas, offsets = row(4 * count + 2), row(6 * count + 2)
        glyphs = {}
        for i in range(count):
            for code in range(starts[i], min(ends[i], 0xFFFE) + 1):
                if offsets[i]:
                    place = (at + 14 + 6 * count + 2 + 2 * i + offsets[i]
                             + 2 * (code - starts[i]))
                    glyph = struct.unpack(">H", self.data[place:place + 2])[0]
                    glyph = (glyph + deltas[i]) & 0xFFFF if glyph else 0
                else:
                    glyph = (code + deltas[i]) & 0xFFFF
                if glyph:
                    glyphs[code] = glyph
        return glyphs

    def width_of(self, text, size):
        glyphs = [self.glyphs.get(ord(c), 0) for c in text]
        return sum(self.widths[min(g, len(self.widths) - 1)] for g in glyphs) * size / self.per_em


class Page:
    """Lines of words, drawn under `matrix`, and what is drawn before and after them."""

    def __init__(self, lines=()):
        self.lines = list(lines)  # (x, y, size, text, colour operators)
        self.matrix, self.before, self.after = "", "", ""
        self.font, self.picture, self.note = "F0", None, None
        self.rotate, self.box = 0, (0, 0, WIDTH, HEIGHT)

    def content(self, glyphs):
        parts = ["q", self.matrix, self.before]
        for x, y, size, text, colour in self.lines:
            codes = "".join(f"{glyphs.get(ord(c), 0):04x}" for c in text)
            parts.append(f"{colour} BT /{self.font} {size} Tf 1 0 0 1 {x:g} {y:g} Tm "
                         f"<{codes}> Tj ET")
        return "\n".join([*parts, self.after, "Q"]).encode()


def set_pages(font, paragraphs, most=8):
    """Pages of paragraphs; the first line of a page is its title."""
    pages, y = [Page()], TOP
    for text in paragraphs:
        is_title = text.startswith("#")
        size = 16 if is_title else SIZE
        if len(text) < 2:
            continue
        lines, line = [], ""
        for word in text.lstrip("# ").split():
            longer = f"{line} {word}".strip()
            if line and font.width_of(longer, size) > WIDTH - 2 * MARGIN:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
        if y - len(lines) * LEADING < BOTTOM:
            if len(pages) == most:
                break
            pages.append(Page())
            y = TOP
        for line in lines:
            pages[-1].lines.append((MARGIN, y, size, line, "0 g"))
            y -= LEADING * size / SIZE
        y -= LEADING * 0.7
    return pages


def unicode_map(glyphs, moved_to=None):
    pairs = [(glyph, code if moved_to is None else moved_to + glyph % 0x1800)
             for code, glyph in sorted(glyphs.items()) if code < 0x2200]
    rows = []
    for i in range(0, len(pairs), 100):
        part = pairs[i:i + 100]
        rows.append(f"{len(part)} beginbfchar\n"
                    + "\n".join(f"<{g:04x}> <{c:04x}>" for g, c in part) + "\nendbfchar")
    return ("/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n"
            "/CMapName /M def /CMapType 2 def\n"
            "1 begincodespacerange <0000> <ffff> endcodespacerange\n" + "\n".join(rows)
            + "\nendcmap end end").encode()


def write(path, font, pages):
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b""]

    def add(body):
        objects.append(body if isinstance(body, bytes) else body.encode())
        return len(objects)

    def stream(head, data):
        return add(pdf_writer.stream(data, head))

    file = stream(f"/Length1 {len(font.data)}", font.data)
    descriptor = add(f"<< /Type /FontDescriptor /FontName /AAAAAA+Sound /Flags 4 /ItalicAngle 0 "
                     f"/FontBBox [0 -200 1000 900] /Ascent 900 /Descent -200 /CapHeight 700 "
                     f"/StemV 80 /FontFile2 {file} 0 R >>")
    used = {font.glyphs.get(ord(c), 0) for page in pages for line in page.lines for c in line[3]}
    widths = " ".join(f"{g} [{font.widths[min(g, len(font.widths) - 1)] * 1000 // font.per_em}]"
                      for g in sorted(used))
    base = add(f"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /AAAAAA+Sound "
               f"/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> "
               f"/FontDescriptor {descriptor} 0 R /CIDToGIDMap /Identity /W [{widths}] >>")
    maps = {"F0": stream("", unicode_map(font.glyphs)), "F1": None,
            "F2": stream("", unicode_map(font.glyphs, 0xE000))}
    fonts = ""
    for name, unicode in maps.items():
        number = add(f"<< /Type /Font /Subtype /Type0 /BaseFont /AAAAAA+Sound "
                     f"/Encoding /Identity-H /DescendantFonts [{base} 0 R] "
                     + (f"/ToUnicode {unicode} 0 R" if unicode else "") + " >>")
        fonts += f"/{name} {number} 0 R "
    kids = []
    for page in pages:
        content = stream("", page.content(font.glyphs))
        pictures = notes = ""
        if page.picture:
            width, height, data = page.picture
            picture = stream(f"/Type /XObject /Subtype /Image /Width {width} /Height {height} "
                             f"/ColorSpace /DeviceGray /BitsPerComponent 8", data)
            pictures = f"/XObject << /P {picture} 0 R >>"
        if page.note:
            note = add(f"<< /Type /Annot /Subtype /Text /Rect [500 700 520 720] "
                       f"/Contents ({page.note}) >>")
            notes = f"/Annots [{note} 0 R]"
        box = " ".join(map(str, page.box))
        kids.append(add(f"<< /Type /Page /Parent 2 0 R /MediaBox [{box}] "
                        f"/Rotate {page.rotate} /Contents {content} 0 R {notes} "
                        f"/Resources << /Font << {fonts} >> {pictures} >> >>"))
    objects[1] = (f"<< /Type /Pages /Count {len(kids)} /Kids "
                  f"[{' '.join(f'{kid} 0 R' for kid in kids)}] >>").encode()
    with open(path, "wb") as file:
        file.write(pdf_writer.assembled(objects, "right"))
