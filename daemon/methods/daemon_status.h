// The status of the daemon, for every interface that shows it.
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
#include "daemon/dispatch/bounds.h"
#include "daemon/energy/energy_monitor.h"
#include "daemon/exam/self_check.h"
#include "daemon/job_board.h"
#include "daemon/methods/gathering_workspaces.h"
#include "daemon/methods/question_statistics.h"
#include "daemon/methods/workspace_pool.h"

namespace answerbox::daemon {

// A stored file that was damaged, and is kept for its owner to look at.
struct DamagedFile {
  std::string message;  // What it was, where it is now, and what to do.
  std::string kept;     // Where it is now.
  std::chrono::sys_seconds found;
  std::optional<std::uint64_t> offset;  // Of the damage, if known.
};

struct DaemonStatus {
  std::string version;
  std::chrono::duration<double> uptime{};
  std::int64_t process = 0;
  std::string state_dir;
  std::size_t collections = 0;
  std::uint64_t documents = 0;
  StoreActivity store;
  std::vector<JobStatus> jobs;
  std::vector<CheckReport> exams;
  std::size_t connections = 0;
  RequestBounds limits;
  QuestionCounts questions;
  std::size_t questions_in_flight = 0;
  std::string_view model;              // ModelId(), in static storage.
  std::optional<AuditActivity> audit;  // Nothing: the log is off.
  std::vector<std::string> damaged_energy_files;  // A sentence for each.
  std::optional<DamagedFile> damaged_mqtt_sessions;
  std::size_t arena_bytes = 0;  // Of each question.
  std::size_t arena_high_water_bytes = 0;
  std::size_t gathering_arena_bytes = 0;  // Of each gathering.
  std::size_t gathering_high_water_bytes = 0;
};

// The sources of the status. They outlive the calls of CollectStatus.
struct StatusServices {
  const CollectionStore& store;
  const WorkspacePool& workspaces;
  const GatheringWorkspaces& gathering;
  const Activity& activity;
  const QuestionStatistics& questions;
  const EnergyMonitor& energy;
  const JobBoard& jobs;
  const RequestBounds& limits;
  const AuditLog* log;          // Null: the log is off.
  const SelfCheck* self_check;  // Null: no collection is examined.
  std::chrono::steady_clock::time_point started;
  const std::optional<DamagedFile>& damaged_mqtt_sessions;
};

// Safe to call from any thread. Takes time linear in the number of collections.
[[nodiscard]] DaemonStatus CollectStatus(const StatusServices& services);

}  // namespace answerbox::daemon
