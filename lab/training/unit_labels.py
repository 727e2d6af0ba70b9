"""What leaves and units hold of a question's gold answer."""

from dataclasses import dataclass, fields

import numpy as np

from answer_keys import holds, is_right, only_letters
from unit_questions import words

# A piece of the gold answer is hit by a unit that holds so much of its words.
HIT = .6

STOP = frozenset("""
a an and are as at be been by do does did can could for from has have had how i if
in is it its me my of on or that the there these this to was were what when where
which who whom whose why will with you your should would our we us they them their
he she his her any some so than then be am about into may might must not no
""".split())


@dataclass
class Labels:
    leaf: np.ndarray  # Share of the leaf's or a piece's words, the shorter's.
    overlap: np.ndarray  # F2 of the unit's words and the gold words.
    hit: np.ndarray  # Whether the unit answers.
    share: np.ndarray  # Share of the gold words.
    in_document: np.ndarray  # Whether the unit is of the gold document.


def label(gold, leaves, begin, end):
    """`leaves` are (document, page, text); a unit is leaves `begin` to `end`. Of
    several gold answers, the one that each leaf and unit comes closest to counts."""
    labels = [label_one(one, leaves, begin, end) for one in (gold, *gold.others)]
    return Labels(*(np.max([getattr(one, field.name) for one in labels], axis=0)
                    for field in fields(Labels)))


def label_one(gold, leaves, begin, end):
    texts = [words(text) for _, _, text in leaves]
    content = [[word for word in text if word not in STOP] for text in texts]
    is_gold = np.array([document == gold.document for document, _, _ in leaves])
    gold_words = [word for piece in gold.pieces for word in piece]
    places = {}
    for place, word in enumerate(gold_words):
        places.setdefault(word, []).append(place)
    found = np.zeros((len(leaves), len(gold_words)), bool)
    for row, text, of_document in zip(found, texts, is_gold):
        if of_document:
            for word in set(text):
                row[places.get(word, [])] = True
    counted = np.array([word not in STOP for word in gold_words], bool)
    ends = np.cumsum([len(piece) for piece in gold.pieces])
    pieces = [slice(stop - len(piece), stop) for piece, stop in zip(gold.pieces, ends)]
    leaf = np.array([leaf_share(words_, row, pieces, gold.pieces, counted)
                     if of_document and words_ else 0.
                     for words_, row, of_document in zip(content, found, is_gold)])
    if gold.row:
        leaf = np.maximum(leaf, clinical_leaves(gold, leaves, is_gold))

    held = sums(found)[end] > sums(found)[begin]
    total = sums([len(text) for text in content])
    common = sums([sum(word in places for word in text) for text in content])
    precision = (common[end] - common[begin]) / np.maximum(1, total[end] - total[begin])
    recall = (held & counted).sum(1) / max(1, counted.sum())
    overlap = 5 * recall * precision / np.maximum(4 * precision + recall, 1e-9)
    if gold.row:
        hit = answers_clinical(gold, leaves, begin, end, is_gold)
    else:
        hit = np.any([held[:, piece].sum(1) >= HIT * (piece.stop - piece.start)
                      for piece in pieces if piece.stop > piece.start]
                     or [np.zeros(len(begin), bool)], axis=0)
    share = held.mean(1) if gold_words else hit
    return Labels(leaf, overlap, hit.astype(float), share, is_gold[begin])


def sums(values):
    """The sums of all values before each."""
    values = np.asarray(values, np.int32)
    return np.concatenate([np.zeros_like(values[:1]), np.cumsum(values, 0, np.int32)])


def leaf_share(text, found, pieces, piece_words, counted):
    best = 0.
    for piece, own in zip(pieces, piece_words):
        length = max(1, counted[piece].sum())
        if length >= len(text):
            held = set(own)
            share = sum(word in held for word in text) / len(text)
        else:
            share = (found[piece] & counted[piece]).sum() / length
        best = max(best, share)
    return best


def on_gold_page(gold, leaves, is_gold):
    pages = set(gold.row.get("pages", []))
    pages |= {piece["page"] for piece in gold.row.get("alt_gold", []) if "page" in piece}
    # A document without pages is one place.
    return [of_document and (not pages or page in pages)
            for (_, page, _), of_document in zip(leaves, is_gold)]


def clinical_leaves(gold, leaves, is_gold):
    """By leaf, the share of a clinical question's keys that it holds; of a list,
    whether it holds an item."""
    def share(text):
        if gold.row["kind"] == "list" and gold.row.get("all_items"):
            letters = only_letters(text)
            return any(only_letters(item) in letters
                       for item in gold.row["all_items"])
        return sum(holds(key, text) for key in gold.row["key"]) / len(gold.row["key"])

    return [float(share(text)) if there else 0. for (_, _, text), there
            in zip(leaves, on_gold_page(gold, leaves, is_gold))]


def answers_clinical(gold, leaves, begin, end, is_gold):
    there = sums(on_gold_page(gold, leaves, is_gold))
    return np.array([there[b] < there[e] and is_right(
        gold.row, "\n".join(text for _, _, text in leaves[b:e]))
        for b, e in zip(begin, end)])
