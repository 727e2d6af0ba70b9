#!/usr/bin/env python3
"""The forms that count as right, and those that do not (README.md, "What is right").

usage: written_test.py
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from written import pattern, plain  # noqa: E402

# Text as a case has it -> readings that are right, and that are wrong.
FORMS = {
    "10{m:3} mg": (("10³ mg", "10[3] mg", "10[^3] mg", "10 (3) mg", "10 mg"), ("103 mg", "10 3 mg", "110 mg", "10.10 mg")),
    "h{m:a} is": (("hᵃ is", "h[a] is", "h is"), ("ha is",)),
    "gate{m:?} and": (("gate¹ and", "gateⁱ and", "gate[^w] and", "gate and"), ("gate1 and",)),
    "4 m{^3} of": (("4 m³ of", "4 m^3 of"), ("4 m3 of", "43 of")),
    "10{^9}/l": (("10⁹/l", "10^9/l"), ("109/l", "10 9/l")),
    "2 × 10{^-3} g": (("2 × 10⁻³ g", "2 × 10^-3 g", "2 × 10^{−3} g"), ("2 × 10-3 g", "2 × 10³ g")),
    "CO{_2} and": (("CO₂ and", "CO2 and", "CO_2 and"), ("CO and", "CO 2 and")),
    "1{o:st} of": (("1st of", "1ˢᵗ of"), ("1 of", "1 st of")),
    "2{1/2} cups": (("2½ cups", "2 ½ cups", "2 1/2 cups", "2¹⁄₂ cups", "2 1⁄2 cups"), ("21/2 cups", "2 cups", "1/2 cups")),
    "½ tablet": (("½ tablet", "1/2 tablet", "¹⁄₂ tablet"), ("11/2 tablet", "1½ tablet", "2 tablet")),
    "−4 °C": (("−4 °C", "-4 °C"), ("4 °C", "–40 °C")),
    "12 µg": (("12 μg", "12\u00a0µg"), ("12 g", "12 mg")),
    "fire": (("ﬁre", "fi\u00adre"), ("fires", "f ire")),
}


def main() -> int:
    faults = [f"{text} is not found in {reading}" for text, (right, _) in FORMS.items() for reading in right
              if not re.search(pattern(text), plain(reading))]
    faults += [f"{text} is found in {reading}" for text, (_, wrong) in FORMS.items() for reading in wrong
               if re.search(pattern(text), plain(reading))]
    for fault in faults:
        print(f"FAULT: {fault}")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
