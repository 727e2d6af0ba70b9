"""Candidates for short answers, in the form that training uses."""

import pathlib
import random
import tempfile
import unittest

from spans import BAD, BEST_KEPT, EXACT_SHARE, GOOD, draw, read_spans

LINES = """\
question\tarticle\toverlap\texact\tbegin\tend\tWords\tBytes
0\t0\t1000\t1\t4\t5\t1\t6
0\t0\t500\t0\t3\t5\t2\t-9
4\t1\t0\t0\t0\t1\t1\t3
"""


class ReadSpans(unittest.TestCase):
    def read(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "spans.tsv"
            path.write_text(LINES, "ascii")
            return list(read_spans(path))

    def test_gives_the_candidates_of_a_question_together(self):
        self.assertEqual([len(question) for question in self.read()], [2, 1])

    def test_labels_by_overlap_and_more_if_exact(self):
        (exact, overlapping), (wrong,) = self.read()
        self.assertEqual(exact, (1.0, ["1", "6"]))
        self.assertEqual(overlapping, ((1 - EXACT_SHARE) * .5, ["2", "-9"]))
        self.assertEqual(wrong[0], 0)


class Draw(unittest.TestCase):
    CANDIDATES = [(label / 100, [str(label)]) for label in range(50)]
    CANDIDATES += [(0, [str(-n)]) for n in range(1, 90)]

    def test_takes_some_of_each_kind(self):
        drawn = draw(self.CANDIDATES, random.Random(1))
        good = [label for label, _ in drawn if label > 0]
        self.assertEqual((len(good), len(drawn) - len(good)), (GOOD, BAD))

    def test_keeps_the_best(self):
        drawn = draw(self.CANDIDATES, random.Random(1))
        self.assertEqual([label for label, _ in drawn[:BEST_KEPT]],
                         [.49, .48, .47, .46])

    def test_takes_all_of_few(self):
        few = self.CANDIDATES[48:52]
        self.assertEqual(sorted(draw(few, random.Random(1))), sorted(few))


if __name__ == "__main__":
    unittest.main()
