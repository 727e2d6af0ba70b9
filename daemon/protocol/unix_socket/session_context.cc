#include "daemon/protocol/unix_socket/session_context.h"

#include <string_view>

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

std::optional<std::string> FindStalledLane(
    const SessionContext& context, std::chrono::steady_clock::time_point now) {
  const auto find = [&](std::string_view what,
                        const LaneThreads& lane) -> std::optional<std::string> {
    const auto since = lane.BusySince();
    if (!since || now - *since < context.bounds.stall) return std::nullopt;
    const auto seconds =
        std::chrono::duration_cast<std::chrono::seconds>(now - *since);
    return "a thread that " + std::string(what) + " has been at one request " +
           "for " + std::to_string(seconds.count()) + " s";
  };
  auto stalled = find("answers questions", context.question_threads);
  if (!stalled) stalled = find("reads and stores", context.storage_thread);
  return stalled;
}

}  // namespace answerbox::daemon
