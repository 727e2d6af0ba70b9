#!/usr/bin/env python3
"""Writes the tables of docs/lab/gathering.md: what is gathered, beside baselines.

usage: gathering.py BUILD FOLDER [NAME...]

FOLDER keeps what was measured, as NAME.json. Measures what is named, or else
what FOLDER lacks, then writes the tables of all that FOLDER holds into the
section "Figures". The data are in $ANSWERBOX_DATA, else in ../shared/data
beside the project. All takes an hour; latent vectors take most of it, and
weights that are tried on stories some minutes.

Questions in the reader's words are those of sources.py: with a slip in the longest
word, and with one form of an abbreviation where the section has the other.
"""

import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import guideline_articles
import sources
import story_weights

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = pathlib.Path(os.environ.get("ANSWERBOX_DATA") or ROOT.parent / "shared/data")
PAGE = ROOT / "docs/lab/gathering.md"
BEGIN = "<!-- tests/figures/gathering.py writes from here -->"
END = "<!-- to here -->"

STORIES = DATA / "squality/squality-v1.3-dev.jsonl"
SQUAD = DATA / "squad-dev"
TUNING = (SQUAD / "squad-v2.0-dev.json", "--articles", SQUAD / "tuning-articles.txt")
REPORTING = (SQUAD / "squad-v2.0-dev.json", "--not-articles",
             SQUAD / "tuning-articles.txt")
PAGES = ("--pages", DATA / "medquad/docs", "--questions")
QUESTIONS = DATA / "medquad/questions-dev.tsv"
# Stands for a file that is made when it is measured.
GUIDELINES = "guidelines"
MEDQUAD = (*PAGES, QUESTIONS)

# Name: (title, arguments of `answerbox-lab evaluate`). One question in so many, where
# all would take hours.
MEASURES = {
    "summaries": ("Summaries of stories, 250 words (ROUGE, F1 in percent)",
                  ("summaries", STORIES)),
    "long": ("Long answers about stories, 6 sentences (ROUGE)", ("long", STORIES)),
    "long_words": ("Long answers about stories, 250 words (ROUGE)",
                   ("long", STORIES, "--words", "250")),
    "articles": ("SQuAD articles as long documents, tuning half: recall of the "
                 "answer by share of the tokens", ("select", *TUNING)),
    "articles_reporting": ("The same, reporting half", ("select", *REPORTING)),
    "articles_twice": ("Tuning half, every document twice",
                       ("select", *TUNING, "--twice", "--strategies",
                        "mmr,chunks")),
    "articles_latent": ("Tuning half with latent vectors, by (strategy, alpha, w); "
                        "one question in three",
                        ("select", *TUNING, "--vectors", "latent", "--every", "3",
                         "--strategies", "mmr,fps", "--alpha", "0.5,0.6,0.8,0.9",
                         "--window", "1,5,0")),
    "guidelines": ("Clinical guidelines as long documents: recall of the answer by "
                   "share of the tokens", ("select", GUIDELINES, "--alpha",
                                           "0.6,0.8,0.9", "--window", "5,0")),
    "guidelines_latent": ("Clinical guidelines with latent vectors, by (strategy, "
                          "alpha, w)",
                          ("select", GUIDELINES, "--vectors", "latent",
                           "--strategies", "mmr,fps", "--alpha", "0.5,0.6,0.8",
                           "--window", "5,10,0")),
    "pages": ("medquad, 1,716 pages as one collection: share of the section's "
              "letters by tokens",
              ("select", *MEDQUAD, "--strategies", "mmr,fps", "--against",
               "chunks")),
    "pages_lexrank": ("medquad with LexRank, gains over relevance; one question in "
                      "twenty",
                      ("select", *MEDQUAD, "--strategies", "lexrank", "--every",
                       "20")),
    "pages_latent": ("medquad with latent vectors, gains over relevance; one "
                     "question in ten",
                     ("select", *MEDQUAD, "--vectors", "latent", "--every", "10",
                      "--strategies", "mmr,fps", "--alpha", "0.5,0.6,0.8",
                      "--window", "5,0")),
    "pages_twice": ("medquad, every page twice",
                    ("select", *MEDQUAD, "--twice", "--strategies", "mmr",
                     "--against", "chunks")),
}

# How questions of medquad are changed, and how they are then read: (title, options).
READINGS = (("as they stand", ("--no-spelling", "--no-abbreviations")),
            ("spelling", ("--no-abbreviations",)),
            ("abbreviations", ("--no-spelling",)),
            ("both", ()))
WORDINGS = {"words_as_asked": "as asked", "words_with_slip": "with a slip",
            "words_other_form": "other form in the section",
            "words_swapped": "in the other form"}

# Weights, each chosen on one half of the stories and measured on the other.
CHOSEN = {
    "summaries_chosen": ("summaries", "Weights of summaries, chosen on half of the "
                         "stories: alpha, window, full words, direct speech"),
    "long_chosen": ("long", "Weights of long answers, chosen on half of the stories: "
                    "shares of relevance, centrality and feedback, full words"),
}

RETRIEVALS = ("bm25", "feedback", "likelihood", "jelinek-mercer",
              "feedback+likelihood", "dense", "dense+feedback", "dense+likelihood")
RETRIEVAL_TITLE = ("medquad, ours by how candidates are retrieved: share of the "
                   "section's letters by tokens, gains over whole chunks")


def report_of(lab, arguments):
    ended = subprocess.run([lab, "evaluate", *arguments, "--json"],
                           stdout=subprocess.PIPE, check=True)
    return json.loads(ended.stdout)


def worded(name):
    """Rows of medquad with the questions of a wording."""
    with open(QUESTIONS, encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    if name == "words_as_asked":
        return rows
    if name == "words_with_slip":
        changed = [(row, sources.misspelt(row["question"])) for row in rows]
        changed = [(row, question) for row, question in changed
                   if question != row["question"]]
    else:
        changed = sources.by_abbreviation(rows)[name == "words_swapped"]
    return [{**row, "question": question} for row, question in changed]


def measure_wording(lab, name):
    """The report of `evaluate select` with a row for each reading."""
    rows = worded(name)
    with tempfile.NamedTemporaryFile("w", suffix=".tsv", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0], delimiter="\t", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        file.flush()
        reports = [report_of(lab, ("select", *PAGES, file.name, "--threads", "2",
                                         "--strategies", "chunks", *options))
                   for _, options in READINGS]
    reports[0]["strategies"] = [{**report["strategies"][0], "strategy": title}
                                for report, (title, _) in zip(reports, READINGS)]
    return reports[0]


def measure_retrieval(lab):
    """The report of `evaluate select` with a row for each retrieval, then chunks."""
    reports = [report_of(lab, ("select", *MEDQUAD, "--threads", "2",
                                     "--strategies", "chunks", "--against", "chunks",
                                     "--retrieval", retrieval))
               for retrieval in RETRIEVALS]
    chunks = [row for row in reports[0]["strategies"] if row["strategy"] == "chunks"]
    reports[0]["strategies"] = [{**report["strategies"][0], "strategy": retrieval}
                                for report, retrieval in zip(reports, RETRIEVALS)]
    reports[0]["strategies"] += chunks
    return reports[0]


def measure_choice(lab, task):
    """What story_weights.choose finds."""
    def figures(weights):
        report = report_of(lab, (task, STORIES, "--weights", weights))
        return next(system for system in report["systems"]
                    if system["strategy"] == "ours")

    return story_weights.choose(task, figures)


def measure(build, folder, name):
    print(name, file=sys.stderr)
    lab = build / "lab/answerbox-lab"
    if name == "retrieval":
        report = measure_retrieval(lab)
    elif name in WORDINGS:
        report = measure_wording(lab, name)
    elif name in CHOSEN:
        report = measure_choice(lab, CHOSEN[name][0])
    else:
        arguments = MEASURES[name][1]
        threads = ("--threads", "2") if arguments[0] == "select" else ()
        with tempfile.TemporaryDirectory() as scratch:
            if GUIDELINES in arguments:
                file = pathlib.Path(scratch) / "guidelines.json"
                guideline_articles.write(build / "client/answerbox", DATA, file)
                arguments = [file if argument == GUIDELINES else argument
                             for argument in arguments]
            report = report_of(lab, (*arguments, *threads))
    (folder / f"{name}.json").write_text(json.dumps(report), encoding="utf-8")


def label(row):
    words = [row["strategy"]]
    if "alpha" in row:
        words.append(f"{row['alpha']:g},")
        words.append(str(row["window"]) if row["window"] else "all")
    return " ".join(words)


def percent(share):
    return f"{100 * share:.1f}"


def lines_of(header, rows):
    yield "| " + " | ".join(header) + " |"
    yield "|" + "---|" * len(header)
    for row in rows:
        yield "| " + " | ".join(row) + " |"


def stories_table(report):
    """Each figure of all stories, then of the first and second half."""
    def figures(system, measure):
        return " / ".join(percent(system[half][measure])
                          for half in ("all", "first", "second"))

    return lines_of(
        ["", "ROUGE-1: all / first / second half", "ROUGE-2", "ROUGE-L", "words"],
        [[label(system), *(figures(system, measure)
                           for measure in ("rouge1", "rouge2", "rougeL")),
          f"{system['words_mean']:.0f}"] for system in report["systems"]])


def budget_name(budget):
    if "budget_share" in budget:
        return f"{budget['budget_share']:g}"
    return f"{budget['budget_tokens']:,} tokens"


def selection_table(report):
    """Recall, and how much more that is than by what gains are over."""
    def cell(row, budget):
        if row["strategy"] == report["gain_over"]:
            return percent(budget["recall"])
        low, high = budget["gain_ci95"]
        return (f"{percent(budget['recall'])} ({100 * budget['gain']:+.1f} "
                f"[{100 * low:+.1f}, {100 * high:+.1f}])")

    return lines_of(
        ["", *(budget_name(budget)
               for budget in report["strategies"][0]["budgets"])],
        [[label(row), *(cell(row, budget) for budget in row["budgets"])]
         for row in report["strategies"]])


def wordings_table(reports):
    """Recall of each reading, a column for each wording and budget."""
    budgets = [budget_name(budget) for budget in
               next(iter(reports.values()))["strategies"][0]["budgets"]]
    return lines_of(
        ["read", *(f"{WORDINGS[name]} ({report['questions']:,})"
                   for name, report in reports.items())],
        [[title, *(" / ".join(percent(budget["recall"]) for budget in
                              report["strategies"][number]["budgets"])
                   for report in reports.values())]
         for number, (title, _) in enumerate(READINGS)]), " / ".join(budgets)


def wordings_section(folder):
    reports = {name: json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
               for name in WORDINGS if (folder / f"{name}.json").exists()}
    if not reports:
        return
    table, budgets = wordings_table(reports)
    yield f"medquad in the reader's words: share of the section's letters, {budgets}."
    yield ""
    yield from table
    yield ""


def choices_section(folder):
    for name, (_, title) in CHOSEN.items():
        file = folder / f"{name}.json"
        if not file.exists():
            continue
        yield f"{title}."
        yield ""
        yield from lines_of(["", "weights", "ROUGE-1", "ROUGE-2"], story_weights.rows_of(
            json.loads(file.read_text(encoding="utf-8"))))
        yield ""


def section(folder):
    titles = {name: title for name, (title, _) in MEASURES.items()}
    titles["retrieval"] = RETRIEVAL_TITLE
    for name, title in titles.items():
        file = folder / f"{name}.json"
        if not file.exists():
            continue
        report = json.loads(file.read_text(encoding="utf-8"))
        left_out = report.get("left_out", 0)
        yield (f"{title}. {report['questions']:,} questions" +
               (f", and {left_out:,} whose answer stands nowhere" if left_out else "") +
               ".")
        yield ""
        yield from (stories_table if "systems" in report else selection_table)(report)
        yield ""
    yield from choices_section(folder)
    yield from wordings_section(folder)


def write_page(folder):
    written = "\n".join([BEGIN, "", *section(folder), END])
    text = PAGE.read_text(encoding="utf-8")
    if BEGIN not in text:
        text = (text.rstrip("\n") + "\n\n## Figures\n\nRecall is followed by what it "
                "gains over relevance alone, or of pages over whole chunks, with a "
                "95 % interval over documents\n"
                "([evaluation.md](evaluation.md#what-is-gathered)).\n\n"
                f"{BEGIN}\n{END}\n")
    before, _, rest = text.partition(BEGIN)
    PAGE.write_text(before + written + rest.partition(END)[2], encoding="utf-8")


def main():
    names = [*MEASURES, "retrieval", *CHOSEN, *WORDINGS]
    if len(sys.argv) < 3 or not set(sys.argv[3:]) <= set(names):
        sys.exit(f"{__doc__}\nNames: {', '.join(names)}")
    folder = pathlib.Path(sys.argv[2])
    folder.mkdir(exist_ok=True)
    for name in sys.argv[3:] or names:
        if sys.argv[3:] or not (folder / f"{name}.json").exists():
            measure(pathlib.Path(sys.argv[1]), folder, name)
    write_page(folder)


if __name__ == "__main__":
    main()
