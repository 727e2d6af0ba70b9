#include "daemon/methods/daemon_status.h"

#include <unistd.h>

#include "engine/ask/ask.h"
#include "engine/gathering/gathering.h"

namespace answerbox::daemon {

DaemonStatus CollectStatus(const StatusServices& services) {
  DaemonStatus status;
  status.version = ANSWERBOX_VERSION;
  status.uptime = std::chrono::steady_clock::now() - services.started;
  status.process = ::getpid();
  status.state_dir = services.store.options().state_dir.native();
  for (const CollectionSummary& collection : services.store.Collections()) {
    ++status.collections;
    status.documents += collection.documents;
  }
  status.store = services.store.activity();
  status.jobs = services.jobs.List();
  if (services.self_check != nullptr) {
    status.exams = services.self_check->Reports();
  }
  status.connections = services.activity.connections.load();
  status.limits = services.limits;
  status.questions = services.questions.counts();
  status.questions_in_flight = services.activity.questions_in_flight.load();
  status.model = engine::ModelId();
  if (services.log != nullptr) status.audit = services.log->activity();
  status.damaged_energy_files = services.energy.damaged();
  status.damaged_mqtt_sessions = services.damaged_mqtt_sessions;
  status.arena_bytes = services.workspaces.arena_bytes();
  status.arena_high_water_bytes = services.workspaces.high_water_bytes();
  status.gathering_arena_bytes = engine::kGatheringArenaBytes;
  status.gathering_high_water_bytes = services.gathering.high_water_bytes();
  return status;
}

}  // namespace answerbox::daemon
