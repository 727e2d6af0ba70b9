#include <chrono>
#include <string>
#include <utility>

#include "platform/power/attribute.h"
#include "platform/power/candidates.h"

namespace answerbox::platform {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::string_view kCommand = "pmic_read_adc";
constexpr std::size_t kRails = 12;
constexpr std::uint64_t kMaxPowerUw = 100'000'000;
// The firmware measures on each request; more frequent requests cost more than
// they give.
constexpr milliseconds kUpdateInterval{100};
// About 7 mA at 3.3 V, as recorded readings show.
constexpr std::uint64_t kStepUw = 3'000;
constexpr std::uint32_t kUncertaintyPpm = 100'000;
// A reading has 24 values; they do not all stay the same for so long.
constexpr seconds kFrozenAfter{10};
// J. Fikar, https://github.com/jfikar/RPi5-power: compared a USB-C meter with
// the sum.
constexpr std::int64_t kGainPpm = 1'145'100;
constexpr std::int64_t kOffsetUw = 587'900;

SourceDescription Describe() {
  SourceDescription description;
  description.name = "pmic";
  description.driver = "vcio";
  description.measures =
      "12 supply lines of the board, corrected to what the board draws";
  description.kind = ReadingKind::kPower;
  description.coverage = Coverage::kBoardInput;
  description.update_interval = kUpdateInterval;
  description.resolution = kStepUw;
  description.uncertainty_ppm = kUncertaintyPpm;
  description.max_power_uw = kMaxPowerUw;
  description.frozen_after = kFrozenAfter;
  description.correction.gain_ppm = kGainPpm;
  description.correction.offset_uw = kOffsetUw;
  description.correction.reason =
      "published fit of the board's input to the sum of the 12 lines";
  return description;
}

// Uses the firmware's name of the board, since the chip itself can't be seen
// from here.
bool IsRaspberryPi5(const std::filesystem::path& root) {
  return ReadLabel(root / "sys/firmware/devicetree/base/model")
      .starts_with("Raspberry Pi 5");
}

class PmicSource final : public PowerSource {
 public:
  explicit PmicSource(FirmwareMailbox mailbox)
      : PowerSource(Describe()), mailbox_(std::move(mailbox)) {}

  [[nodiscard]] Result<Reading> Read() override {
    const auto text = mailbox_.Ask(kCommand);
    if (!text) return text.error();
    const auto pmic = ParsePmicReading(*text);
    if (!pmic) return pmic.error();
    // The fit was made for the sum of twelve rails. With one rail missing it
    // would give a smaller power that looks right.
    if (pmic->rails != kRails) {
      return MalformedReading(
          std::to_string(pmic->rails) + " rails where 12 were expected",
          kCommand);
    }
    return SingleReading(pmic->sum_uw);
  }

 private:
  FirmwareMailbox mailbox_;
};

}  // namespace

std::vector<Candidate> FindPmic(const std::filesystem::path& root,
                                const PropertyCall& call) {
  std::vector<Candidate> candidates;
  FirmwareMailbox mailbox(root, call);
  const bool is_there = mailbox.IsThere();
  if (!is_there && !IsRaspberryPi5(root)) return candidates;
  candidates.emplace_back(std::make_unique<PmicSource>(std::move(mailbox)));
  std::vector<std::string>& warnings = candidates.back().warnings;
  warnings.emplace_back(
      "what hangs on USB and the header is in the fit's average only");
  if (!is_there) {
    warnings.emplace_back(
        "this board has it, but the firmware's device is out of sight: a "
        "service needs BindPaths=/dev/vcio_gencmd, as docs/power.md says");
  }
  return candidates;
}

}  // namespace answerbox::platform
