"""Weights of summaries and long answers, chosen on one half of the stories and
measured on the other, both ways. gathering.py calls this."""

import itertools

# Task: (the values that are tried of each weight, as in `--weights`; what is
# shipped).
CHOICES = {
    "summaries": (((0.4, 0.5, 0.6, 0.7), (5, 10, 20), (12, 18, 25, 35),
                   (0.3, 0.5, 0.7, 1)),
                  (0.5, 10, 18, 0.5)),
    "long": (((0.1, 0.2, 0.4), (0.3, 0.6, 0.9), (0.15, 0.3, 0.6), (25, 40, 60)),
             (0.2, 0.6, 0.3, 40)),
}
MEASURES = ("rouge1", "rouge2")


def worth(figures):
    """What the choice is made by: ROUGE-1 and ROUGE-2 count alike."""
    return sum(figures[measure] for measure in MEASURES)


def choose(task, ask):
    """Rows of weights: `weights`, `first` and `second`, each with the measures.

    `ask` takes the value of --weights and returns our figures by half. The rows
    are those chosen on the first half, on the second half, and the shipped ones.
    """
    values, shipped = CHOICES[task]
    found = {weights: ask(",".join(f"{weight:g}" for weight in weights))
             for weights in itertools.product(*values)}
    chosen = [max(found, key=lambda weights: worth(found[weights][half]))
              for half in ("first", "second")]
    return [{"weights": weights,
             **{half: {measure: found[weights][half][measure]
                       for measure in MEASURES} for half in ("first", "second")}}
            for weights in (*chosen, shipped)]


def rows_of(choice):
    """Cells of a table: weights, then each measure on the half that is shown."""
    by_first, by_second, shipped = choice
    percent = lambda share: f"{100 * share:.1f}"
    weights = lambda row: ", ".join(f"{weight:g}" for weight in row["weights"])
    mean = {measure: (by_first["second"][measure] + by_second["first"][measure]) / 2
            for measure in MEASURES}
    yield ["chosen on the first half, of the second", weights(by_first),
           *(percent(by_first["second"][measure]) for measure in MEASURES)]
    yield ["chosen on the second half, of the first", weights(by_second),
           *(percent(by_second["first"][measure]) for measure in MEASURES)]
    yield ["mean of both", "", *(percent(mean[measure]) for measure in MEASURES)]
    for half in ("second", "first"):
        yield [f"shipped, of the {half}", weights(shipped),
               *(percent(shipped[half][measure]) for measure in MEASURES)]
