#include "client/exam/safe_name.h"

#include <algorithm>

namespace answerbox::client {
namespace {

bool IsUnsafe(char character) {
  const auto byte = static_cast<unsigned char>(character);
  return byte <= 0x20 || byte == 0x7F;
}

}  // namespace

std::string SafeName(std::string_view name) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  if (!name.starts_with('#') && std::ranges::none_of(name, IsUnsafe)) {
    return std::string(name);
  }
  std::string safe;
  for (const char each : name) {
    const bool is_mark = each == '%' || (each == '#' && safe.empty());
    if (!is_mark && !IsUnsafe(each)) {
      safe += each;
      continue;
    }
    const auto byte = static_cast<unsigned char>(each);
    safe += '%';
    safe += kDigits[byte >> 4U];
    safe += kDigits[byte & 0xFU];
  }
  return safe;
}

}  // namespace answerbox::client
