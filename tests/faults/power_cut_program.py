"""The common parts of the tests that cut the power: their options, and their
report about states that fail.
"""

import argparse
import pathlib

import campaign
from crash_states import Files
from state_inspector import write_files

_MOST_TOLD = 20


def parse_options(description: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--daemon", required=True)
    parser.add_argument("--library", required=True)
    parser.add_argument("--inspector", required=True)
    parser.add_argument("--states", type=int, nargs="+", default=[0],
                        help="how many to open, in part and as a whole; 0, "
                             "the default: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path,
                        help="an empty folder for states that fail")
    options = parser.parse_args()
    options.states = campaign.size(options.states)
    return options


def report(failures: list[tuple[str, Files]],
           keep: pathlib.Path | None) -> None:
    """`failures`: what went wrong, when, and the state."""
    for number, (what, files) in enumerate(failures):
        if number < _MOST_TOLD:
            print(f"FAILED {what}")
        if keep:
            write_files(files, keep / str(number))
