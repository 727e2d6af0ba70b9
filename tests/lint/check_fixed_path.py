#!/usr/bin/env python3
"""Fails if the engine uses floating point outside of a few files.

usage: check_fixed_path.py ROOT

Scores are integers, so that the same question on the same documents gives the
same bytes on every machine. Doubles are for the other arithmetic (and for
numbers that people read), in engine/numeric/arithmetic.h, and for settings that
become fixed point, in engine/numeric/fixed_point.h. ConSens has numbers of its
own in each arithmetic, in engine/grounding. Callers give and read them
in engine/ask/question.h, answer.h and search.h: a threshold, a score, a confidence;
and in engine/gathering. Latent vectors, their cosines and the basis of dense
vectors are doubles, made by operations that IEEE 754 rounds exactly, so they too
are the same everywhere.
Exams compare probabilities with thresholds, and add and divide weights, which
is exact in the same sense.
"""

import pathlib
import re
import sys

HOMES = {"engine/ask/answer.h", "engine/ask/question.h",
         "engine/ask/search.h",
         "engine/exam/examine.cc", "engine/exam/examine.h",
         "engine/gathering/gathering.h", "engine/gathering/text_selection.cc",
         "engine/latent/dense_vectors.cc",
         "engine/latent/range_finder.h", "engine/latent/range_finder.cc",
         "engine/selection/unit_similarities.h",
         "engine/selection/unit_similarities.cc",
         "engine/grounding/consens/consens.cc", "engine/grounding/consens/word_likelihood.h",
         "engine/numeric/arithmetic.h",
         "engine/numeric/fixed_point.h"}

# Text that computes nothing.
IGNORED = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'',
                     re.DOTALL)
DIGIT_SEPARATOR = re.compile(r"(?<=[0-9a-fA-F])'(?=[0-9a-fA-F])")
FLOATING = re.compile(
    r"\b(?:float|double)\b|<cmath>|<math\.h>|<cfloat>|"
    r"\b\d+\.\d*(?:[eE][+-]?\d+)?|(?<![\w.])\.\d+|\b\d+[eE][+-]?\d+\b")


def violations_of(text: str) -> list[tuple[int, str]]:
    blank = lambda match: re.sub(r"[^\n]", " ", match.group())
    code = IGNORED.sub(blank, DIGIT_SEPARATOR.sub("", text))
    return [(code.count("\n", 0, match.start()) + 1, match.group())
            for match in FLOATING.finditer(code)]


def check_the_check() -> None:
    """The rule must catch the errors for which it is made, and nothing else."""
    for bad in ("double x;", "auto x = 1.5;", "auto x = .5f;", "x * 1e3",
                "#include <cmath>", "static_cast<float>(n)", "x = 2.;"):
        if not violations_of(bad):
            sys.exit(f"the check missed {bad}")
    for good in ("// a double is 0.5", "/* 1.5 */", '"0.5"', "0x1e3",
                 "1'000'000", "a.b", "v2.x", "ToDouble(x)", "'.'", "x...",
                 "0xFE5D"):
        if violations_of(good):
            sys.exit(f"the check took {good} for floating point")


def main() -> int:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    check_the_check()
    root = pathlib.Path(sys.argv[1])
    files = sorted(file for file in (root / "engine").rglob("*")
                   if file.suffix in (".h", ".cc"))
    if not files:
        sys.exit(f"no engine below {root}")
    failed = False
    for file in files:
        path = file.relative_to(root).as_posix()
        if path in HOMES:
            continue
        for line, what in violations_of(file.read_text(encoding="utf-8")):
            print(f"{path}:{line}: floating point: {what}", file=sys.stderr)
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
