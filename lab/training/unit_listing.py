"""Reads what list_units wrote, with labels from the gold answers."""

import json
from dataclasses import dataclass
from typing import Optional

import numpy as np

from unit_labels import Labels, label
from unit_questions import SQUAD, find_gold
from unit_weights_file import LEAF_FEATURES, UNIT_FEATURES

COLUMNS_BEFORE = 4
WHOLE = 1024
KINDS = ("sentence", "run", "paragraph", "item", "list", "row", "window")  # UnitKind
LIST = KINDS.index("list")
LEAF = {name: number for number, name in enumerate(LEAF_FEATURES)}
UNIT = {name: number for number, name in enumerate(UNIT_FEATURES)}


@dataclass
class Listed:
    """A question with all that could answer it."""
    set: str
    kind: str
    document: str
    subject: str  # As of Gold.
    sentence_confidence: float
    can_answer: np.ndarray  # By leaf.
    leaves: np.ndarray  # Features by leaf.
    begin: np.ndarray  # Of each unit, the first leaf.
    end: np.ndarray
    words: np.ndarray
    unit_kind: np.ndarray
    units: np.ndarray  # Features by unit; may be empty.
    has_answer: bool
    labels: Optional[Labels]  # None: it has no answer, or no units.

    fold: int = 0  # By set_folds().


def read_listing(path, gold, by_folds):
    """The questions of PATH.json and PATH.bin. `by_folds` tells of SQUAD's
    questions, by id, the confidence in the best sentence by a judge that was not
    fitted to them. A question that it lacks has no such sentence: 0."""
    numbers = np.fromfile(f"{path}.bin", "<i2")
    at = 0

    def take(rows, features):
        nonlocal at
        columns = COLUMNS_BEFORE + len(features)
        at += rows * columns
        return numbers[at - rows * columns:at].reshape(rows, columns)

    questions = []
    with open(f"{path}.json", encoding="utf-8") as file:
        for line in map(json.loads, file):
            leaves = take(len(line["leaves"]), LEAF_FEATURES)
            units = take(line["units"], UNIT_FEATURES)
            name, identity = line["id"].split("/", 1)
            if name == SQUAD:
                line["sentence_confidence"] = by_folds.get(identity, 0.)
            questions.append(listed(line, leaves, units, find_gold(gold, line["id"])))
    if at != len(numbers):
        raise SystemExit(f"{path}.bin: was written with other features than those "
                         "of engine/answer/units; run list_units again")
    return questions


def listed(line, leaves, units, gold):
    begin, end = units[:, 0].astype(int), units[:, 1].astype(int)
    labels = None
    if gold.has_answer and len(units) > 0:
        labels = label(gold, line["leaves"], begin, end)
    return Listed(
        line["id"].split("/")[0], gold.kind, gold.document, gold.subject,
        line["sentence_confidence"], leaves[:, 0] == 1, shares(leaves), begin, end,
        units[:, 2].astype(float), units[:, 3].astype(int), shares(units),
        gold.has_answer, labels)


def shares(rows):
    return rows[:, COLUMNS_BEFORE:].astype(np.float32) / WHOLE
