#include "daemon/gather_figures.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

#include "engine/ask/ask.h"
#include "engine/gathering/gathering.h"

namespace answerbox::daemon {
namespace {

// The clock may have been set since the start, so the age counts.
std::chrono::sys_seconds StartOf(const Services& services) {
  const auto age = std::chrono::steady_clock::now() - services.started;
  return std::chrono::floor<std::chrono::seconds>(
      std::chrono::system_clock::now() - age);
}

std::vector<http::Arena> ArenasOf(const Services& services) {
  return {{"question", services.workspaces.arena_bytes(),
           services.workspaces.high_water_bytes()},
          {"gathering", engine::kGatheringArenaBytes,
           services.gathering.high_water_bytes()}};
}

std::vector<http::GaveWayFigure> GaveWay(const ShareLog& shares) {
  std::vector<http::GaveWayFigure> figures;
  for (const Shared shared : kAllShared) {
    figures.push_back({shared, shares.Read(shared).count});
  }
  return figures;
}

std::optional<AuditActivity> ActivityOf(const AuditTrail& trail) {
  const AuditLog* const log = trail.log();
  if (log == nullptr) return std::nullopt;
  return log->activity();
}

}  // namespace

http::Figures GatherFigures(const Services& services,
                            std::vector<http::ListenerFigures> listeners) {
  http::Figures figures;
  figures.version = ANSWERBOX_VERSION;
  figures.model = engine::ModelId();
  figures.started = StartOf(services);
  if (auto process = platform::ReadProcessUsage(::getpid())) {
    figures.process = *process;
  }
  figures.questions = services.questions.counts();
  figures.questions_in_flight = services.activity.questions_in_flight;
  figures.gave_way = GaveWay(services.activity.shares);
  figures.energy = services.energy.StatusNow();
  figures.today = AllAccounts(services.energy.Today());
  figures.arenas = ArenasOf(services);
  std::size_t connections = services.activity.connections;
  for (const http::ListenerFigures& listener : listeners) {
    connections -= std::min(connections, listener.connections);
  }
  figures.listeners = std::move(listeners);
  figures.listeners.push_back({"unix", connections});
  figures.collections = services.store.Collections();
  const StoreActivity store = services.store.activity();
  figures.queued_changes = store.queued_changes;
  figures.added_bytes = store.bytes_added;
  figures.out_of_service = OutagesOf(services).size();
  figures.audit = ActivityOf(services.audit);
  return figures;
}

mqtt::BoxState GatherBoxState(const Services& services) {
  mqtt::BoxState state;
  if (const auto energy = services.energy.StatusNow();
      energy && !energy->sensor.empty()) {
    state.energy_uj = energy->totals.measured_uj;
    state.power_uw = energy->power_uw;
  }
  const QuestionCounts questions = services.questions.counts();
  state.questions = questions.answered + questions.refused;
  state.refused = questions.refused;
  for (const CollectionSummary& collection : services.store.Collections()) {
    state.documents += collection.documents;
  }
  const auto audit = ActivityOf(services.audit);
  state.has_log_problem = audit && !audit->failure.empty();
  return state;
}

}  // namespace answerbox::daemon
