"""Writes completion for bash and zsh from the recorded help.

Both know commands, their options, and the words that an option takes where its
help lists them. Other values are files.
"""

import re

import recorded_help

CHOICES = re.compile(r"((?:[a-z]+(?: \([^)]*\))?, )+[a-z]+(?: \([^)]*\))?"
                     r" or [a-z]+)")
WARNING = ("Written by tests/command_line/derived_test.py from what --help "
           "says.")


def choices(option: recorded_help.Option) -> list[str]:
    match = CHOICES.search(option.help) if option.value else None
    if not match or option.value not in ("WORD", "WHEN"):
        return []
    return re.findall(r"[a-z]+", re.sub(r" or |\([^)]*\)", " ", match[1]))


def words_of(page: recorded_help.Page) -> list[str]:
    return list(page.commands) + [name for option in page.options
                                  for name in option.names]


def bash(pages: dict[str, recorded_help.Page]) -> str:
    lines = [f"# Completion of answerbox(1) for bash. {WARNING}",
             "_answerbox() {",
             "  local current=${COMP_WORDS[COMP_CWORD]} before= word",
             "  local path=answerbox words= values=",
             "  COMPREPLY=()",
             "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do",
             "    case \"$path $word\" in"]
    known = " | \\\n      ".join(f'"{name}"' for name in pages if " " in name)
    lines += [f"      {known}) path=\"$path $word\" ;;", "    esac",
              "    before=$word", "  done", "  case \"$path\" in"]
    for name, page in pages.items():
        lines.append(f"    \"{name}\") words=\"{' '.join(words_of(page))}\" ;;")
    lines += ["  esac", "  case \"$path $before\" in"]
    for name, page in pages.items():
        for option in page.options:
            if not option.value:
                continue
            found = " ".join(choices(option))
            pattern = " | ".join(f'"{name} {n}"' for n in option.names)
            lines.append(f"    {pattern}) values=\"{found or '-'}\" ;;")
    lines += ["  esac",
              "  if [[ $values == - ]]; then",
              "    :  # A value that is no list of words: files, by -o default.",
              "  elif [[ -n $values ]]; then",
              "    COMPREPLY=($(compgen -W \"$values\" -- \"$current\"))",
              "  elif [[ $current == -* || $words != -* ]]; then",
              "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))",
              "  fi", "}",
              "complete -o default -F _answerbox answerbox"]
    return "\n".join(lines) + "\n"


def quoted(text: str) -> str:
    """As the text of a description for zsh's _describe."""
    return "'" + text.replace("'", "'\\''") + "'"


def zsh(pages: dict[str, recorded_help.Page]) -> str:
    lines = ["#compdef answerbox", f"# {WARNING}",
             "local state_path=answerbox word before=",
             "local -a commands options values",
             "for word in ${words[2,CURRENT-1]}; do",
             "  case \"$state_path $word\" in"]
    known = " | \\\n    ".join(f'"{name}"' for name in pages if " " in name)
    lines += [f"    {known}) state_path=\"$state_path $word\" ;;", "  esac",
              "  before=$word", "done", "case \"$state_path\" in"]
    for name, page in pages.items():
        listed = " ".join(quoted(f"{c}:{text}")
                          for c, text in page.commands.items())
        flags = " ".join(
            quoted(f"{n}:{o.help}") for o in page.options for n in o.names)
        lines += [f"  \"{name}\")", f"    commands=({listed})",
                  f"    options=({flags})", "    ;;"]
    lines += ["esac", "case \"$state_path $before\" in"]
    for name, page in pages.items():
        for option in page.options:
            if not option.value:
                continue
            found = " ".join(choices(option))
            pattern = " | ".join(f'"{name} {n}"' for n in option.names)
            lines.append(f"  {pattern}) values=({found or '-'}) ;;")
    lines += ["esac",
              "if [[ $values[1] == - ]]; then _files",
              "elif (( $#values )); then compadd -a values",
              "elif [[ $PREFIX == -* ]]; then _describe option options",
              "elif (( $#commands )); then _describe command commands",
              "else _files", "fi"]
    return "\n".join(lines) + "\n"
