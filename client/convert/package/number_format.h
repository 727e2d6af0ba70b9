// How a workbook of Excel shows a number (ECMA-376, part 1, 18.8.30 and 31).
#pragma once

#include <string>
#include <string_view>

namespace answerbox::client::package {

// The format that an identifier below 164 stands for; empty: "General".
[[nodiscard]] std::string_view BuiltInFormat(int id);

// `value` as `format` shows it: its decimals, thousands, percent, signs of
// currencies and words; dates and times. Formats that depend on where one lives
// give dates as 2026-11-28. `value` is as the file has it, and stays so if it
// is no number. `counts_from_1904`: dates count from there, as on old Macs.
[[nodiscard]] std::string FormatNumber(std::string_view value,
                                       std::string_view format,
                                       bool counts_from_1904);

}  // namespace answerbox::client::package
