"""The weights of units are written as the program's source has them."""

import pathlib
import re
import struct
import tempfile
import unittest

from model_file import Trees, write_unit_trees
from unit_weights_file import (LEAF_FEATURES, ONE, PROBABILITY, SHIPPED, SHIPPED_TREES,
                               UNIT_FEATURES, fixed, write_weights)


def numbers_of(text):
    code = re.sub(r"//.*|std::int32_t|#include.*", "", text)
    return [int(number) for number in re.findall(r"-?\b\d+\b", code)]


class UnitWeightsFile(unittest.TestCase):
    def test_finds_the_features_in_the_order_of_their_numbers(self):
        self.assertEqual(LEAF_FEATURES[:2], ["Coverage", "SoftCoverage"])
        self.assertEqual(LEAF_FEATURES[-1], "DocumentChunks")
        self.assertEqual(UNIT_FEATURES[0], "Mass")
        self.assertEqual(UNIT_FEATURES[-1], "DensityBelow")

    def test_writes_the_shipped_numbers_as_the_shipped_file(self):
        shipped = SHIPPED.read_text("ascii")
        numbers = numbers_of(shipped)
        prices = [number / PROBABILITY for number in numbers[-3:]]
        weights = [number / ONE for number in numbers[:-3]]
        self.assertEqual(len(weights), 2 * len(LEAF_FEATURES))
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "unit_weights.cc"
            write_weights(path, weights, prices)
            self.assertEqual(path.read_text("ascii"), shipped)

    def test_writes_trees_as_the_shipped_file(self):
        shipped = SHIPPED_TREES.read_bytes()
        first, second, depth, features = struct.unpack_from("<HHBB", shipped, 16)
        self.assertEqual(features, len(UNIT_FEATURES))
        inner = (1 << depth) - 1
        trees = [(list(asked), list(rest[:inner]), list(rest[inner:])) for asked, *rest in (
            (tree[:inner], *struct.unpack(f"<{2 * inner + 1}h", tree[inner:]))
            for tree in (shipped[at:at + 5 * inner + 2]
                         for at in range(32, len(shipped), 5 * inner + 2)))]
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "unit_trees.bin"
            write_unit_trees(path, Trees(features, depth, trees[:first]),
                             Trees(features, depth, trees[first:]))
            self.assertEqual(len(trees), first + second)
            self.assertEqual(path.read_bytes(), shipped)

    def test_refuses_weights_that_the_program_can_not_sum(self):
        count = len(LEAF_FEATURES)
        for few, many, word in (({1: 8.}, {}, "SoftCoverage for one document is 8.0"),
                                ({1: -8.1}, {}, "SoftCoverage for one"),
                                ({1: 4.}, {1: 4.}, "SoftCoverage for many"),
                                ({i: 7.2 for i in range(9)}, {}, "greatest is Coverage")):
            weights = [few.get(i, 0) for i in range(count)]
            weights += [many.get(i, 0) for i in range(count)]
            with self.subTest(word), tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder) / "unit_weights.cc"
                with self.assertRaisesRegex(ValueError, word):
                    write_weights(path, weights, [0] * 3)
                self.assertFalse(path.exists())
                weights[1] = weights[1] / 2
                weights[2:9] = [0] * 7
                write_weights(path, weights, [0] * 3)

    def test_rounds_to_the_nearest_number(self):
        self.assertEqual(fixed(1.49 / ONE), 1)
        self.assertEqual(fixed(-1.51 / ONE), -2)


if __name__ == "__main__":
    unittest.main()
