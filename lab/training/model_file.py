"""Writes the weights as docs/lab/model-format.md says."""

import json
import struct

MAGIC = b"BXMODEL\n"
SPAN_MAGIC = b"BXSPANS\n"
UNIT_MAGIC = b"BXUNITS\n"
VERSION = 2
TREES_VERSION = 1  # Of the span model and of the unit trees.
ONE = 4096  # Log-odds are in Q12.


def crc32c(data):
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ 0x82F63B78 if byte & 1 else byte >> 1
        table.append(byte)
    remainder = 0xFFFFFFFF
    for byte in data:
        remainder = table[(remainder ^ byte) & 0xFF] ^ remainder >> 8
    return remainder ^ 0xFFFFFFFF


class Trees:
    """Boosted trees, made complete: whole thresholds, leaves in Q12."""

    def __init__(self, features, depth=1, trees=()):
        self.features = features
        self.depth = depth
        self.trees = list(trees)

    @classmethod
    def from_dump(cls, path, features, depth):
        """Trees of xgboost's JSON dump."""
        with open(path, encoding="ascii") as dump:
            return cls.from_roots(json.load(dump), features, depth)

    @classmethod
    def from_roots(cls, roots, features, depth):
        return cls(features, depth, [_complete(root, depth) for root in roots])

    def score(self, row):
        total = 0
        inner = (1 << self.depth) - 1
        for asked, thresholds, leaves in self.trees:
            node = 0
            for _ in range(self.depth):
                node = 2 * node + 1 + (row[asked[node]] >= thresholds[node])
            total += leaves[node - inner]
        return total

    def encode(self):
        return b"".join(
            bytes(asked)
            + struct.pack(f"<{len(thresholds)}h", *thresholds)
            + struct.pack(f"<{len(leaves)}h", *leaves)
            for asked, thresholds, leaves in self.trees
        )

    def shape(self):
        return struct.pack("<HBB", len(self.trees), self.depth, self.features)


def _complete(root, depth):
    inner = (1 << depth) - 1
    asked, thresholds = [0] * inner, [32767] * inner
    leaves = [0] * (inner + 1)

    def place(node, at, level):
        if "leaf" in node:
            if level == depth:
                leaves[at - inner] = max(-32768, min(32767, round(node["leaf"] * ONE)))
            else:  # Whatever is asked below, the answer is the same.
                place(node, 2 * at + 1, level + 1)
                place(node, 2 * at + 2, level + 1)
            return
        asked[at] = int(node["split"].lstrip("f"))
        bound = node["split_condition"]
        thresholds[at] = max(-32767, min(32767, -int(-bound // 1)))
        children = {child["nodeid"]: child for child in node["children"]}
        place(children[node["yes"]], 2 * at + 1, level + 1)
        place(children[node["no"]], 2 * at + 2, level + 1)

    place(root, 0, 0)
    return asked, thresholds, leaves


def write_model(path, words, ranker, judge, slope=1.0, intercept=0.0, points=()):
    """`words` are what count_words wrote, the unknown's rarity and then terms,
    and what relate_words wrote, three counts of two bytes and then the section.
    `points` are of three whole numbers each: a threshold, its
    answer rate and its precision."""
    lexicon, related = words
    unknown, terms = lexicon[:1], lexicon[1:]
    body = struct.pack("<I", len(terms) // 7) + ranker.shape() + judge.shape()
    body += struct.pack("<ii", round(slope * ONE), round(intercept * ONE))
    body += unknown + bytes([len(points)]) + related[:6] + bytes(4)
    body += terms + related[6:]
    body += ranker.encode() + judge.encode()
    body += b"".join(struct.pack("<3H", *point) for point in points)
    with open(path, "wb") as model:
        model.write(MAGIC + struct.pack("<II", VERSION, crc32c(body)) + body)


def write_span_model(path, trees, sieve):
    """The first `sieve` trees choose the candidates that all trees score."""
    _write_trees(path, SPAN_MAGIC, trees, trees.trees[:sieve], trees.trees[sieve:])


def write_unit_trees(path, choosing, judging):
    """Both have the same depth and the same features."""
    _write_trees(path, UNIT_MAGIC, choosing, choosing.trees, judging.trees)


def _write_trees(path, magic, shape, first, second):
    body = struct.pack("<HHBB", len(first), len(second), shape.depth, shape.features)
    body += bytes(10) + Trees(shape.features, shape.depth, [*first, *second]).encode()
    with open(path, "wb") as model:
        model.write(magic + struct.pack("<II", TREES_VERSION, crc32c(body)) + body)
