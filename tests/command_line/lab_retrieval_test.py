#!/usr/bin/env python3
"""`answerbox-lab evaluate retrieval`, which needs no daemon."""

import json

from command_line import CommandLineTest, main

USAGE = 2
REJECTED = 4


class RetrievalTest(CommandLineTest):
    def write(self, name: str, text: str) -> str:
        path = self.folder / name
        path.write_text(text)
        return str(path)

    def qrels(self) -> str:
        return self.write("qrels", "1 0 a 1\n1 0 b 0\n2 0 b 1\n")

    def collection(self) -> tuple[str, ...]:
        return ("--documents", self.write(
            "docs", "<doc><docno>a</docno><text>A pump.</text></doc>\n"
                    "<doc><docno>b</docno><text>A seal.</text></doc>\n"),
                "--topics", self.write(
            "topics", "<top><num>7</num><title>pump</title></top>\n"
                      "<top><num>9</num><title>seal</title></top>\n"))

    def evaluate(self, *arguments: str):
        return self.run_piped("lab", "evaluate", "retrieval", "--qrels", self.qrels(),
                              *arguments)

    def test_a_run_is_measured_in_the_form_of_trec_eval(self):
        run = self.evaluate("--run", self.write(
            "run", "1 Q0 b 1 2.0 us\n1 Q0 a 2 1.0 us\n"))
        self.assertEqual(run.exit_code, 0, run)
        lines = run.output.splitlines()
        self.assertEqual(lines[0], "runid                 \tall\tus")
        self.assertIn("map                   \tall\t0.5000", lines)
        self.assertEqual(len(lines), 30)

    def test_what_was_retrieved_can_be_written_and_measured_again(self):
        written = str(self.folder / "written")
        first = self.evaluate(*self.collection(), "--topics-by-order",
                              "--per-query", "--write-run", written)
        self.assertEqual(first.exit_code, 0, first)
        self.assertIn("map                   \t2\t1.0000", first.output)
        again = self.evaluate("--run", written, "--per-query")
        self.assertEqual(again.output, first.output)

    def test_every_way_of_retrieving_gives_json(self):
        for options in ((), ("--dense",), ("--bigrams", "--feedback"),
                        ("--dense", "--dense-passes", "0"),
                        ("--feedback-with", "1,5,50"),
                        ("--likelihood", "dirichlet", "--smoothing", "100"),
                        ("--likelihood", "jelinek-mercer")):
            run = self.evaluate(*self.collection(), "--topics-by-order",
                                "--json", *options)
            self.assertEqual(run.exit_code, 0, (options, run))
            report = json.loads(run.output)
            self.assertEqual(report["queries"], 2)
            self.assertEqual(report["measures"]["recip_rank"], 1)

    def test_topics_that_are_named_otherwise_are_no_result(self):
        run = self.evaluate(*self.collection())
        self.assertEqual(run.exit_code, REJECTED)
        self.assertIn("--topics-by-order", run.errors)

    def test_a_mistake_is_explained(self):
        run = self.write("run", "1 Q0 b 1 2.0 us\n")
        for arguments, words in (
                ((), "either --run"),
                (("--run", run, *self.collection()), "either --run"),
                (self.collection()[:2], "belong together"),
                (("--run", run, "--write-run", "x"), "belongs to --documents"),
                (("--run", run, "--level", "0"), "--level"),
                ((*self.collection(), "--smoothing", "3"),
                 "belongs to --likelihood"),
                ((*self.collection(), "--likelihood", "jelinek-mercer",
                  "--smoothing", "3"), "lambda"),
                ((*self.collection(), "--feedback-with", "65,5,50"),
                 "1 to 64 chunks"),
                ((*self.collection(), "--chunk", "5,2"), "--chunk")):
            mistake = self.evaluate(*arguments)
            self.assertEqual(mistake.exit_code, USAGE, (arguments, mistake))
            self.assertIn(words, mistake.errors)

    def test_a_faulty_file_is_named_with_line_and_column(self):
        run = self.evaluate("--run", self.write("run", "1 Q0 b 1 x us\n"))
        self.assertEqual(run.exit_code, REJECTED)
        self.assertIn("run, line 1, column 10: the score", run.errors)

    def test_names_do_not_steer_a_terminal(self):
        run = self.write("run", "1 Q0 a 1 1.0 \x1b[31mus\n")
        shown = self.run_on_terminal("lab", "evaluate", "retrieval", "--qrels",
                                     self.qrels(), "--run", run)
        self.assertEqual(shown.exit_code, 0)
        self.assertNotIn("\x1b[31m", shown.output)


if __name__ == "__main__":
    main()
