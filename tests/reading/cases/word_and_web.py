"""Point 6: what word processors, e-books, saved web pages and dialects of Markdown hold besides paragraphs."""

from __future__ import annotations

from case import Asked, Block, Case, heading, item, note, paragraph
from packages import (NOTE_MARK, docx, epub, numbered, o_h, o_list, o_note, o_p, ods, odt, o_table, p, rtf, run, text_box,
                      w_cell, w_list, w_table)

BOXES, EDGES, NOTES, CONTROLS, NUMBERS, TYPED, WEB, DIALECTS = (
    "6 text boxes", "6 headers and footers", "6 footnotes", "6 content controls", "6 automatic numbers",
    "6 typed lists and tabbed tables",
    "6 saved web pages", "6 Markdown dialects")
LOOKS = "6 look-alikes"
PLAIN = p("The museum railway runs on Sundays from May to October.")
CREW = "The night crew is called on 4471."
PERMIT = "Permit 88 B, valid until 2 May"


def o_frame(*paragraphs: str) -> str:
    return (f'<text:p><draw:frame text:anchor-type="paragraph" svg:width="6cm" svg:height="2cm"><draw:text-box>'
            f'{"".join(o_p(text) for text in paragraphs)}</draw:text-box></draw:frame></text:p>')


def control(content: str, more: str = "") -> str:
    return f"<w:sdt><w:sdtPr>{more}</w:sdtPr><w:sdtContent>{content}</w:sdtContent></w:sdt>"


RULES = w_list(("decimal", "%1"), ("decimal", "%1.%2"), ("decimal", "%1.%2.%3"))
CLAUSES = w_list(("decimal", "§ %1"), ("lowerLetter", "(%2)"))
STEPS = w_list(("decimal", "%1."), ("lowerLetter", "%2)"))
RULES_BODY = (p("Signals", "Heading1", numbered()) + p("A red lamp stops every train.")
              + p("Shunting", "Heading1", numbered())
              + p("At night", "Heading2", numbered(1)) + p("Two lamps are swung.")
              + p("In fog", "Heading2", numbered(1))
              + p("See 2.1 for the lamps."))
ODT_OUTLINE = (
    '<text:outline-style style:name="Outline"><text:outline-level-style text:level="1" style:num-format="1"/>'
               '<text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/></text:outline-style>')


def tabbed(*rows: str) -> str:
    """Rows of a table that someone made with the tabulator key."""
    made = ""
    for row in rows:
        inside = "<w:tab/>".join(f"<w:t>{cell}</w:t>" for cell in row.split("\t"))
        made += f'<w:p><w:pPr><w:tabs><w:tab w:val="left" w:pos="2800"/><w:tab w:val="left" w:pos="5600"/></w:tabs></w:pPr><w:r>{inside}</w:r></w:p>'
    return made


TRAINS = ("Train\tLeaves\tPlatform", "Bluebell\t9:15\t2", "Thistle\t11:40\t3", "Foxglove\t14:05\t1")
TRAIN_ROWS = ({"Train": "Thistle", "Leaves": "11:40", "Platform": "3"},)
TYPED_ITEMS = ("one driver", "two firemen", "a guard with a lamp")
TYPED_BLOCKS = tuple(item(text) for text in TYPED_ITEMS)

SAVED_PAGE = """<!DOCTYPE html><html><head><meta charset="utf-8"><title>Steam days - Valley Railway Friends</title>
<style>.x{color:red}</style><script>var price = "99 crowns";</script></head><body>
<div class="cookie-banner"><p>We use cookies to make this site better.</p><button>Accept</button></div>
<nav><ul><li><a href="/">Home</a></li><li><a href="/trains">Trains</a></li><li><a href="/shop">Shop</a></li></ul></nav>
<main><article><h1>Steam days</h1><p>Steam trains run on the first Sunday of each month.</p>
<h2>Fares</h2><table><tr><th>Who</th><th>Fare</th></tr><tr><td>Grown-ups</td><td>18 crowns</td></tr><tr><td>Children</td><td>7 crowns</td></tr></table>
<figure><img src="a.jpg" alt="An engine at the water crane"><figcaption>Engine 12 at the water crane</figcaption></figure>
</article></main><aside><h2>Read next</h2><ul><li><a href="/a">How to fire a boiler</a></li><li><a href="/b">Our new shed</a></li></ul></aside>
<footer><p>© 2026 Valley Railway Friends. Privacy. Cookies.</p></footer></body></html>"""
DIV_PAGE = """<!DOCTYPE html><html><head><meta charset="utf-8"><title>Lost property</title></head><body>
<div id="menu"><a href="/">Start</a> | <a href="/map">Map</a> | <a href="/contact">Contact</a></div>
<div class="content"><div class="title" style="font-size:200%;font-weight:bold">Lost property</div>
<div>Umbrellas are kept in the lamp room for a year.</div><div>Hats go to the theatre after a month.<br><br>Keys are never thrown away.</div></div>
<div class="share"><a href="#">Share</a> <a href="#">Print</a></div></body></html>"""

GITHUB = """# Boiler

> [!WARNING]
> Never open the fire door on a slope.

> [!NOTE]
> The gauge reads in bar.

- [ ] fill the tender
- [x] oil the rods

The whistle is blown twice[^w] at ~~the signal box~~ the crossing. :steam_locomotive:

<details><summary>Spare parts</summary>

Gaskets lie in box 14.

</details>

[^w]: Once at night.
"""
KRAMDOWN = """---
title: Points
layout: page
---

# Points of the yard {#points .wide}

The points are greased on Fridays.
{: .notice}

Fireman
: tends the *fire*
: breaks the coal

Lever 4[^lever] is locked.
{: #lever style="color:red"}

* TOC
{:toc}

[^lever]: The key hangs in the signal box.

{::comment}
Ask whether this is still so.
{:/comment}
"""
OBSIDIAN = """---
tags: [yard, night]
aliases: Night yard
---

# Night yard

> [!tip]- Where the lamp is
> It hangs on the third hook.

The code of the gate is ==5093==. The key is with [[People/Ada Holm|the stationmaster]], the map in [[Yard map]].

%% ask Ada whether the code is new %%

![[engine.png]]

Trains wait here until the bell rings. ^wait-rule
"""
TOML = """+++
title = "Coal"
draft = false
+++

# Coal

The bunker holds 6 tons.

{{< figure src="bunker.jpg" >}}

Steam
: water that has left its kettle
"""

CASES = [
    Case("box-docx", BOXES, "docx", docx(PLAIN + text_box("In the night", CREW)
                                         + p("The day crew is called on 2205.")), lines=(CREW,),
         asked=(Asked("On which number is the night crew called?", ("4471",), not_best=("2205",)),)),
    Case("box-new-docx", BOXES, "docx", docx(PLAIN + text_box(CREW, fallback=False)), lines=(CREW,)),
    Case("box-vml-docx", BOXES, "docx", docx(PLAIN + text_box(CREW, drawing=False)), lines=(CREW,)),
    Case("box-only-docx", BOXES, "docx", docx(text_box(CREW)), lines=(CREW,)),
    Case("frame-odt", BOXES, "odt", odt(o_p("The museum railway runs on Sundays.") + o_frame(CREW)), lines=(CREW,)),
    Case("box-ods", BOXES, "ods", ods(o_table([["Boat", "Fee"], ["Heron", "12"]]).replace(
        "</table:table>", "<table:shapes>" + o_frame(CREW) + "</table:shapes></table:table>")), lines=(CREW,)),
    Case("box-rtf", BOXES, "rtf", rtf("The museum railway runs on Sundays.",
                                      "{\\shp{\\*\\shpinst{\\shptxt \\pard " + CREW + "\\par}}}"), lines=(CREW,),
                                      or_told="(?i)box"),
    Case("header-docx", EDGES, "docx", docx(PLAIN, header=PERMIT, footer="Kept by the signal master"),
         anywhere=(PERMIT, "Kept by the signal master")),
    Case("header-odt", EDGES, "odt", odt(o_p("The museum railway runs on Sundays."), header=PERMIT,
                                         footer="Kept by the signal master"),
         anywhere=(PERMIT, "Kept by the signal master")),
    Case("header-rtf", EDGES, "rtf", rtf("{\\header " + PERMIT + "\\par}The museum railway runs on Sundays."),
         anywhere=(PERMIT,), or_told="(?i)header"),
    Case("notes-docx", NOTES, "docx",
         docx(p(run("Passes are checked at the gate") + NOTE_MARK.format("footnote", 1) + run(" and on the train.")),
              notes={1: "Dogs need a pass, too."}),
         lines=("Passes are checked at the gate{m:1} and on the train",), blocks=(note("Dogs need a pass, too."),)),
    Case("notes-odt", NOTES, "odt", odt(o_p("<text:span>Passes are checked at the gate</text:span>"
                                            + o_note("1", "Dogs need a pass, too.") + " and on the train.")),
         lines=("Passes are checked at the gate{m:1} and on the train",), blocks=(note("Dogs need a pass, too."),)),
    Case("end-notes-odt", NOTES, "odt", odt(o_p("<text:span>Passes are checked at the gate</text:span>"
                                                + o_note("i", "Dogs need a pass, too.", "endnote")
                                                + " and on the train.")),
         lines=("Passes are checked at the gate{m:?} and on the train",), blocks=(note("Dogs need a pass, too."),)),
    Case("controls-docx", CONTROLS, "docx",
         docx(control(p("The form is kept for seven years."))
              + p(run("Chosen track: ") + control(run("siding 5"), "<w:dropDownList/>"))
              + w_table([["Day", "Guard"], ["Sunday", w_cell("", "").replace("<w:r/>", control(run("Mr Ferreira")))]],
                        "<w:tblHeader/>")),
         lines=("The form is kept for seven years", "Chosen track: siding 5"),
         records=({"Day": "Sunday", "Guard": "Mr Ferreira"},)),
    Case("placeholder-docx", CONTROLS, "docx",
         docx(p(run("Inspected by: ") + control(run("Click to enter text.", '<w:rStyle w:val="PlaceholderText"/>'),
                                                "<w:showingPlcHdr/>")) + PLAIN),
         lines=("Inspected by:",), absent=("Click to enter text",)),
    Case("headings-docx", NUMBERS, "docx", docx(RULES_BODY, numbering=RULES),
         blocks=(heading("1 Signals"), heading("2 Shunting"), heading("2.1 At night", below="2 Shunting"),
                 heading("2.2 In fog")),
         asked=(Asked("What does 2.1 At night say?", ("Two lamps are swung",)),)),
    Case("headings-odt", NUMBERS, "odt", odt(o_h("Signals") + o_p("A red lamp stops every train.") + o_h("Shunting")
                                             + o_h("At night", 2) + o_p("Two lamps are swung."),
                                             outline=ODT_OUTLINE),
         blocks=(heading("1 Signals"), heading("2 Shunting"), heading("2.1 At night"))),
    Case("clauses-docx", NUMBERS, "docx",
         docx(p("Nobody walks on the track.", more=numbered()) + p("Staff with a lamp may.", more=numbered(1))
              + p("So may the wheel tapper.", more=numbered(1)), numbering=CLAUSES),
         stored=("§ 1 Nobody walks on the track.", "(a) Staff with a lamp may.", "(b) So may the wheel tapper.")),
    Case("steps-docx", NUMBERS, "docx",
         docx(p("Before departure:") + p("Test the brake.", more=numbered())
              + p("Blow the whistle.", more=numbered()) + p("twice in fog", more=numbered(1))
              + p("Open the valve.", more=numbered()), numbering=STEPS),
         blocks=(item("Test the brake.", number=1, lead_in="Before departure:"), item("twice in fog", level=2),
                 item("Open the valve.", number=3))),
    Case("steps-odt", NUMBERS, "odt", odt(o_p("Before departure:")
                                          + o_list("Test the brake.", "Blow the whistle.", style="Numbers")
                                          + o_p("Look out of the window.")
                                          + o_list("Open the valve.", style="Numbers",
                                              more='text:continue-numbering="true"')),
         blocks=(item("Test the brake.", number=1, lead_in="Before departure:"), item("Blow the whistle.", number=2),
                 item("Open the valve.", number=3))),
    Case("interrupted-docx", NUMBERS, "docx",
         docx(p("Test the brake.", more=numbered()) + p("Look out of the window.")
              + p("Blow the whistle.", more=numbered()), numbering=STEPS),
         blocks=(item("Test the brake.", number=1), item("Blow the whistle.", number=2))),
    Case("tabbed-docx", TYPED, "docx", docx(PLAIN + tabbed(*TRAINS)), records=TRAIN_ROWS,
         asked=(Asked("When does the Thistle leave?", ("11:40",), ("14:05",)),)),
    Case("tabbed-rtf", TYPED, "rtf", rtf("The museum railway runs on Sundays.",
                                         *("\\tx2800\\tx5600 " + row.replace("\t", "\\tab ") for row in TRAINS)),
                                         records=TRAIN_ROWS),
    Case("tabbed-odt", TYPED, "odt", odt("".join(o_p("<text:span/>" + row.replace("\t", "<text:tab/>"))
        for row in TRAINS)), records=TRAIN_ROWS),
    Case("typed-docx", TYPED, "docx",
         docx(p("A train needs:") + "".join(p(f"{i}. {text}") for i, text in enumerate(TYPED_ITEMS, 1))),
         blocks=(*TYPED_BLOCKS, item("two firemen", number=2, lead_in="A train needs:"))),
    Case("typed-dash-docx", TYPED, "docx",
         docx(p("A train needs:") + "".join(p(f"– {text}") for text in TYPED_ITEMS)), blocks=TYPED_BLOCKS),
    Case("typed-breaks-docx", TYPED, "docx",
         docx(p("<w:r>" + "<w:br/>".join(f'<w:t xml:space="preserve">{text}</w:t>'
                                         for text in ("A train needs:", *(f"• {text}" for text in TYPED_ITEMS)))
                                         + "</w:r>")),
         blocks=TYPED_BLOCKS),
    Case("typed-odt", TYPED, "odt", odt(o_p("A train needs:")
                                        + "".join(o_p(f"{i}) {text}") for i, text in enumerate(TYPED_ITEMS, 1))),
                                        blocks=TYPED_BLOCKS),
    Case("typed-rtf", TYPED, "rtf", rtf("A train needs:", *(f"\\bullet\\tab {text}" for text in TYPED_ITEMS)),
         blocks=TYPED_BLOCKS),
    Case("typed-html", TYPED, "html",
         "<!DOCTYPE html><meta charset=utf-8><title>Train</title><h1>Train</h1><p>A train needs:<br>"
         + "<br>".join(f"&bull; {text}" for text in TYPED_ITEMS) + "</p><p>It leaves at nine.</p>",
         blocks=TYPED_BLOCKS),
    Case("typed-letters-html", TYPED, "html",
         "<!DOCTYPE html><meta charset=utf-8><title>Train</title><h1>Train</h1><p>A train needs:</p>"
         + "".join(f"<p>({letter}) {text}</p>" for letter, text in zip("abc", TYPED_ITEMS)), blocks=TYPED_BLOCKS),
    Case("typed-epub", TYPED, "epub", epub("<h1>Train</h1><p>A train needs:</p>"
                                           + "".join(f"<p>{i}. {text}</p>" for i, text in enumerate(TYPED_ITEMS, 1))),
         blocks=TYPED_BLOCKS),
    Case("no-list-docx", LOOKS, "docx", docx(p("3. May is a holiday here.") + PLAIN),
         blocks=(paragraph("3. May is a holiday here."),)),
    Case("one-tab-docx", LOOKS, "docx", docx(tabbed("Warden:\tAda Holm") + PLAIN), lines=("Warden: Ada Holm",),
         tables=0),
    Case("code-md", LOOKS, "md",
         "# Codes\n\nType `==5093==` and `[[A]]`, then wait.\n\n```\n- [ ] a\n> [!NOTE]\n```\n",
         lines=("Type ==5093== and [[A]], then wait", "> [!NOTE]")),
    Case("brackets-md", LOOKS, "md",
         "# Codes\n\nSee [7] and {8}; 2 == 2, and a^2 is no note. A rule: {not an attribute}.\n",
         lines=("See [7] and {8}; 2 == 2, and a^2 is no note", "{not an attribute}")),
    Case("plain-pluses-md", LOOKS, "md", "+++ loud +++\n\nThe horn is blown.\n",
         lines=("The horn is blown", "+++ loud +++")),
    Case("page-html", WEB, "html", SAVED_PAGE, lines=("Steam trains run on the first Sunday of each month",),
         absent=("cookies", "Home", "99 crowns", "© 2026"), records=({"Who": "Children", "Fare": "7 crowns"},),
         blocks=(heading("Steam days"), heading("Fares"), Block("caption", "Engine 12 at the water crane"))),
    Case("page-aside-html", WEB, "html", SAVED_PAGE, absent=("How to fire a boiler", "Read next")),
    Case("page-of-div-html", WEB, "html", DIV_PAGE, absent=("Share", "Contact"),
         lines=("Umbrellas are kept in the lamp room for a year",),
         blocks=(heading("Lost property"), paragraph("Keys are never thrown away."))),
    Case("details-html", WEB, "html",
         "<!DOCTYPE html><meta charset=utf-8><title>Q</title><h1>Questions</h1><details><summary>May dogs travel?</summary>"
         "<p>Yes, on a lead.</p></details><p><abbr title='Valley Railway Friends'>VRF</abbr> members pay half. Press <kbd>Stop</kbd><br>in need.</p>"
         "<dl><dt>Tender</dt><dd>carries coal</dd></dl><noscript>Please turn on scripts</noscript>",
         lines=("Yes, on a lead", "VRF members pay half", "Press Stop"),
         blocks=(Block("term", "Tender"), Block("definition", "carries coal"))),
    Case("github-alerts-md", DIALECTS, "md", GITHUB,
         lines=("Never open the fire door on a slope", "The gauge reads in bar"),
         absent=("[!WARNING]", "[!NOTE]", "[!"),
         asked=(Asked("What is never opened on a slope?", ("fire door",), ("[!WARNING]",)),)),
    Case("github-boxes-md", DIALECTS, "md", GITHUB, blocks=(item("fill the tender"), item("oil the rods")),
         absent=("[ ]", "[x]")),
    Case("github-notes-md", DIALECTS, "md", GITHUB, lines=("The whistle is blown twice{m:?} at the crossing",),
         blocks=(note("Once at night."),), absent=("[^w]:", "~~", "signal box")),
    Case("github-details-md", DIALECTS, "md", GITHUB, lines=("Gaskets lie in box 14", "Spare parts")),
    Case("kramdown-attributes-md", DIALECTS, "md", KRAMDOWN,
         blocks=(heading("Points of the yard"), paragraph("The points are greased on Fridays.")),
         absent=("{:", "{#points", ".notice", "layout: page", "toc")),
    Case("kramdown-definitions-md", DIALECTS, "md", KRAMDOWN,
         blocks=(Block("term", "Fireman"), Block("definition", "tends the fire"),
                 Block("definition", "breaks the coal"))),
    Case("kramdown-notes-md", DIALECTS, "md", KRAMDOWN, lines=("Lever 4{m:?} is locked",),
         blocks=(note("The key hangs in the signal box."),), absent=("Ask whether",)),
    Case("obsidian-marks-md", DIALECTS, "md", OBSIDIAN,
         lines=("The code of the gate is 5093", "The key is with the stationmaster, the map in Yard map"),
         absent=("==", "[[", "People/Ada", "tags:")),
    Case("obsidian-callout-md", DIALECTS, "md", OBSIDIAN, lines=("It hangs on the third hook", "Where the lamp is"),
         absent=("[!tip]",)),
    Case("obsidian-comment-md", DIALECTS, "md", OBSIDIAN, lines=("Trains wait here until the bell rings",),
         absent=("ask Ada", "%%", "engine.png", "^wait-rule")),
    Case("toml-head-md", DIALECTS, "md", TOML, lines=("The bunker holds 6 tons",),
         absent=("draft = false", "+++", "title =", "{{<")),
    Case("definitions-md", DIALECTS, "md", TOML,
         blocks=(Block("term", "Steam"), Block("definition", "water that has left its kettle"))),
]
