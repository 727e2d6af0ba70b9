"""Calibration finds the line by which odds were changed, and measures the rest.
"""

import math
import random
import unittest

from calibration import bend, calibration_error, fit_line


def probability(odds):
    return 1 / (1 + math.exp(-odds))


class FitLine(unittest.TestCase):
    def test_finds_slope_and_intercept(self):
        chance = random.Random(1)
        odds = [chance.uniform(-4, 4) for _ in range(20000)]
        holds = [int(chance.random() < probability(.5 * x - 1)) for x in odds]
        slope, intercept = fit_line(odds, holds)
        self.assertAlmostEqual(slope, .5, delta=.03)
        self.assertAlmostEqual(intercept, -1, delta=.05)

    def test_leaves_the_mean_where_it_is(self):
        odds = [-2.0, -1.0, 0.0, 1.0, 2.0, .5]
        holds = [0, 1, 0, 1, 1, 0]
        slope, intercept = fit_line(odds, holds)
        fitted = sum(probability(slope * x + intercept) for x in odds)
        self.assertAlmostEqual(fitted, sum(holds), places=6)


class Bend(unittest.TestCase):
    def test_gives_the_probabilities_of_calibrated_odds(self):
        bent = bend([0.0, 2.0], .5, -1.0)
        self.assertAlmostEqual(bent[0], probability(-1))
        self.assertAlmostEqual(bent[1], .5)


class CalibrationError(unittest.TestCase):
    def test_is_none_where_shares_are_as_promised(self):
        self.assertAlmostEqual(calibration_error([.25] * 4, [1, 0, 0, 0]), 0)

    def test_is_the_mean_distance_over_bins(self):
        # Three in a bin have .1, and one of them is right; one has 1.0 and is
        # wrong.
        error = calibration_error([.1, .1, .1, 1.0], [1, 0, 0, 0])
        self.assertAlmostEqual(error, ((1 - .3) + 1) / 4)

    def test_keeps_bins_apart(self):
        self.assertAlmostEqual(calibration_error([.05, .95], [1, 0]), .95)


if __name__ == "__main__":
    unittest.main()
