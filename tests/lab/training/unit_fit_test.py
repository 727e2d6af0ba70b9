"""What leaves and units are fitted to, and that the fit finds it."""

import json
import pathlib
import tempfile
import unittest

try:
    import numpy as np
except ImportError:
    raise unittest.SkipTest("numpy is not there (Debian package python3-numpy)")

from answer_keys import is_right
from model_file import ONE, Trees
from unit_choice import PRICES, choose, price
from unit_folds import FOLDS, set_folds
from unit_judge import (Judged, crossed_rows, fit_choice, fit_judge, in_parallel, judge_odds,
                        judged, weight_of)
from unit_labels import Labels as Labelled
from unit_labels import label
from unit_leaves import fit_soft_max, leaf_probabilities, soft_max
from unit_listing import LEAF, LIST, UNIT, WHOLE, Listed, read_listing
from unit_questions import CLINICAL, FOLDERS, Gold
from unit_report import COLUMNS, figures, measure, measure_without_units
from unit_trees import HIDDEN, MOST_UNITS, draw, fit_trees, log_odds, unit_rows


def labels(pieces, *texts, document="a"):
    leaves = [(document, 1, text) for text in texts]
    count = len(texts)
    begin = np.array([0] * count)
    end = np.arange(1, count + 1)
    return label(Gold("x", "a", pieces), leaves, begin, end)


class Labels(unittest.TestCase):
    GOLD = [["wash", "both", "hands"], ["dry", "them", "well"]]

    def test_hit_a_piece_that_a_unit_holds(self):
        found = labels(self.GOLD, "Rest.", "Wash both hands.")
        self.assertEqual(list(found.hit), [0, 1])

    def test_share_counts_all_pieces(self):
        found = labels(self.GOLD, "Wash both hands.", "Dry them well.")
        self.assertEqual(list(found.share), [.5, 1])

    def test_overlap_prefers_a_unit_without_other_words(self):
        found = labels(self.GOLD, "Wash hands, dry well.", "Nobody knows anything else.")
        self.assertGreater(found.overlap[0], found.overlap[1])
        self.assertGreater(found.overlap[1], 0)

    def test_leaf_is_judged_by_the_shorter_of_the_two(self):
        found = labels([["wash", "hands", "dry", "hands"]], "Hands.", "Hands and feet itch.")
        self.assertEqual(list(found.leaf), [1, 1 / 3])

    def test_of_another_document_are_nothing(self):
        found = labels(self.GOLD, "Wash both hands.", document="b")
        self.assertEqual((found.leaf[0], found.hit[0], found.in_document[0]), (0, 0, False))

    def test_of_several_gold_answers_the_closest_counts(self):
        gold = Gold("x", "a", [["rest"]], others=[Gold("x", "b", self.GOLD)])
        leaves = [("a", 1, "Wash both hands."), ("b", 1, "Wash both hands."),
                  ("c", 1, "Wash both hands."), ("a", 1, "Rest.")]
        found = label(gold, leaves, np.arange(4), np.arange(1, 5))
        self.assertEqual(list(found.hit), [0, 1, 0, 1])
        self.assertEqual(list(found.share), [0, .5, 0, 1])
        self.assertEqual(list(found.in_document), [1, 1, 0, 1])

    def test_clinical_leaves_count_by_the_keys_that_they_hold(self):
        row = {"kind": "sentence", "pages": [1], "key": ["5 mg", "daily"]}
        leaves = [("a", 1, "Give 5 mg."), ("a", 1, "Give 5 mg daily."),
                  ("a", 2, "Give 5 mg daily."), ("b", 1, "Give 5 mg daily.")]
        found = label(Gold("sentence", "a", [], row), leaves, np.array([0, 0]),
                      np.array([1, 2]))
        self.assertEqual(list(found.leaf), [.5, 1, 0, 0])
        self.assertEqual(list(found.hit), [0, 1])
        self.assertEqual(list(found.share), [0, 1])

    def test_clinical_answers_stand_on_their_page(self):
        row = {"kind": "sentence", "pages": [2], "key": [r"\b5 mg"]}
        leaves = [("a", 1, "Take 5 mg."), ("a", 2, "Take 5 mg."), ("a", 2, "Take 15 mg.")]
        found = label(Gold("sentence", "a", [["5", "mg"]], row), leaves,
                      np.arange(3), np.arange(1, 4))
        self.assertEqual(list(found.hit), [0, 1, 0])

    def test_answers_of_a_document_without_pages_stand_anywhere_in_it(self):
        row = {"kind": "sentence", "pages": [], "key": ["5 mg"]}
        leaves = [("a", 0, "Take 5 mg."), ("b", 0, "Take 5 mg.")]
        found = label(Gold("sentence", "a", [], row), leaves, np.arange(2),
                      np.arange(1, 3))
        self.assertEqual(list(found.hit), [1, 0])

    def test_a_list_is_right_with_four_items_of_five(self):
        row = {"kind": "list", "all_items": ["salt", "sugar", "fat", "water", "milk"]}
        self.assertTrue(is_right(row, "salt; sugar; fat; wa-\nter"))
        self.assertFalse(is_right(row, "salt; sugar; fat"))


class SoftMax(unittest.TestCase):
    def test_fit_finds_the_weights_that_made_the_shares(self):
        chance = np.random.default_rng(3)
        wanted = np.array([2., -1., 0.])
        questions = []
        for _ in range(300):
            rows = chance.normal(size=(6, 3))
            questions.append((rows, soft_max(rows @ wanted), 1.))
        found = fit_soft_max(questions, 0., .05, 30)
        np.testing.assert_allclose(found, wanted, atol=.05)


def question(words, kind=0, asks_section=0., confidence=.5):
    """Units of one leaf each, with so many words."""
    count = len(words)
    units = np.zeros((count, len(UNIT)), np.float32)
    units[:, UNIT["AsksSection"]] = asks_section
    units[:, UNIT["Kind"]] = -1
    return Listed("set", "x", "a", "a", confidence, np.ones(count, bool),
                  np.zeros((count, len(LEAF)), np.float32), np.arange(count),
                  np.arange(1, count + 1), np.array(words, float),
                  np.full(count, kind), units, False, None)


def coverage(weight):
    """Weights of leaves by which only what they cover counts."""
    leaf = np.zeros(2 * len(LEAF))
    leaf[LEAF["Coverage"]] = weight
    return leaf


def by_feature(name, low, high):
    """A tree that gives these log-odds to units without and with the feature."""
    leaves = [round(low * ONE), round(high * ONE)]
    return Trees(len(UNIT), 1, [([UNIT[name]], [1], leaves)])


class Choice(unittest.TestCase):
    def test_words_past_the_wish_cost(self):
        each, past, _ = PRICES
        np.testing.assert_allclose(price(question([60, 100])), [.6 * each, each + .4 * past])

    def test_an_asked_section_may_be_twice_as_long(self):
        each, past, _ = PRICES
        np.testing.assert_allclose(price(question([120, 220], asks_section=1.)),
                                   [1.2 * each, 2.2 * each + past])

    def test_words_of_lists_have_their_own_price(self):
        each, _, past = PRICES
        np.testing.assert_allclose(price(question([160], kind=LIST)), [1.6 * each + past])

    def test_takes_the_unit_worth_most(self):
        asked = question([60, 60, 300])
        asked.leaves[1, LEAF["Coverage"]] = 1
        (chosen,) = choose([asked], coverage(3), by_feature("HoldsBest", 0, .5))
        self.assertEqual((chosen.unit, chosen.leaf), (1, 1))
        self.assertEqual(chosen.row[UNIT["HoldsBest"]], WHOLE)

    def test_takes_fewer_words_of_units_as_likely(self):
        (chosen,) = choose([question([60, 40, 50])], coverage(0), by_feature("Mass", 0, 0))
        self.assertEqual(chosen.unit, 1)

    def test_weighs_leaves_by_how_many_documents_there_are(self):
        asked = question([60, 60])
        asked.leaves[0, LEAF["Coverage"]] = 1
        asked.leaves[1, LEAF["Document"]] = 1
        leaf = np.zeros(2 * len(LEAF))
        leaf[LEAF["Coverage"]] = 1
        leaf[len(LEAF) + LEAF["Document"]] = 2
        self.assertEqual(leaf_probabilities(asked, leaf).argmax(), 0)
        asked.units[:, UNIT["Documents"]] = 1
        self.assertEqual(leaf_probabilities(asked, leaf).argmax(), 1)


class Trained(unittest.TestCase):
    def test_know_how_probable_the_leaves_are(self):
        asked = question([60, 60])
        asked.end[1], asked.begin[1] = 2, 0
        asked.leaves[0, LEAF["Coverage"]] = 1
        rows = unit_rows(asked, coverage(np.log(3)))
        named = {name: list(rows[:, UNIT[name]]) for name in
                 ("Mass", "HoldsBest", "Leaf", "LeafOverBest")}
        self.assertEqual(named, {"Mass": [768, 1024], "HoldsBest": [1024, 1024],
                                 "Leaf": [768, 768], "LeafOverBest": [1024, 1024]})

    def test_compare_units_with_the_best(self):
        asked = question([60, 60])
        asked.units[:, UNIT["AllSoft"]] = (.25, .75)
        rows = unit_rows(asked, coverage(0))
        self.assertEqual(list(rows[:, UNIT["AllSoftBelow"]]), [512, 0])

    def test_draw_units_that_count_for_all(self):
        answers = np.arange(1000) < 100
        places, weights = draw(answers, np.random.default_rng(1))
        self.assertEqual(len(set(places)), 2 * MOST_UNITS)
        self.assertEqual((weights[answers[places]].sum(), weights.sum()), (100, 1000))

    def test_score_all_rows_as_one_by_one(self):
        chance = np.random.default_rng(4)
        trees = Trees(len(UNIT), 3, [
            (list(chance.integers(0, len(UNIT), 7)), list(chance.integers(-99, 99, 7)),
             list(chance.integers(-999, 999, 8))) for _ in range(20)])
        rows = chance.integers(-99, 99, (50, len(UNIT)))
        self.assertEqual(list(log_odds(trees, rows)),
                         [trees.score(row) / ONE for row in rows])

    def test_find_what_units_that_answer_have(self):
        questions = []
        for i in range(400):
            asked = question([10, 10, 10])
            asked.set = CLINICAL
            asked.units[i % 3, UNIT["AllSoft"]] = 1
            zeros = np.zeros(3)
            hit = np.eye(3)[i % 3]
            asked.labels = Labelled(zeros, zeros, hit, zeros, np.ones(3, bool))
            questions.append(asked)
            asked.units[i % 3, HIDDEN] = 1
        trees = fit_trees(questions, coverage(0))
        odds = log_odds(trees, unit_rows(questions[1], coverage(0)))
        self.assertGreater(odds[1], 1)
        self.assertLess(max(odds[0], odds[2]), -1)
        asked_of = {feature for asked, _, _ in trees.trees for feature in asked}
        self.assertFalse(asked_of & set(HIDDEN))


class Listing(unittest.TestCase):
    def write(self, folder, extra=0):
        line = {"id": "covid-faq/1", "sentence_confidence": .25, "units": 1,
                "leaves": [["a.md", 1, "Wash both hands."]]}
        empty = {"id": "mismatch/b/covid-faq/1", "sentence_confidence": 0, "units": 0, "leaves": []}
        path = pathlib.Path(folder) / "listing"
        path.with_suffix(".json").write_text(f"{json.dumps(line)}\n{json.dumps(empty)}\n")
        leaf = [1, 0, 3, 0] + [512] + [0] * (len(LEAF) - 1)
        unit = [0, 1, 3, LIST] + [1024] + [0] * (len(UNIT) - 1)
        np.array(leaf + unit + [0] * extra, "<i2").tofile(path.with_suffix(".bin"))
        return path

    def test_is_read_with_labels(self):
        gold = {"covid-faq/1": Gold("section", "a.md", [["wash", "hands"]])}
        with tempfile.TemporaryDirectory() as folder:
            asked, empty = read_listing(self.write(folder), gold, {"1": .75})
        self.assertEqual((asked.set, asked.sentence_confidence), ("covid-faq", .25))
        self.assertEqual(asked.leaves[0, LEAF["Coverage"]], .5)
        self.assertEqual(asked.units[0, UNIT["Mass"]], 1)
        self.assertEqual((asked.unit_kind[0], asked.words[0], asked.labels.hit[0]),
                         (LIST, 3, 1))
        self.assertEqual((len(empty.units), empty.has_answer, empty.labels), (0, False, None))
        self.assertEqual(empty.subject, asked.subject)

    def test_of_other_features_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaises(SystemExit):
                read_listing(self.write(folder, extra=1),
                             {"covid-faq/1": Gold("section", "a.md", [["wash"]])}, {})

    def test_takes_confidences_of_squad_from_judges_that_did_not_see_it(self):
        gold = {"squad/1": Gold("sentence", "a.md", [["wash", "hands"]])}
        with tempfile.TemporaryDirectory() as folder:
            path = self.write(folder)
            lines = path.with_suffix(".json").read_text().replace("covid-faq", "squad")
            path.with_suffix(".json").write_text(lines)
            by_folds, unseen = (read_listing(path, gold, known)[0]
                                for known in ({"1": .75}, {}))
        self.assertEqual((by_folds.sentence_confidence, unseen.sentence_confidence),
                         (.75, 0))


class Report(unittest.TestCase):
    def test_counts_questions_without_units_as_refused(self):
        trees = Trees(len(UNIT))
        rows = judged([question([60])], coverage(0), trees)
        # It holds none of the question's words.
        self.assertEqual(measure(rows, trees)[0].confidence, 0.)
        rows[0].is_elsewhere = False
        measured = [*measure_without_units([question([])]), *measure(rows, trees)]
        self.assertEqual([row.confidence for row in measured], [0., .5])
        self.assertEqual(dict(zip(COLUMNS, figures(measured)))["refused"], "50.0")


class Judge(unittest.TestCase):
    def test_sees_what_the_program_clamps(self):
        (row,) = judged([question([10], confidence=0.)], coverage(0), Trees(len(UNIT)))
        self.assertEqual(row.row[UNIT["Sentence"]], int(np.log(.001 / .999) * WHOLE / 8))
        self.assertFalse(row.holds)

    def test_counts_questions_of_people_more(self):
        def weight(name):
            asked = question([10])
            asked.set = name
            return weight_of(asked)

        self.assertGreater(weight(CLINICAL), weight("squad"))
        # One without an answer.
        self.assertGreater(weight(CLINICAL), weight(FOLDERS))

    def test_alone_sees_squad_and_folders(self):
        def some(name, count, coverage_of_answer):
            questions = []
            for _ in range(count):
                asked = question([10, 20])
                asked.set = name
                asked.leaves[0, LEAF["Coverage"]] = coverage_of_answer
                asked.leaves[1, LEAF["Coverage"]] = 1 - coverage_of_answer
                asked.units[:, UNIT["AllSoft"]] = asked.leaves[:, LEAF["Coverage"]]
                first = np.array([1., 0.])
                asked.labels = Labelled(first, first, first, first, np.ones(2, bool))
                questions.append(asked)
            return questions

        others = some("covid-faq", 300, 1.)
        leaf, trees = fit_choice(others, None)
        same_leaf, same_trees = fit_choice(
            others + some("squad", 300, 0.) + some(FOLDERS, 300, 0.), None)
        np.testing.assert_array_equal(leaf, same_leaf)
        self.assertEqual(trees.trees, same_trees.trees)

    def test_sees_units_chosen_without_their_document(self):
        # By the weights of each fold another unit is chosen.
        telling = ("SoftCoverage", "AllCoverage", "ListLeadIn", "AskedList", "OtherList",
                   "Window", "Paragraph")
        questions = []
        for i in range(4 * FOLDS):
            asked = question([10] * FOLDS)
            for unit, name in enumerate(telling):
                asked.units[unit, UNIT[name]] = 1
            asked.document = asked.subject = str(i % (2 * FOLDS))
            asked.set = CLINICAL if i % 2 == 0 else "covid-faq"
            questions.append(asked)
        set_folds(questions)
        for asked in questions:
            same = {other.fold for other in questions if other.set == asked.set
                    and other.subject == asked.subject}
            self.assertEqual(len(same), 1)
        marks = [(coverage(0), by_feature(name, 0, 1)) for name in telling]
        rows = crossed_rows(questions, marks)
        self.assertEqual(len(rows), len(questions))
        for row in rows:
            self.assertEqual(row.unit, row.question.fold)

    def test_parts_come_back_in_their_order(self):
        secret = [3, 1, 2]
        self.assertEqual(in_parallel(lambda place: secret[place], range(3)), secret)

    def test_is_surer_of_what_holds(self):
        chance = np.random.default_rng(5)
        rows = []
        for i in range(200):
            asked = question([10])
            asked.set, asked.fold = CLINICAL, i % FOLDS
            row = np.rint(WHOLE * chance.normal(size=len(UNIT))).astype(np.int16)
            rows.append(Judged(asked, 0, row, bool(row[UNIT["Sentence"]] > 0)))
        odds = judge_odds(rows, fit_judge(rows))
        right = [o for o, row in zip(odds, rows) if row.holds]
        wrong = [o for o, row in zip(odds, rows) if not row.holds]
        self.assertGreater(np.mean(right), np.mean(wrong) + 1)


if __name__ == "__main__":
    unittest.main()
