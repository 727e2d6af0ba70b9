"""Writes the packages of word processors, e-books and spreadsheets: XML in a zip.

Each function takes the XML of the text, with short prefixes, and puts the rest
around it. Text in braces (written.py) is set by `runs`, `spans` and `marked`.
"""

from __future__ import annotations

import io
import zipfile
from xml.sax.saxutils import escape

from written import pieces

XML = '<?xml version="1.0" encoding="UTF-8"?>'
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
WORD_SPACES = (f'xmlns:w="{WORD}" xmlns:r="{OFFICE}" xmlns:v="urn:schemas-microsoft-com:vml" '
               'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
               'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
               'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
               'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"')
ODF_SPACES = " ".join(f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for short, name in (
    ("office", "office"), ("text", "text"), ("table", "table"), ("style", "style"), ("draw", "drawing"),
    ("fo", "xsl-fo-compatible"), ("svg", "svg-compatible"))) + ' xmlns:dc="http://purl.org/dc/elements/1.1/" office:version="1.3"'


def zipped(parts: dict[str, str], first: tuple[str, str] | None = None) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        if first:
            archive.writestr(*first, compress_type=zipfile.ZIP_STORED)
        for name, text in parts.items():
            archive.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), text)
    return file.getvalue()


# Word.

def run(text: str, look: str = "") -> str:
    return f'<w:r><w:rPr>{look}</w:rPr><w:t xml:space="preserve">{escape(text)}</w:t></w:r>'


def runs(text: str, look: str = "") -> str:
    raised = '<w:vertAlign w:val="superscript"/>'
    lowered = '<w:vertAlign w:val="subscript"/>'
    found = ""
    for kind, words in pieces(text):
        if kind == "fraction":
            above, below = words.split("/")
            found += run(above, look + raised) + run("/", look) + run(below, look + lowered)
        else:
            found += run(words, look + {"text": "", "down": lowered}.get(kind, raised))
    return found


def p(content: str, style: str = "", more: str = "") -> str:
    """A paragraph of text, or of runs where it begins with "<"."""
    style = f'<w:pStyle w:val="{style}"/>' if style else ""
    return f"<w:p><w:pPr>{style}{more}</w:pPr>{content if content.startswith('<') else runs(content)}</w:p>"


def w_cell(content: str, more: str = "", look: str = "") -> str:
    inside = content if content.startswith("<w:p>") else p(runs(content, look) if content else "<w:r/>")
    return f"<w:tc><w:tcPr>{more}</w:tcPr>{inside}</w:tc>"


def w_table(rows: list[list[str]], head: str = "", head_look: str = "") -> str:
    """Cells are text, or whole <w:tc>."""
    columns = max(len(row) for row in rows)
    made = "<w:tbl><w:tblPr/><w:tblGrid>" + '<w:gridCol w:w="2000"/>' * columns + "</w:tblGrid>"
    for number, row in enumerate(rows):
        made += "<w:tr>" + (f"<w:trPr>{head}</w:trPr>" if head and number == 0 else "")
        made += "".join(cell if cell.startswith("<w:tc>") else w_cell(cell, look=head_look if number == 0 else "")
                        for cell in row) + "</w:tr>"
    return made + "</w:tbl>"


def w_list(*levels: tuple[str, str]) -> str:
    """A numbering with the id 1: (format, text of the number) for each level."""
    made = "".join(f'<w:lvl w:ilvl="{i}"><w:start w:val="1"/><w:numFmt w:val="{kind}"/><w:lvlText w:val="{text}"/></w:lvl>'
                   for i, (kind, text) in enumerate(levels))
    return f'<w:abstractNum w:abstractNumId="1">{made}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>'


def numbered(level: int = 0) -> str:
    return f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="1"/></w:numPr>'


NOTE_MARK = '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:{}Reference w:id="{}"/></w:r>'


def docx(body: str, notes: dict[int, str] | None = None, endnotes: dict[int, str] | None = None, header: str = "",
         footer: str = "", numbering: str = "", comments: dict[int, str] | None = None) -> bytes:
    parts: dict[str, str] = {}
    relations = []
    overrides = ['<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.'
                 'wordprocessingml.document.main+xml"/>']

    def add(name: str, root: str, content: str) -> None:
        parts[f"word/{name}.xml"] = f"{XML}<w:{root} {WORD_SPACES}>{content}</w:{root}>"
        relations.append(f'<Relationship Id="{name}" Type="{OFFICE}/{name}" Target="{name}.xml"/>')
        overrides.append(f'<Override PartName="/word/{name}.xml" ContentType="application/vnd.openxmlformats-officedocument.'
                         f'wordprocessingml.{name}+xml"/>')

    headings = "".join(f'<w:style w:type="paragraph" w:styleId="Heading{n}"><w:name w:val="heading {n}"/>'
                       f'<w:pPr><w:outlineLvl w:val="{n - 1}"/></w:pPr></w:style>' for n in (1, 2, 3))
    add("styles", "styles", headings + '<w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="Caption"><w:name w:val="caption"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="TOC1"><w:name w:val="toc 1"/></w:style>')
    for name, kind, texts in (("footnotes", "footnote", notes), ("endnotes", "endnote", endnotes)):
        if texts:
            add(name, name, "".join(f'<w:{kind} w:id="{number}"><w:p><w:r><w:{kind}Ref/></w:r>{runs(" " + text)}</w:p></w:{kind}>'
                                    for number, text in texts.items()))
    if comments:
        add("comments", "comments", "".join(f'<w:comment w:id="{number}" w:author="Ola Brekke">{p(text)}</w:comment>'
                                            for number, text in comments.items()))
    if numbering:
        add("numbering", "numbering", numbering)
    section = ""
    if header:
        add("header", "hdr", p(header))
        section += '<w:headerReference w:type="default" r:id="header"/>'
    if footer:
        add("footer", "ftr", p(footer))
        section += '<w:footerReference w:type="default" r:id="footer"/>'
    parts["word/document.xml"] = (f"{XML}<w:document {WORD_SPACES}><w:body>{body}<w:sectPr>{section}</w:sectPr></w:body>"
                                  "</w:document>")
    packages = "http://schemas.openxmlformats.org/package/2006"
    parts["word/_rels/document.xml.rels"] = (f'{XML}<Relationships xmlns="{packages}/relationships">{"".join(relations)}'
                                             "</Relationships>")
    parts["_rels/.rels"] = (f'{XML}<Relationships xmlns="{packages}/relationships"><Relationship Id="r" '
                            f'Type="{OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>')
    parts["[Content_Types].xml"] = (f'{XML}<Types xmlns="{packages}/content-types"><Default Extension="rels" ContentType='
                                    f'"application/vnd.openxmlformats-package.relationships+xml"/>{"".join(overrides)}</Types>')
    return zipped(parts)


def text_box(*paragraphs: str, drawing: bool = True, fallback: bool = True) -> str:
    """A text box in a paragraph of its own: as Word 2010 writes it, for older ones, or both."""
    inside = "<w:txbxContent>" + "".join(p(text) for text in paragraphs) + "</w:txbxContent>"
    new = ('<w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="Box"/><a:graphic><a:graphicData '
           'uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:cNvSpPr/><wps:spPr/><wps:txbx>'
           + inside + "</wps:txbx><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing>")
    old = f'<w:pict><v:shape style="width:90pt"><v:textbox>{inside}</v:textbox></v:shape></w:pict>'
    if drawing and fallback:
        return (f'<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps">{new}</mc:Choice>'
                f"<mc:Fallback>{old}</mc:Fallback></mc:AlternateContent></w:r></w:p>")
    return f"<w:p><w:r>{new if drawing else old}</w:r></w:p>"


# OpenDocument.

ODT_STYLES = "".join(f'<style:style style:name="{name}" style:family="text"><style:text-properties {look}/></style:style>'
                     for name, look in (
                         ("Up", 'style:text-position="super 58%"'), ("Down", 'style:text-position="sub 58%"'),
                         ("Struck", 'style:text-line-through-style="solid" style:text-line-through-type="single"'),
                         ("Hidden", 'text:display="none"'), ("Bold", 'fo:font-weight="bold"'),
                         ("White", 'fo:color="#ffffff"')))
ODT_LIST = ('<text:list-style style:name="Numbers">'
            '<text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>'
            '<text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")"/></text:list-style>'
            '<text:list-style style:name="Bullets"><text:list-level-style-bullet text:level="1" text:bullet-char="•"/></text:list-style>')


def span(style: str, text: str) -> str:
    return f'<text:span text:style-name="{style}">{escape(text)}</text:span>'


def spans(text: str) -> str:
    found = ""
    for kind, words in pieces(text):
        if kind == "fraction":
            above, below = words.split("/")
            found += span("Up", above) + "/" + span("Down", below)
        else:
            found += escape(words) if kind == "text" else span("Down" if kind == "down" else "Up", words)
    return found


def o_p(content: str) -> str:
    """A paragraph of text, or of XML where it begins with "<"."""
    return f"<text:p>{content if content.startswith('<') else spans(content)}</text:p>"


def o_h(text: str, level: int = 1) -> str:
    return f'<text:h text:outline-level="{level}">{escape(text)}</text:h>'


def o_note(mark: str, text: str, kind: str = "footnote") -> str:
    return (f'<text:note text:id="n{mark}" text:note-class="{kind}"><text:note-citation>{mark}</text:note-citation>'
            f"<text:note-body>{o_p(text)}</text:note-body></text:note>")


def o_list(*items: str, style: str = "Bullets", more: str = "") -> str:
    return (f'<text:list text:style-name="{style}" {more}>'
            + "".join(f"<text:list-item>{item if item.startswith('<') else o_p(item)}</text:list-item>" for item in items)
            + "</text:list>")


def o_cell(text: str, more: str = "") -> str:
    paragraphs = "".join(o_p(part) for part in text.split("\n")) if text else ""
    return f'<table:table-cell office:value-type="string" {more}>{paragraphs}</table:table-cell>'


COVERED = "<table:covered-table-cell/>"


def o_table(rows: list[list[str]], name: str = "T", has_head_rows: bool = False) -> str:
    made = f'<table:table table:name="{name}"><table:table-column table:number-columns-repeated="{max(map(len, rows))}"/>'
    for number, row in enumerate(rows):
        cells = "".join(cell if cell.startswith("<table:") else o_cell(cell) for cell in row)
        line = f"<table:table-row>{cells}</table:table-row>"
        made += (f"<table:table-header-rows>{line}</table:table-header-rows>"
                 if has_head_rows and number == 0 else line)
    return made + "</table:table>"


def open_document(kind: str, body: str, master: str = "", outline: str = "") -> bytes:
    media = f"application/vnd.oasis.opendocument.{kind}"
    page = ('<style:page-layout style:name="P"><style:page-layout-properties/></style:page-layout>' if master else "")
    return zipped({
        "content.xml": f"{XML}<office:document-content {ODF_SPACES}><office:automatic-styles>{ODT_STYLES}{ODT_LIST}"
                       f"</office:automatic-styles><office:body>{body}</office:body></office:document-content>",
        "styles.xml": f"{XML}<office:document-styles {ODF_SPACES}><office:styles>{outline}</office:styles><office:automatic-styles>{page}"
                      f"</office:automatic-styles><office:master-styles>{master}</office:master-styles></office:document-styles>",
        "META-INF/manifest.xml": f'{XML}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" '
                                 f'manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="{media}"/>'
                                 '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
                                 '<manifest:file-entry manifest:full-path="styles.xml" manifest:media-type="text/xml"/></manifest:manifest>',
    }, ("mimetype", media))


def odt(body: str, header: str = "", footer: str = "", outline: str = "") -> bytes:
    master = ""
    if header or footer:
        master = ('<style:master-page style:name="Standard" style:page-layout-name="P">'
                  + (f"<style:header>{o_p(header)}</style:header>" if header else "")
                  + (f"<style:footer>{o_p(footer)}</style:footer>" if footer else "") + "</style:master-page>")
    return open_document("text", f"<office:text>{body}</office:text>", master, outline)


def ods(*tables: str) -> bytes:
    return open_document("spreadsheet", "<office:spreadsheet>" + "".join(tables) + "</office:spreadsheet>")


# E-books and pages.

def marked(text: str) -> str:
    """HTML of text in braces; a footnote's mark is a link to #note-MARK."""
    found = ""
    for kind, words in pieces(text):
        if kind == "text":
            found += escape(words)
        elif kind == "mark":
            found += f'<sup><a href="#note-{words}">{escape(words)}</a></sup>'
        elif kind == "down":
            found += f"<sub>{words}</sub>"
        elif kind == "fraction":
            above, below = words.split("/")
            found += f"<sup>{above}</sup>⁄<sub>{below}</sub>"
        else:
            found += f"<sup>{escape(words)}</sup>"
    return found


def epub(body: str, style: str = "") -> bytes:
    xhtml = ('<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">'
             f"<head><title>Book</title><style>{style}</style></head><body>")
    return zipped({
        "META-INF/container.xml": f'{XML}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
                                  '<rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
        "book.opf": f'{XML}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata '
                    'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:x</dc:identifier><dc:title>Book</dc:title>'
                    '<dc:language>en</dc:language></metadata><manifest><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/>'
                    '<item id="n" href="n.xhtml" media-type="application/xhtml+xml" properties="nav"/></manifest>'
                    '<spine><itemref idref="c"/></spine></package>',
        "c.xhtml": f"{XML}{xhtml}{body}</body></html>",
        "n.xhtml": f'{XML}{xhtml}<nav epub:type="toc"><ol><li><a href="c.xhtml">Book</a></li></ol></nav></body></html>',
    }, ("mimetype", "application/epub+zip"))


# Excel.

def column_name(index: int) -> str:
    return chr(ord("A") + index)


def x_sheet(rows: list[list[str | int | float]], merged: str = "") -> str:
    made = ""
    for number, row in enumerate(rows, 1):
        made += f'<row r="{number}">'
        for index, cell in enumerate(row):
            place = f"{column_name(index)}{number}"
            if isinstance(cell, str) and cell:
                made += f'<c r="{place}" t="inlineStr"><is><t>{escape(cell)}</t></is></c>'
            elif cell != "":
                made += f'<c r="{place}"><v>{cell}</v></c>'
        made += "</row>"
    merges = f'<mergeCells count="1"><mergeCell ref="{merged}"/></mergeCells>' if merged else ""
    return f"<sheetData>{made}</sheetData>{merges}"


def xlsx(**sheets: str) -> bytes:
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    packages = "http://schemas.openxmlformats.org/package/2006"
    kinds = "application/vnd.openxmlformats-officedocument.spreadsheetml."
    parts = {"_rels/.rels": f'{XML}<Relationships xmlns="{packages}/relationships"><Relationship Id="r" Type="{OFFICE}/officeDocument" '
                            'Target="xl/workbook.xml"/></Relationships>'}
    overrides = f'<Override PartName="/xl/workbook.xml" ContentType="{kinds}sheet.main+xml"/>'
    names = relations = ""
    for number, (name, content) in enumerate(sheets.items(), 1):
        parts[f"xl/worksheets/sheet{number}.xml"] = f'{XML}<worksheet xmlns="{main}">{content}</worksheet>'
        names += f'<sheet name="{name}" sheetId="{number}" r:id="s{number}"/>'
        relations += f'<Relationship Id="s{number}" Type="{OFFICE}/worksheet" Target="worksheets/sheet{number}.xml"/>'
        overrides += f'<Override PartName="/xl/worksheets/sheet{number}.xml" ContentType="{kinds}worksheet+xml"/>'
    parts["xl/workbook.xml"] = f'{XML}<workbook xmlns="{main}" xmlns:r="{OFFICE}"><sheets>{names}</sheets></workbook>'
    parts["xl/_rels/workbook.xml.rels"] = f'{XML}<Relationships xmlns="{packages}/relationships">{relations}</Relationships>'
    parts["[Content_Types].xml"] = (f'{XML}<Types xmlns="{packages}/content-types"><Default Extension="rels" ContentType='
                                    f'"application/vnd.openxmlformats-package.relationships+xml"/>{overrides}</Types>')
    return zipped(parts)


# RTF.

def rtf_letter(letter: str) -> str:
    if ord(letter) < 128:
        return letter
    try:
        return f"\\'{letter.encode('cp1252').hex()}"
    except UnicodeEncodeError:
        return f"\\u{ord(letter)}?"


def rtf_text(text: str) -> str:
    found = ""
    for kind, words in pieces(text):
        coded = "".join(map(rtf_letter, words))
        if kind == "fraction":
            above, below = coded.split("/")
            found += f"{{\\super {above}}}/{{\\sub {below}}}"
        else:
            found += coded if kind == "text" else f"{{\\{'sub' if kind == 'down' else 'super'} {coded}}}"
    return found


def rtf(*paragraphs: str) -> bytes:
    return ("{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Helvetica;}}{\\colortbl;\\red255\\green255\\blue255;}\n"
            + "".join(paragraph if paragraph.startswith("\\trowd") else f"\\pard {paragraph}\\par\n" for paragraph in paragraphs)
            + "}").encode("ascii")


def rtf_row(*cells: str, bold: bool = False, spans_: dict[int, str] | None = None) -> str:
    before = "".join(f"{(spans_ or {}).get(i, '')}\\cellx{2000 * (i + 1)}" for i in range(len(cells)))
    look = "\\b " if bold else ""
    return f"\\trowd{before}\\pard\\intbl " + "".join(f"{{{look}{cell}}}\\cell " for cell in cells) + "\\row\n"
