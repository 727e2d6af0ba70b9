"""True rewordings of one sentence by rule, for contradiction_cases.py.

Each takes a sentence and a source of random numbers, and gives the sentence in
other words; None where it has none. This file was written without a look at the
detector; its lists of words are its own.
"""

import re

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
