"""Made-up and human answers against their contexts, for contradictions.py.

A case is an answer, its context and what was changed in it. This file was written
without a look at the detector; its lists of words are its own.
"""

import dataclasses
import hashlib
import json
import pathlib
import random
import re

from word_swaps import changed, swap_letter, swap_word

NEIGHBOURS = 5  # Sentences of the page before and after the answer's.
KINDS = ("number", "unit", "dose", "time", "name", "negation", "letter",
         "word")


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


# ---------------------------------------------------------------- swaps

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

NUMBER_WORDS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven",
                8: "eight", 9: "nine", 10: "ten", 12: "twelve", 15: "fifteen",
                20: "twenty", 24: "twenty-four", 30: "thirty", 48: "forty-eight",
                100: "one hundred"}


def shown(value: float) -> str:
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return text


def to_other_unit(sentence, rng):
    factors = {"mg": [("g", .001), ("mcg", 1000)], "g": [("mg", 1000)],
               "mcg": [("mg", .001)], "kg": [("g", 1000)], "ml": [("l", .001)],
               "mL": [("L", .001)], "L": [("ml", 1000)], "cm": [("mm", 10)],
               "mm": [("cm", .1)], "hours": [("minutes", 60)],
               "weeks": [("days", 7)], "years": [("months", 12)],
               "minutes": [("seconds", 60)]}
    places = list(re.finditer(r"(?<![\w.,/–-])(\d+(?:\.\d+)?)( ?)("
                              + "|".join(sorted(factors, key=len, reverse=True))
                              + r")(?![\w/°])", sentence))
    places = [m for m in places if not re.search(r"(?:to|and|or|-|–|:)\s*$",
                                                 sentence[:m.start()])]
    if not places:
        return None
    m = rng.choice(places)
    unit, factor = rng.choice(factors[m[3]])
    new = f"{shown(float(m[1]) * factor)} {unit}"
    return sentence[:m.start()] + new + sentence[m.end():]


SAME_FREQUENCY = [
    ("once daily", "every 24 hours", "once a day", "daily"),
    ("twice daily", "every 12 hours", "2 times a day", "twice a day"),
    ("three times daily", "every 8 hours", "3 times a day", "three times a day"),
    ("four times daily", "every 6 hours", "4 times a day", "four times a day"),
    ("BD", "twice daily"), ("BID", "twice a day"), ("TDS", "three times daily"),
    ("TID", "every 8 hours"), ("QID", "four times a day"),
    ("once a week", "weekly", "every 7 days"), ("every day", "daily"),
    ("once a month", "monthly"), ("6 hourly", "every six hours"),
    ("8 hourly", "three times a day"), ("12 hourly", "twice a day"),
    ("4 hourly", "every four hours")]


def to_other_frequency(sentence, rng):
    options = []
    for group in SAME_FREQUENCY:
        for old in group:
            options += [(m, group, old) for m in
                        re.finditer(rf"(?<![\w/-]){old}\b", sentence)]
    if not options:
        return None
    m, group, old = max(options, key=lambda o: (len(o[2]), rng.random()))
    new = rng.choice([f for f in group if f != old])
    return sentence[:m.start()] + new + sentence[m.end():]


def to_other_clock(sentence, rng):
    m = re.search(r"(?<![\w.:-])(\d{1,2})(:\d\d)? ?([ap])\.?m\b\.?", sentence)
    if not m or not 1 <= int(m[1]) <= 12:
        return None
    hour = int(m[1]) % 12 + (12 if m[3] == "p" else 0)
    return sentence[:m.start()] + f"{hour:02}{m[2] or ':00'}" + sentence[m.end():]


def to_other_digits(sentence, rng):
    words = {w: n for n, w in NUMBER_WORDS.items()}
    places = [(m, NUMBER_WORDS[int(m[1])]) for m in re.finditer(
        r"(?<![\w.,/–$£-])(\d+)(?![\w/%–-]|[.,:]\d)", sentence)
        if int(m[1]) in NUMBER_WORDS]
    places += [(m, str(words[m[1]])) for m in re.finditer(
        r"(?<!-)\b(" + "|".join(sorted(words, key=len, reverse=True))
        + r")\b(?!-)", sentence)]
    if not places:
        return None
    m, new = rng.choice(places)
    return sentence[:m.start()] + new + sentence[m.end():]


def lower_first(text):
    return text if re.match(r"[A-Z]{2}|I\b", text) else text[:1].lower() + text[1:]


def to_other_order(sentence, rng):
    m = re.fullmatch(r"(If|When|For|In|After|Before|During|Because|Although|While)"
                     r" ([^,]{8,}), ([^,]{12,}?)\.?", sentence)
    if m:
        return (m[3][:1].upper() + m[3][1:] + " " + m[1].lower() + " " + m[2] + ".")
    m = re.fullmatch(r"([A-Z][^,]{15,}?) (if|when|because|although|while|after|before)"
                     r" ([^,]{12,}?)\.?", sentence)
    if m:
        return (m[2].capitalize() + " " + m[3] + ", " + lower_first(m[1]) + ".")
    m = re.fullmatch(r"([A-Z][^.;]{20,}); ([a-z][^;]{20,}?)\.?", sentence)
    if m:
        return m[2][:1].upper() + m[2][1:] + "; " + lower_first(m[1]) + "."
    return None


def to_shorter(sentence, rng):
    options = []
    for pattern in (r" \([^()]{4,}\)", r", (?:which|who|such as|including|especially)"
                    r" [^,.;]{6,}(?=[,.;]|$)", r"; [^;]{10,}(?=\.?$)",
                    r", (?:and|but|or) [^,]{12,}(?=\.?$)",
                    r"^(?:However|Therefore|In addition|For example|Usually), "):
        options += list(re.finditer(pattern, sentence))
    if not options:
        return None
    m = rng.choice(options)
    text = sentence[:m.start()] + sentence[m.end():]
    return text[:1].upper() + text[1:] if len(text.split()) >= 5 else None


REPLACED = [("people", "persons"), ("doctor", "physician"), ("medicine", "drug"),
            ("medicines", "drugs"), ("may", "might"), ("can", "is able to"),
            ("such as", "for example"), ("begin", "start"), ("about", "roughly"),
            ("children", "kids"), ("also", "in addition"), ("often", "frequently"),
            ("because", "since"), ("need", "require"), ("get", "receive"),
            ("illness", "disease"), ("however", "though"), ("help", "assist"),
            ("usually", "mostly"), ("give", "administer"), ("show", "reveal"),
            ("problems", "troubles"), ("most", "the majority of"),
            ("is called", "is known as"), ("treat", "manage")]


def to_other_words(sentence, rng):
    text = sentence
    for old, new in REPLACED:
        text = re.sub(rf"(?<![\w-]){old}(?![\w-])", new, text)
    return text if text != sentence else None


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


REWORDINGS = {"other unit": to_other_unit, "other frequency": to_other_frequency,
              "other clock": to_other_clock, "digits and words": to_other_digits,
              "other order": to_other_order, "shorter": to_shorter,
              "other words": to_other_words}


def any_rewording(sentence, rng):
    """In other words, or shorter, or in another order: for swaps after that."""
    for rule in rng.sample([to_other_order, to_shorter, to_other_words], 3):
        text = rule(sentence, rng)
        if text is not None:
            return text
    return None


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
