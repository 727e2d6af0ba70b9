#!/usr/bin/env python3
"""Runs a load against a daemon that holds a folder of documents.

usage: measure.py --daemon ANSWERBOXD --client ANSWERBOX --load MQTT_LOAD
                  --documents DIR --questions TSV [--memory-bytes N]
                  [-- OPTIONS OF MQTT_LOAD]...

Each `--` begins a run of its own; all runs meet the same daemon. Prints the
load average and what mqtt_load says, a line for each run. Questions are the
column `question` of the file.
"""

import argparse
import csv
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent.parent / "faults")]

from box import PASSWORD, USER, Box  # pylint: disable=wrong-import-position


def runs_of(arguments: list[str]) -> list[list[str]]:
    runs = []
    for argument in arguments:
        if argument == "--":
            runs.append([])
        else:
            runs[-1].append(argument)
    return runs


def write_questions(table: str, path: pathlib.Path) -> None:
    with open(table, encoding="utf-8", newline="") as rows:
        questions = [row["question"] for row in
                     csv.DictReader(rows, delimiter="\t",
                                    quoting=csv.QUOTE_NONE)]
    path.write_text("\n".join(questions) + "\n", encoding="utf-8")


def main() -> None:
    own, runs = sys.argv[1:], []
    if "--" in own:
        begin = own.index("--")
        own, runs = own[:begin], runs_of(own[begin:])
    parser = argparse.ArgumentParser(usage=__doc__)
    for option in ("--daemon", "--client", "--load", "--documents",
                   "--questions"):
        parser.add_argument(option, required=True)
    parser.add_argument("--memory-bytes", default=str(16 << 20))
    options = parser.parse_args(own)
    with tempfile.TemporaryDirectory(prefix="answerbox-load-") as scratch:
        folder = pathlib.Path(scratch)
        questions = folder / "questions.txt"
        write_questions(options.questions, questions)
        box = Box(options.daemon, options.client, options.documents, folder,
                  "--mqtt-memory-bytes", options.memory_bytes)
        try:
            for run in runs:
                loads = " ".join(f"{load:.1f}" for load in os.getloadavg())
                print(f"load average {loads}; {' '.join(run)}", flush=True)
                subprocess.run(
                    [options.load, "--plain", f"127.0.0.1:{box.port}",
                     "--tls-address", f"127.0.0.1:{box.tls_port}",
                     "--certificate", str(box.server_certificate),
                     "--user", USER, "--password", PASSWORD,
                     "--questions", str(questions),
                     "--pid", str(box.daemon.process.pid), *run],
                    check=True)
        finally:
            box.close()


if __name__ == "__main__":
    main()
