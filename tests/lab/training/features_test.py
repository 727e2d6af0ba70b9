"""Rows of features as `list_features` writes them."""

import pathlib
import tempfile
import unittest

from features import BEST, CANDIDATE, read_rows

LINES = """\
kind\tquestion\tarticle\tanswerable\tholds\tCoverage\tWords
c\t0\t0\t1\t0\t512\t-3
c\t0\t0\t1\t1\t1024\t5
b\t0\t0\t1\t1\t1024\t5
c\t1\t2\t0\t0\t7\t8
"""


class ReadRows(unittest.TestCase):
    def read(self, kind):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "rows.tsv"
            path.write_text(LINES, "ascii")
            return list(read_rows(path, kind))

    def test_gives_the_rows_of_one_kind(self):
        self.assertEqual(len(self.read(CANDIDATE)), 3)
        self.assertEqual(len(self.read(BEST)), 1)

    def test_gives_columns_their_meaning(self):
        first, second, other = self.read(CANDIDATE)
        self.assertEqual((first.question, first.answerable, first.holds), (0, True, False))
        self.assertEqual(first.values, ["512", "-3"])
        self.assertTrue(second.holds)
        self.assertEqual((other.question, other.article, other.answerable), (1, 2, False))


if __name__ == "__main__":
    unittest.main()
