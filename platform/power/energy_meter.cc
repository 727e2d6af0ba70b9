#include "platform/power/energy_meter.h"

#include <array>
#include <cassert>
#include <cerrno>

#include "platform/power/attribute.h"
#include "platform/power/device_call.h"

namespace answerbox::platform {
namespace {

using std::chrono::microseconds;

// A microwatt for a microsecond is a picojoule. The trapezoid rule halves a
// sum, so the unit is half a picojoule.
constexpr std::int64_t kHalfPicojoulesPerMicrojoule = 2'000'000;
// Slack of a counter, in steps: it may be read just before one step and just
// after another.
constexpr std::uint64_t kCounterSlackSteps = 16;

// Ordered as SensorState.
constexpr std::array<std::string_view, 9> kStateNames = {
    "waiting",   "good",        "vanished", "unreadable", "silent",
    "malformed", "implausible", "frozen",   "backwards"};
static_assert(kStateNames.size() ==
              static_cast<std::size_t>(SensorState::kBackwards) + 1);

// A device that is gone may come back under the same path. One that can't be
// read needs attention.
SensorState StateOf(const Error& error) {
  if (IsMalformed(error)) return SensorState::kMalformed;
  if (IsNoAnswer(error)) return SensorState::kSilent;
  switch (error.code.value()) {
    case ENOENT:
    case ENODEV:
    case ENXIO:
      return SensorState::kVanished;
    default:
      return SensorState::kUnreadable;
  }
}

// The gain of a counter, and whether the counter must have wrapped.
struct Gain {
  std::uint64_t uj = 0;
  bool has_wrapped = false;
};

// Returns nothing if the counter went back and cannot have wrapped.
std::optional<Gain> GainOf(std::uint64_t before, std::uint64_t now,
                           std::uint64_t range) {
  if (now >= before) return Gain{now - before, false};
  if (before > range) return std::nullopt;
  return Gain{range - before + now, true};
}

std::uint64_t RangeOf(const SourceDescription& source, std::size_t channel) {
  const auto& ranges = source.counter_ranges_uj;
  return channel < ranges.size() ? ranges[channel] : 0;
}

// Returns the most that all counters together can gain in this time, which is
// at most kMaxCounterGap. Divides before it multiplies, so that the product
// fits into 64 bits.
std::uint64_t PossibleGain(const SourceDescription& source,
                           microseconds elapsed) {
  return source.max_power_uw / 1'000 *
             static_cast<std::uint64_t>(elapsed.count()) / 1'000 +
         kCounterSlackSteps * source.resolution;
}

std::string InWatts(std::uint64_t microwatts) {
  return std::to_string(microwatts / 1'000'000) + " W";
}

std::string InSeconds(microseconds duration) {
  using std::chrono::seconds;
  return std::to_string(std::chrono::duration_cast<seconds>(duration).count()) +
         " s";
}

}  // namespace

std::string_view ToString(SensorState state) {
  return kStateNames[static_cast<std::size_t>(state)];
}

// Steps follow each other without a hole. If nothing could be measured, there
// is still a step, with unknown energy.
MeterStep EnergyMeter::Sample(microseconds now) {
  if (!has_begun_) {
    has_begun_ = true;
    last_end_ = now;
  }
  assert(now >= last_end_);
  Verdict verdict = Judge(source_->Read(), now);
  const MeterStep step{last_end_, now, verdict.energy_uj};
  SetHealth(std::move(verdict), now);
  last_end_ = now;
  return step;
}

// After an error or a frozen reading the base is forgotten. The next step has
// no energy either, as its beginning is not known.
EnergyMeter::Verdict EnergyMeter::Judge(const Result<Reading>& reading,
                                        microseconds now) {
  if (!reading) {
    base_.reset();
    repeated_.reset();
    return {std::nullopt, StateOf(reading.error()), reading.error().Describe()};
  }
  if (IsFrozen(*reading, now)) {
    base_.reset();
    return {std::nullopt, SensorState::kFrozen,
            "the same reading for " + InSeconds(now - repeated_since_)};
  }
  return description().kind == ReadingKind::kPower
             ? JudgePower(*reading, now - last_end_)
             : JudgeCounters(*reading, now - last_end_);
}

// Some drivers go on reporting the last value when the chip hangs. Several
// equal readings within a moment mean nothing, but a working board does not
// give the same value for long.
bool EnergyMeter::IsFrozen(const Reading& reading, microseconds now) {
  if (!repeated_ || *repeated_ != reading) {
    repeated_ = reading;
    repeated_since_ = now;
    repetitions_ = 1;
    return false;
  }
  if (repetitions_ < kMinFrozenReadings) ++repetitions_;
  const microseconds limit = description().frozen_after;
  return limit > microseconds::zero() && repetitions_ >= kMinFrozenReadings &&
         now - repeated_since_ >= limit;
}

// Uses the trapezoid rule: the mean of both ends times the time between them.
// Past kMaxPowerGap the line between two readings would be a guess.
EnergyMeter::Verdict EnergyMeter::JudgePower(const Reading& reading,
                                             microseconds elapsed) {
  const std::optional<Reading> base = std::exchange(base_, std::nullopt);
  const std::uint64_t raw_uw = reading.channels().front();
  if (raw_uw > description().max_power_uw) {
    return Implausible("reads " + InWatts(raw_uw) + ", at most " +
                       InWatts(description().max_power_uw) + " is possible");
  }
  if (raw_uw == 0 && description().coverage == Coverage::kBoardInput) {
    return Implausible("reads 0 W from a board that runs");
  }
  const std::int64_t power_uw = PowerOf(reading);
  if (power_uw < 0 || power_uw > kMaxPowerUw) {
    return Implausible("the correction makes " + std::to_string(power_uw) +
                       " uW of " + std::to_string(raw_uw) + " uW");
  }
  base_ = reading;
  if (!base || elapsed > kMaxPowerGap) return {};
  return {Carry((PowerOf(*base) + power_uw) * elapsed.count()),
          SensorState::kGood,
          {}};
}

// A counter misses nothing between two readings, however far apart, unless it
// wraps more than once. The most that the source can use shows whether it may
// have.
EnergyMeter::Verdict EnergyMeter::JudgeCounters(const Reading& reading,
                                                microseconds elapsed) {
  const std::optional<Reading> base = std::exchange(base_, reading);
  if (!base || base->count != reading.count || elapsed > kMaxCounterGap) {
    return {};
  }
  const std::uint64_t possible_uj = PossibleGain(description(), elapsed);
  Gain total;
  for (std::size_t i = 0; i < reading.count; ++i) {
    const std::uint64_t range = RangeOf(description(), i);
    const std::optional<Gain> gain =
        GainOf(base->values[i], reading.values[i], range);
    if (!gain) return Backwards("the counter went back");
    // The counter may have wrapped more than once.
    if (range != 0 && possible_uj >= range) return {};
    total.uj += gain->uj;
    total.has_wrapped = total.has_wrapped || gain->has_wrapped;
    if (total.uj > possible_uj) {
      return total.has_wrapped
                 ? Backwards("the counter went back, too far to have wrapped")
                 : Implausible("the counter gained more than " +
                               InWatts(description().max_power_uw) + " can");
    }
  }
  const std::int64_t energy_uj =
      correction_.Scaled(static_cast<std::int64_t>(total.uj)) +
      Carry(2 * correction_.offset_uw * elapsed.count());
  if (energy_uj < 0) {
    return Implausible("the correction makes its energy negative");
  }
  return {energy_uj, SensorState::kGood, {}};
}

EnergyMeter::Verdict EnergyMeter::Implausible(std::string problem) {
  return {std::nullopt, SensorState::kImplausible, std::move(problem)};
}

EnergyMeter::Verdict EnergyMeter::Backwards(std::string problem) {
  return {std::nullopt, SensorState::kBackwards, std::move(problem)};
}

std::int64_t EnergyMeter::PowerOf(const Reading& reading) const {
  return correction_.PowerOf(
      static_cast<std::int64_t>(reading.channels().front()));
}

// Rounds down, and keeps the rest for the next step, so the sum of all steps is
// never wrong by more than one microjoule.
std::int64_t EnergyMeter::Carry(std::int64_t half_picojoules) {
  carried_ += half_picojoules;
  std::int64_t whole = carried_ / kHalfPicojoulesPerMicrojoule;
  if (carried_ % kHalfPicojoulesPerMicrojoule < 0) --whole;
  carried_ -= whole * kHalfPicojoulesPerMicrojoule;
  return whole;
}

// A frozen sensor has been frozen since its reading was first seen, not since
// that was noticed.
void EnergyMeter::SetHealth(Verdict verdict, microseconds now) {
  if (health_.state != verdict.state) {
    health_.state = verdict.state;
    health_.since =
        verdict.state == SensorState::kFrozen ? repeated_since_ : now;
  }
  health_.problem = std::move(verdict.problem);
}

}  // namespace answerbox::platform
