"""How a case writes text that is more than a line of letters.

Signs that stand raised, lowered or as fractions are written in braces:

    {m:3}   a footnote's mark        10{m:3} mg; {m:?} is a mark that each program chooses
    {^9}    a power                  10{^9}
    {_2}    an index                 CO{_2}
    {o:st}  the end of an ordinal    1{o:st}
    {1/2}   a fraction, small signs  2{1/2}

`pieces` takes such text apart for those who print it. `pattern` makes the regular
expression of all forms that a person would call right; README.md, "What is right",
has the rules.
"""

from __future__ import annotations

import re
import unicodedata

RAISED = dict(zip("0123456789+-−abcdefghijklmnoprstuvwxyz()*", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ⁽⁾*"))
LOWERED = dict(zip("0123456789+-−", "₀₁₂₃₄₅₆₇₈₉₊₋₋"))
WHOLE_FRACTIONS = {"1/2": "½", "1/4": "¼", "3/4": "¾", "1/3": "⅓", "2/3": "⅔", "1/8": "⅛", "3/8": "⅜"}

PIECE = re.compile(r"\{(?:(m):([^}]+)|(\^)([^}]+)|(_)([^}]+)|(o):([^}]+)|(\d+)/(\d+))\}")

# What looks alike is alike: (what is met, what it is taken for).
ALIKE = str.maketrans({
    "\u00a0": " ", "\u2007": " ", "\u2009": " ", "\u202f": " ", "\u200a": " ", "\t": " ", "\n": " ",
    "\u2010": "-", "\u2011": "-", "‘": "'", "’": "'", "−": "-", "“": '"', "”": '"', "\u03bc": "\u00b5",
    "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "⁄": "/", "∕": "/",
    **dict.fromkeys("\u00ad\u200b\u200e\u200f\u202a\u202b\u202c\u2066\u2067\u2068\u2069\ufeff")})


def pieces(text: str) -> list[tuple[str, str]]:
    """(kind, words): kind is text, mark, up, down, ordinal or fraction."""
    found = []
    end = 0
    for match in PIECE.finditer(text):
        if match.start() > end:
            found.append(("text", text[end:match.start()]))
        end = match.end()
        if match[1]:
            found.append(("mark", match[2]))
        elif match[3]:
            found.append(("up", match[4]))
        elif match[5]:
            found.append(("down", match[6]))
        elif match[7]:
            found.append(("ordinal", match[8]))
        else:
            found.append(("fraction", f"{match[9]}/{match[10]}"))
    if end < len(text):
        found.append(("text", text[end:]))
    return found


def plain(text: str) -> str:
    """Text as it is compared: what looks alike is alike, blanks are one."""
    return " ".join(unicodedata.normalize("NFC", text).translate(ALIKE).split())


def _in(signs: dict[str, str], text: str) -> str:
    return "".join(signs.get(letter, letter) for letter in text)


def _mark(mark: str) -> str:
    # Left out, raised, or in brackets; a star or dagger also as it is.
    if mark == "?":
        return r"(?:[⁰¹²³⁴-⁹ⁱ*†‡]| ?\[\^?\w+\]| ?\(\w+\))?"
    forms = [re.escape(_in(RAISED, mark)), rf" ?\[\^?{re.escape(mark)}\]", rf" ?\({re.escape(mark)}\)"]
    if not mark[0].isalnum():
        forms.append(" ?" + re.escape(mark))
    return f"(?:{'|'.join(forms)})?"


def _up(power: str) -> str:
    typed = re.escape(power).replace("−", "[-−]").replace(r"\-", "[-−]")
    return rf"(?:{re.escape(_in(RAISED, power))}|\^[({{]?{typed}[)}}]?)"


def _down(index: str, before: str) -> str:
    forms = [re.escape(_in(LOWERED, index)), "_" + re.escape(index)]
    if before[-1:].isalpha() or not index.isdigit():
        forms.append(re.escape(index))  # CO2 is what CO₂ is called everywhere.
    return f"(?:{'|'.join(forms)})"


def _fraction(written: str, before: str) -> str:
    above, below = written.split("/")
    blank = " " if before[-1:].isdigit() else ""
    forms = [rf"{blank}{above}/{below}", rf"{blank and ' ?'}{_in(RAISED, above)}/{_in(LOWERED, below)}"]
    if written in WHOLE_FRACTIONS:
        forms.append((blank and " ?") + WHOLE_FRACTIONS[written])
    return f"(?:{'|'.join(forms)})"


def pattern(text: str) -> str:
    """A regular expression for `plain` text; ends of words are ends of words."""
    parts = []
    before = ""
    for kind, words in pieces(text):
        if kind == "text":
            words = unicodedata.normalize("NFC", words).translate(ALIKE)
            for fraction, sign in WHOLE_FRACTIONS.items():
                words = words.replace(sign, f"\0{fraction}\0")
            for number, part in enumerate(words.split("\0")):
                if number % 2:
                    parts.append(_fraction(part, before))
                else:
                    parts.append(re.sub(r"(\\ )+", r"\\s+", re.escape(part)))
                    before = (before + part)[-1:]
        elif kind == "mark":
            parts.append(_mark(words))
        elif kind == "up":
            parts.append(_up(words))
        elif kind == "down":
            parts.append(_down(words, before))
        elif kind == "ordinal":
            parts.append(f"(?:{words}|{_in(RAISED, words)})")
        else:
            parts.append(_fraction(words, before))
    whole = "".join(parts)
    last = pieces(text)[-1]
    begin = r"(?<![\w.,/])" if text[0].isnumeric() or text[0] == "{" else r"(?<!\w)" if text[0].isalpha() else ""
    end = r"(?!\w)" if last[0] != "text" or last[1][-1:].isalnum() else ""
    return begin + whole + end
