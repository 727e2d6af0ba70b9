// A place where power could be read, whether it can or not.
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
  // Whether it may be chosen without being named; if not, `reservation` says
  // why.
  bool offers_itself = true;
  std::string reservation;
  // What its readings rest on, and may be wrong about.
  std::vector<std::string> warnings;
};

// What an operator knows about the shunt, in micro-ohms; nothing when not
// stated. 1 to kMaxShuntMicroOhms.
using StatedShunt = std::optional<std::uint32_t>;
inline constexpr std::uint32_t kMaxShuntMicroOhms = 1'000'000'000;

}  // namespace answerbox::platform
