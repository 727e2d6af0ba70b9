"""The thesaurus, made from a small lexicon."""

import os
import pathlib
import struct
import tempfile
import unittest

import thesaurus
from thesaurus import ALIKE, BACKWARD, RELATED, SAME

STEM_WORDS = os.environ["ANSWERBOX_STEM_WORDS"]

# "up" is a stop word, and "salty" begins like "salt".
LEXICON = ("bins = containers ~ waste\n"
           "throw your up = disposing\n"
           "heart attack = myocardial_infarction ~ mi's\n"
           "salt = sodium salty up\n"
           "waste = ~ container\n")


def decode(written):
    """Each term's neighbours with flags: docs/lab/thesaurus-format.md."""
    magic, version, zero, count, pairs, ending_bytes, _ = struct.unpack("<4sHHIIII", written[:24])
    body = written[24:]
    assert (magic, version, zero) == (b"ABth", 4, 0)
    assert len(body) == 2 * count + ending_bytes + 3 * pairs
    endings = body[count:count + ending_bytes]
    terms, before = [], ""
    for shared in body[:count]:
        length = next(i for i, byte in enumerate(endings) if byte & 0x80) + 1
        before = before[:shared & 0x7f] + bytes(byte & 0x7f for byte in endings[:length]).decode()
        terms.append(before)
        endings = endings[length:]
    planes = body[2 * count + ending_bytes:]
    values = iter([planes[i] | planes[pairs + i] << 8 | planes[2 * pairs + i] << 16
                   for i in range(pairs)])
    found = {term: [] for term in terms}
    for first, of_first in enumerate(body[count + ending_bytes:][:count]):
        second = first
        for _ in range(of_first):
            value = next(values)
            second += value & 0x1ffff
            level, forward, back = value >> 17 & 1, value >> 18 & 1, value >> 19 & 1
            for a, b, is_forward in ((first, second, forward), (second, first, back)):
                if body[b] & 0x80 == 0:
                    alike = (ALIKE if " " not in terms[a] + terms[b]
                             and thesaurus.begin_alike(terms[a], terms[b]) else 0)
                    found[terms[a]].append(
                        (terms[b], level | (0 if is_forward else BACKWARD) | alike))
    assert next(values, None) is None
    return {term: sorted(others, key=lambda pair: (-(pair[1] & 1), len(found[pair[0]]), pair[0]))
            for term, others in found.items()}


class Thesaurus(unittest.TestCase):
    def make(self, lexicon=LEXICON, **options):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "words.txt").write_text(lexicon)
            return decode(thesaurus.make(STEM_WORDS, folder, **options))

    def test_words_of_an_entry_are_neighbours_both_ways(self):
        made = self.make()
        self.assertEqual(made["bin"], [("contain", SAME), ("wast", RELATED)])
        self.assertEqual(made["contain"], [("bin", SAME | BACKWARD),
                                           ("wast", RELATED | BACKWARD)])

    def test_stop_words_are_left_out_and_words_that_begin_alike_are_marked(self):
        self.assertTrue(thesaurus.begin_alike("medicin", "medic"))
        self.assertFalse(thesaurus.begin_alike("salt", "malt"))
        self.assertEqual(sorted(self.make()["salt"]),
                         [("salti", SAME | ALIKE), ("sodium", SAME)])

    def test_a_phrase_is_a_neighbour_if_it_has_two_terms(self):
        made = self.make()
        self.assertEqual(made["heart attack"], [("myocardi infarct", SAME),
                                                ("mi", RELATED)])
        self.assertEqual(made["myocardi infarct"], [("heart attack", SAME | BACKWARD)])
        self.assertEqual(made["mi"], [("heart attack", RELATED | BACKWARD)])
        self.assertEqual(made["throw up"], [("dispos", SAME)])
        self.assertEqual(made["dispos"], [])

    def test_a_phrase_and_a_part_of_it_are_no_neighbours(self):
        self.assertEqual(self.make("heart = heart_muscle cardiac\n"),
                         {"heart": [("cardiac", SAME)],
                          "cardiac": [("heart", SAME | BACKWARD)]})

    def test_a_random_half_can_be_hidden(self):
        self.assertEqual(len(self.make("salt = sodium\nbin = bucket\n", hide_half=1)), 2)

    def test_a_phrase_with_a_term_twice_is_left_out(self):
        # It would be "face to", which is in many questions.
        self.assertEqual(self.make("face to face = meeting\n"), {})

    def test_a_phrase_has_two_to_four_key_words_one_of_them_a_term(self):
        made = self.make("up to = maximum\nthe salt = sodium\n"
                         "get rid of old bins = waste\nblood sugar = sugar glucose\n")
        self.assertEqual(made, {"blood sugar": [("glucos", SAME)],
                                "glucos": [("blood sugar", SAME | BACKWARD)]})

    def test_a_pair_has_the_closer_of_two_levels(self):
        made = self.make("a = b\nsalt = ~ sodium\nsodium = salt\n")
        self.assertEqual(made["sodium"], [("salt", SAME)])

    def test_a_line_that_is_no_entry_is_named(self):
        for line in ("salt", "salt =", "salt = ~", " = sodium", "Salt = sodium",
                     "salt = natrium\u00e9", "salt = a_b_c_d_e", "salt = a__b",
                     "salt = sodium ~", "one two three four five six seven = sodium"):
            with self.assertRaisesRegex(SystemExit, "words.txt:2: no entry"):
                self.make("bin = container\n" + line + "\n")

    def test_words_may_have_digits_and_marks(self):
        made = self.make("covid-19 = sars-cov-2\nx-ray = radiograph\n"
                         "crohn's = ileitis\n24/7 = around_the_clock\n")
        self.assertEqual(made["crohn"], [("ileiti", SAME)])
        self.assertIn(("x ray", SAME | BACKWARD), made["radiograph"])

    def test_every_file_says_from_which_list_it_was_written(self):
        readme = (thesaurus.FOLDER.parent / "README.md").read_text("utf-8")
        for path in thesaurus.LEXICON.glob("*.txt"):
            self.assertIn(f"`{path.name}`", readme)

    def test_the_shipped_file_is_made_from_the_lexicon(self):
        self.assertEqual(thesaurus.make(STEM_WORDS), thesaurus.SHIPPED.read_bytes())


if __name__ == "__main__":
    unittest.main()
