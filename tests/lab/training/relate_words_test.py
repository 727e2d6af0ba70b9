"""Related words, counted over questions and their sentences."""

import os
import pathlib
import struct
import subprocess
import tempfile
import unittest

RELATE_WORDS = os.environ["ANSWERBOX_RELATE_WORDS"]


def hash_of(term):
    value = 0x811C9DC5
    for byte in term.encode():
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value


def decode(written):
    """For each hash its words with their closeness: docs/lab/model-format.md."""
    asked, pairs, text_bytes = struct.unpack("<3H", written[:6])
    section = written[6:]
    assert len(section) == 6 * asked + 3 * pairs + text_bytes
    hashes = struct.unpack_from(f"<{asked}I", section)
    assert list(hashes) == sorted(set(hashes))
    firsts = [*struct.unpack_from(f"<{asked}H", section, 4 * asked), pairs]
    text = section[6 * asked + 3 * pairs:]

    def word(pair):
        place, closeness = struct.unpack_from("<HB", section, 6 * asked + 3 * pair)
        return text[place + 1:place + 1 + text[place]].decode(), closeness

    return {hash: [word(pair) for pair in range(firsts[i], firsts[i + 1])]
            for i, hash in enumerate(hashes)}


def others(count):
    """Sentences about something else. "day" is in each of them, so it tells
    nothing."""
    return [("valve", f"day {number}") for number in range(count)]


def answering(asked, sentence, count=3):
    return [(asked, f"{sentence} {5000 + number}") for number in range(count)]


def letters(number):
    """A number below 676 as two letters, in the same order."""
    return chr(97 + number // 26) + chr(97 + number % 26)


class RelateWords(unittest.TestCase):
    def run_on(self, pairs, labelled=()):
        """The text of pairs, and of pairs with a label: 0 means that the
        sentence answers."""
        with tempfile.TemporaryDirectory() as folder:
            data = pathlib.Path(folder)
            for name, lines in (
                    ("nqg-squad-pairs/nqg-test.tsv", [("question", "sentence"), *pairs]),
                    ("qnli/qnli-train-10k.tsv",
                     [("question", "sentence", "label"), *labelled])):
                (data / name).parent.mkdir()
                text = "".join("\t".join(line) + "\n" for line in lines)
                (data / name).write_text(text, "utf-8")
            subprocess.run([RELATE_WORDS, data, data / "out"], check=True,
                           capture_output=True)
            return (data / "out").read_bytes()

    def relate(self, *arguments):
        return decode(self.run_on(*arguments))

    def test_relates_what_meets_more_often_than_by_chance(self):
        # Of 30 sentences, 3 answer "pump" and 3 have "motor"; by chance .3
        # would be both: ln(3.3 / 1.0) = 1.194, in 1/64. "valve" and "day" are
        # both in 27, and by chance in 24.3: ln(27.3 / 25.0), which is too
        # little.
        related = self.relate(answering("pump", "motor") + others(27))
        self.assertEqual(related, {hash_of("pump"): [("motor", 76)]})

    def test_leaves_out_what_fewer_than_three_sentences_show(self):
        self.assertEqual(self.relate(answering("pump", "motor", 2) + others(28)), {})

    def test_counts_a_sentence_once_however_many_questions_it_answers(self):
        pairs = [(f"pump {n}", sentence) for n in range(5)
                 for _, sentence in answering("pump", "motor", 2)]
        self.assertEqual(self.relate(pairs + others(28)), {})
        again = answering("pump", "motor") * 2 + others(27)
        self.assertEqual(self.relate(again), {hash_of("pump"): [("motor", 76)]})

    def test_takes_labelled_sentences_that_answer(self):
        pairs = answering("pump", "motor")
        for label, related in (("0", {hash_of("pump"): [("motor", 76)]}), ("1", {})):
            labelled = [(*pair, label) for pair in pairs]
            self.assertEqual(self.relate(others(27), labelled), related)

    def test_writes_no_term_that_begins_alike(self):
        pairs = answering("medicine", "medic motor") + others(27)
        self.assertEqual(self.relate(pairs), {hash_of("medicin"): [("motor", 76)]})

    def test_puts_what_more_sentences_show_first(self):
        pairs = answering("pump", "motor belt") + [("pump", "belt alone")] + others(26)
        # Of 30 sentences, 4 answer "pump" and have "belt": ln(4.3 / (.533 +
        # .7)) = 1.249; 3 have "motor": ln(3.3 / (.4 + .7)) = 1.099.
        self.assertEqual(self.relate(pairs),
                         {hash_of("pump"): [("belt", 79), ("motor", 70)]})

    def test_keeps_the_first_twelve_of_each_term(self):
        words = [f"z{letters(number)}" for number in range(14)]
        pairs = [pair for asked in ("lamp", "pump", "sink")
                 for pair in answering(asked, " ".join(
                     f"{word}{asked}" for word in words))]
        related = self.relate(pairs + others(60))
        for asked in ("lamp", "pump", "sink"):
            self.assertEqual([term for term, _ in related[hash_of(asked)]],
                             [f"{word}{asked}" for word in words[:12]])

    def test_says_no_more_than_204(self):
        # ln(30.3 / (30 * 30 / 1930 + .7)) = 3.26, in 1/64: 208.
        related = self.relate(answering("pump", "motor", 30) + others(1900))
        self.assertEqual(related, {hash_of("pump"): [("motor", 204)]})

    def test_writes_the_same_whatever_the_order(self):
        pairs = (answering("pump", "motor belt") + answering("sink", "tap motor")
                 + others(40))
        self.assertEqual(self.run_on(pairs), self.run_on(pairs[::-1]))

    def test_refuses_more_text_than_two_bytes_count(self):
        pairs = [pair for asked in range(100)
                 for pair in answering(f"q{letters(asked)}", " ".join(
                     f"{letters(asked)}{letters(word)}{'x' * 55}"
                     for word in range(12)))]
        with self.assertRaises(subprocess.CalledProcessError) as caught:
            self.run_on(pairs)
        self.assertEqual(caught.exception.returncode, 1)
        self.assertIn(b"and the model holds 65535", caught.exception.stderr)

    def test_says_what_it_cannot_read(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([RELATE_WORDS, folder, pathlib.Path(folder) / "out"],
                                  capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("nqg-test.tsv", done.stderr)


if __name__ == "__main__":
    unittest.main()
