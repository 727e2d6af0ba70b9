// Formats numbers as Excel shows them (ECMA-376, part 1, 18.8.30 and 31).
#pragma once

#include <string>
#include <string_view>

namespace answerbox::client::package {

// Returns the built-in format of an identifier below 164; empty for "General".
[[nodiscard]] std::string_view BuiltInFormat(int id);

// Returns `value` as `format` shows it: decimals, thousands, percent, signs of
// currencies, words; dates and times. Formats that depend on the user's country
// give dates as 2026-11-28. `value` is as in the file, and is returned
// unchanged if it is no number. `counts_from_1904`: dates count from that year,
// as on old Macs.
[[nodiscard]] std::string FormatNumber(std::string_view value,
                                       std::string_view format,
                                       bool counts_from_1904);

}  // namespace answerbox::client::package
