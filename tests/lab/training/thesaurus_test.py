"""The thesaurus, made from a small lexicon."""

import os
import pathlib
import struct
import tempfile
import unittest

import thesaurus

STEM_WORDS = os.environ["ANSWERBOX_STEM_WORDS"]

# "up" is a stop word, and "salty" begins like "salt".
LEXICON = ("bins = containers ~ waste\n"
           "get your rid of = disposing\n"
           "salt = sodium salty up\n"
           "waste = ~ container\n")


def decode(written):
    """Each term's neighbours with levels: docs/lab/thesaurus-format.md."""
    magic, version, terms, pairs, text_bytes, checksum = struct.unpack("<4sHHIII",
                                                                       written[:20])
    body = written[20:]
    assert (magic, version) == (b"ABth", 2)
    assert checksum == thesaurus.crc32c(body)
    assert len(body) == 8 * terms + 2 * pairs + text_bytes
    ends = [(0, 0), *struct.iter_unpack("<II", body[:8 * terms])]
    text = body[8 * terms + 2 * pairs:].decode()
    names = [text[ends[i][0]:ends[i + 1][0]] for i in range(terms)]
    numbers = struct.unpack_from(f"<{pairs}H", body, 8 * terms)
    return {names[i]: [(names[number // 2], number % 2)
                       for number in numbers[ends[i][1]:ends[i + 1][1]]]
            for i in range(terms)}


class Thesaurus(unittest.TestCase):
    def make(self, lexicon=LEXICON):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "words.txt").write_text(lexicon)
            return decode(thesaurus.make(STEM_WORDS, folder))

    def test_words_of_an_entry_are_neighbours_both_ways(self):
        made = self.make()
        self.assertEqual(made["bin"], [("contain", thesaurus.SAME),
                                       ("wast", thesaurus.RELATED)])
        self.assertEqual(made["contain"], [("bin", thesaurus.SAME),
                                           ("wast", thesaurus.RELATED)])

    def test_stop_words_and_words_that_begin_alike_are_left_out(self):
        self.assertTrue(thesaurus.begin_alike("medicin", "medic"))
        self.assertFalse(thesaurus.begin_alike("salt", "malt"))
        self.assertEqual(self.make()["salt"], [("sodium", thesaurus.SAME)])

    def test_a_phrase_stands_for_words_and_words_for_no_phrase(self):
        made = self.make()
        self.assertEqual(made["get rid of"], [("dispos", thesaurus.SAME)])
        self.assertEqual(made["dispos"], [])

    def test_a_phrase_with_a_term_twice_is_left_out(self):
        # It would be "face to", which is in many questions.
        self.assertEqual(self.make("face to face = meeting\n"), {})

    def test_a_phrase_has_two_to_four_key_words_one_of_them_a_term(self):
        made = self.make("up to = maximum\nthe salt = sodium\n"
                         "get rid of old bins = waste\nblood sugar = sugar glucose\n")
        self.assertEqual({term: others for term, others in made.items() if others},
                         {"blood sugar": [("glucos", thesaurus.SAME)]})

    def test_a_pair_has_the_closer_of_two_levels(self):
        made = self.make("a = b\nsalt = ~ sodium\nsodium = salt\n")
        self.assertEqual(made["sodium"], [("salt", thesaurus.SAME)])

    def test_a_line_that_is_no_entry_is_named(self):
        for line in ("salt", "salt =", "salt = ~", " = sodium",
                     "one two three four five six seven = sodium"):
            with self.assertRaisesRegex(SystemExit, "words.txt:2: no entry"):
                self.make("bin = container\n" + line + "\n")

    def test_the_shipped_file_is_made_from_the_lexicon(self):
        self.assertEqual(thesaurus.make(STEM_WORDS), thesaurus.SHIPPED.read_bytes())


if __name__ == "__main__":
    unittest.main()
