#!/usr/bin/env python3
"""docs/pictures/answer.svg shows what a person sees on a terminal.

With ANSWERBOX_UPDATE=1 in the environment the picture is drawn anew.
"""

import html
import os
import pathlib
import re

from command_line import CommandLineTest, main

PICTURE = (pathlib.Path(__file__).resolve().parents[2] / "docs" / "pictures" /
           "answer.svg")
QUESTIONS = ("At what temperature are vaccines stored?",
             "When is the pharmacy open on Christmas Day?")
COLUMNS = 84
CHARACTER_WIDTH, LINE_HEIGHT, MARGIN = 8.4, 19, 16
STYLE = re.compile(r"\x1b\[([0-9;]*)m")
# What the client's styles look like in the picture.
CLASSES = {"1": "bold", "2": "dim", "32": "green"}
HEAD = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" \
role="img" xml:space="preserve">
<title>Two questions asked on a terminal</title>
<style>
rect {{ fill: #1d2129; }}
text {{ fill: #d7dae0; \
font: 14px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }}
.bold {{ font-weight: bold; fill: #ffffff; }}
.dim {{ fill: #8b93a1; }}
.green {{ fill: #8fd694; }}
.prompt {{ fill: #7db4ff; }}
</style>
<rect width="{width}" height="{height}" rx="8"/>
"""


def spans_of(line: str, classes: list[str]) -> str:
    """The line as SVG. `classes` are the styles that are on, and go on."""
    spans = []
    for at, piece in enumerate(STYLE.split(line)):
        if at % 2 == 1:
            for code in piece.split(";"):
                if code in ("", "0"):
                    classes.clear()
                elif code in CLASSES:
                    classes.append(CLASSES[code])
        elif piece:
            text = html.escape(piece, quote=False)
            names = " ".join(classes)
            spans.append(f'<tspan class="{names}">{text}</tspan>' if names
                         else text)
    return "".join(spans)


class PictureTest(CommandLineTest):
    def drawn(self) -> str:
        lines = []
        for question in QUESTIONS:
            lines.append('<tspan class="prompt">$</tspan> answerbox ask '
                         f'"{html.escape(question, quote=False)}"')
            shown = self.run_on_terminal("ask", question, columns=COLUMNS)
            classes: list[str] = []
            lines += [spans_of(line, classes)
                      for line in shown.output.rstrip().split("\n")]
            lines.append("")
        width = round(COLUMNS * CHARACTER_WIDTH) + 2 * MARGIN
        height = len(lines) * LINE_HEIGHT + MARGIN
        text = "".join(
            f'<text x="{MARGIN}" y="{MARGIN + (number + 1) * LINE_HEIGHT - 8}">'
            f"{line}</text>\n"
            for number, line in enumerate(lines) if line)
        return HEAD.format(width=width, height=height) + text + "</svg>\n"

    def test_the_picture_is_what_is_shown(self):
        drawn = self.drawn()
        if os.environ.get("ANSWERBOX_UPDATE"):
            PICTURE.write_text(drawn, encoding="utf-8")
        self.assertEqual(PICTURE.read_text(encoding="utf-8"), drawn)


if __name__ == "__main__":
    main()
