"""How much of a long campaign a run does: CONTRIBUTING.md, "Build and test"."""

import os


def is_whole() -> bool:
    return os.environ.get("ANSWERBOX_CAMPAIGN") == "full"


def size(part_and_whole: list[int]) -> int:
    """Of steps, kills or states: what CI takes, or what the whole is. One
    number stands for both."""
    return part_and_whole[-1 if is_whole() else 0]
