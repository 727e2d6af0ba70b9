"""Point 2: characters. What stands raised, letters without a map, hyphens, directions, character sets."""

from __future__ import annotations

import re
import unicodedata

from case import Asked, Block, Case, note
from packages import NOTE_MARK, docx, epub, marked, o_h, o_note, o_p, odt, p, rtf, rtf_text, run, runs, spans
from pdf_writer import BOLD, Page, Pdf, encoded, mapped_font, stroke_codes, stroke_font, symbol_font

# One text in all formats that have raised signs. The numbers differ from format to
# format in nothing but how they are set.
MARKED = ("Foals under 80 kg get at most 15{m:1} ml of the paste in a day.",
          "The ferry takes 12{m:2} cars and 140{m:3} passengers.")
NOTES = {"1": "Never on an empty stomach.", "2": "Without trailers.", "3": "On Sundays half as many."}
POWERS = ("A teaspoon of garden soil holds 10{^9} bacteria.",
          "Yoghurt needs at least 3 × 10{^6} cultures in each gram.",
          "The pond loses 4 m{^3} of water in a week.", "Seeds weigh 2 × 10{^-3} g each.")
INDICES = ("The tank holds CO{_2} and N{_2}O under pressure.", "Goats lack vitamin B{_12} when cobalt is missing.")
ORDINALS = ("The choir meets on the 2{o:nd} and the 21{o:st} of each month.",)
FRACTIONS = ("Stir 2{1/2} cups of lye into the fat.", "Leave {3/4} of the wax in the pot.")


def written(*texts: str) -> bytes:
    """A PDF of paragraphs, with a body that is set as usual."""
    page = Page()
    y = 780
    page.text(60, y, "Notes of the society", 16, BOLD)
    y -= 36
    for text in (*texts,
                 "These notes are kept in the green folder beside the door, where members may read them at any time."):
        y = page.paragraph(60, y, text)
    return Pdf(page).bytes()


def with_notes() -> bytes:
    page = Page()
    page.text(60, 780, "Rules of the landing stage", 16, BOLD)
    y = 744.0
    for text in (*MARKED, "The landing stage is open from dawn to dusk, and the warden keeps the key of the gate."):
        y = page.paragraph(60, y, text)
    for number, (mark, text) in enumerate(NOTES.items()):
        page.text(60, 110 - 12 * number, f"{{m:{mark}}} {text}", 8)
    return Pdf(page).bytes()


def placed_marks() -> bytes:
    """Marks as runs of their own, with a base line of their own, as Word's PDFs have them."""
    page = Page()
    page.text(60, 780, "Kiln", 16, BOLD)
    for y, before, mark, after in ((740, "The kiln is fired at 980", "4", " degrees for nine hours."),
                                   (720, "A shelf bears 35", "5", " kg of pots.")):
        end = page.text(60, y, before)
        end = page.text(end, y + 4, mark, 6.5)
        page.text(end, y, after)
    page.paragraph(60, 700, "Pots are unloaded on the day after, when the kiln is cold to the hand.")
    page.text(60, 100, "{m:4} Glazes of the year before: 20 less.", 8)
    page.text(60, 88, "{m:5} In the upper half.", 8)
    return Pdf(page).bytes()


def html(*body: str, head: str = '<meta charset="utf-8">') -> str:
    return f"<!DOCTYPE html><html><head>{head}<title>Notes</title></head><body><h1>Notes</h1>{''.join(body)}</body></html>"


def markdown(text: str) -> str:
    """As GitHub writes raised and lowered signs."""
    return marked(text).replace("⁄", "/")


def docx_notes(kind: str) -> bytes:
    def put(text: str) -> str:
        parts = text.replace("{m:", "\0").replace("}", "\0").split("\0")
        return "".join(run(part) if i % 2 == 0 else NOTE_MARK.format(kind, part) for i, part in enumerate(parts))

    return docx(p("Landing stage", "Heading1") + "".join(p(put(text)) for text in MARKED),
                **{f"{kind}s" if kind == "endnote" else "notes": {int(mark): text for mark, text in NOTES.items()}})


def odt_notes() -> bytes:
    def put(text: str) -> str:
        for mark, words in NOTES.items():
            text = text.replace(f"{{m:{mark}}}", o_note(mark, words))
        return f"<text:span>{text}</text:span>"

    return odt(o_h("Landing stage") + "".join(o_p(put(text)) for text in MARKED))


EPUB_NOTES = "".join(f'<aside epub:type="footnote" id="note-{mark}"><p>{text}</p></aside>' for mark,
                     text in NOTES.items())
HTML_NOTES = '<ol class="footnotes">' + "".join(f'<li id="note-{mark}">{text}</li>' for mark,
                                                text in NOTES.items()) + "</ol>"
NOTE_BLOCKS = tuple(note(text) for text in NOTES.values())

MARKS = [
    Case("marks-pdf", "2 footnote marks", "pdf", with_notes, lines=MARKED, blocks=NOTE_BLOCKS,
         asked=(Asked("How many cars does the ferry take?", ("12{m:2} cars",), ("122",)),)),
    Case("marks-placed-pdf", "2 footnote marks", "pdf", placed_marks,
         lines=("fired at 980{m:4} degrees for nine hours", "A shelf bears 35{m:5} kg of pots"),
         blocks=(note("In the upper half."),)),
    Case("marks-word-pdf", "2 footnote marks", "pdf",
         lambda: written("The bell rings at noon{m:3} and at dusk.{m:4} Nobody rings it at night.",
                         "Boats longer than 9 m{m:12} are moored outside."),
         lines=("rings at noon{m:3} and at dusk.{m:4} Nobody", "longer than 9 m{m:12} are moored")),
    Case("marks-letters-pdf", "2 footnote marks", "pdf",
         lambda: written("The dose is 40 mg{m:a} for hounds and 25 mg{m:b} for terriers.",
                         "Lambs get 6 ml{m:*} in all."),
         lines=("40 mg{m:a} for hounds and 25 mg{m:b} for terriers", "Lambs get 6 ml{m:*} in all")),
    Case("marks-html", "2 footnote marks", "html", html(*(f"<p>{marked(text)}</p>" for text in MARKED), HTML_NOTES),
         lines=MARKED, blocks=NOTE_BLOCKS,
         asked=(Asked("How many passengers does the ferry take?", ("140{m:3} passengers",), ("1403",)),)),
    Case("marks-bare-html", "2 footnote marks", "html",
         html(
             "<p>The mill grinds 70<sup>1</sup> sacks a day, the old one 30<sup>(2)</sup>.</p><p>Rye takes 4 h<sup>a</sup>.</p>"),
         lines=("grinds 70{m:1} sacks a day, the old one 30{m:2}", "Rye takes 4 h{m:a}")),
    Case("marks-md", "2 footnote marks", "md",
         "# Landing stage\n\n" + "\n\n".join(text.replace("{m:", "[^").replace("}", "]") for text in MARKED)
         + "\n\n" + "\n".join(f"[^{mark}]: {text}" for mark, text in NOTES.items()) + "\n",
         lines=MARKED, blocks=NOTE_BLOCKS, absent=("[^1]:",)),
    Case("marks-docx", "2 footnote marks", "docx", lambda: docx_notes("footnote"), lines=MARKED, blocks=NOTE_BLOCKS),
    Case("marks-end-docx", "2 footnote marks", "docx", lambda: docx_notes("endnote"), lines=MARKED,
         blocks=NOTE_BLOCKS),
    Case("marks-typed-docx", "2 footnote marks", "docx", lambda: docx("".join(p(text) for text in MARKED)),
         lines=MARKED),
    Case("marks-odt", "2 footnote marks", "odt", odt_notes, lines=MARKED, blocks=NOTE_BLOCKS),
    Case("marks-typed-odt", "2 footnote marks", "odt", lambda: odt("".join(o_p(text) for text in MARKED)),
         lines=MARKED),
    Case("marks-epub", "2 footnote marks", "epub",
         lambda: epub("<h1>Landing stage</h1>" + "".join(f"<p>{marked(text)}</p>" for text in MARKED).replace(
             "<a ", '<a epub:type="noteref" ') + EPUB_NOTES), lines=MARKED, blocks=NOTE_BLOCKS),
    Case("marks-rtf", "2 footnote marks", "rtf",
         lambda: rtf(*(re.sub(r"\{m:(.)\}",
                              lambda mark: "{\\super\\chftn{\\footnote\\pard {\\super\\chftn} " + NOTES[mark[1]]
                              + "}}", text)
                       for text in MARKED)), lines=MARKED, blocks=NOTE_BLOCKS),
    Case("marks-typed-rtf", "2 footnote marks", "rtf", lambda: rtf(*(rtf_text(text) for text in MARKED)),
         lines=MARKED),
]


def set_in_all(name: str, kind: str, texts: tuple[str, ...]) -> list[Case]:
    return [
        Case(f"{name}-pdf", kind, "pdf", lambda: written(*texts), lines=texts),
        Case(f"{name}-html", kind, "html", html(*(f"<p>{marked(text)}</p>" for text in texts)), lines=texts),
        Case(f"{name}-md", kind, "md", "# Notes\n\n" + "\n\n".join(markdown(text) for text in texts) + "\n",
             lines=texts),
        Case(f"{name}-docx", kind, "docx", lambda: docx("".join(p(text) for text in texts)), lines=texts),
        Case(f"{name}-odt", kind, "odt", lambda: odt("".join(o_p(text) for text in texts)), lines=texts),
        Case(f"{name}-epub", kind, "epub", lambda: epub("".join(f"<p>{marked(text)}</p>" for text in texts)),
             lines=texts),
        Case(f"{name}-rtf", kind, "rtf", lambda: rtf(*(rtf_text(text) for text in texts)), lines=texts),
    ]


def cell_pdf() -> bytes:
    page = Page()
    page.text(60, 780, "Counts", 16, BOLD)
    page.rows(60, 740, [["Place", "Germs in a litre", "Taken at"], ["Well", "3 × 10{^4}", "1{o:st} of May"],
                        ["Spring", "2{m:1}", "3{o:rd} of May"], ["Pond", "10{^7}", "12{o:th} of May"]], (0, 150, 300),
                        head_font=BOLD)
    page.text(60, 640, "{m:1} Taken after rain.", 8)
    return Pdf(page).bytes()


MATH = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
WORD_POWER = (
    f"<m:oMath {MATH}><m:sSup><m:e><m:r><m:t>10</m:t></m:r></m:e><m:sup><m:r><m:t>9</m:t></m:r></m:sup></m:sSup></m:oMath>")
WEB_POWER = '<math xmlns="http://www.w3.org/1998/Math/MathML"><msup><mn>10</mn><mn>9</mn></msup></math>'
SOIL = ("A spoon of soil holds 10{^9} bacteria",)

RAISED = [
    *set_in_all("powers", "2 powers", POWERS),
    Case("powers-caret-md", "2 powers", "md", "# Soil\n\nA spoon holds 10^9^ bacteria, and 5 × 10^8^ in winter.\n",
         lines=("A spoon holds 10{^9} bacteria, and 5 × 10{^8} in winter",)),
    Case("powers-utf8-txt", "2 powers", "txt", "A spoon of soil holds 10⁹ bacteria.\nSeeds weigh 2 × 10⁻³ g.\n",
         anywhere=("A spoon of soil holds 10{^9} bacteria", "2 × 10{^-3} g")),
    Case("powers-formula-docx", "2 powers", "docx",
         docx(p(run("A spoon of soil holds ") + WORD_POWER + run(" bacteria."))), lines=SOIL),
    Case("powers-formula-html", "2 powers", "html", html(f"<p>A spoon of soil holds {WEB_POWER} bacteria.</p>"),
         lines=SOIL),
    Case("powers-formula-epub", "2 powers", "epub",
         lambda: epub(f"<h1>Soil</h1><p>A spoon of soil holds {WEB_POWER} bacteria.</p>"), lines=SOIL),
    Case("powers-formula-md", "2 powers", "md",
         "# Soil\n\nA spoon of soil holds $10^9$ bacteria. Spades cost $40 and forks $25.\n",
         lines=(*SOIL, "Spades cost $40 and forks $25")),
    Case("powers-cells-pdf", "2 powers", "pdf", cell_pdf,
         records=({"Place": "Well", "Germs in a litre": "3 × 10{^4}", "Taken at": "1{o:st} of May"},
                  {"Place": "Spring", "Germs in a litre": "2{m:1}"},
                  {"Place": "Pond", "Germs in a litre": "10{^7}"})),
    *set_in_all("indices", "2 indices", INDICES),
    *(case for case in set_in_all("ordinals", "2 ordinals", ORDINALS) if case.ending in ("pdf", "html", "docx")),
    *(case for case in set_in_all("fractions", "2 fractions", FRACTIONS)
      if case.ending in ("pdf", "html", "docx", "odt")),
]

# Letters whose meaning is told beside the drawing.
LIGATURES = {ord("A"): "ﬁ", ord("B"): "ﬂ",
             ord("C"): "ff"} | {code: chr(code) for code in range(0x61, 0x7b)} | {0x20: " ", 0x2e: "."}
TWO_LETTERS = LIGATURES | {ord("A"): "fi", ord("B"): "fl"}


def ligatures(codes: dict[int, str]) -> bytes:
    page = Page()
    page.text(60, 740, "", font="L", encoded=b"the Are oCicer keeps the Bour in the oCice.")
    page.paragraph(60, 700, "The store is beside the gate, and the gate is shut at night.")
    return Pdf(page, fonts={"L": mapped_font(codes)}).bytes()


def actual_text() -> bytes:
    page = Page()
    page.text(60, 780, "Greenhouse", 16, BOLD)
    page.raw(
        "BT /F1 11 Tf 60 740 Td (The vents open at ) Tj /Span << /ActualText (28) >> BDC (XXVIII) Tj EMC ( degrees.) Tj ET")
    page.raw(
        "BT /F1 11 Tf 60 720 Td (Call the ) Tj /Span << /ActualText (gardener) >> BDC (g@rden&r) Tj EMC ( when they stick.) Tj ET")
    page.paragraph(60, 700, "The greenhouse stands behind the school and is heated from October on.")
    return Pdf(page).bytes()


def actual_hyphen() -> bytes:
    page = Page()
    page.raw("BT /F1 11 Tf 60 740 Td (The beekeeper smokes the hive before the frames are lif) Tj "
             "/Span << /ActualText <FEFF00AD> >> BDC (-) Tj EMC 0 -14 Td (ted, and waits for a minute.) Tj ET")
    page.paragraph(60, 700, "Hives stand in the orchard, and the orchard is closed to children.")
    return Pdf(page).bytes()


def without_map(*pages: str) -> bytes:
    """"map": words in a font that tells its letters; other pages are drawn letters."""
    made = []
    for words in pages:
        page = Page()
        if words == "map":
            page.text(60, 780, "Lamps of the harbour", 16, BOLD)
            page.paragraph(60, 740,
                           "The red lamp shines to port, the green lamp to starboard, and both are lit at dusk.")
        else:
            for number, line in enumerate(words.split("/")):
                page.text(60, 740 - 34 * number, "", 16, font="S", encoded=stroke_codes(line))
        made.append(page)
    return Pdf(*made, fonts={"S": stroke_font}).bytes()


def private_map() -> bytes:
    """The font's map tells characters for private use, of which nobody knows the meaning."""
    page = Page()
    page.text(60, 780, "Lamps of the harbour", 16, BOLD)
    page.text(60, 740, "", font="V", encoded=b"The spare wick lies in the tin beside the stairs.")
    page.paragraph(60, 720, "The red lamp shines to port, the green lamp to starboard, and both are lit at dusk.")
    return Pdf(page, fonts={"V": mapped_font({code: chr(0xE000 + code) for code in range(0x20, 0x7f)})}).bytes()


def symbols_pdf() -> bytes:
    page = Page()
    page.text(60, 780, "Incubator", 16, BOLD)
    for y, before, code, after in ((740, "Eggs are kept at ", 0xB3, " 37 degrees, and never"),
                                   (724, "turned when it is ", 0xA3, " 35 degrees."),
                                   (708, "The scale shows 20 ", 0x6D, "g of dust.")):
        end = page.text(60, y, before)
        end = page.text(end, y, "", font="Y", encoded=bytes([code])) + 6
        page.text(end, y, after)
    page.paragraph(60, 680, "The incubator stands in the cellar, where the air is still.")
    return Pdf(page, fonts={"Y": symbol_font}).bytes()


def w_symbol(code: str) -> str:
    return f'<w:r><w:sym w:font="Symbol" w:char="{code}"/></w:r>'


DRAWN = "THE SPARE BATTERY IS UNDER/THE BENCH IN THE BOAT HALL/ASK MR LINDKVIST FOR THE KEY"
DRAWN_WORDS = ("THE SPARE BATTERY IS UNDER",)


def letter_spaced(spacing: float, by_letter: bool = False) -> bytes:
    page = Page()
    texts = ("VISITORS WAIT BY THE FOUNTAIN", "Rowers meet at the old boathouse before six.")
    y = 760
    for text in texts:
        if by_letter:
            x = 60.0
            for word in text.split():
                for letter in word:
                    x = page.text(x, y, letter) + spacing
                x += 3 * spacing
        else:
            page.text(60, y, text, spacing=spacing)
        y -= 24
    page.paragraph(60, y, "The boathouse is locked in winter, when the river is too high for rowing.")
    return Pdf(page).bytes()


SPACED = ("VISITORS WAIT BY THE FOUNTAIN", "Rowers meet at the old boathouse before six.")


def split_lines(*lines: str) -> bytes:
    page = Page()
    page.text(60, 780, "Workshop", 16, BOLD)
    for number, line in enumerate(lines):
        page.text(60, 740 - 14 * number, line)
    page.paragraph(60, 640, "A lantern hangs over the bench. The lantern is lit at four in winter.")
    return Pdf(page).bytes()


HEBREW = {0x41 + i: letter for i, letter in enumerate("אבגדהוזחטיכלמנסעפצקרשתםןךףץ")} | {0x20: " ", 0x2e: ".",
    0x2d: "-"} | {
    code: chr(code) for code in range(0x30, 0x3a)}
# The shapes of Arabic letters within words, as fonts hold them; the map tells plain letters.
ARABIC = {0x41 + i: letter for i, letter in enumerate("ابتثجحخدذرزسشصضطظعغفقكلمنهويةىءأإ")} | {0x20: " ", 0x2e: "."}
BOAT = "הסירה יוצאת בשעה 7 מן המזח הצפוני"
KEYS = "המפתח תלוי ליד הדלת הירוקה"
GARDEN = "يفتح البستان بعد صلاة العصر"


def right_to_left(text: str, codes: dict[int, str]) -> bytes:
    """In the order in which it is seen, numbers from left to right, as most programs write it."""
    words = [word if word.isdigit() else word[::-1] for word in reversed(text.split())]
    page = Page()
    page.text(200, 700, "", 12, font="R", encoded=encoded(" ".join(words), codes))
    page.paragraph(60, 660, "The sign at the pier has both scripts, so that all guests can read it.")
    return Pdf(page, fonts={"R": mapped_font(codes)}).bytes()


UMLAUTS = "Der Schlüssel hängt neben der Tür. Öl und Gefäße stehen im Keller.\n"
FRENCH = "Le café ouvre à huit heures — « l’été » aussi. Prix : 4 €.\n"
UMLAUT_LINES = ("Der Schlüssel hängt neben der Tür. Öl und Gefäße stehen im Keller.",)
FRENCH_LINES = ("Le café ouvre à huit heures", "Prix : 4 €")
GUESSED = r"(?i)1252|8859-1|latin"

OTHER = [
    Case("ligatures-pdf", "2 ligatures", "pdf", lambda: ligatures(LIGATURES),
         lines=("the fire officer keeps the flour in the office",)),
    Case("ligature-letters-pdf", "2 ligatures", "pdf", lambda: ligatures(TWO_LETTERS),
         lines=("the fire officer keeps the flour",)),
    Case("ligatures-html", "2 ligatures", "html", html("<p>The ﬁre oﬃcer keeps the ﬂour.</p>"),
         lines=("The fire officer keeps the flour",),
         asked=(Asked("What does the fire officer keep?", ("the flour",)),)),
    Case("actual-text-pdf", "2 ActualText", "pdf", actual_text,
         lines=("The vents open at 28 degrees", "Call the gardener when they stick"), absent=("XXVIII", "g@rden&r")),
    Case("actual-hyphen-pdf", "2 ActualText", "pdf", actual_hyphen,
         lines=("before the frames are lifted, and waits",)),
    Case("no-map-pdf", "2 fonts without a map", "pdf", lambda: without_map(DRAWN),
         absent=(stroke_codes("THE").decode(),),
         told=r"(?i)letters|font|could not be read|unreadable", or_refused=r"(?i)--ocr"),
    Case("no-map-page-pdf", "2 fonts without a map", "pdf", lambda: without_map("map", DRAWN),
         lines=("The red lamp shines to port",), told=r"\b2\b"),
    Case("no-map-ocr-pdf", "2 fonts without a map", "pdf", lambda: without_map("map", DRAWN),
         options=("--ocr", "eng"),
         lines=("The red lamp shines to port", *DRAWN_WORDS)),
    Case("private-map-pdf", "2 fonts without a map", "pdf", private_map, lines=("The red lamp shines to port",),
         absent=("\ue054\ue068\ue065",), told=r"(?i)letters|font|could not be read|unreadable"),
    Case("symbols-pdf", "2 symbols", "pdf", symbols_pdf,
         lines=("kept at ≥ 37 degrees", "when it is ≤ 35 degrees", "shows 20 µg of dust")),
    Case("symbols-docx", "2 symbols", "docx",
         docx(p(run("Eggs are kept at ") + w_symbol("F0B3") + run(" 37 degrees; the scale shows 20 ")
                + w_symbol("F06D") + run("g of dust."))),
         lines=("kept at ≥ 37 degrees", "shows 20 µg of dust")),
    Case("symbols-html", "2 symbols", "html",
         html("<p>Eggs are kept at &ge; 37&nbsp;&deg;C; the scale shows 20 &micro;g, &plusmn;&thinsp;2.</p>"),
         lines=("kept at ≥ 37 °C; the scale shows 20 µg, ± 2",)),
    Case("symbols-rtf", "2 symbols", "rtf",
         lambda: rtf("Eggs are kept at \\u8805? 37 degrees; the scale shows 20 \\'b5g of dust."),
         lines=("kept at ≥", "shows 20 µg of dust")),
    Case("spaced-pdf", "2 letter-spacing", "pdf", lambda: letter_spaced(3), lines=SPACED),
    Case("widely-spaced-pdf", "2 letter-spacing", "pdf", lambda: letter_spaced(6), lines=SPACED),
    Case("spaced-by-letter-pdf", "2 letter-spacing", "pdf", lambda: letter_spaced(4, by_letter=True), lines=SPACED),
    Case("spaced-html", "2 letter-spacing", "html",
         html(
             '<h2 style="letter-spacing: .4em">Visitors</h2><p style="letter-spacing: 3px">Wait by the fountain.</p>'),
         lines=("Wait by the fountain",), blocks=(Block("heading", "Visitors"),)),
    Case("hyphen-pdf", "2 hyphens", "pdf",
         lambda: split_lines("Oil for the lan-", "tern is in the cupboard, and wicks are in the drawer be-",
                             "low it."),
         lines=("Oil for the lantern is in the cupboard", "in the drawer below it")),
    Case("hyphen-kept-pdf", "2 hyphens", "pdf",
         lambda: split_lines("A left-", "handed plane hangs over the vice, and the two-",
                             "man saw stands by the door."),
         lines=("A left-handed plane hangs over the vice", "the two-man saw")),
    Case("hyphen-range-pdf", "2 hyphens", "pdf",
         lambda: split_lines("Glue sets at a temperature of 18-", "22 degrees and needs a pressure of 3-",
                             "4 bar for one night."),
         lines=("a temperature of 18-22 degrees", "a pressure of 3-4 bar")),
    Case("hyphen-soft-pdf", "2 hyphens", "pdf",
         lambda: split_lines("The turner's bench is var\xad", "nished each spring, and no\xad", "body sits on it."),
         lines=("is varnished each spring, and nobody sits on it",)),
    Case("hyphen-soft-html", "2 hyphens", "html", html("<p>The wood&shy;turner comes on Thurs&shy;days.</p>"),
         lines=("The woodturner comes on Thursdays",)),
    Case("hyphen-soft-docx", "2 hyphens", "docx",
         docx(
             p(
                 "<w:r><w:t>The wood</w:t><w:softHyphen/><w:t>turner keeps a well</w:t><w:noBreakHyphen/><w:t>worn lathe.</w:t></w:r>")),
         lines=("The woodturner keeps a well-worn lathe",)),
    Case("hebrew-pdf", "2 right to left", "pdf", lambda: right_to_left(KEYS, HEBREW), lines=(KEYS,)),
    Case("hebrew-number-pdf", "2 right to left", "pdf", lambda: right_to_left(BOAT, HEBREW), lines=(BOAT,)),
    Case("arabic-pdf", "2 right to left", "pdf", lambda: right_to_left(GARDEN, ARABIC), lines=(GARDEN,)),
    Case("hebrew-html", "2 right to left", "html", html(f'<p dir="rtl">{BOAT}</p>'), lines=(BOAT,)),
    Case("arabic-docx", "2 right to left", "docx", docx(p(run(GARDEN, "<w:rtl/>"), more="<w:bidi/>")),
         lines=(GARDEN,)),
    Case("cp1252-txt", "2 character sets", "txt", FRENCH.encode("cp1252"), anywhere=FRENCH_LINES, account=GUESSED),
    Case("latin1-txt", "2 character sets", "txt", UMLAUTS.encode("latin-1"), anywhere=UMLAUT_LINES, account=GUESSED),
    Case("latin1-md", "2 character sets", "md", ("# Schlüssel\n\n" + UMLAUTS).encode("latin-1"), lines=UMLAUT_LINES,
         account=GUESSED),
    Case("utf16le-txt", "2 character sets", "txt", b"\xff\xfe" + UMLAUTS.encode("utf-16-le"), anywhere=UMLAUT_LINES),
    Case("utf16be-txt", "2 character sets", "txt", b"\xfe\xff" + FRENCH.encode("utf-16-be"), anywhere=FRENCH_LINES),
    Case("mark-utf8-txt", "2 character sets", "txt", b"\xef\xbb\xbf" + UMLAUTS.encode(), anywhere=UMLAUT_LINES),
    Case("cp1252-csv", "2 character sets", "csv",
         "Größe;Preis\r\nfür Äpfel;3,20 €\r\nfür Nüsse;7,10 €\r\n".encode("cp1252"),
         records=({"Größe": "für Äpfel", "Preis": "3,20 €"},), account=GUESSED),
    Case("utf16-csv", "2 character sets", "csv",
         b"\xff\xfe" + "Größe\tPreis\r\nfür Äpfel\t3,20 €\r\n".encode("utf-16-le"),
         records=({"Größe": "für Äpfel", "Preis": "3,20 €"},)),
    Case("utf8-csv", "2 character sets", "csv", b"\xef\xbb\xbf" + "Größe,Preis\nfür Äpfel,\"3,20 €\"\n".encode(),
         records=({"Größe": "für Äpfel", "Preis": "3,20 €"},)),
    Case("no-charset-html", "2 character sets", "html", html(f"<p>{FRENCH}</p>", head="").encode("cp1252"),
         lines=FRENCH_LINES),
    Case("charset-latin1-html", "2 character sets", "html",
         html(f"<p>{UMLAUTS}</p>",
              head='<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">').encode("latin-1"),
         lines=UMLAUT_LINES),
    Case("charset-latin2-html", "2 character sets", "html",
         html("<p>Žluté auto stojí před školou.</p>", head='<meta charset="iso-8859-2">').encode("iso-8859-2"),
         lines=("Žluté auto stojí před školou",), or_refused="(?i)charset|character set"),
    Case("utf16-html", "2 character sets", "html",
         b"\xff\xfe" + html(f"<p>{UMLAUTS}</p>", head="").encode("utf-16-le"), lines=UMLAUT_LINES),
    Case("cp1252-rtf", "2 character sets", "rtf",
         rtf("Der Schl\\'fcssel h\\'e4ngt neben der T\\'fcr. Preis: 4 \\'80.").replace(b"\\\\", b"\\"),
         lines=("Der Schlüssel hängt neben der Tür", "Preis: 4 €")),
    Case("unicode-rtf", "2 character sets", "rtf", lambda: rtf(rtf_text("The ferry to Łódź’s quay runs “daily”, źle or not.")),
         lines=("The ferry to Łódź’s quay runs “daily”, źle or not",)),
    Case("two-forms-txt", "2 names", "txt", "The cellar is locked at nine.\n",
         anywhere=("The cellar is locked at nine",),
         same_name=tuple(unicodedata.normalize(form, "Küche é.txt") for form in ("NFC", "NFD"))),
]

CASES = [*MARKS, *RAISED, *OTHER]
