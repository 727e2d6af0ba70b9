#!/usr/bin/env python3
"""The daemon's memory while 1,716 real pages are added, asked and gathered from.

usage: medquad_memory_test.py ANSWERBOXD ANSWERBOX

Reads the daemon's proportional set size (smaps_rollup) when it is idle without
documents; its peak while one `answerbox add` adds all pages; its value with all
of them loaded after 1,000 questions; and its value after contexts, summaries and
long answers of all of them. Prints the rate of adding and the time of a context,
but does not judge them, because times on a shared machine prove nothing. Needs the medquad
pages of the data folder. Without them it says so and ends with code 77.
"""

import pathlib
import subprocess
import sys
import tempfile
import time

import data_folder
from answerboxd import Answerboxd

MIB = 1 << 20
IDLE_LIMIT = 8 * MIB
ADDING_LIMIT = 48 * MIB
# The pages of the mapped index (16 MiB) and of the program's tables of words and
# weights (3 MiB), which the kernel may take back, and what is the daemon's alone,
# with the unpacked thesaurus (2.2 MiB).
ASKING_LIMIT = 31 * MIB
ASKING_ANONYMOUS_LIMIT = 8 * MIB
# Gatherings touch the pages of the index, but keep no memory of their own.
GATHERING_LIMIT = 36 * MIB
QUESTIONS = 1000
GATHERINGS = 50
SAMPLING_S = 0.01
SETTLING_S = 10


def titles(folder: pathlib.Path) -> list[str]:
    """The first heading of each page."""
    found = []
    for page in sorted(folder.glob("*.md")):
        first = page.read_text(encoding="utf-8").partition("\n")[0]
        found.append(first.lstrip("# ").strip())
    return found


def add_all(answerbox: str, daemon: Answerboxd, folder: pathlib.Path) -> int:
    """Returns the peak of memory."""
    highest = 0
    started = time.monotonic()
    client = subprocess.Popen(
        [answerbox, "add", "--socket", str(daemon.socket_path), str(folder)],
        stdout=subprocess.DEVNULL)
    while client.poll() is None:
        highest = max(highest, daemon.pss_bytes())
        try:
            client.wait(SAMPLING_S)  # Sampling slows the daemon down.
        except subprocess.TimeoutExpired:
            pass
    seconds = time.monotonic() - started
    if client.returncode != 0:
        sys.exit(f"answerbox add ended with {client.returncode}")
    size = sum(page.stat().st_size for page in folder.glob("*.md"))
    print(f"added {size / 1e6:.1f} MB in {seconds:.2f} s: "
          f"{size / 1e6 / seconds:.1f} MB/s")
    return highest


def ask_many(daemon: Answerboxd, subjects: list[str]) -> int:
    answered = 0
    with daemon.connect() as connection:
        for number in range(QUESTIONS):
            subject = subjects[number * 7 % len(subjects)]
            result = connection.call(
                "ask", question=f"What are the symptoms of {subject}?", theta=0)
            answered += result["answered"]
    return answered


def gather_many(daemon: Answerboxd, subjects: list[str]) -> None:
    times_us = []
    with daemon.connect() as connection:
        for number in range(GATHERINGS):
            subject = subjects[number * 7 % len(subjects)]
            question = f"What are the symptoms of {subject}?"
            context = connection.call("select", question=question, tokens=4000)
            times_us.append(context["latency_us"])
            connection.call("ask", question=question, theta=0, form="long")
        connection.call("summarize", words=500)
        used = connection.call("status")["memory"]["gathering_high_water_bytes"]
    times_us.sort()
    print(f"contexts of 4,000 tokens: median {times_us[GATHERINGS // 2]} us, "
          f"95 % within {times_us[GATHERINGS * 95 // 100]} us; arena up to "
          f"{used / MIB:.1f} MiB")


def settled_bytes(daemon: Answerboxd, limit: int) -> int:
    """A gathering gives its memory back after its reply, which may be read before."""
    deadline = time.monotonic() + SETTLING_S
    while (used := daemon.pss_bytes()) > limit and time.monotonic() < deadline:
        time.sleep(SAMPLING_S)
    return used


def main() -> int:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    folder = data_folder.find("medquad") / "docs"
    failures = 0

    def judge(what: str, used: int, limit: int) -> None:
        nonlocal failures
        failures += used > limit
        print(f"{what}: {used / MIB:.1f} MiB of at most {limit / MIB:.0f}")

    with tempfile.TemporaryDirectory() as scratch, \
            Answerboxd(sys.argv[1], pathlib.Path(scratch) / "state") as daemon:
        judge("idle, no documents", daemon.pss_bytes(), IDLE_LIMIT)
        judge("while adding", add_all(sys.argv[2], daemon, folder),
              ADDING_LIMIT)
        answered = ask_many(daemon, titles(folder))
        print(f"answered {answered} of {QUESTIONS} questions")
        failures += answered < QUESTIONS * 9 // 10
        judge("after the questions", daemon.pss_bytes(), ASKING_LIMIT)
        judge("of this no file's", daemon.anonymous_bytes(),
              ASKING_ANONYMOUS_LIMIT)
        gather_many(daemon, titles(folder))
        judge("after the gatherings", settled_bytes(daemon, GATHERING_LIMIT),
              GATHERING_LIMIT)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
