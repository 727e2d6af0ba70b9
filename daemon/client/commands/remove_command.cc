// `answerbox remove`: documents, by name.
#include <boost/json/array.hpp>
#include <iostream>
#include <memory>
#include <vector>

#include "daemon/client/commands/command.h"
#include "daemon/client/commands/command_line.h"
#include "daemon/client/terminal/human_units.h"
#include "daemon/client/terminal/printable.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

struct RemoveOptions {
  CommonOptions common;
  std::string collection = "default";
  std::vector<std::string> names;
};

Outcome<ExitCode> Remove(const RemoveOptions& options) {
  Outcome<Connection> connection = Connect(options.common);
  if (!connection) return connection.error();
  json::array removed;
  json::array refused;
  for (const std::string& name : options.names) {
    const auto result = connection->Call(
        "documents.remove",
        json::object{{"collection", options.collection}, {"name", name}});
    if (result) {
      removed.emplace_back(name);
      continue;
    }
    const Failure& failure = result.error();
    if (failure.exit_code != ExitCode::kRejected) return failure;
    refused.push_back(json::object{{"name", Escaped(name)},
                                   {"kind", failure.kind},
                                   {"message", failure.message}});
    std::cerr << "answerbox: " << Escaped(failure.message) << "\n";
  }
  const bool all = refused.empty();
  if (options.common.json) {
    PrintJson(json::object{{"collection", options.collection},
                           {"removed", std::move(removed)},
                           {"refused", std::move(refused)}});
  } else {
    std::cout << "Removed " << Counted(removed.size(), "document")
              << " from collection \"" << Escaped(options.collection)
              << "\".\n";
  }
  return all ? ExitCode::kDone : ExitCode::kRejected;
}

}  // namespace

void AddRemoveCommand(CLI::App& program, int& exit_code) {
  CLI::App* command =
      program.add_subcommand("remove", "Remove documents by name");
  const auto options = std::make_shared<RemoveOptions>();
  command->add_option("names", options->names, "Documents, as list names them")
      ->required()
      ->type_name("NAME");
  AddCollectionOption(*command, options->collection);
  CompleteCommand(*command, options,
                  "Examples:\n"
                  "  answerbox remove old-policy.pdf\n"
                  "  answerbox remove --collection drafts a.md b.md",
                  Remove, exit_code);
}

}  // namespace answerbox::client
