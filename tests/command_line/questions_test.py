#!/usr/bin/env python3
"""`answerbox evaluate questions` against a daemon with the sample handbook."""

import json
import os

from command_line import CommandLineTest, main

REJECTED = 4
STORAGE = "11-vaccine-storage.md"


class QuestionsTest(CommandLineTest):
    def write(self, *questions: dict) -> str:
        path = self.folder / "questions.jsonl"
        path.write_text("".join(json.dumps(question) + "\n"
                                for question in questions))
        return str(path)

    def evaluate(self, *arguments: str):
        return self.run_piped("evaluate", "questions", *arguments)

    def known(self) -> str:
        return self.write(
            {"question": "At what temperature are vaccines stored?",
             "document": STORAGE, "kind": "sentence", "key": ["2.*8"]},
            {"question": "At what temperature are vaccines stored?",
             "document": "no such document", "kind": "sentence",
             "key": ["2.*8"]},
            {"question": "Which composer wrote seventeen operas?",
             "kind": "unanswerable"})

    def test_what_is_right_is_counted_and_what_is_not_is_listed(self):
        misses = self.folder / "misses.jsonl"
        run = self.evaluate("--json", "--theta", "0", "--misses", str(misses),
                            self.known())
        self.assertEqual(run.exit_code, 0, run.errors)
        report = json.loads(run.output)
        self.assertEqual(report["questions"], 3)
        self.assertEqual(report["answerable"]["questions"], 2)
        self.assertEqual(report["kinds"]["sentence"]["right"], 0.5)
        self.assertEqual(report["precision"]["count"], 1)
        missed = [json.loads(line)["line"]
                  for line in misses.read_text().splitlines()]
        self.assertIn(2, missed)
        self.assertNotIn(1, missed)

    def test_a_threshold_is_proposed_and_can_be_set(self):
        run = self.evaluate("--refusal", "1", self.known())
        self.assertEqual(run.exit_code, 0, run.errors)
        self.assertIn("answerbox collections set default --theta", run.output)

    def test_a_line_that_can_not_be_judged_is_named(self):
        run = self.evaluate(self.write(
            {"question": "q", "document": "d", "kind": "sentence",
             "key": ["a*"]}))
        self.assertEqual(run.exit_code, REJECTED)
        self.assertIn('line 1: the "key" "a*" matches an empty text', run.errors)

    def test_a_user_with_a_threshold_can_try_no_other(self):
        name = f"unix:{os.getuid()}"
        everything = [{"rights": ["ask", "read", "add", "manage"],
                       "collections": "*"}]
        self.daemon.call("users.add", name=name, grants=everything, theta=0.4)
        run = self.evaluate(self.known())
        self.daemon.call("users.remove", name=name)
        self.assertEqual(run.exit_code, REJECTED)
        self.assertIn("a threshold of 0.40", run.errors)


if __name__ == "__main__":
    main()
