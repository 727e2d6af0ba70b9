"""Reads the names of the features of leaves and units, and writes their weights."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
UNITS = ROOT / "engine/answer/units"
SHIPPED = UNITS / "unit_weights.cc"
SHIPPED_TREES = UNITS / "unit_trees.bin"
ONE = 4096
PROBABILITY = 65536
# What the program's sums of feature times weight hold: leaf_probabilities.cc. For
# other numbers of documents weights lie between those for few and for many.
MOST_WEIGHT = 2**15 - 1
MOST_WEIGHTS = 2**18


def feature_names(header, macro):
    """Names in a macro of the form `#define MACRO(X) X(Name, "text") ...`."""
    text = (UNITS / header).read_text("ascii").replace("\\\n", " ")
    definition = re.search(rf"#define {macro}\(X\)(.*)", text).group(1)
    return re.findall(r"\bX\((\w+)", definition)


LEAF_FEATURES = feature_names("leaf_features.h", "ANSWERBOX_LEAF_FEATURES")
# Of these, how far a unit's is below the greatest of the question follows.
COMPARED = feature_names("unit_features.h", "ANSWERBOX_COMPARED_FEATURES")
UNIT_FEATURES = [*feature_names("unit_features.h", "ANSWERBOX_UNIT_FEATURES"),
                 *(f"{name}Below" for name in COMPARED)]


def fixed(value):
    return round(float(value) * ONE)


def array(name, weights):
    numbers = [f"{fixed(weight)}," for weight in weights]
    width = max(map(len, numbers))
    lines = [f"    {number:{width}}  // {feature}\n"
             for number, feature in zip(numbers, LEAF_FEATURES)]
    return (f"const std::array<std::int32_t, kLeafFeatures> {name} = {{\n"
            + "".join(lines) + "};\n")


def check_weights(few, many):
    few = list(map(fixed, few))
    for documents, weights in (
            ("one document", few),
            ("many documents", [w + fixed(more) for w, more in zip(few, many)])):
        greatest = max(weights, key=abs)
        feature = LEAF_FEATURES[weights.index(greatest)]
        if abs(greatest) > MOST_WEIGHT:
            raise ValueError(f"the weight of {feature} for {documents} is "
                             f"{greatest / ONE}, past {MOST_WEIGHT / ONE}")
        if (together := sum(map(abs, weights))) >= MOST_WEIGHTS:
            raise ValueError(f"all weights for {documents} together are {together / ONE}, "
                             f"not below {MOST_WEIGHTS / ONE}; the greatest is {feature}")


def write_weights(path, leaf, prices):
    """`leaf` is by LEAF_FEATURES, twice: then what many documents add. `prices` are
    the members of WordPrices, per hundred words."""
    few, many = leaf[:len(LEAF_FEATURES)], leaf[len(LEAF_FEATURES):]
    check_weights(few, many)
    parts = ['#include "engine/answer/units/unit_weights.h"\n',
             "namespace answerbox::engine {\n",
             array("kLeafWeights", few),
             array("kLeafWeightsOfMany", many),
             f"const WordPrices kWordPrices = {{{', '.join(str(round(p * PROBABILITY)) for p in prices)}}};\n",
             "}  // namespace answerbox::engine\n"]
    pathlib.Path(path).write_text("\n".join(parts), "ascii")
