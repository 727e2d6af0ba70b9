"""Point 5: tables. Merged cells, groups, heads, separators, cells of several lines, pages."""

from __future__ import annotations

from case import Asked, Case
from packages import COVERED, docx, epub, o_cell, o_p, o_table, odt, ods, p, rtf, rtf_row, w_cell, w_table, x_sheet, xlsx
from pdf_writer import BOLD, ITALIC, WHITE, Page, Pdf

MORE = "Boats are hired from the shed at the weir, and are back before dark on every day of the year."
MERGED, GROUPS, HEADS, PARTS, LINES, PAGES, SHEETS = (
    "5 merged cells", "5 groups", "5 head rows", "5 separators and title lines", "5 cells of several lines",
    "5 tables over pages",
    "5 workbooks")
LOOKS = "5 look-alikes"

# A boat that two days share, and a head over two columns.
ROTA = ({"Day": "Monday", "Boat": "Heron"}, {"Day": "Tuesday", "Boat": "Heron", "Crew": "four"},
        {"Day": "Wednesday", "Boat": "Teal"})
HIRE = ({"group": "Rowing boats", "Length": "short", "Fee": "4 crowns"},
        {"group": "Sailing boats", "Length": "short", "Fee": "9 crowns"},
        {"group": "Sailing boats", "Length": "long", "Fee": "16 crowns"})
HIRE_ROWS = [["Kind", "Length", "Fee"], ["Rowing boats", "short", "4 crowns"], ["", "long", "7 crowns"],
             ["Sailing boats", "short", "9 crowns"], ["", "long", "16 crowns"]]
ASKED_GROUP = (Asked("What is the fee of long sailing boats?", ("Sailing boats", "16 crowns"), ("7 crowns",)),)
HEADED = ({"Boat": "Teal", "Seats": "5", "Built in": "Aarhus"}, {"Boat": "Heron", "Seats": "2", "Built in": "Bergen"})
HEADED_ROWS = [["Boat", "Seats", "Built in"], ["Heron", "2", "Bergen"], ["Teal", "5", "Aarhus"],
               ["Osprey", "8", "Cork"]]
ASKED_HEAD = (Asked("How many seats has the Teal?", ("Seats", "5"), ("8",)),)


def html(table: str, head: str = "") -> str:
    return f'<!DOCTYPE html><meta charset="utf-8"><title>Boats</title>{head}<h1>Boats</h1><table>{table}</table><p>{MORE}</p>'


def rows_html(rows: list[list[str]], tag: str = "td", before: str = "", after: str = "") -> str:
    made = "<tr>" + "".join(f"<{tag}>{before}{cell}{after}</{tag}>" for cell in rows[0]) + "</tr>"
    return made + "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows[1:])


ROTA_HTML = (
    "<tr><th>Day</th><th>Boat</th><th>Crew</th></tr><tr><td>Monday</td><td rowspan=\"2\">Heron</td><td>two</td></tr>"
             "<tr><td>Tuesday</td><td>four</td></tr><tr><td>Wednesday</td><td>Teal</td><td>six</td></tr>")
TWO_HEADS = ("<tr><th rowspan=2>Boat</th><th colspan=2>Fee</th></tr><tr><th>Summer</th><th>Winter</th></tr>"
             "<tr><td>Heron</td><td>12 crowns</td><td>8 crowns</td></tr><tr><td>Teal</td><td colspan=2>20 crowns</td></tr>")
ACROSS_HTML = (
    "<tr><th>Length</th><th>Fee</th></tr><tr><td colspan=2>Rowing boats</td></tr><tr><td>short</td><td>4 crowns</td></tr>"
               "<tr><td>long</td><td>7 crowns</td></tr><tr><td colspan=2>Sailing boats</td></tr><tr><td>short</td><td>9 crowns</td></tr>"
               "<tr><td>long</td><td>16 crowns</td></tr>")


def printed(rows, columns=(0, 150, 300), head_font=BOLD, decorate=None, **look) -> bytes:
    page = Page()
    page.text(60, 790, "Boats", 16, BOLD)
    y = page.paragraph(60, 756, MORE)
    if decorate:
        decorate(page, y)
    y = page.rows(60, y - 10, rows, columns, head_font=head_font, **look)
    page.paragraph(60, y - 10,
                   "Oars and life jackets hang on the wall, and whoever takes some writes it into the book.")
    return Pdf(page).bytes()


def merged_cell() -> bytes:
    """A cell beside two rows, its words half-way between them; rules show which."""
    def cells(page: Page, y: float) -> None:
        page.text(210, y - 37, "Heron", 10)
        page.text(210, y - 64, "Teal", 10)
        for row, left in ((0, 55), (1, 55), (2, 55), (2, 205), (3, 55), (4, 55)):
            height = y + 4 - 18 * row
            page.line(left, height, 505 if row != 2 else (205 if left == 55 else 355), height)
        page.line(355, y + 4 - 36, 505, y + 4 - 36)
        for x in (55, 205, 355, 505):
            page.line(x, y + 4, x, y + 4 - 72)

    return printed([["Day", "Boat", "Crew"], ["Monday", "", "two"], ["Tuesday", "", "four"],
                    ["Wednesday", "", "six"]], decorate=cells)


def across_pdf() -> bytes:
    page = Page()
    page.text(60, 790, "Boats", 16, BOLD)
    y = page.rows(60, 750, [["Length", "Fee", "Deposit"]], (0, 150, 300), head_font=BOLD)
    for name, rows in (("Rowing boats", [["short", "4 crowns", "10"], ["long", "7 crowns", "15"]]),
                       ("Sailing boats", [["short", "9 crowns", "30"], ["long", "16 crowns", "60"]])):
        page.fill(55, y - 4, 420, 16, (.85, .9, .95))
        page.text(60, y, name, 10, BOLD)
        y = page.rows(60, y - 18, rows, (0, 150, 300))
    page.paragraph(60, y - 10, MORE)
    return Pdf(page).bytes()


def shaded(page: Page, y: float) -> None:
    page.fill(55, y - 15, 420, 17, (.75, .85, .8))


def dark(page: Page, y: float) -> None:
    page.fill(55, y - 15, 420, 17, (.1, .3, .2))
    for x, name in ((60, "Boat"), (210, "Seats"), (360, "Built in")):
        page.text(x, y - 10, name, 10, color=WHITE)


def over_pages(has_head_again: bool) -> bytes:
    rows = [[f"Buoy {name}", f"{depth} m", colour] for name, depth, colour in zip(
        "Ash Birch Cedar Damson Elder Fir Gorse Hazel Iris Juniper Kale Larch".split(), range(3, 40, 3),
        ["red", "green", "white"] * 4)]
    one, two = Page(), Page()
    one.text(60, 790, "Buoys", 16, BOLD)
    y = 756.0
    for _ in range(9):
        y = one.paragraph(60, y, MORE)
    head = ["Buoy", "Depth", "Light"]
    one.rows(60, 60 + 7 * 18, [head, *rows[:6]], (0, 150, 300), head_font=BOLD)
    two.rows(60, 790, [*([head] if has_head_again else []), *rows[6:]], (0, 150, 300),
             head_font=BOLD if has_head_again else None)
    two.paragraph(60, 600, MORE)
    return Pdf(one, two).bytes()


def groups_over_pages() -> bytes:
    """A group goes on overleaf below the head, which is printed again; its name is not."""
    one, two = Page(), Page()
    one.text(60, 780, "Boats", 16, BOLD)
    y = 746.0
    for _ in range(12):
        y = one.paragraph(60, y, MORE)
    one.rows(60, 60 + 5 * 18, HIRE_ROWS[:4], (0, 150, 300), head_font=BOLD)
    two.rows(60, 780, [HIRE_ROWS[0], HIRE_ROWS[4], ["", "very long", "21 crowns"], ["Punts", "short", "3 crowns"]],
             (0, 150, 300), head_font=BOLD)
    two.paragraph(60, 680, MORE)
    return Pdf(one, two).bytes()


def ruled(page: Page, y: float) -> None:
    for height in (y + 2, y - 15, y - 71):
        page.line(55, height, 475, height, 1.2)


V_BEGIN, V_MORE = '<w:vMerge w:val="restart"/>', "<w:vMerge/>"
BOLD_WORD = "<w:b/>"
HEAD_WORD = "<w:tblHeader/>"
SHEET = x_sheet([["Boat", "Seats", "Built in"], ["Heron", 2, "Bergen"], ["Teal", 5, "Aarhus"]])
OUT = r"(?i)\.csv"  # Workbooks may be refused with the way out.

CASES = [
    Case("rowspan-html", MERGED, "html", html(ROTA_HTML), records=ROTA,
         asked=(Asked("Which boat goes out on Tuesday?", ("Heron",), ("Teal",)),)),
    Case("two-heads-html", MERGED, "html", html(TWO_HEADS),
         records=({"Boat": "Heron", "Fee": "8 crowns", "Winter": "8 crowns"}, {"Boat": "Teal", "Summer": "20 crowns"},
                  {"Boat": "Teal", "Winter": "20 crowns"}),
         asked=(Asked("What is the winter fee of the Heron?", ("Winter", "8 crowns")),)),
    Case("rowspan-epub", MERGED, "epub", epub(f"<h1>Boats</h1><table>{ROTA_HTML}</table>"), records=ROTA),
    Case("rowspan-docx", MERGED, "docx",
         docx(w_table([["Day", "Boat", "Crew"], ["Monday", w_cell("Heron", V_BEGIN), "two"],
                       ["Tuesday", w_cell("", V_MORE), "four"],
                       ["Wednesday", "Teal", "six"]], HEAD_WORD)), records=ROTA),
    Case("colspan-docx", MERGED, "docx",
         docx(w_table([["Boat", "Summer", "Winter"], ["Heron", "12 crowns", "8 crowns"],
                       ["Teal", w_cell("20 crowns", '<w:gridSpan w:val="2"/>')]], HEAD_WORD)),
         records=({"Boat": "Teal", "Summer": "20 crowns"}, {"Boat": "Teal", "Winter": "20 crowns"})),
    Case("rowspan-odt", MERGED, "odt",
         odt(o_table([["Day", "Boat", "Crew"], ["Monday", o_cell("Heron", 'table:number-rows-spanned="2"'), "two"],
                      ["Tuesday", COVERED, "four"],
                      ["Wednesday", "Teal", "six"]], has_head_rows=True)), records=ROTA),
    Case("rowspan-rtf", MERGED, "rtf",
         rtf(rtf_row("Day", "Boat", "Crew", bold=True) + rtf_row("Monday", "Heron", "two", spans_={1: "\\clvmgf"})
             + rtf_row("Tuesday", "", "four", spans_={1: "\\clvmrg"}) + rtf_row("Wednesday", "Teal", "six"), MORE),
             records=ROTA),
    Case("rowspan-pdf", MERGED, "pdf", merged_cell, records=ROTA),
    Case("merged-xlsx", MERGED, "xlsx",
         xlsx(Rota=x_sheet([["Day", "Boat", "Crew"], ["Monday", "Heron", "two"], ["Tuesday", "", "four"],
                                                           ["Wednesday", "Teal", "six"]], merged="B2:B3")),
                                                           records=ROTA, or_refused=OUT),
    Case("across-html", GROUPS, "html", html(ACROSS_HTML), records=HIRE, asked=ASKED_GROUP),
    Case("empty-first-html", GROUPS, "html", html(rows_html(HIRE_ROWS, "th")), records=HIRE, asked=ASKED_GROUP),
    Case("rowhead-html", GROUPS, "html", html("<thead><tr><th>Kind</th><th>Length</th><th>Fee</th></tr></thead>"
         "<tbody><tr><th rowspan=2>Rowing boats</th><td>short</td><td>4 crowns</td></tr><tr><td>long</td><td>7 crowns</td></tr></tbody>"
         "<tbody><tr><th rowspan=2>Sailing boats</th><td>short</td><td>9 crowns</td></tr><tr><td>long</td><td>16 crowns</td></tr></tbody>"),
         records=HIRE, asked=ASKED_GROUP),
    Case("empty-first-md", GROUPS, "md", "# Boats\n\n"
         + "\n".join("| " + " | ".join(row) + " |" for row in [HIRE_ROWS[0], ["---"] * 3, *HIRE_ROWS[1:]]) + "\n",
         records=HIRE, asked=ASKED_GROUP),
    Case("empty-first-csv", GROUPS, "csv", "\n".join(",".join(row) for row in HIRE_ROWS) + "\n", records=HIRE,
         asked=ASKED_GROUP),
    Case("across-csv", GROUPS, "csv",
         "Length;Fee\nRowing boats;\nshort;4 crowns\nlong;7 crowns\nSailing boats;\nshort;9 crowns\nlong;16 crowns\n",
         records=HIRE, asked=ASKED_GROUP),
    Case("empty-first-pdf", GROUPS, "pdf", lambda: printed(HIRE_ROWS), records=HIRE, asked=ASKED_GROUP),
    Case("empty-first-two-pdf", GROUPS, "pdf",
         lambda: printed([["Kind", "Fee"], ["Rowing boats", "4 crowns"], ["", "7 crowns"], ["Punts", "3 crowns"],
                          ["Canoes", "5 crowns"]], (0, 150)),
         records=({"group": "Rowing boats", "Fee": "7 crowns"}, {"group": "Punts", "Fee": "3 crowns"})),
    Case("across-pdf", GROUPS, "pdf", across_pdf, records=HIRE, asked=ASKED_GROUP),
    Case("across-docx", GROUPS, "docx",
         docx(w_table([["Length", "Fee"],
                       *([w_cell(name, '<w:gridSpan w:val="2"/>')] if len(row) == 1 else row for name, row in (
             ("Rowing boats", [1]), ("", ["short", "4 crowns"]), ("", ["long", "7 crowns"]), ("Sailing boats", [1]),
             ("", ["short", "9 crowns"]), ("", ["long", "16 crowns"])))], HEAD_WORD) + p(MORE)), records=HIRE,
             asked=ASKED_GROUP),
    Case("empty-first-odt", GROUPS, "odt", odt(o_table(HIRE_ROWS, has_head_rows=True) + o_p(MORE)), records=HIRE,
         asked=ASKED_GROUP),
    Case("empty-later-md", LOOKS, "md",
         "# Boats\n\n| Boat | Fee | Deposit |\n|---|---|---|\n| Heron | 4 crowns | 10 |\n| Teal | | 20 |\n| Osprey | 7 crowns | |\n",
         records=({"Boat": "Teal", "Fee": "", "Deposit": "20"}, {"Boat": "Osprey", "Deposit": ""})),
    Case("empty-corner-html", LOOKS, "html",
         html("<tr><th></th><th>Summer</th><th>Winter</th></tr><tr><th>Heron</th><td>12</td><td>8</td></tr>"
                                                  "<tr><th>Teal</th><td>20</td><td></td></tr>"),
         records=({"": "Heron", "Summer": "12"}, {"Summer": "20", "Winter": ""}), head_rows=1),
    Case("sum-csv", LOOKS, "csv", "Boat,Seats,Fee\nHeron,2,4\nTeal,5,9\n,7,13\n",
         records=({"Boat": "Teal", "Fee": "9"}, {"Boat": "", "Seats": "7"})),
    Case("key-value-html", LOOKS, "html", html(
        "<tr><td><strong>Telephone</strong></td><td>4471</td></tr><tr><td><strong>Open</strong></td><td>from nine</td></tr>"
                                               "<tr><td><strong>Warden</strong></td><td>Ada Holm</td></tr>"),
                                               records=({"": "4471"},), head_rows=0),
    Case("key-value-docx", LOOKS, "docx",
         docx(w_table([["Telephone", "4471"], ["Open", "from nine"], ["Warden", "Ada Holm"]]) + p(MORE)),
         records=({"": "4471"},), head_rows=0),
    Case("all-filled-pdf", LOOKS, "pdf", lambda: printed([["Heron", "2", "Bergen"], ["Teal", "5", "Aarhus"],
        ["Osprey", "8", "Cork"]], head_font=None),
         records=({"": "Heron"}, {"": "Osprey"}), head_rows=0),
    Case("sum-pdf", LOOKS, "pdf",
         lambda: printed([["Boat", "Seats", "Fee"], ["Heron", "2", "4"], ["Teal", "5", "9"], ["", "7", "13"]]),
         records=({"Boat": "Teal", "Fee": "9"}, {"Boat": "", "Seats": "7"})),
    Case("prose-commas-csv", LOOKS, "csv", 'Day;Note\nMonday;"wet, cold, windy"\nTuesday;dry, warm, still\n',
         records=({"Day": "Tuesday", "Note": "dry, warm, still"},)),
    Case("strong-html", HEADS, "html", html(rows_html(HEADED_ROWS, "td", "<strong>", "</strong>")), records=HEADED,
         asked=ASKED_HEAD),
    Case("bold-style-html", HEADS, "html",
         html(rows_html(HEADED_ROWS, "td", '<span style="font-weight:bold">', "</span>")), records=HEADED),
    Case("p-bold-html", HEADS, "html", html(rows_html(HEADED_ROWS, "td", "<p><b>", "</b></p>")), records=HEADED),
    Case("bold-docx", HEADS, "docx", docx(w_table(HEADED_ROWS, head_look=BOLD_WORD) + p(MORE)), records=HEADED,
         asked=ASKED_HEAD),
    Case("marked-docx", HEADS, "docx", docx(w_table(HEADED_ROWS, HEAD_WORD) + p(MORE)), records=HEADED),
    Case("head-rows-odt", HEADS, "odt", odt(o_table(HEADED_ROWS, has_head_rows=True) + o_p(MORE)), records=HEADED,
         asked=ASKED_HEAD),
    Case("bold-rtf", HEADS, "rtf", rtf("".join(rtf_row(*row, bold=i == 0) for i, row in enumerate(HEADED_ROWS)),
                                       MORE), records=HEADED),
    Case("head-epub", HEADS, "epub", epub(
        f"<h1>Boats</h1><table>{rows_html(HEADED_ROWS, 'th')}</table><p>{MORE}</p>"), records=HEADED,
        asked=ASKED_HEAD),
    Case("bold-pdf", HEADS, "pdf", lambda: printed(HEADED_ROWS), records=HEADED, asked=ASKED_HEAD),
    Case("shaded-pdf", HEADS, "pdf", lambda: printed(HEADED_ROWS, head_font=None, decorate=shaded), records=HEADED,
         asked=ASKED_HEAD),
    Case("dark-head-pdf", HEADS, "pdf",
         lambda: printed([["", "", ""], *HEADED_ROWS[1:]], head_font=None, decorate=dark), records=HEADED),
    Case("plain-md", HEADS, "md", "# Boats\n\n"
         + "\n".join("| " + " | ".join(row) + " |" for row in [HEADED_ROWS[0], ["---"] * 3, *HEADED_ROWS[1:]]) + "\n",
         records=HEADED,
         asked=ASKED_HEAD),
    Case("no-head-csv", HEADS, "csv", "Heron,2,Bergen\nTeal,5,Aarhus\nOsprey,8,Cork\n",
         records=({"": "Teal"}, {"": "Heron"})),
    Case("comma-csv", PARTS, "csv", "Boat,Seats,Built in\nHeron,2,Bergen\nTeal,5,Aarhus\n", records=HEADED),
    Case("semicolon-csv", PARTS, "csv", "Boat;Seats;Built in\nHeron;2;Bergen\nTeal;5;Aarhus\n", records=HEADED),
    Case("tab-csv", PARTS, "csv", "Boat\tSeats\tBuilt in\nHeron\t2\tBergen\nTeal\t5\tAarhus\n", records=HEADED),
    Case("pipe-csv", PARTS, "csv", "Boat|Seats|Built in\nHeron|2|Bergen\nTeal|5|Aarhus\n", records=HEADED),
    Case("plain-tsv", PARTS, "tsv", "Boat\tSeats\tBuilt in\nHeron\t2\tBergen\nTeal\t5\tAarhus\n", records=HEADED),
    Case("commas-within-csv", PARTS, "csv", "Boat;Length, m;Fee, crowns\nHeron;4,20;12,50\nTeal;6,10;20,00\n",
         records=({"Boat": "Teal", "Length, m": "6,10", "Fee, crowns": "20,00"},)),
    Case("title-csv", PARTS, "csv",
         "List of boats,,\nHarbour of Skagen,,\n,,\nBoat,Seats,Built in\nHeron,2,Bergen\nTeal,5,Aarhus\n",
         records=HEADED, asked=ASKED_HEAD),
    Case("one-title-csv", PARTS, "csv",
         "List of boats in spring\nBoat;Seats;Built in\nHeron;2;Bergen\nTeal;5;Aarhus\n", records=HEADED),
    Case("title-and-sum-csv", PARTS, "csv",
         "\"Fleet, as counted\",,\n\nBoat,Seats,Built in\nHeron,2,Bergen\nTeal,5,Aarhus\nTotal,7,\n",
         records=(*HEADED, {"Boat": "Total", "Seats": "7"})),
    Case("escaped-pipe-md", PARTS, "md",
         "# Knots\n\n| Rope | Sign | Use |\n|---|---|---|\n| thin | 2 \\| 3 strands | flags |\n| thick | 4 strands | anchors |\n",
         records=({"Rope": "thin", "Sign": "2 | 3 strands", "Use": "flags"},)),
    Case("code-pipe-md", PARTS, "md",
         "# Keys\n\n| Key | Types | Then |\n|:--|:-:|--:|\n| Stop | `a \\| b` | waits |\n| Go | `c` | runs |\n",
         records=({"Key": "Stop", "Types": "a | b", "Then": "waits"},)),
    Case("bare-pipes-md", PARTS, "md",
         "# Boats\n\nBoat | Seats | Built in\n--- | --- | ---\nHeron | 2 | Bergen\nTeal | 5 | Aarhus\n",
         records=HEADED),
    Case("lines-pdf", LINES, "pdf",
         lambda: printed([["Boat", "Kept", "Rule"], ["Heron", "in the shed at\nthe weir, left", "two hours"],
                          ["Teal", "at the pier", "all day, but\nnot in fog"]], pitch=24),
         records=({"Boat": "Heron", "Kept": "in the shed at the weir, left", "Rule": "two hours"},
                  {"Boat": "Teal", "Rule": "all day, but not in fog"})),
    Case("close-lines-pdf", LINES, "pdf",
         lambda: printed([["Boat", "Kept", "Rule"], ["Heron", "in the shed at\nthe weir", "two hours, not\nin fog"],
                          ["Teal", "at the pier", "all day, but\nnot in fog"]], pitch=14),
         records=({"Boat": "Heron", "Kept": "in the shed at the weir", "Rule": "two hours, not in fog"},
                  {"Boat": "Teal", "Kept": "at the pier"})),
    Case("br-html", LINES, "html",
         html(
             "<tr><th>Boat</th><th>Kept</th></tr><tr><td>Heron</td><td>in the shed<br>at the weir</td></tr><tr><td>Teal</td><td><p>at the pier</p><p>or afloat</p></td></tr>"),
         records=({"Boat": "Heron", "Kept": "in the shed at the weir"},
                  {"Boat": "Teal", "Kept": "at the pier or afloat"})),
    Case("quoted-lines-csv", LINES, "csv",
         'Boat,Kept\nHeron,"in the shed\nat the weir"\nTeal,"at the ""old"" pier"\n',
         records=({"Boat": "Heron", "Kept": "in the shed at the weir"},
                  {"Boat": "Teal", "Kept": 'at the "old" pier'})),
    Case("br-md", LINES, "md",
         "# Boats\n\n| Boat | Kept |\n|---|---|\n| Heron | in the shed<br>at the weir |\n| Teal | at the pier |\n",
         records=({"Boat": "Heron", "Kept": "in the shed at the weir"},)),
    Case("paragraphs-docx", LINES, "docx",
         docx(w_table([["Boat", "Kept"], ["Heron",
                                          "<w:tc><w:tcPr/>" + p("in the shed") + p("at the weir") + "</w:tc>"],
                                          ["Teal", "at the pier"]], HEAD_WORD)),
         records=({"Boat": "Heron", "Kept": "in the shed at the weir"}, {"Boat": "Teal"})),
    Case("paragraphs-odt", LINES, "odt",
         odt(o_table([["Boat", "Kept"], ["Heron", "in the shed\nat the weir"], ["Teal", "at the pier"]])),
         records=({"": "in the shed at the weir"}, {"": "at the pier"})),
    Case("pages-head-pdf", PAGES, "pdf", lambda: over_pages(True), tables=1,
         records=({"Buoy": "Buoy Birch", "Depth": "6 m", "Light": "green"},
                  {"Buoy": "Buoy Larch", "Depth": "36 m", "Light": "white"})),
    Case("pages-no-head-pdf", PAGES, "pdf", lambda: over_pages(False), tables=1,
         records=({"Buoy": "Buoy Birch", "Depth": "6 m", "Light": "green"},
                  {"Buoy": "Buoy Larch", "Depth": "36 m", "Light": "white"})),
    Case("pages-groups-pdf", PAGES, "pdf", groups_over_pages, tables=1,
         records=({"group": "Sailing boats", "Length": "long", "Fee": "16 crowns"},
                  {"group": "Sailing boats", "Length": "very long", "Fee": "21 crowns"})),
    Case("italic-head-pdf", HEADS, "pdf", lambda: printed(HEADED_ROWS, head_font=ITALIC), records=HEADED),
    Case("ruled-head-pdf", HEADS, "pdf", lambda: printed(HEADED_ROWS, head_font=None, decorate=ruled),
         records=HEADED),
    Case("plain-xlsx", SHEETS, "xlsx", xlsx(Boats=SHEET), records=HEADED, or_refused=OUT),
    Case("two-sheets-xlsx", SHEETS, "xlsx", xlsx(Boats=SHEET, Fees=x_sheet([["Boat", "Fee"], ["Teal", 20.5]])),
         records=(*HEADED, {"Boat": "Teal", "Fee": "20.5"}), or_refused=OUT),
    Case("title-xlsx", SHEETS, "xlsx", xlsx(Boats=x_sheet([["List of boats"], [], ["Boat", "Seats", "Built in"],
        ["Heron", 2, "Bergen"], ["Teal", 5, "Aarhus"]])),
         records=HEADED, or_refused=OUT),
    Case("plain-ods", SHEETS, "ods", ods(o_table(HEADED_ROWS, "Boats")), records=HEADED, or_refused=OUT),
    Case("repeated-ods", SHEETS, "ods",
         ods(o_table([["Boat", "Morning", "Noon", "Night"],
                      ["Teal", o_cell("free", 'table:number-columns-repeated="2"'), "let"]], "Boats")),
         records=({"Boat": "Teal", "Noon": "free", "Night": "let"},), or_refused=OUT),
]
