"""The weights of units are written as the program's source has them."""

import pathlib
import re
import tempfile
import unittest

from unit_weights_file import (LEAF_FEATURES, ONE, SHIPPED, UNIT_FEATURES, fixed,
                               write_weights)


def numbers_of(text):
    code = re.sub(r"//.*|std::int32_t|#include.*", "", text)
    return [int(number) / ONE for number in re.findall(r"-?\b\d+\b", code)]


class UnitWeightsFile(unittest.TestCase):
    def test_finds_the_features_in_the_order_of_their_numbers(self):
        self.assertEqual(LEAF_FEATURES[:2], ["Coverage", "SoftCoverage"])
        self.assertEqual(LEAF_FEATURES[-1], "TellingAll")
        self.assertEqual(UNIT_FEATURES[0], "Mass")
        self.assertEqual(UNIT_FEATURES[-1], "DocumentsSoft")

    def test_writes_the_shipped_numbers_as_the_shipped_file(self):
        shipped = SHIPPED.read_text("ascii")
        numbers = numbers_of(shipped)
        leaves, units = 2 * len(LEAF_FEATURES), len(UNIT_FEATURES)
        self.assertEqual(len(numbers), leaves + 2 * units + 5)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "unit_weights.cc"
            write_weights(path, numbers[:leaves], numbers[leaves:leaves + units],
                          numbers[leaves + units:leaves + 2 * units], *numbers[-5:-3],
                          numbers[-3:])
            self.assertEqual(path.read_text("ascii"), shipped)

    def test_rounds_to_the_nearest_number(self):
        self.assertEqual(fixed(1.49 / ONE), 1)
        self.assertEqual(fixed(-1.51 / ONE), -2)


if __name__ == "__main__":
    unittest.main()
