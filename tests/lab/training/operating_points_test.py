"""Operating points tell what a threshold keeps, up to the threshold where too
few answers are left.
"""

import random
import unittest
from types import SimpleNamespace

from operating_points import LEAST_ANSWERED, measure_points


def rows_of(holds):
    return [SimpleNamespace(holds=bool(held)) for held in holds]


class MeasurePoints(unittest.TestCase):
    def test_gives_shares_of_questions_and_of_answers(self):
        # 200 are sure, three in four of them right. 300 are not sure, and
        # wrong.
        rows = rows_of([1, 1, 1, 0] * 50 + [0] * 300)
        points = measure_points(rows, [.5] * 200 + [.1] * 300)
        self.assertEqual(points[0], (0, 10000, 3000))
        self.assertEqual(points[10], (1000, 10000, 3000))
        self.assertEqual(points[11], (1100, 4000, 7500))
        self.assertEqual(points[-1], (5000, 4000, 7500))

    def test_ends_where_too_few_are_answered(self):
        rows = rows_of([1] * 2 * LEAST_ANSWERED)
        enough = [.3] * LEAST_ANSWERED + [.2] * LEAST_ANSWERED
        self.assertEqual(measure_points(rows, enough)[-1][0], 3000)
        too_few = [.3] * (LEAST_ANSWERED - 1) + [.2] * (LEAST_ANSWERED + 1)
        self.assertEqual(measure_points(rows, too_few)[-1][0], 2000)
        self.assertEqual(measure_points(rows[:99], enough[:99]), [])

    def test_never_answers_more_at_a_higher_threshold(self):
        chance = random.Random(3)
        probabilities = [chance.random() for _ in range(5000)]
        rows = rows_of(chance.random() < p for p in probabilities)
        points = measure_points(rows, probabilities)
        self.assertEqual([theta for theta, _, _ in points],
                         list(range(0, 100 * len(points), 100)))
        answered = [share for _, share, _ in points]
        self.assertEqual(answered, sorted(answered, reverse=True))
        self.assertGreater(len(points), 95)


if __name__ == "__main__":
    unittest.main()
