"""Point 4: what is no longer valid, or not to be seen, is not served."""

from __future__ import annotations

from case import Asked, Case
from packages import docx, epub, o_p, odt, p, rtf, run, span, w_cell, w_table
from pdf_writer import BLACK, BOLD, UPWARDS, WHITE, Page, Pdf, width

STRUCK = "The sluice is opened at six."
VALID = "The sluice is opened at half past eight."
NOT_SERVED = {"lines": (VALID,), "absent": ("opened at six",),
              "asked": (Asked("When is the sluice opened?", ("half past eight",), ("at six",)),)}
MORE = "The lock keeper lives in the white house and answers the bell until midnight."


def html(body: str, head: str = "") -> str:
    return f'<!DOCTYPE html><meta charset="utf-8"><title>Lock</title>{head}<h1>Lock</h1>{body}<p>{MORE}</p>'


def two_lines(first_look: dict, ground=None, through=None) -> bytes:
    """A line that is not valid, then the one that is."""
    page = Page()
    page.text(60, 780, "Lock", 16, BOLD)
    if ground is not None:
        page.fill(50, 732, 300, 22, ground)
    page.text(60, 740, STRUCK, **first_look)
    if through:
        through(page, 60, 740, width(STRUCK, 11))
    page.text(60, 716, VALID)
    page.paragraph(60, 690, MORE)
    return Pdf(page).bytes()


def within_line() -> bytes:
    """Some words of a line are struck, those beside them are not."""
    page = Page()
    page.text(60, 780, "Lock", 16, BOLD)
    end = page.text(60, 740, "The toll is ")
    struck = page.text(end, 740, "12 pence")
    page.line(end, 743.5, struck, 743.5)
    page.text(struck, 740, " 15 pence for each barge.")
    page.paragraph(60, 716, MORE)
    return Pdf(page).bytes()


def struck_lines() -> bytes:
    """A paragraph of two lines is struck, each line by a rule of its own."""
    page = Page()
    page.text(60, 780, "Lock", 16, BOLD)
    for y, text in ((740, "The sluice is opened at six in summer, and whoever comes later"),
                    (726, "pulls the rope beside the gate.")):
        page.line(60, y + 3.5, page.text(60, y, text), y + 3.5)
    page.text(60, 704, VALID)
    page.paragraph(60, 680, MORE)
    return Pdf(page).bytes()


def struck_cell() -> bytes:
    page = Page()
    page.text(60, 780, "Lock", 16, BOLD)
    page.rows(60, 740, [["Barge", "Toll"], ["Empty", "9 pence"], ["Laden", "12 pence  15 pence"],
                        ["Towed", "20 pence"]], (0, 120), head_font=BOLD)
    page.line(180, 707.2, 180 + width("12 pence", 10), 707.2)
    page.paragraph(60, 650, MORE)
    return Pdf(page).bytes()


def struck_turned() -> bytes:
    """The file turns the page, on which all stands on its side."""
    page = Page(rotate=90)
    page.text(90, 60, STRUCK, turn=UPWARDS)
    page.line(86.4, 60, 86.4, 60 + width(STRUCK, 11))
    page.text(120, 60, VALID, turn=UPWARDS)
    page.text(150, 60, MORE, turn=UPWARDS)
    return Pdf(page).bytes()


def labelled_arrow() -> bytes:
    """An arrow of a chart goes on behind the white ground of its label."""
    page = Page()
    page.text(60, 780, "Lock", 16, BOLD)
    page.line(55, 743.5, 60 + width(VALID, 11) + 5, 743.5)
    page.fill(58, 737, width(VALID, 11) + 4, 12, WHITE)
    page.text(60, 740, VALID)
    page.paragraph(60, 700, MORE)
    return Pdf(page).bytes()


def not_struck() -> bytes:
    """Rules that strike nothing: underlines, a frame, the rules of a table."""
    page = Page()
    page.text(60, 780, "Lock", 16, BOLD)
    page.line(60, 776, 100, 776)
    page.text(60, 740, VALID)
    page.line(60, 738.4, 60 + width(VALID, 11), 738.4)
    page.rows(60, 700, [["Barge", "Toll"], ["Empty", "9 pence"], ["Laden", "15 pence"]], (0, 120))
    for y in (713, 695, 677, 659):
        page.line(55, y, 260, y)
    page.paragraph(60, 630, MORE)
    return Pdf(page).bytes()


def white_on_dark() -> bytes:
    """White letters that everyone sees: a bar of colour lies below them."""
    page = Page()
    page.fill(50, 770, 495, 30, (.05, .25, .4))
    page.text(60, 780, "Tolls of the lock", 16, BOLD, color=WHITE)
    page.text(60, 740, VALID)
    page.paragraph(60, 716, MORE)
    return Pdf(page).bytes()


def noted() -> bytes:
    page = Page()
    page.text(60, 780, "Lock", 16, BOLD)
    page.text(60, 740, VALID)
    page.paragraph(60, 716, MORE)
    page.sticky_note(400, 740, "Ask the parish whether six would do")
    return Pdf(page).bytes()


def tracked(kind: str, text: str) -> str:
    inside = f'<w:r><w:{"delText" if kind == "del" else "t"} xml:space="preserve">{text}</w:{"delText" if kind == "del" else "t"}></w:r>'
    return f'<w:{kind} w:id="7" w:author="Ola Brekke" w:date="2026-01-02T00:00:00Z">{inside}</w:{kind}>'


def odt_tracked() -> bytes:
    regions = ('<text:tracked-changes>'
               '<text:changed-region text:id="d"><text:deletion><office:change-info><dc:creator>Ola</dc:creator></office:change-info>'
               f"{o_p(STRUCK)}</text:deletion></text:changed-region>"
               '<text:changed-region text:id="i"><text:insertion><office:change-info><dc:creator>Ola</dc:creator></office:change-info>'
               '</text:insertion></text:changed-region></text:tracked-changes>')
    return odt(regions + '<text:p><text:change text:change-id="d"/><text:change-start text:change-id="i"/>'
               f'{VALID}<text:change-end text:change-id="i"/></text:p>' + o_p(MORE))


# A count of them, before or after the word.
COMMENTS = r"(?i)(?:note|comment|annotation)[^,}]*[1-9]|[1-9][^,}]*(?:note|comment|annotation)"
LOOKS, STRIKE, HIDE, SAME = "4 look-alikes", "4 struck and deleted", "4 hidden", "4 colour of the ground"

CASES = [
    Case("struck-del-html", STRIKE, "html", html(f"<p><del>{STRUCK}</del> {VALID}</p>"), **NOT_SERVED),
    Case("struck-s-html", STRIKE, "html", html(f"<p><s>{STRUCK}</s> {VALID}</p>"), **NOT_SERVED),
    Case("struck-tag-html", STRIKE, "html", html(f"<p><strike>{STRUCK}</strike></p><p>{VALID}</p>"), **NOT_SERVED),
    Case("struck-style-html", STRIKE, "html",
         html(f'<p><span style="text-decoration: line-through">{STRUCK}</span> {VALID}</p>'), **NOT_SERVED),
    Case("struck-class-html", STRIKE, "html",
         html(f'<p class="old">{STRUCK}</p><p>{VALID}</p>',
              "<style>p { margin: 0 } .old { text-decoration: line-through; }</style>"), **NOT_SERVED),
    Case("struck-md", STRIKE, "md", f"# Lock\n\n~~{STRUCK}~~ {VALID}\n\n{MORE}\n", **NOT_SERVED),
    Case("struck-cell-md", STRIKE, "md",
         f"# Lock\n\n| Barge | Toll |\n|---|---|\n| Empty | ~~7~~ 9 pence |\n| Laden | 15 pence |\n\n{MORE}\n",
         records=({"Barge": "Empty", "Toll": "9 pence"},), absent=("7", "~~")),
    Case("struck-docx", STRIKE, "docx", docx(p(run(STRUCK, "<w:strike/>") + run(" " + VALID)) + p(MORE)),
         **NOT_SERVED),
    Case("struck-double-docx", STRIKE, "docx", docx(p(run(STRUCK, "<w:dstrike/>")) + p(VALID) + p(MORE)),
         **NOT_SERVED),
    Case("struck-odt", STRIKE, "odt", odt(o_p(span("Struck", STRUCK) + span("Plain", " " + VALID)) + o_p(MORE)),
         **NOT_SERVED),
    Case("struck-epub", STRIKE, "epub", epub(f"<h1>Lock</h1><p><del>{STRUCK}</del> {VALID}</p><p>{MORE}</p>"),
         **NOT_SERVED),
    Case("struck-rtf", STRIKE, "rtf", rtf("{\\strike " + STRUCK + "} " + VALID, MORE), **NOT_SERVED),
    Case("struck-line-pdf", STRIKE, "pdf",
         lambda: two_lines({}, through=lambda page, x, y, w: page.line(x, y + 3.6, x + w, y + 3.6)), **NOT_SERVED),
    Case("struck-bar-pdf", STRIKE, "pdf",
         lambda: two_lines({}, through=lambda page, x, y, w: page.fill(x, y + 3, w, .8)), **NOT_SERVED),
    Case("struck-within-pdf", STRIKE, "pdf", within_line, lines=("15 pence for each barge",), absent=("12 pence",)),
    Case("struck-red-pdf", STRIKE, "pdf",
         lambda: two_lines({}, through=lambda page, x, y,
                           w: page.raw(f"q .8 0 0 RG 1.2 w {x} {y + 3.5} m {x + w} {y + 4} l S Q")), **NOT_SERVED),
    Case("struck-pieces-pdf", STRIKE, "pdf",  # One shape for all words of a line, as PowerPoint draws it.
         lambda: two_lines({}, through=lambda page, x, y, w: page.raw(
             f"{x} {y + 3} m {x + 20} {y + 3} l {x + w} {y + 3} l {x + w} {y + 4} l {x + 20} {y + 4} l {x} {y + 4} l f")),
         **NOT_SERVED),
    Case("struck-turned-pdf", STRIKE, "pdf", struck_turned, **NOT_SERVED),
    Case("struck-lines-pdf", STRIKE, "pdf", struck_lines, lines=(VALID,), absent=("rope", "six in summer")),
    Case("struck-cell-pdf", STRIKE, "pdf", struck_cell, records=({"": "15 pence"},), absent=("12 pence",)),
    Case("arrow-pdf", LOOKS, "pdf", labelled_arrow, lines=(VALID,)),
    Case("rules-pdf", LOOKS, "pdf", not_struck, lines=(VALID,),
         records=({"": "15 pence"}, {"": "9 pence"})),
    Case("grey-pdf", LOOKS, "pdf", lambda: two_lines({"color": (.6, .6, .6)}), lines=(STRUCK, VALID)),
    Case("on-picture-of-colour-pdf", LOOKS, "pdf", lambda: two_lines({"color": WHITE}, ground=(.5, .1, .1)),
         lines=(STRUCK, VALID)),
    Case("underlined-html", LOOKS, "html",
         html(f'<p><u>{VALID}</u> <span style="text-decoration: underline overline">Ring twice.</span></p>'),
         lines=(VALID, "Ring twice")),
    Case("white-on-dark-html", LOOKS, "html", html(f'<div style="background:#123;color:white"><p>{VALID}</p></div>'),
         lines=(VALID,)),
    Case("white-on-dark-docx", LOOKS, "docx",
         docx(w_table([[w_cell(VALID, '<w:shd w:val="clear" w:fill="1F3A60"/>', '<w:color w:val="FFFFFF"/>'), "Toll"],
                       ["Empty", "9 pence"]]) + p(MORE)),
         lines=(VALID,)),
    Case("strike-off-docx", LOOKS, "docx",
         docx(p(run(VALID, '<w:strike w:val="0"/><w:vanish w:val="false"/>')) + p(MORE)), lines=(VALID,)),
    Case("underlined-rtf", LOOKS, "rtf", rtf("{\\ul " + VALID + "}{\\strike0  Ring twice.}", MORE),
         lines=(VALID, "Ring twice")),
    Case("tilde-md", LOOKS, "md", f"# Lock\n\nThe gate is ~5 m high and ~7 m wide.\n\n    a ~~b~~ c\n\n{MORE}\n",
         lines=("The gate is ~5 m high and ~7 m wide", "a ~~b~~ c")),
    Case("deleted-docx", "4 tracked changes", "docx",
         docx(p(tracked("del", STRUCK) + tracked("ins", VALID)) + p(MORE)), **NOT_SERVED),
    Case("moved-docx", "4 tracked changes", "docx",
         docx(p('<w:moveFrom w:id="8" w:author="Ola">' + run("The bell hangs by the gate.") + "</w:moveFrom>"
                + run(VALID))
              + p('<w:moveTo w:id="9" w:author="Ola">' + run("The bell hangs by the bridge.") + "</w:moveTo>")),
         lines=(VALID, "The bell hangs by the bridge"), absent=("by the gate",)),
    Case("inserted-html", "4 tracked changes", "html", html(f"<p><ins>{VALID}</ins></p>"), lines=(VALID,)),
    Case("tracked-odt", "4 tracked changes", "odt", odt_tracked, **NOT_SERVED),
    Case("deleted-rtf", "4 tracked changes", "rtf", rtf("{\\deleted " + STRUCK + " }{\\revised " + VALID + "}", MORE),
         **NOT_SERVED),
    Case("hidden-html", HIDE, "html", html(f"<p hidden>{STRUCK}</p><p>{VALID}</p>"), **NOT_SERVED),
    Case("hidden-class-html", HIDE, "html",
         html(f'<p class="gone">{STRUCK}</p><p>{VALID}</p>', "<style>.gone{display:none}</style>"), **NOT_SERVED),
    Case("hidden-comment-html", HIDE, "html", html(f"<p><!-- {STRUCK} -->{VALID}</p>"), **NOT_SERVED),
    Case("hidden-docx", HIDE, "docx", docx(p(run(STRUCK, "<w:vanish/>") + run(VALID)) + p(MORE)), **NOT_SERVED),
    Case("hidden-odt", HIDE, "odt", odt(o_p(span("Hidden", STRUCK) + span("Plain", VALID)) + o_p(MORE)),
         **NOT_SERVED),
    Case("hidden-rtf", HIDE, "rtf", rtf("{\\v " + STRUCK + "}" + VALID, MORE), **NOT_SERVED),
    Case("hidden-epub", HIDE, "epub", epub(
        f'<h1>Lock</h1><p style="display:none">{STRUCK}</p><p>{VALID}</p><p>{MORE}</p>'), **NOT_SERVED),
    Case("hidden-class-epub", HIDE, "epub", epub(
        f'<h1>Lock</h1><p class="gone">{STRUCK}</p><p>{VALID}</p><p>{MORE}</p>', ".gone{display:none}"), **NOT_SERVED),
    Case("hidden-comment-md", HIDE, "md", f"# Lock\n\n<!-- {STRUCK} -->\n\n{VALID}\n\n{MORE}\n", **NOT_SERVED),
    Case("hidden-mode-pdf", HIDE, "pdf", lambda: two_lines({"mode": 3}), **NOT_SERVED),
    Case("white-pdf", SAME, "pdf", lambda: two_lines({"color": WHITE}), **NOT_SERVED),
    Case("nearly-white-pdf", SAME, "pdf", lambda: two_lines({"color": (.99, .99, .98)}), **NOT_SERVED),
    Case("black-on-black-pdf", SAME, "pdf", lambda: two_lines({}, ground=BLACK), **NOT_SERVED),
    Case("covered-pdf", SAME, "pdf", lambda: two_lines({}, through=lambda page, x, y,
        w: page.fill(x - 4, y - 4, w + 8, 16, WHITE)), **NOT_SERVED),
    Case("white-on-dark-pdf", LOOKS, "pdf", white_on_dark, lines=("Tolls of the lock", VALID)),
    Case("white-html", SAME, "html", html(f'<p style="color:#fff;background:#ffffff">{STRUCK}</p><p>{VALID}</p>'),
         **NOT_SERVED),
    Case("white-docx", SAME, "docx", docx(p(run(STRUCK, '<w:color w:val="FFFFFF"/>')) + p(VALID) + p(MORE)),
         **NOT_SERVED),
    Case("white-odt", SAME, "odt", odt(o_p(span("White", STRUCK)) + o_p(VALID) + o_p(MORE)), **NOT_SERVED),
    Case("note-pdf", "4 comments", "pdf", noted, lines=(VALID,), absent=("Ask the parish whether six would do",),
         account=COMMENTS),
    Case("comment-docx", "4 comments", "docx",
         docx(p('<w:commentRangeStart w:id="0"/>' + run(VALID)
                + '<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>') + p(MORE),
              comments={0: "Ask the parish whether six would do"}), lines=(VALID,), absent=("Ask the parish",),
              account=COMMENTS),
    Case("comment-odt", "4 comments", "odt",
         odt(
             o_p(
                 f"<office:annotation><dc:creator>Ola</dc:creator>{o_p('Ask the parish whether six would do')}</office:annotation>"
                 f'{span("Plain", VALID)}') + o_p(MORE)), lines=(VALID,), absent=("Ask the parish",),
                 account=COMMENTS),
]
