#!/usr/bin/env python3
"""Makes the thesaurus from the lexicon; README.md, "Thesaurus".

    lab/training/thesaurus.py STEM_WORDS

writes engine/answer/model/thesaurus.bin, in the format of
docs/lab/thesaurus-format.md, from lab/training/lexicon/*.txt. STEM_WORDS is the program
of that name.
"""

import argparse
import pathlib
import random
import struct
import subprocess
from collections import defaultdict

from model_file import crc32c

FOLDER = pathlib.Path(__file__).resolve().parent
LEXICON = FOLDER / "lexicon"
SHIPPED = FOLDER.parents[1] / "engine/answer/model/thesaurus.bin"
MAGIC, VERSION = b"ABth", 2

# A headword, or a phrase.
HEAD_WORDS = range(1, 7)

MOST_TERMS = 1 << 15
MOST_NEIGHBOURS = 32

# The closeness of the levels, as Thesaurus::At gives it, and the levels of words
# after "=" and after "~".
LEVELS = (179 / 256, 230 / 256)
RELATED, SAME = 0, 1


def stem(words, program):
    """The term of each word or phrase, as the thesaurus holds it; "" if it has none."""
    run = subprocess.run([program], input="\n".join(words) + "\n",
                         capture_output=True, text=True, check=True)
    return run.stdout.split("\n")[:-1]


def read_lexicon(folder):
    """Entries (word or phrase, words that say the same, related words)."""
    entries = []
    for path in sorted(folder.glob("*.txt")):
        for number, line in enumerate(path.read_text("ascii").splitlines(), 1):
            head, _, others = line.partition(" =")
            same, _, related = others.partition("~")
            if len(head.split()) not in HEAD_WORDS or not others.strip(" ~"):
                raise SystemExit(f"{path}:{number}: no entry: {line}")
            entries.append((head, same.split(), related.split()))
    return entries


def begin_alike(a, b):
    """As PrefixSimilarity: the program finds such words by itself."""
    common = 0
    while common < min(len(a), len(b)) and a[common] == b[common]:
        common += 1
    return common >= 4 and common * 10 >= max(len(a), len(b)) * 6


def neighbours(entries, term_of):
    """For each term its neighbours with levels, the closest first."""
    levels = defaultdict(dict)

    def relate(word, other, level):
        term, other_term = term_of[word], term_of[other]
        if not term or not other_term or begin_alike(term, other_term):
            return
        if term == other_term or other_term in term.split():
            return
        levels[term][other_term] = max(level, levels[term].get(other_term, 0))
        if " " not in term:  # Documents are not searched for phrases.
            levels[other_term][term] = max(level, levels[other_term].get(term, 0))

    for head, same, related in entries:
        for words, level in ((same, SAME), (related, RELATED)):
            for word in words:
                relate(head, word, level)
    def closest_first(pair):
        other, level = pair
        return -level, len(levels.get(other, ())), other

    return {term: sorted(others.items(), key=closest_first)[:MOST_NEIGHBOURS]
            for term, others in levels.items()}


def encode(table):
    """The file's bytes; docs/lab/thesaurus-format.md."""
    terms = sorted({term for term, others in table.items() if others}
                   | {other for others in table.values() for other, _ in others},
                   key=str.encode)
    if len(terms) > MOST_TERMS:
        raise SystemExit(f"{len(terms)} terms, and the format holds {MOST_TERMS}")
    numbers = {term: number for number, term in enumerate(terms)}
    entries, pairs, text = b"", b"", b""
    for term in terms:
        text += term.encode()
        for other, level in table.get(term, ()):
            pairs += struct.pack("<H", len(LEVELS) * numbers[other] + level)
        entries += struct.pack("<II", len(text), len(pairs) // 2)
    body = entries + pairs + text
    return MAGIC + struct.pack("<HHIII", VERSION, len(terms), len(pairs) // 2,
                               len(text), crc32c(body)) + body


def make(program, folder=LEXICON, hide_half=None):
    """The file's bytes. `hide_half` is a seed: a random half of the entries is left
    out."""
    entries = read_lexicon(folder)
    if hide_half is not None:
        entries = random.Random(hide_half).sample(entries, len(entries) // 2)
    words = sorted({word for head, same, related in entries
                    for word in (head, *same, *related)})
    return encode(neighbours(entries, dict(zip(words, stem(words, program)))))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=pathlib.Path, default=SHIPPED,
                        help="file to write (default: the shipped one)")
    parser.add_argument("--hide-half", type=int, metavar="SEED",
                        help="leave out a random half of the lexicon's entries")
    parser.add_argument("stem_words", type=pathlib.Path, metavar="STEM_WORDS",
                        help="program that gives the terms of words")
    arguments = parser.parse_args()
    arguments.out.write_bytes(make(arguments.stem_words,
                                   hide_half=arguments.hide_half))


if __name__ == "__main__":
    main()
