#!/usr/bin/env python3
"""What is written for people from the recorded help is up to date.

usage: derived_test.py RECORD SOURCE_FOLDER [--update]

RECORD is the recorded help of all commands, which help_test.py compares with the
programs. With --update these files are written anew:

    deploy/answerboxd.toml           the daemon's options, commented out
    docs/man/answerboxd.toml.5       their manual page
    docs/man/answerbox-lab.1         the laboratory's commands
    client/completion/answerbox.bash, answerbox.zsh
"""

import pathlib
import sys

import completion
import option_documents
import recorded_help


def main() -> int:
    arguments = [a for a in sys.argv[1:] if a != "--update"]
    if len(arguments) != 2:
        sys.exit(__doc__)
    pages = recorded_help.read(pathlib.Path(arguments[0]))
    client = {name: page for name, page in pages.items()
              if name.split()[0] == "answerbox"}
    files = {
        "deploy/answerboxd.toml":
            option_documents.settings(pages["answerboxd"]),
        "docs/man/answerboxd.toml.5":
            option_documents.manual(pages["answerboxd"]),
        "docs/man/answerbox-lab.1": option_documents.laboratory(pages),
        "client/completion/answerbox.bash": completion.bash(client),
        "client/completion/answerbox.zsh": completion.zsh(client),
    }
    stale = []
    for name, text in files.items():
        path = pathlib.Path(arguments[1], name)
        if "--update" in sys.argv:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
    for name in stale:
        print(f"{name} is not what the help says: "
              "write it anew with derived_test.py --update")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
