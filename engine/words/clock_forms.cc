#include <array>

#include "engine/words/form_adder.h"

namespace answerbox::engine {
namespace {

enum class Half : std::uint8_t { kUnsaid, kMorning, kAfternoon };

// A time of day that stands in the tokens [begin, end).
struct ClockTime {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::uint64_t hour = 0;
  std::uint64_t minute = 0;
  Half half = Half::kUnsaid;
};

// Reads "pm", "p.m." or "p m" at `at`, and moves `at` past it.
Half TakeHalf(std::span<const AskedToken> tokens, std::size_t& at) {
  if (at == tokens.size()) return Half::kUnsaid;
  const std::string_view first = tokens[at].folded;
  if (first == "am" || first == "pm") {
    ++at;
    return first == "am" ? Half::kMorning : Half::kAfternoon;
  }
  if (at + 1 < tokens.size() && (first == "a" || first == "p") &&
      tokens[at + 1].folded == "m" && tokens[at + 1].gap.size() <= 1) {
    at += 2;
    return first == "a" ? Half::kMorning : Half::kAfternoon;
  }
  return Half::kUnsaid;
}

// Reads "10" or "10.30", which is one token. With a point it is a time only
// before "am" or "pm", which the caller checks.
bool ReadWithPoint(std::string_view text, ClockTime& time) {
  const std::size_t point = text.find('.');
  const std::int64_t hour = PlainNumber(text.substr(0, point));
  const std::int64_t minute = point == std::string_view::npos ? 0
                              : text.size() - point == 3
                                  ? PlainNumber(text.substr(point + 1))
                                  : -1;
  if (hour < 0 || minute < 0) return false;
  time.hour = static_cast<std::uint64_t>(hour);
  time.minute = static_cast<std::uint64_t>(minute);
  return true;
}

std::optional<ClockTime> ClockTimeAt(std::span<const AskedToken> tokens,
                                     std::size_t begin) {
  ClockTime time{.begin = begin};
  const AskedToken& first = tokens[begin];
  if (first.folded == "noon" || first.folded == "midday") {
    return ClockTime{begin, begin + 1, 12, 0, Half::kUnsaid};
  }
  if (first.folded == "midnight") {
    return ClockTime{begin, begin + 1, 0, 0, Half::kUnsaid};
  }
  if (!first.is_number() || !ReadWithPoint(first.text, time)) {
    return std::nullopt;
  }
  std::size_t at = begin + 1;
  const bool has_point = first.text.find('.') != std::string_view::npos;
  bool is_time = false;
  if (!has_point && at < tokens.size() && tokens[at].gap == ":" &&
      tokens[at].text.size() == 2 && PlainNumber(tokens[at].text) >= 0) {
    time.minute = static_cast<std::uint64_t>(PlainNumber(tokens[at++].text));
    is_time = true;
  } else if (!has_point && at < tokens.size() &&
             tokens[at].folded == "o'clock") {
    ++at;
    is_time = true;
  }
  time.half = TakeHalf(tokens, at);
  time.end = at;
  const bool is_valid =
      time.minute < 60 &&
      (time.half == Half::kUnsaid ? time.hour < 24
                                  : time.hour >= 1 && time.hour <= 12);
  if (!is_valid || (!is_time && time.half == Half::kUnsaid)) {
    return std::nullopt;
  }
  return time;
}

class ClockWriter {
 public:
  ClockWriter(const ClockTime& time, FormAdder& adder)
      : time_(time), adder_(adder) {}

  // Adds the forms of the time at `hour`, from 0 to 23. Forms with digits count
  // only as they are written: "am" is a stop word, and 9.30 may be a price.
  void Write(std::uint64_t hour) {
    for (const std::size_t width : {2u, 1u}) {
      FormText form;
      Add(form.Add(hour, width).Add(":").Add(time_.minute, 2));
      for (const auto& [before, after] : kAroundPoints) {
        FormText with_point;
        Add(with_point.Add(before)
                .Add(hour, width)
                .Add(".")
                .Add(time_.minute, 2)
                .Add(after));
      }
    }
    const std::uint64_t brief = hour % 12 == 0 ? 12 : hour % 12;
    const bool is_morning = hour < 12;
    for (const std::string_view half :
         {is_morning ? " am" : " pm", is_morning ? " a.m." : " p.m."}) {
      for (const std::string_view separator : {":", "."}) {
        FormText form;
        Add(form.Add(brief).Add(separator).Add(time_.minute, 2).Add(half));
      }
      if (time_.minute != 0) continue;
      FormText alone;
      Add(alone.Add(brief).Add(half));
    }
    if (time_.minute != 0) return;
    // "7 o'clock" does not say which half of the day it means. It is taken for
    // the morning.
    FormText whole;
    if (is_morning) Add(whole.Add(brief).Add(" o'clock"));
    if (hour == 12) {
      for (const std::string_view noon : {"noon", "midday"}) {
        adder_.Add(time_.begin, time_.end, noon);
      }
    }
    if (hour == 0) adder_.Add(time_.begin, time_.end, "midnight");
  }

 private:
  // A number with a point is a time only beside one of these.
  static constexpr std::array<std::array<std::string_view, 2>, 3>
      kAroundPoints = {{{"at ", ""}, {"", " h"}, {"", " hrs"}}};

  void Add(const FormText& form) {
    adder_.AddWritten(time_.begin, time_.end, form.view());
  }

  const ClockTime& time_;
  FormAdder& adder_;
};

}  // namespace

void AddClockForms(FormAdder& adder) {
  for (std::size_t at = 0; at < adder.tokens().size();) {
    const auto time = ClockTimeAt(adder.tokens(), at);
    if (!time) {
      ++at;
      continue;
    }
    at = time->end;
    const std::uint64_t hour =
        time->half == Half::kUnsaid
            ? time->hour
            : time->hour % 12 + (time->half == Half::kAfternoon ? 12 : 0);
    ClockWriter(*time, adder).Write(hour);
  }
}

}  // namespace answerbox::engine
