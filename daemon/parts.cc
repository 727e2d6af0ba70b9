#include "daemon/parts.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

#include "daemon/audit/key_files.h"
#include "daemon/cascade/codec/model_address.h"
#include "daemon/collections/snapshots/state_directory.h"
#include "daemon/service/named_sockets.h"
#include "platform/file_descriptor.h"
#include "platform/power/program_usage.h"
#include "platform/service/journal.h"
#include "platform/service/listening_socket.h"

namespace answerbox::daemon {
namespace {

Error Unavailable(const platform::Error& error) {
  return {ErrorKind::kStorage, "can't " + error.Describe()};
}

// The names of what listens, for socket units: docs/operations.md, "Sockets".
constexpr std::array<ListenerName, 5> kListenerNames = {
    {{.name = "unix"},
     {.name = "mqtt", .most = platform::kMaxActivatedSockets},
     {.name = "mqtt_tls", .most = platform::kMaxActivatedSockets},
     {.name = "http", .most = platform::kMaxActivatedSockets},
     {.name = "https", .most = platform::kMaxActivatedSockets}}};

// Settings that the daemon can start with, but that do less than they seem to.
void WarnOfSettings(const ModelOptions& options) {
  if (!options.cgroup.empty()) {
    const auto usage = platform::ReadCgroupUsage(options.cgroup);
    if (!usage) {
      platform::Log(platform::Priority::kWarning,
                    "model_cgroup: can't " + usage.error().Describe() +
                        "; what the model costs is unknown as long as that is "
                        "so");
    }
  }
  if (options.below <= options.from) {
    platform::Log(platform::Priority::kWarning,
                  "model_below is not greater than model_from: with generate "
                  "\"auto\", the model is asked only if a question wants "
                  "several facts");
  }
}

// The daemon needs these to open the rest of its files, to accept connections,
// and to read and write files for requests. With fewer it would serve nobody.
constexpr std::size_t kLeastFreeDescriptors = 16;

// What is made anew while the log is off must be newer than what the log tells
// when it is turned on again. Nothing is doubted meanwhile.
void TakeFloors(const KnownState& known, Audit& audit) {
  if (known.users) audit.used_revision = known.users->revision;
  std::uint64_t& dropped = audit.known->dropped;
  dropped = known.dropped;
  for (const auto& [name, snapshot] : known.collections) {
    dropped = std::max(dropped, snapshot);
  }
}

}  // namespace

Result<Sockets> Listen(const Options& options) {
  auto passed = platform::TakeActivatedSockets();
  if (!passed) return Unavailable(passed.error());
  auto sorted = SortByName(std::move(*passed), kListenerNames);
  if (!sorted) return sorted.error();
  PassedSockets mqtt{.plain = std::move(sorted->at(1)),
                     .tls = std::move(sorted->at(2))};
  PassedSockets http{.plain = std::move(sorted->at(3)),
                     .tls = std::move(sorted->at(4))};
  if (!sorted->front().empty()) {
    platform::FileDescriptor& activated = sorted->front().front();
    const auto checked = platform::CheckListeningUnixStream(activated);
    if (!checked) return Unavailable(checked.error());
    return Sockets{platform::ListeningSocket(std::move(activated)),
                   std::move(mqtt), std::move(http)};
  }
  auto opened = platform::ListeningSocket::Open(
      options.socket, options.socket_mode, options.socket_group);
  if (!opened) return Unavailable(opened.error());
  return Sockets{std::move(*opened), std::move(mqtt), std::move(http)};
}

Result<Audit> StartAudit(const Options& options) {
  Audit audit;
  AuditOptions log_options = options.audit;
  const std::filesystem::path folder = options.store.state_dir / "audit";
  log_options.log.folder = folder;
  if (log_options.durability == Durability::kOff) {
    if (const auto known = LogWriter::ReadKnown(std::move(log_options.log))) {
      TakeFloors(*known, audit);
    }
    return audit;
  }
  log_options.log.is_synced = log_options.durability != Durability::kNone;
  QuestionForm form = log_options.questions;
  auto log = AuditLog::Start(std::move(log_options));
  if (!log) return log.error();
  // Not made beside a log that could not be opened.
  using Key = Result<std::optional<QuestionKey>>;
  const Key key = (*log)->activity().failure.empty()
                      ? Key(LoadOrMakeQuestionKey(folder))
                      : LoadQuestionKey(folder);
  // When the key is damaged, or the disk has no room for one, records leave the
  // question out rather than show it.
  const bool has_key = key && *key;
  if (!has_key && form == QuestionForm::kHashed) {
    form = QuestionForm::kLeftOut;
    audit.key_fault = key ? "There is no question.key." : key.error().message;
    audit.key_fault += " Until the next start, records leave questions out.";
  }
  audit.log = std::move(*log);
  audit.known = audit.log->known_at_start();
  audit.trail = AuditTrail(*audit.log, form, has_key ? **key : QuestionKey{});
  return audit;
}

Result<std::unique_ptr<LanguageModel>> FindModel(const Options& options,
                                                 Services& services) {
  if (options.model.server.empty()) return nullptr;
  auto address = ParseModelAddress(options.model.server);
  if (!address) {
    return Error{ErrorKind::kInvalidParams, address.error().message};
  }
  WarnOfSettings(options.model);
  auto model = std::make_unique<LanguageModel>(
      std::move(*address), options.model, services.gathering, services.energy);
  services.model = model.get();
  return model;
}

void TellOfStrays(const std::filesystem::path& state_dir,
                  const Catalog::Outages& out_of_service) {
  const auto strays = FindStrays(state_dir);
  if (!strays) return;
  for (const std::filesystem::path& stray : *strays) {
    if (out_of_service.contains(stray.filename().native())) continue;
    platform::Log(platform::Priority::kWarning,
                  stray.string() +
                      " is no collection, and is left alone: take it out of "
                      "the state directory. Documents are added with "
                      "`answerbox add`, not by copying them there.");
  }
}

Result<void> CheckFreeDescriptors(int any) {
  std::array<platform::FileDescriptor, kLeastFreeDescriptors> taken;
  for (platform::FileDescriptor& descriptor : taken) {
    descriptor = platform::FileDescriptor(::dup(any));
    if (descriptor.is_open()) continue;
    return CanNotRun("fewer than " + std::to_string(kLeastFreeDescriptors) +
                     " file descriptors are left to serve with");
  }
  return {};
}

Error CanNotRun(const std::string& reason) {
  return {ErrorKind::kLimit,
          "can't start or go on: " + reason +
              ". Allow it more descriptors, threads or memory: LimitNOFILE, "
              "TasksMax and MemoryMax of its unit, or `ulimit -a` in a shell."};
}

}  // namespace answerbox::daemon
