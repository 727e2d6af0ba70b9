// When the files of a TLS configuration count, and what people must know of it.
#pragma once

#include <chrono>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace answerbox::platform {

struct TlsFileDates {
  std::filesystem::path file{};
  std::string_view what{};  // "certificate", "CA" or "revocation list".
  std::chrono::sys_seconds from{};
  std::chrono::sys_seconds until{};  // The last second.
};

// Somebody who can renew a certificate comes by within this time.
inline constexpr std::chrono::days kWarnBeforeExpiry{30};

// Returns a sentence for each file that does not count yet or any more, or will
// soon expire.
[[nodiscard]] std::vector<std::string> DateTroubles(
    std::span<const TlsFileDates> dates, std::chrono::sys_seconds now);

// Returns "YYYY-MM-DD hh:mm:ss UTC" of the machine's clock.
[[nodiscard]] std::string ClockText();

}  // namespace answerbox::platform
