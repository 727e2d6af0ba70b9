#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "platform/power/attribute.h"
#include "platform/power/candidates.h"

namespace answerbox::platform {

namespace {

constexpr std::uint64_t kMicro = 1'000'000;
constexpr std::size_t kMaxWholeDigits = 2;
constexpr std::size_t kMaxDecimals = 9;

struct Rail {
  std::string_view name;
  std::optional<std::uint64_t> microvolts;
  std::optional<std::uint64_t> microamperes;
};

// A measured value: "3.32580900V".
struct Value {
  std::uint64_t millionths = 0;
  char unit = 'V';  // 'V' or 'A'.
};

bool IsDigit(char character) { return character >= '0' && character <= '9'; }
bool IsBlank(char character) { return character == ' ' || character == '\t'; }
bool IsNameCharacter(char character) {
  return IsDigit(character) || character == '_' ||
         (character >= 'A' && character <= 'Z') ||
         (character >= 'a' && character <= 'z');
}

template <typename Predicate>
std::string_view TakeWhile(std::string_view& text, Predicate is_taken) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_taken);
  const std::string_view taken =
      text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(taken.size());
  return taken;
}

bool TakeCharacter(std::string_view& text, char character) {
  if (!text.starts_with(character)) return false;
  text.remove_prefix(1);
  return true;
}

// Rounds to six decimals. Reads digit by digit into integers, so that the
// firmware's values are the same on every machine.
std::optional<std::uint64_t> TakeMillionths(std::string_view& text) {
  const std::string_view whole = TakeWhile(text, IsDigit);
  if (whole.empty() || whole.size() > kMaxWholeDigits) return std::nullopt;
  std::uint64_t number = 0;
  for (const char digit : whole) {
    number = number * 10 + static_cast<std::uint64_t>(digit - '0');
  }
  if (!TakeCharacter(text, '.')) return number * kMicro;
  const std::string_view decimals = TakeWhile(text, IsDigit);
  if (decimals.empty() || decimals.size() > kMaxDecimals) return std::nullopt;
  for (std::size_t i = 0; i < kMaxDecimals; ++i) {
    const char digit = i < decimals.size() ? decimals[i] : '0';
    number = number * 10 + static_cast<std::uint64_t>(digit - '0');
  }
  return (number + 500) / 1000;
}

// Takes "current(1)=", "volt(9)=" or nothing from before a value; returns the
// value's unit, ' ' for any. The number in parentheses is the chip's channel,
// which is not needed.
std::optional<char> TakeTag(std::string_view& text) {
  if (TakeCharacter(text, '=')) return ' ';
  if (text.empty() || IsDigit(text.front())) return ' ';
  const std::string_view word = TakeWhile(text, IsNameCharacter);
  const bool is_current = word == "current" || word == "curr";
  if (!is_current && word != "volt") return std::nullopt;
  if (!TakeCharacter(text, '(')) return std::nullopt;
  TakeWhile(text, IsNameCharacter);
  if (!TakeCharacter(text, ')') || !TakeCharacter(text, '=')) {
    return std::nullopt;
  }
  return is_current ? 'A' : 'V';
}

std::optional<Value> TakeValue(std::string_view& text) {
  const std::optional<char> announced = TakeTag(text);
  if (!announced) return std::nullopt;
  const std::optional<std::uint64_t> millionths = TakeMillionths(text);
  if (!millionths) return std::nullopt;
  const char unit = text.empty() ? ' ' : text.front();
  if (unit != 'V' && unit != 'A') return std::nullopt;
  if (*announced != ' ' && *announced != unit) return std::nullopt;
  text.remove_prefix(1);
  return Value{*millionths, unit};
}

// Voltage and current of a rail may be on two lines, far apart, and in any
// order.
class Rails {
 public:
  // Returns what is wrong with the line; empty if nothing is.
  [[nodiscard]] std::string_view AddLine(std::string_view line) {
    TakeWhile(line, IsBlank);
    if (line.empty()) return {};
    std::string_view name = TakeWhile(line, IsNameCharacter);
    char expected = ' ';
    if (name.ends_with("_A") || name.ends_with("_V")) {
      expected = name.back();
      name.remove_suffix(2);
    }
    if (name.empty()) return "a line without the name of a rail";
    std::size_t values = 0;
    for (TakeWhile(line, IsBlank); !line.empty(); TakeWhile(line, IsBlank)) {
      const std::optional<Value> value = TakeValue(line);
      if (!value) return "a line that is no voltage or current";
      if (expected != ' ' && value->unit != expected) {
        return "a value of another unit than its name says";
      }
      if (const auto complaint = Add(name, *value); !complaint.empty()) {
        return complaint;
      }
      ++values;
    }
    return values == 0 ? "a rail without a value" : std::string_view();
  }

  [[nodiscard]] std::span<const Rail> rails() const {
    return std::span(rails_).first(count_);
  }

 private:
  std::string_view Add(std::string_view name, const Value& value) {
    Rail* rail = FindOrAdd(name);
    if (rail == nullptr) return "more rails than any chip has";
    auto& place = value.unit == 'V' ? rail->microvolts : rail->microamperes;
    if (place) return "a value that is given twice";
    place = value.millionths;
    return {};
  }

  Rail* FindOrAdd(std::string_view name) {
    const auto end = rails_.begin() + static_cast<std::ptrdiff_t>(count_);
    const auto found =
        std::find_if(rails_.begin(), end,
                     [name](const Rail& rail) { return rail.name == name; });
    if (found != end) return &*found;
    if (count_ == kMaxPmicRails) return nullptr;
    rails_[count_].name = name;
    return &rails_[count_++];
  }

  std::array<Rail, kMaxPmicRails> rails_;
  std::size_t count_ = 0;
};

Error Malformed(std::string_view complaint) {
  return MalformedReading(complaint, "pmic_read_adc");
}

}  // namespace

// A rail with a current and no voltage would silently be missing in the sum, so
// it is an error. A rail with only a voltage has no measured current.
Result<PmicReading> ParsePmicReading(std::string_view text) {
  Rails rails;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.starts_with("error=")) {
      return Malformed("the firmware does not know the command");
    }
    if (const auto complaint = rails.AddLine(line); !complaint.empty()) {
      return Malformed(complaint);
    }
  }
  PmicReading reading;
  std::uint64_t sum_pw = 0;
  for (const Rail& rail : rails.rails()) {
    if (rail.name == "EXT5V" || rail.name == "BATT") continue;
    if (!rail.microamperes) continue;
    if (!rail.microvolts) return Malformed("a current without its voltage");
    sum_pw += *rail.microvolts * *rail.microamperes;
    ++reading.rails;
  }
  reading.sum_uw = (sum_pw + kMicro / 2) / kMicro;
  return reading;
}

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
