"""Rows as xgboost reads them."""

import unittest

from fitting import grouped, weighted


class Rows(unittest.TestCase):
    def test_have_a_label_and_a_weight(self):
        self.assertEqual(weighted(1, 0.05, ["7", "-3"]), ("1:0.05", ["7", "-3"]))

    def test_have_a_label_and_a_group(self):
        self.assertEqual(grouped(True, 12, ["7"]), ("1 qid:12", ["7"]))
        self.assertEqual(grouped(False, 12, ["7"]), ("0 qid:12", ["7"]))


if __name__ == "__main__":
    unittest.main()
