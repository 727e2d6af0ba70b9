// `answerbox show`: prints a document's text as the daemon stores it. Offsets
// in answers are offsets in this text.
#include <iostream>
#include <memory>

#include "client/commands/command.h"
#include "client/commands/command_line.h"
#include "client/rpc/json_fields.h"
#include "client/terminal/line_wrap.h"

namespace answerbox::client {
namespace {

struct ShowOptions {
  CommonOptions common;
  std::string collection = "default";
  std::string name;
};

// Passes the text to `take` piece by piece.
template <typename Take>
Outcome<void> ReadText(Connection& connection, const ShowOptions& options,
                       Take take) {
  std::uint64_t begin = 0;
  while (true) {
    const auto result =
        connection.Call("documents.text",
                        boost::json::object{{"collection", options.collection},
                                            {"name", options.name},
                                            {"begin", begin}});
    if (!result) return result.error();
    const boost::json::object& piece = AsObject(*result);
    take(TextAt(piece, "text"));
    const std::uint64_t end = NumberAt(piece, "end");
    if (end >= NumberAt(piece, "bytes") || end <= begin) return {};
    begin = end;
  }
}

Outcome<ExitCode> Show(const ShowOptions& options) {
  Outcome<Connection> connection = Connect(options.common);
  if (!connection) return connection.error();
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
    PrintJson(boost::json::object{{"name", options.name},
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
  CompleteCommand(*command, options,
                  "Examples:\n"
                  "  answerbox show vaccine-storage.md\n"
                  "  answerbox show --json guide.pdf | jq -r .text",
                  Show, exit_code);
}

}  // namespace answerbox::client
