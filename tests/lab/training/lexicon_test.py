"""The lexicon holds no two words to say the same that readers must tell apart."""

import itertools
import os
import pathlib
import re
import tempfile
import unittest
from collections import defaultdict

import thesaurus

STEM_WORDS = os.environ["ANSWERBOX_STEM_WORDS"]
ENGINE = pathlib.Path(__file__).resolve().parents[3] / "engine"
PAIR = re.compile(r'\{"(\w+)", "(\w+)"\}')
MEDICINES = re.compile(r"WordTable kNames\(\{(.*?)\}\);", re.DOTALL)

# The words of each kind, those of one thing between commas. Words that more often mean
# something else ("may", "stone") are left out. "second" is an ordinal and a unit.
KINDS = {
    "number": "one once single, two twice double dual twofold, three thrice triple treble"
              " threefold, four quadruple fourfold, five, six, seven, eight, nine, ten,"
              " eleven, twelve dozen, thirteen, fourteen, fifteen, sixteen, seventeen,"
              " eighteen, nineteen, twenty, thirty, forty, fifty, sixty, seventy, eighty,"
              " ninety, hundred, thousand, million, billion, zero, half, third, quarter",
    "ordinal": "first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth,"
               " primary, secondary, tertiary",
    "month": "january jan, february feb, april apr, june, july, august aug, september"
             " sept, october oct, november nov, december dec",
    "weekday": "monday, tuesday, wednesday, thursday, friday, saturday, sunday",
    "unit": "microgram mcg, milligram mg, gram gramme, kilogram kilogramme kilo kg, tonne,"
            " ounce oz, pound lb, microlitre, millilitre milliliter ml, centilitre cl,"
            " decilitre deciliter dl, litre liter, pint, gallon, teaspoon tsp,"
            " tablespoon tbsp, micrometre micron, millimetre mm, centimetre cm, metre,"
            " kilometre km, inch, foot feet, yard, mile, acre, hectare, second, minute,"
            " hour hr, day, week, fortnight, month, year yr, decade, century,"
            " celsius centigrade, fahrenheit, kelvin, joule, kilojoule kj,"
            " calorie kilocalorie kcal, volt voltage, watt wattage,"
            " ampere amp amperage, ohm",
    "interval": "hourly, daily, weekly, fortnightly, monthly, yearly annual",
}

# Names of one medicine, though one of their words is another's name too.
ALLOWED = {"medicine: benzathine benzylpenicillin = benzathine penicillin",
           "medicine: procaine benzylpenicillin = procaine penicillin"}


def opposites():
    """Pairs of terms. What a prefix turns into its opposite is not among them, as a
    prefix is often no denial ("indebted")."""
    source = (ENGINE / "answer/evidence/opposites.cc").read_text("utf-8")
    return {frozenset(pair) for pair in PAIR.findall(source)}


def things():
    """For each kind the thing that a term names."""
    source = (ENGINE / "grounding/words/medicine_names.cc").read_text("utf-8")
    names = {name: name for name in re.findall(r"\w+", MEDICINES.search(source)[1])}
    kinds = {kind: {word: thing for thing in lists.split(",") for word in thing.split()}
             for kind, lists in KINDS.items()}
    kinds["medicine"] = {**names, **dict(PAIR.findall(source))}
    words = sorted({word for named in kinds.values() for word in named})
    term_of = dict(zip(words, thesaurus.stem(words, STEM_WORDS)))
    return {kind: {term_of[word]: thing for word, thing in named.items()}
            for kind, named in kinds.items()}


class Difference:
    """Tells as what two terms differ that must not be confused."""

    def __init__(self):
        self.opposites, self.things = opposites(), things()

    def of_words(self, a, b):
        if frozenset((a, b)) in self.opposites:
            return "opposite"
        return next((kind for kind, thing in self.things.items()
                     if a in thing and b in thing and thing[a] != thing[b]), None)

    def of_phrases(self, a, b):
        """Of two phrases that differ in one word, or of two words."""
        a, b = a.split(), b.split()
        unlike = [pair for pair in zip(a, b) if pair[0] != pair[1]]
        return (self.of_words(*unlike[0])
                if len(a) == len(b) and len(unlike) == 1 else None)


def faults(folder=thesaurus.LEXICON):
    """Lines "kind: a = b", and "kind: a = c = b" for two words that both say the same
    as a third."""
    entries = thesaurus.read_lexicon(folder)
    words = sorted({word for head, same, _ in entries for word in (head, *same)})
    term_of = dict(zip(words, thesaurus.stem(words, STEM_WORDS)))
    alike = defaultdict(dict)  # Each term's neighbours and itself, with a word of each.
    for head, same, _ in entries:
        for word in same:
            for a, b in ((head, word), (word, head)):
                if term_of[a] and term_of[b]:
                    alike[term_of[a]].update({term_of[a]: a, term_of[b]: b})
    difference = Difference()
    found = set()
    for middle, neighbours in alike.items():
        for a, b in itertools.combinations(sorted(neighbours), 2):
            is_direct = middle in (a, b)
            kind = (difference.of_phrases if is_direct else difference.of_words)(a, b)
            if kind:
                said = sorted((neighbours[a], neighbours[b]))
                if not is_direct:
                    said.insert(1, neighbours[middle])
                found.add(f"{kind}: " + " = ".join(said))
    return sorted(found - ALLOWED)


class Lexicon(unittest.TestCase):
    def faults_of(self, lexicon):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "words.txt").write_text(lexicon)
            return faults(folder)

    def test_what_must_be_told_apart_is_found_in_a_made_up_lexicon(self):
        for line, fault in (
                ("hot = warm cold", "opposite: cold = hot"),
                ("aspirin = ibuprofen", "medicine: aspirin = ibuprofen"),
                ("seven = eight", "number: eight = seven"),
                ("primary = first", "ordinal: first = primary"),
                ("june = summer july", "month: july = june"),
                ("monday = tuesday", "weekday: monday = tuesday"),
                ("milligrams = mcg", "unit: mcg = milligrams"),
                ("weekly = daily", "interval: daily = weekly")):
            self.assertIn(fault, self.faults_of(line + "\n"))

    def test_a_word_between_them_is_found_whichever_stands_first(self):
        for lexicon in ("weather = hot cold\n", "hot = weather\ncold = weather\n",
                        "hot = weather\nweather = cold\n"):
            self.assertEqual(self.faults_of(lexicon), ["opposite: cold = weather = hot"])

    def test_phrases_that_differ_in_one_word_are_found(self):
        self.assertEqual(self.faults_of("left arm = right_arm\n"),
                         ["opposite: left arm = right arm"])

    def test_names_of_one_thing_and_related_words_are_no_fault(self):
        self.assertEqual(self.faults_of("paracetamol = acetaminophen panadol ~ ibuprofen\n"
                                        "kilogram = kg ~ gram\nhot = warm ~ cold\n"
                                        "twice = double\n"), [])

    def test_the_shipped_lexicon_has_none(self):
        self.assertEqual(faults(), [])


if __name__ == "__main__":
    unittest.main()
