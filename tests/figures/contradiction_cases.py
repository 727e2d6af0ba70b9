"""Made-up and human answers against their contexts, for contradictions.py.

A case is an answer, its context and what was changed in it. The changes are those
of swaps.py, word_swaps.py and rewordings.py.
"""

import dataclasses
import hashlib
import json
import pathlib
import random
import re

from rewordings import REWORDINGS, any_rewording
from swaps import SWAPS, Names
from word_swaps import changed

NEIGHBOURS = 5  # Sentences of the page before and after the answer's.
KINDS = ("number", "unit", "dose", "time", "name", "negation", "letter", "word")


@dataclasses.dataclass
class Case:
    kind: str
    document: str
    context: list
    answer: str
    change: str = ""  # What was written in place of what.
    begin: int = 0    # The change in the answer, in characters. Both are
    end: int = 0      # the same where something was taken out.
    question: str = ""

    def half(self) -> int:
        return hashlib.md5(self.document.encode()).digest()[0] & 1


# ---------------------------------------------------------------- pages

ENDS = re.compile(r"(?<=[.!?])\s+(?=[A-Z(\"'])")
ABBREVIATION = re.compile(r"(?:\b[A-Z]|\b(?:Dr|Mr|Mrs|Ms|St|vs|e\.g|i\.e|etc"
                          r"|approx|No|Fig|al))\.$")
MARKER = re.compile(r"^\s*(?:[-*+•]|\d+[.)]|\|)\s+")


def sentences_of(page: str) -> list:
    """The sentences, items and rows of a page in Markdown."""
    found = []
    for line in page.splitlines():
        line = line.strip()
        if not line or line.startswith(("#", "<!--", "Source:", "| ---")):
            continue
        line = MARKER.sub("", line)
        begin = 0
        for end in ENDS.finditer(line):
            if ABBREVIATION.search(line[begin:end.start()]):
                continue
            found.append(line[begin:end.start()])
            begin = end.end()
        found.append(line[begin:])
    return [s.strip() for s in found if s.strip()]


def pages(folders) -> list:
    """(document, sentences) of all Markdown files, in order of their names."""
    result = []
    for folder in folders:
        for path in sorted(pathlib.Path(folder).rglob("*.md")):
            if path.name in ("ORIGIN.md", "README.md"):
                continue
            text = path.read_text(encoding="utf-8", errors="replace")
            result.append((path.name, sentences_of(text)))
    return result


def answers_in(sentences) -> list:
    """(sentence, context) for every sentence that can stand as an answer."""
    found = []
    for i, sentence in enumerate(sentences):
        if not 6 <= len(sentence.split()) <= 60:
            continue
        around = sentences[max(0, i - NEIGHBOURS):i + NEIGHBOURS + 1]
        found.append((sentence, ["\n\n".join(around)]))
    return found


# ---------------------------------------------------------------- points

DECIMAL = re.compile(r"(?<![\w.,/–-])(0|[1-9]\d?)\.(\d{1,2})(?![\w%]|[.,–-]\d)")
# How a context may write "0.5". The first is left as it is.
POINTS = (lambda m: m[0], lambda m: f"{m[1]},{m[2]}", lambda m: f"{m[1]}·{m[2]}",
          lambda m: f".{m[2]}" if m[1] == "0" else m[0])


def points(collection, each, seed):
    """Decimals that the context writes in another way: true ones, and ones that
    lost their point."""
    rng = random.Random(f"{seed} points")
    pool = [(name, s, c) for name, sentences in collection
            for s, c in answers_in(sentences) if DECIMAL.search(s)]
    rng.shuffle(pool)
    swaps = []
    same = []
    seen = set()
    for name, sentence, context in pool:
        if sentence in seen or len(swaps) == each:
            continue
        seen.add(sentence)
        place = rng.choice(list(DECIMAL.finditer(sentence)))
        written = rng.choice(POINTS)(place)
        before, after = sentence[:place.start()], sentence[place.end():]
        # Every place of the sentence: it may stand in the context twice.
        around = [context[0].replace(sentence, before + written + after)]
        lost = str(int(place[1] + place[2]))
        answer, begin, end, change = changed(sentence, place.start(), place.end(),
                                             lost)
        if lost not in re.findall(r"\d+", context[0]):
            swaps.append(Case("lost point", name, around, answer, change, begin,
                              end))
        if written != place[0]:
            same.append(Case("other point", name, around, sentence))
    return swaps, same


def made_up(collection, each, seed, rewrite=None):
    """`each` swaps of every kind, and as many unchanged answers.

    rewrite: changes the wording of the answer first, for swaps in other words.
    """
    names = Names(collection)
    pool = [(name, s, c) for name, sentences in collection
            for s, c in answers_in(sentences)]
    cases = []
    for kind in (*KINDS, "unchanged"):
        rng = random.Random(f"{seed} {kind}")
        order = pool[:]
        rng.shuffle(order)
        count = 0
        seen = set()
        for name, sentence, context in order:
            if count == each:
                break
            if sentence in seen:
                continue
            seen.add(sentence)
            text = sentence
            if rewrite:
                text = rewrite(sentence, rng)
                if text is None:
                    continue
            if kind == "unchanged":
                cases.append(Case(kind, name, context, text))
                count += 1
                continue
            swap = SWAPS[kind](text, rng, names)
            if swap is None or swap[0] in context[0]:
                continue
            answer, begin, end, change = swap
            cases.append(Case(kind, name, context, answer, change, begin, end))
            count += 1
    return cases


# ---------------------------------------------------------------- rewordings

def also_true(sentences, i):
    """Whether a neighbour says nearly the same with other numbers."""
    words = set(re.findall(r"[a-z]{3,}", sentences[i].lower()))
    numbers = set(re.findall(r"\d+(?:\.\d+)?", sentences[i]))
    if not numbers or not words:
        return False
    for j in range(max(0, i - NEIGHBOURS), min(len(sentences), i + NEIGHBOURS + 1)):
        other = set(re.findall(r"[a-z]{3,}", sentences[j].lower()))
        values = set(re.findall(r"\d+(?:\.\d+)?", sentences[j]))
        if j != i and values - numbers and numbers - values \
                and len(words & other) * 2 >= len(words | other):
            return True
    return False


def reworded(collection, each, seed):
    pool = [(name, s, c) for name, sentences in collection
            for s, c in answers_in(sentences)]
    cases = []
    for kind, rule in REWORDINGS.items():
        rng = random.Random(f"{seed} {kind}")
        order = pool[:]
        rng.shuffle(order)
        count = 0
        seen = set()
        for name, sentence, context in order:
            if count == each:
                break
            if sentence in seen:
                continue
            seen.add(sentence)
            text = rule(sentence, rng)
            if text is None:
                continue
            cases.append(Case(kind, name, context, text))
            count += 1
    found = []
    for name, sentences in collection:
        for i, sentence in enumerate(sentences):
            if 6 <= len(sentence.split()) <= 60 and also_true(sentences, i):
                around = sentences[max(0, i - NEIGHBOURS):i + NEIGHBOURS + 1]
                found.append(Case("another value is also true", name,
                                  ["\n\n".join(around)], sentence))
    random.Random(f"{seed} also").shuffle(found)
    return cases + found[:each]


# ---------------------------------------------------------------- human answers

def human(data: pathlib.Path, each):
    """Answers that people wrote, one sentence or one answer a case."""
    cases = []
    folder = data / "fetaqa-dev"
    if folder.is_dir():
        for line in (folder / "questions.jsonl").open(encoding="utf-8"):
            row = json.loads(line)
            page = (folder / "docs" / row["document"]).read_text(encoding="utf-8")
            cases.append(Case("people: about tables", row["document"], [page],
                              row["answer"], question=row["question"]))
        cases = cases[:each]
    folder = data / "squality"
    if folder.is_dir():
        stories = []
        whole = []
        for path in sorted(folder.glob("*.jsonl")):
            for line in path.open(encoding="utf-8"):
                row = json.loads(line)
                name = str(row["metadata"]["passage_id"])
                for question in row["questions"]:
                    for response in question["responses"]:
                        text = response["response_text"].strip()
                        whole.append(Case("people: answers about stories", name,
                                          [row["document"]], text,
                                          question=question["question_text"]))
                        stories += [
                            Case("people: sentences about stories", name,
                                 [row["document"]], s,
                                 question=question["question_text"])
                            for s in sentences_of(text)
                            if len(s.split()) >= 6]
        random.Random(1).shuffle(stories)
        random.Random(1).shuffle(whole)
        cases += stories[:each] + whole[:each // 4]
    return cases
