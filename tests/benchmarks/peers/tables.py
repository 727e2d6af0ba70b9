"""The results of a comparison as Markdown tables, and their place in the docs.
"""

import pathlib
import re

import checks
import figures
from figures import NAMES

BEGIN = "<!-- Written by tests/benchmarks/peers/compare.py: begin -->\n"
END = "<!-- Written by tests/benchmarks/peers/compare.py: end -->\n"


def row(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |\n"


def head(*cells: str) -> str:
    return row(*cells) + "|" + "---|" * len(cells) + "\n"


def digits(value: float) -> str:
    """Three significant digits, without an exponent."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def duration(microseconds: float) -> str:
    if microseconds < 1000:
        return f"{digits(microseconds)} us"
    if microseconds < 1e6:
        return f"{digits(microseconds / 1000)} ms"
    return f"{digits(microseconds / 1e6)} s"


def mib(value: float) -> str:
    return f"{digits(value / figures.MIB)} MiB"


def size_in_bytes(value: float) -> str:
    return f"{digits(value / 1e6)} MB" if value >= 1e6 else \
        f"{digits(value / 1e3)} kB"


def latencies(measured: dict, part: str = "ask_ns") -> str:
    """Has p99 only if enough questions were asked."""
    shares = (0.5, 0.95) if len(measured["ask_ns"]) < 500 else (0.5, 0.95, 0.99)
    return " / ".join(duration(figures.latency_us(measured, share, part))
                      for share in shares)


def paragraph_table(results: dict) -> str:
    paragraphs = results["paragraphs"]
    table = head("index a paragraph and ask it (median)", "index", "ask",
                 "both", "faster than Python")
    for name, label in (("python", f"Python {results['python']}"),
                        ("paper", "profile `paper`"),
                        ("default", "profile `default`")):
        each = paragraphs[name]
        ratio = figures.python_ratio(paragraphs, name)
        table += row(label, duration(each["index_us"]),
                     duration(each["ask_us"]),
                     duration(each["index_and_ask_us"]),
                     "" if name == "python" else f"{ratio:.1f} times")
    agreement = 100 * paragraphs["agreement"]
    mean = digits(paragraphs["python"]["index_and_ask_mean_us"])
    return table + (f"\nProfile `paper` gives the same answer as Python for "
                    f"{agreement:.2f} % of the questions. Python's mean is "
                    f"{mean} us; the paper reports 97 us.\n")


def size_rows(corpus: dict, common: int) -> list:
    """(label, cell of a system's figures), in the table's order."""
    def ratio(part: str):
        return lambda m: f"{figures.per_text_byte(m, corpus, part):.2f}"
    return [
        ("indexing", lambda m: f"{digits(m['build_mb_per_s'])} MB/s"),
        ("highest memory while indexing, anonymous / PSS",
         lambda m: f"{mib(m['build_peak']['anonymous'])} / "
                   f"{mib(m['build_peak']['pss'])}"),
        ("index without stored text, per byte of text", ratio("index_bytes")),
        ("of it dictionary and postings", ratio("posting_bytes")),
        ("the same, bytes a posting",
         lambda m: digits(m["index"]["posting_bytes"]
                          / m["index"]["postings"])),
        (f"recall at 5, the first {common:,} questions",
         lambda m: f"{100 * figures.recall(m, common):.1f} %"),
        ("warm, p50 / p95 / p99", lambda m: latencies(m["warm"])),
        ("the same, chunks alone",
         lambda m: latencies(m["retrieval"]) if "retrieval" in m else ""),
        ("the same, time on a processor",
         lambda m: latencies(m["warm"], "processor_ns")),
        ("the same, question without stop words",
         lambda m: latencies(m["warm_without_stop_words"])),
        ("questions asked", lambda m: f"{len(m['warm']['ask_ns']):,}"),
        ("cold: opening, p50",
         lambda m: duration(1000 * figures.cold_ms(m, "open_ns", 0.5))),
        ("cold: first question, p50 / p95",
         lambda m: " / ".join(
             duration(1000 * figures.cold_ms(m, "ask_ns", share))
             for share in (0.5, 0.95))),
        ("cold: read from disk, median",
         lambda m: size_in_bytes(
             figures.percentile(m["cold"]["read_bytes"], 0.5))),
        ("cold: times that it waits for the disk's pages, median",
         lambda m: f"{figures.percentile(m['cold']['major_faults'], 0.5):,}"),
        ("memory while asking, anonymous / PSS",
         lambda m: f"{mib(m['warm']['anonymous_bytes'])} / "
                   f"{mib(m['warm']['pss_bytes'])}"),
        ("instructions a question",
         lambda m: f"{m['instructions'] / 1e6:,.2f} million"
         if "instructions" in m else "-"),
        ("heap allocations a question",
         lambda m: f"{figures.heap_allocations(m):,.0f}"),
    ]


def size_table(chunks: int, size: dict) -> str:
    corpus = size["corpus"]
    table = head(f"{chunks:,} chunks, {corpus['text_bytes'] / 1e6:.1f} MB",
                 *(f"{NAMES[system]} {size[system]['index']['version']}"
                   for system in NAMES))
    common = min(len(size[system]["warm"]["rank"]) for system in NAMES)
    for label, cell in size_rows(corpus, common):
        table += row(label, *(cell(size[system]) for system in NAMES))
    ours = size["answerbox"]
    return table + "\n" + " ".join(
        f"{NAMES[peer]} takes {digits(figures.times_faster(ours, size[peer]))} "
        f"times as long as Answerbox (median), "
        f"{digits(figures.times_faster(ours, size[peer], 'warm_without_stop_words'))} "
        f"times without stop words." for peer in ("xapian", "fts5")) + "\n"


def claim_table(results: dict) -> str:
    table = head("claim", "measured", "holds")
    for claim in (checks.clock_claims(results)
                  + checks.claims_without_clock(results)):
        table += row(claim.what, claim.measured,
                     "yes" if claim.holds else "**no**")
    return table


def render(results: dict) -> str:
    parts = [f"Measured in one run on one machine: {results['machine']}.\n"]
    if results["load"] > figures.QUIET_LOAD:
        parts.append(f"**Other programs were running** (load "
                     f"{results['load']:.0f}): times are too long, and compare "
                     f"only roughly.\n")
    parts.append(paragraph_table(results))
    parts += [size_table(int(chunks), size)
              for chunks, size in results["sizes"].items()]
    return "\n".join(parts + [claim_table(results)])


def insert(results: dict, document: pathlib.Path) -> None:
    """Puts the tables between the marks in the document."""
    text = document.read_text("utf-8")
    pattern = re.escape(BEGIN) + ".*" + re.escape(END)
    if not re.search(pattern, text, flags=re.DOTALL):
        raise SystemExit(f"{document} has no place for the tables: {BEGIN}")
    section = f"{BEGIN}\n{render(results)}\n{END}"
    document.write_text(re.sub(pattern, lambda _: section, text,
                               flags=re.DOTALL), "utf-8")
