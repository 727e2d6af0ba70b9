#!/usr/bin/env python3
"""Agreement of exams with people; docs/lab/exam-grading.md has the results.

usage: exams.py ANSWERBOX-LAB SQUAD-FILE ARTICLES [--drop] [--json OUT]

Topic: an article of ARTICLES (with --drop: one that is not in it). Query: its
title and first three answered questions. Bank: its other answered questions,
without keys, which self-rating does not use.
Truth: the paragraphs of which they were asked. Systems: what `answerbox-lab
evaluate retrieval` finds among the paragraphs of all topics, and mixtures of
it with chance. `answerbox-lab exam run` grades the first 20 passages of each. The
naive grader is the share of the question's words that a passage holds; it is
shown at each threshold, and compared at the one that is best for it here, and at
a half.
"""

import argparse
import json
import math
import pathlib
import random
import re
import subprocess
import tempfile

LEAD = 3
K = 20
DRAWS = 500
TAU = 4
NAIVE = (0.4, 0.5, 0.6, 0.67, 0.75, 0.9)
STOP = set("a an the of to in is was were are what which who whom whose when where why how did do "
           "does that this it for on by with as from at and or be been has have had his her their "
           "its not than into after during".split())
RETRIEVAL = {
    "bm25": [], "bm25 pairs": ["--bigrams"], "bm25 float": ["--arithmetic", "float"],
    "bm25 chunks of 100": ["--chunk", "100,20"], "bm25 chunks of 50": ["--chunk", "50,10"],
    "bm25 chunks of 30": ["--chunk", "30,6"],
    "feedback": ["--feedback"], "feedback 3,10,30": ["--feedback-with", "3,10,30"],
    "feedback 20,60,80": ["--feedback-with", "20,60,80"],
    "likelihood": ["--likelihood", "dirichlet"],
    "likelihood mu 2000": ["--likelihood", "dirichlet", "--smoothing", "2000"],
    "likelihood jm": ["--likelihood", "jelinek-mercer"],
    "likelihood jm 0.1": ["--likelihood", "jelinek-mercer", "--smoothing", "0.1"],
    "likelihood chunks of 30": ["--likelihood", "dirichlet", "--chunk", "30,6"],
    "feedback likelihood": ["--feedback", "--likelihood", "dirichlet"],
    "dense": ["--dense"], "dense 0": ["--dense", "--dense-passes", "0"],
    "dense 1": ["--dense", "--dense-passes", "1"], "dense feedback": ["--dense", "--feedback"],
    "dense likelihood": ["--dense", "--likelihood", "dirichlet"],
}


def words(text):
    return re.findall(r"[a-z0-9]+", text.lower())


def stem(word):
    return word[:6]


class Exam:
    """The topics, their bank, and the paragraphs."""

    def __init__(self, squad, titles, drop):
        self.passages, self.queries, self.bank = {}, {}, {}
        for article in json.loads(pathlib.Path(squad).read_text(encoding="utf-8"))["data"]:
            if (article["title"] in titles) == drop:
                continue
            topic = str(len(self.queries) + 1)
            asked = []
            for number, paragraph in enumerate(article["paragraphs"]):
                name = f"{topic}-{number}"
                self.passages[name] = " ".join(paragraph["context"].split())
                for question in paragraph["qas"]:
                    if question["answers"]:
                        asked.append((question["id"], " ".join(question["question"].split()), name))
            lead = " ".join(question[1] for question in asked[:LEAD])
            self.queries[topic] = article["title"].replace("_", " ") + " " + lead
            self.bank[topic] = asked[LEAD:]
        self.gold = {topic: {question[2]: 1 for question in bank} for topic, bank in self.bank.items()}

    def write(self, folder):
        escape = lambda text: text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        (folder / "documents.xml").write_text("".join(
            f"<doc>\n<docno>{name}</docno>\n<text>\n{escape(text)}\n</text>\n</doc>\n"
            for name, text in self.passages.items()), encoding="utf-8")
        (folder / "topics.xml").write_text("".join(
            f"<top>\n<num> Number: {topic}\n<title>\n{escape(query)}\n</top>\n"
            for topic, query in self.queries.items()), encoding="utf-8")
        (folder / "passages.jsonl").write_text("".join(
            json.dumps({"id": name, "text": text}) + "\n"
            for name, text in self.passages.items()), encoding="utf-8")
        (folder / "bank.jsonl").write_text("".join(
            json.dumps({"id": key, "topic": topic, "question": text}) + "\n"
            for topic, bank in self.bank.items() for key, text, _ in bank), encoding="utf-8")
        write_qrels(folder / "gold", self.gold)


def write_qrels(path, qrels):
    path.write_text("".join(f"{topic} 0 {name} {grade}\n" for topic in qrels
                            for name, grade in qrels[topic].items()), encoding="utf-8")


def write_run(path, run):
    path.write_text("".join(f"{topic} Q0 {name} {rank} {1000 - rank} exam\n" for topic in run
                            for rank, name in enumerate(run[topic], 1)), encoding="utf-8")


def read_run(path):
    run = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        topic, _, name = line.split()[:3]
        run.setdefault(topic, []).append(name)
    return run


def call(*command):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if result.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}: {result.stderr}")
    return result.stdout


def systems(lab, exam, folder):
    runs = {}
    for name, options in RETRIEVAL.items():
        call(lab, "evaluate", "retrieval", "--qrels", folder / "gold", "--documents",
             folder / "documents.xml", "--topics", folder / "topics.xml",
             "--write-run", folder / "run", *options)
        runs[name] = read_run(folder / "run")
    def chance(topic, seed):
        names = list(exam.passages)
        random.Random(f"{seed}/{topic}").shuffle(names)
        return names
    def mixed(name, share):
        run = {}
        for topic in exam.queries:
            draw = random.Random(f"{name}/{share}/{topic}")
            found, others, chosen = list(runs[name].get(topic, [])), chance(topic, name), []
            while len(chosen) < 100 and (found or others):
                source = others if not found or (others and draw.random() < share) else found
                one = source.pop(0)
                if one not in chosen:
                    chosen.append(one)
            run[topic] = chosen
        return run
    mixtures = {f"{name}, {share:.0%} chance": mixed(name, share)
                for name in ("bm25", "feedback", "dense") for share in (0.25, 0.5, 0.75)}
    reversed_runs = {f"{name} reversed": {topic: found[::-1] for topic, found in runs[name].items()}
                     for name in ("bm25", "dense")}
    short = {f"{name}, first {k}": {topic: found[:k] for topic, found in runs[name].items()}
             for name, k in (("bm25", 5), ("bm25", 10), ("feedback", 10))}
    for seed in (1, 2):
        mixtures[f"chance {seed}"] = {topic: chance(topic, seed) for topic in exam.queries}
    runs.update(mixtures, **reversed_runs, **short)
    return {name: {topic: run.get(topic, [])[:100] for topic in exam.queries}
            for name, run in runs.items()}


def product_grades(lab, runs, folder):
    """Per question and passage, the grade 0 to 5."""
    grades = {}
    seconds = 0.0
    for run in runs.values():
        write_run(folder / "run", run)
        told = json.loads(call(lab, "exam", "run", folder / "bank.jsonl", "--run", folder / "run",
                               "--passages", folder / "passages.jsonl", "-o", folder / "results",
                               "--overwrite", "--json"))
        seconds += told["seconds"]
        for line in (folder / "results").read_text(encoding="utf-8").splitlines():
            one = json.loads(line)
            for passage in one["passages"] if "question" in one else []:
                grades.setdefault(one["id"], {})[passage["id"]] = passage["grade"]
    return grades, seconds


def naive_shares(exam, runs):
    held = {name: {stem(word) for word in words(text)} for name, text in exam.passages.items()}
    shares = {}
    for topic, bank in exam.bank.items():
        found = {name for run in runs.values() for name in run[topic][:K]}
        for key, text, _ in bank:
            asked = {stem(word) for word in words(text) if word not in STOP} or {""}
            shares[key] = {name: len(asked & held[name]) / len(asked) for name in found}
    return shares


def measure(lab, runs, qrels, folder):
    """ndcg_cut_20 by the product's own measures, per system and topic."""
    write_qrels(folder / "qrels", qrels)
    scores = {}
    for name, run in runs.items():
        write_run(folder / "run", {topic: found[:K] for topic, found in run.items()})
        out = call(lab, "evaluate", "retrieval", "--qrels", folder / "qrels", "--run",
                   folder / "run", "--all-measures", "--per-query")
        scores[name] = {topic: 0.0 for topic in run}
        for line in out.splitlines():
            part = line.split()
            if len(part) == 3 and part[0] == "ndcg_cut_20" and part[1] != "all":
                scores[name][part[1]] = float(part[2])
    return scores


def cover(exam, runs, answers):
    """The share of a topic's questions for which answers(question, passage)."""
    return {name: {topic: sum(any(answers(question, passage) for passage in run[topic][:K])
                              for question in exam.bank[topic]) / len(exam.bank[topic])
                   for topic in exam.bank} for name, run in runs.items()}


def best_grades(exam, grade_of):
    qrels = {}
    for topic, bank in exam.bank.items():
        qrels[topic] = {}
        for question in bank:
            for name, grade in grade_of(question[0]).items():
                qrels[topic][name] = max(grade, qrels[topic].get(name, 0))
    return qrels


def ranks(values):
    order = sorted(range(len(values)), key=lambda i: values[i])
    result, begin = [0.0] * len(values), 0
    while begin < len(order):
        end = begin
        while end < len(order) and values[order[end]] == values[order[begin]]:
            end += 1
        for place in order[begin:end]:
            result[place] = (begin + end + 1) / 2
        begin = end
    return result


def spearman(a, b):
    x, y = ranks(a), ranks(b)
    mean = (len(x) + 1) / 2
    dot = lambda p, q: sum((i - mean) * (j - mean) for i, j in zip(p, q))
    both = math.sqrt(dot(x, x) * dot(y, y))
    return dot(x, y) / both if both else 0.0


def kendall(a, b):
    same = opposite = tied_a = tied_b = 0
    for i in range(len(a)):
        for j in range(i):
            left, right = (a[i] > a[j]) - (a[i] < a[j]), (b[i] > b[j]) - (b[i] < b[j])
            same += left * right > 0
            opposite += left * right < 0
            tied_a += left == 0 and right != 0
            tied_b += left != 0 and right == 0
    both = math.sqrt((same + opposite + tied_a) * (same + opposite + tied_b))
    return (same - opposite) / both if both else 0.0


def means(scores, topics):
    return [sum(one[topic] for topic in topics) / len(topics) for one in scores.values()]


def of_each_topic(scores, truth):
    return {topic: spearman(means(scores, [topic]), means(truth, [topic]))
            for topic in next(iter(truth.values()))}


def kappa(cells):
    both, ours, gold, none = cells
    n = both + ours + gold + none
    agree = (both + none) / n
    chance = ((both + ours) * (both + gold) + (none + ours) * (none + gold)) / n / n
    return (agree - chance) / (1 - chance) if chance < 1 else 0.0


def cells(exam, grades, answers):
    """By topic: graded and gold, graded only, gold only, neither."""
    table = {}
    for topic, bank in exam.bank.items():
        table[topic] = [0, 0, 0, 0]
        for question in bank:
            for name in grades.get(question[0], {}):
                said, is_gold = answers(question, name), name == question[2]
                table[topic][(0 if is_gold else 1) if said else (2 if is_gold else 3)] += 1
    return table


def interval(topics, value):
    draw = random.Random(20260101)
    values = sorted(value([draw.choice(topics) for _ in topics]) for _ in range(DRAWS))
    return [round(values[DRAWS * 25 // 1000], 3), round(values[DRAWS * 975 // 1000], 3)]


def figures_of(exam, found, truth, topics):
    """Correlations of a grader's two leaderboards with the true ones."""
    told = {}
    for kind in ("cover", "qrels"):
        mine, true = found[kind], truth[kind]
        each = of_each_topic(mine, true)
        told[kind] = {
            "spearman": round(spearman(means(mine, topics), means(true, topics)), 3),
            "spearman interval": interval(topics, lambda drawn: spearman(means(mine, drawn), means(true, drawn))),
            "kendall": round(kendall(means(mine, topics), means(true, topics)), 3),
            "spearman within a topic": round(sum(each.values()) / len(each), 3),
            "kendall within a topic": round(sum(kendall(means(mine, [t]), means(true, [t])) for t in topics)
                                            / len(topics), 3),
            "mean error": round(sum(abs(a - b) for a, b in zip(means(mine, topics), means(true, topics)))
                                / len(mine), 3)}
    told["kappa"] = round(kappa([sum(column) for column in zip(*found["cells"].values())]), 3)
    return told


def gain(kind, ours, other, truth, topics):
    """By how much our correlations exceed another grader's, with intervals."""
    mine, theirs, true = ours[kind], other[kind], truth[kind]
    own, others = of_each_topic(mine, true), of_each_topic(theirs, true)
    difference = lambda drawn: (spearman(means(mine, drawn), means(true, drawn))
                                - spearman(means(theirs, drawn), means(true, drawn)))
    within = lambda drawn: sum(own[topic] - others[topic] for topic in drawn) / len(drawn)
    return {"spearman": round(difference(topics), 3), "interval": interval(topics, difference),
            "spearman within a topic": round(within(topics), 3), "interval within": interval(topics, within)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("lab")
    parser.add_argument("squad")
    parser.add_argument("articles")
    parser.add_argument("--drop", action="store_true")
    parser.add_argument("--json")
    arguments = parser.parse_args()
    titles = set(pathlib.Path(arguments.articles).read_text(encoding="utf-8").split("\n")) - {""}
    exam = Exam(arguments.squad, titles, arguments.drop)
    topics = list(exam.queries)
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        exam.write(folder)
        runs = systems(arguments.lab, exam, folder)
        grades, seconds = product_grades(arguments.lab, runs, folder)
        shares = naive_shares(exam, runs)
        truth = {"cover": cover(exam, runs, lambda question, name: name == question[2]),
                 "qrels": measure(arguments.lab, runs, exam.gold, folder)}
        def grader(answers, grade_of):
            return {"cover": cover(exam, runs, answers),
                    "qrels": measure(arguments.lab, runs, best_grades(exam, grade_of), folder),
                    "cells": cells(exam, shares, answers)}
        graders = {"ours": grader(
            lambda question, name: grades.get(question[0], {}).get(name, 0) >= TAU,
            lambda key: {name: grade for name, grade in grades.get(key, {}).items() if grade >= TAU})}
        for least in NAIVE:
            graders[f"naive {least}"] = grader(
                lambda question, name, least=least: shares[question[0]].get(name, 0) >= least,
                lambda key, least=least: {name: 1 for name, share in shares[key].items() if share >= least})
    told = {"topics": len(topics), "systems": len(runs), "questions": sum(map(len, exam.bank.values())),
            "passages": len(exam.passages), "seconds of grading": round(seconds, 1)}
    told["graders"] = {name: figures_of(exam, found, truth, topics) for name, found in graders.items()}
    told["ours less the best naive"] = {}
    told["ours less the naive of 0.5"] = {}
    for kind in ("cover", "qrels"):
        best = max((name for name in graders if name != "ours"),
                   key=lambda name: told["graders"][name][kind]["spearman"])
        told["ours less the best naive"][kind] = gain(kind, graders["ours"], graders[best], truth, topics)
        told["ours less the best naive"][kind]["naive"] = best
        told["ours less the naive of 0.5"][kind] = gain(kind, graders["ours"], graders["naive 0.5"], truth, topics)
    best = max((name for name in graders if name != "ours"), key=lambda name: told["graders"][name]["kappa"])
    total = lambda name, drawn: kappa([sum(column) for column in
                                       zip(*(graders[name]["cells"][topic] for topic in drawn))])
    told["ours less the best naive"]["kappa"] = {
        "naive": best, "difference": interval(topics, lambda drawn: total("ours", drawn) - total(best, drawn))}
    text = json.dumps(told, indent=1)
    print(text)
    if arguments.json:
        pathlib.Path(arguments.json).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
