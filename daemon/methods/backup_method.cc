#include <filesystem>

#include "daemon/methods/method_families.h"
#include "platform/file/directory.h"
#include "protocol/audit/log_folder.h"
#include "protocol/calls/backup.h"
#include "protocol/json/json_writer.h"
#include "protocol/json/params.h"

namespace answerbox::daemon {
namespace {

// A log that is off may have files from before, which nobody writes.
Result<void> LinkLog(AuditLog* log, const std::filesystem::path& state,
                     const std::filesystem::path& folder) {
  if (log != nullptr) return log->LinkFiles(folder);
  platform::Result<void> linked;
  if (platform::IsFolder(state / "audit")) {
    linked = platform::LinkTree(state / "audit", folder / "audit");
  }
  if (linked && platform::IsFile(state / kKeptHeadFile)) {
    linked =
        platform::LinkOrCopy(state / kKeptHeadFile, folder / kKeptHeadFile);
  }
  if (!linked) return AuditStorageError(linked.error());
  return {};
}

void RunBackup(const Connection& connection, const boost::json::object& params,
               const Reply& reply) {
  const Params none(params, calls::kBackup);
  if (none.error()) return reply.Send(*none.error());
  CollectionStore& store = connection.services.store;
  store.Link({.link_others =
                  [log = connection.services.audit.log(),
                   &state = store.options().state_dir](
                      const std::filesystem::path& folder) {
                    return LinkLog(log, state, folder);
                  },
              .completion =
                  [reply](const Result<std::filesystem::path>& folder) {
                    if (!folder) return reply.Send(folder.error());
                    JsonWriter json;
                    json.BeginObject().Key("folder").String(folder->native());
                    reply.Send(json.EndObject().Take());
                  }});
}

}  // namespace

void AddBackupMethod(const Connection& connection, MethodTable& table) {
  AddMethod(table, calls::kBackup, connection, RunBackup);
}

}  // namespace answerbox::daemon
