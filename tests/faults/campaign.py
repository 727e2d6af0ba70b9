"""The share of a long campaign that a run does: CONTRIBUTING.md, "Build and
test".
"""

import argparse
import os
import random


def is_whole() -> bool:
    return os.environ.get("ANSWERBOX_CAMPAIGN") == "full"


def size(part_and_whole: list[int]) -> int:
    """The number of steps, kills or states: the part for CI or the whole. One
    number stands for both."""
    return part_and_whole[-1 if is_whole() else 0]


def parse_kill_options(description: str,
                       kills: list[int]) -> argparse.Namespace:
    """The options of a program that kills the daemon: `kills` for a part and
    for the whole."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--daemon", required=True)
    parser.add_argument("--client", required=True)
    parser.add_argument("--library", required=True)
    parser.add_argument("--kills", type=int, nargs="+", default=kills,
                        help="in part and as a whole")
    parser.add_argument("--seed", type=int,
                        default=random.SystemRandom().randrange(1 << 32))
    options = parser.parse_args()
    options.kills = size(options.kills)
    print(f"{options.kills} kills, seed {options.seed}", flush=True)
    return options
