// Lines of banks that are made, with where each question came from.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <string>

#include "protocol/exam/bank.h"

namespace answerbox::client {

// A text as a bank takes it: characters that steer anything become blanks, and
// it is cut between characters.
[[nodiscard]] std::string ForBank(std::string text, std::size_t max_bytes);

// The question with the member `source`, which banks do not read, and a line
// feed.
[[nodiscard]] std::string BankLineWith(const protocol::BankQuestion& question,
                                       const boost::json::object& source);

}  // namespace answerbox::client
