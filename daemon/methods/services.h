// What the methods work on. All of it outlives them.
#pragma once

#include <chrono>
#include <cstddef>

#include "daemon/collections/store.h"
#include "daemon/dispatch/activity.h"
#include "daemon/dispatch/method.h"
#include "daemon/energy/energy_monitor.h"
#include "daemon/methods/audit_trail.h"
#include "daemon/methods/question_statistics.h"
#include "daemon/methods/workspace_pool.h"
#include "engine/numeric/arithmetic.h"

namespace answerbox::daemon {

// What a client has to obey, or does best to: `status` tells.
struct ClientLimits {
  std::size_t max_line_bytes = 0;
  std::size_t max_in_flight = 0;  // Of a connection; likewise uploads.
  std::size_t max_uploads = 0;
  std::chrono::seconds upload_idle{0};  // Then an upload is dropped.
};

struct Services {
  CollectionStore& store;
  WorkspacePool& workspaces;
  Activity& activity;
  QuestionStatistics& questions;
  EnergyMonitor& energy;
  ClientLimits limits;
  engine::Arithmetic arithmetic = engine::Arithmetic::kFixed;
  AuditTrail audit{};
  std::chrono::steady_clock::time_point started =
      std::chrono::steady_clock::now();
};

// Every method of docs/socket-protocol.md, for one connection.
[[nodiscard]] MethodTable MakeMethodTable(Services& services,
                                          const Caller& caller);

}  // namespace answerbox::daemon
