"""The figures that tables, plot and checks take from the results of a
comparison.
"""

MIB = 1 << 20
QUIET_LOAD = 0.5  # If more programs run, times are theirs too.
NAMES = {"answerbox": "Answerbox", "xapian": "Xapian", "fts5": "SQLite FTS5"}


def percentile(values: list, share: float) -> float:
    """The smallest value that at least `share` of all values do not exceed."""
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


def latency_us(measured: dict, share: float, part: str = "ask_ns") -> float:
    return percentile(measured[part], share) / 1000


def cold_ms(measured: dict, part: str, share: float) -> float:
    return percentile(measured["cold"][part], share) / 1e6


def recall(measured: dict, count: int | None = None) -> float:
    """Share of the first `count` questions whose paragraph is among five."""
    ranks = measured["warm"]["rank"][:count]
    return sum(rank is not None for rank in ranks) / len(ranks)


def asked_by_both(one: dict, other: dict) -> int:
    return min(len(one["warm"]["ask_ns"]), len(other["warm"]["ask_ns"]))


def times_faster(ours: dict, theirs: dict, kind: str = "warm") -> float:
    """Ratio of the medians over the questions that both systems were asked."""
    count = min(len(ours["warm"]["ask_ns"]), len(theirs[kind]["ask_ns"]))
    return (percentile(theirs[kind]["ask_ns"][:count], 0.5)
            / percentile(ours["warm"]["ask_ns"][:count], 0.5))


def per_text_byte(measured: dict, corpus: dict, part: str) -> float:
    return measured["index"][part] / corpus["text_bytes"]


def heap_allocations(measured: dict) -> float:
    return (measured["warm"]["heap_allocations"]
            / len(measured["warm"]["ask_ns"]))


def python_ratio(paragraphs: dict, profile: str = "paper") -> float:
    return (paragraphs["python"]["index_and_ask_us"]
            / paragraphs[profile]["index_and_ask_us"])
