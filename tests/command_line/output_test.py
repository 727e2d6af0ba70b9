#!/usr/bin/env python3
"""Output that can't be written and input that is wrong: the message comes once,
names the file, and the exit code is a special one.
"""

import json
import os
import signal
import subprocess

from command_line import PATIENCE_S, CommandLineTest, Run, decoded, main

USAGE = 2
REJECTED = 4
OUTPUT_FAILED = 6


class OutputTest(CommandLineTest):
    def run_into(self, output, *arguments: str, before=None) -> Run:
        ended = subprocess.run(self.command(*arguments),
                               stdin=subprocess.DEVNULL, stdout=output,
                               stderr=subprocess.PIPE, preexec_fn=before,
                               restore_signals=False,
                               env=self.environment(), timeout=PATIENCE_S,
                               check=False)
        return Run(ended.returncode, "", decoded(ended.stderr))

    def test_a_full_disk_is_named_by_every_command(self):
        question = ("ask", "At", "what", "temperature", "are", "vaccines",
                    "stored?")
        unanswered = ("ask", "--json", "Which", "composer?")
        for command in (question, unanswered, ("list",), ("list", "--json"),
                        ("search", "vaccines"), ("context", "vaccines"),
                        ("context", "--format", "markdown", "vaccines"),
                        ("summarize",), ("summarize", "--json"),
                        (*question, "--long"),
                        ("show", "11-vaccine-storage.md"), ("status",),
                        ("collections",), ("energy", "report"), ("--help",),
                        ("ask", "--help"), ("--version",),
                        ("lab", "evaluate", "squad", self.squad_file()),
                        ("lab", "evaluate", "select", self.squad_file()),
                        ("lab", "evaluate", "long", self.story_file())):
            with open("/dev/full", "wb") as full:
                run = self.run_into(full, *command)
            self.assertEqual(run.exit_code, OUTPUT_FAILED, (command, run))
            self.assertIn("can't write to standard output: No space left on "
                          "device", run.errors)

    def test_what_was_done_is_done_though_nobody_can_read_of_it(self):
        document = self.folder / "written.md"
        document.write_text("It is written.")
        with open("/dev/full", "wb") as full:
            run = self.run_into(full, "add", str(document))
        self.assertEqual(run.exit_code, OUTPUT_FAILED)
        self.assertIn("was carried out", run.errors)
        self.assertEqual(self.run_piped("show", "written.md").output,
                         "It is written.\n")
        self.run_piped("remove", "written.md")

    def test_a_failure_keeps_its_exit_code(self):
        with open("/dev/full", "wb") as full:
            run = self.run_into(full, "show", "--json", "nosuch.md")
        self.assertEqual(run.exit_code, REJECTED)
        self.assertIn("nosuch.md", run.errors)

    def test_closed_descriptors_are_errors_and_no_socket_takes_their_place(
            self):
        run = self.run_into(None, "list", before=lambda: os.close(1))
        self.assertEqual(run.exit_code, OUTPUT_FAILED)
        self.assertIn("Bad file descriptor", run.errors)
        run = self.run_into(subprocess.DEVNULL, "status",
                            before=lambda: (os.close(0), os.close(2)))
        self.assertEqual(run.exit_code, 0)

    def test_a_pipe_nobody_reads_ends_the_client_as_it_ends_others(self):
        def with_signal(action):
            return lambda: signal.signal(signal.SIGPIPE, action)

        for action, exit_code, errors in (
                (signal.SIG_DFL, -signal.SIGPIPE, ""),
                (signal.SIG_IGN, OUTPUT_FAILED, "Broken pipe")):
            reader, writer = os.pipe()
            os.close(reader)
            run = self.run_into(writer, "list", before=with_signal(action))
            os.close(writer)
            self.assertEqual(run.exit_code, exit_code)
            self.assertIn(errors, run.errors)
            if not errors:
                self.assertEqual(run.errors, "")

    def assert_mistake(self, arguments: tuple[str, ...],
                       *said: str) -> None:
        run = self.run_piped(*arguments)
        self.assertEqual(run.exit_code, USAGE, (arguments, run))
        self.assertEqual(run.output, "")
        for part in said:
            self.assertIn(part, run.errors, arguments)
        self.assert_nothing_steers(run.errors)

    def test_unknown_commands_and_options_are_named_with_the_nearest(self):
        self.assert_mistake(("nosuch",), 'no command "nosuch"',
                            "add, ask, search, context, summarize, ground, list")
        self.assert_mistake(("lits", "-c", "x"), 'no command "lits"',
                            "did you mean list?")
        self.assert_mistake(("collection",), 'no command "collection"',
                            "did you mean collections?")
        self.assert_mistake(("collections", "verfy", "x"),
                            'answerbox collections has no command "verfy"',
                            "did you mean verify?")
        self.assert_mistake(("energy", "nosuch"),
                            'answerbox energy has no command "nosuch"',
                            "sensors")
        self.assert_mistake(("evaluate", "squad", "dev.json"),
                            'answerbox evaluate has no command "squad"',
                            "answerbox-lab, which is built with the tests")
        self.assert_mistake(("exam", "leaderboard"),
                            'answerbox exam has no command "leaderboard"',
                            "answerbox-lab, which is built with the tests")
        self.assert_mistake(("energy",), "answerbox energy takes a command",
                            "sensors")
        self.assert_mistake((), "answerbox takes a command", "add, ask")
        self.assert_mistake(("ask", "--colour", "never", "x"),
                            "answerbox ask has no option --colour",
                            "did you mean --color?")
        self.assert_mistake(("no\x1b[31msuch\u202e",), "no command")

    def test_a_choice_is_refused_with_those_there_are(self):
        for arguments in (("ask", "--color", "pink", "x"),
                          ("--color", "pink", "list")):
            self.assert_mistake(arguments, "--color",
                                'auto, always or never, not "pink"')
        self.assert_mistake(("ask", "--color", "0", "x"), 'not "0"')
        self.assert_mistake(("lab", "evaluate", "squad", "--profile", "pink", "x"),
                            'paper or default, not "pink"')
        self.assert_mistake(("lab", "evaluate", "squad", "--arithmetic", "1", "x"),
                            'fixed or float, not "1"')
        self.assert_mistake(("collections", "create", "x", "--profile",
                             "pink"), 'default or paper, not "pink"')

    def test_a_flag_is_refused_with_a_value_that_is_none(self):
        for command in (("ask", "--no-spelling=x"), ("ask", "--long=x"),
                        ("search", "--no-abbreviations=x"),
                        ("summarize", "--no-spelling=x")):
            run = self.run_piped(*command, "vaccines")
            self.assertEqual(run.exit_code, 2, (command, run))
        asked = ("ask", "At what temperature are vaccines stored?")
        self.assertEqual(self.run_piped(*asked, "--long=false").output,
                         self.run_piped(*asked).output)
        self.assertNotEqual(self.run_piped(*asked, "--long").output,
                            self.run_piped(*asked).output)

    def test_a_bad_collection_name_is_refused_once(self):
        folder = self.folder / "many"
        folder.mkdir()
        for i in range(20):
            (folder / f"{i}.md").write_text("Text.")
        os.mkfifo(folder / "never-read.md")
        run = self.run_piped("add", "-c", "Bad Name", str(folder))
        self.assertEqual(run.exit_code, REJECTED)
        self.assertEqual(run.output, "")
        self.assertEqual(run.errors.count("\n"), 1, run.errors)
        self.assertIn('"Bad Name"', run.errors)
        run = self.run_piped("add", "--json", "-c", "Bad Name", str(folder))
        error = json.loads(run.output)["error"]
        self.assertEqual((error["kind"], error["reason"]),
                         ("rejected", "bad_name"))

    def test_names_nobody_can_see_are_refused(self):
        folder = self.folder / "names"
        folder.mkdir()
        bad = ["\u202egpj.md", "a\u200b.md", "b\u2028c.md", "\ufeffd.md",
               "e\x1b[31m.md", "f\ng.md", "\u00a0/h.md"]
        for name in bad:
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text("Text.")
        (folder / "good \u00e9\u75ab.md").write_text("Good text.")
        run = self.run_piped("add", "--json", str(folder))
        self.assertEqual(run.exit_code, REJECTED)
        report = json.loads(run.output)
        self.assertEqual(report["added"], 1)
        self.assertEqual(report["refused"], len(bad))
        for document in report["documents"]:
            if document["outcome"] == "refused":
                self.assertEqual(document["reason"], "bad_name", document)
        self.assert_nothing_steers(
            self.run_on_terminal("add", str(folder)).output)
        self.run_piped("remove", "good \u00e9\u75ab.md")

    def test_an_empty_question_is_advised_once(self):
        run = self.run_piped("ask", "?")
        self.assertEqual(run.exit_code, 1)
        self.assertEqual(run.errors.count("Ask "), 1, run.errors)

    def test_options_stand_before_the_command_or_after_it(self):
        elsewhere = {"ANSWERBOX_SOCKET": "/nonexistent/socket"}
        socket = str(self.daemon.socket_path)
        question = ("At", "what", "temperature", "are", "vaccines", "stored?")
        for command in (("ask", *question), ("list",), ("status",),
                        ("collections", "verify", "default"),
                        ("energy", "sensors")):
            before = self.run_piped("--socket", socket, "--json", "--timeout",
                                    "30", *command, **elsewhere)
            after = self.run_piped(*command, "--socket", socket, "--json",
                                   "--timeout=30", **elsewhere)
            self.assertEqual(before.exit_code, after.exit_code, command)
            self.assertEqual(json.loads(before.output).keys(),
                             json.loads(after.output).keys())
        both = self.run_piped("--socket", "/nonexistent/socket", "status",
                              "--socket", socket, **elsewhere)
        self.assertEqual(both.exit_code, 0)
        colored = self.run_piped("--color", "always", "--socket", socket,
                                 "ask", *question, **elsewhere)
        self.assertIn("\x1b[", colored.output)
        # A command that needs no daemon ignores the socket.
        note = self.folder / "note.md"
        note.write_text("A note.")
        self.assertEqual(self.run_piped("--socket", "x", "convert",
                                        str(note)).exit_code, 0)

    def squad_file(self, answers=({"text": "Insulin", "answer_start": 0},)):
        """Writes a question file with numbers as ids. Returns its path."""
        file = self.folder / "numbered.json"
        question = {"id": 7, "question": "What is kept cold?",
                    "answers": answers}
        article = {"title": "T", "paragraphs": [
            {"context": "Insulin is kept cold.", "qas": [question]}]}
        file.write_text(json.dumps({"data": [article]}))
        return str(file)

    def story_file(self):
        file = self.folder / "stories.jsonl"
        file.write_text(json.dumps(
            {"document": "A fox slept by a lake. The miller sold his mill.",
             "questions": [
                 {"question_text": "What is the plot?",
                  "responses": [{"response_text": "A fox slept."}]},
                 {"question_text": "What did the miller sell?",
                  "responses": [{"response_text": "His mill."}]}]}) + "\n")
        return str(file)

    def test_selections_are_measured_within_budgets(self):
        run = self.run_piped("lab", "evaluate", "select", "--strategies", "mmr",
                             "--alpha", "0.5,0.6", self.squad_file(), "--json")
        self.assertEqual(run.exit_code, 0, run.errors)
        report = json.loads(run.output)
        self.assertEqual(report["questions"], 1)
        self.assertEqual([each["strategy"] for each in report["strategies"]],
                         ["ours", "relevance", "mmr", "mmr"])
        self.assertEqual(report["strategies"][3]["alpha"], 0.6)
        self.assertEqual([each["budget_share"] for each
                          in report["strategies"][0]["budgets"]],
                         [0.05, 0.1, 0.2])
        self.assertEqual(report["gain_over"], "relevance")
        run = self.run_piped("lab", "evaluate", "select", "--tokens", "9",
                             "--against", "chunks", self.squad_file())
        self.assertEqual(run.exit_code, 0, run.errors)
        self.assertRegex(run.output, r"9 +ours +100\.0")

    def test_sections_of_pages_are_found_in_what_is_chosen(self):
        pages = self.folder / "pages"
        pages.mkdir()
        (pages / "oaks.md").write_text("# Oaks\n\n## Height\n\nForty metres.\n")
        questions = self.folder / "questions.tsv"
        questions.write_text("doc\tquestion\tstart\tend\n"
                             "oaks.md\tHow high are oaks?\t19\t32\n")
        run = self.run_piped("lab", "evaluate", "select", "--pages", str(pages),
                             "--questions", str(questions), "--json")
        self.assertEqual(run.exit_code, 0, run.errors)
        report = json.loads(run.output)
        self.assertEqual(report["recall_of"], "letters")
        self.assertEqual(report["strategies"][0]["budgets"][0]["recall"], 1)

    def test_summaries_and_long_answers_are_compared_with_those_of_people(self):
        run = self.run_piped("lab", "evaluate", "long", self.story_file(), "--json")
        self.assertEqual(run.exit_code, 0, run.errors)
        report = json.loads(run.output)
        self.assertEqual([each["strategy"] for each in report["systems"]],
                         ["ours", "relevance", "mmr", "lead", "lexrank",
                          "random"])
        ours = report["systems"][0]
        self.assertEqual(ours["first"]["questions"], 1)
        self.assertEqual(ours["second"]["questions"], 0)
        self.assertGreater(ours["all"]["rouge1"], 0.3)
        run = self.run_piped("lab", "evaluate", "summaries", self.story_file(),
                             "--half", "first")
        self.assertEqual(run.exit_code, 0, run.errors)
        self.assertRegex(run.output, r"first +ours")
        self.assertNotIn("second", run.output)

    def test_weights_out_of_range_are_refused(self):
        for task, weights, problem in (
                ("summaries", "1.5,10,18,0.5",
                 "number 1, alpha, must be from 0 to 1, not 1.5."),
                ("summaries", "0.5,9000,18,0.5",
                 "number 2, the window, must be from 0 to 8192, not 9000."),
                ("summaries", "0.5,10,0,0.5", "must be from 1 to 8192, not 0."),
                ("summaries", "0.5,10,18,nan", "must be from 0 to 1, not nan."),
                ("long", "0.2,0.6,1.3,40",
                 "number 3, the share of the most relevant sentences, must be "
                 "from 0 to 1, not 1.3."),
                ("long", "0.2,0.6,0.3,0", "must be from 1 to 8192, not 0.")):
            run = self.run_piped("lab", "evaluate", task, self.story_file(),
                                 "--weights", weights)
            self.assertEqual(run.exit_code, 2, run.errors)
            self.assertIn(problem, run.errors)
        for task, weights in (("summaries", "1,0,1,0"), ("long", "0,1,1,8192")):
            run = self.run_piped("lab", "evaluate", task, self.story_file(),
                                 "--weights", weights)
            self.assertEqual(run.exit_code, 0, run.errors)

    def test_evaluations_name_the_line_that_is_wrong(self):
        file = self.folder / "stories.jsonl"
        file.write_text('\n{"document":""}\n')
        run = self.run_piped("lab", "evaluate", "summaries", str(file))
        self.assertEqual(run.exit_code, REJECTED)
        self.assertIn('stories.jsonl, line 2: "document" is empty', run.errors)

    def test_squad_files_may_number_their_questions(self):
        file = self.squad_file()
        outcomes = self.folder / "outcomes"
        run = self.run_piped("lab", "evaluate", "squad", file, "--outcomes",
                             str(outcomes))
        self.assertEqual(run.exit_code, 0, run.errors)
        self.assertIn("7", outcomes.read_text())
        run = self.run_piped("lab", "evaluate", "squad",
                             self.squad_file(answers="Insulin"))
        self.assertEqual(run.exit_code, REJECTED)
        self.assertIn('"data[0].paragraphs[0].qas[0].answers" is a string; '
                      "it should be an array (question 7)", run.errors)


if __name__ == "__main__":
    main()
