"""Makes files of which is known what a reading may lose: sound ones, and the same
damaged on chosen pages. The words are those of the sample handbook.

Each file has a Truth: the words of each page or part, and those in question.
"""

import os
import re
import zipfile
from xml.sax.saxutils import escape

import pdf_pages
import word_pages
from word_pages import HEIGHT, LEADING, MARGIN, WIDTH
from words import words_of

# What has to become of the words in question.
READ_OR_NAMED = "read or named"  # They are seen: read, or told as lost.
NAMED = "named"  # They are seen, but without text recognition cannot be read.
NOT_SERVED = "not served"  # Not valid or not seen: set aside with the reason.
NOTHING = "nothing"  # The file is sound: nothing may be called lost.


class Truth:
    def __init__(self, path, kind, duty):
        self.path, self.kind, self.duty = path, kind, duty
        self.pages = []  # (number, words, words in question)

    @property
    def questioned(self):
        return [(number, words) for number, _, words in self.pages if words]


def paragraphs_of(handbook, number):
    """Different pages of the handbook for different numbers."""
    names = sorted(name for name in os.listdir(handbook) if name.endswith(".md"))
    names = names[number % len(names):] + names[:number % len(names)]
    found = []
    for name in names:
        with open(os.path.join(handbook, name), encoding="utf-8") as file:
            for part in re.split(r"\n\s*\n", file.read()):
                part = re.sub(r"[*_`|>]|\[|\]\([^)]*\)|^- |^\d+\. ", " ", part)
                part = " ".join(part.split())
                if words_of(part) and "---" not in part:
                    found.append(part)
    return found


def words_on(page):
    return [word for line in page.lines for word in words_of(line[3])]


def write_pdf(folder, name, kind, duty, font, pages, question):
    """`question`: page -> its lines in question. The others are sound."""
    truth = Truth(os.path.join(folder, name + ".pdf"), kind, duty)
    for number, page in enumerate(pages, 1):
        words = [word for line in question.get(number, ()) for word in words_of(line[3])]
        shown = words_on(page)
        if number in question and question[number] and question[number][0] not in page.lines:
            shown = shown + words
        truth.pages.append((number, shown, words))
    word_pages.write(truth.path, font, pages)
    return truth


def picture_of(font, page, scratch):
    word_pages.write(scratch, font, [page])
    return pdf_pages.draw(scratch, 1, 150)


def turn(page, degrees):
    page.matrix = {90: f"0 1 -1 0 {WIDTH + (HEIGHT - WIDTH) // 2} {(HEIGHT - WIDTH) // 2} cm",
                   270: f"0 -1 1 0 {-(HEIGHT - WIDTH) // 2} {HEIGHT - (HEIGHT - WIDTH) // 2} cm",
                   180: f"-1 0 0 -1 {WIDTH} {HEIGHT} cm"}[degrees]
    if degrees != 180:
        # A page as wide as it is high, so that the turned text stays on it.
        page.matrix = {90: f"0 1 -1 0 {HEIGHT} 0 cm", 270: f"0 -1 1 0 0 {HEIGHT} cm"}[degrees]
        page.box = (0, 0, HEIGHT, HEIGHT)


def make_pdfs(folder, font, handbook):
    truths, counter = [], iter(range(1000))

    def start(most):
        number = next(counter)
        return number, word_pages.set_pages(font, paragraphs_of(handbook, number), most)

    def finish(number, kind, duty, pages, question):
        truths.append(write_pdf(folder, f"{number:03}-{kind.replace(' ', '-')}", kind, duty,
                                font, pages, question))

    # Pages of four to six: one, two, or all but the first.
    chosen = ((2,), (1,), (3,), (2, 4), (2, 3, 4), (4,))
    for places in chosen:
        number, pages = start(4)
        question = {}
        for at in places:
            page = pages[at - 1]
            question[at] = list(page.lines)
            page.picture = picture_of(font, page, os.path.join(folder, "scratch"))
            page.lines, page.before = [], f"{WIDTH} 0 0 {HEIGHT} 0 0 cm /P Do"
        finish(number, "page is a picture", NAMED, pages, question)
    for degrees, count in ((90, 5), (270, 4), (180, 4)):
        for places in chosen[:count]:
            number, pages = start(4)
            for at in places:
                turn(pages[at - 1], degrees)
            finish(number, f"page turned by {degrees}", READ_OR_NAMED, pages,
                   {at: pages[at - 1].lines for at in places})
    for font_name, kind, count in (("F1", "font without Unicode map", 6),
                                   ("F2", "font with private characters", 3)):
        for places in chosen[:count]:
            number, pages = start(4)
            for at in places:
                pages[at - 1].font = font_name
            finish(number, kind, NAMED, pages, {at: pages[at - 1].lines for at in places})
    for lift in (4, 7, 10):
        number, pages = start(4)
        for page in pages:
            x, _, _, text, colour = page.lines[0]
            page.lines[0] = (x, HEIGHT - 40 + lift, 44, text[:18], colour)
        finish(number, "title over the edge", READ_OR_NAMED, pages,
               {at: page.lines[:1] for at, page in enumerate(pages, 1)})
    for kind, count in (("white text", 3), ("struck text", 4), ("covered text", 3)):
        for at in range(1, count + 1):
            number, pages = start(4)
            page = pages[at - 1]
            lines = page.lines[3:3 + 4 * at]
            for place, (x, y, size, text, colour) in enumerate(page.lines):
                if (x, y, size, text, colour) not in lines:
                    continue
                right = x + font.width_of(text, size)
                if kind == "white text":
                    page.lines[place] = (x, y, size, text, "1 g")
                elif kind == "struck text":
                    page.after += (f"0 G 0.8 w {x:g} {y + size * 0.3:g} m {right:g} "
                                   f"{y + size * 0.3:g} l S\n")
                else:
                    page.after += (f"0 g {x - 1:g} {y - 3:g} {right - x + 2:g} "
                                   f"{size + 2:g} re f\n")
            finish(number, kind, NOT_SERVED, pages,
                   {at: [line for line in page.lines if line[3] in {l[3] for l in lines}]})
    for note in ("Call the pharmacist before midnight about morphine",
                 "This paragraph is wrong since March"):
        number, pages = start(2)
        pages[1].note = note
        finish(number, "sticky note", READ_OR_NAMED, pages, {2: [(0, 0, 1, note, "")]})
    for at in (1, 2, 3):
        number, pages = start(4)
        page = pages[at - 1]
        lines = page.lines[-12:]
        lone = word_pages.Page(lines)
        page.picture = picture_of(font, lone, os.path.join(folder, "scratch"))
        page.lines = page.lines[:-12]
        page.before = f"q {WIDTH} 0 0 {HEIGHT} 0 0 cm /P Do Q"
        finish(number, "picture beside text", NAMED, pages, {at: lines})
    # Sound files that look like some of these.
    for kind in ("plain", "plain", "turned by Rotate", "box elsewhere", "grey text",
                 "underlined text", "picture without words"):
        number, pages = start(5)
        for page in pages:
            if kind == "turned by Rotate":
                page.rotate, page.matrix = 90, f"0 1 -1 0 {WIDTH} 0 cm"
                turn(page, 90)
            elif kind == "box elsewhere":
                page.box = (200, 300, 200 + WIDTH, 300 + HEIGHT)
                page.matrix = "1 0 0 1 200 300 cm"
            elif kind == "grey text":
                page.lines = [(*line[:4], "0.45 g") for line in page.lines]
            elif kind == "underlined text":
                for x, y, size, text, _ in page.lines[3:6]:
                    right = x + font.width_of(text, size)
                    page.after += f"0.6 w {x:g} {y - 1.5:g} m {right:g} {y - 1.5:g} l S\n"
            elif kind == "picture without words":
                shades = bytes((x * y // 40) % 256 for y in range(80) for x in range(200))
                page.picture = (200, 80, shades)
                page.before = "q 200 0 0 80 300 20 cm /P Do Q"
        finish(number, kind, NOTHING, pages, {})
    scratch = os.path.join(folder, "scratch")
    if os.path.exists(scratch):
        os.remove(scratch)
    return truths


W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
NAMESPACES = (f'xmlns:w="{W}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/'
              'relationships" xmlns:v="urn:schemas-microsoft-com:vml" '
              'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
              'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
              'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"')
TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml."
RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"


def run(text, properties=""):
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{escape(text)}</w:t></w:r>'


def docx_paragraph(text, kind):
    if kind == "text box":
        inside = f"<w:txbxContent><w:p>{run(text)}</w:p></w:txbxContent>"
        return ("<w:p><w:r><w:drawing><wp:inline><wp:extent cx='900000' cy='900000'/>"
                "<wp:docPr id='1' name='box'/><a:graphic><a:graphicData uri='http://schemas."
                "microsoft.com/office/word/2010/wordprocessingShape'><wps:wsp><wps:txbx>"
                f"{inside}</wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline>"
                "</w:drawing></w:r></w:p>")
    if kind == "old text box":
        return ("<w:p><w:r><w:pict><v:shape><v:textbox><w:txbxContent><w:p>"
                f"{run(text)}</w:p></w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>")
    if kind == "deleted":
        return (f'<w:p><w:del w:id="1" w:author="x"><w:r><w:delText>{escape(text)}</w:delText>'
                "</w:r></w:del></w:p>")
    return "<w:p>" + run(text, {"hidden": "<w:vanish/>", "struck": "<w:strike/>"}.get(kind, "")) \
        + "</w:p>"


def write_docx(path, body, others):
    """`others`: (name, kind of relation, root element, its XML)."""
    relations, types, section = "", "", ""
    for number, (name, relation, _, _) in enumerate(others, 1):
        relations += (f'<Relationship Id="r{number}" Type="{RELATION}{relation}" '
                      f'Target="{name}.xml"/>')
        types += (f'<Override PartName="/word/{name}.xml" ContentType="{TYPE}{relation}+xml"/>')
        if relation in ("header", "footer"):
            section += f'<w:{relation}Reference w:type="default" r:id="r{number}"/>'
    package = "http://schemas.openxmlformats.org/package/2006/"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("[Content_Types].xml", f'<Types xmlns="{package}content-types"><Default '
                      f'Extension="xml" ContentType="application/xml"/><Default Extension="rels" '
                      f'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
                      f'<Override PartName="/word/document.xml" '
                      f'ContentType="{TYPE}document.main+xml"/>{types}</Types>')
        file.writestr("_rels/.rels", f'<Relationships xmlns="{package}relationships">'
                      f'<Relationship Id="r1" Type="{RELATION}officeDocument" '
                      f'Target="word/document.xml"/></Relationships>')
        file.writestr("word/_rels/document.xml.rels", f'<Relationships xmlns="{package}'
                      f'relationships">{relations}</Relationships>')
        file.writestr("word/document.xml", f"<w:document {NAMESPACES}><w:body>{body}<w:sectPr>"
                      f"{section}</w:sectPr></w:body></w:document>")
        for name, _, root, inside in others:
            file.writestr(f"word/{name}.xml", f"<w:{root} {NAMESPACES}>{inside}</w:{root}>")


def write_odt(path, paragraphs, header):
    names = " ".join(f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{urn}:1.0"'
                     for name, urn in (("office", "office"), ("text", "text"), ("draw", "drawing"),
                                       ("style", "style"), ("svg", "svg-compatible")))
    body = "".join(f"<text:p><draw:frame svg:width='5cm'><draw:text-box><text:p>{escape(text)}"
                   f"</text:p></draw:text-box></draw:frame></text:p>" if kind == "frame"
                   else f"<text:p>{escape(text)}</text:p>" for text, kind in paragraphs)
    mime = "application/vnd.oasis.opendocument.text"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("mimetype", mime)
        file.writestr("META-INF/manifest.xml", '<manifest:manifest xmlns:manifest="urn:oasis:'
                      'names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:'
                      f'full-path="/" manifest:media-type="{mime}"/><manifest:file-entry '
                      'manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
                      '<manifest:file-entry manifest:full-path="styles.xml" manifest:media-type='
                      '"text/xml"/></manifest:manifest>')
        file.writestr("content.xml", f'<office:document-content {names} office:version="1.2">'
                      f"<office:body><office:text>{body}</office:text></office:body>"
                      "</office:document-content>")
        head = f"<style:header><text:p>{escape(header)}</text:p></style:header>" if header else ""
        file.writestr("styles.xml", f'<office:document-styles {names} office:version="1.2">'
                      f'<office:styles/><office:automatic-styles/>'
                      f'<office:master-styles><style:master-page style:name="Standard">{head}'
                      "</style:master-page></office:master-styles></office:document-styles>")


def make_packages(folder, handbook):
    truths = []

    def note(name, kind, duty, texts, in_question):
        truth = Truth(os.path.join(folder, name), kind, duty)
        shown = [word for text in texts + in_question for word in words_of(text)]
        truth.pages.append((1, shown, [word for text in in_question for word in words_of(text)]))
        truths.append(truth)
        return truth.path

    plan = [("text box", READ_OR_NAMED), ("text box", READ_OR_NAMED),
            ("old text box", READ_OR_NAMED), ("header", READ_OR_NAMED),
            ("footer", READ_OR_NAMED), ("comments", READ_OR_NAMED), ("hidden", NOT_SERVED),
            ("hidden", NOT_SERVED), ("struck", NOT_SERVED), ("struck", NOT_SERVED),
            ("footnotes", READ_OR_NAMED), ("plain", NOTHING), ("deleted", NOTHING)]
    for number, (kind, duty) in enumerate(plan):
        texts = paragraphs_of(handbook, number)[:40]
        count = number % 3 + 1
        parted = texts[5:5 + count] if kind != "plain" else []
        rest = texts[:5] + texts[5 + count:] if parted else texts
        others, inside = [], "".join(docx_paragraph(text, "") for text in parted)
        if kind in ("header", "footer"):
            others = [(kind, kind, {"header": "hdr", "footer": "ftr"}[kind], inside)]
            body = [docx_paragraph(text, "") for text in rest]
        elif kind in ("comments", "footnotes"):
            one = kind[:-1]
            others = [(kind, kind, kind, f'<w:{one} w:id="2">{inside}</w:{one}>')]
            mark = (f'<w:p>{run("See")}<w:r><w:{one}Reference w:id="2"/></w:r></w:p>')
            body = [docx_paragraph(text, "") for text in rest] + [mark]
            rest = rest + ["See"]
        else:
            body = [docx_paragraph(text, kind if text in parted else "") for text in texts]
        shown = [] if kind == "deleted" else parted
        name = f"{number:03}-{kind.replace(' ', '-')}.docx"
        write_docx(note(name, kind + " (docx)", duty, rest, shown), "".join(body), others)
    for number, kind in enumerate(("frame", "frame", "header", "plain")):
        texts = paragraphs_of(handbook, number + 20)[:30]
        parted = texts[4:5 + number] if kind != "plain" else []
        rest = [text for text in texts if text not in parted]
        name = f"{number:03}-{kind}.odt"
        path = note(name, kind + " (odt)", NOTHING if kind == "plain" else READ_OR_NAMED, rest,
                    parted)
        if kind == "header":
            write_odt(path, [(text, "") for text in rest], " ".join(parted))
        else:
            write_odt(path, [(text, kind if text in parted else "") for text in texts], "")
    return truths
