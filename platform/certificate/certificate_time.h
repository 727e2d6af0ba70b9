// Times as they stand in certificates: seconds, in UTC.
#pragma once

#include <mbedtls/x509.h>

#include <chrono>
#include <cstddef>
#include <string>

namespace answerbox::platform {

[[nodiscard]] std::chrono::sys_seconds TimeOf(const mbedtls_x509_time& time);

// "YYYYMMDDhhmmss".
[[nodiscard]] std::string CompactTimeText(std::chrono::sys_seconds time);

// "YYYY-MM-DD hh:mm:ss UTC".
[[nodiscard]] std::string ReadableTimeText(std::chrono::sys_seconds time);

// DER's UTCTime, "YYMMDDhhmmssZ", until 2049; GeneralizedTime, with four digits
// of the year, later (RFC 5280, section 4.1.2.5).
inline constexpr std::size_t kUtcTimeBytes = 13;
[[nodiscard]] std::string DerTimeText(std::chrono::sys_seconds time);

}  // namespace answerbox::platform
