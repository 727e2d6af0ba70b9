"""Swaps of one of a kind for another, for contradiction_cases.py.

A letter: hepatitis A for hepatitis B, B12 for B6. A word: a thigh for an arm.
The kinds of words are wider than those of engine/grounding/words/alternative_words.cc.
"""

import re

LETTER = re.compile(
    r"\b(?:hepatitis|vitamins?|type|group|grade|class|category|influenza|stage)"
    r" ([A-E]|I{1,3}|IV)(?![\w/-])", re.IGNORECASE)
MIXED = re.compile(r"(?<![\w/-])(?:[A-Z]{1,2}(\d{1,2})|\d{1,2}([A-E]))(?![\w/-])")

WORDS = [line.split() for line in """
arm leg thigh shoulder knee ankle wrist hand foot neck chest abdomen hip elbow
kidney liver lung heart brain stomach bladder pancreas spleen thyroid prostate uterus colon
kidneys lungs ovaries testicles
blood urine stool sputum saliva sweat
artery vein
arteries veins
orally intravenously intramuscularly subcutaneously rectally
oral intravenous intramuscular subcutaneous rectal nasal topical
tablet cream syrup patch inhaler
tablets creams syrups patches inhalers drops
adult child infant teenager
adults children infants teenagers adolescents
nurse doctor pharmacist surgeon midwife dentist paramedic therapist
nurses doctors pharmacists surgeons midwives dentists
morning afternoon evening night
breakfast lunch dinner
refrigerator freezer cupboard drawer
virus bacterium fungus parasite
viruses bacteria fungi parasites worms
viral bacterial fungal parasitic
red blue green yellow white black brown purple
sodium potassium calcium magnesium iron zinc copper phosphate
north south east west
winter summer autumn
""".strip().splitlines()]
KIND_OF = {word: kind for kind in WORDS for word in kind}
LISTED = re.compile(r"\b(" + "|".join(sorted(KIND_OF)) + r")\b")


def changed(sentence, begin, end, new):
    return (sentence[:begin] + new + sentence[end:], begin, begin + len(new),
            f"{sentence[begin:end]!r} -> {new!r}")


def swap_letter(sentence, rng, _names):
    places = [(m, 1) for m in LETTER.finditer(sentence)]
    for m in MIXED.finditer(sentence):
        places.append((m, 1 if m[1] else 2))
    if not places:
        return None
    place, group = rng.choice(places)
    old = place[group]
    if old.isdigit():
        others = [str(n) for n in range(1, 20)]
    elif set(old.upper()) <= set("IV"):
        others = ["I", "II", "III", "IV"]
    else:
        others = list("ABCDE")
    new = rng.choice([o for o in others if o.lower() != old.lower()])
    return changed(sentence, place.start(group), place.end(group), new)


def swap_word(sentence, rng, _names):
    places = list(LISTED.finditer(sentence))
    if not places:
        return None
    place = rng.choice(places)
    present = set(re.findall(r"\w+", sentence))
    others = [w for w in KIND_OF[place[0]] if w not in present]
    if not others:
        return None
    return changed(sentence, place.start(), place.end(), rng.choice(others))
