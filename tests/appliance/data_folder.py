"""Public data sets that are not part of the project."""

import os
import pathlib
import sys

SKIPPED = 77  # ctest's SKIP_RETURN_CODE.


def find(name: str) -> pathlib.Path:
    """A folder of the data. If it is missing, ends the test as skipped."""
    root = pathlib.Path(__file__).resolve().parent.parent.parent
    data = pathlib.Path(os.environ.get("ANSWERBOX_DATA")
                        or root.parent / "shared/data")
    folder = data / name
    if not folder.exists():
        print(f"Skipped: {folder} is not there; set ANSWERBOX_DATA.")
        sys.exit(SKIPPED)
    return folder
