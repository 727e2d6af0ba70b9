"""Point 3: pages. Turned text, columns, slides, scans, page and line numbers, damaged files."""

from __future__ import annotations

import os
import pathlib
import subprocess
import tempfile

from case import Asked, Case, heading, item
from pdf_writer import BOLD, DOWNWARDS, ON_ITS_HEAD, UPRIGHT, UPWARDS, Page, Pdf

ORCHARD = "The orchard is mown in June and in September, and the hay is given to the neighbour's goats."
CIDER = "Cider is pressed on the second Saturday of October, when most of the apples are down."
SAP = (
    "Sap runs on days of thaw after a night of frost. Buckets are hung at breast height, on the south side of the trunk, "
       "and emptied before dark. Wood of the last winter heats the pan until the syrup drops from the spoon in sheets.")
SHELVES = [["Seed", "Drawer", "Keeps"], ["Parsnip", "A 3", "1 year"], ["Beetroot", "B 6", "5 years"],
           ["Cabbage", "C 1", "4 years"]]
SHELF_RECORDS = ({"Seed": "Parsnip", "Drawer": "A 3", "Keeps": "1 year"},
                 {"Seed": "Beetroot", "Drawer": "B 6", "Keeps": "5 years"})


def first_page(title: str = "Orchard") -> Page:
    page = Page()
    page.text(60, 780, title, 16, BOLD)
    page.paragraph(60, 744, ORCHARD)
    return page


def turned_table(turn) -> bytes:
    page = Page()
    for number, row in enumerate([["Drawers of seeds"], *SHELVES]):
        for left, cell in zip((60, 230, 400), row):
            across, down = left, 80 + 24 * number
            x, y = {UPWARDS: (down, across), DOWNWARDS: (595 - down, 782 - across),
                    ON_ITS_HEAD: (535 - across, 40 + down)}[turn]
            page.text(x, y, cell, 11, BOLD if number < 2 else "F1", turn=turn)
    return Pdf(first_page(), page).bytes()


def turned_text(turn, rotate: int = 0) -> bytes:
    page = Page(rotate=rotate)
    lines = SAP.replace(". ", ".\n").split("\n")
    for number, line in enumerate(["Syrup", *lines]):
        x, y = {UPWARDS: (90 + 20 * number, 60), ON_ITS_HEAD: (540, 70 + 20 * number)}[turn]
        page.text(x, y, line, 11, BOLD if number == 0 else "F1", turn=turn)
    return Pdf(page).bytes()


def text_layer() -> bytes:
    """A scan whose text another program recognised, and a page with nothing."""
    scan = picture_page()
    scan.text(60, 740, SAP.split(". ")[0] + ".", mode=3)
    return Pdf(first_page(), Page(), scan, Page()).bytes()


def struck_beside_scan() -> bytes:
    page = first_page()
    page.line(60, 403.6, page.text(60, 400, "Keep the gate shut from May on."), 403.6)
    return Pdf(page, picture_page()).bytes()


def margin_note() -> bytes:
    page = first_page()
    page.text(36, 400, "Keep the gate shut: the goats are out from May on", 9, turn=UPWARDS)
    page.paragraph(60, 690, CIDER)
    return Pdf(page).bytes()


def vertical_heads(turn=UPWARDS) -> bytes:
    page = Page()
    page.text(60, 780, "Tools of each shed", 16, BOLD)
    for x, name in ((205, "Ladders"), (265, "Saws"), (325, "Barrows")):
        page.text(x if turn == UPWARDS else x - 6, 690 if turn == UPWARDS else 735, name, 10, BOLD, turn=turn)
    page.text(60, 690, "Shed", 10, BOLD)
    page.rows(60, 670, [["North", "4", "7", "2"], ["Quarry", "3", "9", "6"], ["Weir", "5", "8", "1"]],
              (0, 138, 198, 258))
    page.line(60, 684, 340, 684)
    page.paragraph(60, 600, CIDER)
    return Pdf(page).bytes()


LEFT = ("The first press stands in the barn.", "It was built by a cooper and holds forty litres.",
        "Its screw is greased with tallow before each season, and its cloths are boiled.",
        "A stone of the old mill weighs down the lid, and a boy sits on the stone.",
        "Juice runs through a gutter of elm into the vat below, which is covered with linen against wasps.")
RIGHT = ("The second press is on wheels.", "Two people pull it from farm to farm.",
         "It takes apples and pears alike, but never quinces, which are too hard.",
         "Its basket lifts out, so that the pulp can be carried to the pigs.",
         "A brake of iron keeps it from rolling, and a bell tells the village that it has come.")


def column(page: Page, x: float, y: float, text: str) -> float:
    return page.paragraph(x, y, text, 10, room=215, leading=1.3)


def rows_across() -> bytes:
    page = Page()
    page.text(60, 790, "Presses", 16, BOLD)
    left = right = 760.0
    left = column(page, 60, left, " ".join(LEFT))
    right = column(page, 320, right, " ".join(RIGHT))
    y = min(left, right) - 10
    page.text(60, y, "Hire of a press", 11, BOLD)
    y = page.rows(60, y - 22, [["Press", "Deposit", "Fee for a day", "Fetched from"],
                               ["Barn", "none", "6 crowns", "the cooper's yard"],
                               ["Wheels", "40 crowns", "11 crowns", "the fire station"]], (0, 120, 240, 360),
                               head_font=BOLD)
    column(page, 60, y - 14, SAP)
    column(page, 320, y - 14, ORCHARD + " " + CIDER)
    return Pdf(page).bytes()


def heading_across() -> bytes:
    page = Page()
    page.text(60, 790, "Presses", 18, BOLD)
    column(page, 60, 760, " ".join(LEFT))
    column(page, 320, 760, " ".join(RIGHT))
    page.text(60, 600, "What becomes of the pulp when all the juice has run", 14, BOLD)
    column(page, 60, 576, ORCHARD + " " + CIDER)
    column(page, 320, 576, SAP)
    return Pdf(page).bytes()


def three_columns() -> bytes:
    page = Page()
    page.text(60, 780, "Presses", 16, BOLD)
    for x, text in ((60, " ".join(LEFT)), (225, " ".join(RIGHT)), (390, ORCHARD + " " + SAP)):
        page.paragraph(x, 750, text, 9, room=145, leading=1.3)
    return Pdf(page).bytes()


def two_boxes() -> bytes:
    """A slide whose points stand in two boxes, each under its own head."""
    page = Page((720, 405))
    page.text(40, 350, "Two ways to ring", 32, BOLD)
    for x, head, points in ((40, "By day", ("nets beside water", "open from dawn")),
                            (390, "By night", ("lamps and nets", "two people at least"))):
        page.text(x, 290, head, 22, BOLD)
        for row, point in enumerate(points):
            page.text(x, 245 - 40 * row, "•", 18)
            page.text(x + 24, 245 - 40 * row, point, 18)
    return Pdf(page).bytes()


def cut_xref() -> bytes:
    """The table holds an entry less than it says, as some programs write it."""
    whole = Pdf(first_page()).bytes()
    return whole.replace(b"0000000000 65535 f \n", b"", 1)


def slides() -> bytes:
    made = []
    for number, (title, points) in enumerate((("Why we ring birds",
                                               ("They come back to the same reed",
                                                "A ring weighs less than a feather")),
                                              ("What a ringer carries",
                                               ("Pliers of two sizes", "A balance, read to a tenth of a gram",
                                                                         "Cloth bags, one for each bird"))), 1):
        page = Page((720, 405))
        page.fill(0, 340, 720, 65, (.1, .3, .5))
        page.text(40, 360, title, 32, BOLD, color=(1, 1, 1))
        for row, point in enumerate(points):
            page.text(60, 280 - 50 * row, "•", 24)
            page.text(90, 280 - 50 * row, point, 24)
        page.text(40, 15, "Reed Bird Society", 10)
        page.text(680, 15, str(number), 10)
        made.append(page)
    return Pdf(*made).bytes()


def over_pages(foot) -> bytes:
    """A sentence that goes on overleaf, with a page number between."""
    one = first_page("Nets")
    one.paragraph(60, 690, SAP)
    y = 116
    for line in ("Mist nets are opened at first light and are never left alone, because a bird that hangs",
                 "in the mesh for longer than half an"):
        one.text(60, y, line)
        y -= 14
    two, three = Page(), Page()
    two.text(60, 780, "hour may be too weak to fly, and is kept in a dark bag until it has")
    two.text(60, 766, "taken sugar water.")
    two.paragraph(60, 740, CIDER)
    three.paragraph(60, 780, ORCHARD)
    for number, page in enumerate((one, two, three), 1):
        foot(page, number)
    return Pdf(one, two, three).bytes()


def line_numbers(step: int) -> bytes:
    page = Page()
    page.text(90, 780, "Draft rules of the footpath", 16, BOLD)
    lines = ["The footpath is closed to riders from November to",
             "March, when the ground is too soft for hooves. Dogs are",
             "led between the two stiles. Whoever meets a herd waits",
             "until it has crossed. The stile at the chapel is mended",
             "each spring by the parish, and the stile at the mill by",
             "the miller. Signs are painted white on green.",
             "Children under ten years walk with a grown person on",
             "the stretch along the quarry, which has no fence. The",
             "warden may close the path after storms. A fine of 18", "crowns is asked of those who light fires."]
    for number, line in enumerate(lines, 1):
        if number % step == 0:
            page.text(60, 760 - 20 * number, str(number), 8)
        page.text(90, 760 - 20 * number, line)
    return Pdf(page).bytes()


def numbered_rows() -> bytes:
    """Numbers at the left that are no numbers of lines."""
    page = first_page()
    page.rows(60, 690, [["No.", "Tree", "Planted"], ["1", "Quince", "1988"], ["2", "Medlar", "1991"],
                        ["3", "Walnut", "2004"]],
              (0, 60, 220), head_font=BOLD)
    page.paragraph(60, 600, CIDER)
    return Pdf(page).bytes()


def number_at_foot() -> bytes:
    """The last line of a page is a number that belongs to the text."""
    page = first_page()
    page.text(60, 110, "The number of trees that bore fruit in the year of the great frost was")
    page.text(60, 96, "217.")
    page.text(290, 40, "1", 9)
    second = Page()
    second.paragraph(60, 780, CIDER)
    second.text(290, 40, "2", 9)
    return Pdf(page, second).bytes()


def drawn(*pages: Page, turn: int = 0) -> list[tuple[int, int, bytes]]:
    """Pictures of pages, grey, as a scanner makes them: width, height and bytes."""
    for page in pages:
        page.rotate = turn
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "p.pdf"
        file.write_bytes(Pdf(*pages).bytes())
        subprocess.run(["pdftoppm", "-r", "150", "-gray", file, f"{folder}/p"], check=True, env={**os.environ})
        found = []
        for picture in sorted(pathlib.Path(folder).glob("*.pgm")):
            head, size, most, grey = picture.read_bytes().split(b"\n", 3)
            assert (head, most) == (b"P5", b"255")
            width, height = map(int, size.split())
            found.append((width, height, grey))
        return found


def scanned_page() -> Page:
    page = Page()
    page.text(60, 760, "The ferryman's rules", 20, BOLD)
    page.paragraph(60, 710, "The rope is checked each morning before the first crossing. " + SAP + " " + ORCHARD, 13,
                   room=440, leading=1.5)
    return page


def png(turn: int) -> bytes:
    import struct
    import zlib
    width, height, grey = drawn(scanned_page(), turn=turn)[0]
    rows = b"".join(b"\0" + grey[width * y:width * (y + 1)] for y in range(height))
    chunks = ((b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)), (b"IDAT", zlib.compress(rows)),
              (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(struct.pack(">I", len(data)) + name + data
                                           + struct.pack(">I", zlib.crc32(name + data))
                                           for name, data in chunks)


def picture_page(turn: int = 0) -> Page:
    page = Page()
    page.picture = drawn(scanned_page(), turn=turn)[0]
    page.raw("q 595 0 0 842 0 0 cm /P Do Q")
    return page


def picture_on_text_page() -> bytes:
    """A page with text and, below it, a picture of text: half a page that no text layer has."""
    page = first_page()
    page.picture = drawn(scanned_page())[0]
    page.raw("q 420 0 0 594 80 60 cm /P Do Q")
    return Pdf(page).bytes()


SCANNED = ("The rope is checked each morning before the first crossing",)
NET = "because a bird that hangs in the mesh for longer than half an hour may be too weak to fly"

CASES = [
    Case("sideways-table-pdf", "3 sideways and upside down", "pdf", lambda: turned_table(UPWARDS),
         lines=("Drawers of seeds",),
         records=SHELF_RECORDS, asked=(Asked("In which drawer is beetroot?", ("B 6",)),)),
    Case("sideways-down-table-pdf", "3 sideways and upside down", "pdf", lambda: turned_table(DOWNWARDS),
         records=SHELF_RECORDS),
    Case("head-down-table-pdf", "3 sideways and upside down", "pdf", lambda: turned_table(ON_ITS_HEAD),
         records=SHELF_RECORDS),
    Case("sideways-text-pdf", "3 sideways and upside down", "pdf", lambda: turned_text(UPWARDS),
         lines=("Buckets are hung at breast height, on the south side of the trunk",),
         order=("Sap runs", "Buckets", "Wood of the last winter")),
    Case("head-down-text-pdf", "3 sideways and upside down", "pdf", lambda: turned_text(ON_ITS_HEAD),
         lines=("Buckets are hung at breast height, on the south side of the trunk",),
         order=("Sap runs", "Buckets", "Wood of the last winter")),
    Case("margin-note-pdf", "3 sideways and upside down", "pdf", margin_note, lines=(CIDER,),
         anywhere=("Keep the gate shut: the goats are out from May on",)),
    Case("turned-page-pdf", "3 sideways and upside down", "pdf",
         lambda: Pdf(*(turn_whole(page) for page in [first_page()])).bytes(), lines=(ORCHARD,)),
    Case("rotated-upright-pdf", "3 look-alikes", "pdf", lambda: turned_text(UPWARDS, rotate=90),
         lines=("Buckets are hung at breast height, on the south side of the trunk",),
         order=("Sap runs", "Buckets", "Wood of the last winter")),
    Case("vertical-heads-pdf", "3 vertical heads", "pdf", vertical_heads,
         records=({"Shed": "Quarry", "Ladders": "3", "Saws": "9", "Barrows": "6"}, {"Shed": "Weir", "Ladders": "5"})),
    Case("vertical-heads-down-pdf", "3 vertical heads", "pdf", lambda: vertical_heads(DOWNWARDS),
         records=({"Shed": "North", "Saws": "7", "Barrows": "2"},)),
    Case("three-columns-pdf", "3 columns", "pdf", three_columns,
         order=(*LEFT, *RIGHT, ORCHARD, "Sap runs", "in sheets")),
    Case("two-boxes-pdf", "3 slides", "pdf", two_boxes,
         order=("By day", "nets beside water", "open from dawn", "By night", "lamps and nets", "two people at least"),
         blocks=(heading("Two ways to ring"), heading("By night", below="Two ways to ring"), item("lamps and nets"))),
    Case("rows-across-pdf", "3 columns", "pdf", rows_across,
         order=(*LEFT, *RIGHT, "Hire of a press", "Deposit", "40 crowns", "Sap runs", "in sheets", ORCHARD),
         records=({"Press": "Wheels", "Deposit": "40 crowns", "Fee for a day": "11 crowns",
                   "Fetched from": "the fire station"},)),
    Case("heading-across-pdf", "3 columns", "pdf", heading_across,
         order=(*LEFT, *RIGHT, "What becomes of the pulp", ORCHARD, CIDER, "Sap runs"),
         blocks=(heading("What becomes of the pulp when all the juice has run"),)),
    Case("slides-pdf", "3 slides", "pdf", slides,
         blocks=(heading("Why we ring birds"), heading("What a ringer carries"),
                 item("A balance, read to a tenth of a gram"),
                 item("Cloth bags, one for each bird"), item("A ring weighs less than a feather"))),
    Case("number-below-pdf", "3 page numbers", "pdf",
         lambda: over_pages(lambda page, n: page.text(290, 76, str(n), 11)), lines=(NET,)),
    Case("number-close-pdf", "3 page numbers", "pdf",
         lambda: over_pages(lambda page, n: page.text(290, 86, f"- {n} -", 11)), lines=(NET,)),
    Case("number-of-all-pdf", "3 page numbers", "pdf",
         lambda: over_pages(lambda page, n: page.text(480, 70, f"Page {n} of 3", 11)),
         lines=(NET,), absent=("Page 1 of 3",)),
    Case("line-numbers-pdf", "3 line numbers", "pdf", lambda: line_numbers(1),
         lines=("closed to riders from November to March, when the ground is too soft",
                "A fine of 18 crowns is asked")),
    Case("fifth-lines-pdf", "3 line numbers", "pdf", lambda: line_numbers(5),
         lines=("each spring by the parish, and the stile at the mill by the miller",
                "A fine of 18 crowns is asked")),
    Case("numbered-rows-pdf", "3 look-alikes", "pdf", numbered_rows, records=({"": "2"}, {"": "Medlar"}), tables=1),
    Case("number-at-foot-pdf", "3 look-alikes", "pdf", number_at_foot,
         lines=("in the year of the great frost was 217",)),
    Case("xref-shifted-pdf", "3 broken cross-references", "pdf", lambda: Pdf(first_page()).bytes("shifted"),
         lines=(ORCHARD,),
         told=r"(?i)repaired|cross-reference|damaged"),
    Case("xref-missing-pdf", "3 broken cross-references", "pdf", lambda: Pdf(first_page()).bytes("missing"),
         lines=(ORCHARD,),
         told=r"(?i)repaired|cross-reference|damaged"),
    Case("xref-cut-pdf", "3 broken cross-references", "pdf", cut_xref, lines=(ORCHARD,),
         told=r"(?i)repaired|cross-reference|damaged"),
    Case("scan-png", "3 scans", "png", lambda: png(0), options=("--ocr", "eng"), lines=SCANNED),
    Case("text-layer-pdf", "3 scans", "pdf", text_layer, lines=(ORCHARD, SAP.split(". ")[0])),
    Case("struck-beside-scan-pdf", "3 scans", "pdf", struck_beside_scan, options=("--ocr", "eng"), lines=(ORCHARD,),
         absent=("Keep the gate",)),
    Case("scan-head-down-png", "3 scans", "png", lambda: png(180), options=("--ocr", "eng"), lines=SCANNED),
    Case("scan-sideways-png", "3 scans", "png", lambda: png(90), options=("--ocr", "eng"), lines=SCANNED,
         order=("The rope", "Sap runs", "The orchard")),
    Case("scan-head-down-pdf", "3 scans", "pdf", lambda: Pdf(first_page(), picture_page(180)).bytes(),
         options=("--ocr", "eng"),
         lines=(*SCANNED, ORCHARD)),
    Case("picture-page-told-pdf", "3 scans", "pdf", lambda: Pdf(first_page(), picture_page()).bytes(),
         lines=(ORCHARD,), told=r"\b2\b"),
    Case("picture-beside-text-pdf", "3 scans", "pdf", picture_on_text_page, options=("--ocr", "eng"),
         lines=(ORCHARD, *SCANNED)),
    Case("picture-beside-text-told-pdf", "3 scans", "pdf", picture_on_text_page, lines=(ORCHARD,),
         told=r"(?i)picture|image"),
]


def turn_whole(page: Page) -> Page:
    """As a scanner's program turns pages: in the file, not on the page."""
    page.rotate = 90
    return page
