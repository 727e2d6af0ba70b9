"""Makes questions that their paragraph does not answer from ones that it does.

A question is asked of another paragraph of the article, or a name or a number
in it is exchanged.
"""

import json
import random
import re

NAME = re.compile(r"\b[A-Z][a-z]+(?: [A-Z][a-z]+)*")
NUMBER = re.compile(r"\b\d+\b")
STEPS = (-3, -2, -1, 1, 2, 3, 10)


def make_up(source, target, seed):
    """Reads a SQuAD file and writes one with unanswerable questions."""
    chance = random.Random(seed)
    with open(source, encoding="utf-8") as file:
        articles = json.load(file)["data"]
    made = [_article(article, chance) for article in articles]
    with open(target, "w", encoding="utf-8") as file:
        json.dump({"version": "made up", "data": made}, file)


def _names(text):
    # The first word has a capital whatever it is.
    return [match for match in NAME.finditer(text) if match.start() > 0]


def _article(article, chance):
    paragraphs = article["paragraphs"]
    made = []
    for here, following in zip(paragraphs, paragraphs[1:] + paragraphs[:1]):
        questions = []
        if here is not following:
            questions += _questions_of_another(here, following)
        pool = [match.group() for paragraph in (here, following)
                for match in _names(paragraph["context"])]
        for question in here["qas"]:
            exchanged = _exchange(question["question"], pool, chance)
            if exchanged:
                questions.append(_unanswerable(question["id"] + "-exchanged", exchanged))
        made.append({"context": here["context"], "qas": questions})
    return {"title": article["title"], "paragraphs": made}


def _questions_of_another(here, other):
    text = here["context"].lower()
    return [
        _unanswerable(question["id"] + "-elsewhere", question["question"])
        for question in other["qas"]
        if not any(answer["text"].lower() in text for answer in question["answers"])
    ]


def _exchange(text, pool, chance):
    numbers = list(NUMBER.finditer(text))
    if numbers and chance.random() < 0.5:
        match = chance.choice(numbers)
        new = str(int(match.group()) + chance.choice(STEPS))
    else:
        names = _names(text)
        others = [name for name in pool if name not in text]
        if not names or not others:
            return None
        match = chance.choice(names)
        new = chance.choice(others)
    return text[: match.start()] + new + text[match.end():]


def _unanswerable(identifier, text):
    return {"id": identifier, "question": text, "answers": [], "is_impossible": True}
