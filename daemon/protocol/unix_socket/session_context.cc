#include "daemon/protocol/unix_socket/session_context.h"

#include <string_view>

namespace answerbox::daemon {

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
