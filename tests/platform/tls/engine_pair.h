// Two engines, and the bytes that go between them by hand.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>

#include "platform/tls/tls_engine.h"

namespace answerbox::tests {

// Moves what `from` has put out into `to`, as much as it has room for.
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
  return std::move(*platform::TlsEngine::Make(config, nullptr, "box.test"));
}

}  // namespace answerbox::tests
