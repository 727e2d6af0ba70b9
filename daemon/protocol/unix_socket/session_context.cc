#include "daemon/protocol/unix_socket/session_context.h"

#include <string>

namespace answerbox::daemon {

std::shared_ptr<MemoryBudget> SessionContext::ReceiveMemoryOf(
    std::uint32_t user) {
  std::erase_if(user_receive_memory,
                [](const auto& known) { return known.second.expired(); });
  std::weak_ptr<MemoryBudget>& known = user_receive_memory[user];
  std::shared_ptr<MemoryBudget> part = known.lock();
  if (part == nullptr) {
    part = std::make_shared<MemoryBudget>(bounds.receive_bytes_of(user),
                                          receive_memory);
    known = part;
  }
  return part;
}

void SessionContext::ChangeBounds(const SessionBounds& changed) {
  bounds = changed;
  for (const auto& [user, known] : user_receive_memory) {
    if (const auto part = known.lock()) {
      part->SetLimit(bounds.receive_bytes_of(user));
    }
  }
}

std::optional<WorkUnderWay> FindOldestWork(const SessionContext& context) {
  using TimePoint = std::chrono::steady_clock::time_point;
  std::optional<WorkUnderWay> oldest;
  const auto look = [&](std::string_view what, std::optional<TimePoint> since) {
    if (!since || (oldest && oldest->since <= *since)) return;
    oldest = WorkUnderWay{what, *since};
  };
  look("answers questions", context.question_threads.BusySince());
  look("reads and stores", context.storage_thread.BusySince());
  if (context.writer_busy_since) {
    look("writes documents", context.writer_busy_since());
  }
  return oldest;
}

std::string Describe(const WorkUnderWay& work,
                     std::chrono::steady_clock::time_point now) {
  const auto seconds =
      std::chrono::duration_cast<std::chrono::seconds>(now - work.since);
  return "a thread that " + std::string(work.what) + " has been at one " +
         "request for " + std::to_string(seconds.count()) + " s";
}

std::optional<std::string> FindStalledLane(
    const SessionContext& context, std::chrono::steady_clock::time_point now) {
  const auto oldest = FindOldestWork(context);
  if (!oldest || now - oldest->since < context.bounds.stall) {
    return std::nullopt;
  }
  return Describe(*oldest, now);
}

}  // namespace answerbox::daemon
