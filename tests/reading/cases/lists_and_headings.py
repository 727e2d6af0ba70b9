"""Point 7: contents, captions, headings and lists, as a person tells them."""

from __future__ import annotations

from functools import partial

from case import Asked, Block, Case, heading, item, paragraph
from packages import docx, epub, o_p, odt, p, run, span
from pdf_writer import BOLD, ITALIC, WHITE, Page, Pdf

CONTENTS, CAPTIONS, HEADINGS, LEVELS, LEADS, LISTS = (
    "7 contents", "7 captions", "7 headings", "7 levels of headings", "7 lead-ins", "7 lists over columns and pages")

CHAPTERS = ("Felling a tree", "Sharpening the axe", "Splitting logs", "Stacking wood", "Drying in the wind",
            "Burning without smoke")
LOOKS = "7 look-alikes"
BODY = {
    "Felling a tree": "A tree is felled towards the side to which it leans. The notch is a third of the trunk, and nobody stands behind the saw.",
    "Sharpening the axe": "The edge is drawn along a wet stone, nine times on each side, until it shaves a hair from the arm.",
    "Splitting logs": "Ash is split green, elm is left for the saw. A wedge of iron is driven with a wooden mallet.",
    "Stacking wood": "Bark lies upwards in the open, downwards under a roof. A hand's breadth is left to the wall.",
    "Drying in the wind": "Beech dries for two summers. A split log rings when it is struck against another that is dry.",
    "Burning without smoke": "The fire is lit from above. Its smoke is gone when the chimney is warm, after a quarter of an hour.",
}
ASKED_CHAPTER = (Asked("How long does beech dry?", ("two summers",)),)


def chapters(page: Page, y: float, names=CHAPTERS, **look) -> float:
    for name in names:
        page.text(60, y, name, 14, BOLD, **look)
        y = page.paragraph(60, y - 20, BODY[name]) - 8
    return y


def with_contents(title: str, write_line, on_own_page: bool = True) -> bytes:
    one = Page()
    one.text(60, 780, "The woodcutter's year", 20, BOLD)
    one.text(60, 740, title, 14, BOLD)
    for number, name in enumerate(CHAPTERS):
        write_line(one, 712 - 18 * number, name, number)
    two = Page() if on_own_page else one
    chapters(two, 780 if on_own_page else 570)
    return Pdf(*([one, two] if on_own_page else [one])).bytes()


def bare_line(page: Page, y: float, name: str, number: int) -> None:
    page.text(60, y, name)


def numbered_line(page: Page, y: float, name: str, number: int) -> None:
    page.text(60, y, f"{number + 1}. {name}")


def dotted_line(page: Page, y: float, name: str, number: int) -> None:
    end = page.text(60, y, name)
    page.text(end + 4, y, "." * int((480 - end) / 3.06))
    page.text(490, y, str(2 + number // 3))


def html(body: str) -> str:
    return f'<!DOCTYPE html><meta charset="utf-8"><title>Wood</title><h1>The woodcutter\'s year</h1>{body}'


HTML_BODY = "".join(f"<h2>{name}</h2><p>{text}</p>" for name, text in BODY.items())
WORD_BODY = "".join(p(name, "Heading1") + p(text) for name, text in BODY.items())


def kit() -> bytes:
    """"Contents" of a bag are no contents of a booklet."""
    page = Page()
    page.text(60, 780, "The woodcutter's bag", 18, BOLD)
    page.text(60, 744, "Contents", 14, BOLD)
    for number, tool in enumerate(TOOLS):
        page.text(66, 720 - 16 * number, "•")
        page.text(82, 720 - 16 * number, tool)
    page.text(60, 630, "Care", 14, BOLD)
    page.paragraph(60, 608, BODY["Sharpening the axe"])
    return Pdf(page).bytes()


def counted_kit() -> bytes:
    page = Page()
    page.text(60, 780, "The woodcutter's bag", 18, BOLD)
    page.text(60, 744, "Contents", 14, BOLD)
    for number, (tool, count) in enumerate(zip(TOOLS, (1, 20, 6, 12))):
        page.text(60, 720 - 18 * number, f"{tool.split(' ', 1)[1].capitalize()} {count}")
    page.text(60, 630, "Care", 14, BOLD)
    page.paragraph(60, 608, BODY["Sharpening the axe"])
    return Pdf(page).bytes()


def shows() -> bytes:
    page = Page()
    page.text(60, 780, "Firewood", 16, BOLD)
    y = page.paragraph(60, 744, BODY["Drying in the wind"])
    y = page.paragraph(60, y - 6, "Table 2 shows that beech burns longest, and ash is lit first.")
    y = page.paragraph(60, y - 6, "Figure the cost before you order.")
    page.paragraph(60, y - 6, BODY["Stacking wood"])
    return Pdf(page).bytes()


def warning() -> bytes:
    """A sentence in red within the text is no heading."""
    page = Page()
    page.text(60, 780, "Firewood", 16, BOLD)
    y = page.paragraph(60, 744, BODY["Burning without smoke"])
    y = page.paragraph(60, y - 4, "Never light the fire indoors without a chimney.", color=(.8, 0, 0))
    page.paragraph(60, y - 4, BODY["Stacking wood"])
    return Pdf(page).bytes()


def captioned() -> bytes:
    page = Page()
    page.text(60, 780, "Kilns", 16, BOLD)
    y = page.paragraph(60, 744,
                       "Bricks are fired in a kiln that stands on the slope behind the yard, with its mouth to the west wind.")
    page.fill(60, y - 90, 200, 80, (.8, .7, .6))
    page.text(60, y - 104, "Figure 3: The kiln holds 900 bricks in May", 9, ITALIC)
    y = page.paragraph(60, y - 130, "A firing takes two days, and 700 bricks are sound when it is over.")
    page.text(60, y - 6, "Table 2. Clay of each pit", 9, BOLD)
    y = page.rows(60, y - 26, [["Pit", "Colour", "Fired at"], ["Mill pit", "yellow", "940"],
                               ["Long pit", "red", "990"]], (0, 150, 300), head_font=BOLD)
    page.paragraph(60, y - 8, "Pits are drained in March, when the frost has broken up the clay.")
    return Pdf(page).bytes()


def caption_below() -> bytes:
    page = Page()
    page.text(60, 780, "Kilns", 16, BOLD)
    y = page.paragraph(60, 744, "The chimney is swept before each firing, and the ash is kept for glazes.")
    page.fill(60, y - 90, 200, 80, (.8, .7, .6))
    page.text(60, y - 104, "Photo: the old chimney, drawn by N. Sorel", 8)
    page.paragraph(60, y - 130, "Soot is sold to the dyer at the bridge.")
    return Pdf(page).bytes()


def coloured(ground=None, color=(.1, .4, .2), size=11, font="F1") -> bytes:
    """Headings as large as the text, told by colour, by a ground or by standing alone."""
    page = Page()
    page.text(60, 790, "The woodcutter's year", 18, BOLD)
    y = 756.0
    for name in CHAPTERS[:4]:
        if ground:
            page.fill(54, y - 4, 480, 16, ground)
        page.text(60, y, name, size, font, color=color)
        y = page.paragraph(60, y - 22, BODY[name]) - 8
    return Pdf(page).bytes()


def first_aid(size: int, inner_size: int, step: int) -> bytes:
    """Two chapters, each with two parts of the same names."""
    page = Page()
    page.text(60, 790, "First aid in the yard", 20, BOLD)
    y = 756.0
    for name, do, do_not in (("Bee stings", "Scrape the sting out with a nail.",
                              "Do not press on the bag of poison."),
                             ("Nosebleeds", "Pinch the nose and lean forward.", "Do not lay the head back.")):
        page.text(60, y, name, size, BOLD)
        y -= step
        for head, text in (("Do this", do), ("Leave this", do_not)):
            page.text(60, y, head, inner_size, BOLD)
            y = page.paragraph(60, y - 18, text) - 4
    return Pdf(page).bytes()


STINGS = (heading("Do this", below="Bee stings"), heading("Leave this", below="Bee stings"),
          heading("Do this", below="Nosebleeds"),
          heading("Nosebleeds", below="First aid in the yard"))

TOOLS = ("a saw with a bow", "two wedges of iron", "a mallet of apple wood", "a flask of tea")


def led_in(lead: str, marks=("•",) * 4) -> bytes:
    page = Page()
    page.text(60, 780, "Splitting logs", 16, BOLD)
    y = page.paragraph(60, 744, BODY["Splitting logs"])
    page.text(60, y, lead)
    for number, tool in enumerate(TOOLS):
        page.text(72, y - 16 - 15 * number, marks[number])
        page.text(86, y - 16 - 15 * number, tool)
    page.paragraph(60, y - 90, BODY["Stacking wood"])
    return Pdf(page).bytes()


LED = tuple(item(tool, lead_in="For a day in the forest you need") for tool in TOOLS)
MANY = ("oil for the chain", "a file with a guide", "gloves without seams", "boots with steel caps",
        "a whistle on a cord",
        "a bandage as wide as a hand", "a map of the forest", "a list of those who are in it",
        "water for each of them", "a lamp with a spare wick")


def over_columns() -> bytes:
    page = Page()
    page.text(60, 790, "What the cart carries", 16, BOLD)
    left = page.paragraph(60, 756, BODY["Felling a tree"] + " " + BODY["Sharpening the axe"] + " "
                          + BODY["Drying in the wind"], 10, room=215)
    page.text(60, left, "The cart carries:", 10)
    left -= 16
    for number, thing in enumerate(MANY):
        first = number < 5
        x, y = (60, left - 15 * number) if first else (320, 756 - 15 * (number - 5))
        page.text(x, y, "•", 10)
        page.text(x + 12, y, thing, 10)
    page.paragraph(320, 756 - 15 * 5 - 10,
                   BODY["Stacking wood"] + " " + BODY["Burning without smoke"] + " " + BODY["Splitting logs"], 10,
                   room=215)
    return Pdf(page).bytes()


def over_pages(numbers: bool) -> bytes:
    one, two = Page(), Page()
    one.text(60, 790, "What the cart carries", 16, BOLD)
    y = 756.0
    for _ in range(8):
        y = one.paragraph(60, y, BODY["Felling a tree"])
    one.text(60, 200, "The cart carries:")
    for number, thing in enumerate(MANY):
        page, y = (one, 182 - 16 * number) if number < 6 else (two, 780 - 16 * (number - 6))
        page.text(66, y, f"{number + 1}." if numbers else "•")
        page.text(84, y, thing)
    two.paragraph(60, 700, BODY["Stacking wood"])
    for number, page in enumerate((one, two), 1):
        page.text(290, 40, str(number), 9)
    return Pdf(one, two).bytes()


def item_over_pages() -> bytes:
    one, two = Page(), Page()
    one.text(60, 790, "Loading the cart", 16, BOLD)
    y = 756.0
    for _ in range(9):
        y = one.paragraph(60, y, BODY["Splitting logs"])
    one.text(60, 150, "Before the cart leaves:")
    for number, text in enumerate(("The chain is oiled.", "The longest log lies lowest, on the side of the")):
        one.text(66, 132 - 16 * number, "•")
        one.text(84, 132 - 16 * number, text)
    two.text(84, 780, "brake, and is tied twice.")
    two.text(66, 764, "•")
    two.text(84, 764, "The lamp is lit.")
    two.paragraph(60, 730, BODY["Stacking wood"])
    return Pdf(one, two).bytes()


def nested_over_pages() -> bytes:
    one, two = Page(), Page()
    one.text(60, 780, "Loading the cart", 16, BOLD)
    y = 746.0
    for _ in range(9):
        y = one.paragraph(60, y, BODY["Splitting logs"])
    one.text(60, 150, "On the cart lie:")
    for page, x, y, mark, text in ((one, 66, 132, "•", "The wood"), (one, 90, 116, "–", "ash below"),
                                   (two, 90, 780, "–", "beech above"),
                                   (two, 66, 764, "•", "The tools")):
        page.text(x, y, mark)
        page.text(x + 16, y, text)
    two.paragraph(60, 730, BODY["Stacking wood"])
    return Pdf(one, two).bytes()


def side_by_side() -> bytes:
    """One list, set in two columns below its lead-in."""
    page = Page()
    page.text(60, 780, "Splitting logs", 16, BOLD)
    y = page.paragraph(60, 744, BODY["Splitting logs"])
    page.text(60, y, "The cart carries:")
    for number, thing in enumerate(MANY):
        x, top = (66, y - 18 - 16 * number) if number < 5 else (310, y - 18 - 16 * (number - 5))
        page.text(x, top, "•")
        page.text(x + 16, top, thing)
    page.paragraph(60, y - 120, BODY["Stacking wood"])
    return Pdf(page).bytes()


def heading_at_foot() -> bytes:
    """A heading is the last line of a page."""
    one, two = Page(), Page()
    one.text(60, 780, "The woodcutter's year", 18, BOLD)
    y = 746.0
    for _ in range(9):
        y = one.paragraph(60, y, BODY["Splitting logs"])
    one.text(60, 90, "Stacking wood", 14, BOLD)
    two.paragraph(60, 780, BODY["Stacking wood"])
    two.text(60, 720, "Drying in the wind", 14, BOLD)
    two.paragraph(60, 700, BODY["Drying in the wind"])
    for number, page in enumerate((one, two), 1):
        page.text(290, 40, str(number), 9)
    return Pdf(one, two).bytes()


def price_list() -> bytes:
    page = Page()
    page.text(60, 780, "The woodcutter's year", 16, BOLD)
    page.text(60, 744, "Contents", 13, BOLD)
    for number, (name, at) in enumerate((("Price of a cord of beech", 14), ("Price of a cord of ash", 27),
                                         ("Delivery", 31), ("Returns", 35))):
        page.text(60, 720 - 16 * number, name)
        page.text(400, 720 - 16 * number, str(at))
    two = Page()
    two.text(60, 780, "Price of a cord of beech", 14, BOLD)
    two.paragraph(60, 756, "Beech costs 210 crowns, split and brought to the door.")
    two.text(60, 700, "Price of a cord of ash", 14, BOLD)
    two.paragraph(60, 676, "Ash costs 190 crowns when the road is dry.")
    return Pdf(page, two).bytes()


CASES = [
    Case("contents-bare-pdf", CONTENTS, "pdf", lambda: with_contents("Contents", bare_line),
         set_aside=CHAPTERS, blocks=(heading(CHAPTERS[0]),),
         lines=(BODY[CHAPTERS[4]],), asked=ASKED_CHAPTER),
    Case("contents-numbers-pdf", CONTENTS, "pdf", lambda: with_contents("In this booklet", numbered_line),
         set_aside=CHAPTERS, blocks=(heading(CHAPTERS[0]),), lines=(BODY[CHAPTERS[4]],)),
    Case("contents-dots-pdf", CONTENTS, "pdf", lambda: with_contents("Contents", dotted_line),
         blocks=(heading(CHAPTERS[3]),), lines=(BODY[CHAPTERS[5]],),
         absent=("Felling a tree ...", "...."), asked=ASKED_CHAPTER),
    Case("contents-end-pdf", CONTENTS, "pdf",
         lambda: with_contents("Table of Contents", bare_line, on_own_page=False), lines=tuple(BODY.values()),
         blocks=(heading(CHAPTERS[5]),), asked=ASKED_CHAPTER),
    Case("contents-typed-html", CONTENTS, "html",
         html("<p><b>Contents</b></p><p>" + "<br>".join(CHAPTERS) + "</p>" + HTML_BODY), lines=tuple(BODY.values()),
         blocks=(heading(CHAPTERS[0]),),
         absent=("Felling a tree Sharpening the axe", "Splitting logs Stacking wood")),
    Case("contents-heading-md", CONTENTS, "md",
         "# The woodcutter's year\n\n## Table of Contents\n\n"
         + "".join(f"{i}. {name}\n" for i, name in enumerate(CHAPTERS, 1))
         + "\n" + "".join(f"### {name}\n\n{text}\n\n" for name, text in BODY.items()), lines=tuple(BODY.values()),
         asked=ASKED_CHAPTER),
    Case("contents-docx", CONTENTS, "docx",
         docx(p("Contents", "TOCHeading") + "".join(p(run(name) + "<w:r><w:tab/></w:r>" + run(str(i)), "TOC1") for i,
             name in enumerate(CHAPTERS, 1)) + WORD_BODY),
         lines=tuple(BODY.values()), blocks=(heading(CHAPTERS[2]),), absent=("Splitting logs 3",),
         asked=ASKED_CHAPTER),
    Case("contents-bare-docx", CONTENTS, "docx",
         docx(p("Contents", "Heading1") + "".join(p(name) for name in CHAPTERS) + WORD_BODY),
         lines=tuple(BODY.values()),
         set_aside=CHAPTERS, blocks=(heading(CHAPTERS[2]),), asked=ASKED_CHAPTER),
    Case("contents-price-pdf", CONTENTS, "pdf", price_list, lines=("Ash costs 190 crowns",),
         asked=(Asked("What is the price of a cord of beech?", ("210 crowns",), not_best=("14",)),)),
    Case("kit-pdf", LOOKS, "pdf", kit, blocks=tuple(item(tool) for tool in TOOLS), lines=("a mallet of apple wood",)),
    Case("counted-kit-pdf", LOOKS, "pdf", counted_kit, lines=("Saw with a bow 1", "Flask of tea 12")),
    Case("kit-html", LOOKS, "html", html("<h2>Contents</h2><ul>" + "".join(f"<li>{tool}</li>" for tool in TOOLS)
                                         + "</ul><p>The bag hangs by the door.</p>"),
         lines=TOOLS, asked=(Asked("Which saw is in the bag?", ("a saw with a bow",)),)),
    Case("kit-md", LOOKS, "md", "# The bag\n\n## Contents of the bag\n\n" + "".join(f"- {tool}\n" for tool in TOOLS),
         lines=TOOLS),
    Case("kit-docx", LOOKS, "docx", docx(p("Contents", "Heading1") + "".join(p(f"• {tool}") for tool in TOOLS)
                                         + WORD_BODY), lines=TOOLS),
    Case("shows-pdf", LOOKS, "pdf", shows,
         blocks=(paragraph("Table 2 shows that beech burns longest, and ash is lit first."),
                                                   paragraph("Figure the cost before you order.")),
         lines=("Table 2 shows that beech burns longest",)),
    Case("warning-pdf", LOOKS, "pdf", warning, lines=("Never light the fire indoors without a chimney.",),
         no_headings=("Never light the fire indoors without a chimney.",)),
    Case("captions-pdf", CAPTIONS, "pdf", captioned,
         blocks=(Block("caption", "Figure 3: The kiln holds 900 bricks in May"),
                 Block("caption", "Table 2. Clay of each pit")),
         records=({"": "Long pit"},), asked=(Asked("How many bricks are sound when a firing is over?",
             ("700 bricks",), not_best=("900",)),)),
    Case("caption-photo-pdf", CAPTIONS, "pdf", caption_below,
         blocks=(Block("caption", "Photo: the old chimney, drawn by N. Sorel"),)),
    Case("caption-docx", CAPTIONS, "docx", docx(p("Kilns", "Heading1")
                                                + p("Figure 3: The kiln holds 900 bricks", "Caption")
                                                + p("Of these 700 are sound.")),
         blocks=(Block("caption", "Figure 3: The kiln holds 900 bricks"),)),
    Case("caption-html", CAPTIONS, "html",
         html(
             '<figure><img src="k.png" alt=""><figcaption>Figure 3: The kiln holds 900 bricks</figcaption></figure><p>Of these 700 are sound.</p>'),
         blocks=(Block("caption", "Figure 3: The kiln holds 900 bricks"), paragraph("Of these 700 are sound."))),
    Case("coloured-pdf", HEADINGS, "pdf", coloured, blocks=tuple(heading(name) for name in CHAPTERS[:4])),
    Case("on-ground-pdf", HEADINGS, "pdf", lambda: coloured((.1, .4, .2), WHITE),
         blocks=tuple(heading(name) for name in CHAPTERS[:4])),
    Case("on-light-ground-pdf", HEADINGS, "pdf", lambda: coloured((.9, .95, .85), (0, 0, 0), font=BOLD),
         blocks=tuple(heading(name) for name in CHAPTERS[:4])),
    Case("bold-pdf-headings", HEADINGS, "pdf", lambda: coloured(color=(0, 0, 0), font=BOLD),
         blocks=tuple(heading(name) for name in CHAPTERS[:4])),
    Case("bold-paragraphs-docx", HEADINGS, "docx",
         docx("".join(p(run(name, "<w:b/>")) + p(text) for name, text in BODY.items())),
         blocks=tuple(heading(name) for name in CHAPTERS[:3])),
    Case("bold-paragraphs-html", HEADINGS, "html",
         html("".join(f"<p><strong>{name}</strong></p><p>{text}</p>" for name, text in BODY.items())),
         blocks=tuple(heading(name) for name in CHAPTERS[:3])),
    Case("bold-paragraphs-odt", HEADINGS, "odt",
         odt("".join(o_p(span("Bold", name)) + o_p(text) for name, text in BODY.items())),
         blocks=tuple(heading(name) for name in CHAPTERS[:3])),
    Case("title-at-top-pdf", HEADINGS, "pdf", lambda: coloured(color=(0, 0, 0), font=BOLD),
         blocks=(heading("The woodcutter's year"),)),
    Case("heading-before-page-pdf", HEADINGS, "pdf", heading_at_foot,
         blocks=(heading("Stacking wood"), heading("Drying in the wind")),
         order=("Stacking wood", BODY["Stacking wood"])),
    Case("bold-sentence-html", HEADINGS, "html",
         html("<p><strong>Never fell a tree alone.</strong></p><p>Two look up while the third one saws.</p>"),
         lines=("Never fell a tree alone.",), no_headings=("Never fell a tree alone.",)),
    Case("bare-heading-html", HEADINGS, "html", html(HTML_BODY),
         asked=(Asked("How is wood stacked?", ("Bark lies upwards",)),
                Asked("How is the axe sharpened?", ("wet stone",)))),
    Case("levels-pdf", LEVELS, "pdf", partial(first_aid, 15, 12, 24), blocks=STINGS),
    Case("levels-same-look-pdf", LEVELS, "pdf", partial(first_aid, 13, 13, 22), blocks=STINGS),
    Case("levels-skipped-html", LEVELS, "html", html(
        "<h2>Bee stings</h2><h4>Do this</h4><p>Scrape the sting out.</p><h4>Leave this</h4><p>Do not press.</p><h2>Nosebleeds</h2><h4>Do this</h4><p>Pinch the nose.</p>"),
         blocks=(heading("Do this", below="Bee stings"), heading("Leave this", below="Bee stings"),
                 heading("Do this", below="Nosebleeds"))),
    Case("levels-flat-html", LEVELS, "html",
         html(
             "<h2>Bee stings</h2><h2>Do this</h2><p>Scrape the sting out.</p><h2>Leave this</h2><p>Do not press.</p><h2>Nosebleeds</h2><h2>Do this</h2><p>Pinch the nose.</p>"
                                                  "<h2>Leave this</h2><p>No lying down.</p>"),
         blocks=(heading("Do this", below="Bee stings"), heading("Leave this", below="Bee stings"),
                 heading("Do this", below="Nosebleeds"))),
    Case("levels-docx", LEVELS, "docx", docx(p("Bee stings", "Heading1") + p("Do this", "Heading2")
                                             + p("Scrape the sting out.") + p("Leave this", "Heading2")
                                             + p("Do not press.")),
         blocks=(heading("Do this", below="Bee stings"), heading("Leave this", below="Bee stings"))),
    Case("lead-in-pdf", LEADS, "pdf", lambda: led_in("For a day in the forest you need"), blocks=LED),
    Case("lead-in-numbers-pdf", LEADS, "pdf",
         lambda: led_in("For a day in the forest you need", tuple(f"{n}." for n in (1, 2, 3, 4))), blocks=LED),
    Case("lead-in-dots-pdf", LEADS, "pdf", lambda: led_in("For a day in the forest you need ...", ("–",) * 4),
         blocks=tuple(item(tool, lead_in="For a day in the forest you need ...") for tool in TOOLS)),
    Case("lead-in-long-html", LEADS, "html", html(
        "<p>Whoever goes into the forest for a day, whether alone or with the others of the village, needs at least</p><ul>"
                                                  + "".join(f"<li>{tool}</li>" for tool in TOOLS) + "</ul>"),
         blocks=tuple(item(tool,
                           lead_in="Whoever goes into the forest for a day, whether alone or with the others of the village, needs at least") for tool in TOOLS)),
    Case("lead-in-md", LEADS, "md", "# Forest\n\nFor a day in the forest you need\n"
         + "".join(f"- {tool}\n" for tool in TOOLS), blocks=LED),
    Case("lead-in-docx", LEADS, "docx",
         docx(p("For a day in the forest you need") + "".join(p(f"• {tool}") for tool in TOOLS)), blocks=LED),
    Case("lead-in-epub", LEADS, "epub", epub("<h1>Forest</h1><p>For a day in the forest you need</p><ul>"
                                             + "".join(f"<li>{tool}</li>" for tool in TOOLS) + "</ul>"), blocks=LED),
    Case("no-lead-in-html", LEADS, "html",
         html("<p>The forest is quiet in winter. Nobody goes there without a lamp.</p><ul>"
              + "".join(f"<li>{tool}</li>" for tool in TOOLS) + "</ul>"),
         blocks=tuple(item(tool, lead_in="") for tool in TOOLS)),
    Case("columns-pdf", LISTS, "pdf", over_columns,
         blocks=tuple(item(thing, lead_in="The cart carries:") for thing in MANY),
         order=(*MANY, BODY["Stacking wood"])),
    Case("pages-pdf", LISTS, "pdf", lambda: over_pages(False),
         blocks=tuple(item(thing, lead_in="The cart carries:") for thing in MANY)),
    Case("pages-numbers-pdf", LISTS, "pdf", lambda: over_pages(True),
         blocks=tuple(item(thing, lead_in="The cart carries:", number=n) for n, thing in enumerate(MANY, 1))),
    Case("nested-over-pages-pdf", LISTS, "pdf", nested_over_pages,
         blocks=(item("The wood", level=1), item("ash below", level=2), item("beech above", level=2),
                 item("The tools", level=1, lead_in="On the cart lie:"))),
    Case("columns-of-items-pdf", LISTS, "pdf", side_by_side,
         blocks=tuple(item(thing, lead_in="The cart carries:") for thing in MANY)),
    Case("item-over-pages-pdf", LISTS, "pdf", item_over_pages,
         blocks=(item("The longest log lies lowest, on the side of the brake, and is tied twice.",
                      lead_in="Before the cart leaves:"),
                 item("The lamp is lit.", lead_in="Before the cart leaves:"))),
]
