#include <algorithm>
#include <array>

#include "client/energy/energy.h"
#include "client/terminal/human_units.h"

namespace answerbox::client {
namespace {

// A blank cell, then cells that are one to eight eighths full (U+2581 to
// U+2588).
constexpr std::array<const char*, 9> kEighths = {" ",
                                                 "\xE2\x96\x81",
                                                 "\xE2\x96\x82",
                                                 "\xE2\x96\x83",
                                                 "\xE2\x96\x84",
                                                 "\xE2\x96\x85",
                                                 "\xE2\x96\x86",
                                                 "\xE2\x96\x87",
                                                 "\xE2\x96\x88"};
constexpr const char* kUnknown = "\xC2\xB7";
constexpr std::size_t kLabelColumns = 9;  // "  12.3 mW".

std::string Label(const std::string& text) {
  const std::size_t blanks =
      text.size() < kLabelColumns ? kLabelColumns - text.size() : 0;
  return std::string(blanks, ' ') + text + " ";
}

// Returns how much of the cell at `row`, counted from the lowest, is filled.
std::size_t Eighths(std::uint64_t value, double highest, std::size_t rows,
                    std::size_t row) {
  const double cells =
      static_cast<double>(value) / highest * static_cast<double>(rows);
  const double filled =
      std::clamp(cells - static_cast<double>(row), 0.0, 1.0) * 8;
  return static_cast<std::size_t>(filled + 0.5);
}

}  // namespace

std::string RenderPowerGraph(
    std::span<const std::optional<std::uint64_t>> power_uw, std::size_t columns,
    std::size_t rows) {
  if (power_uw.empty()) return {};
  const std::size_t width = columns > kLabelColumns + 2
                                ? columns - kLabelColumns - 2
                                : std::size_t{1};
  // Shows the newest values, with the latest at the right.
  power_uw = power_uw.last(std::min(power_uw.size(), width));
  // At least 1 uW, so that a history of zeros does not divide by zero.
  std::uint64_t highest = 1;
  for (const auto& value : power_uw) {
    highest = std::max(highest, value.value_or(0));
  }
  std::string out;
  for (std::size_t row = rows; row-- > 0;) {
    const bool is_first = row + 1 == rows;
    out += Label(is_first   ? HumanPower(static_cast<double>(highest))
                 : row == 0 ? "0 W"
                            : "");
    for (const auto& value : power_uw) {
      if (value) {
        out +=
            kEighths[Eighths(*value, static_cast<double>(highest), rows, row)];
      } else {
        out += row == 0 ? kUnknown : " ";
      }
    }
    while (out.ends_with(' ')) out.pop_back();
    out += "\n";
  }
  return out;
}

}  // namespace answerbox::client
