"""The checks of a comparison.

Figures that do not depend on the clock are checked wherever the comparison
runs. Figures that do are written down, and readers judge them.
"""

import dataclasses

import figures
from figures import NAMES

LEAST_AGREEMENT = 0.99
MOST_POSTING_BYTES, MOST_INDEX_BYTES = 0.35, 0.88  # Per byte of text.
MOST_BUILDING_MIB, MOST_ASKING_MIB = 64, 16
LEAST_BUILD_MB_PER_S = 15


@dataclasses.dataclass
class Claim:
    what: str
    measured: str
    holds: bool


def at_least(what: str, value: float, least: float, unit: str) -> Claim:
    return Claim(f"{what}: at least {least:g}{unit}", f"{value:.3g}{unit}",
                 value >= least)


def at_most(what: str, value: float, most: float, unit: str) -> Claim:
    return Claim(f"{what}: at most {most:g}{unit}", f"{value:.3g}{unit}",
                 value <= most)


def paragraph_claims(results: dict) -> list:
    paragraphs = results["paragraphs"]
    slower = (paragraphs["default"]["index_and_ask_us"]
              / paragraphs["paper"]["index_and_ask_us"])
    return [at_least("a paragraph, profile `paper`, faster than Python",
                     figures.python_ratio(paragraphs), 10, " times"),
            at_most("a paragraph, profile `default`, slower than `paper`",
                    slower, 5, " times")]


def size_claims(chunks: int, size: dict) -> list:
    """Checks a collection that is larger than its paragraphs."""
    ours = size["answerbox"]
    label = f"{chunks:,} chunks"
    claims = [
        at_most(f"{label}: memory while building",
                ours["build_peak"]["pss"] / figures.MIB, MOST_BUILDING_MIB,
                " MiB"),
        at_least(f"{label}: p50, faster than Xapian",
                 figures.times_faster(ours, size["xapian"]), 10, " times")]
    if chunks == 50_000:
        claims += [
            at_least(f"{label}: p50, faster than FTS5",
                     figures.times_faster(ours, size["fts5"]), 200, " times"),
            at_least(f"{label}: building", ours["build_mb_per_s"],
                     LEAST_BUILD_MB_PER_S, " MB/s")]
    if chunks == 1_000_000:
        claims += [
            at_most(f"{label}: p95",
                    figures.latency_us(ours["warm"], 0.95) / 1000, 5, " ms"),
            at_most(f"{label}: anonymous memory while asking",
                    ours["warm"]["anonymous_bytes"] / figures.MIB,
                    MOST_ASKING_MIB, " MiB")]
    return claims


def clock_claims(results: dict) -> list:
    """Figures of speed and memory, which depend on the machine."""
    claims = paragraph_claims(results)
    for chunks, size in results["sizes"].items():
        if int(chunks) >= 50_000 and not results["is_handbook"]:
            claims += size_claims(int(chunks), size)
    return claims


def same_answers(results: dict) -> list:
    paragraphs = results["paragraphs"]
    claims = [at_least("answers that Python and profile `paper` share",
                       paragraphs["agreement"], LEAST_AGREEMENT, "")]
    for profile in ("paper", "default"):
        claims.append(at_most(f"profile `{profile}`: heap allocations",
                              paragraphs[profile]["heap_allocations"], 0, ""))
    return claims


def counted_claims(chunks: int, size: dict, is_handbook: bool) -> list:
    ours, corpus = size["answerbox"], size["corpus"]
    label = f"{chunks:,} chunks"
    claims = [at_most(f"{label}: heap allocations a question",
                      figures.heap_allocations(ours), 0, "")]
    for peer in ("xapian", "fts5"):
        both = figures.asked_by_both(ours, size[peer])
        found = figures.recall(ours, both)
        theirs = figures.recall(size[peer], both)
        claims.append(Claim(
            f"{label}: recall at 5 not below {NAMES[peer]}'s",
            f"{100 * found:.1f} % to {100 * theirs:.1f} %", found >= theirs))
    if not is_handbook:  # It is too small for the fixed parts of files.
        claims += [
            at_most(f"{label}: dictionary and postings, per byte of text",
                    figures.per_text_byte(ours, corpus, "posting_bytes"),
                    MOST_POSTING_BYTES, ""),
            at_most(f"{label}: all but the text, per byte of text",
                    figures.per_text_byte(ours, corpus, "index_bytes"),
                    MOST_INDEX_BYTES, "")]
    return claims


def claims_without_clock(results: dict) -> list:
    claims = same_answers(results)
    for chunks, size in results["sizes"].items():
        claims += counted_claims(int(chunks), size, results["is_handbook"])
    return claims


def failures(results: dict) -> list:
    return [f"{claim.what}; measured: {claim.measured}"
            for claim in claims_without_clock(results) if not claim.holds]
