"""Swaps of a number, unit, dose, time, name or negation of one sentence, for
contradiction_cases.py.

Each takes a sentence, a source of random numbers and the names of a collection,
and gives what word_swaps.changed does; None where there is nothing to swap. This
file was written without a look at the detector; its lists of words are its own.
"""

import random
import re

from word_swaps import changed, swap_letter, swap_word

MASS = ["mg", "mcg", "g", "kg"]
VOLUME = ["ml", "l", "litres"]
LENGTH = ["mm", "cm", "m", "km"]
UNIT_GROUPS = [["mg", "mcg", "g"], ["mg", "g", "kg"], ["ml", "l"],
               ["mm", "cm", "m"], ["micrograms", "milligrams", "grams"],
               ["inches", "feet"], ["°C", "°F"], ["pounds", "ounces", "kg"],
               ["millilitres", "litres"], ["mm", "inches"]]
UNITS = sorted({u for g in UNIT_GROUPS for u in g}
               | {"mL", "L", "gm", "pound", "inch", "kilograms", "liters"},
               key=len, reverse=True)
TIME_UNITS = ["minute", "hour", "day", "week", "month", "year"]
TIME_UNIT = r"(?:second|minute|hour|day|week|month|year)s?"
DIGITS = r"(?<![\w.,/–-])(\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)"
ALONE = r"(?![\w/]|[.,]\d|-?\s?(?:" + TIME_UNIT + r"|" + "|".join(
    map(re.escape, UNITS)) + r")\b|\s?[ap]\.?m\b|[-–]\d+(?:[-– ]" + TIME_UNIT + r"))"
WORDS = ("two three four five six seven eight nine ten eleven twelve "
         "twenty thirty forty fifty sixty").split()
MONTHS = ("January February March April May June July August September "
          "October November December").split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()


def another_number(text: str, rng: random.Random) -> str:
    """A number of similar size, written with as many decimals."""
    commas = "," in text
    plain = text.replace(",", "")
    decimals = len(plain.split(".")[1]) if "." in plain else 0
    scale = 10 ** decimals
    value = round(float(plain) * scale)
    while True:
        most = max(2, value // 2)
        other = value + rng.choice([-1, 1]) * rng.randint(1, most)
        if other > 0 and other != value:
            break
    shown = f"{other / scale:.{decimals}f}" if decimals else str(other)
    return f"{int(shown):,}" if commas and not decimals else shown


def swap_number(sentence, rng, _names):
    places = [m for m in re.finditer(DIGITS + ALONE, sentence)
              if not re.fullmatch(r"(?:1[5-9]|20)\d\d", m[1])]
    words = list(re.finditer(r"\b(" + "|".join(WORDS) + r")\b(?![- ]"
                             + TIME_UNIT + r")", sentence))
    if not places and not words:
        return None
    place = rng.choice(places + words)
    if place[1] in WORDS:
        new = rng.choice([w for w in WORDS if w != place[1]])
    else:
        new = another_number(place[1], rng)
    return changed(sentence, place.start(1), place.end(1), new)


def swap_unit(sentence, rng, _names):
    pattern = re.compile(r"(?<![\w.])(?:\d+(?:\.\d+)?)\s?("
                         + "|".join(map(re.escape, UNITS)) + r")(?![\w°/])")
    places = list(pattern.finditer(sentence))
    if not places:
        return None
    place = rng.choice(places)
    old = place[1]
    same = {"mL": "ml", "L": "l", "gm": "g", "pound": "pounds", "inch": "inches",
            "kilograms": "kg", "liters": "litres"}.get(old, old)
    groups = [g for g in UNIT_GROUPS if same in g]
    if not groups:
        return None
    new = rng.choice([u for u in rng.choice(groups) if u != same])
    return changed(sentence, place.start(1), place.end(1), new)


FREQUENCIES = re.compile(
    r"\b(?:(once|twice|three times|four times|\d times|two times)"
    r"( daily| a day| per day| a week| weekly| per week| each day| a month)"
    r"|every (\d+|four|six|eight|twelve)( to \d+)? (hours|days|weeks|months)"
    r"|(?<![\d-])(\d+)(?: |-)?hourly|(BD|bd|bid|BID|tds|TDS|qid|QID|TID|tid|OD)\b"
    r"|(daily|weekly|monthly|every day|every week))\b")
TIMES = ["once", "twice", "three times", "four times", "six times"]
SHORT = ["OD", "BD", "TDS", "QID"]
EVERY = ["daily", "weekly", "monthly", "yearly"]
DOSE = re.compile(r"(?<![\w.,/–-])(\d+(?:\.\d+)?)(?=\s?(?:mg|mcg|g|gm|ml|mL|IU|"
                  r"units?|tablets?|capsules?|drops|puffs|mg/kg|MU)\b)")


def swap_dose(sentence, rng, _names):
    frequencies = list(FREQUENCIES.finditer(sentence))
    amounts = list(DOSE.finditer(sentence))
    if amounts and (not frequencies or rng.random() < 0.5):
        place = rng.choice(amounts)
        return changed(sentence, place.start(1), place.end(1),
                       another_number(place[1], rng))
    if not frequencies:
        return None
    place = rng.choice(frequencies)
    old = place[0]
    if place[1]:
        same = re.sub(r"^\d", lambda m: WORDS[int(m[0]) - 2] if m[0] > "1" else
                      m[0], place[1]).replace("two times", "twice")
        new = rng.choice([t for t in TIMES if t != same])
        return changed(sentence, place.start(1), place.end(1), new)
    if place[3]:
        new = rng.choice([n for n in ("2", "3", "4", "6", "8", "12")
                          if n != place[3] and n not in (place[4] or "")])
        return changed(sentence, place.start(3), place.end(3), new)
    if place[6]:
        new = rng.choice([n for n in ("2", "4", "6", "8", "12", "24")
                          if n != place[6]])
        return changed(sentence, place.start(6), place.end(6), new)
    if place[7]:
        same = {"BID": "BD", "TID": "TDS"}.get(old.upper(), old.upper())
        new = rng.choice([s for s in SHORT if s != same])
        return changed(sentence, place.start(), place.end(), new)
    same = {"every day": "daily", "every week": "weekly"}.get(old, old)
    new = rng.choice([s for s in EVERY if s != same])
    return changed(sentence, place.start(), place.end(), new)


SPAN = re.compile(r"(?<![\w.,/])(\d+(?:\.\d+)?|" + "|".join(WORDS)
                  + r")[- ](" + TIME_UNIT + r")\b(?! hourly)")
YEAR = re.compile(r"(?<![\w.,/–-])((?:19|20)\d\d)(?![\w/–-]|,\d)")
CLOCK = re.compile(r"(?<![\w.:])(\d{1,2})(?::(\d\d))?(?= ?[ap]\.?m\b)")


def swap_time(sentence, rng, _names):
    places = ([("span", m) for m in SPAN.finditer(sentence)]
              + [("year", m) for m in YEAR.finditer(sentence)]
              + [("clock", m) for m in CLOCK.finditer(sentence)]
              + [("name", m) for m in re.finditer(
                  r"\b(" + "|".join(DAYS + [m for m in MONTHS if m != "May"])
                  + r")\b", sentence)])
    if not places:
        return None
    what, place = rng.choice(places)
    if what == "span":
        if rng.random() < 0.5:
            if place[1] in WORDS:
                new = rng.choice([w for w in WORDS if w != place[1]])
            else:
                new = another_number(place[1], rng)
            return changed(sentence, place.start(1), place.end(1), new)
        old = place[2].rstrip("s")
        new = rng.choice([u for u in TIME_UNITS if u != old])
        if place[2].endswith("s"):
            new += "s"
        return changed(sentence, place.start(2), place.end(2), new)
    if what == "year":
        new = str(int(place[1]) + rng.choice([-1, 1]) * rng.randint(1, 15))
    elif what == "clock":
        new = str(rng.choice([h for h in range(1, 13) if h != int(place[1])]))
    else:
        group = DAYS if place[1] in DAYS else MONTHS
        new = rng.choice([n for n in group if n != place[1]])
    return changed(sentence, place.start(1), place.end(1), new)


NAME = re.compile(r"(?<![.!?:|] )(?<![\w-])[A-Z][A-Za-z]*[a-z][A-Za-z]*(?:[ -][A-Z]"
                  r"[A-Za-z]+)*(?![\w-])|(?<![\w-])[A-Z]{2,6}(?![\w-])")
DRUG = re.compile(r"\b[a-z]{3,}(?:cillin|mycin|oxacin|azole|olol|pril|sartan|statin"
                  r"|cycline|amide|idine|profen|codone|formin|setron|dipine|mab|nib"
                  r"|vir|quine|zepam|barbital|phylline|sone|lone|caine|amine|micin"
                  r"|oxone|thiazide|parin|farin)\b")


def shape(name: str) -> tuple:
    kind = "drug" if name.islower() else "all" if name.isupper() else "title"
    return kind, len(re.split(r"[ -]", name))


def names_in(sentence: str, small_words) -> list:
    """Capitalised runs after the first word, and names of medicines."""
    found = []
    for m in NAME.finditer(sentence):
        if m.start() == 0 or sentence.isupper() or sentence.istitle():
            continue
        words = re.split(r"[ -]", m[0])
        if any(w.lower() in small_words for w in words):
            continue
        if any(w in MONTHS + DAYS or w in SHORT for w in words):
            continue
        found.append(m)
    return found + list(DRUG.finditer(sentence))


class Names:
    """The names of a collection by their shapes."""

    def __init__(self, collection):
        self.small_words = set()
        for _, sentences in collection:
            for sentence in sentences:
                self.small_words.update(re.findall(r"\b[a-z]+\b", sentence))
        self.by_shape = {}
        for _, sentences in collection:
            for sentence in sentences:
                for m in names_in(sentence, self.small_words):
                    self.by_shape.setdefault(shape(m[0]), set()).add(m[0])
        self.by_shape = {k: sorted(v) for k, v in self.by_shape.items()}


def swap_name(sentence, rng, names):
    places = names_in(sentence, names.small_words)
    if not places:
        return None
    place = rng.choice(places)
    others = [n for n in names.by_shape[shape(place[0])]
              if n.lower() != place[0].lower()]
    if not others:
        return None
    return changed(sentence, place.start(), place.end(), rng.choice(others))


OPPOSITES = [line.split() for line in """
increase decrease
increases decreases
increased decreased
higher lower
high low
before after
above below
start stop
more less
safe unsafe
safe dangerous
positive negative
always never
early late
avoid use
allow prohibit
common rare
common uncommon
normal abnormal
left right
acute chronic
mild severe
internal external
upper lower
improve worsen
recommended contraindicated
with without
inside outside
male female
men women
maximum minimum
usually rarely
often rarely
likely unlikely
necessary unnecessary
effective ineffective
cause prevent
causes prevents
large small
larger smaller
long short
benign malignant
fast slow
first last
good bad
better worse
hot cold
older younger
possible impossible
raise lower
reduce increase
reduces increases
same different
strong weak
stronger weaker
true false
include exclude
""".strip().splitlines()]
TAKE_OUT = [(re.compile(r"\b(?:do|does|did) not "), ""),
            (re.compile(r"\b(?:do|does|did)n[’']t "), ""),
            (re.compile(r"(?<=\b(?:is|an)) not(?= )"), ""),
            (re.compile(r"\b((?:is|are|was|were|should|may|must|can|will|has|have)) not\b"),
             r"\1"),
            (re.compile(r"\bcannot\b"), "can"), (re.compile(r"\bcan[’']t\b"), "can"),
            (re.compile(r"\b(is|are|was|were|should|has|have)n[’']t\b"), r"\1"),
            (re.compile(r"\bnever\b"), "always"), (re.compile(r"\bno (?=[a-z])"), "")]
PUT_IN = [(re.compile(r"\b(is|are|was|were|can|may|should|must|will|could|might)"
                      r" (?!not\b|no\b|n[o’'])(?=[a-z])"), r"\1 not "),
          (re.compile(r"^(Give|Use|Take|Start|Check|Add|Apply|Refer|Treat|Give)\b"),
           lambda m: "Do not " + m[0].lower())]


def swap_negation(sentence, rng, _names):
    options = []
    for pattern, new in TAKE_OUT:
        options += [(m, m.expand(new)) for m in pattern.finditer(sentence)]
    way = rng.random()
    if not options or way < 0.6:
        opposites = []
        for a, b in OPPOSITES:
            for old, new in ((a, b), (b, a)):
                opposites += [(m, new) for m in
                              re.finditer(rf"(?<![\w-]){old}(?![\w-])", sentence)]
        put_in = []
        for pattern, new in PUT_IN:
            put_in += [(m, new(m) if callable(new) else m.expand(new))
                       for m in pattern.finditer(sentence)]
        options = (opposites if way < 0.35 else put_in) or put_in or opposites \
            or options
    if not options:
        return None
    place, new = rng.choice(options)
    return changed(sentence, place.start(), place.end(), new)


SWAPS = {"number": swap_number, "unit": swap_unit, "dose": swap_dose,
         "time": swap_time, "name": swap_name, "negation": swap_negation,
         "letter": swap_letter, "word": swap_word}
