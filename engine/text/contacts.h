// Finds e-mail addresses, telephone numbers (with the codes of countries) and
// web addresses in a text.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/text/ascii.h"
#include "engine/text/document_text.h"

namespace answerbox::engine {

enum Contact : std::uint8_t {
  kEmailAddress = 1,
  kTelephoneNumber = 2,  // Or an extension, such as "ext. 12".
  kWebAddress = 4,
};
using Contacts = std::uint8_t;  // Bits of Contact.

// Returns the first e-mail address; if there is none or it is not of `kinds`,
// the first telephone number, and then a web address. Takes linear time.
[[nodiscard]] std::optional<ByteRange> FindContact(std::string_view text,
                                                   Contacts kinds) noexcept;

// Country codes of telephone numbers (ITU-T E.164).
namespace country_codes {
// The codes of two digits. "1" and "7" have one digit, all others three.
inline constexpr std::string_view kOfTwo =
    "20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 "
    "57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98";
// Some countries in which the code replaces no 0: national numbers have none in
// front, or, as in Italy (39), keep it.
inline constexpr std::string_view kWithoutZero =
    "1 34 39 45 47 48 351 352 371 372 420";
}  // namespace country_codes

// Returns the number of digits of the code that begins `digits`; 0 if none
// does.
[[nodiscard]] constexpr std::size_t CountryCodeDigits(std::string_view digits) {
  const auto* const last = std::ranges::find_if_not(digits, IsDigit);
  const auto count = static_cast<std::size_t>(last - digits.begin());
  if (count == 0 || digits[0] == '0') return 0;
  const bool is_of_two = count > 1 && country_codes::kOfTwo.find(digits.substr(
                                          0, 2)) != std::string_view::npos;
  const std::size_t code = digits[0] == '1' || digits[0] == '7' ? 1
                           : is_of_two                          ? 2
                                                                : 3;
  return code <= count ? code : 0;
}

// Whether a code is in kWithoutZero.
[[nodiscard]] constexpr bool HasNoTrunkZero(std::string_view code) {
  std::string_view codes = country_codes::kWithoutZero;
  while (!codes.empty()) {
    const std::size_t end = std::min(codes.find(' '), codes.size());
    if (codes.substr(0, end) == code) return true;
    codes.remove_prefix(std::min(end + 1, codes.size()));
  }
  return false;
}

}  // namespace answerbox::engine
