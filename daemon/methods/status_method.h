// `status`: how the daemon fares.
#pragma once

#include <chrono>

#include "daemon/audit/audit_log.h"
#include "daemon/collections/store.h"
#include "daemon/dispatch/activity.h"
#include "daemon/dispatch/method.h"
#include "daemon/energy/energy_monitor.h"
#include "daemon/methods/client_limits.h"
#include "daemon/methods/question_statistics.h"
#include "daemon/methods/workspace_pool.h"

namespace answerbox::daemon {

// All of it outlives the methods.
struct StatusServices {
  const CollectionStore& store;
  const WorkspacePool& workspaces;
  const Activity& activity;
  const QuestionStatistics& questions;
  const EnergyMonitor& energy;
  const ClientLimits& limits;
  const AuditLog* log;  // Null: there is none.
  std::chrono::steady_clock::time_point started;
};

void AddStatusMethod(const StatusServices& services, MethodTable& table);

}  // namespace answerbox::daemon
