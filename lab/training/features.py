"""Features as the engine computes and writes them."""

import subprocess
from dataclasses import dataclass

COLUMNS_BEFORE = 5  # kind, question, article, answerable, holds
CANDIDATE, BEST = "c", "b"


@dataclass
class Row:
    question: int
    article: int
    answerable: bool
    holds: bool
    values: list  # Strings of whole numbers.


def write_features(list_features, questions, model, target, *options):
    """Asks every question of a SQuAD file and writes the rows to `target`."""
    subprocess.run([list_features, questions, "--model", model, "--features", target,
                    "--threads", "2", *options], check=True)


def read_rows(path, kind):
    with open(path, encoding="ascii") as file:
        file.readline()
        for line in file:
            if line[0] != kind:
                continue
            columns = line.rstrip("\n").split("\t")
            yield Row(int(columns[1]), int(columns[2]), columns[3] == "1",
                      columns[4] == "1", columns[COLUMNS_BEFORE:])
