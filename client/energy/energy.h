// Formats energy figures for people, and fetches them for commands. Pages and
// tables render results of the daemon's methods.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client/failure.h"
#include "client/rpc/connection.h"
#include "client/terminal/terminal.h"

namespace answerbox::client {

// Renders `energy.sensors`: each sensor, and why it was chosen or not.
[[nodiscard]] std::string SensorsPage(const boost::json::object& reply,
                                      const Terminal& terminal);

// Renders what was measured, and how it was divided.
[[nodiscard]] std::string MachinePage(const boost::json::object& sums,
                                      const Terminal& terminal);

// Renders `energy.calibrate`: means with their 95 % intervals.
[[nodiscard]] std::string CalibrationPage(const boost::json::object& reply,
                                          const Terminal& terminal);

// Renders `energy.status`: power over the last minutes, and what consumed it.
[[nodiscard]] std::string EnergyStatusPage(const boost::json::object& reply,
                                           const Terminal& terminal);

// Draws power over time as a few lines of blocks: one column for each value, at
// most `columns` of them, the last ones, on `rows` lines, 1 to 16. The lines
// reach from 0 W to the highest value, which is written beside the first line.
// An unknown value is a dot on the lowest line. Empty without values.
[[nodiscard]] std::string RenderPowerGraph(
    std::span<const std::optional<std::uint64_t>> power_uw, std::size_t columns,
    std::size_t rows);

// Renders a table of collections and callers, and the machine as a whole.
[[nodiscard]] std::string UsagePage(const boost::json::object& reply,
                                    const Terminal& terminal);

// Renders such a table for each of the `periods` in `reply`.
[[nodiscard]] std::string PeriodsPage(const boost::json::object& reply,
                                      const Terminal& terminal);

// Writes CSV as in RFC 4180, but with \n at line ends: a line of names, then
// one for each collection and caller. docs/man/answerbox.1 lists the columns.
[[nodiscard]] std::string UsageCsv(const boost::json::object& reply);
// Writes the same for each period. The period's columns come first.
[[nodiscard]] std::string PeriodsCsv(const boost::json::object& reply);

// Returns seconds since 1970. `text` is "today", "90m", "24h" or "7d" before
// `now`, or a day such as "2026-11-20", which begins at midnight in the
// machine's time zone. Nothing for any other text.
[[nodiscard]] std::optional<std::int64_t> ParseSince(std::string_view text,
                                                     std::int64_t now);

// Waits, at most 15 s, until the daemon has the whole energy record of the
// question, about a second after its answer. Returns the result of
// `energy.question`. `energy` is the member of the reply to `ask`. Errors: the
// daemon's.
[[nodiscard]] Outcome<boost::json::object> AwaitEnergy(
    Connection& connection, const boost::json::object& energy);

// Writes "212 uJ +- 9 uJ, attributed, by ina226@1-0040", with the basis of an
// estimate in brackets, or why the energy is not known.
//   record  of `energy.question`, or the member `energy` of a reply
[[nodiscard]] std::string EnergyLine(const boost::json::object& record);

// The most questions that a calibration takes.
inline constexpr std::size_t kMaxBatch = 200;

// Adds those sentences of `text` that are as long as typical questions, until
// `batch` holds kMaxBatch.
void TakeSentences(std::string_view text, std::vector<std::string>& batch);

// Returns the lines of a file that are not blank, at most kMaxBatch. Errors:
// kRejected.
[[nodiscard]] Outcome<std::vector<std::string>> ReadBatch(
    const std::string& path);

// Returns sentences of the collection's first documents: as questions, they
// find something in these documents. Errors: kRejected if there are none; the
// daemon's.
[[nodiscard]] Outcome<std::vector<std::string>> MakeBatch(
    Connection& connection, const std::string& collection);

}  // namespace answerbox::client
