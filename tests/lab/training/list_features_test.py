"""The output of `list_features` for a small question file."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

from features import BEST, CANDIDATE, read_rows
from spans import read_spans

LIST_FEATURES = os.environ["ANSWERBOX_LIST_FEATURES"]

OAKS = {"title": "Oaks", "paragraphs": [{
    "context": "Oaks grow slowly. The oldest oak stands in Sweden.",
    "qas": [{"id": "1", "question": "Where does the oldest oak stand?",
             "answers": [{"text": "Sweden", "answer_start": 43}]},
            {"id": "2", "question": "Who planted the oldest oak?",
             "answers": [], "is_impossible": True}]}]}
ELMS = {"title": "Elms", "paragraphs": [{
    "context": "The oldest elms died of a fungus. Beetles carried the fungus.",
    "qas": [{"id": "3", "question": "What carried the fungus?",
             "answers": [{"text": "Beetles", "answer_start": 34}]}]}]}


class ListFeatures(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.questions = self.folder / "questions.json"
        self.questions.write_text(json.dumps({"data": [OAKS, ELMS]}), "utf-8")

    def run_with(self, *arguments):
        return subprocess.run([LIST_FEATURES, *arguments], capture_output=True,
                              text=True)

    def list_to(self, option, *others):
        target = self.folder / "rows.tsv"
        ran = self.run_with(self.questions, option, target, *others)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        return target

    def names(self):
        return json.loads(self.run_with("--names").stdout)

    def test_writes_every_sentence_and_the_best_one(self):
        rows = self.list_to("--features")
        candidates = list(read_rows(rows, CANDIDATE))
        best = list(read_rows(rows, BEST))
        self.assertEqual([row.question for row in candidates], [0, 0, 1, 1, 2, 2])
        self.assertEqual([(row.question, row.article) for row in best],
                         [(0, 0), (1, 0), (2, 1)])
        self.assertEqual([row.answerable for row in best], [True, False, True])
        self.assertEqual([row.holds for row in candidates],
                         [False, True, False, False, False, True])

    def test_names_the_columns_of_features(self):
        names = self.names()
        rows = self.list_to("--features")
        header = rows.read_text("ascii").splitlines()[0].split("\t")
        self.assertEqual(header[5:], names["sentence"] + names["answer"])
        candidate = next(iter(read_rows(rows, CANDIDATE)))
        best = next(iter(read_rows(rows, BEST)))
        self.assertEqual(len(candidate.values), len(names["sentence"]))
        self.assertEqual(len(best.values), len(header) - 5)

    def test_writes_spans_of_the_sentence_that_holds_the_answer(self):
        rows = self.list_to("--spans")
        lines = [line.split("\t") for line in rows.read_text("ascii").splitlines()]
        self.assertEqual(lines[0][6:], self.names()["span"])
        # Question, article, overlap, exact, begin and end of "Sweden".
        self.assertIn(["0", "0", "1000", "1", "5", "6"], [line[:6] for line in lines])
        # Question 1 has no answer.
        self.assertEqual({line[0] for line in lines[1:]}, {"0", "2"})
        self.assertEqual(len(list(read_spans(rows))), 2)

    def test_asks_the_articles_of_a_list_alone(self):
        titles = self.folder / "titles.txt"
        titles.write_text("Elms\n", "ascii")
        rows = self.list_to("--features", "--articles", titles)
        self.assertEqual([row.question for row in read_rows(rows, BEST)], [0])

    def test_finds_sentences_of_other_paragraphs_in_one_collection(self):
        def candidates(*options):
            return len(list(read_rows(self.list_to("--features", *options), CANDIDATE)))
        self.assertGreater(candidates("--open"), candidates())

    def test_refuses_what_holds_no_weights(self):
        weights = self.folder / "weights.bin"
        weights.write_bytes(b"none")
        ran = self.run_with(self.questions, "--model", weights)
        self.assertEqual(ran.returncode, 1)
        self.assertIn("weights.bin: not weights of this version", ran.stderr)

    def test_wants_a_file(self):
        self.assertEqual(self.run_with().returncode, 2)


if __name__ == "__main__":
    unittest.main()
