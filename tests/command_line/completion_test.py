#!/usr/bin/env python3
"""Shells complete every command, every option and every listed word.

usage: completion_test.py RECORD FOLDER

RECORD is the recorded help of all commands, FOLDER that of the completions. bash
and zsh run them as they do when a person presses the tabulator key; zsh's own
functions are replaced by some that print what they are given.
"""

import pathlib
import shlex
import subprocess
import sys

import recorded_help

BASH = """source {file}
complete_words() {{
  COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _answerbox
  echo "${{COMPREPLY[*]}}"
}}
"""
ZSH = """_describe() {{ print -rn -- ${{${{(P)2}}%%:*}} }}
compadd() {{ print -rn -- $values }}
_files() {{ print -rn -- FILES }}
complete_words() {{
  words=("$@"); CURRENT=$#; PREFIX=${{@[-1]}}
  () {{ source {file} }}; print
}}
"""


def completed(shell: str, prelude: str, lines: list[list[str]]) -> list[set]:
    calls = "\n".join(f"complete_words {shlex.join(line)}" for line in lines)
    options = ["--norc"] if shell == "bash" else ["-f"]
    run = subprocess.run([shell, *options, "-c", prelude + calls], text=True,
                         capture_output=True, timeout=120, check=True)
    if run.stderr:
        sys.exit(f"{shell}: {run.stderr}")
    return [set(line.split()) for line in run.stdout.splitlines()]


def cases(pages: dict[str, recorded_help.Page], no_list: set):
    for name, page in pages.items():
        command = name.split()
        yield [*command, "--"], {n for o in page.options for n in o.names
                                 if n.startswith("--")}
        if page.commands:
            yield [*command, ""], set(page.commands)
        for option in page.options:
            if option.value in ("FILE", "DIR", "PATH"):
                yield [*command, option.names[-1], ""], no_list
            elif option.names == ["--color"]:
                yield [*command, "--color", ""], {"auto", "always", "never"}
    yield ["answerbox", "--json", "ask", "--form", ""], {
        "auto", "sentence", "list", "row", "passage", "section"}


def main() -> int:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    pages = {name: page for name, page in recorded_help.read(
        pathlib.Path(sys.argv[1])).items() if name.split()[0] == "answerbox"}
    failures = 0
    for shell, prelude, no_list in (("bash", BASH, set()),
                                    ("zsh", ZSH, {"FILES"})):
        file = pathlib.Path(sys.argv[2], f"answerbox.{shell}").resolve()
        wanted = list(cases(pages, no_list))
        got = completed(shell, prelude.format(file=shlex.quote(str(file))),
                        [line for line, _ in wanted])
        if len(got) != len(wanted):
            sys.exit(f"{shell}: {len(got)} answers to {len(wanted)} lines")
        for (line, expected), words in zip(wanted, got):
            if not expected <= words or (line[-1] == "" and expected != words
                                         and "-h" not in words):
                failures += 1
                print(f"{shell}: {line}: {sorted(words)}, "
                      f"not {sorted(expected)}")
        print(f"{shell}: {len(wanted)} lines")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
