// A source that was found, even if it cannot be read.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platform/power/power_source.h"

namespace answerbox::platform {

struct Candidate {
  explicit Candidate(std::unique_ptr<PowerSource> opened)
      : source(std::move(opened)) {}

  [[nodiscard]] const SourceDescription& description() const noexcept {
    return source->description();
  }

  std::unique_ptr<PowerSource> source;  // Never null until it is taken.
  // Whether it may be chosen without being named. If not, `reservation` is the
  // reason.
  bool offers_itself = true;
  std::string reservation;
  // Assumptions on which its readings depend, and which may be wrong.
  std::vector<std::string> warnings;
};

// The shunt's resistance that an operator states, in micro-ohms, 1 to
// kMaxShuntMicroOhms; nothing if not stated.
using StatedShunt = std::optional<std::uint32_t>;
inline constexpr std::uint32_t kMaxShuntMicroOhms = 1'000'000'000;

}  // namespace answerbox::platform
