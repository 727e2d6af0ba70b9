#include "daemon/protocol/unix_socket/session_context.h"

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

}  // namespace answerbox::daemon
