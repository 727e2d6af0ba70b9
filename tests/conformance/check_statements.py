#!/usr/bin/env python3
"""Checks the tables of mqtt-statements.md. Fails if it names a
test that does not exist, lists a statement twice, or has neither a test nor a
reason for a statement.

usage: check_statements.py ROOT

The last cell of a row names tests as `Suite.Name`, or says why there is none.
"""

import pathlib
import re
import sys

REASONS = ("client's duty", "not offered: ")

ROW = re.compile(r"^\| (\d+\.\d+\.\d+-\d+) \| ([^|]+) \| ([^|]*) \|$")
DECLARED = re.compile(r"^TEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\s*\)", re.MULTILINE)
NAMED = re.compile(r"`(\w+\.\w+)`")


def declared_tests(root: pathlib.Path) -> set[str]:
    found = set()
    for file in (root / "tests").rglob("*_test.cc"):
        for suite, name in DECLARED.findall(file.read_text(encoding="utf-8")):
            found.add(f"{suite}.{name}")
    return found


def what_is_wrong(cell: str, tests: set[str]) -> list[str]:
    if cell.startswith(REASONS):
        return []
    wrong = []
    for part in cell.split(", "):
        named = NAMED.fullmatch(part)
        if named is None:
            wrong.append(f'says neither a test nor a reason: "{part}"')
        elif named[1] not in tests:
            wrong.append(f"names {named[1]}, which does not exist")
    return wrong


def check(text: str, tests: set[str]) -> list[str]:
    """Rows start with the statement's number. Each version of MQTT has a
    heading."""
    found = []
    seen = set()
    version = ""
    for line in text.splitlines():
        if line.startswith("#"):
            version = line.lstrip("# ")
        row = ROW.match(line)
        if row is None:
            if re.match(r"^\| \d", line):
                found.append(f"is no row: {line}")
            continue
        number = f"{version}, {row[1]}"
        if number in seen:
            found.append(f"{number} stands there twice")
        seen.add(number)
        found += [f"{number} {wrong}"
                  for wrong in what_is_wrong(row[3], tests)]
    if not seen:
        found.append("there are no statements")
    return found


def check_the_check() -> None:
    """The check must find each kind of error, and nothing else."""
    tests = {"Suite.Name"}
    row = "| 1.2.3-4 | text | {} |"
    for cell in ("`Suite.Name`", "client's duty", "`Suite.Name`, `Suite.Name`"):
        if check(row.format(cell), tests):
            sys.exit(f"the check of statements refused {cell}")
    for text in (row.format("`Suite.Other`"), row.format(""),
                 row.format("perhaps"), row.format("`Suite.Name`, perhaps"),
                 row.format("`Suite.Name`") + "\n" + row.format("`Suite.Name`"),
                 "| 1.2-4 | text | `Suite.Name` |", "no table"):
        if not check(text, tests):
            sys.exit(f"the check of statements accepted {text}")


def main() -> int:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    check_the_check()
    root = pathlib.Path(sys.argv[1])
    document = root / "tests" / "conformance" / "mqtt-statements.md"
    found = check(document.read_text(encoding="utf-8"), declared_tests(root))
    for line in found:
        print(f"{document.name}: {line}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
