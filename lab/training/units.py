#!/usr/bin/python3
"""Fits the weights that choose answers of all sizes; README.md, "Units".

    lab/training/units.py fill --data FOLDER BUILD STATE
    BUILD/lab/training/list_units STATE/state STATE/questions.tsv LISTING
    lab/training/train.py --check --part sentences --data FOLDER --work WORK
    lab/training/units.py fit --data FOLDER --by-folds WORK/by-folds.json LISTING...
    lab/training/units.py report --data FOLDER --by-folds WORK/by-folds.json LISTING...

`fill` lets a daemon make collections in STATE, and writes the questions. `fit`
writes unit_weights.cc and unit_trees.bin of engine/answer/units. `report` prints
tables of questions about documents that no weight was fitted to.
"""

import argparse
import contextlib
import json
import pathlib
import socket
import subprocess
import time

from model_file import write_unit_trees
from unit_questions import KEYED, make_plan, read_gold
from unit_weights_file import SHIPPED, SHIPPED_TREES, write_weights

PATIENCE_SECONDS = 30
MOST_COLLECTIONS = 4000


def fill(arguments):
    plan = make_plan(arguments.data)
    for name, texts in plan.texts.items():
        folder = arguments.state / "texts" / name
        folder.mkdir(parents=True)
        plan.collections[name] = [folder / document for document in texts]
        for path, text in zip(plan.collections[name], texts.values()):
            path.write_text(text, "utf-8")
    with daemon(arguments.build, arguments.state) as path:
        for name, files in plan.collections.items():
            create(path, name)
            subprocess.run([arguments.build / "client/answerbox", "add",
                            "--socket", path, "--collection", name, "--ocr", "eng",
                            *files],
                           check=True, stdout=subprocess.DEVNULL)
    plan.write_questions(arguments.state / "questions.tsv")
    plan.write_questions(arguments.state / "keyed.tsv", KEYED)


@contextlib.contextmanager
def daemon(build, folder):
    """A daemon while in use; gives its socket."""
    path = folder / "socket"
    with open(folder / "log", "w", encoding="utf-8") as log:
        process = subprocess.Popen(
            [build / "daemon/answerboxd", "--state-dir", folder / "state", "--socket",
             path, "--max-collections", str(MOST_COLLECTIONS)], stdout=log, stderr=log)
        try:
            until = time.monotonic() + PATIENCE_SECONDS
            while not path.exists():
                if process.poll() is not None or time.monotonic() > until:
                    raise SystemExit(f"answerboxd does not start; see {folder / 'log'}")
                time.sleep(.05)
            yield path
        finally:
            process.terminate()
            process.wait()


def create(path, name):
    request = {"jsonrpc": "2.0", "id": 1, "method": "collections.create",
               "params": {"name": name}}
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(path))
        connection.sendall(json.dumps(request).encode() + b"\n")
        with connection.makefile(encoding="utf-8") as replies:
            reply = json.loads(replies.readline())
    if "error" in reply:
        raise SystemExit(f"collection {name}: {reply['error']['message']}")


def read(arguments):
    """The questions of each listing, as a list for each."""
    from unit_listing import read_listing  # Needs numpy, and `fill` does not.
    from unit_folds import set_folds
    by_folds = json.loads(arguments.by_folds.read_text("ascii"))
    gold = read_gold(arguments.data)
    listings = [read_listing(path, gold, by_folds) for path in arguments.listing]
    for questions in listings:
        set_folds(questions)
    return listings


def fit(arguments):
    from unit_choice import PRICES
    from unit_judge import train
    arguments.out.mkdir(parents=True, exist_ok=True)
    weights = train(sum(read(arguments), []))
    write_weights(arguments.out / SHIPPED.name, weights.leaf, PRICES)
    write_unit_trees(arguments.out / SHIPPED_TREES.name, weights.choosing,
                     weights.judging)


def report(arguments):
    from unit_report import measure_held_out, tables
    for text in tables(measure_held_out(read(arguments)), arguments.listing):
        print(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for run, text in ((fill, "make collections and questions"),
                      (fit, "write the weights"), (report, "print the figures")):
        command = commands.add_parser(run.__name__, help=text)
        command.set_defaults(run=run)
        command.add_argument("--data", type=pathlib.Path, required=True,
                             help="folder with clinical-questions and the others")
        if run is fill:
            command.add_argument("build", type=pathlib.Path, metavar="BUILD",
                                 help="build folder with the programs")
            command.add_argument("state", type=pathlib.Path, metavar="STATE",
                                 help="folder to make")
            continue
        command.add_argument("--by-folds", type=pathlib.Path, required=True, metavar="FILE",
                             help="confidences in the sentences of SQuAD's questions, "
                             "by judges that were not fitted to them")
        command.add_argument("listing", type=pathlib.Path, nargs="+", metavar="LISTING",
                             help="what list_units wrote, without .json and .bin")
        if run is fit:
            command.add_argument("--out", type=pathlib.Path, default=SHIPPED.parent,
                                 help="folder to write to (default: the shipped files)")
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
