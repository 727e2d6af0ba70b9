"""Fits boosted trees with the program `xgboost` (Debian package xgboost)."""

import subprocess

from model_file import Trees

# One thread, so that sums are taken in one order and trees come out the same.
CONFIGURATION = """\
booster = gbtree
objective = {objective}
base_score = 0.5
tree_method = hist
nthread = 1
seed = 1
verbosity = 0
eta = {eta}
max_depth = {depth}
min_child_weight = {min_child_weight}
subsample = {subsample}
colsample_bytree = {colsample}
num_round = {rounds}
data = "{rows}?format=libsvm"
model_out = {model}
name_dump = {dump}
dump_format = json
"""


def weighted(label, weight, values):
    """A row for trees that predict the log-odds of label 1."""
    return f"{label}:{weight}", values


def grouped(label, group, values):
    """A row for trees that rank. The rows of a group must follow each other."""
    return f"{int(label)} qid:{group}", values


def fit(work, name, rows, features, **settings):
    """Fits trees to rows of weighted() or grouped()."""
    paths = {kind: work / f"{name}.{kind}" for kind in ("rows", "model", "dump")}
    with open(paths["rows"], "w", encoding="ascii") as file:
        for head, values in rows:
            columns = " ".join(f"{i}:{value}" for i, value in enumerate(values))
            file.write(f"{head} {columns}\n")
    configuration = work / f"{name}.conf"
    configuration.write_text(CONFIGURATION.format(**paths, **settings), "ascii")
    for task in (["task=train"], ["task=dump", f"model_in={paths['model']}"]):
        subprocess.run(["xgboost", configuration, *task], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return Trees.from_dump(paths["dump"], features, settings["depth"])
