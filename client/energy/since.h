// Points in time as people write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace answerbox::client {

// Returns seconds since 1970. `text` is "today", "90m", "24h" or "7d" before
// `now`, or a day such as "2026-11-20", which begins at midnight in the
// machine's time zone. Nothing for any other text.
[[nodiscard]] std::optional<std::int64_t> ParseSince(std::string_view text,
                                                     std::int64_t now);

}  // namespace answerbox::client
