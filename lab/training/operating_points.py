"""Measured precision and answer rate per threshold."""

# Of questions that are still answered: fewer would make shares of chance.
LEAST_ANSWERED = 100
STEP = 100  # Between thresholds, in 1/10000 as all that is written.
WHOLE = 10000


def measure_points(rows, probabilities):
    """Rows of threshold, answer rate and precision, by ascending threshold."""
    points = []
    for theta in range(0, WHOLE, STEP):
        shown = [row for row, p in zip(rows, probabilities) if p >= theta / WHOLE]
        if len(shown) < LEAST_ANSWERED:
            break
        right = sum(row.holds for row in shown)
        points.append((theta, round(WHOLE * len(shown) / len(rows)),
                       round(WHOLE * right / len(shown))))
    return points
