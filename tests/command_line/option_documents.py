"""Writes the settings file and manual pages from the recorded help."""

import re
import textwrap

import recorded_help

DEFAULT = re.compile(r" Default: (\S+)$")
NUMBER = re.compile(r"-?[0-9.]+ to -?[0-9.]+")
# An option that begins a group, and the group's title.
GROUPS = {
    "state_dir": "Where things are",
    "theta": "Collections that adding a document makes",
    "arithmetic": "Questions",
    "max_line_bytes": "Connections",
    "mqtt": "MQTT",
    "http": "HTTP",
    "model_server": "A language model on this machine",
    "writer_memory_bytes": "Storage",
    "audit": "The audit log",
    "energy_sensor": "Energy",
}


def options(daemon: recorded_help.Page):
    """Key, description with the values allowed, default as TOML has it."""
    for option in daemon.options:
        name = option.names[-1]
        if name in ("--help", "--version", "--config"):
            continue
        match = DEFAULT.search(option.help)
        text = option.help[:match.start()] if match else option.help
        value = match[1] if match else ""
        # A file mode is text, as its leading zero says.
        is_number = NUMBER.search(text) and not re.match(r"0\d", value)
        yield (name[2:].replace("-", "_"), text,
               value if is_number else f'"{value}"')


def settings(daemon: recorded_help.Page) -> str:
    lines = [
        "# Options of answerboxd, with their ranges and defaults. Remove the #"
        " before what",
        "# you change; answerboxd.toml(5) and docs/limits.md tell more. The"
        " command line wins",
        "# over this file. Written by derived_test.py.",
    ]
    for key, text, value in options(daemon):
        if key in GROUPS:
            lines += ["", f"# {GROUPS[key]}", ""]
        lines += textwrap.wrap(text, 80, initial_indent="# ",
                               subsequent_indent="# ")
        lines.append(f"#{key} = {value}")
    return "\n".join(lines) + "\n"


def roff(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def heading(name: str, section: int, version: str, manual: str,
            summary: str) -> list[str]:
    return [
        '.\\" Written by derived_test.py from what --help says.',
        f'.TH {name.upper()} {section} "" "{version}" "{manual}"',
        ".SH NAME", f"{roff(name)} \\- {roff(summary)}",
    ]


def manual(daemon: recorded_help.Page) -> str:
    lines = heading("answerboxd.toml", 5, "answerbox 0.1.0", "File formats",
                    "options of answerboxd")
    lines += [
        ".SH SYNOPSIS", ".I /etc/answerbox/answerboxd.toml",
        ".SH DESCRIPTION",
        "A TOML file with one",
        ".I key = value",
        "a line. Each key is also an option of the command line, with \\- for _"
        " and two \\- before it;",
        "the command line wins. After a change, reload the service: options"
        " that can change while",
        "the daemon runs do, and the journal names those that wait for a"
        " restart. A file with a",
        "mistake changes nothing.",
    ]
    for key, text, value in options(daemon):
        if key in GROUPS:
            lines.append(f".SH {GROUPS[key].upper()}")
        lines += [".TP", f".B {key}", roff(text), f"Default: {roff(value)}."]
    lines += [".SH SEE ALSO", ".BR answerboxd (8)"]
    return "\n".join(lines) + "\n"


def laboratory(pages: dict[str, recorded_help.Page]) -> str:
    top = pages["answerbox-lab"]
    lines = heading("answerbox-lab", 1, "answerbox 0.1.0", "User commands",
                    "measures answers against known ones")
    lines += [".SH SYNOPSIS", ".B answerbox\\-lab", ".I command",
              ".RI [ option \" \" ...]",
              ".SH DESCRIPTION", roff(top.summary), ".SH COMMANDS"]
    for name, page in pages.items():
        program, _, command = name.partition(" ")
        if program != "answerbox-lab" or not command or page.commands:
            continue
        lines += [".TP", f".B {roff(command)}", roff(page.summary) + "."]
    lines += [".PP", "Each command tells its options with \\-\\-help.",
              ".SH SEE ALSO", ".BR answerbox (1)"]
    return "\n".join(lines) + "\n"
