#!/usr/bin/python3
"""Trains the weights of profile default; README.md says from what and why.

    lab/training/train.py --build build/release --data FOLDER

writes engine/answer/model/answer_model.bin, which sentences are chosen by, and
span_model.bin, which short answers are chosen by; beside each a .json with the
hashes of what it was made from and the figures of the fit. With --check it
writes none, but ends with an error unless all would be what they are.
"""

import argparse
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile

from calibration import bend, calibration_error, fit_line
from features import BEST, CANDIDATE, read_rows, write_features
from fitting import fit, grouped, weighted
from made_up_questions import make_up
from model_file import ONE, Trees, write_model
from operating_points import measure_points
from spans import SETTINGS, fit_spans
from unit_questions import SQUAD_ARTICLES, SQUAD_FILE, squad_rows

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHIPPED = ROOT / "engine" / "answer" / "model"
COMMAND = "lab/training/train.py --build build/release --data FOLDER"

RANKED = ("squadshifts/new_wiki_v1.0.json", "squadshifts/amazon_reviews_v1.0.json")
# Of the first file only the articles that the second one names.
JUDGED, TUNING = SQUAD_FILE, SQUAD_ARTICLES
COUNTED = ("nqg-squad-pairs/nqg-test.tsv", "qnli/qnli-train-10k.tsv",
           "squad2-cr/word_att_gold_train.tsv")

# In one collection a question has many times as many candidates.
OPEN_SAMPLE = 4
MADE_UP_WEIGHT = 0.05
# The weight of a wrong sentence for a question that has an answer: half-way
# between judging the sentence and judging the question.
MISSED_WEIGHT = 0.5
FOLDS = 8
THETAS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)

RANKER = dict(objective="rank:ndcg", eta=0.08, depth=4, rounds=300,
              min_child_weight=1, subsample=0.7, colsample=0.4)
JUDGE = dict(objective="binary:logistic", eta=0.04, depth=4, rounds=250,
             min_child_weight=30, subsample=0.8, colsample=0.5)

# Weights of the questions in each of RANKED, for short answers: reviews of
# products are less like documents.
SPAN_WEIGHTS = (1, 0.5)

PARTS = ("sentences", "spans")

# In the folder of --work: by the id of a question, the confidence in its sentence.
BY_FOLDS = "by-folds.json"


class Training:
    def __init__(self, build, data, work, target):
        self.programs = build / "lab/training"
        self.list_features = self.programs / "list_features"
        self.data, self.work, self.target = data, work, target

    def run(self, parts):
        """Makes the files of `parts`; returns their paths."""
        self.count()
        self.probe()
        made = {"sentences": self.make_sentences, "spans": self.make_spans}
        return [path for part in parts for path in made[part]()]

    def make_sentences(self):
        ranker = self.rank()
        self.write(self.work / "ranked.bin", ranker, Trees(len(self.names)))
        judge, measured, figures = self.judge(self.work / "ranked.bin")
        target = self.target / "answer_model.bin"
        self.write(target, ranker, judge, *measured)
        return self.describe(target, (*RANKED, JUDGED, TUNING, *COUNTED), {
            "ranker": RANKER, "judge": JUDGE, "made_up_weight": MADE_UP_WEIGHT,
            "missed_weight": MISSED_WEIGHT, "tuning_half_by_folds": figures})

    def make_spans(self):
        """The features depend on the lexicon, but not on ranker and judge."""
        files = []
        for file, weight in zip(RANKED, SPAN_WEIGHTS):
            spans = self.work / f"{pathlib.Path(file).stem}-spans.tsv"
            subprocess.run([self.list_features, self.data / file,
                            "--model", self.work / "empty.bin", "--spans", spans,
                            "--threads", "2"], check=True)
            files.append((spans, weight))
        target = self.target / "span_model.bin"
        fit_spans(self.work, files, self.span_count, target)
        return self.describe(target, (*RANKED, *COUNTED),
                             {**SETTINGS, "weights": SPAN_WEIGHTS})

    def write(self, path, ranker, judge, *measured):
        write_model(path, self.words, ranker, judge, *measured)

    def count(self):
        self.words = []
        for program in ("count_words", "relate_words"):
            target = self.work / f"{program}.bin"
            subprocess.run([self.programs / program, self.data, target], check=True)
            self.words.append(target.read_bytes())

    def probe(self):
        """Reads the features' names and writes empty weights to ask with."""
        text = subprocess.run([self.list_features, "--names"], check=True,
                              capture_output=True, text=True).stdout
        counts = json.loads(text)
        self.span_count = len(counts["span"])
        self.sentence_names = counts["sentence"]
        self.names = counts["sentence"] + counts["answer"]
        self.write(self.work / "empty.bin", Trees(len(self.sentence_names)),
                   Trees(len(self.names)))

    def features(self, questions, model, name, *options):
        target = self.work / f"{name}.tsv"
        write_features(self.list_features, questions, model, target, *options)
        return target

    def rank(self):
        rows = []
        groups = 0
        for file in RANKED:
            name = pathlib.Path(file).stem
            for suffix, options, sample in (("", (), 1),
                                            ("-open", ("--open",), OPEN_SAMPLE)):
                path = self.features(self.data / file, self.work / "empty.bin",
                                     name + suffix, *options)
                kept = [row for row in read_rows(path, CANDIDATE)
                        if row.question % sample == 0]
                rows += [grouped(row.holds, groups + row.question, row.values)
                         for row in kept]
                groups += kept[-1].question + 1
        return fit(self.work, "ranker", rows, len(self.sentence_names), **RANKER)

    def judge(self, model):
        tuning = ("--articles", self.data / TUNING)
        questions = self.data / JUDGED
        own = self.features(questions, model, "tuning", *tuning)
        opened = self.features(questions, model, "tuning-open", *tuning, "--open")
        real = [list(read_rows(path, BEST)) for path in (own, opened)]
        made = self.made_up(model)
        scored = self.cross_validate(real, made)
        odds = [odds for part in scored for odds in part]
        holds = [int(row.holds) for part in real for row in part]
        calibration = fit_line(odds, holds)
        self.write_by_folds(real[0], bend(scored[0], *calibration))
        judge = self.fit_judge("judge", real[0] + real[1], made)
        points = measure_points(real[1], bend(scored[1], *calibration))
        return (judge, (*calibration, points),
                self.judge_figures(real, scored, calibration))

    def made_up(self, model):
        """Answered and made-up questions of one training set."""
        source = self.data / RANKED[0]
        questions = self.work / "made-up.json"
        make_up(source, questions, seed=7)
        rows = []
        for path, name in ((source, "answered"), (questions, "made-up")):
            written = self.features(path, model, name)
            rows += list(read_rows(written, BEST))
        return rows

    def fit_judge(self, name, real, made):
        rows = [weighted(int(row.holds), weight * self.weight(row), row.values)
                for part, weight in ((real, 1), (made, MADE_UP_WEIGHT))
                for row in part]
        return fit(self.work, name, rows, len(self.names), **JUDGE)

    @staticmethod
    def weight(row):
        return MISSED_WEIGHT if row.answerable and not row.holds else 1

    def cross_validate(self, real, made):
        """Log-odds of every row by a judge that saw no row of its article."""
        articles = sorted({row.article for row in real[0]})
        scored = [[0.0] * len(part) for part in real]
        for fold in range(FOLDS):
            held = set(articles[fold::FOLDS])
            judge = self.fit_judge(
                "fold", [row for part in real for row in part
                         if row.article not in held], made)
            for part, odds in zip(real, scored):
                for i, row in enumerate(part):
                    if row.article in held:
                        odds[i] = judge.score([int(v) for v in row.values]) / ONE
        return scored

    def write_by_folds(self, rows, confidences):
        """Confidences by judges that saw no question of the same article, for the
        judge of units: those of the shipped judge are too good there."""
        ids = [row.id for row in squad_rows(self.data)]
        (self.work / BY_FOLDS).write_text(json.dumps(
            {ids[row.question]: round(confidence, 4)
             for row, confidence in zip(rows, confidences)}), "ascii")

    @staticmethod
    def judge_figures(real, scored, calibration):
        slope, intercept = calibration
        figures = {"slope": round(slope, 4), "intercept": round(intercept, 4)}
        for scope, part, odds in zip(("own_paragraph", "open"), real, scored):
            probabilities = bend(odds, slope, intercept)
            holds = [int(row.holds) for row in part]
            figures[f"calibration_error_{scope}"] = round(
                calibration_error(probabilities, holds), 4)
            figures[f"thresholds_{scope}"] = [
                threshold_figures(theta, part, probabilities) for theta in THETAS]
        return figures

    def describe(self, target, files, settings):
        """Writes what the weights were made from and how, beside them."""
        hashes = {file: hashlib.sha256((self.data / file).read_bytes()).hexdigest()
                  for file in files}
        description = target.with_suffix(".json")
        description.write_text(json.dumps({
            "command": COMMAND,
            "model_sha256": hashlib.sha256(target.read_bytes()).hexdigest(),
            "model_bytes": target.stat().st_size,
            **settings,
            "data_sha256": hashes,
        }, indent=2) + "\n", "ascii")
        return [target, description]


def threshold_figures(theta, rows, probabilities):
    """Shares of what a threshold keeps, refuses and gets right."""
    shown = [row for row, p in zip(rows, probabilities) if p >= theta]
    right = sum(row.holds for row in shown)
    answerable = sum(row.answerable for row in rows)
    refused = (len(rows) - answerable) - sum(not row.answerable for row in shown)
    return {"theta": theta, "answered": round(len(shown) / len(rows), 3),
            "right_of_answerable": round(right / answerable, 3),
            "refused_of_unanswerable": round(refused / (len(rows) - answerable), 3),
            "right_of_answered": round(right / max(1, len(shown)), 3)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release",
                        help="build folder with the programs (default build/release)")
    parser.add_argument("--data", type=pathlib.Path, required=True,
                        help="folder with squadshifts, squad-dev and the others")
    parser.add_argument("--work", type=pathlib.Path,
                        help="keep what is made on the way in this folder")
    parser.add_argument("--check", action="store_true",
                        help="only check that the weights in place come out again")
    parser.add_argument("--part", choices=PARTS, action="append",
                        help="make only these weights (default: all)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        work = arguments.work or pathlib.Path(temporary)
        work.mkdir(parents=True, exist_ok=True)
        target = work if arguments.check else SHIPPED
        training = Training(arguments.build.resolve(), arguments.data.resolve(),
                            work, target)
        for written in training.run(arguments.part or PARTS):
            if written.read_bytes() != (SHIPPED / written.name).read_bytes():
                sys.exit(f"{written.name}: training gives other bytes than those "
                         "in engine/answer/model")


if __name__ == "__main__":
    main()
