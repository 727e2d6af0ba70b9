#!/usr/bin/env python3
"""`answerbox exam` against a daemon with the sample handbook, and of runs."""

import json
import math
import pathlib
import subprocess

from command_line import PATIENCE_S, CommandLineTest, main

LOST = 1
USAGE = 2
REJECTED = 4
STORAGE = "11-vaccine-storage.md"


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


class ExamTest(CommandLineTest):
    def write(self, name: str, *lines: str) -> str:
        path = self.folder / name
        path.write_text("".join(lines))
        return str(path)

    def exam(self, *arguments: str):
        return self.run_piped("exam", *arguments)

    def bank(self) -> str:
        return self.write(
            "bank.jsonl",
            line(id="q1", topic="vaccine storage", must=True, weight=2,
                 question="At what temperature are vaccines stored?",
                 key="between 2 °C and 8 °C"),
            line(id="q2", topic="music",
                 question="Which composer wrote seventeen operas?"))

    def test_a_collection_is_examined_and_reported(self):
        results = str(self.folder / "results.jsonl")
        run = self.exam("run", self.bank(), "-o", results, "--json")
        self.assertEqual(run.exit_code, 0, run)
        summary = json.loads(run.output)
        self.assertEqual(summary["questions"], 2)
        self.assertEqual(summary["covered"], 1)
        self.assertAlmostEqual(summary["cover"], 2 / 3)
        self.assertEqual(summary["must_covered"], 1)
        self.assertIn("seconds", summary)
        first = json.loads(lines_of(results)[1])
        self.assertEqual(first["answer"]["document"], STORAGE)
        self.assertLessEqual(len(first["passages"]), 20)
        report = self.exam("report", results)
        self.assertIn("Which composer wrote seventeen operas?", report.output)
        page = str(self.folder / "page.html")
        self.assertEqual(
            self.exam("report", results, "--html", page).exit_code, 0)
        self.assertIn("seventeen operas", "".join(lines_of(page)))

    def test_results_that_were_cut_go_on(self):
        results = self.folder / "cut.jsonl"
        self.assertEqual(
            self.exam("run", self.bank(), "-o", str(results)).exit_code, 0)
        whole = results.read_text().splitlines(keepends=True)
        again = self.exam("run", self.bank(), "-o", str(results))
        self.assertEqual(again.exit_code, REJECTED, again)
        self.assertIn("--overwrite", again.errors)
        results.write_text("".join(whole[:2]) + whole[2][:20])
        run = self.exam("run", self.bank(), "-o", str(results), "--json")
        self.assertEqual(json.loads(run.output)["resumed"], 1)
        self.assertEqual(results.read_text().splitlines()[:3],
                         [each.rstrip("\n") for each in whole[:3]])

    def test_json_lines_come_in_and_go_out(self):
        with open(self.bank(), "rb") as bank:
            ended = subprocess.run(
                self.command("exam", "run", "-", "-o", "-"), stdin=bank,
                capture_output=True, env=self.environment(),
                timeout=PATIENCE_S, check=False)
        self.assertEqual(ended.returncode, 0, ended)
        lines = [json.loads(each) for each in ended.stdout.splitlines()]
        self.assertEqual(lines[0]["exam"], 1)
        self.assertEqual([each["id"] for each in lines[1:3]], ["q1", "q2"])
        self.assertEqual(lines[3]["questions"], 2)

    def test_a_bad_line_is_named_and_nothing_is_asked(self):
        bank = self.write("bad.jsonl", line(id="1", topic="t", question="Q?"),
                          "{\"id\":\"2\",\n")
        results = self.folder / "never.jsonl"
        run = self.exam("run", bank, "-o", str(results))
        self.assertEqual(run.exit_code, REJECTED)
        self.assertIn("bad.jsonl, line 2, column ", run.errors)
        self.assertFalse(results.exists())

    def test_options_that_do_not_fit(self):
        for options in (("-c", "a", "--run", "r"), ("--run", "r"),
                        ("--passages", "p"), ("-k", "21"),
                        ("--grader", "key", "--tau", "3"), ("--tau", "6"),
                        ("--grader", "models"),
                        ("--grader", "model", "--run", "r", "--passages", "p")):
            run = self.exam("run", self.bank(), *options)
            self.assertEqual(run.exit_code, USAGE, (options, run))
        keyed = self.exam("run", self.bank(), "--grader", "key")
        self.assertEqual(keyed.exit_code, REJECTED)
        self.assertIn("q2", keyed.errors)

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
        compared = self.exam("compare", good, poor, "--json")
        self.assertEqual(compared.exit_code, LOST, compared)
        self.assertEqual(json.loads(compared.output)["must_lost"], 1)
        self.assertEqual(self.exam("compare", poor, good).exit_code, 0)
        scores = self.write("scores", "good 0.9\npoor 0.1\n")
        board = self.exam("leaderboard", good, poor, "--scores", scores,
                          "--json")
        self.assertEqual(board.exit_code, 0, board)
        ranked = json.loads(board.output)
        self.assertEqual(ranked["systems"][0]["system"], "good")
        self.assertAlmostEqual(ranked["agreement"]["cover"]["spearman"], 1)
        diff = self.exam("diff", good, poor, "--json")
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
        of_results = self.exam("diff", *results, "--json")
        self.assertEqual(changed, json.loads(of_results.output))
        same = self.exam("diff", banks[0], banks[0], *system, "--json")
        self.assertEqual(json.loads(same.output)["changed"], 0)

    def test_two_banks_are_asked_of_a_collection(self):
        music = self.write(
            "music.jsonl",
            line(id="q2", topic="vaccine storage",
                 question="Which composer wrote seventeen operas?"))
        diff = self.exam("diff", self.bank(), music, "--json")
        self.assertEqual(diff.exit_code, 0, diff)
        passages = json.loads(diff.output)["passages"]
        self.assertTrue(any(each["passage"].startswith(STORAGE) and
                            each["topic"] == "vaccine%20storage" and
                            each["before"] >= 4 and each.get("after", 0) < 4
                            for each in passages), passages)

    def test_a_bank_is_not_compared_with_results(self):
        folder = self.examine_runs()
        good = f"{folder}/good.jsonl"
        for pair in ((self.run_bank(), good), (good, self.run_bank())):
            mixed = self.exam("diff", *pair)
            self.assertEqual(mixed.exit_code, REJECTED, mixed)
            self.assertIn("runs.jsonl is a bank", mixed.errors)
        examined = self.exam("diff", good, good, "-c", "default")
        self.assertEqual(examined.exit_code, USAGE, examined)
        several = self.exam("diff", self.run_bank(), self.run_bank(),
                            "--run", self.runs()[0], "--run", self.runs()[1],
                            "--passages", self.passages())
        self.assertEqual(several.exit_code, USAGE, several)

    def test_a_seed_draws_questions_and_draws_them_again(self):
        def made(*options: str) -> str:
            make = self.exam("make", "--per-document", "2", *options)
            self.assertEqual(make.exit_code, 0, make)
            return make.output
        drawn = made("--seed", "7")
        self.assertEqual(drawn, made("--seed", "7"))
        self.assertNotEqual(drawn, made("--seed", "8"))
        self.assertNotEqual(drawn, made())
        self.assertEqual(len(drawn.splitlines()), len(made().splitlines()))

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
                "evaluate", "retrieval", "--qrels", str(qrels), "--run", run,
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
        bank = self.bank()
        results = str(self.folder / "kept.jsonl")
        self.assertEqual(
            self.exam("run", bank, "--overwrite", "-o", results).exit_code, 0)
        other_name = self.folder / "link.jsonl"
        other_name.unlink(missing_ok=True)
        other_name.symlink_to(results)
        held = {path: pathlib.Path(path).read_bytes()
                for path in (bank, results)}
        for arguments in (("report", results, "--html", results),
                          ("report", results, "--html", str(other_name)),
                          ("qrels", results, "-o", results),
                          ("bank", bank, "-o", bank),
                          ("run", bank, "-o", bank, "--overwrite")):
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
