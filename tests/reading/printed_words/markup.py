"""The words that HTML, Markdown, CSV and plain text show."""

import csv
import html.parser
import re

HIDDEN = {"script", "style", "template", "head", "title", "noscript", "svg", "math", "object",
          "audio", "video", "iframe",
          "datalist", "select", "option", "textarea", "canvas"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source",
        "track", "wbr"}
INLINE = {"a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "del", "dfn", "em", "font", "i",
          "ins", "kbd", "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub",
          "sup", "time", "tt", "u", "var", "wbr", "img"}
UNSHOWN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)


class Shown(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.lines, self.open = [""], []

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        is_hidden = (tag in HIDDEN or "hidden" in attributes
                     or bool(UNSHOWN.search(attributes.get("style") or "")))
        if tag not in INLINE:
            self.lines.append("")
        if tag not in VOID:
            self.open.append((tag, is_hidden))

    def handle_endtag(self, tag):
        if tag not in INLINE:
            self.lines.append("")
        for at in range(len(self.open) - 1, -1, -1):
            if self.open[at][0] == tag:
                del self.open[at:]
                break

    def handle_data(self, data):
        if not any(is_hidden for _, is_hidden in self.open):
            self.lines[-1] += re.sub(r"\s+", " ", data)


def lines_of_html(text):
    # html.parser reads <title/> as a title that never ends.
    text = re.sub(r"<(title|script|style|textarea)\b([^>]*)/>", r"<\1\2></\1>", text, flags=re.I)
    parser = Shown()
    parser.feed(text)
    parser.close()
    return parser.lines


def text_of_bytes(data):
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    declared = re.search(rb"<meta[^>]+charset=[\"']?([\w-]+)", data[:1024], re.I)
    for charset in ((declared[1].decode(),) if declared else ()) + ("utf-8-sig", "cp1252"):
        try:
            return data.decode(charset)
        except (UnicodeDecodeError, LookupError):
            continue
    return data.decode("latin-1")


def lines_of_markdown(text):
    text = re.sub(r"\A---\r?\n.*?\n(---|\.\.\.)\r?\n", "", text, flags=re.S)
    text = re.sub(r"\A\+\+\+\r?\n.*?\n\+\+\+\r?\n", "", text, flags=re.S)
    text = re.sub(r"(?ms)^(```|~~~)\s*[\w-]*$", "", text)
    text = re.sub(r"(?m)^\s*\[[^\]^]+\]:\s*\S+.*$", "", text)  # Targets of links.
    target = r"\((?:[^()\s]|\([^()\s]*\))*(?:\s+[\"'(][^\n]*?[\"')])?\)"
    text = re.sub(r"(!?\[[^\]]*\])" + target, r"\1", text)
    text = re.sub(r"(\[[^\]]*\])\[[^\]]*\]", r"\1", text)
    text = re.sub(r"<!--.*?-->", "", text, flags=re.S)
    # Lists are counted by the one who shows them, whatever numbers are written.
    text = re.sub(r"(?m)^([ >\t]*)\d{1,9}[.)](?=\s)", r"\1", text)
    # A line at a time, as a tag of another line does not hide this one.
    return lines_of_html(re.sub(r"\n", "<p>", re.sub(r"<(?![/a-zA-Z!])", "&lt;", text)))


def parts_of(path, extension):
    with open(path, "rb") as file:
        text = text_of_bytes(file.read())
    if extension in ("html", "htm"):
        return [("page", lines_of_html(text))]
    if extension in ("md", "markdown"):
        return [("text", lines_of_markdown(text))]
    if extension in ("csv", "tsv"):
        first = text.split("\n", 1)[0]
        separator = "\t" if extension == "tsv" else max(",;", key=first.count)
        rows = csv.reader(text.splitlines(keepends=True), delimiter=separator)
        return [("table", ["\n".join(row) for row in rows])]
    return [("text", text.splitlines())]
