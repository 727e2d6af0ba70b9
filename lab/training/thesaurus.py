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
import re
import struct
import subprocess
from collections import defaultdict

from model_file import crc32c

FOLDER = pathlib.Path(__file__).resolve().parent
LEXICON = FOLDER / "lexicon"
SHIPPED = FOLDER.parents[1] / "engine/answer/model/thesaurus.bin"
MAGIC, VERSION = b"ABth", 3

# A head of 1 to 6 words, then words and phrases of 2 to 4 words joined by "_".
WORD = r"[a-z0-9'./+-]+"
PHRASE = rf" {WORD}(?:_{WORD}){{0,3}}"
ENTRY = re.compile(rf"({WORD}(?: {WORD}){{0,5}}) =((?:{PHRASE})*)(?: ~((?:{PHRASE})+))?")

MOST_TERMS = 1 << 17
MOST_NEIGHBOURS = 32
MOST_BYTES = 2_500_000

# The closeness of the levels, as Thesaurus::At gives it, and the levels of words
# after "=" and after "~".
LEVELS = (179 / 256, 230 / 256)
RELATED, SAME = 0, 1
# Bits beside the level: the lexicon has the pair only the other way round; both
# begin alike.
BACKWARD, ALIKE, FLAG_BITS = 2, 4, 3


def stem(words, program):
    """The term of each word or phrase, as the thesaurus holds it; "" if it has none."""
    run = subprocess.run([program], input="\n".join(words) + "\n",
                         capture_output=True, text=True, check=True)
    return run.stdout.split("\n")[:-1]


def read_lexicon(folder):
    """Entries (word or phrase, words that say the same, related words); a phrase has
    blanks."""
    entries = []
    for path in sorted(folder.glob("*.txt")):
        for number, line in enumerate(path.read_bytes().splitlines(), 1):
            line = line.decode("ascii", "backslashreplace")
            found = ENTRY.fullmatch(line)
            if not found or not (found[2] or found[3]):
                raise SystemExit(f"{path}:{number}: no entry: {line}")
            same, related = ([word.replace("_", " ") for word in (words or "").split()]
                             for words in found.group(2, 3))
            entries.append((found[1], same, related))
    return entries


def begin_alike(a, b):
    """As PrefixSimilarity: the program finds such words by itself."""
    common = 0
    while common < min(len(a), len(b)) and a[common] == b[common]:
        common += 1
    return common >= 4 and common * 10 >= max(len(a), len(b)) * 6


def neighbours(entries, term_of, is_searched):
    """For each term its neighbours with levels and flags, the closest first.
    `is_searched(term)` tells whether documents can be searched for a term."""
    levels = defaultdict(dict)  # Of forward pairs too: in both directions.
    forward = set()

    def relate(term, other, level):
        if not term or not other:
            return
        own, others = set(term.split()), set(other.split())
        if own <= others or others <= own:  # Whoever has one has the other.
            return
        forward.add((term, other))
        for a, b in ((term, other), (other, term)):
            if is_searched(b):
                levels[a][b] = max(level, levels[a].get(b, 0))

    for head, same, related in entries:
        for words, level in ((same, SAME), (related, RELATED)):
            for word in words:
                relate(term_of[head], term_of[word], level)

    def flagged(term, other, level):
        flags = level | (0 if (term, other) in forward else BACKWARD)
        is_alike = " " not in term + other and begin_alike(term, other)
        return other, flags | (ALIKE if is_alike else 0)

    table = {}
    for term, others in levels.items():
        def closest_first(pair):
            other, level = pair
            return -level, len(levels.get(other, ())), other

        kept = sorted(others.items(), key=closest_first)[:MOST_NEIGHBOURS]
        table[term] = [flagged(term, *pair) for pair in kept]
    return table


def encode(table):
    """The file's bytes; docs/lab/thesaurus-format.md."""
    terms = sorted(set(table) | {other for others in table.values() for other, _ in others},
                   key=str.encode)
    if len(terms) > MOST_TERMS:
        raise SystemExit(f"{len(terms)} terms, and the format holds {MOST_TERMS}")
    numbers = {term: number for number, term in enumerate(terms)}
    entries, pairs, text = bytearray(), bytearray(), bytearray()
    for term in terms:
        text += term.encode()
        for other, flags in table.get(term, ()):
            pairs += (numbers[other] << FLAG_BITS | flags).to_bytes(3, "little")
        entries += len(text).to_bytes(3, "little") + (len(pairs) // 3).to_bytes(3, "little")
    body = bytes(entries + pairs + text)
    if len(body) > MOST_BYTES:
        raise SystemExit(f"{len(body)} bytes, and a thesaurus has at most {MOST_BYTES}")
    return MAGIC + struct.pack("<HHIIII", VERSION, 0, len(terms), len(pairs) // 3,
                               len(text), crc32c(body)) + body


def make(program, folder=LEXICON, hide_half=None):
    """The file's bytes. `hide_half` is a seed: a random half of the entries is left
    out."""
    entries = read_lexicon(folder)
    if hide_half is not None:
        entries = random.Random(hide_half).sample(entries, len(entries) // 2)
    def terms_of(words):
        words = sorted(words)
        return dict(zip(words, stem(words, program)))

    term_of = terms_of({word for head, same, related in entries
                        for word in (head, *same, *related)})
    # A stop word has no term. A phrase with one term alone would be that term.
    key_words = terms_of({word for term in term_of.values() for word in term.split()})

    def is_searched(term):
        words = term.split()
        return len(words) == 1 or sum(key_words[word] != "" for word in words) > 1

    return encode(neighbours(entries, term_of, is_searched))


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
