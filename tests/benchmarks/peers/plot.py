"""Plots the results of a comparison, in plain SVG."""

import html
import math

import figures
from figures import NAMES

WIDTH, HEIGHT = 960, 690
MARGIN_LEFT, MARGIN_TOP, MARGIN_RIGHT, MARGIN_BOTTOM = 82, 112, 80, 64
PANEL_GAP_X, PANEL_GAP_Y = 168, 90
PANEL_WIDTH = (WIDTH - MARGIN_LEFT - PANEL_GAP_X - MARGIN_RIGHT) / 2
PANEL_HEIGHT = (HEIGHT - MARGIN_TOP - PANEL_GAP_Y - MARGIN_BOTTOM) / 2
LABEL_HEIGHT = 15
# Colours that people with any kind of colour vision can tell apart (Okabe,
# Ito).
COLOURS = {"answerbox": "#0072B2", "xapian": "#E69F00", "fts5": "#CC79A7"}
INK, FAINT = "#24292f", "#d8dee4"


def text(x: float, y: float, content: str, size: int = 12, anchor: str = "start",
         colour: str = INK, weight: str = "normal") -> str:
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" '
            f'text-anchor="{anchor}" fill="{colour}" font-weight="{weight}">'
            f'{html.escape(content)}</text>\n')


def line(x1: float, y1: float, x2: float, y2: float, colour: str,
         width: float = 1) -> str:
    return (f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
            f'stroke="{colour}" stroke-width="{width}"/>\n')


class Panel:
    """Logarithmic in both directions: chunks to the right, a figure upwards."""

    def __init__(self, column: int, row: int, title: str, chunks: list,
                 values: list, label):
        self._left = MARGIN_LEFT + column * (PANEL_WIDTH + PANEL_GAP_X)
        self._top = MARGIN_TOP + row * (PANEL_HEIGHT + PANEL_GAP_Y)
        self._chunks = [math.log10(min(chunks)) - 0.15,
                        math.log10(max(chunks)) + 0.15]
        self._labels: list = []  # (y, colour, text) at the ends of lines.
        self._range = [math.floor(math.log10(min(values))),
                       math.ceil(math.log10(max(values)))]
        self.svg = text(self._left, self._top - 14, title, 14, weight="bold")
        for power in range(self._range[0], self._range[1] + 1):
            y = self.y(10 ** power)
            self.svg += line(self._left, y, self._left + PANEL_WIDTH, y, FAINT)
            self.svg += text(self._left - 8, y + 4, label(10 ** power),
                             anchor="end")
        for count in chunks:
            self.svg += text(self.x(count), self._top + PANEL_HEIGHT + 20,
                             f"{count:,}", anchor="middle")

    def x(self, chunks: int) -> float:
        low, high = self._chunks
        return self._left + PANEL_WIDTH * (math.log10(chunks) - low) / (high
                                                                        - low)

    def y(self, value: float) -> float:
        low, high = self._range
        return self._top + PANEL_HEIGHT * (high - math.log10(value)) / (high
                                                                        - low)

    def draw(self, points: list, colour: str, label) -> None:
        """points: (chunks, middle, upper or None)."""
        path = " ".join(f"{self.x(chunks):.1f},{self.y(middle):.1f}"
                        for chunks, middle, _ in points)
        self.svg += (f'<polyline points="{path}" fill="none" '
                     f'stroke="{colour}" stroke-width="2.5"/>\n')
        for chunks, middle, upper in points:
            x, y = self.x(chunks), self.y(middle)
            if upper is not None:
                self.svg += line(x, y, x, self.y(upper), colour, 1.5)
                self.svg += line(x - 4, self.y(upper), x + 4, self.y(upper),
                                 colour, 1.5)
            self.svg += (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" '
                         f'fill="{colour}"/>\n')
        middle = points[-1][1]
        self._labels.append((self.y(middle) + 4, colour, label(middle)))

    def place_labels(self) -> str:
        """Right of the ends of lines, moved apart if they would overlap."""
        placed, lowest = "", -math.inf
        for y, colour, label in sorted(self._labels):
            lowest = max(y, lowest + LABEL_HEIGHT)
            placed += text(self._left + PANEL_WIDTH + 6, lowest, label, 12,
                           "start", colour, "bold")
        return placed


def microseconds(value: float) -> str:
    if value >= 1e6:
        return f"{value / 1e6:.3g} s"
    return f"{value / 1e3:.3g} ms" if value >= 1e3 else f"{value:.3g} us"


def mebibytes(value: float) -> str:
    return f"{value:,.0f} MiB" if value >= 10 else f"{value:.3g} MiB"


def millions(value: float) -> str:
    return f"{value:,.0f} M" if value >= 10 else f"{value:.3g} M"


# Title, label of a value, and (middle, upper or None) of a system's figures.
def panels(results: dict) -> list:
    found = [
        ("Time a question, warm: median, up to 95 %", microseconds,
         lambda m: (figures.latency_us(m["warm"], 0.5),
                    figures.latency_us(m["warm"], 0.95))),
        ("First question from disk: median, up to 95 %",
         microseconds,
         lambda m: tuple(1000 * (figures.cold_ms(m, "open_ns", share)
                                 + figures.cold_ms(m, "ask_ns", share))
                         for share in (0.5, 0.95))),
        ("Highest memory while indexing", mebibytes,
         lambda m: (m["build_peak"]["pss"] / figures.MIB, None))]
    systems = [size[system] for size in results["sizes"].values()
               for system in COLOURS]
    if all("instructions" in measured for measured in systems):
        found.append(("Instructions a question, millions", millions,
                      lambda m: (m["instructions"] / 1e6, None)))
    return found


def legend() -> str:
    drawn, x = "", float(MARGIN_LEFT)
    for system, colour in COLOURS.items():
        drawn += f'<circle cx="{x + 5:.1f}" cy="59" r="5" fill="{colour}"/>\n'
        drawn += text(x + 16, 63, NAMES[system], 13)
        x += 44 + 7.2 * len(NAMES[system])
    return drawn


def render(results: dict) -> str:
    chunks = [int(count) for count in results["sizes"]]
    drawn = ""
    for number, (title, label, read) in enumerate(panels(results)):
        points = {system: [(int(count), *read(size[system]))
                           for count, size in results["sizes"].items()]
                  for system in COLOURS}
        values = [value for series in points.values()
                  for point in series for value in point[1:]
                  if value is not None]
        panel = Panel(number % 2, number // 2, title, chunks, values, label)
        for system, series in points.items():
            panel.draw(series, COLOURS[system], label)
        drawn += panel.svg + panel.place_labels()
    title = "What indexing and a question cost, by number of chunks"
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" '
            f'height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'font-family="DejaVu Sans, Helvetica, Arial, sans-serif">\n'
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>\n'
            + text(MARGIN_LEFT, 34, title, 18, weight="bold") + legend() + drawn
            + "</svg>\n")
