#!/usr/bin/env python3
"""Hostile files are bounded in time and memory, and end with a reason.

usage: hostile_files_test.py ANSWERBOX

Each file is converted by `answerbox convert --json`, which must print JSON and
end with 0 (read) or 4 (refused) and one of the reasons given, within the time
and memory that docs/documents.md states. Files for pandoc are left out where it
is not installed.
"""

import io
import json
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile

MOST_SECONDS = 75  # 60 of processor time for pandoc, 10 for our parsers.
MOST_MEMORY = 1024 << 20  # Of pandoc; our own is far below.
READ = "read"

CONTENT_TYPES = (
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.'
    'wordprocessingml.document.main+xml"/></Types>')
RELATIONS = (
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"'
    ' Target="word/document.xml"/></Relationships>')
DOCUMENT = ('<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>',
            "</w:body></w:document>")


def docx(body: str, before: str = "", repeated: int = 1) -> bytes:
    """A Word file whose body is repeated. Holds only one of them in memory, as the
    memory of this process counts as that of the processes that it starts."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", CONTENT_TYPES)
        archive.writestr("_rels/.rels", RELATIONS)
        with archive.open("word/document.xml", "w") as document:
            document.write(('<?xml version="1.0"?>' + before + DOCUMENT[0]).encode())
            for _ in range(repeated):
                document.write(body.encode())
            document.write(DOCUMENT[1].encode())
    return file.getvalue()


def paragraph(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def zipped(parts: dict[str, str]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return file.getvalue()


def workbook(row: str, repeated: int, after: str = "", string: str = "") -> bytes:
    main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    return zipped({
        "xl/workbook.xml": f'<workbook {main} xmlns:r="{office}"><sheets><sheet name="A" r:id="s"/></sheets></workbook>',
        "xl/strings.xml": f"<sst {main}><si><t>{string}</t></si></sst>",
        "xl/_rels/workbook.xml.rels": RELATIONS.replace('"r"', '"s"').replace("/officeDocument\"", "/worksheet\"")
        .replace("word/document.xml", "sheet.xml")
        .replace("<Relationship ", '<Relationship Id="t" Type="x/sharedStrings" Target="strings.xml"/><Relationship '),
        "xl/sheet.xml": f"<worksheet {main}><sheetData>{row * repeated}</sheetData>{after}</worksheet>"})


def spreadsheet(row: str, repeated: int, kind: str = "spreadsheet") -> bytes:
    spaces = " ".join(f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text"))
    return zipped({"content.xml": f"<office:document-content {spaces}><office:body><office:{kind}><table:table>{row * repeated}"
                                  f"</table:table></office:{kind}></office:body></office:document-content>"})


def nested(begin: str, end: str, depth: int, text: str) -> str:
    return begin * depth + text + end * depth


def table(rows: int, columns: int) -> str:
    return "<table>" + ("<tr>" + "<td>x" * columns) * rows + "</table>"


def repeated_cells(text: str, more: str = "") -> str:
    return (f'<table:table-row {more}table:number-rows-repeated="1000"><table:table-cell table:number-columns-repeated="1000">'
            f"<text:p>{text}</text:p></table:table-cell></table:table-row>")


def related_charts() -> bytes:
    """Each of many charts is looked up among as many relations."""
    many = 200_000
    relations = "".join(f'<Relationship Id="r{i}" Type="x/chart" Target="c"/>' for i in range(many))
    return zipped({"word/document.xml": DOCUMENT[0] + paragraph("x") + "<w:p><w:r><w:drawing>" + '<chart id="none"/>' * many
                   + "</w:drawing></w:r></w:p>" + DOCUMENT[1],
                   "word/_rels/document.xml.rels": RELATIONS[:RELATIONS.index("<Relationship ")] + relations + "</Relationships>"})


LAUGHS = ("<!DOCTYPE d [<!ENTITY a '" + "ha" * 1000 + "'>"
          + "".join(f"<!ENTITY {chr(98 + i)} '{f'&{chr(97 + i)};' * 100}'>" for i in range(5)) + "]>")

BOUNDS = {"too_complex", "too_large"}
# Name -> content, and what may become of it.
FILES = {
    "deep.md": (lambda: ">" * 100_000 + " deep", {READ}),
    "deep_lists.md": (lambda: "".join("  " * i + "- x\n" for i in range(2_000)), {READ, *BOUNDS}),
    "deep_lists.html": (lambda: nested("<ul><li>", "", 100_000, "deep"), {READ, *BOUNDS}),
    "deep_tables.html": (lambda: nested("<table><tr><th>a<td>", "", 3_000, "deep"), {READ, *BOUNDS}),
    "deep_menus.html": (lambda: nested("<header><footer class=navbar>x", "", 20_000, "deep"), {READ, *BOUNDS}),
    "headings.md": (lambda: "# h\n\n" * 100_000, {"too_large"}),
    "headings.html": (lambda: "<h2>h</h2>" * 100_000, {"too_large"}),
    "references.md": (lambda: "## References\n\n###### Index\n\nx\n\n" * 30_000, {READ}),
    "cells.html": (lambda: table(1_000, 1_000), {READ, *BOUNDS}),
    "cells.md": (lambda: "a|b\n-|-\n" + ("x|" * 1_000 + "\n") * 1_000, {READ, *BOUNDS}),
    "cells.csv": (lambda: ("x," * 1_000 + "\n") * 1_000, {READ}),
    "columns.csv": (lambda: "x," * 1_000_000, {READ}),
    "rows.tsv": (lambda: "x\ty\n" * 1_000_000, {READ}),
    "quote.csv": (lambda: '"' + "x,\n" * 1_000_000, {READ}),
    "spans.html": (lambda: "<table>" + ("<tr><td colspan=9999 rowspan=99999>" + "<td colspan=9999>" * 64 + "<td>x")
                   * 2_000 + "</table>", {READ, *BOUNDS}),
    "no_zip.docx": (lambda: b"PK\x03\x04 and nothing else", {"damaged"}),
    "encrypted.docx": (lambda: bytes.fromhex("d0cf11e0a1b11ae1") + bytes(600), {"encrypted"}),
    "bomb.docx": (lambda: docx(paragraph("a " * 50_000), repeated=4_000), BOUNDS),
    "paragraphs.docx": (lambda: docx(paragraph("x"), repeated=1_000_000), {READ, *BOUNDS}),
    "cells.xlsx": (lambda: workbook("<row>" + "<c><v>7</v></c>" * 1_000 + "</row>", repeated=1_000), {READ, *BOUNDS}),
    "more_cells.xlsx": (lambda: workbook("<row>" + "<c><v>7</v></c>" * 1_000 + "</row>", repeated=5_000), BOUNDS),
    "merged.xlsx": (lambda: workbook("<row><c><v>7</v></c></row>", repeated=100_000,
                                     after="<mergeCells>" + '<mergeCell ref="A1:XFD1048576"/>' * 100_000
                                     + "</mergeCells>"), {READ, *BOUNDS}),
    "repeated.ods": (lambda: spreadsheet(
        '<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384">'
        "<text:p>x</text:p></table:table-cell></table:table-row>", repeated=1_000), BOUNDS),
    "repeated.odt": (lambda: spreadsheet(repeated_cells("x"), repeated=1_000, kind="text"), BOUNDS),
    "long_cells.ods": (lambda: spreadsheet(repeated_cells("x " * 50_000), repeated=1), BOUNDS),
    "long_cells.xlsx": (lambda: workbook('<row><c t="s"><v>0</v></c></row>', repeated=500_000, string="x " * 500_000), BOUNDS),
    "hidden_cells.ods": (lambda: spreadsheet(repeated_cells("x " * 50_000, 'table:visibility="collapse" '), repeated=100),
                         {"empty", *BOUNDS}),
    "wide_rows.ods": (lambda: spreadsheet(
        '<table:table-row table:number-rows-repeated="1000">' + "<table:table-cell/>" * 16_000
        + "<table:table-cell><text:p>x</text:p></table:table-cell></table:table-row>", repeated=150), {READ, *BOUNDS}),
    "attribute.docx": (lambda: docx(f'<w:p w:x="{"x" * 90_000_000}"/>' + paragraph("x")), {READ, *BOUNDS}),
    "relations.docx": (related_charts, {READ, *BOUNDS}),
    "entities.docx": (lambda: docx(paragraph("&f;"), LAUGHS.replace("<!DOCTYPE d", "<!DOCTYPE w:document")),
                      {"damaged"}),
    "outside.docx": (lambda: docx(paragraph("x&e;y"), "<!DOCTYPE w:document [<!ENTITY e SYSTEM "
                                                      "'file:///etc/passwd'>]>"), {"damaged"}),
    "deep_tables.docx": (lambda: docx(nested("<w:tbl><w:tr><w:tc>", "</w:tc></w:tr></w:tbl>", 2_000,
                                             paragraph("deep"))), {"too_complex"}),
    "deep.rtf": (lambda: "{\\rtf1 " + nested("{", "}", 200_000, "deep") + "}", {READ, "damaged", *BOUNDS}),
    "no_book.epub": (lambda: docx(paragraph("x")), {"damaged"}),
    "no_text.odt": (lambda: docx(paragraph("x")), {"damaged", "empty"}),
}
OF_PANDOC = (".rtf",)


def convert(answerbox: str, file: pathlib.Path) -> str:
    """READ, or the reason of the refusal."""
    with tempfile.TemporaryFile() as output:
        code = subprocess.run([answerbox, "convert", "--json", file], stdout=output, stderr=subprocess.DEVNULL,
                              check=False).returncode
        output.seek(0)
        reply = json.load(output)
    if code == 0:
        if "root:" in json.dumps(reply["blocks"][:10]):
            return "read what another file holds"
        return READ
    return reply["error"]["reason"] if code == 4 else f"exit code {code}"


def main() -> int:
    answerbox = sys.argv[1]
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, (content, expected) in FILES.items():
            if name.endswith(OF_PANDOC) and shutil.which("pandoc") is None:
                print(f"{name}: left out, as pandoc is not installed")
                continue
            file = pathlib.Path(folder) / name
            data = content()
            file.write_bytes(data if isinstance(data, bytes) else data.encode())
            begin = time.monotonic()
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            outcome = convert(answerbox, file)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            memory = after.ru_maxrss << 10  # The most so far.
            good = outcome in expected and seconds < MOST_SECONDS and memory < MOST_MEMORY
            faults += not good
            print(f"{'' if good else 'FAULT: '}{name}: {outcome}, {file.stat().st_size >> 10} KiB, {seconds:.1f} s of "
                  f"processor time ({time.monotonic() - begin:.1f} s), at most {memory >> 20} MiB so far", flush=True)
            file.unlink()
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
