// The candidates for a machine's power source: a function for each kind of
// source finds them, and what a source says is read by the functions beside it.
// `root` is the folder of sysfs, procfs and /dev, "/" except in tests and
// containers. Each candidate was opened, but need not be readable.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "platform/error.h"
#include "platform/power/firmware_mailbox.h"
#include "platform/power/power_source.h"

namespace answerbox::platform {

// Models of the power that a machine draws at a given load, where no sensor
// measures it: base + slope x utilisation, with utilisation 1 when all
// processors are busy.
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

// A source that was found, even if it cannot be read.
struct Candidate {
  explicit Candidate(std::unique_ptr<PowerSource> opened)
      : source(std::move(opened)) {}

  [[nodiscard]] const SourceDescription& description() const noexcept {
    return source->description();
  }

  std::unique_ptr<PowerSource> source;  // Never null until it is taken.
  // Whether it may be chosen without being named. If not, `reservation` is the
  // reason.
  bool offers_itself = true;
  std::string reservation;
  // Assumptions on which its readings depend, and which may be wrong.
  std::vector<std::string> warnings;
};

// The shunt's resistance that an operator states, in micro-ohms, 1 to
// kMaxShuntMicroOhms; nothing if not stated.
using StatedShunt = std::optional<std::uint32_t>;
inline constexpr std::uint32_t kMaxShuntMicroOhms = 1'000'000'000;

// The Raspberry Pi 5's power management chip, which measures voltage and
// current of the 12 rails that the board's regulators supply. Only the firmware
// can read it. The board draws more than that: regulators have losses, and USB
// and the pin header are supplied directly. A published fit corrects this on
// average.
//
// One candidate if there is a mailbox, even if its firmware does not know the
// command. Also one on a Raspberry Pi 5 whose mailbox is hidden, as devices are
// from services, so that its owner is told. A reading is the sum of the rails.
// The fit is valid for 12 rails only, so a reading of another number is
// malformed.
[[nodiscard]] std::vector<Candidate> FindPmic(const std::filesystem::path& root,
                                              const PropertyCall& call);

// INA219, INA220, INA226, INA230, INA231 and INA260 by the kernel's hwmon
// driver ina2xx: one channel, usually wired into the board's supply line.
// Linux: Documentation/hwmon/ina2xx.rst.
//
// All chips of the family. If there are several, each has a reservation, since
// only their owner knows which one measures this board.
[[nodiscard]] std::vector<Candidate> FindIna2xx(
    const std::filesystem::path& root, const StatedShunt& shunt);

// INA3221, three channels, which Jetson boards have; by the kernel's hwmon
// driver (L4T 35 and later, any breakout). For NVIDIA's driver see
// FindIna3221x(). Linux: Documentation/hwmon/ina3221.rst.
//
// One candidate for each channel that is connected. A channel whose label does
// not say that it is the board's input has a reservation.
[[nodiscard]] std::vector<Candidate> FindIna3221(
    const std::filesystem::path& root, const StatedShunt& shunt);

// Returns whether a Jetson's label names the supply of the whole board.
[[nodiscard]] bool IsBoardInputLabel(std::string_view label);

// Returns whether the label says that nothing is connected to the channel.
[[nodiscard]] bool IsUnconnectedLabel(std::string_view label);

// INA3221 by NVIDIA's own iio driver ina3221x, which L4T 32 has for the Jetson
// Nano, TX2 and Xavier: channels 0 to 2, labels in rail_name_N, milliwatts.
//
// One candidate for each channel that is connected. A channel whose label does
// not say that it is the board's input has a reservation. The driver does not
// show the values of the shunts, which the board's maker set.
[[nodiscard]] std::vector<Candidate> FindIna3221x(
    const std::filesystem::path& root);

// Energy counters of x86 processors by the kernel's powercap driver intel-rapl
// (AMD's too). Linux: Documentation/power/powercap/powercap.rst.
//
// All packages together as one candidate, "powercap". Domains inside a package
// (core, uncore, dram) are left out, because the package's counter includes
// them; so is "psys", whose meaning differs between boards. With more than
// kMaxChannels packages there is no candidate, because a part of the machine
// must not pass for the whole.
[[nodiscard]] std::vector<Candidate> FindPowercap(
    const std::filesystem::path& root);

// Estimates power where there is no sensor: the busy time of all processors,
// from /proc/stat, times a model's slope. The model's base load is the
// description's correction, which keeps it apart from the power that depends on
// work.
//
// One candidate, with the model of this name or, if the name is empty, the
// model for this board. None if there is no such model.
[[nodiscard]] std::vector<Candidate> FindCpuTimeEstimate(
    const std::filesystem::path& root, std::string_view model_name);

struct ShuntCheck {
  Correction correction;  // True current = reported x driver's / stated.
  std::string warning;    // Empty: stated and driver agree.
  // The driver's value in micro-ohms; 0 if it is unknown.
  std::uint32_t driver_micro_ohms = 0;
};

// Compares the stated shunt with the driver's `attribute` (micro-ohms).
[[nodiscard]] ShuntCheck CheckShunt(const std::filesystem::path& attribute,
                                    const StatedShunt& stated);

// Returns "0.1 ohm", "2 milliohm" or "500 micro-ohm".
[[nodiscard]] std::string ShuntInWords(std::uint32_t micro_ohms);

// --- The firmware's text

// Parses the measurements of the Raspberry Pi 5's power management chip, which
// the firmware gives as text (command "pmic_read_adc"). Two forms are accepted:
//
//      3V3_SYS_A current(1)=0.12687090A       one line for each value, as all
//      3V3_SYS_V volt(9)=3.32580900V          captures from boards have it
//
//      VDD_CORE  0.8800V  1.2300A             one line for each rail, as other
//                                             programs report it
//
// A text that does not match entirely is malformed: ignoring one rail would
// make the power too low.
#pragma once
// A text with more rails is malformed. The chip has 12 rails and two voltages.
inline constexpr std::size_t kMaxPmicRails = 32;

struct PmicReading {
  std::size_t rails = 0;     // Rails with voltage and current.
  std::uint64_t sum_uw = 0;  // Sum of voltage x current, below 32 x 10^10.
};

// Values are below 100 V and 100 A, with up to 9 decimals; they are rounded to
// microvolts and microamperes. EXT5V (the supply) and BATT (the clock's
// battery) are not consumers and are left out. Errors: MalformedReading;
// `Error::path` is the command. Allocates nothing unless there is an error.
[[nodiscard]] Result<PmicReading> ParsePmicReading(std::string_view text);

}  // namespace answerbox::platform
