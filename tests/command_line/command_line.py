"""Runs answerbox for a test: in a pipe, or on a terminal of some width."""

import argparse
import dataclasses
import errno
import fcntl
import os
import pathlib
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios
import unicodedata
import unittest

from answerboxd import Answerboxd

# A limit for a client that hangs; no test waits so long.
PATIENCE_S = 120

OPTIONS = argparse.Namespace()

# The escape sequences that the client may send: bold, colours, and a line of
# progress, which is drawn over the one before.
STYLES = re.compile(r"\x1b\[[0-9;]*m|\r[^\r\n\x1b]*\x1b\[K")

# Unicode's characters that change the direction of text or end lines.
MISLEADING = set("\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e"
                 "\u2066\u2067\u2068\u2069")


@dataclasses.dataclass
class Run:
    exit_code: int
    output: str
    errors: str = ""


def environment(**changes: str) -> dict[str, str]:
    plain = {key: value for key, value in os.environ.items()
             if key not in ("NO_COLOR", "ANSWERBOX_SOCKET")}
    return {**plain, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **changes}


def decoded(raw: bytes) -> str:
    return raw.decode("utf-8", errors="surrogateescape")


class Terminal:
    """A pseudo terminal with `columns` columns."""

    def __init__(self, columns: int):
        self._controller, self.end = pty.openpty()
        fcntl.ioctl(self.end, termios.TIOCSWINSZ,
                    struct.pack("HHHH", 24, columns, 0, 0))
        attributes = termios.tcgetattr(self.end)
        attributes[1] &= ~termios.ONLCR  # Line ends must arrive unchanged.
        termios.tcsetattr(self.end, termios.TCSANOW, attributes)

    def read_to_end(self) -> str:
        os.close(self.end)
        pieces = []
        while True:
            try:
                piece = os.read(self._controller, 65536)
            except OSError as error:  # Linux reports so that no writer is left.
                if error.errno != errno.EIO:
                    raise
                piece = b""
            if not piece:
                break
            pieces.append(piece)
        os.close(self._controller)
        return decoded(b"".join(pieces))


def width_of(line: str) -> int:
    """The width on a terminal of the text in these tests."""
    columns = 0
    for character in line:
        if (unicodedata.combining(character) or
                unicodedata.category(character) == "Cf"):
            continue
        wide = unicodedata.east_asian_width(character) in "WF"
        columns += 2 if wide else 1
    return columns


class CommandLineTest(unittest.TestCase):
    """A daemon with the sample handbook, and answerbox as its client."""

    daemon: Answerboxd

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="answerbox-command-line-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.daemon = Answerboxd(OPTIONS.daemon, cls.folder / "state",
                                ["--energy-sensor", "none"])
        cls.addClassCleanup(cls.daemon.close)
        added = cls.run_piped("add", OPTIONS.handbook)
        assert added.exit_code == 0, added

    @classmethod
    def command(cls, *arguments: str) -> list[str]:
        """Arguments that begin with "lab" are for answerbox-lab."""
        if arguments[:1] == ("lab",):
            return [OPTIONS.lab, *arguments[1:]]
        return [OPTIONS.client, *arguments]

    @classmethod
    def environment(cls, **changes: str) -> dict[str, str]:
        return environment(**{
            "ANSWERBOX_SOCKET": str(cls.daemon.socket_path), **changes})

    @classmethod
    def run_piped(cls, *arguments: str, **changes: str) -> Run:
        ended = subprocess.run(cls.command(*arguments),
                               stdin=subprocess.DEVNULL, capture_output=True,
                               env=cls.environment(**changes),
                               timeout=PATIENCE_S, check=False)
        return Run(ended.returncode, decoded(ended.stdout),
                   decoded(ended.stderr))

    @classmethod
    def run_on_terminal(cls, *arguments: str, columns: int = 80,
                        **changes: str) -> Run:
        terminal = Terminal(columns)
        process = subprocess.Popen(cls.command(*arguments), stdin=terminal.end,
                                   stdout=terminal.end, stderr=terminal.end,
                                   env=cls.environment(**changes),
                                   start_new_session=True)
        shown = terminal.read_to_end()
        return Run(process.wait(PATIENCE_S), shown)

    def assert_nothing_steers(self, shown: str, hidden: bool = False) -> None:
        """Only our own styles may control the terminal. Unless `hidden` is
        allowed, the output has no invisible characters either."""
        plain = STYLES.sub("", shown)
        bad = {character for character in plain
               if character in MISLEADING or
               unicodedata.category(character) == "Cs" or
               unicodedata.category(character) == "Cc" and
               character not in "\n" or
               unicodedata.category(character) == "Cf" and not hidden}
        self.assertEqual(bad, set(), repr(shown))

    def assert_fits(self, shown: str, columns: int) -> None:
        for line in STYLES.sub("", shown).split("\n"):
            self.assertLessEqual(width_of(line), columns, repr(line))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--daemon", required=True)
    parser.add_argument("--client", required=True)
    parser.add_argument("--lab", required=True)
    parser.add_argument("--handbook", required=True)
    _, rest = parser.parse_known_args(namespace=OPTIONS)
    unittest.main(module="__main__", argv=[sys.argv[0], *rest], verbosity=2)
