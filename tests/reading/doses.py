"""300 numbers with marks, powers, indices, fractions and units, in six formats.

Each stands in a sentence of its own; it is right if the sentence is read with no
sign of it altered (written.py has the forms that count as right).
"""

from __future__ import annotations

import re

from case import block_text, is_usable
from packages import docx, epub, marked, o_p, odt, p
from pdf_writer import Page, Pdf
from written import pattern, pieces

HERBS = ("Betony", "Comfrey", "Dill", "Fennel", "Gentian", "Hyssop", "Lovage", "Mallow", "Nettle", "Orris",
         "Parsley", "Rue", "Sage", "Tansy", "Valerian", "Woodruff", "Yarrow", "Anise", "Borage", "Chicory")
PLACES = ("Aldby", "Brenholt", "Corvik", "Dunmere", "Eskdale", "Farnby", "Grimsund", "Holmby", "Ilsvik", "Jarnby",
          "Kelso", "Larvik", "Mossby", "Norrland", "Osby")
COUNT = len(HERBS) * len(PLACES)
KINDS = ("marks", "powers", "indices", "fractions", "units")
STEPS = (1, 2, 4, 5, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 75, 80, 100, 120, 250, 500)


def expressions() -> list[tuple[str, str]]:
    """(kind, number as written.py has it), 60 of each kind."""
    made: list[tuple[str, str]] = []
    for i, n in enumerate(STEPS):
        mark = i % 9 + 1
        made += [("marks", f"{n}{{m:{mark}}} mg"), ("marks", f"{n} ml{{m:{mark}}}"),
                 ("marks", (f"{n}–{2 * n}{{m:{mark}}} drops", f"{n}.5{{m:{mark}}} g",
                            f"{n} mg/kg{{m:{'abc'[i % 3]}}}",
                            f"{n}{{m:*}} tablets", f"{n}%{{m:{mark}}}")[i % 5])]
        made += [("powers", f"{n} × 10{{^{i % 11 + 2}}}/l"), ("powers", f"10{{^{i + 3}}} spores"),
                 ("powers", (f"{n} mg/m{{^2}}", f"{n} cm{{^3}}", f"{n} × 10{{^-{i % 7 + 2}}} mol",
                             f"{n} kg m{{^-2}}")[i % 4])]
        made += [("indices", f"{n} µg of vitamin B{{_12}}"), ("indices", f"{n} IU of vitamin D{{_3}}"),
                 ("indices", (f"{n} ml of H{{_2}}O", f"{n} kPa of CO{{_2}}", f"{n} % of FEV{{_1}}",
                              f"{n} mg of vitamin K{{_1}}")[i % 4])]
        part = ("1/2", "1/4", "3/4", "1/3", "2/3")[i % 5]
        sign = "½¼¾"[i % 3]
        made += [("fractions", f"{i + 1}{{{part}}} tablets"), ("fractions", f"{i + 1}{sign} spoons"),
                 ("fractions", (f"{{{part}}} tablet", f"{sign} tablet", f"{i + 1} {part} cups",
                                f"{part} of a cup")[i % 4])]
        made += [("units", f"{n} mg/kg"),
                 ("units", (f"{n},500 IU", f"0.{n} µg", f"{n} °C", f"{n} %", f"{n} 000 IU")[i % 5]),
                 ("units", (f"−{n} °C", f"{n}–{n + 3} mmol/l", f"{n} × {i + 2} ml", f"{n}.25 mg/m{{^2}}",
                            f"{n} × 10{{^9}}/l")[i % 5])]
    return made


DOSES = expressions()
SENTENCES = [f"In {place} {herb} is given as {dose}, as ever." for (place, herb), (_, dose) in zip(
    ((place, herb) for place in PLACES for herb in HERBS), DOSES)]
MARKS = sorted({words for sentence in SENTENCES for kind, words in pieces(sentence) if kind == "mark"})


def pdf() -> bytes:
    pages = []
    for begin in range(0, COUNT, 25):
        page = Page()
        y = 790.0
        for sentence in SENTENCES[begin:begin + 25]:
            y = page.paragraph(60, y, sentence.replace("−", "-"))
        for row, mark in enumerate(MARKS):
            page.text(60, 200 - 12 * row, f"{{m:{mark}}} As the book of {PLACES[row]} has it.", 8)
        pages.append(page)
    return Pdf(*pages).bytes()


def markdown() -> str:
    def put(sentence: str) -> str:
        return re.sub(r'<sup><a href="#note-(\w+)">\w+</a></sup>', r"[^\1]", marked(sentence)).replace("⁄", "/")

    return "\n\n".join(put(sentence) for sentence in SENTENCES) + "\n\n" + "\n".join(f"[^{mark}]: Note {mark}."
        for mark in MARKS if mark != "*") + "\n"


def html_paragraphs() -> str:
    return "".join(f"<p>{marked(sentence)}</p>" for sentence in SENTENCES)


FORMATS = {
    "pdf": pdf,
    "html": lambda: f'<!DOCTYPE html><meta charset="utf-8"><title>Herbs</title>{html_paragraphs()}',
    "md": markdown,
    "docx": lambda: docx("".join(p(sentence) for sentence in SENTENCES)),
    "odt": lambda: odt("".join(o_p(sentence) for sentence in SENTENCES)),
    "epub": lambda: epub(html_paragraphs()),
}


def all_ids() -> set[str]:
    return {f"{ending} {number}" for ending in FORMATS for number in range(1, COUNT + 1)}


def altered(programs) -> set[str]:
    """The numbers that are not read rightly, as "pdf 17"."""
    found = set()
    for ending, write in FORMATS.items():
        data = write()
        file = programs.folder / f"doses.{ending}"
        file.write_bytes(data.encode() if isinstance(data, str) else data)
        _, reply, _ = programs.convert(file)
        text = " ".join(block_text(block) for block in reply.get("blocks", []) if is_usable(block))
        found |= {f"{ending} {number}" for number, sentence in enumerate(SENTENCES, 1)
                  if not re.search(pattern(sentence), text)}
    return found


def summary(found: set[str]) -> list[str]:
    lines = []
    for ending in FORMATS:
        counts = {kind: sum(1 for number,
                            (of, _) in enumerate(DOSES, 1) if of == kind and f"{ending} {number}" not in found)
                  for kind in KINDS}
        lines.append(f"numbers in {ending}: {sum(counts.values())} of {COUNT} ("
                     + ", ".join(f"{kind} {count}" for kind, count in counts.items()) + " of 60)")
    whole = sum(1 for number in range(1, COUNT + 1) if not any(f"{ending} {number}" in found for ending in FORMATS))
    return [*lines, f"numbers in all six: {whole} of {COUNT}"]


def packed(found: set[str]) -> list[str]:
    """One line for each format: "pdf 1 4-7"."""
    lines = []
    for ending in FORMATS:
        numbers = [number for number in range(1, COUNT + 1) if f"{ending} {number}" in found]
        parts: list[list[int]] = []
        for number in numbers:
            if parts and parts[-1][1] == number - 1:
                parts[-1][1] = number
            else:
                parts.append([number, number])
        if parts:
            lines.append(" ".join([ending, *(str(a) if a == b else f"{a}-{b}" for a, b in parts)]))
    return lines


def unpacked(lines: set[str]) -> set[str]:
    found = set()
    for line in lines:
        ending, *parts = line.split()
        for part in parts:
            first, _, last = part.partition("-")
            found |= {f"{ending} {number}" for number in range(int(first), int(last or first) + 1)}
    return found
