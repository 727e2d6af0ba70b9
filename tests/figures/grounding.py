#!/usr/bin/env python3
"""Checks the figures of grounding, and writes the tables of docs/lab/grounding.md.

usage: grounding.py ANSWERBOX-LAB [--write]

Fails if an area under the ROC curve on a reported half is below its floor. With
--write, writes the tables into the page. The data are in $ANSWERBOX_DATA, else in
../shared/data beside the project; without them the check is skipped (exit code
77). Takes half a minute.
"""

import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = pathlib.Path(os.environ.get("ANSWERBOX_DATA") or ROOT.parent / "shared/data")
PAGE = ROOT / "docs/lab/grounding.md"
BEGIN = "<!-- tests/figures/grounding.py writes {} from here -->"
END = "<!-- to here -->"
SKIPPED = 77

STORIES = DATA / "squality/squality-v1.3-dev.jsonl"
SQUAD = DATA / "squad-dev/squad-v2.0-dev.json"
CHOSEN_ON = DATA / "squad-dev/tuning-articles.txt"
EVIDENCE = DATA / "conditionalqa-train/questions.jsonl"

EVALUATORS = ("geometric", "paper", "share", "cosine", "unigram")

# Of the geometric score: the least area, and the least gain over the share of the
# words. What is measured is at least .003 above.
FLOORS = {
    ("stories", "other"): (.965, .008),
    ("stories", "gutted"): (.918, -.015),
    ("stories", "three"): (.825, .005),
    ("squad", "other"): (.955, .02),
    ("squad", "gutted"): (.955, .01),
    ("squad", "three"): (.965, .015),
    ("evidence", "other"): (.77, .02),
    ("evidence", "gutted"): (.82, .01),
    ("evidence", "three"): (.78, .02),
}


def measured(lab):
    command = [lab, "evaluate", "grounding", "--stories", STORIES, "--squad",
               SQUAD, "--chosen-on", CHOSEN_ON, "--evidence", EVIDENCE, "--json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True,
                                     text=True).stdout)


def decimals(value, sign=""):
    mark = "-" if value < 0 else sign
    return mark + f"{abs(value):.3f}".lstrip("0")


def percent(share):
    return f"{100 * share:.1f} %"


def areas(report):
    lines = ["| corpus | task | answers | " + " | ".join(EVALUATORS) + " | gain |",
             "|---" * (4 + len(EVALUATORS)) + "|"]
    for one in report["sets"]:
        half = one["reported"]
        low, high = half["gain_ci95"]
        cells = [one["corpus"], one["task"], f"{half['cases']:,}",
                 *(decimals(half["auc"][name]) for name in EVALUATORS),
                 f"{decimals(half['gain'], '+')} [{decimals(low)}, {decimals(high)}]"]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def verdicts(report):
    lines = ["| corpus | task | grounded answers: called grounded | ungrounded "
             "(false alarms) | other answers: called grounded | ungrounded |",
             "|---|---|---|---|---|---|"]
    for one in report["sets"]:
        if one["task"] == "three":
            continue
        own, others = one["verdicts"]["of_grounded"], one["verdicts"]["of_others"]
        cells = [one["corpus"], one["task"],
                 *(percent(side[name]) for side in (own, others)
                   for name in ("called_grounded", "called_ungrounded"))]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def write(report):
    page = PAGE.read_text(encoding="utf-8")
    for name, table in (("areas", areas(report)), ("verdicts", verdicts(report))):
        begin = BEGIN.format(name)
        before, rest = page.split(begin)
        after = rest.split(END, 1)[1]
        page = f"{before}{begin}\n\n{table}\n\n{END}{after}"
    PAGE.write_text(page, encoding="utf-8")


def main():
    if len(sys.argv) not in (2, 3) or (len(sys.argv) == 3 and
                                       sys.argv[2] != "--write"):
        sys.exit(__doc__)
    missing = [path for path in (STORIES, SQUAD, CHOSEN_ON, EVIDENCE)
               if not path.is_file()]
    if missing:
        print(f"skipped: there is no {missing[0]}")
        return SKIPPED
    report = measured(sys.argv[1])
    print(f"thresholds {report['thresholds']}")
    failed = False
    for one in report["sets"]:
        area = one["reported"]["auc"]["geometric"]
        gain = one["reported"]["gain"]
        least_area, least_gain = FLOORS[one["corpus"], one["task"]]
        fault = area < least_area or gain < least_gain
        failed = failed or fault
        print(f"{one['corpus']:9} {one['task']:7} area {area:.3f} (from {least_area})"
              f" gain {gain:+.3f} (from {least_gain:+})"
              f"{' TOO LOW' if fault else ''}")
    if len(sys.argv) == 3:
        write(report)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
