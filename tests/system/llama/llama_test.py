#!/usr/bin/env python3
"""Runs a test program against a real llama.cpp.

usage: llama_test.py FOLDER PROGRAM

FOLDER is where Node packages are installed. PROGRAM gets the server's address in
ANSWERBOX_MODEL_SERVER.
"""

import os
import pathlib
import platform
import subprocess
import sys

import data_folder
import llama


def main() -> int:
    folder, program = sys.argv[1:]
    if platform.machine() not in llama.MACHINES:
        print(f"Skipped: no llama.cpp for {platform.machine()}.")
        return data_folder.SKIPPED
    model = data_folder.find("tiny-model") / "stories260K.gguf"
    with llama.serve(pathlib.Path(folder), model) as address:
        environment = {**os.environ, "ANSWERBOX_MODEL_SERVER": address}
        return subprocess.run([program], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
