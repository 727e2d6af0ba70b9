#!/usr/bin/env python3
"""A daemon that is stopped or hangs: the client says that it waits, and gives
up after its timeout.
"""

import contextlib
import json
import os
import signal
import socket
import subprocess

from command_line import (PATIENCE_S, STYLES, CommandLineTest, Run, decoded,
                          main)

NO_DAEMON = 3
TIMEOUT_S = "1.3"  # The client says after 1 s that it waits.


class SilenceTest(CommandLineTest):
    @contextlib.contextmanager
    def standing_still(self):
        self.daemon.process.send_signal(signal.SIGSTOP)
        try:
            os.waitid(os.P_PID, self.daemon.process.pid,
                      os.WSTOPPED | os.WNOWAIT)
            yield
        finally:
            self.daemon.process.send_signal(signal.SIGCONT)

    def start(self, *arguments: str) -> subprocess.Popen:
        return subprocess.Popen(self.command(*arguments),
                                stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                env=self.environment())

    def end(self, process: subprocess.Popen) -> Run:
        output, errors = process.communicate(timeout=PATIENCE_S)
        return Run(process.returncode, decoded(output), decoded(errors))

    def assert_given_up(self, run: Run, what: object) -> None:
        self.assertEqual(run.exit_code, NO_DAEMON, (what, run))
        said = run.errors or run.output
        waits, gives_up = said.rstrip("\n").split("\n")
        self.assertIn("waiting for the daemon at "
                      f"{self.daemon.socket_path}", waits)
        self.assertIn("1.3 s at most (--timeout)", waits)
        self.assertIn("has said nothing for 1.3 s", gives_up)
        self.assertIn("systemctl status answerboxd", gives_up)

    def test_a_stopped_daemon_is_given_up_by_every_command(self):
        document = self.folder / "given-up.md"
        document.write_text("Given up.")
        commands = [("ask", "Where?"), ("list",), ("show", "x"), ("status",),
                    ("remove", "x"), ("add", str(document)), ("collections",),
                    ("collections", "compact", "default"),
                    ("collections", "verify", "default"),
                    ("energy", "status"), ("audit", "head")]
        with self.standing_still():
            runs = [self.start(*command, "--timeout", TIMEOUT_S)
                    for command in commands]
            for command, process in zip(commands, runs):
                self.assert_given_up(self.end(process), command)

    def test_it_is_told_on_a_terminal_too(self):
        with self.standing_still():
            run = self.run_on_terminal("status", "--timeout", TIMEOUT_S,
                                       columns=200)
        run.output = STYLES.sub("", run.output)
        self.assert_given_up(run, "a terminal")

    def test_programs_get_the_kind_in_json(self):
        with self.standing_still():
            run = self.run_piped("--timeout", "0.1", "list", "--json")
        self.assertEqual(run.exit_code, NO_DAEMON)
        self.assertEqual(json.loads(run.output)["error"]["kind"], "no_reply")
        self.assertNotIn("waiting", run.errors)  # It was too early for that.

    def test_a_daemon_that_goes_on_is_waited_for(self):
        for never in ("0", "none"):
            with self.standing_still():
                process = self.start("status", "--json", "--timeout", never)
                waits = decoded(process.stderr.readline())
            self.assertIn("waiting for the daemon", waits)
            self.assertIn("however long it takes", waits)
            run = self.end(process)
            self.assertEqual(run.exit_code, 0)
            self.assertEqual(json.loads(run.output)["documents"], 14)

    def test_a_socket_that_accepts_and_never_answers_is_given_up(self):
        path = self.folder / "hangs"
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(path))
            listener.listen()
            run = self.run_piped("status", "--socket", str(path),
                                 "--timeout", "0.1")
        self.assertEqual(run.exit_code, NO_DAEMON)
        self.assertIn("has said nothing for 0.1 s", run.errors)

    def test_a_timeout_that_is_none_is_a_mistake(self):
        for timeout in ("-1", "soon", "nan", "1e9", "1s"):
            run = self.run_piped("status", f"--timeout={timeout}")
            self.assertEqual(run.exit_code, 2, timeout)
            self.assertIn("0 to 86400", run.errors)


if __name__ == "__main__":
    main()
