"""A table as a person wrote it down, and whether a reading of its document has it.

README.md says how a table is written and what is right.
"""

from __future__ import annotations

import dataclasses
import itertools
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from case import block_text, grid, is_usable  # noqa: E402
from written import pattern, plain  # noqa: E402

MORE = "..."
CHOICE = re.compile(r"\{((?:[^{}]|\{[^{}]*\})*\|(?:[^{}]|\{[^{}]*\})*)\}")
BULLET = "•"
DASHES = str.maketrans("–—", "--")
# Word writes a round bullet as a letter o.
BULLETS = r"\s*(?:[•◦○▪●■]|(?<!\w)o(?!\w))?\s*"


@dataclasses.dataclass
class Row:
    cells: list[str]
    group: str
    after_more: bool  # Rows before it may have been left out.


@dataclasses.dataclass
class Part:
    """Rows under one head."""

    heads: list[list[str]] = dataclasses.field(default_factory=list)
    rows: list[Row] = dataclasses.field(default_factory=list)
    has_more_columns: bool = False
    has_more_rows: bool = False  # After the last one.

    def width(self) -> int:
        return len(self.rows[0].cells)

    def names(self) -> list[str]:
        return list(dict.fromkeys(row.group for row in self.rows if row.group))


@dataclasses.dataclass
class Table:
    document: str
    page: int | None
    above: str
    parts: list[Part]


def parse(text: str) -> Table:
    told = {"page": None}
    parts = [Part()]
    group, after_more = "", False
    for number, line in enumerate(text.splitlines(), 1):
        kind, *cells = line.split("\t")
        if kind in ("document", "page", "above") and len(cells) == 1:
            told[kind] = cells[0]
        elif kind == "group" and len(cells) == 1:
            group = cells[0]
        elif kind == MORE and not cells:
            after_more = True
        elif kind in ("head", "row") and cells:
            if kind == "head" and parts[-1].rows:
                parts[-1].has_more_rows = after_more = True
                parts.append(Part())
            if cells[-1] == MORE:
                cells.pop()
                parts[-1].has_more_columns = True
            if kind == "head":
                parts[-1].heads.append(cells)
            else:
                parts[-1].rows.append(Row(cells, group, after_more))
                after_more = False
        else:
            raise ValueError(f"line {number} is none of a table: {line!r}")
    parts[-1].has_more_rows |= after_more
    for part in parts:
        fill(part)
    return Table(told["document"], told["page"] and int(told["page"]), told["above"], parts)


def fill(part: Part) -> None:
    """Empty cells at the end of a row may be left out."""
    lines = [*part.heads, *(row.cells for row in part.rows)]
    width = max(map(len, part.heads or lines), default=0)
    if not part.rows or max(map(len, lines)) > width:
        raise ValueError(f"a row is wider than its head, or there is none: {part.heads}")
    for cells in lines:
        cells += [""] * (width - len(cells))


def is_same(written: str, read: str) -> bool:
    """Whether a cell is read as it is written."""
    read = plain(read).translate(DASHES)
    pieces = [[between] if at % 2 == 0 else between.split("|") for at, between in enumerate(CHOICE.split(written))]
    return any(re.fullmatch(expression("".join(choice)), read) for choice in itertools.product(*pieces))


def expression(written: str) -> str:
    texts = [text.strip() for text in written.translate(DASHES).split(BULLET)]
    return BULLETS.join(pattern(text) if text else "" for text in texts)


@dataclasses.dataclass
class Reading:
    """A table block without its empty columns."""

    page: int | None
    heads: list[list[str]]
    rows: list[list[str]]
    groups: list[str]  # Of each row, the name that stands over it.


def joined(cells) -> str:
    return " ".join(dict.fromkeys(filter(None, cells)))


def readings_of(blocks: list[dict]) -> list[Reading]:
    """The tables that may answer. One that goes on overleaf under the same head is read
    in both ways: by itself, and as one with those before it."""
    found: list[Reading] = []
    before = ""
    for block in blocks:
        if block["kind"] == "table" and is_usable(block):
            found.append(reading_of(block, before))
        if block["kind"] != "furniture":
            before = block_text(block)
    return found + [whole for at in range(len(found)) for whole in continued(found[at:])]


def reading_of(block: dict, before: str) -> Reading:
    rows, _ = grid(block)
    filled = [x for x in range(max(map(len, rows), default=0)) if any(row[x].strip(" •◦○▪●■") for row in rows)]
    rows = [[row[x] for x in filled] for row in rows]
    heads = block.get("header_rows", 0)
    data = [row for row in rows[heads:] if any(row)]
    return Reading(block.get("page"), rows[:heads], data, [before] * len(data))


def continued(tables: list[Reading]) -> list[Reading]:
    whole, *rest = tables
    found = []
    for before, table in zip(tables, rest):
        if not table.heads or table.heads != whole.heads or table.page != (before.page or 0) + 1:
            break
        whole = dataclasses.replace(whole, rows=whole.rows + table.rows, groups=whole.groups + table.groups)
        found.append(whole)
    return found


def is_near(reading: Reading, page: int | None, readings: list[Reading]) -> bool:
    """Whether it may hold a table of this page: it begins there or on a page beside it,
    or is the last one that begins before."""
    if page is None or reading.page is None or abs(reading.page - page) <= 1:
        return True
    return reading.page == max((other.page for other in readings if other.page < page), default=None)


def faults(table: Table, blocks: list[dict]) -> list[str]:
    """What is wrong with a reading, the first difference first."""
    readings = readings_of(blocks)
    readings = [reading for reading in readings if is_near(reading, table.page, readings)]
    found = []
    for part in table.parts:
        rated = [(compare(part, reading, [*part.names(), table.above]), shared_cells(part, reading)) for reading in readings]
        wrong, shared = min(rated, key=lambda rating: (bool(rating[0]), -rating[1], len(rating[0])), default=([""], 0))
        found += wrong if shared or not wrong else ["no such table is read there"]
    return found


def shared_cells(part: Part, reading: Reading) -> int:
    """How like they are: how many cells of each row some row of the reading has."""
    rows = [set(filter(None, cells)) for cells in reading.rows]
    return sum(max((len(set(row.cells) & cells) for cells in rows), default=0) for row in part.rows)


def compare(part: Part, reading: Reading, names: list[str]) -> list[str]:
    reading = without_names(reading, part, names)
    width = max(map(len, reading.rows), default=0)
    if width < part.width() or (width > part.width() and not part.has_more_columns):
        first = " | ".join(reading.rows[0]) if reading.rows else ""
        return [f"{width} columns, not {part.width()}; the first row: {first}"]
    found = []
    for column in range(part.width()):
        written, read = (joined(cells[column] for cells in heads) for heads in (part.heads, reading.heads))
        if not is_same(written, read):
            found.append(f"column {column + 1} is headed {read!r}, not {written!r}")
    return found + compare_rows(part, reading)


def is_name(text: str, names: list[str]) -> bool:
    return any(is_same(name, text) for name in names if name)


def without_names(reading: Reading, part: Part, names: list[str]) -> Reading:
    """The reading with the names of groups beside the rows. They may stand in a head row,
    in a row or in a column of their own."""
    heads = [cells for cells in reading.heads if not is_name(joined(cells), names)]
    name = next((joined(cells) for cells in reversed(reading.heads) if is_name(joined(cells), names)), None)
    columns = list(range(max(map(len, reading.rows), default=0)))
    named = [x for x in columns if any(is_name(cells[x], names) for cells in reading.rows)
             and not any(is_name(joined(cells), names) and cells[x] for cells in reading.rows)]
    if named and len(columns) > part.width():
        columns.remove(named[0])
    rows, groups = [], []
    for cells, before in zip(reading.rows, reading.groups):
        if is_name(joined(cells), names):
            name = joined(cells)
            continue
        rows.append([cells[x] for x in columns])
        beside = cells[named[0]] if named and named[0] not in columns else ""
        groups.append(beside or name or before)
    return Reading(reading.page, [[cells[x] for x in columns] for cells in heads], rows, groups)


def compare_rows(part: Part, reading: Reading) -> list[str]:
    found = []
    at = 0
    for number, row in enumerate(part.rows, 1):
        match = next((y for y in range(at, len(reading.rows)) if is_row(row, reading.rows[y])), None)
        if match is None:
            found.append(f"row {number}: {difference(row, reading.rows[at:])}")
            continue
        if row.group and not is_name(reading.groups[match], [row.group]):
            found.append(f"row {number} stands below {reading.groups[match][:60]!r}, not {row.group!r}")
        if not row.after_more:
            found += [f"before row {number} stands: {' | '.join(cells)}" for cells in reading.rows[at:match]]
        at = match + 1
    if not part.has_more_rows:
        found += [f"after the last row stands: {' | '.join(cells)}" for cells in reading.rows[at:]]
    return found


def is_row(row: Row, read: list[str]) -> bool:
    return all(map(is_same, row.cells, read))


def difference(row: Row, rows: list[list[str]]) -> str:
    """How the row that is most like it differs."""
    if not rows:
        return "is not read"
    nearest = max(rows, key=lambda read: sum(map(is_same, row.cells, read)))
    column = next(x for x, cell in enumerate(row.cells) if not is_same(cell, nearest[x]))
    return f"cell {column + 1} is {nearest[column]!r}, not {row.cells[column]!r}"
