// The bytes of a change: docs/mqtt-sessions-format.md, "Changes". They may come
// from a damaged file: no field is trusted unchecked.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "daemon/protocol/mqtt/broker/change.h"
#include "daemon/protocol/mqtt/codec/encode.h"
#include "daemon/protocol/mqtt/journal/stored_time.h"

namespace answerbox::daemon::mqtt {

void EncodeChange(const Change& change, const StoredClock& clock, Output& out);
// After the last change of a step.
void EncodeStepEnd(Output& out);

class ChangeReader {
 public:
  struct StepEnd {};
  struct Malformed {};
  using Read = std::variant<Change, StepEnd, Malformed>;

  //   bytes  outlive what is read: text points into them
  ChangeReader(std::string_view bytes, const StoredClock& clock) noexcept
      : rest_(bytes), clock_(clock) {}

  [[nodiscard]] bool is_at_end() const noexcept { return rest_.empty(); }
  // Precondition: !is_at_end(). What was read before is valid no longer. After
  // kMalformed nothing more can be read.
  [[nodiscard]] Read Next();

 private:
  std::string_view rest_;
  const StoredClock& clock_;
  std::vector<std::uint32_t> subscription_ids_;  // Of the last change.
};

}  // namespace answerbox::daemon::mqtt
