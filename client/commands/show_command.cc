// `answerbox show`: prints a document's text as the daemon stores it, or its
// blocks. Offsets in answers are offsets in this text.
#include <boost/json/array.hpp>
#include <iostream>
#include <memory>

#include "client/commands/block_outline.h"
#include "client/commands/command.h"
#include "client/commands/command_line.h"
#include "client/rpc/json_fields.h"
#include "client/terminal/line_wrap.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

struct ShowOptions {
  CommonOptions common;
  std::string collection = "default";
  std::string name;
  bool blocks = false;
};

// Passes the text to `take` piece by piece.
template <typename Take>
Outcome<void> ReadText(Connection& connection, const ShowOptions& options,
                       Take take) {
  std::uint64_t begin = 0;
  while (true) {
    const auto result = connection.Call(
        "documents.text", json::object{{"collection", options.collection},
                                       {"name", options.name},
                                       {"begin", begin}});
    if (!result) return result.error();
    const json::object& piece = AsObject(*result);
    take(TextAt(piece, "text"));
    const std::uint64_t end = NumberAt(piece, "end");
    if (end >= NumberAt(piece, "bytes") || end <= begin) return {};
    begin = end;
  }
}

Outcome<json::array> ReadBlocks(Connection& connection,
                                const ShowOptions& options) {
  json::array blocks;
  while (true) {
    const auto result = connection.Call(
        "documents.blocks", json::object{{"collection", options.collection},
                                         {"name", options.name},
                                         {"first", blocks.size()}});
    if (!result) return result.error();
    const json::object& part = AsObject(*result);
    const json::array& found = ArrayAt(part, "blocks");
    blocks.insert(blocks.end(), found.begin(), found.end());
    if (found.empty() || NumberAt(part, "next") == 0) return blocks;
  }
}

Outcome<ExitCode> ShowBlocks(Connection& connection,
                             const ShowOptions& options) {
  std::string text;
  const auto read =
      ReadText(connection, options,
               [&text](const std::string& piece) { text += piece; });
  if (!read) return read.error();
  Outcome<json::array> blocks = ReadBlocks(connection, options);
  if (!blocks) return blocks.error();
  if (options.common.json) {
    PrintJson(json::object{{"name", options.name},
                           {"collection", options.collection},
                           {"blocks", *std::move(blocks)}});
  } else if (blocks->empty()) {
    PrintSentence(options.common,
                  "\"" + options.name +
                      "\" has no structure: it is text alone, or was added "
                      "before structure was kept; then add it again.");
  } else {
    std::cout << BlockOutline(*blocks, text, options.common.Output());
  }
  return ExitCode::kDone;
}

Outcome<ExitCode> Show(const ShowOptions& options) {
  Outcome<Connection> connection = Connect(options.common);
  if (!connection) return connection.error();
  if (options.blocks) return ShowBlocks(*connection, options);
  const Terminal terminal = options.common.Output();
  if (!options.common.json && !terminal.is_terminal) {
    const auto read =
        ReadText(*connection, options,
                 [](const std::string& piece) { std::cout << piece; });
    if (!read) return read.error();
    return ExitCode::kDone;
  }
  std::string text;
  const auto read =
      ReadText(*connection, options,
               [&text](const std::string& piece) { text += piece; });
  if (!read) return read.error();
  if (options.common.json) {
    const std::size_t bytes = text.size();
    PrintJson(json::object{{"name", options.name},
                           {"collection", options.collection},
                           {"bytes", bytes},
                           {"text", std::move(text)}});
  } else {
    std::cout << WrappedText(terminal, text);
  }
  return ExitCode::kDone;
}

}  // namespace

void AddShowCommand(CLI::App& program, int& exit_code) {
  CLI::App* command =
      program.add_subcommand("show", "Print a document's text as stored");
  const auto options = std::make_shared<ShowOptions>();
  command->add_option("name", options->name, "The document, as list names it")
      ->required()
      ->type_name("NAME");
  AddCollectionOption(*command, options->collection);
  command->add_flag("--blocks", options->blocks,
                    "Print what was recognised: headings, lists, tables");
  CompleteCommand(*command, options,
                  "Examples:\n"
                  "  answerbox show vaccine-storage.md\n"
                  "  answerbox show --blocks guide.pdf\n"
                  "  answerbox show --json guide.pdf | jq -r .text",
                  Show, exit_code);
}

}  // namespace answerbox::client
