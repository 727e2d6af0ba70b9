#!/usr/bin/env python3
"""Checks the figures of docs/lab/evaluation.md, and prints its tables.

usage: figures.py ANSWERBOX-LAB

Asks the SQuAD v2.0 dev set (folder squad-dev of $ANSWERBOX_DATA, else of
../shared/data beside the project) with `answerbox-lab evaluate squad`. Profile
paper must come within a point of every published containment, within a point
and a half in the table of thresholds, and within 0.01 of every F1, in both
arithmetics. Profile default must reach its own floors. Without the data it ends
with code 77.
"""

import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DATA = pathlib.Path(os.environ.get("ANSWERBOX_DATA")
                    or ROOT.parent / "shared/data") / "squad-dev"
SKIPPED = 77
ARITHMETICS = ("fixed", "float")

# Published (Doifode, UMAP 2026 workshops): weights, containment, token F1.
WEIGHTS = [("0.5,0.3,0.2", 0.690, 0.171), ("1,0,0", 0.750, 0.187),
           ("0.6,0.4,0", 0.706, 0.183),
           ("0.33333,0.33333,0.33334", 0.637, 0.156),
           ("0.2,0.6,0.2", 0.608, 0.159)]
# Window, containment; the overlap is a fifth of the window.
WINDOWS = [(50, 0.677), (100, 0.685), (150, 0.690), (200, 0.690),
           (300, 0.693), (400, 0.693)]
# Theta, containment, refusal of the unanswerable questions.
THETAS = [(0.0, 0.690, 0.0), (0.25, 0.682, 0.038), (0.3, 0.660, 0.102),
          (0.35, 0.614, 0.209), (0.4, 0.545, 0.360), (0.45, 0.447, 0.529),
          (0.5, 0.337, 0.683)]


class Checker:
    def __init__(self, lab: str):
        self._lab = lab
        self.failures: list[str] = []

    def evaluate(self, *options: str) -> dict:
        run = subprocess.run(
            [self._lab, "evaluate", "squad",
             str(DATA / "squad-v2.0-dev.json"), "--json", *options],
            check=True, capture_output=True, text=True)
        return json.loads(run.stdout)

    def near(self, what: str, found: float, wanted: float,
             tolerance: float) -> None:
        if abs(found - wanted) > tolerance:
            self.failures.append(f"{what}: {found:.4f} is more than "
                                 f"{tolerance} from {wanted}")

    def at_least(self, what: str, found: float, floor: float) -> None:
        if found < floor:
            self.failures.append(f"{what}: {found:.4f} is below {floor}")


def percent(rate: float | None) -> str:
    return "-" if rate is None else f"{100 * rate:.1f}"


def row(*cells: str) -> None:
    print("| " + " | ".join(cells) + " |")


def head(*cells: str) -> None:
    print()
    row(*cells)
    print("|" + "---|" * len(cells))


def published_weights(checker: Checker) -> None:
    head("weights a, b, c", "published containment / F1", *ARITHMETICS)
    for weights, containment, f1 in WEIGHTS:
        cells = []
        for arithmetic in ARITHMETICS:
            found = checker.evaluate("--profile", "paper", "--weights",
                                     weights, "--arithmetic", arithmetic)
            what = f"weights {weights} {arithmetic}"
            checker.near(what, found["containment"], containment, 0.010)
            checker.near(f"{what} F1", found["token_f1"], f1, 0.01)
            cells.append(f"{percent(found['containment'])} / "
                         f"{found['token_f1']:.3f}")
        row(weights, f"{percent(containment)} / {f1:.3f}", *cells)


def published_windows(checker: Checker) -> None:
    head("chunk W,O", "published containment", *ARITHMETICS)
    for window, containment in WINDOWS:
        chunk = f"{window},{window // 5}"
        cells = []
        for arithmetic in ARITHMETICS:
            found = checker.evaluate("--profile", "paper", "--chunk", chunk,
                                     "--arithmetic", arithmetic)
            checker.near(f"chunk {chunk} {arithmetic}", found["containment"],
                         containment, 0.010)
            cells.append(percent(found["containment"]))
        row(chunk, percent(containment), *cells)


def published_thetas(checker: Checker) -> None:
    head("theta", "published containment / refusal", *ARITHMETICS)
    for theta, containment, refusal in THETAS:
        cells = []
        for arithmetic in ARITHMETICS:
            found = checker.evaluate("--profile", "paper", "--theta",
                                     str(theta), "--arithmetic", arithmetic)
            what = f"theta {theta} {arithmetic}"
            checker.near(what, found["containment"], containment, 0.015)
            checker.near(f"{what} refusal", found["refusal"], refusal, 0.015)
            cells.append(f"{percent(found['containment'])} / "
                         f"{percent(found['refusal'])}")
        row(f"{theta:.2f}", f"{percent(containment)} / {percent(refusal)}",
            *cells)


def check_default(checker: Checker, found: dict) -> None:
    checker.at_least("reporting half", found["containment"], 0.885)
    checker.at_least("two sentences", found["containment_at_2"], 0.96)
    checker.at_least("AUROC", found["answerability_auroc"], 0.71)
    for containment, floor in (("0.690", 0.57), ("0.614", 0.66),
                               ("0.545", 0.72)):
        checker.at_least(f"refusal at containment {containment}",
                         found["refusal_at_containment"][containment], floor)


def reporting_half(checker: Checker) -> None:
    head("reporting half", "containment [95 %]", "in two sentences", "AUROC",
         "refusal at 69.0 / 61.4 / 54.5 / 44.7", "words")
    for profile in ("paper", "default"):
        found = checker.evaluate("--profile", profile, "--not-articles",
                                 str(DATA / "tuning-articles.txt"))
        if profile == "default":
            check_default(checker, found)
        low, high = found["containment_ci95"]
        refusal = found["refusal_at_containment"]
        row(f"profile {profile}",
            f"{percent(found['containment'])} [{percent(low)}, "
            f"{percent(high)}]",
            percent(found["containment_at_2"]),
            f"{found['answerability_auroc']:.3f}",
            " / ".join(percent(refusal[at])
                       for at in ("0.690", "0.614", "0.545", "0.447")),
            f"{found['words_returned_mean']:.1f}")


def short_answers(checker: Checker) -> None:
    head("short answers, reporting half", "token F1", "exact match", "words")
    found = checker.evaluate("--answer", "short", "--threads", "2",
                             "--not-articles", str(DATA / "tuning-articles.txt"))
    checker.at_least("short answers' F1", found["token_f1"], 0.53)
    checker.at_least("short answers' exact match", found["exact_match"], 0.355)
    row("profile default", f"{found['token_f1']:.3f}",
        percent(found["exact_match"]), f"{found['words_returned_mean']:.1f}")


def one_collection(checker: Checker) -> None:
    head("all 1,204 paragraphs, whole file", "recall at 1 / 5 / 10",
         "containment")
    contained = {}
    for profile in ("paper", "default"):
        found = checker.evaluate("--profile", profile, "--open", "--threads",
                                 "2")
        contained[profile] = found["containment"]
        if profile == "default":
            checker.at_least("recall at 5", found["recall_at_5"], 0.95)
        row(f"profile {profile}",
            " / ".join(percent(found[f"recall_at_{k}"]) for k in (1, 5, 10)),
            percent(found["containment"]))
    checker.at_least("end to end over profile paper",
                     contained["default"] - contained["paper"], 0.15)
    checker.at_least("end to end", contained["default"], 0.765)


def main() -> int:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if not DATA.exists():
        print(f"Skipped: {DATA} is not there; set ANSWERBOX_DATA.")
        return SKIPPED
    checker = Checker(sys.argv[1])
    published_weights(checker)
    published_windows(checker)
    published_thetas(checker)
    reporting_half(checker)
    short_answers(checker)
    one_collection(checker)
    for failure in checker.failures:
        print(failure, file=sys.stderr)
    return 1 if checker.failures else 0


if __name__ == "__main__":
    sys.exit(main())
