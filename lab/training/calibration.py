"""Calibrates the judge's log-odds to probabilities."""

import math

BINS = 10


def fit_line(odds, holds, rounds=50, weights=None):
    """Slope and intercept of a logistic regression on one value (Platt 1999)."""
    if weights is None:
        weights = [1] * len(odds)
    slope, intercept = 1.0, 0.0
    for _ in range(rounds):
        g0 = g1 = h00 = h01 = h11 = 0.0
        for x, y, share in zip(odds, holds, weights):
            p = 1 / (1 + math.exp(-(slope * x + intercept)))
            error, weight = share * (p - y), share * p * (1 - p)
            g0 += error
            g1 += error * x
            h00 += weight
            h01 += weight * x
            h11 += weight * x * x
        determinant = h00 * h11 - h01 * h01
        step0 = (h11 * g0 - h01 * g1) / determinant
        step1 = (h00 * g1 - h01 * g0) / determinant
        intercept -= step0
        slope -= step1
        if abs(step0) + abs(step1) < 1e-9:
            break
    return slope, intercept


def bend(odds, slope, intercept):
    """Probabilities from log-odds, by a line."""
    return [1 / (1 + math.exp(-(slope * x + intercept))) for x in odds]


def calibration_error(probabilities, holds):
    """Expected calibration error in bins of equal width."""
    bins = [[0.0, 0] for _ in range(BINS)]
    for p, y in zip(probabilities, holds):
        box = bins[min(BINS - 1, int(p * BINS))]
        box[0] += p
        box[1] += y
    return sum(abs(p - y) for p, y in bins) / len(holds)
