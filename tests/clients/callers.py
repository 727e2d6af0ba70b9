"""The C library with the face of the Python module, so that a test can be run
with both."""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import answerbox

OPTIONS = argparse.Namespace()
PATIENCE_S = 60  # A guard against what hangs; no test waits for it to pass.

OWN_ERRORS = {1: answerbox.NoDaemon, 2: answerbox.Timeout, 3: answerbox.Closed,
              4: answerbox.BadReply, 6: answerbox.BadArgument}


class CAnswerbox:
    """The C library, by tests/clients/c_caller.c."""

    def __init__(self, socket="", timeout: float = PATIENCE_S,
                 failing_allocation: int = 0):
        self._process = subprocess.Popen(
            [OPTIONS.caller, str(socket), str(round(timeout * 1000)),
             str(failing_allocation)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.stdin.close()
        self._process.stdout.close()
        if self._process.wait(PATIENCE_S) != 0:
            raise AssertionError(f"c_caller ended: {self._process.returncode}")

    def ask(self, question, collection=""):
        fields = self._call("ask", collection, question)
        (answered, choices, differ, reason, message, confidence, theta, run,
         asked, spelling), rest = fields[:10], fields[10:]
        return answerbox.Reply(
            answered == "1", asked or None,
            tuple(tuple(words.split(" > "))
                  for words in spelling.split(", ") if words),
            _passages(rest), choices == "1", differ == "1", reason or None,
            message or None, float(confidence), float(theta), run or None, {})

    def search(self, words, count=10, collection=""):
        reason, message, *rest = self._call("search", collection, words,
                                            str(count))
        return answerbox.Passages(_passages(rest), reason or None,
                                  message or None, {})

    def add(self, name, text, collection=""):
        with tempfile.NamedTemporaryFile() as file:
            file.write(text.encode())
            file.flush()
            replaced, size, sha256 = self._call("add", collection, name,
                                                file.name)
        return answerbox.Added(replaced == "1", int(size), sha256, {})

    def status(self):
        version, *counts, unserved = self._call("status")
        return answerbox.Status(version, *map(int, counts),
                                ({},) * int(unserved), {})

    def call(self, method, **params):
        return json.loads(self.call_raw(method, json.dumps(params)))

    def call_raw(self, method, params):
        return self._call("call", method, params)[0]

    def _call(self, *words: str) -> list[str]:
        self._process.stdin.write("\t".join(words).encode() + b"\n")
        self._process.stdin.flush()
        output = bytearray()
        while not output.endswith(b"\x1e"):
            some = self._process.stdout.read1(1 << 20)
            if not some:
                raise AssertionError("c_caller has ended")
            output += some
        code, *fields = output[:-1].decode().split("\x1f")[:-1]
        if code != "0":
            raise _error(int(code), *fields)
        return fields


def _passages(fields: list[str]) -> tuple:
    return tuple(
        answerbox.Passage(text, document,
                          tuple(section.split(" > ")) if section else (),
                          int(page) or None, float(score), cut == "1",
                          float(scan_confidence))
        for text, document, section, page, score, cut, scan_confidence
        in zip(*[iter(fields)] * 7))


def _error(code: int, kind: str, message: str) -> Exception:
    if code > 0:
        error = OWN_ERRORS.get(code, answerbox.AnswerboxError)(message)
        error.kind = kind
        return error
    return answerbox.daemon_error(
        {"code": code, "message": message, "data": {"kind": kind}})


def main() -> None:
    parser = argparse.ArgumentParser()
    for option in ("--daemon", "--client", "--caller", "--root"):
        parser.add_argument(option, required=True)
    _, rest = parser.parse_known_args(namespace=OPTIONS)
    OPTIONS.root = pathlib.Path(OPTIONS.root)
    unittest.main("__main__", argv=[sys.argv[0], *rest], verbosity=2)
