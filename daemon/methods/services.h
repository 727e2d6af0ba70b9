// The objects that the methods use, and the face of this room. All references
// outlive the methods.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/audit/caller_rates.h"
#include "daemon/collections/store.h"
#include "daemon/dispatch/bounds.h"
#include "daemon/dispatch/method.h"
#include "daemon/energy/energy_monitor.h"
#include "daemon/exam/self_check.h"
#include "daemon/identity/access_control.h"
#include "daemon/inbox/inbox.h"
#include "daemon/job_board.h"
#include "daemon/methods/gathering/dense_vectors_cache.h"
#include "daemon/methods/model/language_model.h"
#include "daemon/methods/records/audit_trail.h"
#include "daemon/methods/workspaces.h"
#include "daemon/question_statistics.h"
#include "engine/numeric/arithmetic.h"

namespace answerbox::daemon {

// How much each caller may say of answers: a score of judgements at once, and
// then one every three seconds. All tablets of a kiosk are one caller.
inline constexpr std::uint64_t kFeedbackBytesPerSecond = 128;

// A stored file that was damaged, and is kept for its owner to look at.
struct DamagedFile {
  std::string message;  // What it was, where it is now, and what to do.
  std::string kept;     // Where it is now.
  std::chrono::sys_seconds found;
  std::optional<std::uint64_t> offset;  // Of the damage, if known.
};

struct Services {
  CollectionStore& store;
  WorkspacePool& workspaces;
  Activity& activity;
  QuestionStatistics& questions;
  EnergyMonitor& energy;
  JobBoard& jobs;
  AccessControl& access;
  RequestBounds limits;
  engine::Arithmetic arithmetic = engine::Arithmetic::kFixed;
  AuditTrail audit{};
  GatheringWorkspaces gathering{};
  DenseVectorsCache dense{};
  LanguageModel* model = nullptr;   // Null: there is none.
  SelfCheck* self_check = nullptr;  // Null: no collection is examined.
  std::unique_ptr<Inbox> inbox = std::make_unique<Inbox>(InboxOptions());
  std::unique_ptr<CallerRates> feedback_rates =
      std::make_unique<CallerRates>(kFeedbackBytesPerSecond);
  // Set before the first request.
  std::optional<DamagedFile> damaged_mqtt_sessions{};
  // Sentences about certificates that have expired, or soon will. Called on the
  // sockets' thread. Empty: no TLS is served.
  std::function<std::vector<std::string>()> certificate_troubles{};
  // What of the daemon itself can't be served, and why. As the one above.
  std::vector<std::pair<std::string, std::string>> outages{};
  // Which listeners serve nobody by TLS, and why: "mqtt_tls". May be empty.
  std::function<std::vector<std::pair<std::string_view, std::string>>()>
      tls_outages{};
  // Drops what waits for MQTT clients of an identity that was removed, or
  // quotes a collection from which something was removed, and what rights no
  // longer allow. Both may be empty. Whoever logs in after this call is not
  // concerned. Then calls `done`, on any thread; with an error if the file that
  // is written may still hold it. Set before the first request. May be called
  // from any thread.
  std::function<void(std::string identity, std::string collection,
                     Completion<void> done)>
      withdraw = [](const std::string&, const std::string&,
                    const Completion<void>& done) { done({}); };
  // Fails if a file that nobody writes may hold what was removed. As above.
  std::function<Result<void>()> nothing_stays = [] { return Result<void>(); };
  // Whether that was the end of the last erasing.
  std::atomic<bool> is_erasing_stuck = false;
  std::chrono::steady_clock::time_point started =
      std::chrono::steady_clock::now();
};

// Withdraws at once, so that the next user of a name loses nothing. What this
// returns is to be called with the record of the change; `then` follows both.
[[nodiscard]] OnRecorded AfterWithdrawal(Services& services,
                                         std::string identity,
                                         std::string collection,
                                         OnRecorded then);
// Erases what was removed from the collection, and withdraws it.
void EraseAndWithdraw(Services& services, const std::string& collection,
                      Progress progress, Completion<void> done);

// What can't be served, and why: docs/socket-protocol.md, "status".
struct Outage {
  std::string what;  // "collection", "users", "mqtt_tls", ...
  std::string name;  // Of a collection, otherwise empty.
  std::string message;
};
[[nodiscard]] std::vector<Outage> OutagesOf(const Services& services);

// Every method of docs/socket-protocol.md, for one connection.
[[nodiscard]] MethodTable MakeMethodTable(Services& services,
                                          const Identity& caller);

}  // namespace answerbox::daemon
