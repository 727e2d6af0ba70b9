#!/usr/bin/env python3
"""Output for people fits terminals of any width, and neither documents nor
arguments can control the terminal.
"""

import json
import pathlib
import tempfile

from answerboxd import Answerboxd
from command_line import OPTIONS, CommandLineTest, main

QUESTION = ("At", "what", "temperature", "are", "vaccines", "stored?")
UNANSWERED = ("Which", "composer", "wrote", "the", "Eroica", "symphony?")
# The narrowest terminal that output is made for.
NARROWEST = 20

# Characters that could control a terminal or mislead its reader: CSI and OSC in
# both forms, bell, backspace, carriage return, NEL, DEL, separators, bidi
# controls, a zero-width space, a byte order mark, a tag.
HOSTILE = ("The zebra key \x1b[31m \x1b]0;own\x07 \x9b32m \x9d0;x\x9c \x08\r"
           "\x85 \x7f \u2028 \u2029 \u202e \u2066 \u200f \u200b \ufeff "
           "\U000e0041 is kept in the attic.")


class TerminalTest(CommandLineTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.daemon.call("documents.add", collection="hostile", name="z.md",
                        text=HOSTILE)

    def audit_folder(self) -> str:
        return str(self.folder / "state" / "audit")

    def test_every_command_fits_its_terminal(self):
        commands = [("ask", *QUESTION), ("ask", *UNANSWERED), ("ask", "?"),
                    ("ask", "--form", "list", "--words", "20", *QUESTION),
                    ("ask", "--form", "section", *QUESTION),
                    ("ask", "--runners-up", "3", *QUESTION),
                    ("search", "vaccine", "temperature"),
                    ("search", "-c", "hostile", "zebra"),
                    ("ask", "--long", *QUESTION),
                    ("ask", "--long", "-c", "hostile", "--theta", "0",
                     "Where is the zebra key kept?"),
                    ("context", "--tokens", "300", *QUESTION),
                    ("context", "-c", "hostile", "zebra"),
                    ("context", "--format", "markdown", *QUESTION),
                    ("context", "-c", "hostile", "--format", "markdown",
                     "zebra"),
                    ("context", *UNANSWERED), ("summarize", "--words", "90"),
                    ("summarize", "-c", "hostile"),
                    ("show", "--bytes", "0-200", "11-vaccine-storage.md"),
                    ("list",), ("list", "-c", "hostile"), ("collections",),
                    ("status",), ("show", "11-vaccine-storage.md"),
                    ("show", "-c", "hostile", "z.md"),
                    ("energy", "sensors"), ("energy", "status"),
                    ("energy", "report"),
                    ("audit", "verify", "--dir", self.audit_folder()),
                    ("audit", "tail", "--dir", self.audit_folder()),
                    ("ask", "-c", "hostile", "Where is the zebra key kept?")]
        for columns in (NARROWEST, 30, 80):
            for command in commands:
                run = self.run_on_terminal(*command, columns=columns)
                self.assertNotEqual(run.output, "")
                self.assert_fits(run.output, columns)
                self.assert_nothing_steers(run.output, hidden=True)

    def test_a_converted_file_fits_and_steers_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "z.md"
            file.write_text(f"# {HOSTILE}\n\n- a\n  - b {HOSTILE}\n\n"
                            f"| c |\n|---|\n| {HOSTILE} |\n",
                            encoding="utf-8")
            for columns in (NARROWEST, 80):
                for form in ("markdown", "text"):
                    run = self.run_on_terminal("convert", "--format", form,
                                               file, columns=columns)
                    self.assertEqual(run.exit_code, 0)
                    self.assert_fits(run.output, columns)
                    self.assert_nothing_steers(run.output, hidden=True)
            self.assertIn("- a\n    - b The zebra", self.run_on_terminal(
                "convert", file, columns=80).output)
            shown = self.run_on_terminal("convert", "--json", file)
            self.assert_nothing_steers(shown.output)
            self.assertIn("\\u202e", shown.output)

    def test_other_answers_follow_unless_runners_up_are_asked_for(self):
        ask = ("ask", "--theta", "0")
        page = self.run_on_terminal(*ask, "--answers", "3", *QUESTION,
                                    columns=80).output
        self.assertIn(page.count("also: "), (1, 2), page)
        self.assertNotIn("Also found", page)
        page = self.run_on_terminal(*ask, "--answers", "1", *QUESTION,
                                    columns=80).output
        self.assertNotIn("also: ", page)
        page = self.run_on_terminal(*ask, "--runners-up", "3", *QUESTION,
                                    columns=80).output
        self.assertNotIn("also: ", page)
        self.assertIn("Also found", page)

    def test_a_search_numbers_passages_and_sets_the_words_off(self):
        page = self.run_on_terminal("search", "--count", "2", "--color",
                                    "always", "vaccines", columns=80).output
        self.assertIn("\n  1 ", page)
        self.assertIn("\n  2 ", page)
        self.assertRegex(page, "\x1b\\[1m[Vv]accines?\x1b\\[0m")
        self.assertIn("Passages 1 to 2", page)
        self.assertIn("--from 3", page)

    def test_long_answers_and_summaries_have_numbered_places(self):
        for command in (("ask", "--long", "--theta", "0", *QUESTION),
                        ("summarize", "11-vaccine-storage.md")):
            page = self.run_on_terminal(*command, "--color", "always",
                                        columns=80).output
            self.assertIn(" \x1b[2m[1]\x1b[0m", page)
            self.assertRegex(page, "\n  \x1b\\[2m\\[1\\] 11-vaccine-storage.md, ")

    def test_help_fits_its_terminal(self):
        names = ("add", "ask", "search", "context", "summarize", "ground", "list", "show", "remove",
                 "collections",
                 "status", "audit", "energy", "evaluate", "convert")
        deeper = (("collections", "create"), ("audit", "verify"),
                  ("energy", "calibrate"), ("evaluate", "questions"), ("lab",),
                  ("lab", "evaluate", "squad"),
                  ("lab", "evaluate", "retrieval"),
                  ("lab", "evaluate", "select"),
                  ("lab", "evaluate", "summaries"),
                  ("lab", "evaluate", "long"), ("lab", "exam", "run"))
        for columns in (30, 80):
            for command in ((), *((name,) for name in names), *deeper):
                run = self.run_on_terminal(*command, "--help", columns=columns)
                self.assertEqual(run.exit_code, 0)
                self.assertIn("xample", run.output)
                self.assert_fits(run.output, columns)

    def test_a_table_too_wide_for_its_terminal_is_written_in_lines(self):
        narrow = self.run_on_terminal("collections", "--color", "never",
                                      columns=30)
        self.assertIn("default\n  Documents   14\n", narrow.output)
        wide = self.run_on_terminal("collections", "--color", "never")
        self.assertIn("Collection  Documents", wide.output)

    def test_json_on_a_terminal_is_the_same_value_and_steers_nothing(self):
        for command in (("show", "-c", "hostile", "z.md"),
                        ("ask", "-c", "hostile", "--theta", "0",
                         "Where is the zebra key?")):
            piped = self.run_piped(*command, "--json")
            shown = self.run_on_terminal(*command, "--json")
            self.assertEqual(piped.exit_code, 0)
            self.assert_nothing_steers(shown.output)
            if command[0] == "show":
                self.assertIn("\\u202e", shown.output)
                self.assertIn("\\udb40\\udc41", shown.output)
                # Programs get the text unchanged.
                self.assertIn("\u202e", piped.output)
            one, other = json.loads(piped.output), json.loads(shown.output)
            for reply in (one, other):  # Each question has another one.
                for member in ("run", "latency_us", "energy"):
                    reply.pop(member, None)
            self.assertEqual(one, other)

    def test_records_on_a_terminal_are_the_same_value_and_steer_nothing(self):
        state = self.folder / "plain"
        steer = "bob\x9b31m\u202e\u200b\U000e0041 \x1b]0;own\x07 \u00e9?"
        with Answerboxd(OPTIONS.daemon, state,
                        ["--energy-sensor", "none", "--audit", "each",
                         "--audit-questions", "plain"]) as daemon:
            daemon.call("documents.add", name="a", text="The pump is blue.")
            run_id = daemon.call("ask", question=steer)["run"]
            daemon.call("audit.head")
        folder = ("--dir", str(state / "audit"))
        for command in (("tail",), ("export",), ("prove", run_id)):
            piped = self.run_piped("audit", *command, *folder)
            shown = self.run_on_terminal("audit", *command, *folder,
                                         columns=4000)
            self.assertEqual(piped.exit_code, 0, piped)
            self.assert_nothing_steers(shown.output)
            for escape in ("\\u009b", "\\u202e", "\\u200b", "\\u001b"):
                self.assertIn(escape, shown.output)
            self.assertEqual(
                [json.loads(line) for line in piped.output.splitlines()],
                [json.loads(line) for line in shown.output.splitlines()])
            # Programs get the bytes that were hashed.
            log = b"".join(path.read_bytes() for path in
                           sorted((state / "audit").glob("*.jsonl")))
            record, = [line for line in piped.output.split("\n")
                       if "bob" in line]
            self.assertIn(record.encode() + b"\n", log)

    def test_arguments_steer_nothing_either(self):
        steer = "x\x1b]0;own\x07\u202e\x9b31m\u200by"
        for command in (("ask", steer), ("show", steer), ("remove", steer),
                        ("list", "-c", steer), ("add", steer),
                        ("add", "-c", steer, __file__), (steer,),
                        ("status", f"--{steer}"), ("list", "--color", steer),
                        ("list", "--timeout", steer),
                        ("list", "--socket", steer),
                        ("energy", "report", "--since", steer),
                        ("collections", "create", steer),
                        ("lab", "evaluate", "squad", steer),
                        ("audit", "tail", "--dir", steer)):
            run = self.run_on_terminal(*command, columns=200)
            self.assert_nothing_steers(run.output, hidden=command[0] == "ask")

    def test_color_is_as_asked_for(self):
        ask = ("ask", *QUESTION)
        self.assertIn("\x1b[", self.run_on_terminal(*ask).output)
        for plain in (self.run_on_terminal(*ask, "--color", "never"),
                      self.run_on_terminal(*ask, NO_COLOR="1"),
                      self.run_on_terminal(*ask, TERM="dumb"),
                      self.run_piped(*ask),
                      self.run_piped(*ask, "--color", "auto")):
            self.assertNotIn("\x1b", plain.output)
        self.assertIn("\x1b[", self.run_on_terminal(*ask, NO_COLOR="").output)
        always = self.run_piped(*ask, "--color", "always", NO_COLOR="1")
        self.assertIn("\x1b[1;32m2 \u00b0C and 8 \u00b0C"
                      "\x1b[0m", always.output)
        self.assertEqual(always.output.count("\n"), 2)
        for command in (("list",), ("status",), ("collections",)):
            run = self.run_piped(*command, "--color", "always")
            self.assertIn("\x1b[", run.output, command)


if __name__ == "__main__":
    main()
