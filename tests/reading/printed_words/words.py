"""Words as a person compares them, and which printed ones a reading has.

Case, ligatures, typographic forms and the order of words do not matter. A word may
be parted otherwise than it was printed: hyphens at line ends, letters set apart,
words without a space between them. Letters and digits all have to be there.
"""

import bisect
import collections
import re
import unicodedata

# A piece of a word that is found within another word has at least so many letters,
# or else it is found by chance.
LEAST_LETTERS = 4
# A line of so many letters may begin or end within a word of the reading.
LONG_LINE = 16
# A word is looked for together with at most so many neighbours.
MOST_NEIGHBOURS = 14
MISPLACED = "misplaced"
WORD = re.compile(r"[^\W_]+")
INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]")


def words_of(text):
    return WORD.findall(INVISIBLE.sub("", unicodedata.normalize("NFKC", text or "")).casefold())


def key_of_line(words):
    """The line as letters; digits are alike, so that running lines are."""
    return re.sub(r"\d+", "0", "".join(words))


class Reading:
    """The words that one reading has, in its order, each on the pages where it may
    be printed."""

    def __init__(self):
        self.words, self.first, self.last, self.labels, self.is_spare = [], [], [], [], []

    def add(self, text, first, last, label, is_spare=False):
        """Spare words are another way to write the same thing."""
        for word in words_of(text):
            self.words.append(word)
            self.first.append(first)
            self.last.append(last)
            self.labels.append(label)
            self.is_spare.append(is_spare)

    def index(self):
        self.places = collections.defaultdict(list)
        self.starts, length = [], 0
        for place, word in enumerate(self.words):
            self.places[word].append(place)
            self.starts.append(length)
            length += len(word)
        self.letters = "".join(self.words)
        self.is_taken = bytearray(length)
        self.slack = 0  # Words count so many pages beside theirs.

    def is_near(self, place, page):
        return self.first[place] - self.slack <= page <= self.last[place] + self.slack

    def is_free(self, begin, end):
        return self.is_taken.find(1, begin, end) < 0

    def take(self, begin, end):
        self.is_taken[begin:end] = b"\1" * (end - begin)

    def take_word(self, word, page):
        """Takes the place that soonest goes out of reach, a usable one if there is
        one; None if there is none."""
        best = None
        for place in self.places.get(word, ()):
            begin = self.starts[place]
            if (self.is_near(place, page)
                    and self.is_free(begin, begin + len(word))):
                cost = (self.labels[place] != "usable", self.last[place])
                if best is None or cost < best[0]:
                    best = (cost, place)
        if best is None:
            return None
        begin = self.starts[best[1]]
        self.take(begin, begin + len(word))
        return best[1]

    def may_cut(self, at):
        """Whether a piece may begin or end here: between words, or within a word as at
        a line's end, but never within a number or beside one."""
        word = bisect.bisect_left(self.starts, at)
        if at >= len(self.letters) or self.starts[word:word + 1] == [at]:
            return True
        return self.letters[at - 1].isalpha() and self.letters[at].isalpha()

    def take_letters(self, letters, page, wanted, words=None):
        """Takes words that hold `letters` in a row, parted anyhow, or exactly `words`.
        `wanted`: ranges of `letters` that have to be free; the others are only
        neighbours."""
        at = self.letters.find(letters)
        while at >= 0:
            first = bisect.bisect_right(self.starts, at) - 1
            last = bisect.bisect_left(self.starts, at + len(letters)) - 1
            if (self.is_near(first, page) and self.is_near(last, page)
                    and self.may_cut(at) and self.may_cut(at + len(letters))
                    and words in (None, self.words[first:last + 1])
                    and all(self.is_free(at + begin, at + end) for begin, end in wanted)):
                for begin, end in wanted:
                    self.take(at + begin, at + end)
                return (first + last) // 2
            at = self.letters.find(letters, at + 1)
        return None

    def untaken(self):
        """Places of words of which no letter was taken."""
        return [place for place, begin in enumerate(self.starts)
                if self.is_free(begin, begin + len(self.words[place]))]


def match(pages, reading):
    """`pages`: objects with number, words in printed order, and the line of each word.
    Returns for each page a list of the label under which the reading has the word;
    MISPLACED if it has it only for a page near this one, or None."""
    reading.index()
    labels = {page.number: [None] * len(page.words) for page in pages}
    for page in pages:
        match_page(page, labels[page.number], reading)
    for reading.slack in (1, 3):
        for page in pages:
            if None in labels[page.number]:
                again = list(labels[page.number])
                match_page(page, again, reading)
                labels[page.number] = [label or (new and MISPLACED)
                                       for label, new in zip(labels[page.number], again)]
    return labels


def match_page(page, labels, reading):
    match_lines(page, labels, reading)
    for at, word in enumerate(page.words):
        if labels[at] is None:
            place = reading.take_word(word, page.number)
            if place is not None:
                labels[at] = reading.labels[place]
    match_parted(page.number, page.words, labels, reading)


def lines_of(page):
    """(words, their places) of each printed line."""
    lines = collections.OrderedDict()
    for place, line in enumerate(page.lines):
        lines.setdefault(line, []).append(place)
    for places in lines.values():
        yield [page.words[p] for p in places], places


def match_lines(page, labels, reading):
    """Whole lines that the reading has in a row, so that words of one line are not
    taken for those of another: first those of the same words, then long ones of the
    same letters."""
    lines = list(lines_of(page))
    for is_exact in (True, False):
        for words, places in lines:
            length = sum(map(len, words))
            if length < (LEAST_LETTERS if is_exact else LONG_LINE) or labels[places[0]]:
                continue
            place = reading.take_letters("".join(words), page.number, [(0, length)],
                                         words if is_exact else None)
            if place is not None:
                for at in places:
                    labels[at] = reading.labels[place]


def match_parted(number, words, labels, reading):
    at = 0
    while at < len(words):
        end = find_parted(number, words, at, labels, reading) if labels[at] is None else None
        at = end or at + 1


def find_parted(number, words, at, labels, reading):
    """Looks for the longest row of words that holds `at`, and begins at most two words
    before. Labels it and returns its end."""
    for begin in range(at, max(-1, at - 3), -1):
        for end in range(min(len(words), begin + MOST_NEIGHBOURS), at, -1):
            letters = "".join(words[begin:end])
            if len(letters) < (LEAST_LETTERS if end - begin == 1 else LEAST_LETTERS + 1):
                continue
            wanted, length = [], 0
            for place in range(begin, end):
                if labels[place] is None:
                    wanted.append((length, length + len(words[place])))
                length += len(words[place])
            found = reading.take_letters(letters, number, wanted)
            if found is not None:
                for place in range(begin, end):
                    labels[place] = labels[place] or reading.labels[found]
                return end
    return None
