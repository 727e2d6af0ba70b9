// What people and programs read about judged questions.
#pragma once

#include <boost/json/object.hpp>
#include <span>
#include <string>

#include "client/evaluate/question_tally.h"
#include "client/terminal/terminal.h"

namespace answerbox::client {

// The figures at a threshold, by kind, and the misses. docs/lab/evaluation.md lists
// the members.
[[nodiscard]] boost::json::object QuestionReport(
    std::span<const JudgedQuestion> judged, double theta);

// A miss: what was asked, wanted and shown, and how sure that was.
[[nodiscard]] boost::json::object MissOf(const JudgedQuestion& judged,
                                         double theta);

// The figures as a table with a row for each kind, the first misses, and how
// sure the shares are.
[[nodiscard]] std::string QuestionReportTable(
    std::span<const JudgedQuestion> judged, double theta,
    const Terminal& terminal);

}  // namespace answerbox::client
