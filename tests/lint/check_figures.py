#!/usr/bin/env python3
"""Fails if two documents tell a figure differently.

usage: check_figures.py ROOT

docs/lab/figures.tsv has the figures that stand in more than one place. A
document marks each with <!--figure NAME--> before the value. Each figure must
be marked in two documents at least: one that stands in a single place needs no
mark.
"""

import pathlib
import re
import sys

MARK = re.compile(r"<!--figure ([^>]+)-->")


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


def check_the_check() -> None:
    figures = {"right": "88.6 %"}
    if faults_of("<!--figure right-->88.6 %", "a", figures, {}):
        sys.exit("a right figure was refused")
    for wrong in ("<!--figure right-->88.5 %", "<!--figure left-->88.6 %"):
        if not faults_of(wrong, "a", figures, {}):
            sys.exit(f"missed: {wrong}")


def main() -> int:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    check_the_check()
    root = pathlib.Path(sys.argv[1])
    figures = read_figures(root / "docs/lab/figures.tsv")
    places: dict[str, set[str]] = {}
    found = []
    for page in [root / "README.md", *sorted((root / "docs").rglob("*.md"))]:
        found += faults_of(page.read_text(encoding="utf-8"),
                           str(page.relative_to(root)), figures, places)
    found += [f"docs/lab/figures.tsv: \"{name}\" stands in fewer than two "
              "documents" for name in figures if len(places.get(name, ())) < 2]
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
