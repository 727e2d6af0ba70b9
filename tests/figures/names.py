#!/usr/bin/env python3
"""Asks by name about things whose documents are alike, and counts whose text answers.

usage: names.py ANSWERBOXD ANSWERBOX [--kinds KIND,...] [--count N] [--asked N]
                [--seed N] [--theta T] [--show N] [--floors]

Makes collections of N documents of one kind each: leaflets of medicines, cards of
devices, pages about rooms, ... that differ in the name and the values alone. Names are
made up, or common words with a capital. Each kind is written in several layouts: the name
stands in each sentence, in the title alone, above a section of one long document, in a
row of one table; in the title of a leaflet of several pages or at the beginning of a
text without headings, both with much that is the same in all; or in one sentence among
others without sense. Some facts are left out of every third document, so that only
another one's text tells them. Asks by name in several wordings and forms, and prints by
kind, layout, kind of name and form how many answers are of the thing that was named, how
many questions are refused, and how many are answered from another thing's text. --show
prints some of the latter. --floors fails if more than MOST_OTHER of all answers are of
another thing, or if less than LEAST_RIGHT is right.
"""

import argparse
import collections
import itertools
import pathlib
import random
import re
import subprocess
import sys
import tempfile
from typing import NamedTuple

from answerboxd import Answerboxd

FORMS = ("auto", "sentence", "list", "passage", "row")
LAYOUTS = ("said", "title", "sections", "table", "leaflet", "plain", "noise")
# The most that may be answered from another thing's text, and the least that is right
# of what documents tell, in form auto.
MOST_OTHER = .02
LEAST_RIGHT = .80


class Fact(NamedTuple):
    head: str         # Of a column.
    sentence: str     # With "{name}", and "#" for a number.
    nameless: str     # The same below a heading with the name.
    questions: tuple  # "{name}" in each.


class Kind(NamedTuple):
    title: str
    facts: tuple
    intro: str


KINDS = {
    "medicine": Kind("{name} tablets", (
        Fact("Daily dose", "Adults take # tablets of {name} a day.",
             "Adults take # tablets a day.",
             ("How many tablets of {name} a day?",
              "How many {name} tablets does an adult take each day?")),
        Fact("Storage", "{name} is stored below # degrees.",
             "It is stored below # degrees.",
             ("How is {name} stored?", "At what temperature do I keep {name}?")),
        Fact("Missed dose", "If a dose of {name} is missed, wait # hours.",
             "If a dose is missed, wait # hours.",
             ("What do I do if I miss a dose of {name}?",
              "{name} missed dose")),
    ), "{name} is taken with water. Keep the leaflet."),
    "room": Kind("The {name} room", (
        Fact("Seats", "The {name} room seats # people.",
             "The room seats # people.",
             ("How many people fit in the {name} room?",
              "How many seats does the {name} room have?")),
        Fact("Key", "The key of the {name} room hangs on hook #.",
             "The key hangs on hook #.",
             ("Where is the key of the {name} room?",
              "Which hook has the key for {name}?")),
        Fact("Cleaning", "The {name} room is cleaned at # o'clock.",
             "It is cleaned at # o'clock.",
             ("When is the {name} room cleaned?", "cleaning time of {name}?")),
    ), "Rooms are booked at the desk. Leave the {name} room tidy."),
    "person": Kind("{name}", (
        Fact("Extension", "{name} has extension #.", "Extension #.",
             ("What is the extension of {name}?", "How do I reach {name}?")),
        Fact("Desk", "The desk of {name} is number #.", "Desk number #.",
             ("Where is the desk of {name}?", "Which desk does {name} have?")),
        Fact("Shift", "{name} works from # o'clock on.", "Works from # o'clock on.",
             ("When does {name} start to work?",
              "From when on does {name} work?")),
    ), "{name} belongs to the staff. Messages are left at the desk."),
    "device": Kind("{name} pump", (
        Fact("Battery", "The battery of the {name} lasts # hours.",
             "The battery lasts # hours.",
             ("How long does the battery of the {name} last?",
              "{name} battery life")),
        Fact("Alarm", "To silence the alarm of the {name}, press button #.",
             "To silence the alarm, press button #.",
             ("How do I silence the {name} alarm?",
              "Which button stops the alarm on the {name}?")),
        Fact("Service", "The {name} is serviced every # months.",
             "It is serviced every # months.",
             ("How often is the {name} serviced?",
              "When does the {name} need a service?")),
    ), "The {name} is wiped after use. Report faults to the workshop."),
    "village": Kind("{name}", (
        Fact("Inhabitants", "{name} has # inhabitants.", "There are # inhabitants.",
             ("How many people live in {name}?", "What is the population of {name}?")),
        Fact("Bus", "The bus to {name} leaves from stop #.",
             "The bus leaves from stop #.",
             ("Which stop does the bus to {name} leave from?",
              "Where do I catch the bus for {name}?")),
        Fact("Market", "The market in {name} begins at # o'clock.",
             "The market begins at # o'clock.",
             ("When does the market in {name} begin?",
              "What time is {name} market?")),
    ), "{name} lies in the valley. Visitors are welcome."),
    "plant": Kind("{name}", (
        Fact("Spacing", "Plant {name} # cm apart.", "Plant # cm apart.",
             ("How far apart do I plant {name}?", "spacing for {name}")),
        Fact("Harvest", "{name} is ready after # weeks.", "Ready after # weeks.",
             ("How long until {name} can be picked?",
              "When is {name} ready to harvest?")),
        Fact("Watering", "Water {name} every # days.", "Water every # days.",
             ("How often does {name} need water?", "How do I water {name}?")),
    ), "{name} likes the sun. Seeds are sold at the gate."),
}

SYLLABLES = ("ba be bo da de di do fa fe fi ga go ha hi ja jo ka ke ko la le li lo ma me "
             "mi mo na ne no pa pe po qua ra re ri ro sa se so ta te ti to va ve vi vo wa "
             "xa ya za ze zo").split()
ENDS = "l n r s x m th nd rn ck".split()
COMMON = ("Amber Birch Cedar Copper Crown Eagle Falcon Garden Harbour Heron Ivory Jade "
          "Lark Lily Linden Maple Meadow Mercury Oak Olive Opal Orchard Otter Pearl Pine "
          "Quarry River Robin Rose Ruby Sage Saturn Silver Sparrow Swan Thistle Tulip "
          "Violet Willow Winter").split()
FIRST = ("Anna Peter Maria Thomas Julia Martin Helen Robert Susan David Laura Frank Alice "
         "Simon Carla Victor").split()


def made_up(chance):
    return ("".join(chance.choices(SYLLABLES, k=chance.choice((2, 2, 3)))) +
            chance.choice(ENDS)).capitalize()


def draw_name(chance, kind):
    """A name, and what kind of name it is."""
    if kind == "person":
        if chance.random() < .3:
            return made_up(chance), "word"
        return f"{chance.choice(FIRST)} {made_up(chance)}", "two words"
    shape = chance.choice(("word", "word", "two words", "hyphen", "number", "common"))
    if kind == "medicine" and shape == "common":
        shape = "word"
    word = made_up(chance)
    return {"word": word, "two words": f"{word} {made_up(chance)}",
            "hyphen": f"{word}-{made_up(chance)}",
            "number": f"{word} {chance.randrange(2, 99)}",
            "common": " ".join(chance.sample(COMMON, chance.choice((1, 2))))}[shape], shape


def draw_names(chance, kind, count):
    names, words = {}, set()
    while len(names) < count:
        name, shape = draw_name(chance, kind)
        key = name.lower()
        if key in words:
            continue
        words.add(key)
        names[name] = shape
    return names


# What all leaflets say alike.
ALIKE = """Read all of this before you begin. It holds what is important for you. Keep it:
you may want to read it again. Ask at the desk if you have further questions. It was
written for you alone, so do not pass it on. Tell us if you notice anything that is not
described here. Nothing of this replaces the advice of those who know your case. Older
copies are no longer valid and shall be thrown away. What is printed in bold is binding.
The list of addresses is on the back. Copies in large print are free. Complaints are
answered within ten working days. Children must not play with it. Wash your hands before
and after. Waste belongs into the grey bin. The office is closed on public holidays. We
thank all who helped with this edition. Changes are shown by a line at the margin.""".replace(
    "\n", " ").split(". ")
NOISE = ("pump valve ward clinic nurse record cabinet morning vaccine freezer label window "
         "battery schedule patient sensor filter door supply").split()


def alike(first, count):
    return " ".join(ALIKE[(first + i) % len(ALIKE)].rstrip(".") + "." for i in range(count))


class Thing(NamedTuple):
    name: str
    shape: str
    values: tuple  # None: not told.


def draw_things(chance, kind, count):
    things = []
    for name, shape in draw_names(chance, kind, count).items():
        values = [str(chance.randrange(2, 999)) for _ in KINDS[kind].facts]
        if chance.random() < 1 / 3:
            values[chance.randrange(len(values))] = None
        things.append(Thing(name, shape, tuple(values)))
    return things


def facts_of(kind, thing, nameless):
    for fact, value in zip(KINDS[kind].facts, thing.values):
        if value is not None:
            text = fact.nameless if nameless else fact.sentence
            yield text.replace("#", value).format(name=thing.name)


def leaflet(described, kind, thing):
    text = f"# {described.title}\n\n{described.intro}\n\n".format(name=thing.name)
    for number, (fact, value) in enumerate(zip(described.facts, thing.values)):
        said = "" if value is None else fact.nameless.replace("#", value) + " "
        text += (f"## {fact.head}\n\n{alike(5 * number, 4)}\n\n{said}"
                 f"{alike(5 * number + 4, 3)}\n\n")
    return text


def plain(described, kind, thing):
    text = described.intro.format(name=thing.name) + "\n\n"
    for number, sentence in enumerate(facts_of(kind, thing, nameless=True)):
        text += f"{alike(6 * number, 4)} {sentence} {alike(6 * number + 4, 4)}\n\n"
    return text


def noise(described, kind, thing):
    chance = random.Random(thing.name)
    text = ""
    for sentence in facts_of(kind, thing, nameless=False):
        text += sentence + "\n"
        for _ in range(6):
            text += "The " + " ".join(chance.choices(NOISE, k=9)) + ".\n"
    return text


LONG = {"leaflet": leaflet, "plain": plain, "noise": noise}


def write_documents(folder, kind, layout, things):
    """Files that tell what is known of the things."""
    described = KINDS[kind]
    slug = re.compile(r"\W+")
    if layout == "table":
        rows = ["| Name | " + " | ".join(fact.head for fact in described.facts) + " |",
                "|---" * (1 + len(described.facts)) + "|"]
        rows += [f"| {thing.name} | " + " | ".join(value or "" for value in thing.values) +
                 " |" for thing in things]
        (folder / "list.md").write_text("# List\n\n" + "\n".join(rows) + "\n")
        return
    parts = []
    for number, thing in enumerate(things):
        if layout in LONG:
            text = LONG[layout](described, kind, thing)
            (folder / f"{number:03}.md").write_text(text)
            continue
        sentences = facts_of(kind, thing, layout != "said")
        intro = described.intro.format(name=thing.name)
        title = described.title.format(name=thing.name)
        text = f"{title}\n\n{intro}\n\n" + " ".join(sentences) + "\n"
        if layout == "sections":
            parts.append(f"## {text}")
        else:
            text = f"# {text}" if layout == "title" else text.partition("\n\n")[2]
            (folder / f"{number:03}.md").write_text(text)
    if parts:
        (folder / "all.md").write_text("# All\n\n" + "\n".join(parts))


class Case(NamedTuple):
    kind: str
    layout: str
    shape: str
    number: int
    name: str
    question: str
    value: str | None


def draw_cases(chance, kind, layout, things, asked):
    cases = []
    for number in sorted(chance.sample(range(len(things)), min(asked, len(things)))):
        thing = things[number]
        for fact, value in zip(KINDS[kind].facts, thing.values):
            question = chance.choice(fact.questions).format(name=thing.name)
            if thing.shape in ("word", "two words") and chance.random() < .25:
                question = question.lower()
            cases.append(Case(kind, layout, thing.shape, number, thing.name,
                              question[0].upper() + question[1:], value))
    return cases


def judge(case, reply):
    if not reply["answered"]:
        return "refused"
    answer = reply["answer"]
    if case.layout not in ("sections", "table"):
        is_named = answer["document"] == f"{case.number:03}.md"
    else:
        told = " ".join([answer["text"], answer["sentence"], *answer.get("section", ())])
        is_named = re.search(rf"\b{re.escape(case.name)}\b", told) is not None
    if not is_named:
        return "other"
    if case.value is None:
        return "named"
    return "right" if re.search(rf"\b{case.value}\b", answer["text"]) else "named"


def ask_all(connection, collection, cases, theta):
    for case, form in itertools.product(cases, FORMS):
        options = {} if theta is None else {"theta": theta}
        reply = connection.call("ask", collection=collection, question=case.question,
                                form=form, runners_up=0, context=False, **options)
        yield case, form, judge(case, reply), reply


def measure(arguments, kinds):
    found = []
    for kind, layout in itertools.product(kinds, LAYOUTS):
        chance = random.Random(f"{arguments.seed} {kind} {layout}")
        things = draw_things(chance, kind, arguments.count)
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch) / "documents"
            folder.mkdir()
            write_documents(folder, kind, layout, things)
            with Answerboxd(arguments.answerboxd, pathlib.Path(scratch) / "state") as daemon:
                subprocess.run([arguments.answerbox, "add", "--socket",
                                str(daemon.socket_path), str(folder)], check=True,
                               stdout=subprocess.DEVNULL)
                cases = draw_cases(chance, kind, layout, things, arguments.asked)
                with daemon.connect() as connection:
                    found += ask_all(connection, "default", cases, arguments.theta)
    return found


def print_tables(found):
    """By each property: of what documents tell, how much is right, shown of the named
    thing otherwise, refused, and of another; the last two also of what none tells."""
    print("| | told | right | named | refused | other | not told | named | refused | other |")
    print("|" + "---|" * 10)
    groups = collections.defaultdict(list)
    for case, form, outcome, _ in found:
        for group in ("all", case.kind, case.layout, "name: " + case.shape, "form: " + form):
            groups[group].append((case.value is not None, outcome))
    for group, outcomes in groups.items():
        cells = []
        for told, columns in ((True, ("right", "named", "refused", "other")),
                              (False, ("named", "refused", "other"))):
            some = [outcome for is_told, outcome in outcomes if is_told == told]
            cells.append(str(len(some)))
            cells += [f"{100 * some.count(column) / max(len(some), 1):.1f}"
                      for column in columns]
        print(f"| {group} | " + " | ".join(cells) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("answerboxd")
    parser.add_argument("answerbox")
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--asked", type=int, default=25)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--theta", type=float)
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--floors", action="store_true")
    arguments = parser.parse_args()
    found = measure(arguments, arguments.kinds.split(","))
    print_tables(found)
    others = [one for one in found if one[2] == "other"]
    for case, form, _, reply in others[::max(1, len(others) // max(1, arguments.show))][
            :arguments.show]:
        print(f"{case.layout}, {form}: {case.question} -> {reply['answer']['text']!r} "
              f"({reply['confidence']:.2f})")
    if not arguments.floors:
        return 0
    told = [outcome for case, form, outcome, _ in found
            if case.value is not None and form == "auto"]
    right = told.count("right") / len(told)
    print(f"other: {len(others)} of {len(found)}; right in form auto: {right:.3f}")
    return int(len(others) > MOST_OTHER * len(found) or right < LEAST_RIGHT)


if __name__ == "__main__":
    sys.exit(main())
