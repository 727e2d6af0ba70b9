#!/usr/bin/env python3
"""Makes the thesaurus from the lexicon; README.md, "Thesaurus".

    lab/training/thesaurus.py STEM_WORDS

writes engine/answer/model/thesaurus.bin, in the format of
docs/lab/thesaurus-format.md, from lab/training/lexicon/*.txt. STEM_WORDS is the program
of that name.
"""

import argparse
import os
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
MAGIC, VERSION = b"ABth", 4

# A head of 1 to 6 words, then words and phrases of 2 to 4 words joined by "_".
WORD = r"[a-z0-9'./+-]+"
PHRASE = rf" {WORD}(?:_{WORD}){{0,3}}"
ENTRY = re.compile(rf"({WORD}(?: {WORD}){{0,5}}) =((?:{PHRASE})*)(?: ~((?:{PHRASE})+))?")

MOST_TERMS = 1 << 17
MOST_NEIGHBOURS = 32
MOST_BYTES = 2_500_000  # Unpacked.
MOST_PAIRS = 255  # Of one term, with later ones.

# The closeness of the levels, as Thesaurus::At gives it, and the levels of words
# after "=" and after "~".
LEVELS = (179 / 256, 230 / 256)
RELATED, SAME = 0, 1
# Bits beside the level: the lexicon has the pair only the other way round; both
# begin alike.
BACKWARD, ALIKE, FLAG_BITS = 2, 4, 3
# In the file: the last byte of a term; a term that is nobody's neighbour; of a pair
# the ways in which the lexicon has it, above the gap to the pair before.
LAST, NOT_SEARCHED, FORWARD, BACK, GAP_BITS = 0x80, 0x80, 2, 4, 17


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


def relations(entries, term_of, is_searched):
    """Levels by term and neighbour, and the pairs that the lexicon has this way round.
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
    return levels, forward


def neighbours(levels, forward):
    """For each term its neighbours with levels and flags, the closest first."""
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


def unpacked_checksum(terms, table):
    """That of the bytes which the program unpacks: docs/lab/thesaurus-format.md."""
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
    return crc32c(body)


def encode(levels, forward, is_searched):
    """The file's bytes; docs/lab/thesaurus-format.md."""
    table = neighbours(levels, forward)
    terms = sorted(set(table) | {other for others in table.values() for other, _ in others},
                   key=str.encode)
    if len(terms) > MOST_TERMS:
        raise SystemExit(f"{len(terms)} terms, and the format holds {MOST_TERMS}")
    numbers = {term: number for number, term in enumerate(terms)}
    pairs = defaultdict(set)  # By the number of the first of the two.
    for term, others in levels.items():
        for other in others:
            first, second = sorted((numbers[term], numbers[other]))
            pairs[first].add(second)
    shared, endings, counts = bytearray(), bytearray(), bytearray()
    planes = bytearray(), bytearray(), bytearray()
    before = b""
    for number, term in enumerate(terms):
        text = term.encode()
        same = len(os.path.commonprefix((before, text)))
        shared.append(same | (0 if is_searched(term) else NOT_SEARCHED))
        endings += text[same:-1] + bytes([text[-1] | LAST])
        before = text
        if len(pairs[number]) > MOST_PAIRS:
            raise SystemExit(f"{term} has {len(pairs[number])} pairs, of at most {MOST_PAIRS}")
        counts.append(len(pairs[number]))
        at = number
        for second in sorted(pairs[number]):
            other = terms[second]
            flags = (levels[term].get(other) or levels[other].get(term) or 0)
            flags |= FORWARD * ((term, other) in forward) | BACK * ((other, term) in forward)
            for plane, byte in zip(planes, (second - at | flags << GAP_BITS).to_bytes(3, "little")):
                plane.append(byte)
            at = second
    return (MAGIC + struct.pack("<HHIIII", VERSION, 0, len(terms), len(planes[0]), len(endings),
                                unpacked_checksum(terms, table))
            + bytes(shared + endings + counts) + b"".join(planes))


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

    return encode(*relations(entries, term_of, is_searched), is_searched)


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
