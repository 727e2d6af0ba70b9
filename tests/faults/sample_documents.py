"""Small documents. Each version of each can be told from all others."""

import dataclasses
import hashlib
import random

_SYLLABLES = ("ba", "de", "fi", "go", "ku", "la", "me", "ni", "po", "ru", "sa",
              "te", "vi", "wo", "zu", "ka")
_WORDS = ("pump", "valve", "ward", "clinic", "nurse", "record", "cabinet",
          "morning", "vaccine", "freezer", "label", "window", "battery",
          "schedule", "patient", "sensor", "filter", "room", "door", "supply")


@dataclasses.dataclass(frozen=True)
class Document:
    name: str
    text: str
    marker: str  # A word that only this version has.

    @property
    def bytes(self) -> int:
        return len(self.text.encode())

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def question(self) -> str:
        return f"Where is the {self.marker} kept?"

    def __repr__(self) -> str:
        return f"{self.name} of {self.marker} ({self.sha256[:8]})"


def make_document(name: str, version: int, size: int = 400) -> Document:
    """About `size` bytes, always the same for the same arguments."""
    words = random.Random(f"{name} {version}")
    marker = _marker(name, version)
    sentences = [f"The {marker} is kept beside the {words.choice(_WORDS)}."]
    written = len(sentences[0])
    while written < size:
        sentence = "The " + " ".join(words.choices(_WORDS, k=9)) + "."
        sentences.append(sentence)
        written += len(sentence) + 1
    return Document(name, "\n".join(sentences), marker)


def _marker(name: str, version: int) -> str:
    digest = hashlib.sha256(f"{name} {version}".encode()).digest()
    return "".join(_SYLLABLES[byte % 16] for byte in digest[:8])
