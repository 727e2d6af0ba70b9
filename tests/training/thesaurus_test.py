"""The thesaurus, made from a few vectors and a small WordNet."""

import json
import os
import pathlib
import struct
import tempfile
import unittest

import thesaurus

STEM_WORDS = os.environ["ANSWERBOX_STEM_WORDS"]

# "brine" is near "salts", and "sodium" a synonym that is less near. "Boston" is a
# name, and "zinc" near nothing.
VECTORS = {"the": [1, 1], "salts": [1, 0], "salty": [.99, .1], "sodium": [.5, .8],
           "boston": [1, 0], "brine": [.8, .6], "zinc": [-1, .1]}
NOUNS = ("  1 The licence. \n"
         "00000001 06 n 02 salt 0 sodium 0 001 @ 00000002 n 0000 | taste\n"
         "00000002 06 n 01 zinc 0 000 | metal\n"
         "00000003 06 n 02 Boston 0 salt_lake 0 000 | places\n"
         "00000004 06 n 02 brine 0 salty 0 000 | water\n")
INDEX = ("  1 The licence. \n"
         "salt n 1 1 @ 1 0 00000001\nsodium n 1 1 @ 1 0 00000001\n"
         "brine n 1 0 1 0 00000004\nzinc n 1 0 1 0 00000002\n")


def decode(written):
    """Each term's neighbours with levels: docs/thesaurus-format.md."""
    magic, version, terms, pairs, text_bytes, checksum = struct.unpack("<4sHHIII",
                                                                       written[:20])
    body = written[20:]
    assert (magic, version) == (b"ABth", 1)
    assert checksum == thesaurus.crc32c(body)
    assert len(body) == 8 * terms + 2 * pairs + text_bytes
    ends = [(0, 0), *struct.iter_unpack("<II", body[:8 * terms])]
    text = body[8 * terms + 2 * pairs:].decode()
    names = [text[ends[i][0]:ends[i + 1][0]] for i in range(terms)]
    numbers = struct.unpack_from(f"<{pairs}H", body, 8 * terms)
    return {names[i]: [(names[number // 4], number % 4)
                       for number in numbers[ends[i][1]:ends[i + 1][1]]]
            for i in range(terms)}


class Thesaurus(unittest.TestCase):
    def make(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for part in ("noun", "verb", "adj", "adv"):
                (folder / f"data.{part}").write_text(NOUNS if part == "noun" else "")
                (folder / f"index.{part}").write_text(INDEX if part == "noun" else "")
            vectors = folder / "vectors.json"
            vectors.write_text(json.dumps({"vectors": VECTORS}))
            return decode(thesaurus.make(vectors, folder, STEM_WORDS))

    def test_near_words_and_synonyms_are_neighbours(self):
        made = self.make()
        self.assertEqual(made["salt"], [("sodium", 2), ("brine", 1)])
        self.assertIn("salt", [other for other, _ in made["sodium"]])

    def test_names_and_words_near_nothing_are_left_out(self):
        made = self.make()
        self.assertNotIn("boston", made)
        self.assertNotIn("zinc", made)

    def test_words_that_begin_alike_are_left_out(self):
        self.assertTrue(thesaurus.begin_alike("medicin", "medic"))
        self.assertFalse(thesaurus.begin_alike("salt", "malt"))
        self.assertNotIn("salti", [other for other, _ in self.make()["salt"]])

    def test_strengths_take_the_nearest_level(self):
        self.assertEqual([thesaurus.level(s) for s in (0, .35, .45, .65, .8, 1)],
                         [0, 0, 1, 2, 3, 3])

    def test_the_shipped_file_is_in_this_form(self):
        made = decode(thesaurus.SHIPPED.read_bytes())
        self.assertEqual(len(made), 15197)
        self.assertEqual(list(made), sorted(made))
        self.assertLessEqual(max(map(len, made.values())), thesaurus.MOST_NEIGHBOURS)


if __name__ == "__main__":
    unittest.main()
