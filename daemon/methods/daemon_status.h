// How the daemon fares, collected once for all who show it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/audit/audit_log.h"
#include "daemon/collections/store.h"
#include "daemon/dispatch/activity.h"
#include "daemon/energy/energy_monitor.h"
#include "daemon/jobs/job_board.h"
#include "daemon/methods/client_limits.h"
#include "daemon/methods/question_statistics.h"
#include "daemon/methods/workspace_pool.h"

namespace answerbox::daemon {

struct DaemonStatus {
  std::string version;
  std::chrono::duration<double> uptime{};
  std::int64_t process = 0;
  std::string state_dir;
  std::size_t collections = 0;
  std::uint64_t documents = 0;
  // Written by an earlier version, to be written anew.
  std::size_t old_segments = 0;
  StoreActivity store;
  std::vector<JobStatus> jobs;
  std::size_t connections = 0;
  ClientLimits limits;
  QuestionCounts questions;
  std::size_t questions_in_flight = 0;
  std::string_view model;  // ModelId(), for as long as the process runs.
  std::optional<AuditActivity> audit;             // Nothing: there is no log.
  std::vector<std::string> damaged_energy_files;  // A sentence each.
  std::size_t arena_bytes = 0;                    // Of each question.
  std::size_t arena_high_water_bytes = 0;
};

// What the status is collected from. All of it outlives those who collect.
struct StatusServices {
  const CollectionStore& store;
  const WorkspacePool& workspaces;
  const Activity& activity;
  const QuestionStatistics& questions;
  const EnergyMonitor& energy;
  const JobBoard& jobs;
  const ClientLimits& limits;
  const AuditLog* log;  // Null: there is none.
  std::chrono::steady_clock::time_point started;
};

// Safe from any thread. Linear in the number of collections.
[[nodiscard]] DaemonStatus CollectStatus(const StatusServices& services);

}  // namespace answerbox::daemon
