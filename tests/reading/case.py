"""What a case is, and whether a reading of its file is right.

A reading is what `answerbox convert --format json` prints; docs/documents.md,
"Blocks", has its members.
"""

from __future__ import annotations

import dataclasses
import re
from typing import Callable

from written import pattern, plain

SET_ASIDE = {"furniture", "contents"}  # Kinds of blocks that never answer.
KINDS = {"heading": {"title", "heading"}, "item": {"item"}, "paragraph": {"paragraph", "quote"}, "note": {"footnote"},
         "caption": {"caption"}, "contents": {"contents"}, "furniture": {"furniture"}, "term": {"term"},
         "definition": {"definition"}, "code": {"code"}}


@dataclasses.dataclass(frozen=True)
class Block:
    """A block with these very words. `below`: the words of the heading over a
    heading; `lead_in`: what leads an item's list in."""

    kind: str
    text: str
    level: int | None = None
    below: str | None = None
    lead_in: str | None = None
    number: int | None = None

    def __str__(self) -> str:
        more = {name: value for name,
                value in vars(self).items() if value is not None and name not in ("kind", "text")}
        return f"{self.kind} {self.text!r}" + (f" {more}" if more else "")


def heading(text: str, **more) -> Block:
    return Block("heading", text, **more)


def item(text: str, **more) -> Block:
    return Block("item", text, **more)


def paragraph(text: str) -> Block:
    return Block("paragraph", text)


def note(text: str) -> Block:
    return Block("note", text)


@dataclasses.dataclass(frozen=True)
class Asked:
    """A question of this file alone, always answered: what the answer says, and what not.
    `not_best`: what is not in the sentence that answers best."""

    question: str
    says: tuple[str, ...] = ()
    not_says: tuple[str, ...] = ()
    not_best: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class Case:
    id: str
    kind: str  # "2 powers": the point of the plan, and what the case is about.
    ending: str
    source: bytes | str | Callable[[], bytes]
    lines: tuple[str, ...] = ()  # Each stands within one block that may answer.
    absent: tuple[str, ...] = ()  # In no block that may answer.
    anywhere: tuple[str, ...] = ()  # In some block, set aside or not.
    set_aside: tuple[str, ...] = ()  # In some block that never answers.
    order: tuple[str, ...] = ()  # Follow each other.
    stored: tuple[str, ...] = ()  # In the text that is stored, marks of lists and all.
    blocks: tuple[Block, ...] = ()
    no_headings: tuple[str, ...] = ()  # Words that are no heading.
    records: tuple[dict[str, str], ...] = ()  # Rows of tables: head -> cell, "group" -> its name.
    tables: int | None = None
    head_rows: int | None = None  # Of the first table.
    told: str = ""  # A regular expression of what `add` must say of the file.
    account: str = ""  # The same, but members of the JSON beside `blocks` may say it.
    or_told: str = ""  # Right, too: `add` says this in place of what is missing.
    or_refused: str = ""  # Right, too: a refusal that says this.
    options: tuple[str, ...] = ()
    asked: tuple[Asked, ...] = ()
    same_name: tuple[str, str] | None = None  # Names under which it is one document.

    def data(self) -> bytes:
        source = self.source() if callable(self.source) else self.source
        return source.encode() if isinstance(source, str) else source


def is_usable(block: dict) -> bool:
    """Whether a block may answer. The one place that knows what sets blocks aside."""
    return block["kind"] not in SET_ASIDE and "within" not in block


def cell_text(cell) -> str:
    return plain(cell if isinstance(cell, str) else cell["text"])


def block_text(block: dict) -> str:
    if block["kind"] == "table":
        return " | ".join(cell_text(cell) for row in block["rows"] for cell in row)
    return plain(block["text"])


def grid(table: dict) -> tuple[list[list[str]], set[int]]:
    """The cells of each row, a merged one in each place that it fills, and the rows
    that are one cell across the table."""
    places: dict[tuple[int, int], str] = {}
    across = set()
    columns = 0
    for y, row in enumerate(table["rows"]):
        x = 0
        for cell in row:
            while (y, x) in places:
                x += 1
            wide = cell.get("colspan", 1) if isinstance(cell, dict) else 1
            high = cell.get("rowspan", 1) if isinstance(cell, dict) else 1
            for down in range(high):
                for right in range(wide):
                    places[y + down, x + right] = cell_text(cell)
            x += wide
            columns = max(columns, x)
        if len(row) == 1 and isinstance(row[0], dict) and row[0].get("colspan", 1) > 1:
            across.add(y)
    rows = len(table["rows"])
    return [[places.get((y, x), "") for x in range(columns)] for y in range(rows)], across


def is_written(text: str, words: str) -> bool:
    return re.search(pattern(text), words) is not None


def is_exactly(text: str, words: str) -> bool:
    return re.fullmatch(pattern(text) if text else "", words) is not None


def has_record(tables: list[dict], record: dict[str, str]) -> bool:
    for table in tables:
        rows, across = grid(table)
        heads = table.get("header_rows", 0)
        group = ""
        for y in range(heads, len(rows)):
            if y in across:
                group = rows[y][0]
                continue
            if all(is_exactly(value, group) or any(is_exactly(value, cell) for cell in rows[y]) if head == "group"
                   else any(is_exactly(value, cell)
                            and (not head or any(is_exactly(head, rows[h][x]) for h in range(heads)))
                            for x, cell in enumerate(rows[y]))
                   for head, value in record.items()):
                return True
    return False


def has_block(blocks: list[dict], wanted: Block) -> bool:
    above: list[tuple[int, str]] = []  # Headings that hold at this place.
    for block in blocks:
        if block["kind"] in KINDS["heading"]:
            # A title is over all headings.
            level = 0 if block["kind"] == "title" else block.get("level", 1)
            while above and above[-1][0] >= level:
                above.pop()
        if (block["kind"] in KINDS[wanted.kind] and is_same(block, wanted)
                and (wanted.below is None or (above and is_exactly(wanted.below, above[-1][1])))):
            return True
        if block["kind"] in KINDS["heading"]:
            above.append((level, plain(block["text"])))
    return False


def is_same(block: dict, wanted: Block) -> bool:
    words = plain(block["text"])
    if wanted.kind == "note":  # May begin with its mark.
        words = re.sub(r"^(?:\[?\^?\w{1,2}[\])]?|[⁰-⁹¹²³*†‡])[.:]? (?=\S)", "", words) if not is_exactly(wanted.text,
            words) else words
    elif wanted.kind == "item":
        words = words.lstrip("☐☑☒ ") if not is_exactly(wanted.text, words) else words
    return (is_exactly(wanted.text, words)
            and (wanted.level is None or block.get("level", 1) == wanted.level)
            and (wanted.number is None or block.get("number") == wanted.number)
            and (wanted.lead_in is None or is_exactly(wanted.lead_in.rstrip(":"),
                plain(block.get("lead_in", "")).rstrip(":"))))


def faults(case: Case, blocks: list[dict], said: str, account: str) -> list[str]:
    """What is wrong with a reading. `said` is what `add` says of the file, `account`
    what the JSON tells beside the blocks."""
    usable = [block_text(block) for block in blocks if is_usable(block)]
    everything = [block_text(block) for block in blocks]
    tables = [block for block in blocks if block["kind"] == "table" and is_usable(block)]
    found = [f"missing: {line}" for line in case.lines if not any(is_written(line, words) for words in usable)]
    found += [f"missing altogether: {line}" for line in case.anywhere
              if not any(is_written(line, words) for words in everything)]
    aside = [block_text(block) for block in blocks if not is_usable(block)]
    found += [f"not set aside: {line}" for line in case.set_aside
              if not any(is_written(line, words) for words in aside)]
    found += [f"may answer: {line}" for line in case.absent if any(is_written(line, words) for words in usable)]
    found += [f"no such block: {wanted}" for wanted in case.blocks if not has_block(blocks, wanted)]
    found += [f"is a heading: {words}" for words in case.no_headings if has_block(blocks, heading(words))]
    found += [f"no such row: {record}" for record in case.records if not has_record(tables, record)]
    if case.tables is not None and len(tables) != case.tables:
        found.append(f"{len(tables)} tables, not {case.tables}")
    if case.head_rows is not None and (not tables or tables[0].get("header_rows", 0) != case.head_rows):
        found.append(f"not {case.head_rows} head rows in the first of {len(tables)} tables")
    begin = 0
    whole = " ".join(usable)
    for line in case.order:
        match = re.compile(pattern(line)).search(whole, begin)
        if match is None:
            found.append(f"not in order: {line}")
            break
        begin = match.end()
    if case.or_told and re.search(case.or_told, said):
        found = [fault for fault in found if not fault.startswith("missing")]
    if case.told and not re.search(case.told, said):
        found.append(f"not told: {case.told}")
    if case.account and not re.search(case.account, said + account):
        found.append(f"not in the account: {case.account}")
    return found
