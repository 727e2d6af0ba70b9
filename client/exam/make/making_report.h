// What was made, and what could not be, for people and programs.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "client/exam/make/bank_maker.h"
#include "client/terminal/terminal.h"

namespace answerbox::client {

// docs/exam-make.md, "What it cannot do", without "seconds".
[[nodiscard]] boost::json::object MakingJson(const MakingCounts& counts);

// The same as a page for people.
[[nodiscard]] std::string MakingPage(const MakingCounts& counts,
                                     const Terminal& terminal);

}  // namespace answerbox::client
