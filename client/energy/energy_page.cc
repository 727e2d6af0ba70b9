#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <chrono>
#include <cstdio>
#include <optional>
#include <string_view>
#include <thread>
#include <vector>

#include "client/energy/energy.h"
#include "client/rpc/message.h"
#include "client/terminal/human_units.h"
#include "client/terminal/line_wrap.h"
#include "client/terminal/printable.h"

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

namespace {

namespace json = boost::json;

constexpr std::size_t kGraphRows = 6;
constexpr std::size_t kMaxGraphColumns = 100;
constexpr std::size_t kIndent = 4;

std::string Percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g %%", share * 100);
  return text;
}

std::string Wrapped(const std::string& text, const Terminal& terminal) {
  return Indented(Escaped(text), terminal.columns, kIndent, kIndent);
}

// Lists what a person needs to judge a figure: what is measured, how often, how
// well, and whether it was corrected.
std::string Facts(const json::object& sensor) {
  std::string facts =
      "covers: " + TextAt(sensor, "covers") + "; updates every " +
      std::to_string(NumberAt(sensor, "update_interval_us") / 1000) +
      " ms; within " +
      Percent(static_cast<double>(NumberAt(sensor, "uncertainty_ppm")) / 1e6);
  const json::object& correction = ObjectAt(sensor, "correction");
  if (!correction.empty()) {
    char text[96];
    std::snprintf(text, sizeof text, "; corrected: x %.4g %+.4g W (",
                  RealAt(correction, "gain_ppm") / 1e6,
                  RealAt(correction, "offset_uw") / 1e6);
    facts += text + TextAt(correction, "reason") + ")";
  }
  return facts;
}

// Every sensor is shown with the reason for its choice or rejection: a wrong
// choice is the first thing that a person checks.
std::string Sensor(const json::object& sensor, const Terminal& terminal) {
  const bool is_chosen = FlagAt(sensor, "chosen");
  std::string out = is_chosen ? "* " : "  ";
  out += Styled(terminal, is_chosen ? Style::kBold : Style::kPlain,
                Escaped(TextAt(sensor, "name"))) +
         "\n";
  out += Wrapped(TextAt(sensor, "measures"), terminal);
  out += Wrapped(Facts(sensor), terminal);
  out += Wrapped(
      (is_chosen ? "chosen: " : "not chosen: ") + TextAt(sensor, "reason"),
      terminal);
  for (const json::value& warning : ArrayAt(sensor, "warnings")) {
    if (!warning.is_string()) continue;
    out += Styled(
        terminal, Style::kBad,
        Wrapped("warning: " + std::string(warning.get_string()), terminal));
  }
  return out;
}

std::string Health(const json::object& reply) {
  const std::string problem = TextAt(reply, "problem");
  std::string text = TextAt(reply, "state");
  return problem.empty() ? text : text + ": " + problem;
}

// Seconds without a reading are null in the history, so that gaps are visible.
std::string Graph(const json::object& reply, const Terminal& terminal) {
  std::vector<std::optional<std::uint64_t>> power_uw;
  for (const json::value& value : ArrayAt(reply, "history_uw")) {
    power_uw.push_back(value.is_number()
                           ? std::optional(value.to_number<std::uint64_t>())
                           : std::nullopt);
  }
  return RenderPowerGraph(
      power_uw, std::min(terminal.columns, kMaxGraphColumns), kGraphRows);
}

// Returns a text such as "412 J, 31 %". Shares are of the measured energy;
// while nothing was measured, there is no share.
std::string Part(const json::object& sums, std::string_view key) {
  const double part = RealAt(sums, key);
  const double whole = RealAt(sums, "measured_uj");
  std::string text = HumanEnergy(part);
  if (whole > 0) text += ", " + Percent(part / whole);
  return text;
}

std::string Interval(const json::object& estimate, const char* unit) {
  char text[96];
  std::snprintf(text, sizeof text, "%.4g +- %.2g %s", RealAt(estimate, "mean"),
                RealAt(estimate, "half_width"), unit);
  return text;
}

// Returns the mean over the questions whose energy is known. Unresolved
// questions have no energy yet, so they do not count.
std::string PerQuestion(const json::object& usage) {
  const std::uint64_t resolved = NumberAt(usage, "measured") +
                                 NumberAt(usage, "attributed") +
                                 NumberAt(usage, "estimated");
  std::string text = Counted(NumberAt(usage, "questions"), "question");
  if (resolved > 0) {
    text += ", " +
            HumanEnergy(RealAt(usage, "uj") / static_cast<double>(resolved)) +
            " each";
  }
  if (const std::uint64_t unresolved = NumberAt(usage, "unresolved");
      unresolved > 0) {
    text += "; " + Grouped(unresolved) + " unresolved";
  }
  return text;
}

// Shows the idle power with its drift since the calibration, because all
// attribution rests on it.
std::string Idle(const json::object& idle) {
  if (idle.empty()) return "not known yet";
  std::string text = HumanPower(RealAt(idle, "power_uw")) + " +- " +
                     HumanPower(RealAt(idle, "uncertainty_uw"));
  if (RealAt(idle, "drift_uw") != 0) {
    text += ", " + HumanPower(RealAt(idle, "drift_uw")) +
            " away from the calibration";
  }
  return text;
}

// Reports records that could not be read at the start: sums since then are
// right, earlier ones may lack something.
std::string Damaged(const json::object& reply, const Terminal& terminal) {
  std::string out;
  for (const json::value& damage : ArrayAt(reply, "damaged")) {
    if (!damage.is_string()) continue;
    out +=
        Styled(terminal, Style::kBad,
               SentenceLines(terminal,
                             "warning: " + std::string(damage.get_string())));
  }
  return out;
}

}  // namespace

// The parts add up to what was measured. Energy that could not be split is a
// part of its own, so that no other part hides it.
std::string MachinePage(const json::object& sums, const Terminal& terminal) {
  const auto seconds = [&sums](std::string_view key) {
    return std::chrono::milliseconds(NumberAt(sums, key) / 1000);
  };
  std::string measured = HumanEnergy(RealAt(sums, "measured_uj")) + " in " +
                         HumanDuration(seconds("known_us"));
  if (NumberAt(sums, "unknown_us") > 0) {
    measured += "; unknown for " + HumanDuration(seconds("unknown_us"));
  }
  std::string out = LabelledRow(terminal, "  measured   ", measured);
  out += LabelledRow(terminal, "  at rest    ", Part(sums, "idle_uj"));
  out += LabelledRow(terminal, "  questions  ", Part(sums, "questions_uj"));
  out += LabelledRow(terminal, "  other      ", Part(sums, "other_uj"));
  if (NumberAt(sums, "unsplit_uj") > 0) {
    out +=
        LabelledRow(terminal, "  not split  ",
                    Part(sums, "unsplit_uj") + ": power at rest was not known");
  }
  return out;
}

std::string SensorsPage(const json::object& reply, const Terminal& terminal) {
  std::string out;
  for (const json::value& sensor : ArrayAt(reply, "sensors")) {
    out += Sensor(AsObject(sensor), terminal);
  }
  const std::string chosen = TextAt(reply, "chosen");
  if (chosen.empty()) {
    return out +
           SentenceLines(terminal,
                         "Nothing is read: " + TextAt(reply, "problem") + ".");
  }
  return out + SentenceLines(terminal, chosen + " is " + Health(reply));
}

// A daemon without a sensor still answers questions; the page then says what is
// missing.
std::string EnergyStatusPage(const json::object& reply,
                             const Terminal& terminal) {
  const std::string sensor = TextAt(reply, "sensor");
  if (sensor.empty()) {
    return LabelledRow(terminal, "Sensor     ",
                       "none: " + TextAt(reply, "problem")) +
           Damaged(reply, terminal);
  }
  const bool is_estimate = TextAt(reply, "covers") == "estimate";
  std::string out =
      LabelledRow(terminal, "Sensor     ", sensor + ", " + Health(reply));
  const json::value* power = reply.if_contains("power_uw");
  const bool is_known = power != nullptr && power->is_number();
  out += LabelledRow(
      terminal, "Power      ",
      (is_known ? HumanPower(RealAt(reply, "power_uw")) : "unknown") +
          std::string(is_estimate ? ", estimated" : ""));
  out += Graph(reply, terminal);
  out += LabelledRow(terminal, "At rest    ", Idle(ObjectAt(reply, "idle")));
  const json::object& today = ObjectAt(reply, "today");
  out += LabelledRow(terminal, "Today      ",
                     PerQuestion(ObjectAt(today, "questions")));
  out += MachinePage(ObjectAt(today, "machine"), terminal);
  return out + Damaged(reply, terminal);
}

std::string CalibrationPage(const json::object& reply,
                            const Terminal& terminal) {
  const json::object& energy = ObjectAt(reply, "energy_uj");
  std::string out =
      LabelledRow(terminal, "Energy       ", Interval(energy, "uJ a question"));
  out += LabelledRow(terminal, "CPU time     ",
                     Interval(ObjectAt(reply, "cpu_us"), "us"));
  const json::object& instructions = ObjectAt(reply, "instructions");
  out += LabelledRow(terminal, "Instructions ",
                     instructions.empty() ? "not counted on this machine"
                                          : Interval(instructions, ""));
  out += LabelledRow(terminal, "At rest      ", Idle(ObjectAt(reply, "idle")));
  out += LabelledRow(terminal, "Batch        ",
                     Counted(NumberAt(reply, "questions"), "question") +
                         " in " + Counted(NumberAt(reply, "rounds"), "round") +
                         ", read by " + TextAt(reply, "sensor"));
  // If the interval includes zero, the figure shows nothing.
  if (RealAt(energy, "half_width") >= RealAt(energy, "mean")) {
    out +=
        Styled(terminal, Style::kBad,
               SentenceLines(terminal,
                             "The energy of a question is lost in the noise: "
                             "more rounds, longer ones, or a quieter "
                             "machine."));
  }
  return out;
}

namespace {

// Long enough for the longest window and a busy machine.
constexpr std::chrono::seconds kPatience{15};
constexpr std::chrono::milliseconds kPollInterval{100};

}  // namespace

// Polls, because the window of the question closes when the daemon next reads
// the sensor: for most sensors within a second.
Outcome<json::object> AwaitEnergy(Connection& connection,
                                  const json::object& energy) {
  const json::object params{{"question", NumberAt(energy, "question")}};
  const auto end = std::chrono::steady_clock::now() + kPatience;
  for (;;) {
    const auto record = connection.Call("energy.question", params);
    if (!record) return record.error();
    if (FlagAt(AsObject(*record), "complete") ||
        std::chrono::steady_clock::now() >= end) {
      return AsObject(*record);
    }
    std::this_thread::sleep_for(kPollInterval);
  }
}

std::string EnergyLine(const json::object& record) {
  const std::string sensor = TextAt(record, "sensor");
  const json::value* energy = record.if_contains("uj");
  if (energy == nullptr || !energy->is_number()) {
    return sensor.empty() ? "energy unresolved: no power sensor is read"
                          : "energy unresolved: see answerbox energy status";
  }
  const std::string basis = TextAt(record, "basis");
  return HumanEnergy(RealAt(record, "uj")) + " +- " +
         HumanEnergy(RealAt(record, "uncertainty_uj")) + ", " +
         Escaped(TextAt(record, "state")) +
         (basis.empty() ? "" : " (" + Escaped(basis) + ")") + ", by " +
         Escaped(sensor);
}

}  // namespace answerbox::client
