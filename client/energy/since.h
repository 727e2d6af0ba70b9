// Since when, as people say it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace answerbox::client {

// Seconds since 1970: "today", "90m", "24h", "7d" before `now`, or a day such
// as "2026-11-20", which begins at midnight where the machine is. Nothing for
// anything else.
[[nodiscard]] std::optional<std::int64_t> ParseSince(std::string_view text,
                                                     std::int64_t now);

}  // namespace answerbox::client
