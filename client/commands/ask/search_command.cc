// `answerbox search`: lists the passages that hold some words.
#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "client/commands/answer_layout.h"
#include "client/commands/call_options.h"
#include "client/commands/command.h"
#include "client/commands/command_line.h"
#include "client/rpc/message.h"
#include "client/terminal/human_units.h"
#include "client/terminal/line_wrap.h"
#include "client/terminal/printable.h"
#include "protocol/calls/ask.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

struct SearchOptions {
  CommonOptions common;
  json::object params;  // Of the call, as far as they were given.
  std::vector<std::string> words;
};

// The words that were searched for, in bold.
std::vector<StyledRange> FoundWords(const json::object& passage,
                                    std::size_t size) {
  std::vector<StyledRange> styles;
  for (const json::value& value : ArrayAt(passage, "matches")) {
    const json::object& match = AsObject(value);
    // Clamped: a reply is not trusted to stay within its own text.
    const auto begin = std::min<std::uint64_t>(NumberAt(match, "begin"), size);
    const auto end =
        std::clamp<std::uint64_t>(NumberAt(match, "end"), begin, size);
    styles.push_back(
        {{static_cast<std::size_t>(begin), static_cast<std::size_t>(end)},
         Style::kBold});
  }
  return styles;
}

// A passage after its number, and on the next line where it stands.
std::string PassageEntry(const json::object& passage, std::uint64_t number,
                         const Terminal& terminal) {
  const std::string text = TextAt(passage, "text");
  const auto styles = FoundWords(passage, text.size());
  const std::string head = std::to_string(number) + " ";
  const std::string margin(head.size(), ' ');
  const std::size_t columns = AnswerColumns(terminal) - head.size();
  std::string out;
  for (const TextRange line : WrapLines(text, columns, LineEnds::kJoin)) {
    if (line.begin == line.end) continue;  // Between paragraphs.
    out += kAnswerIndent;
    out += out.size() == kAnswerIndent.size() ? head : margin;
    out += RenderLine(terminal, text, line, styles) + "\n";
  }
  return out + StyledLines(terminal, Style::kDim,
                           PlaceText(passage, kSectionArrow), columns,
                           std::string(kAnswerIndent) + margin);
}

// For pipes: the text on a line, and on another where it stands. Programs read
// such a list by lines, so a line end within a passage becomes a blank.
std::string PassageLines(const json::object& passage,
                         const Terminal& terminal) {
  std::string text = TextAt(passage, "text");
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  const TextRange whole{0, text.size()};
  return RenderLine(terminal, text, whole, FoundWords(passage, text.size())) +
         "\n" + Styled(terminal, Style::kDim, PlaceText(passage, " > ")) + "\n";
}

// Which passages these are, and how to see more.
std::string PageSummary(const json::object& reply) {
  const std::uint64_t from = NumberAt(reply, "from");
  const std::uint64_t shown = ArrayAt(reply, "passages").size();
  const std::uint64_t total = NumberAt(reply, "total");
  std::string text = "Passages " + Grouped(from) + " to " +
                     Grouped(std::max(from, from + shown - 1));
  // The daemon does not always count all that matches.
  if (total > 0) text += " of " + Grouped(total);
  const std::uint64_t next = NumberAt(reply, "next");
  return next == 0 ? text + "."
                   : text + ". More: the same with --from " +
                         std::to_string(next) + ".";
}

std::string NothingFound(const json::object& reply) {
  const std::string message = TextAt(ObjectAt(reply, "refusal"), "message");
  if (!message.empty()) return "Nothing found. " + BlankedOut(message);
  return "There is no passage " + Grouped(NumberAt(reply, "from")) +
         ": there are " + Grouped(NumberAt(reply, "total")) + ".";
}

void PrintPassages(const json::object& reply, const Terminal& terminal) {
  std::uint64_t number = NumberAt(reply, "from");
  bool is_first = true;
  for (const json::value& value : ArrayAt(reply, "passages")) {
    if (!is_first || terminal.is_terminal) std::cout << "\n";
    is_first = false;
    const json::object& passage = AsObject(value);
    std::cout << (terminal.is_terminal
                      ? PassageEntry(passage, number++, terminal)
                      : PassageLines(passage, terminal));
  }
  if (terminal.is_terminal) {
    std::cout << "\n" << SentenceLines(terminal, PageSummary(reply));
  }
}

Outcome<ExitCode> SearchPassages(const SearchOptions& options) {
  const Outcome<std::string> words =
      JoinWords(options.words, "what is searched for");
  if (!words) return words.error();
  json::object params = options.params;
  params["words"] = *words;
  const auto result = CallOnce(options.common, calls::kSearch.name, params);
  if (!result) return result.error();
  const json::object& reply = AsObject(*result);
  const bool is_found = !ArrayAt(reply, "passages").empty();
  if (options.common.json) {
    PrintJson(reply);
  } else if (is_found) {
    PrintPassages(reply, options.common.Output());
  } else {
    // To standard error, so that a pipe gets passages or nothing.
    std::cerr << NothingFound(reply) << "\n";
  }
  return is_found ? ExitCode::kDone : ExitCode::kRefused;
}

}  // namespace

void AddSearchCommand(CLI::App& program, int& exit_code) {
  CLI::App* command =
      program.add_subcommand("search", "List the passages that hold words");
  const auto options = std::make_shared<SearchOptions>();
  command->add_option("words", options->words, "The words to search for")
      ->required()
      ->type_name("WORD");
  AddCallOptions(*command, calls::kSearch, options->params);
  CompleteCommand(*command, options,
                  "Examples:\n"
                  "  answerbox search vaccine fridge\n"
                  "  answerbox search --from 11 vaccine fridge\n"
                  "  answerbox search --document 'guides/*' --json dose\n"
                  "Exit code 0: passages were found, 1: none.",
                  SearchPassages, exit_code);
}

}  // namespace answerbox::client
