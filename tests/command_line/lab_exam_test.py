#!/usr/bin/env python3
"""`answerbox-lab exam`: systems by their runs, leaderboards, qrels and the banks of
others. Results are compared by `answerbox exam`, which needs no daemon for it.
"""

import json
import math
import pathlib

from command_line import CommandLineTest, main

LOST = 1
USAGE = 2
REJECTED = 4


def lines_of(path: str) -> list[str]:
    return pathlib.Path(path).read_text(encoding="utf-8").splitlines()


def line(**members) -> str:
    return json.dumps(members) + "\n"


def average_precision(grades: list[int], relevant: int, level: int) -> float:
    found = total = 0
    for rank, grade in enumerate(grades, 1):
        if grade >= level:
            found += 1
            total += found / rank
    return total / relevant if relevant else 0.0


def ndcg(grades: list[int], judged: list[int]) -> float:
    def gain(values):
        return sum(max(grade, 0) / math.log2(rank + 1)
                   for rank, grade in enumerate(values, 1))
    ideal = gain(sorted(judged, reverse=True))
    return gain(grades) / ideal if ideal else 0.0


class LabExamTest(CommandLineTest):
    def write(self, name: str, *lines: str) -> str:
        path = self.folder / name
        path.write_text("".join(lines))
        return str(path)

    def exam(self, *arguments: str):
        return self.run_piped("lab", "exam", *arguments)

    def test_options_that_do_not_fit(self):
        runs = ("--run", "r", "--passages", "p")
        for options in ((), ("--run", "r"), ("--passages", "p"),
                        (*runs, "--grader", "key", "--tau", "3"),
                        (*runs, "--tau", "6"), (*runs, "--grader", "model")):
            run = self.exam("run", self.run_bank(), *options)
            self.assertEqual(run.exit_code, USAGE, (options, run))
        several = self.exam("diff", self.run_bank(), self.run_bank(),
                            "--run", self.runs()[0], "--run", self.runs()[1],
                            "--passages", self.passages())
        self.assertEqual(several.exit_code, USAGE, several)

    def passages(self) -> str:
        texts = {"cold": "Vaccines are stored between 2 and 8 degrees.",
                 "hall": "The fridge is in the hall.",
                 "bus": "Buses leave every ten minutes from the station.",
                 "dose": "Adults take two tablets every six hours."}
        return self.write("passages.jsonl",
                          *(line(id=id, text=text)
                            for id, text in texts.items()))

    def runs(self) -> list[str]:
        orders = {"good": ["cold", "hall", "dose", "bus"],
                  "poor": ["bus", "dose", "hall", "cold"]}
        return [self.write(name + ".run",
                           *(f"cold%20chain Q0 {passage} {rank} {-rank} x\n"
                             for rank, passage in enumerate(order, 1)))
                for name, order in orders.items()]

    def run_bank(self) -> str:
        return self.write(
            "runs.jsonl",
            line(id="a", topic="cold chain", must=True,
                 question="At what temperature are vaccines stored?"),
            line(id="b", topic="cold chain", question="Where is the fridge?"))

    def examine_runs(self, *options: str) -> str:
        folder = str(self.folder / "results")
        good, poor = self.runs()
        run = self.exam("run", self.run_bank(), "--run", good, "--run", poor,
                        "--passages", self.passages(), "-k", "2", "-o", folder,
                        "--overwrite", *options)
        self.assertEqual(run.exit_code, 0, run)
        return folder

    def test_runs_are_graded_and_compared(self):
        folder = self.examine_runs("--tau", "2")
        good, poor = f"{folder}/good.jsonl", f"{folder}/poor.jsonl"
        compared = self.run_piped("exam", "compare", good, poor, "--json")
        self.assertEqual(compared.exit_code, LOST, compared)
        self.assertEqual(json.loads(compared.output)["must_lost"], 1)
        self.assertEqual(self.run_piped("exam", "compare", poor, good).exit_code, 0)
        scores = self.write("scores", "good 0.9\npoor 0.1\n")
        board = self.exam("leaderboard", good, poor, "--scores", scores,
                          "--json")
        self.assertEqual(board.exit_code, 0, board)
        ranked = json.loads(board.output)
        self.assertEqual(ranked["systems"][0]["system"], "good")
        self.assertAlmostEqual(ranked["agreement"]["cover"]["spearman"], 1)
        diff = self.run_piped("exam", "diff", good, poor, "--json")
        self.assertEqual(json.loads(diff.output)["changed"], 4)

    def other_bank(self) -> str:
        return self.write(
            "other.jsonl",
            line(id="c", topic="cold chain",
                 question="How often do buses leave the station?"))

    def test_two_banks_differ_as_their_results_do(self):
        banks = [self.run_bank(), self.other_bank()]
        system = ["--run", self.runs()[0], "--passages", self.passages()]
        results = [str(self.folder / name) for name in ("a.out", "b.out")]
        for bank, path in zip(banks, results):
            run = self.exam("run", bank, *system, "-o", path)
            self.assertEqual(run.exit_code, 0, run)
        diff = self.exam("diff", *banks, *system, "--json")
        self.assertEqual(diff.exit_code, 0, diff)
        changed = json.loads(diff.output)
        self.assertIn("bus", [each["passage"] for each in changed["passages"]])
        of_results = self.run_piped("exam", "diff", *results, "--json")
        self.assertEqual(changed, json.loads(of_results.output))
        same = self.exam("diff", banks[0], banks[0], *system, "--json")
        self.assertEqual(json.loads(same.output)["changed"], 0)

    def test_any_number_of_threads_gives_the_same_results(self):
        def lines(threads: str) -> list[str]:
            folder = self.examine_runs("--threads", threads)
            return lines_of(f"{folder}/good.jsonl")[1:3]
        self.assertEqual(lines("1"), lines("4"))

    def test_qrels_give_the_figures_of_trec_eval(self):
        """The definitions of trec_eval, written again in a few lines."""
        folder = self.examine_runs()
        qrels = self.folder / "exam.qrels"
        made = self.exam("qrels", f"{folder}/good.jsonl",
                         f"{folder}/poor.jsonl", "-o", str(qrels))
        self.assertEqual(made.exit_code, 0, made)
        self.assertIn("%20", made.errors)
        grades = {}
        for each in qrels.read_text().splitlines():
            topic, _, passage, grade = each.split()
            self.assertEqual(topic, "cold%20chain")
            grades[passage] = int(grade)
        self.assertEqual(set(grades), {"cold", "hall", "bus", "dose"})
        for run in self.runs():
            order = [each.split()[2] for each in lines_of(run)]
            measured = self.run_piped(
                "lab", "evaluate", "retrieval", "--qrels", str(qrels), "--run", run,
                "--level", "3", "--all-measures")
            self.assertEqual(measured.exit_code, 0, measured)
            figures = {each.split()[0]: each.split()[2]
                       for each in measured.output.splitlines()
                       if len(each.split()) == 3}
            found = [grades[passage] for passage in order]
            relevant = sum(grade >= 3 for grade in grades.values())
            self.assertEqual(figures["map"],
                             f"{average_precision(found, relevant, 3):.4f}")
            self.assertEqual(figures["ndcg"],
                             f"{ndcg(found, list(grades.values())):.4f}")

    def test_what_is_read_is_not_written_over(self):
        bank = self.run_bank()
        results = f"{self.examine_runs()}/good.jsonl"
        held = {path: pathlib.Path(path).read_bytes()
                for path in (bank, results)}
        for arguments in (("qrels", results, "-o", results),
                          ("bank", bank, "-o", bank)):
            run = self.exam(*arguments)
            self.assertEqual(run.exit_code, REJECTED, (arguments, run))
            self.assertIn("one file", run.errors)
        self.assertEqual(
            held, {path: pathlib.Path(path).read_bytes() for path in held})
        # What is written first has another name for a moment.
        fresh = pathlib.Path(results + ".new")
        fresh.write_bytes(held[results])
        run = self.exam("qrels", str(fresh), "-o", results)
        self.assertEqual(run.exit_code, REJECTED, run)
        self.assertEqual(fresh.read_bytes(), held[results])
        fresh.unlink()

    def test_foreign_banks_are_converted(self):
        tsv = self.write("bank.tsv",
                         "query_id\tfacet_id\tquery_text\tquestion_id\t"
                         "question\n", "t1\tf\tx\tt1/1\tWhat is a pump?\n")
        ours = self.folder / "ours.jsonl"
        run = self.exam("bank", tsv, "-o", str(ours), "--json")
        self.assertEqual(json.loads(run.output)["format"], "tsv")
        self.assertEqual(json.loads(ours.read_text()),
                         {"id": "t1/1", "topic": "t1",
                          "question": "What is a pump?"})
        again = self.exam("bank", str(ours), "--json")
        self.assertEqual(json.loads(again.output)["sha256"],
                         json.loads(run.output)["sha256"])


if __name__ == "__main__":
    main()
