"""Reads the recorded help of programs (help.txt) into commands and options."""

import dataclasses
import pathlib
import re

COLUMN = 30  # Where descriptions begin.


@dataclasses.dataclass
class Option:
    names: list[str]     # "-c", "--collection"
    value: str           # "NAME", or "" for a flag
    help: str


@dataclasses.dataclass
class Page:
    summary: str = ""
    options: list[Option] = dataclasses.field(default_factory=list)
    positionals: list[str] = dataclasses.field(default_factory=list)  # "FILE"
    commands: dict[str, str] = dataclasses.field(default_factory=dict)


def entries(lines: list[str]) -> list[tuple[str, str]]:
    """The entries of a section: what stands left, and the joined text."""
    found: list[list[str]] = []
    for line in lines:
        left, right = line[:COLUMN].rstrip(), line[COLUMN:].strip()
        if len(line) > COLUMN - 1 and left and line[COLUMN - 1] != " ":
            left, right = line, ""  # The name reaches into the text's column.
        if left.strip():
            found.append([left.strip(), right])
        else:
            found[-1][1] = f"{found[-1][1]} {right}".strip()
    return [(left, right) for left, right in found]


def option(left: str, text: str) -> Option:
    words = left.split()
    value = words[1] if len(words) > 1 else ""
    if value.endswith(":"):  # "Excludes:" follows a flag.
        value = ""
    return Option(words[0].split(","), value.split(":")[0], text)


def page(text: str) -> Page:
    found = Page()
    head, _, body = text.partition("\nUsage: ")
    found.summary = " ".join(head.split())
    for part in body.split("\n\n"):
        title, _, rest = part.partition("\n")
        lines = rest.split("\n")
        if title == "Options:":
            found.options = [option(*e) for e in entries(lines)]
        elif title == "Subcommands:":
            found.commands = dict(entries(lines))
        elif title == "Positionals:":
            found.positionals = [left.split()[1].split(":")[0]
                                 for left, _ in entries(lines)]
    return found


def read(record: pathlib.Path) -> dict[str, Page]:
    """The pages by their command, such as "answerbox audit verify"."""
    pages = {}
    for text in re.split(r"^\$ ", record.read_text(encoding="utf-8"),
                         flags=re.MULTILINE)[1:]:
        command, _, rest = text.partition(" --help\n")
        pages[command] = page(rest.rstrip())
    return pages
