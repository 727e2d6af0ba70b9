#!/usr/bin/env python3
"""`answerbox exam` against a daemon with the sample handbook."""

import json
import pathlib
import subprocess

from command_line import PATIENCE_S, CommandLineTest, main

USAGE = 2
REJECTED = 4
STORAGE = "11-vaccine-storage.md"


def lines_of(path: str) -> list[str]:
    return pathlib.Path(path).read_text(encoding="utf-8").splitlines()


def line(**members) -> str:
    return json.dumps(members) + "\n"


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
        for options in (("-k", "21"), ("--grader", "key", "--tau", "3"),
                        ("--tau", "6"), ("--grader", "models")):
            run = self.exam("run", self.bank(), *options)
            self.assertEqual(run.exit_code, USAGE, (options, run))
        keyed = self.exam("run", self.bank(), "--grader", "key")
        self.assertEqual(keyed.exit_code, REJECTED)
        self.assertIn("q2", keyed.errors)

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
        bank = self.bank()
        results = str(self.folder / "diffed.jsonl")
        run = self.exam("run", bank, "-o", results)
        self.assertEqual(run.exit_code, 0, run)
        for pair in ((bank, results), (results, bank)):
            mixed = self.exam("diff", *pair)
            self.assertEqual(mixed.exit_code, REJECTED, mixed)
            self.assertIn("bank.jsonl is a bank", mixed.errors)
        examined = self.exam("diff", results, results, "-c", "default")
        self.assertEqual(examined.exit_code, USAGE, examined)

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
                          ("run", bank, "-o", bank, "--overwrite")):
            run = self.exam(*arguments)
            self.assertEqual(run.exit_code, REJECTED, (arguments, run))
            self.assertIn("one file", run.errors)
        self.assertEqual(
            held, {path: pathlib.Path(path).read_bytes() for path in held})


if __name__ == "__main__":
    main()
