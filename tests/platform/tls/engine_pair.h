// Two engines. The test moves the bytes between them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>

#include "platform/tls/tls_engine.h"

namespace answerbox::tests {

// Moves the output of `from` into `to`, as much as it has room for.
inline void Carry(platform::TlsEngine& from, platform::TlsEngine& to) {
  while (!from.Output().empty()) {
    const auto room = to.InputRoom();
    const std::size_t size = std::min(room.size(), from.Output().size());
    if (size == 0) return;
    std::ranges::copy(from.Output().first(size), room.begin());
    to.InputArrived(size);
    from.OutputSent(size);
  }
}

inline std::unique_ptr<platform::TlsEngine> MakeEngine(
    const std::shared_ptr<const platform::TlsConfig>& config) {
  return *platform::TlsEngine::Make(config, nullptr, "box.test");
}

}  // namespace answerbox::tests
