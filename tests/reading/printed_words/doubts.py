"""Whether what is set aside is what its reason says, judged from the printed lines
alone. A single false mark can set aside a whole manual; such words are as good as lost.
"""

import collections
import re

from words import key_of_line, lines_of

ENDS_IN_NUMBER = re.compile(r"(\d+|[ivxlc]+)$")
YEAR = re.compile(r"(19|20)\d\d[a-z]?$")
REFERENCE = {"http", "https", "www", "doi", "al", "eds", "isbn", "pp", "vol", "press", "journal"}
LICENCE = re.compile(r"copyright|licen[cs]|reserved|isbn|permission|reproduc|trademark|"
                     r"disclaim|publish|designation|warrant|liab|commons|catalogu|"
                     r"translation|printed|edition")
# On fewer pages, nothing repeats often enough.
FEW_PAGES = 3
# A licence page has a sign in so many words.
WORDS_PER_LICENCE = 60
# References have a sign within so many lines above or below.
LINES_OF_REFERENCE = 5
REASONS = ("contents", "furniture", "references", "index", "licence")
# A line near one that looks like contents may be the first of two.
NEAR = 2


def doubted(pages, labels):
    """`pages`: objects with number, words, lines. Returns page -> set of places of
    words whose reason is not borne out."""
    running, usable = collections.Counter(), set()
    texts = " ".join("".join(word for word, label in zip(page.words, labels[page.number])
                             if label == "usable") for page in pages)
    for page in pages:
        keys = set()
        for words, places in lines_of(page):
            keys.add(key_of_line(words))
            if all(labels[page.number][p] == "usable" for p in places):
                usable.add("".join(words))
        running.update(keys)
    running_words = {word for page in pages for words, _ in lines_of(page)
                     if running[key_of_line(words)] > 1 for word in words}
    doubts = collections.defaultdict(set)
    for page in pages:
        lines = list(lines_of(page))
        by_reason = collections.defaultdict(list)
        for at, (words, places) in enumerate(lines):
            for place in places:
                reason = labels[page.number][place]
                if reason in REASONS:
                    by_reason[reason].append((at, place))
        for reason, found in by_reason.items():
            rows = sorted({at for at, _ in found})
            bad = bad_rows(reason, rows, lines, page, pages, labels[page.number], running,
                           running_words, usable, texts)
            doubts[page.number].update(place for at, place in found if at in bad)
    return doubts


def stands_elsewhere(words, texts):
    """The title of a chapter, with or without its number, is usable where it begins."""
    words = [word for word in words if not ENDS_IN_NUMBER.match(word)]
    return any(len("".join(words[first:])) >= 8 and "".join(words[first:]) in texts
               for first in range(min(2, len(words))))


def is_at_edge(page, places):
    """Whether a line stands in the outermost tenth of its page."""
    boxes = [page.boxes[place] for place in places if page.boxes[place]]
    return bool(boxes) and page.height and all(
        box[3] < 0.1 * page.height or box[1] > 0.9 * page.height for box in boxes)


def bad_rows(reason, rows, lines, page, pages, labels, running, running_words, usable,
             texts):
    if reason == "furniture":
        return {at for at in rows if running[key_of_line(lines[at][0])] < 2
                and not all(word in running_words or ENDS_IN_NUMBER.match(word)
                            for word in lines[at][0])
                and not stands_elsewhere(lines[at][0], texts)
                and not (len(pages) < FEW_PAGES and is_at_edge(page, lines[at][1]))
                and all(labels[place] == reason for place in lines[at][1])}
    if reason in ("contents", "index"):
        good = {at for at in rows if ENDS_IN_NUMBER.search(lines[at][0][-1])
                or ENDS_IN_NUMBER.match(lines[at][0][0])
                or "".join(lines[at][0]) in usable or "contents" in lines[at][0]}
        if 2 * len(good) < len(rows):
            return set(rows)
        return {at for at in rows
                if not any(near in good for near in range(at - NEAR, at + NEAR + 1))}
    if reason == "references":
        good = [at for at in rows
                if any(YEAR.match(word) or word in REFERENCE for word in lines[at][0])]
        return {at for at in rows
                if not any(abs(at - near) <= LINES_OF_REFERENCE for near in good)}
    words = [word for at in rows for word in lines[at][0]]
    if reason == "licence":
        signs = sum(1 for word in words if LICENCE.search(word))
        return set(rows) if signs * WORDS_PER_LICENCE < len(words) else set()
    return set()
