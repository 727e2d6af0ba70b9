#!/usr/bin/env python3
"""Fails if documents disagree about a figure, have a link that leads nowhere, or
grow too long.

usage: check_documents.py ROOT

docs/lab/figures.tsv has the figures that stand in more than one place. A
document marks each with <!--figure NAME--> before the value. Each figure must
be marked in two documents at least: one that stands in a single place needs no
mark.

Outside tables and code a line has at most 160 characters. The README has at
most 1,200 words, and the documents for users, docs/*.md, at most 60,000.
"""

import pathlib
import re
import sys

MARK = re.compile(r"<!--figure ([^>]+)-->")
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#{1,6} +(.*?) *$", re.MULTILINE)
CODE = re.compile(r"^```[\s\S]*?^```$|^    .*$", re.MULTILINE)
MAX_LINE = 160
MAX_README_WORDS = 1_200
MAX_USER_WORDS = 60_000


def read_figures(path: pathlib.Path) -> dict[str, str]:
    figures = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        name, value, _source = line.split("\t")
        figures[name] = value
    return figures


def faults_of(text: str, where: str, figures: dict[str, str],
              places: dict[str, set[str]]) -> list[str]:
    found = []
    for mark in MARK.finditer(text):
        name = mark[1]
        line = 1 + text.count("\n", 0, mark.start())
        if name not in figures:
            found.append(f"{where}:{line}: no figure \"{name}\" is known")
        elif not text[mark.end():].replace("\n", " ").startswith(
                figures[name]):
            found.append(f"{where}:{line}: \"{name}\" is {figures[name]}, not "
                         f"{text[mark.end():mark.end() + 12]!r}")
        places.setdefault(name, set()).add(where)
    return found


def anchors_of(text: str) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    anchors: set[str] = set()
    for heading in HEADING.findall(CODE.sub("", text)):
        plain = LINK.sub("]", heading).replace("[", "").replace("]", "")
        anchor = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        number, unique = 0, anchor
        while unique in anchors:
            number += 1
            unique = f"{anchor}-{number}"
        anchors.add(unique)
    return anchors


def broken_links(page: pathlib.Path, root: pathlib.Path) -> list[str]:
    found = []
    text = CODE.sub("", page.read_text(encoding="utf-8"))
    for link in LINK.findall(text):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists():
            found.append(f"{page.relative_to(root)}: {link} leads nowhere")
        elif anchor and target.suffix == ".md" and anchor not in anchors_of(
                target.read_text(encoding="utf-8")):
            found.append(f"{page.relative_to(root)}: {link}: no such heading")
    return found


def long_lines(page: pathlib.Path, root: pathlib.Path) -> list[str]:
    found = []
    is_code = False
    for number, line in enumerate(
            page.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            is_code = not is_code
        elif (len(line) > MAX_LINE and not is_code
              and not line.startswith(("|", "    "))):
            found.append(f"{page.relative_to(root)}:{number}: "
                         f"{len(line)} characters, of at most {MAX_LINE}")
    return found


def words_of(pages: list[pathlib.Path]) -> int:
    return sum(len(page.read_text(encoding="utf-8").split())
               for page in pages)


def too_long(what: str, words: int, most: int) -> list[str]:
    return [] if words <= most else [f"{what}: {words} words, of at most "
                                     f"{most}"]


def check_the_check() -> None:
    figures = {"right": "88.6 %"}
    if faults_of("<!--figure right-->88.6 %", "a", figures, {}):
        sys.exit("a right figure was refused")
    for wrong in ("<!--figure right-->88.5 %", "<!--figure left-->88.6 %"):
        if not faults_of(wrong, "a", figures, {}):
            sys.exit(f"missed: {wrong}")
    if anchors_of("# `ask` it\n## A b\n## A b\n") != {"ask-it", "a-b",
                                                       "a-b-1"}:
        sys.exit("anchors are made wrongly")


def main() -> int:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    check_the_check()
    root = pathlib.Path(sys.argv[1])
    figures = read_figures(root / "docs/lab/figures.tsv")
    places: dict[str, set[str]] = {}
    found = []
    readme = root / "README.md"
    pages = [readme, root / "CONTRIBUTING.md",
             *sorted((root / "docs").rglob("*.md")),
             *sorted((root / "engine").rglob("*.md")),
             *sorted((root / "client").rglob("*.md"))]
    for page in pages:
        found += faults_of(page.read_text(encoding="utf-8"),
                           str(page.relative_to(root)), figures, places)
        found += broken_links(page, root)
        found += long_lines(page, root)
    found += too_long("README.md", words_of([readme]), MAX_README_WORDS)
    found += too_long("docs/*.md", words_of(list((root / "docs").glob("*.md"))),
                      MAX_USER_WORDS)
    found += [f"docs/lab/figures.tsv: \"{name}\" stands in fewer than two "
              "documents" for name in figures if len(places.get(name, ())) < 2]
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
