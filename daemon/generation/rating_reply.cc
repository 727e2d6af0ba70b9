#include "daemon/generation/rating_reply.h"

#include <cstddef>

#include "engine/exam/key_verification.h"

namespace answerbox::daemon {
namespace {

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kEnDash = "\xE2\x80\x93";
constexpr std::string_view kBestGrade = "5";

bool IsAsciiDigit(char c) noexcept { return c >= '0' && c <= '9'; }
bool IsAsciiLetter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool BeginsWithDigit(std::string_view text) noexcept {
  return !text.empty() && IsAsciiDigit(text.front());
}

bool MayStandBefore(std::string_view before) noexcept {
  if (before.empty()) return true;
  const char last = before.back();
  return !IsAsciiLetter(last) && last != '.' && last != ',';
}

bool MayStandAfter(std::string_view after) noexcept {
  if (after.empty()) return true;
  switch (after.front()) {
    case '%':
      return false;
    case '.':
    case ',':
    case ':':
    case '-':
      return !BeginsWithDigit(after.substr(1));
    case '/':
      return after.substr(1).starts_with(kBestGrade) &&
             !BeginsWithDigit(after.substr(1 + kBestGrade.size()));
    default:
      break;
  }
  if (after.starts_with(kEnDash)) {
    return !BeginsWithDigit(after.substr(kEnDash.size()));
  }
  return !IsAsciiDigit(after.front()) && !IsAsciiLetter(after.front());
}

}  // namespace

std::optional<std::uint8_t> ReadRating(std::string_view reply) noexcept {
  const std::size_t at = reply.find_first_of(kDigits);
  if (at == std::string_view::npos) {
    if (engine::IsRefusal(reply)) return std::uint8_t{0};
    return std::nullopt;
  }
  if (reply[at] > kBestGrade.front() || !MayStandBefore(reply.substr(0, at)) ||
      !MayStandAfter(reply.substr(at + 1))) {
    return std::nullopt;
  }
  return static_cast<std::uint8_t>(reply[at] - '0');
}

}  // namespace answerbox::daemon
