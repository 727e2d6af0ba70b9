#!/usr/bin/env python3
"""Makes every file operation of the daemon fail, once and from then on. Each
request must succeed or get an error of kind storage. No acknowledged change may
be lost. The daemon must live, and work again when the disk does.
"""

import argparse
import errno
import itertools
import pathlib
import sys
import tempfile
import unittest
from collections.abc import Iterator

import campaign
from answerboxd import Answerboxd
from connection import RequestError
from expected_documents import Change, ExpectedDocuments
from io_control import CHANGING, GROWING, IoControl, IoKind
from sample_documents import make_document
from stored_documents import problems_with

OPTIONS = argparse.Namespace()
SCENARIOS = 8  # Four tests, each with and without a restart.


class Box:
    """A daemon on a disk that the test can make fail."""

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="answerbox-io-")
        self.state_dir = pathlib.Path(self._folder.name) / "state"
        self.control = IoControl(OPTIONS.library, self.state_dir,
                                 pathlib.Path(self._folder.name))
        self.control.set("skip_syncs", 1)
        self.expected = ExpectedDocuments()
        self.refusals_are_final = True
        self._version = 0
        self.daemon = self._start()
        self.connection = self.daemon.connect()

    def _start(self) -> Answerboxd:
        return Answerboxd(OPTIONS.daemon, self.state_dir,
                          environment=self.control.environment(False))

    def restart(self) -> None:
        self.connection.close()
        self.daemon.close()
        self.daemon = self._start()
        self.connection = self.daemon.connect()

    def close(self) -> None:
        self.connection.close()
        self.daemon.close()
        self._folder.cleanup()

    def add(self, collection: str, name: str, size: int = 500) -> None:
        self._version += 1
        document = make_document(name, self._version, size)
        if size < 100_000:
            change = self.expected.request(collection, name, document)
            self._change(change, "documents.add", collection=collection,
                         name=name, text=document.text)
        else:
            self._stream(collection, document)

    def remove(self, collection: str, name: str) -> None:
        change = self.expected.request(collection, name, None)
        self._change(change, "documents.remove", collection=collection,
                     name=name)

    def compact(self, collection: str) -> None:
        self._request("collections.compact", collection=collection)

    def drop(self, collection: str) -> None:
        changes = [self.expected.request(collection, name, None)
                   for name in self.expected.present(collection)]
        done = self._request("collections.remove", name=collection)
        for change in changes:
            self._settle(change, done)

    def _stream(self, collection: str, document) -> None:
        upload = self._request("documents.begin", collection=collection,
                               name=document.name)
        text = document.text
        for at in range(0, len(text), 150_000):
            if upload is None:
                return
            if self._request("documents.part", upload=upload["upload"],
                             text=text[at:at + 150_000]) is None:
                return
        change = self.expected.request(collection, document.name, document)
        self._change(change, "documents.commit", upload=upload["upload"],
                     sha256=document.sha256)

    def _change(self, change: Change, method: str, **params) -> None:
        self._settle(change, self._request(method, **params))

    def _settle(self, change, result: dict | None) -> None:
        """A failed request must have changed nothing."""
        if result is not None:
            change.is_acknowledged = True
        elif self.refusals_are_final:
            self.expected.withdraw(change)

    def _request(self, method: str, **params) -> dict | None:
        """None if the disk made the request fail. Any other error fails the
        test."""
        try:
            return self.connection.call(method, **params)
        except RequestError as error:
            if error.kind == "storage" and self.control.get("failed") > 0:
                return None
            # A change before this one failed, so there is nothing to change.
            if error.kind == "not_found" and self.control.get("failed") > 0:
                return None
            raise

    def change_everything(self) -> None:
        """All ways to change the state directory."""
        self.add("ward", "kept")
        self.add("ward", "replaced")
        self.add("fresh", "first")
        self.add("ward", "large", 400_000)
        self.add("ward", "removed")
        self.remove("ward", "removed")
        self.compact("ward")
        self.drop("fresh")


class FailingIoTest(unittest.TestCase):
    _scenario = 0  # Number of scenarios begun.

    def check_all_operations(self, error: int, mask: IoKind, lasting: bool,
                             cut_writes: bool = False) -> None:
        for restarts in (False, True):
            FailingIoTest._scenario += 1
            operations = self.fail_each(
                restarts, lambda box, first: box.control.fail(
                    first, error, mask, lasting, cut_writes),
                refusals_are_final=not (restarts and lasting and
                                        IoKind.UNLINK in mask))
            print(f"  {errno.errorcode[error]} "
                  f"{'from one operation on' if lasting else 'once'}, "
                  f"{'then a restart' if restarts else 'no restart'}: "
                  f"{'each' if campaign.is_whole() else 'some'} of "
                  f"{operations} operations in turn", flush=True)
            self.assertGreater(operations, 40)

    def operations(self) -> Iterator[int]:
        """All operations, or in a part of the campaign other ones in each
        scenario, so that together they take all. The last number is past the
        end."""
        stride = campaign.size([SCENARIOS, 1])
        return itertools.count(1 + self._scenario % stride, stride)

    def fail_each(self, restarts: bool, arm, refusals_are_final: bool) -> int:
        box = Box()
        box.refusals_are_final = refusals_are_final
        try:
            box.change_everything()
            for first in self.operations():
                arm(box, first)
                box.change_everything()
                operations = box.control.get("count")
                box.control.lift()
                with self.subTest(operation=first):
                    self.check_recovery(box, restarts)
                if operations < first:
                    return operations
        finally:
            box.close()

    def check_recovery(self, box: Box, restarts: bool) -> None:
        self.assertTrue(box.daemon.is_running(), box.daemon.messages())
        if restarts:
            box.restart()
        self.assertEqual(problems_with(box.daemon, box.expected), [])
        box.control.set("failed", 0)
        box.add("ward", "after")
        box.add("fresh", "after")
        self.assertEqual(problems_with(box.daemon, box.expected), [])
        box.drop("fresh")  # The next round makes the collection again.

    def test_one_operation_reports_an_io_error(self):
        self.check_all_operations(errno.EIO, CHANGING, lasting=False)

    def test_one_operation_finds_the_disk_full(self):
        self.check_all_operations(errno.ENOSPC, GROWING, lasting=False,
                                  cut_writes=True)

    def test_the_disk_is_full_from_one_operation_on(self):
        self.check_all_operations(errno.ENOSPC, GROWING, lasting=True,
                                  cut_writes=True)

    def test_every_operation_fails_from_one_on(self):
        # Undoing a step also fails then. So a refused change may turn out to be
        # done when the daemon starts next.
        self.check_all_operations(errno.EIO, CHANGING, lasting=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daemon", required=True)
    parser.add_argument("--library", required=True)
    parser.parse_known_args(namespace=OPTIONS)
    unittest.main(argv=[sys.argv[0], "-v"])


if __name__ == "__main__":
    main()
