#!/usr/bin/env python3
"""The help of every command is the recorded one.

usage: help_test.py RECORD PROGRAM... [--update]

RECORD is a text file: a line "$ PROGRAM COMMAND --help" and what it prints, for
each program and, where it has commands, for each of them. With --update the
file is written anew.
"""

import difflib
import os
import pathlib
import re
import subprocess
import sys

COMMAND = re.compile(r"^  ([a-z][a-z_-]*)(?:\s|$)")


def help_of(program: str, command: list[str]) -> str:
    return subprocess.run(
        [program, *command, "--help"], check=True, capture_output=True,
        text=True, stdin=subprocess.DEVNULL, timeout=60,
        env={**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "80"}).stdout


def commands_in(text: str) -> list[str]:
    """The commands that a help lists under "Subcommands:"."""
    _, _, listed = text.partition("\nSubcommands:\n")
    listed, _, _ = listed.partition("\n\n")
    return [match[1] for line in listed.split("\n")
            if (match := COMMAND.match(line))]


def all_help(program: str, command: list[str]) -> list[str]:
    text = help_of(program, command)
    name = " ".join([pathlib.Path(program).name, *command])
    pages = [f"$ {name} --help\n{text.rstrip()}\n"]
    for further in commands_in(text):
        pages += all_help(program, [*command, further])
    return pages


def main() -> int:
    arguments = [a for a in sys.argv[1:] if a != "--update"]
    if len(arguments) < 2:
        sys.exit(__doc__)
    record = pathlib.Path(arguments[0])
    now = "\n".join(page for program in arguments[1:]
                    for page in all_help(program, []))
    if "--update" in sys.argv:
        record.write_text(now, encoding="utf-8")
        return 0
    before = record.read_text(encoding="utf-8")
    changes = list(difflib.unified_diff(
        before.splitlines(), now.splitlines(), str(record), "now",
        lineterm=""))
    print("\n".join(changes))
    return 1 if changes else 0


if __name__ == "__main__":
    sys.exit(main())
