// Models of the power that a machine draws at a given load, where no sensor
// measures it: base + slope x utilisation, with utilisation 1 when all
// processors are busy.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace answerbox::platform {

struct PowerModel {
  std::string_view name;   // Its name in options and records.
  std::string_view board;  // Prefix of the firmware's name of the board.
  std::int64_t base_uw;
  std::int64_t slope_uw;
};

// Published fits, which include board and power supply.
inline constexpr std::array<PowerModel, 2> kPowerModels = {{
    {"raspberry-pi-5", "Raspberry Pi 5", 4'403'000, 3'458'000},
    {"raspberry-pi-4b", "Raspberry Pi 4 Model B", 2'286'000, 4'534'000},
}};

[[nodiscard]] constexpr std::optional<PowerModel> FindPowerModel(
    std::string_view name) {
  for (const PowerModel& model : kPowerModels) {
    if (model.name == name) return model;
  }
  return std::nullopt;
}

[[nodiscard]] constexpr std::optional<PowerModel> PowerModelOfBoard(
    std::string_view board) {
  for (const PowerModel& model : kPowerModels) {
    if (board.starts_with(model.board)) return model;
  }
  return std::nullopt;
}

}  // namespace answerbox::platform
