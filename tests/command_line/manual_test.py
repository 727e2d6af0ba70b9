#!/usr/bin/env python3
"""The manual page names every option of every command.

usage: manual_test.py RECORD MANUAL

RECORD is the recorded help of all commands (help_test.py), and MANUAL
docs/man/answerbox.1.
"""

import pathlib
import re
import sys

OPTION = re.compile(r"^  (?:(-\w),)?(--[a-z-]+)", re.MULTILINE)
# What measures, and no user of a box runs, has its options in --help alone.
LABORATORY = re.compile(r"^answerbox evaluate\b")


def main() -> int:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    record, manual = (pathlib.Path(path).read_text(encoding="utf-8")
                      for path in sys.argv[1:])
    manual = manual.replace("\\-", "-")
    missing = []
    for page in re.split(r"^\$ ", record, flags=re.MULTILINE)[1:]:
        command = page.split(" --help", 1)[0]
        if not command.startswith("answerbox ") or LABORATORY.match(command):
            continue
        for short, long in OPTION.findall(page):
            names = [name for name in (short, long) if name]
            if not any(re.search(re.escape(name) + r"(?![\w-])", manual)
                       for name in names):
                missing.append(f"{command} {long}")
    for option in missing:
        print(f"the manual page does not name {option}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
