// `answerbox pack install`, `rollback` and `detach`.
#include <memory>
#include <span>
#include <string>

#include "client/commands/call_options.h"
#include "client/commands/pack/pack_command.h"
#include "client/rpc/message.h"
#include "client/terminal/human_units.h"
#include "protocol/audit/digest.h"
#include "protocol/calls/packs.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

struct PackInstallOptions {
  CommonOptions common;
  std::string file;
  std::string collection;  // Empty: the pack's name.
  json::object params;     // Of the call.
};

Outcome<void> SendPack(Connection& connection, std::uint64_t transfer,
                       const std::string& file) {
  return EachPiece(
      file, calls::packs::kMaxPieceBytes,
      [&](std::string_view piece) -> Outcome<void> {
        const auto sent = connection.Call(
            calls::kPacksPart.name,
            {{"transfer", transfer},
             {"base64", protocol::ToBase64(std::as_bytes(std::span(piece)))}});
        return sent ? Outcome<void>() : sent.error();
      });
}

// "pack guidelines 2026.3", or "of no pack".
std::string PackOf(const json::object& reply) {
  const json::object& pack = ObjectAt(reply, "pack");
  if (pack.empty()) return "of no pack";
  return "pack " + TextAt(pack, "name") + ' ' + TextAt(pack, "version");
}

// The id of the key that signed the collection's pack. Empty if it is of none,
// or the caller may not see it.
std::string SignerOf(Connection& connection, const std::string& name) {
  const auto listed = connection.Call("collections.list", {});
  if (!listed) return {};
  for (const json::value& one : ArrayAt(AsObject(*listed), "collections")) {
    if (TextAt(AsObject(one), "name") != name) continue;
    return TextAt(ObjectAt(AsObject(one), "pack"), "key");
  }
  return {};
}

Outcome<ExitCode> Install(const PackInstallOptions& options) {
  // Only to know its name: the daemon trusts nothing that was read here.
  const auto seal = ReadPackSeal(options.file);
  if (!seal) return seal.error();
  const std::string name =
      options.collection.empty() ? seal->header.name : options.collection;
  auto connection = Connect(options.common);
  if (!connection) return connection.error();
  const std::string before = SignerOf(*connection, name);
  const auto begun =
      connection->Call(calls::kPacksBegin.name, {{"name", name}});
  if (!begun) return begun.error();
  const std::uint64_t transfer = NumberAt(AsObject(*begun), "transfer");
  if (auto sent = SendPack(*connection, transfer, options.file); !sent) {
    return sent.error();
  }
  json::object params = options.params;
  params["transfer"] = transfer;
  const auto installed = connection->Call(calls::kPacksInstall.name, params);
  if (!installed) return installed.error();
  json::object reply = AsObject(*installed);
  const std::string key = TextAt(ObjectAt(reply, "pack"), "key");
  const bool is_other = !before.empty() && before != key;
  if (is_other) reply["replaced_key"] = before;
  PrintDone(options.common, reply,
            "Collection \"" + name + "\" is now " + PackOf(reply) +
                ", signed by key " + key +
                (is_other ? " (the pack before by another key, " + before + ")"
                          : std::string()) +
                ": " + Counted(NumberAt(reply, "documents"), "document") +
                ". A collection that it replaced is kept for `answerbox pack "
                "rollback`.");
  return ExitCode::kDone;
}

Outcome<ExitCode> Change(const PackInstallOptions& options,
                         const calls::Call& call, const std::string& done) {
  const auto changed = CallOnce(options.common, call.name, options.params);
  if (!changed) return changed.error();
  const json::object& reply = AsObject(*changed);
  PrintDone(options.common, *changed,
            "Collection \"" + TextAt(reply, "name") + "\" is " + done +
                PackOf(reply) + ", with " +
                Counted(NumberAt(reply, "documents"), "document") + ".");
  return ExitCode::kDone;
}

Outcome<ExitCode> Rollback(const PackInstallOptions& options) {
  return Change(options, calls::kPacksRollback, "again what it was: ");
}

Outcome<ExitCode> Detach(const PackInstallOptions& options) {
  return Change(options, calls::kPacksDetach, "now ");
}

}  // namespace

void AddPackInstallCommands(CLI::App& pack, int& exit_code) {
  CLI::App* install = pack.add_subcommand(
      "install", "Replace a collection by a signed pack, or make it");
  const auto installing = std::make_shared<PackInstallOptions>();
  AddPackFile(*install, installing->file);
  install
      ->add_option("-c,--collection", installing->collection,
                   "The collection (default: the pack's name)")
      ->type_name("NAME");
  AddCallOptions(*install, calls::kPacksInstall, installing->params);
  CompleteCommand(*install, installing,
                  "Example:\n"
                  "  answerbox pack install /media/stick/guidelines.pack",
                  Install, exit_code);
  CLI::App* rollback =
      pack.add_subcommand("rollback", "Return to what the last pack replaced");
  const auto rolling = std::make_shared<PackInstallOptions>();
  AddCallOptions(*rollback, calls::kPacksRollback, rolling->params);
  CompleteCommand(*rollback, rolling,
                  "Example:\n  answerbox pack rollback guidelines", Rollback,
                  exit_code);
  CLI::App* detach = pack.add_subcommand(
      "detach", "Let a collection of a pack be changed, without a way back");
  const auto detaching = std::make_shared<PackInstallOptions>();
  AddCallOptions(*detach, calls::kPacksDetach, detaching->params);
  CompleteCommand(*detach, detaching,
                  "Example:\n  answerbox pack detach guidelines", Detach,
                  exit_code);
}

}  // namespace answerbox::client
