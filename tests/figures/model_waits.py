#!/usr/bin/env python3
"""How long other questions take while a language model misbehaves.

usage: model_waits.py ANSWERBOXD [--rounds N] [--questions N] [--most RATIO]

Four clients ask for generated answers, at most 40 a second, of a model that
never answers, that refuses every call, or that sends text without end. Its queue
takes two. Meanwhile another client asks questions about deploy/sample-handbook
for the documents' answers alone, one after the other. Each round also measures
that while the four clients ask for the documents' answers alone. Prints, for
each model, the 99th percentile in the client, and the median over the rounds of
its ratio to that without a model. With --most the exit code is 1 if a ratio is
greater.

Other programs on the machine disturb the 99th percentile. So let none run, or
start this by `chrt -r 1`: then the daemon and the client that measures go first,
and the model and its clients compete with the other programs.
"""

import argparse
import contextlib
import multiprocessing
import os
import pathlib
import re
import statistics
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/faults"), str(ROOT / "tests/appliance")]
import cascade_test  # noqa: E402
from answerboxd import Answerboxd  # noqa: E402

CLIENTS = 4
PAUSE_S = 0.1  # Of each of these clients, after a reply.
WITHOUT = "without a model"
MODELS = {WITHOUT: None, "never answers": cascade_test.slow,
          "refuses every call": cascade_test.refusing, "sends without end": cascade_test.endless}


def questions_of(handbook: list[pathlib.Path]) -> list[str]:
    headings = [heading for file in handbook for heading in
                re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)]
    return [f"What are the rules about {heading.lower()}?" for heading in headings]


def ask_until(done, running: Answerboxd, generate: str) -> None:
    with running.connect() as connection:
        while not done.is_set():
            connection.call("ask", question=cascade_test.QUESTION, generate=generate)
            done.wait(PAUSE_S)


def run_load(begun, done, running: Answerboxd, folder: pathlib.Path, behave) -> None:
    """The model and its clients. With a model of None they ask for none."""
    # Theirs is not the priority that chrt may have given to what is measured.
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    with cascade_test.model_server(folder) as server:
        server.behave = behave
        clients = [threading.Thread(target=ask_until,
                                    args=(done, running, "always" if behave else "never"))
                   for _ in range(CLIENTS)]
        for client in clients:
            client.start()
        time.sleep(0.5)
        begun.set()
        for client in clients:
            client.join()


@contextlib.contextmanager
def load(running: Answerboxd, folder: pathlib.Path, behave):
    """A process of its own, so that it does not hold up the client that measures."""
    context = multiprocessing.get_context("fork")
    begun, done = context.Event(), context.Event()
    process = context.Process(target=run_load, args=(begun, done, running, folder, behave))
    process.start()
    try:
        if not begun.wait(30):
            sys.exit("The clients of the model do not begin.")
        yield
    finally:
        done.set()
        process.join()
        (folder / "model").unlink(missing_ok=True)


def p99_ms(running: Answerboxd, questions: list[str], count: int) -> float:
    took = []
    with running.connect() as connection:
        for i in range(count):
            began = time.monotonic()
            connection.call("ask", question=questions[i % len(questions)], generate="never")
            took.append(1000 * (time.monotonic() - began))
    return statistics.quantiles(took, n=100)[98]


def measure(running: Answerboxd, folder: pathlib.Path, questions: list[str],
            options) -> dict[str, list[float]]:
    rounds: dict[str, list[float]] = {name: [] for name in MODELS}
    p99_ms(running, questions, options.questions)  # Warms up.
    for _ in range(options.rounds):
        for name, behave in MODELS.items():
            with load(running, folder, behave):
                rounds[name].append(p99_ms(running, questions, options.questions))
    return rounds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("answerboxd")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--questions", type=int, default=1700)
    parser.add_argument("--most", type=float)
    options = parser.parse_args()
    handbook = sorted((ROOT / "deploy/sample-handbook").glob("*.md"))
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        state = folder / "state"
        state.mkdir(mode=0o700)
        with Answerboxd(options.answerboxd, state, [
                "--model-server", f"unix:{folder}/model", "--model-timeout-s", "2",
                "--model-queue", "2"]) as running:
            for file in handbook:
                running.call("documents.add", name=file.name,
                             text=file.read_text(encoding="utf-8"))
            rounds = measure(running, folder, questions_of(handbook), options)
    print("| the model | p99, ms | times as much as without |")
    print("|---|---|---|")
    worst = 0.0
    for name, times in rounds.items():
        ratio = statistics.median(
            time / quiet for time, quiet in zip(times, rounds[WITHOUT]))
        worst = max(worst, ratio)
        print(f"| {name} | {min(times):.2f} to {max(times):.2f} | {ratio:.2f} |")
    return 1 if options.most is not None and worst > options.most else 0


if __name__ == "__main__":
    sys.exit(main())
