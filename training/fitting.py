"""Fits boosted trees with the program `xgboost` (Debian package xgboost)."""

import subprocess

from model_file import Trees

# One thread, so that sums are taken in one order and trees come out the same.
CONFIGURATION = """\
booster = gbtree
objective = binary:logistic
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


def fit(work, name, rows, features, **settings):
    """Trees fitted to rows of (label, weight, values)."""
    paths = {kind: work / f"{name}.{kind}" for kind in ("rows", "model", "dump")}
    with open(paths["rows"], "w", encoding="ascii") as file:
        for label, weight, values in rows:
            columns = " ".join(f"{i}:{value}" for i, value in enumerate(values))
            file.write(f"{label}:{weight} {columns}\n")
    configuration = work / f"{name}.conf"
    configuration.write_text(CONFIGURATION.format(**paths, **settings), "ascii")
    for task in (["task=train"], ["task=dump", f"model_in={paths['model']}"]):
        subprocess.run(["xgboost", configuration, *task], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return Trees.from_dump(paths["dump"], features, settings["depth"])
