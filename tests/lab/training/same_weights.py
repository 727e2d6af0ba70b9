#!/usr/bin/env python3
"""Checks that training gives the weights in engine/answer/model, byte for byte.

usage: same_weights.py BUILD

The training data are in $ANSWERBOX_DATA, else in ../shared/data beside the
project. Without them the script ends with code 77.
"""

import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
SKIPPED = 77  # ctest's SKIP_RETURN_CODE.


def main() -> int:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    data = pathlib.Path(os.environ.get("ANSWERBOX_DATA")
                        or ROOT.parent / "shared/data")
    if not (data / "squadshifts").exists():
        print(f"Skipped: {data} is not there; set ANSWERBOX_DATA.")
        return SKIPPED
    return subprocess.run([ROOT / "lab/training/train.py", "--build", sys.argv[1],
                           "--data", data, "--check"]).returncode


if __name__ == "__main__":
    sys.exit(main())
