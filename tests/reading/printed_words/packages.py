"""The words that a package prints: the XML parts of Word, OpenDocument and Excel
files, the chapters of an e-book. Whatever the file shows is taken: headers, notes,
text boxes. Hidden text and deleted revisions are not shown; struck words are.
"""

import posixpath
import re
import urllib.parse
import xml.etree.ElementTree as ElementTree
import zipfile

from markup import lines_of_html

# Elements that begin a line.
BREAKS = {"p", "h", "br", "tab", "cr", "line-break", "tc", "table-cell", "list-item",
          "txbxContent"}


def name_of(element):
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def attribute(element, name):
    for key, value in element.attrib.items():
        if key.rpartition("}")[2] == name:
            return value
    return None


def is_on(element, name):
    """Whether a property of a run is set, such as <w:vanish/>."""
    for child in element:
        if name_of(child) == name:
            return attribute(child, "val") not in ("0", "false", "off", "none")
    return False


def parts_of(path):
    """(name of the part, its lines) of a package."""
    with zipfile.ZipFile(path) as package:
        names = package.namelist()
        if "word/document.xml" in names:
            return docx_parts(package, names)
        if "xl/workbook.xml" in names:
            return xlsx_parts(package, names)
        if "content.xml" in names:
            return odt_parts(package, names)
        return epub_parts(package)


def xml_of(package, name):
    return ElementTree.fromstring(package.read(name))


def docx_parts(package, names):
    wanted = re.compile(r"word/(document|header\d*|footer\d*|footnotes|endnotes|comments|"
                        r"charts/chart\d+|diagrams/data\d+)\.xml")
    return [(name, docx_lines(xml_of(package, name))) for name in names if wanted.fullmatch(name)]


def docx_lines(root):
    lines = [""]

    def walk(element):
        name = name_of(element)
        # A fallback repeats what the choice beside it shows; deleted and moved text
        # is gone; instructions of fields are never shown.
        if name in ("Fallback", "del", "moveFrom", "delText", "instrText", "sdtPr", "pPrChange"):
            return
        if name == "r":
            for child in element:
                if name_of(child) == "rPr" and (is_on(child, "vanish") or
                                                is_on(child, "webHidden")):
                    return
        if name in BREAKS:
            lines.append("")
        if name in ("t", "v") and element.text:
            lines[-1] += element.text
        elif name == "sym":
            lines[-1] += " "
        elif name == "noBreakHyphen":
            lines[-1] += "-"
        for child in element:
            walk(child)
        if name in BREAKS:
            lines.append("")

    walk(root)
    return lines


def odt_parts(package, names):
    parts = [("content.xml", odt_lines(xml_of(package, "content.xml"), ("body",)))]
    if "styles.xml" in names:
        parts.append(("styles.xml", odt_lines(xml_of(package, "styles.xml"),
                                              ("master-styles",))))
    return parts


def odt_lines(root, within):
    lines = [""]

    def walk(element):
        name = name_of(element)
        if name in ("tracked-changes", "annotation", "hidden-text", "script", "title", "desc",
                    "sequence-decls", "forms", "object-ole"):
            return
        if attribute(element, "display") == "none":
            return
        if name in BREAKS or name in ("s",):
            lines.append("") if name in BREAKS else None
            lines[-1] += " "
        lines[-1] += element.text or ""
        for child in element:
            walk(child)
            lines[-1] += child.tail or ""
        if name in BREAKS:
            lines.append("")

    for element in root:
        if name_of(element) in within:
            walk(element)
    return lines


def xlsx_parts(package, names):
    strings = []
    if "xl/sharedStrings.xml" in names:
        for item in xml_of(package, "xl/sharedStrings.xml"):
            strings.append("".join(t.text or "" for t in item.iter() if name_of(t) == "t"))
    parts = []
    for name in names:
        if re.fullmatch(r"xl/worksheets/sheet\d+\.xml", name):
            lines = []
            for cell in xml_of(package, name).iter():
                if name_of(cell) == "c":
                    value = "".join(v.text or "" for v in cell.iter() if name_of(v) in ("v", "t"))
                    is_shared = cell.get("t") == "s" and value.isdigit()
                    lines.append(strings[int(value)] if is_shared else value)
            parts.append((name, lines))
        elif re.fullmatch(r"xl/(comments\d*|drawings/drawing\d+)\.xml", name):
            parts.append((name, docx_lines(xml_of(package, name))))
    return parts


def epub_parts(package):
    container = xml_of(package, "META-INF/container.xml")
    root = next(attribute(e, "full-path") for e in container.iter() if name_of(e) == "rootfile")
    book = xml_of(package, root)
    items = {e.get("id"): e for e in book.iter() if name_of(e) == "item"}
    parts = []
    for reference in (e for e in book.iter() if name_of(e) == "itemref"):
        item = items.get(reference.get("idref"))
        if item is None or "html" not in (item.get("media-type") or ""):
            continue
        name = posixpath.normpath(posixpath.join(posixpath.dirname(root),
                                                 urllib.parse.unquote(item.get("href"))))
        try:
            text = package.read(name).decode("utf-8", "replace")
        except KeyError:
            continue
        parts.append((name, lines_of_html(text)))
    return parts
