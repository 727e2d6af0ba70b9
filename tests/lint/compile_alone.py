#!/usr/bin/env python3
"""Checks every source by itself, without making code of it.

usage: compile_alone.py BUILD

BUILD is a configured build folder with compile_commands.json, such as
build/dev. A source that forgets an include fails, and so does one that
warns before code is made of it: presets that compile many sources as one do not
notice. It takes a fraction of the time that compiling with sanitizers takes. It
needs no built target.
"""

import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys


def without_output(command):
    """The command without -o and its file, and without -c."""
    words, kept = iter(shlex.split(command)), []
    for word in words:
        if word == "-o":
            next(words)
        elif word != "-c":
            kept.append(word)
    return kept


def check(entry):
    """The compiler's messages; None if it has none to say."""
    result = subprocess.run([*without_output(entry["command"]), "-fsyntax-only"],
                            cwd=entry["directory"], capture_output=True, text=True,
                            check=False)
    if result.returncode == 0:
        return None
    return f"{entry['file']}\n{result.stderr}"


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    database = pathlib.Path(sys.argv[1]) / "compile_commands.json"
    entries = json.loads(database.read_text("utf-8"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        failures = [said for said in pool.map(check, entries) if said]
    print("\n".join(failures))
    print(f"{len(entries) - len(failures)} of {len(entries)} sources compile alone")
    return 1 if failures or not entries else 0


if __name__ == "__main__":
    sys.exit(main())
