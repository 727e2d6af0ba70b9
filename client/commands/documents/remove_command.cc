// `answerbox remove`: removes documents by name.
#include <boost/json/array.hpp>
#include <iostream>
#include <memory>
#include <vector>

#include "client/commands/command.h"
#include "client/commands/command_line.h"
#include "client/rpc/message.h"
#include "client/terminal/human_units.h"
#include "client/terminal/printable.h"
#include "protocol/names/document_name.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

struct RemoveOptions {
  CommonOptions common;
  std::string collection = "default";
  std::vector<std::string> names;
  bool erase = false;
  bool all_or_nothing = false;
  bool force = false;
};

// Removes all names as one change. Errors: those of Connection::Call; nothing
// is removed then.
Outcome<void> RemoveTogether(const RemoveOptions& options,
                             Connection& connection) {
  const auto begun = connection.Call(
      "changes.begin", json::object{{"collection", options.collection}});
  if (!begun) return begun.error();
  const std::uint64_t change = NumberAt(AsObject(*begun), "change");
  for (const std::string& name : options.names) {
    const auto staged = connection.Call(
        "documents.remove", json::object{{"collection", options.collection},
                                         {"name", name},
                                         {"change", change}});
    // The daemon drops the change when the connection ends, so nothing was
    // removed.
    if (!staged) return staged.error();
  }
  // The commit carries `force`, because the exam judges the change as a whole.
  json::object commit{{"change", change}};
  if (options.force) commit["force"] = true;
  const auto committed = connection.Call("changes.commit", commit);
  if (!committed) return committed.error();
  return {};
}

// Rewrites the collection's files until none holds removed documents. All names
// are removed before, so that each segment is rewritten only once.
// Returns whether what a pack replaced stays.
Outcome<bool> Erase(const RemoveOptions& options, Connection& connection) {
  const auto erased = CallWithProgress(
      options.common, connection, "documents.erase",
      json::object{{"collection", options.collection}, {"progress", true}});
  if (!erased) return erased.error();
  return AsObject(*erased).contains("kept");
}

struct Removed {
  json::array names;
  json::array refused;  // Each object names a document and the reason.
};

// Calls documents.remove with `params` and the name. `add` stores names in one
// normal form, but older versions and other programs may not. So the name as
// typed is tried first, and the normal form only if there is no such document:
// when the typed one is refused, another must not be removed in its place.
Outcome<json::value> RemoveDocument(Connection& connection, json::object params,
                                    const std::string& name) {
  params["name"] = name;
  auto removed = connection.Call("documents.remove", params);
  if (removed || removed.error().kind != "not_found") return removed;
  std::string normalized = protocol::NormalizedDocumentName(name);
  if (normalized == name) return removed;
  params["name"] = std::move(normalized);
  return connection.Call("documents.remove", params);
}

// Removes each name by itself. A refused document does not keep the others from
// being removed. Errors: those that would stop every further name too.
Outcome<void> RemoveEach(const RemoveOptions& options, Connection& connection,
                         Removed& done) {
  LostQuestionsBound bound;
  for (const std::string& name : options.names) {
    json::object params{{"collection", options.collection}};
    if (options.force) params["force"] = true;
    const auto result = RemoveDocument(connection, std::move(params), name);
    if (result) {
      done.names.emplace_back(name);
      continue;
    }
    const Failure& failure = result.error();
    if (failure.exit_code != ExitCode::kRejected) return failure;
    json::object entry{{"name", Escaped(name)},
                       {"kind", failure.kind},
                       {"message", failure.message}};
    if (const auto* exam = failure.details.if_contains("exam")) {
      entry["exam"] = bound.Kept(AsObject(*exam));
    }
    done.refused.push_back(std::move(entry));
    std::cerr << "answerbox: " << Escaped(failure.message) << "\n"
              << LostQuestions(failure.details);
  }
  return {};
}

Outcome<ExitCode> Remove(const RemoveOptions& options) {
  Outcome<Connection> connection = Connect(options.common);
  if (!connection) return connection.error();
  Removed done;
  if (options.all_or_nothing && !options.names.empty()) {
    const auto together = RemoveTogether(options, *connection);
    if (!together) return together.error();
    for (const std::string& name : options.names) done.names.emplace_back(name);
  } else if (const auto each = RemoveEach(options, *connection, done); !each) {
    return each.error();
  }
  const bool all = done.refused.empty();
  if (!options.common.json && !options.names.empty()) {
    // Flushed here, because erasing may take minutes and may fail.
    std::cout << "Removed " << Counted(done.names.size(), "document")
              << " from collection \"" << Escaped(options.collection) << "\".\n"
              << std::flush;
  }
  // If all names were refused, nothing was removed that could be erased.
  const bool erases = options.erase && (all || !done.names.empty());
  bool is_kept = false;
  if (erases) {
    const auto erased = Erase(options, *connection);
    if (!erased) {
      // The removed documents stay removed, so a program must learn their
      // names.
      Failure failure = erased.error();
      failure.details["removed"] = std::move(done.names);
      failure.details["refused"] = std::move(done.refused);
      return failure;
    }
    is_kept = *erased;
  }
  if (options.common.json) {
    json::object result{{"collection", options.collection},
                        {"removed", std::move(done.names)},
                        {"refused", std::move(done.refused)}};
    if (options.erase) result["erased"] = erases;
    if (is_kept) result["kept"] = true;
    PrintJson(result);
  } else if (is_kept) {
    std::cout << "Erased, but for what a pack replaced: that stays for "
                 "`answerbox pack rollback`, until `answerbox pack detach`.\n";
  } else if (erases) {
    std::cout << "Erased: no file holds what was removed from collection \""
              << Escaped(options.collection) << "\".\n";
  } else if (options.erase) {
    std::cerr << "answerbox: nothing was removed, so nothing is erased. What "
                 "was removed before: `answerbox remove --erase` without a "
                 "name.\n";
  }
  return all ? ExitCode::kDone : ExitCode::kRejected;
}

}  // namespace

void AddRemoveCommand(CLI::App& program, int& exit_code) {
  CLI::App* command =
      program.add_subcommand("remove", "Remove documents by name");
  const auto options = std::make_shared<RemoveOptions>();
  command->add_option("names", options->names, "Documents, as list names them")
      ->type_name("NAME");
  command->add_flag("--erase", options->erase,
                    "Wait until no file holds what was removed; without a "
                    "name, what was removed before");
  command->add_flag("--all-or-nothing", options->all_or_nothing,
                    "Remove all in one step, or none if one can't be");
  command->add_flag("--force", options->force,
                    "Remove even if the collection's exam refuses that; this "
                    "needs the right manage and goes on record");
  // Without a name, --erase finishes what was removed before.
  command->parse_complete_callback([options] {
    if (!options->names.empty() || options->erase) return;
    throw CLI::RequiredError("NAME");
  });
  AddCollectionOption(*command, options->collection);
  CompleteCommand(*command, options,
                  "Examples:\n"
                  "  answerbox remove old-policy.pdf\n"
                  "  answerbox remove --collection drafts a.md b.md\n"
                  "  answerbox remove --erase letter.pdf",
                  Remove, exit_code);
}

}  // namespace answerbox::client
