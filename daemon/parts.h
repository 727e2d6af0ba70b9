// The parts that the appliance is put together from, as far as making one takes
// more than a constructor.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "daemon/audit/audit_log.h"
#include "daemon/collections/snapshots/catalog.h"
#include "daemon/error.h"
#include "daemon/methods/services.h"
#include "daemon/options/options.h"
#include "daemon/protocol/tcp/doors.h"
#include "platform/service/listening_socket.h"

namespace answerbox::daemon {

// What the daemon listens on, opened by itself or by the service manager.
struct Sockets {
  platform::ListeningSocket listening;
  PassedSockets mqtt;
  PassedSockets http;
};
// Errors: kStorage; kInvalidParams, for sockets that the daemon has no use for.
[[nodiscard]] Result<Sockets> Listen(const Options& options);

// The log, unless it is turned off, and the trail that leads to it.
struct Audit {
  std::unique_ptr<AuditLog> log;
  AuditTrail trail;
  std::string key_fault;  // Why questions are left out; empty: they are not.
  // What the log tells, against which the start compares the disk; nothing: it
  // can't be read. While the log is turned off only `dropped`, above all
  // snapshots that it tells of.
  std::optional<KnownState> known = KnownState();
  // Revisions of the users' file up to this one are in use.
  std::uint64_t used_revision = 0;
};
// Errors: those of AuditLog::Start.
[[nodiscard]] Result<Audit> StartAudit(const Options& options);

// The language model; null if the options name none. Tells `services` of it,
// which outlive it.
// Errors: kInvalidParams.
[[nodiscard]] Result<std::unique_ptr<LanguageModel>> FindModel(
    const Options& options, Services& services);

// Warns in the journal of entries in the state directory that are no
// collections, nor out of service as such: somebody may have copied documents
// there by mistake.
void TellOfStrays(const std::filesystem::path& state_dir,
                  const Catalog::Outages& out_of_service);

// Fails if so few descriptors are left that nobody could be served.
//   any  an open descriptor
[[nodiscard]] Result<void> CheckFreeDescriptors(int any);

// The error of a daemon that has too little of something to start or go on.
[[nodiscard]] Error CanNotRun(const std::string& reason);

}  // namespace answerbox::daemon
