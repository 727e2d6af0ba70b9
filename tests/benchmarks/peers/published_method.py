"""The published method (Doifode, UMAP 2026 workshops) in plain Python.

usage: published_method.py SQUAD_FILE

Indexes each paragraph of the file and asks it one question, for every question,
and prints as JSON, in the file's order: index_ns, ask_ns and answers. What profile `paper` is compared with, in speed and in its answers. Only the
standard library, and written for a reader, yet as one writes Python that should
be quick: patterns compiled once, sets and dictionaries, nothing computed twice.

Where the paper leaves a choice open, the one that gives its figures is taken;
they are those of profile `paper` (docs/lab/evaluation.md):
  tokens     `\\w+` of the lower-case text; no stop words, no stemming
  sentences  end at white space after `.`, `!` or `?`
  chunks     windows of 200 white-space words, 40 of them shared
  diversity  the first sentence of each chunk gets it
"""

import dataclasses
import hashlib
import json
import math
import pathlib
import re
import sys
import time
from collections import Counter

WINDOW, OVERLAP = 200, 40
ANSWERING_CHUNKS = 5
COVERAGE, DENSITY, LENGTH = 0.5, 0.3, 0.2
FULL_LENGTH_WORDS = 30
SENTENCE_SHARE, CHUNK_SHARE, FIRST_SENTENCE = 0.6, 0.4, 0.1

_word = re.compile(r"\S+")
_token = re.compile(r"\w+")
_sentence_gap = re.compile(r"(?<=[.!?])\s+")


@dataclasses.dataclass
class Sentence:
    text: str
    terms: set
    words: int


@dataclasses.dataclass
class Chunk:
    id: str
    sentences: list
    frequencies: Counter
    norm: float = 0.0


@dataclasses.dataclass
class Answer:
    sentence: str
    chunk: str
    score: float


def tokens(text: str) -> list:
    return _token.findall(text.lower())


def windows(text: str):
    """Parts of the text with WINDOW words each; the last part may be shorter.
    """
    words = [match.span() for match in _word.finditer(text)]
    for first in range(0, len(words), WINDOW - OVERLAP):
        last = min(first + WINDOW, len(words)) - 1
        yield text[words[first][0]:words[last][1]]
        if last == len(words) - 1:
            return


def read_chunk(text: str, position: int) -> Chunk:
    sentences = []
    frequencies = Counter()
    for sentence in _sentence_gap.split(text):
        terms = tokens(sentence)
        frequencies.update(terms)
        sentences.append(Sentence(sentence, set(terms), len(sentence.split())))
    digest = hashlib.md5(f"{text}{position}".encode(), usedforsecurity=False)
    return Chunk(digest.hexdigest(), sentences, frequencies)


class Index:
    """The chunks of one text, with the lengths of their TF-IDF vectors.

    The paper divides a term's frequency by the chunk's length. This is left
    out, because the cosine is the same."""

    def __init__(self, text: str):
        self.chunks = [read_chunk(part, position)
                       for position, part in enumerate(windows(text))]
        self._holding = Counter()
        for chunk in self.chunks:
            self._holding.update(chunk.frequencies.keys())
        self._idf = {term: self._compute_idf(count)
                     for term, count in self._holding.items()}
        self._idf_of_unknown = self._compute_idf(0)
        for chunk in self.chunks:
            chunk.norm = math.sqrt(sum((f * self._idf[term]) ** 2
                                       for term, f in chunk.frequencies.items()))

    def _compute_idf(self, holding: int) -> float:
        return math.log((len(self.chunks) + 1) / (holding + 1)) + 1

    def _idf_of(self, term: str) -> float:
        return self._idf.get(term, self._idf_of_unknown)

    def _retrieve(self, question: Counter) -> list:
        """(cosine, chunk), best first."""
        weights = {term: f * self._idf_of(term) for term, f in question.items()}
        norm = math.sqrt(sum(weight * weight for weight in weights.values()))
        ranked = []
        for chunk in self.chunks:
            dot = sum(weight * chunk.frequencies[term] * self._idf[term]
                      for term, weight in weights.items()
                      if term in chunk.frequencies)
            ranked.append((dot / (norm * chunk.norm) if dot else 0.0, chunk))
        ranked.sort(key=lambda entry: entry[0], reverse=True)
        return ranked[:ANSWERING_CHUNKS]

    def ask(self, text: str) -> Answer | None:
        """The best sentence; None if the question has no word to search for."""
        question = Counter(tokens(text))
        if not question or not self.chunks:
            return None
        terms = question.keys()
        best = None
        for cosine, chunk in self._retrieve(question):
            for place, sentence in enumerate(chunk.sentences):
                shared = len(terms & sentence.terms)
                score = (COVERAGE * shared / len(terms)
                         + LENGTH * min(sentence.words / FULL_LENGTH_WORDS, 1))
                if shared:
                    score += DENSITY * shared / len(sentence.terms)
                score = SENTENCE_SHARE * score + CHUNK_SHARE * cosine
                if place == 0:
                    score += FIRST_SENTENCE
                if best is None or score > best.score:
                    best = Answer(sentence.text, chunk.id, score)
        return best


def time_paragraphs(squad_file: str) -> dict:
    clock = time.perf_counter_ns
    articles = json.loads(pathlib.Path(squad_file).read_text("utf-8"))["data"]
    figures = {"index_ns": [], "ask_ns": [], "answers": []}
    for article in articles:
        for paragraph in article["paragraphs"]:
            for question in paragraph["qas"]:
                start = clock()
                index = Index(paragraph["context"])
                indexed = clock()
                answer = index.ask(question["question"])
                asked = clock()
                figures["index_ns"].append(indexed - start)
                figures["ask_ns"].append(asked - indexed)
                figures["answers"].append(answer.sentence if answer else "")
    return figures


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    json.dump(time_paragraphs(sys.argv[1]), sys.stdout)
