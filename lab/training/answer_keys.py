"""Whether a text is a right answer, by the keys of a question's gold answer."""

import functools
import re
import unicodedata

# A list is right with so many of its items.
ITEMS = .8


def is_right(row, text):
    """Whether a text holds all that the question's answer must."""
    if row["kind"] == "list" and row.get("all_items"):
        letters = only_letters(text)
        found = sum(only_letters(item) in letters for item in row["all_items"])
        return found >= ITEMS * len(row["all_items"])
    return all(holds(key, text) for key in row["key"])


def holds(pattern, text):
    try:
        if re.search(pattern, plain(text), re.IGNORECASE):
            return True
    except re.error:
        pass
    letters = only_letters(pattern)
    return letters != "" and letters in only_letters(text)


# Each text is compared with several keys, and each key with many texts.
@functools.lru_cache(maxsize=4096)
def plain(text):
    """Without differences that only the setting of the text makes."""
    text = unicodedata.normalize("NFKC", text).replace("\u00ad", "")
    text = text.replace("\u2010", "-").replace("\u2011", "-")
    return re.sub(r"\s+", " ", re.sub(r"-\s+(?=[a-z])", "", text))


@functools.lru_cache(maxsize=4096)
def only_letters(text):
    return re.sub(r"\W+", "", plain(text).lower())
