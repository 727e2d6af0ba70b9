"""What `answerbox convert` says of a file: its usable words, and those that it names
as set aside, lost or unreadable. The only place that knows how an account is written.

It is read from the object of `convert --format json`:

    blocks    as docs/documents.md has them; a block may say `set_aside`: a reason
    account   {"pages": [{"page": 8, "lost": 12, "unreadable": 0, "pictures": 1,
                          "is_picture": false,
                          "set_aside": {"furniture": 9, "struck": 14}}]}

A part of a file without pages has no `page`.
"""

import collections
import json
import re
import subprocess

from words import Reading

USABLE = "usable"
# Kinds of blocks that are searched by nobody, and sections of that kind.
SET_ASIDE = ("contents", "furniture")
# What is set aside for one of these reasons is in the blocks all the same.
IN_BLOCKS = (*SET_ASIDE, "references", "index", "licence")
FOREVER = 1 << 30
ITEM_MARK = re.compile(r"^\s*\(?(\w{1,5})[.):]\s", re.M)


class Account:
    def __init__(self):
        self.reading = Reading()
        # Page or part -> how many words are named as lost or unreadable there, and
        # how many as set aside that are in no block: struck, hidden, covered.
        self.lost, self.hidden = collections.Counter(), collections.Counter()
        # Pages that are named without a number of words.
        self.pages_named = set()
        # (reason, first page, last page, text) of what is set aside.
        self.set_aside = []
        # The message, if the file was refused: nothing is lost in silence.
        self.refusal = None
        self.warnings = ""


def convert(answerbox, path, ocr):
    command = [answerbox, "convert", "--format", "json", *(["--ocr", ocr] if ocr else []), path]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        account = Account()
        account.refusal = done.stderr.strip() or f"exit code {done.returncode}"
        return account
    account = read_account(json.loads(done.stdout))
    # The blocks leave out the letters of items, which the stored text has.
    command[command.index("json")] = "text"
    stored = subprocess.run(command, capture_output=True, text=True, errors="replace",
                            check=False).stdout
    account.reading.add(" ".join(ITEM_MARK.findall(stored)), 0, FOREVER, USABLE, is_spare=True)
    account.warnings = done.stderr.strip()
    return account


def read_account(printed):
    """`printed`: the object of `convert --format json`. Without an account, blocks
    tell what is usable; with one, it also tells what is lost."""
    account = Account()
    blocks = printed.get("blocks", [])
    pages = [block.get("page", 0) for block in blocks]
    following = [()]  # Of each block, the pages of the next two that do not run.
    for block in reversed(blocks):
        nearest = following[-1]
        following.append(nearest if block["kind"] == "furniture"
                         else (block.get("page", 0), *nearest)[:2])
    following.reverse()
    for at, block in enumerate(blocks):
        first = pages[at]
        # A block goes on at most to the page where the second one after it begins.
        later = [page for page in following[at + 1] if page >= first]
        last = max(later) if len(later) == 2 and first else FOREVER
        text = text_of(block)
        reason = block["kind"] if block["kind"] in SET_ASIDE else block.get("within")
        reason = block.get("set_aside", reason)
        if reason:
            account.set_aside.append((reason, first, last, text))
        account.reading.add(text, first, last, reason or USABLE)
        if "number" in block:
            # The same number as it may be printed.
            account.reading.add(other_numbers(block["number"]), first, last, reason or USABLE,
                                is_spare=True)
    for page in printed.get("account", {}).get("pages", []):
        number = page.get("page", 0)
        account.lost[number] += page.get("lost", 0) + page.get("unreadable", 0)
        for reason, count in page.get("set_aside", {}).items():
            if reason not in IN_BLOCKS:
                account.hidden[number] += count
        if page.get("pictures") or page.get("is_picture"):
            account.pages_named.add(number)
    return account


def text_of(block):
    if "rows" in block:
        cells = [cell if isinstance(cell, str) else cell.get("text", "")
                 for row in block["rows"] for cell in row]
        return "\n".join(cells)
    number = f"{block['number']} " if "number" in block else ""
    return number + block.get("text", "")


def other_numbers(number):
    letter = chr(ord("a") + number - 1) if 1 <= number <= 26 else ""
    roman, rest = "", number if number < 40 else 0
    for value, sign in ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")):
        roman += sign * (rest // value)
        rest %= value
    return f"{letter} {roman}"
