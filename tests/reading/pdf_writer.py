"""Writes small PDFs by hand: text at places, rules, grounds, fonts of all kinds.

Lengths are points from the lower left corner, as in ISO 32000. Helvetica is not
embedded: every viewer has a typeface of its widths.
"""

from __future__ import annotations

import re
import zlib

from written import pieces

# Of Helvetica (Adobe's font metrics), from the space on.
WIDTHS = [278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278] + [556] * 10 + [
    278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667,
    778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556,
    556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584]
BODY, BOLD, ITALIC = "F1", "F2", "F3"
BASE_FONTS = {BODY: "Helvetica", BOLD: "Helvetica-Bold", ITALIC: "Helvetica-Oblique"}
UPRIGHT, UPWARDS, ON_ITS_HEAD, DOWNWARDS = (1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0)
BLACK, WHITE = (0, 0, 0), (1, 1, 1)

# Capital letters as strokes, on a grid of 4 by 6: what a font draws that has no
# names for its letters.
STROKES = {
    "A": "0,0 2,6 4,0;1,2 3,2", "B": "0,0 0,6 3,6 4,5 3,3 0,3;3,3 4,2 4,1 3,0 0,0", "C": "4,5 3,6 1,6 0,5 0,1 1,0 3,0 4,1",
    "D": "0,0 0,6 2,6 4,4 4,2 2,0 0,0", "E": "4,0 0,0 0,6 4,6;0,3 3,3", "F": "0,0 0,6 4,6;0,3 3,3",
    "G": "4,5 3,6 1,6 0,5 0,1 1,0 3,0 4,1 4,3 2,3", "H": "0,0 0,6;4,0 4,6;0,3 4,3", "I": "2,0 2,6", "K": "0,0 0,6;4,6 0,3 4,0",
    "L": "0,6 0,0 4,0", "M": "0,0 0,6 2,3 4,6 4,0", "N": "0,0 0,6 4,0 4,6", "O": "1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1 1,0",
    "P": "0,0 0,6 3,6 4,5 4,4 3,3 0,3", "R": "0,0 0,6 3,6 4,5 4,4 3,3 0,3;2,3 4,0", "S": "4,5 3,6 1,6 0,5 0,4 1,3 3,3 4,2 4,1 3,0 1,0 0,1",
    "T": "2,0 2,6;0,6 4,6", "U": "0,6 0,1 1,0 3,0 4,1 4,6", "V": "0,6 2,0 4,6", "W": "0,6 1,0 2,3 3,0 4,6", "Y": "0,6 2,3 4,6;2,3 2,0"}


def width(text: str, size: float, font: str = BODY) -> float:
    total = sum(WIDTHS[ord(letter) - 32] if " " <= letter <= "~" else 556 for letter in text)
    return total * size / 1000 * (1.06 if font == BOLD else 1)


def wrapped(text: str, size: float, room: float) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if width(re.sub(r"[{}]", "", longer), size) > room and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def quoted(text: str) -> bytes:
    raw = text.encode("cp1252")
    return b"(" + re.sub(rb"([\\()])", rb"\\\1", raw) + b")"


class Page:
    def __init__(self, size=(595, 842), rotate: int = 0):
        self.size = size
        self.rotate = rotate
        self.content: list[bytes] = []
        self.notes: list[str] = []
        self.picture: tuple[int, int, bytes] | None = None

    def raw(self, operators: str | bytes) -> None:
        self.content.append(operators.encode("cp1252") if isinstance(operators, str) else operators)

    def text(self, x, y, text, size=11, font=BODY, color=BLACK, turn=UPRIGHT, spacing=0, mode=0, encoded=None) -> float:
        """One run, or several with raised and lowered signs; where it ends, if upright.
        `encoded`: the codes to show in place of the text."""
        show = [b"q BT %.2f %.2f %.2f rg %g Tc %d Tr" % (*color, spacing, mode),
                b"%d %d %d %d %.2f %.2f Tm" % (*turn, x, y)]
        small, raised, lowered = size * .63, size * .38, -size * .18
        end = x
        for kind, words in pieces(text) or [("text", "")]:
            if kind == "fraction":
                above, below = words.split("/")
                runs = [(above, small, raised), ("/", size * .8, 0), (below, small, 0)]
            else:
                runs = [(words, *{"text": (size, 0), "down": (small, lowered)}.get(kind, (small, raised)))]
            for run, run_size, rise in runs:
                shown = quoted(run) if encoded is None else b"<" + encoded.hex().encode() + b">"
                show.append(b"/%s %.2f Tf %.2f Ts %s Tj" % (font.encode(), run_size, rise, shown))
                end += width(run, run_size, font) + spacing * len(run)
        self.content.append(b" ".join(show) + b" ET Q")
        return end

    def paragraph(self, x, y, text, size=11, room=450, leading=1.25, **look) -> float:
        """The base line after the paragraph, with half a line between."""
        for line in wrapped(text, size, room):
            self.text(x, y, line, size, **look)
            y -= size * leading
        return y - size * .6

    def fill(self, x, y, w, h, color=BLACK) -> None:
        self.content.append(b"q %.2f %.2f %.2f rg %.2f %.2f %.2f %.2f re f Q" % (*color, x, y, w, h))

    def line(self, x, y, to_x, to_y, thickness=.7) -> None:
        self.content.append(b"q %.2f w %.2f %.2f m %.2f %.2f l S Q" % (thickness, x, y, to_x, to_y))

    def rows(self, x, y, rows, columns, size=10, pitch=18, head_font=None, **look) -> float:
        """A table without rules. Cells may hold several lines ("\\n")."""
        for number, row in enumerate(rows):
            lines = 1
            for left, cell in zip(columns, row):
                for below, part in enumerate(cell.split("\n")):
                    if part:
                        font = {"font": head_font} if head_font and number == 0 else {}
                        self.text(x + left, y - below * size * 1.2, part, size, **{**look, **font})
                    lines = max(lines, below + 1)
            y -= pitch + (lines - 1) * size * 1.2
        return y

    def sticky_note(self, x, y, text) -> None:
        self.notes.append(f"<< /Type /Annot /Subtype /Text /Rect [{x} {y} {x + 20} {y + 20}] /Contents ({text}) >>")


class Pdf:
    """`fonts`: name -> the objects that `mapped_font` and `stroke_font` make."""

    def __init__(self, *pages: Page, fonts=None):
        self.pages = list(pages)
        self.fonts = fonts or {}

    def bytes(self, xref: str = "right") -> bytes:
        """`xref`: right, "shifted" (offsets that are wrong) or "missing" (startxref
        leads nowhere)."""
        objects: list[bytes] = [b"", b""]  # The catalog and the pages.

        def add(data: bytes) -> int:
            objects.append(data)
            return len(objects)

        fonts = {name: add(f"<< /Type /Font /Subtype /Type1 /BaseFont /{base} /Encoding /WinAnsiEncoding >>".encode())
                 for name, base in BASE_FONTS.items()}
        for name, make in self.fonts.items():
            fonts[name] = make(add)
        named = " ".join(f"/{name} {number} 0 R" for name, number in fonts.items())
        kids = []
        for page in self.pages:
            content = add(stream(b"\n".join(page.content)))
            pictures = ""
            if page.picture:
                w, h, grey = page.picture
                head = f"/Type /XObject /Subtype /Image /Width {w} /Height {h} /ColorSpace /DeviceGray /BitsPerComponent 8"
                pictures = f"/XObject << /P {add(stream(grey, head))} 0 R >>"
            notes = " ".join(f"{add(note.encode('cp1252'))} 0 R" for note in page.notes)
            kids.append(add((f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {page.size[0]} {page.size[1]}] /Rotate {page.rotate} "
                             f"/Contents {content} 0 R /Annots [{notes}] "
                             f"/Resources << /Font << {named} >> {pictures} >> >>").encode()))
        objects[0] = b"<< /Type /Catalog /Pages 2 0 R >>"
        objects[1] = (f"<< /Type /Pages /Count {len(kids)} /Kids [" + " ".join(f"{kid} 0 R" for kid in kids) + "] >>").encode()
        return assembled(objects, xref)


def stream(data: bytes, head: str = "") -> bytes:
    packed = zlib.compress(data)
    return f"<< {head} /Length {len(packed)} /Filter /FlateDecode >>\nstream\n".encode() + packed + b"\nendstream"


def assembled(objects: list[bytes], xref: str) -> bytes:
    out = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
    offsets = []
    for number, data in enumerate(objects, 1):
        offsets.append(len(out) + (7 if xref == "shifted" else 0))
        out += b"%d 0 obj\n" % number + data + b"\nendobj\n"
    start = len(out) if xref != "missing" else 10 * len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return out + b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)


def mapped_font(codes: dict[int, str]):
    """A font of own codes, which a ToUnicode map tells: code -> letters."""

    def make(add) -> int:
        pairs = "".join(f"<{code:02X}> <{letters.encode('utf-16-be').hex()}>\n" for code, letters in codes.items())
        cmap = ("/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Own def /CMapType 2 def\n"
                f"1 begincodespacerange <00> <FF> endcodespacerange\n{len(codes)} beginbfchar\n{pairs}endbfchar\n"
                "endcmap end end")
        widths = " ".join(["500"] * 224)
        return add((f"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 255 "
                    f"/Widths [{widths}] /ToUnicode {add(stream(cmap.encode()))} 0 R >>").encode())

    return make


def encoded(text: str, codes: dict[int, str]) -> bytes:
    back = {letters: code for code, letters in codes.items()}
    return bytes(back[letter] for letter in text)


def symbol_font(add) -> int:
    """Adobe's Symbol, with its own encoding (ISO 32000, D.5): 0xA3 is "less or equal"."""
    return add(b"<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>")


STROKE_CODES = {letter: 0x21 + 3 * i for i, letter in enumerate(sorted(STROKES))} | {" ": 0x20}


def stroke_font(add) -> int:
    """Letters as drawings, with codes and names that say nothing of them."""
    procedures, differences, widths = [], [], ["0"] * 224
    for letter, code in STROKE_CODES.items():
        drawn = "".join(" ".join(f"{point.replace(',', ' ')} {'m' if i == 0 else 'l'}"
                                 for i, point in enumerate(line.split())) + " S "
                        for line in STROKES.get(letter, "").split(";") if line)
        number = add(stream(f"6 0 d0 .55 w 1 J 1 j {drawn}".encode()))
        procedures.append(f"/q{code}x {number} 0 R")
        differences.append(f"{code} /q{code}x")
        widths[code - 32] = "6"
    return add(("<< /Type /Font /Subtype /Type3 /FontBBox [0 0 5 7] /FontMatrix [.12 0 0 .12 0 0] "
                f"/CharProcs << {' '.join(procedures)} >> /Encoding << /Type /Encoding /Differences [{' '.join(differences)}] >> "
                f"/FirstChar 32 /LastChar 255 /Widths [{' '.join(widths)}] /Resources << >> >>").encode())


def stroke_codes(text: str) -> bytes:
    return bytes(STROKE_CODES[letter] for letter in text)
