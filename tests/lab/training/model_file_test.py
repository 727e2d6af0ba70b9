"""The weights as training writes them, and as the program reads them."""

import json
import math
import os
import pathlib
import random
import re
import subprocess
import tempfile
import unittest

from model_file import ONE, Trees, write_model

ROOT = pathlib.Path(__file__).resolve().parents[3]
FORMAT = ROOT / "docs" / "lab" / "model-format.md"
SCORE_ROWS = os.environ["ANSWERBOX_SCORE_ROWS"]
SENTENCE_FEATURES, ANSWER_FEATURES = map(int, subprocess.run(
    [SCORE_ROWS], check=True, capture_output=True, text=True).stdout.split())
SEEDS = ROOT / "tests" / "fuzz" / "corpus" / "model_fuzzer"
NO_WORDS = (bytes([255]), bytes(6))


def leaf(value):
    return {"leaf": value}


def split(feature, bound, yes, no, node=0):
    """A node as xgboost dumps it. Numbers are unique only below the same
    parent."""
    children = [dict(child, nodeid=node * 2 + i) for i, child in ((1, yes), (2, no))]
    return {"nodeid": node, "split": f"f{feature}", "split_condition": bound,
            "yes": node * 2 + 1, "no": node * 2 + 2, "missing": node * 2 + 1,
            "children": children}


def walk(node, row):
    """The score that xgboost itself would give to a row."""
    while "leaf" not in node:
        goes = "yes" if row[int(node["split"][1:])] < node["split_condition"] else "no"
        node = next(c for c in node["children"] if c["nodeid"] == node[goes])
    return node["leaf"]


def trees_of(dump, features=3, depth=2):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "dump"
        path.write_text(json.dumps(dump), "ascii")
        return Trees.from_dump(path, features, depth)


def random_tree(chance, depth, features):
    inner = (1 << depth) - 1
    return ([chance.randrange(features) for _ in range(inner)],
            [chance.randrange(-300, 300) for _ in range(inner)],
            [chance.randrange(-2000, 2000) for _ in range(inner + 1)])


class FromDump(unittest.TestCase):
    def test_agrees_with_the_dump_at_and_around_every_bound(self):
        dump = [split(0, 2.5, split(1, -3.0, leaf(.25), leaf(-.5)),
                      split(2, 7.0, leaf(1.5), leaf(-2.0))),
                split(1, 0.0, leaf(-.125), leaf(.125))]
        trees = trees_of(dump)
        for a in (1, 2, 3, 4):
            for b in (-4, -3, -2, -1, 0, 1):
                for c in (6, 7, 8):
                    expected = sum(walk(tree, [a, b, c]) for tree in dump)
                    self.assertEqual(trees.score([a, b, c]), expected * ONE)

    def test_fills_up_a_tree_that_ends_early(self):
        trees = trees_of([leaf(.5)], depth=3)
        self.assertEqual(trees.trees[0][2], [2048] * 8)
        trees = trees_of([split(0, 1.0, leaf(.5), leaf(-.5))], depth=3)
        self.assertEqual(trees.trees[0][2], [2048] * 4 + [-2048] * 4)

    def test_cuts_leaves_to_sixteen_bits(self):
        trees = trees_of([split(0, 1.0, leaf(9.0), leaf(-9.0))], depth=1)
        self.assertEqual(trees.trees[0][2], [32767, -32768])

    def test_rounds_leaves_to_the_nearest(self):
        trees = trees_of([split(0, 1.0, leaf(1.6 / ONE), leaf(-1.6 / ONE))], depth=1)
        self.assertEqual(trees.trees[0][2], [2, -2])


class WriteModel(unittest.TestCase):
    def write(self, *arguments):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name) / "model.bin"
        write_model(path, *arguments)
        return path

    def test_writes_the_documents_example(self):
        related = (bytes.fromhex("0200 0300 0A00" "9EC4781A 6B6B2F93" "0000 0200"
                                 "0000 80" "0400 40" "0400 A0")
                   + b"\x03bit\x05motor")
        lexicon = (bytes([240]) + bytes.fromhex("9EC4781A 6B6B2F93")
                   + bytes([16, 5, 256 - 7, 32, 1, 10]))
        ranker = Trees(SENTENCE_FEATURES, 1, [([0], [512], [-4096, 8192])])
        judge = Trees(ANSWER_FEATURES, 2,
                      [([92, 0, 30], [1, 512, -1], [-8192, -4096, 4096, 8192])])
        points = [(2000, 7000, 5000), (5000, 3600, 6500)]
        path = self.write((lexicon, related), ranker, judge, .875, -.0625, points)
        self.assertEqual(path.read_bytes(), self.example())

    def test_writes_what_the_program_scores_alike(self):
        chance = random.Random(5)
        for depth in (1, 4, 6):
            ranker = Trees(SENTENCE_FEATURES, depth, [
                random_tree(chance, depth, SENTENCE_FEATURES) for _ in range(20)])
            judge = Trees(ANSWER_FEATURES, depth, [
                random_tree(chance, depth, ANSWER_FEATURES) for _ in range(10)])
            rows = [[chance.randrange(-300, 300) for _ in range(ANSWER_FEATURES)]
                    for _ in range(200)]
            path = self.write(NO_WORDS, ranker, judge, .9, -.1)
            for row, (odds, confidence) in zip(rows, self.score(path, rows)):
                self.assertEqual(odds, ranker.score(row))
                exact = 1 / (1 + math.exp(-(.9 * judge.score(row) / ONE - .1)))
                self.assertAlmostEqual(confidence / 65536, exact, delta=1.1 / 1024)

    def test_writes_a_model_without_trees(self):
        path = self.write(NO_WORDS, Trees(SENTENCE_FEATURES), Trees(ANSWER_FEATURES))
        self.assertEqual(self.score(path, [[0] * ANSWER_FEATURES]), [(0, 32768)])

    def test_is_what_fuzzing_begins_with(self):
        """Training does not choose a seed that the program refuses."""
        for seed in ("deepest", "empty", "example"):
            self.score(SEEDS / f"{seed}.bin", [[0] * ANSWER_FEATURES])
        self.assertEqual((SEEDS / "example.bin").read_bytes(), self.example())

    @staticmethod
    def example():
        lines = re.findall(r"^[0-9a-f]{4}  ((?:[0-9A-F]{2} ?)+)$",
                           FORMAT.read_text("utf-8"), re.MULTILINE)
        return bytes.fromhex("".join(lines))

    def score(self, path, rows):
        text = "\n".join(" ".join(map(str, row)) for row in rows)
        done = subprocess.run([SCORE_ROWS, path], check=True,
                              input=text, capture_output=True, text=True)
        scored = [tuple(map(int, line.split())) for line in done.stdout.splitlines()]
        self.assertEqual(len(scored), len(rows))
        return scored


if __name__ == "__main__":
    unittest.main()
