// What is written of a bank that was made, its lines, and what people and
// programs are told of the making.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <string>

#include "client/exam/make/bank_maker.h"
#include "client/exam/make/model_questions.h"
#include "client/terminal/terminal.h"
#include "protocol/exam/bank.h"

namespace answerbox::client {

// A text as a bank takes it: characters that steer anything become blanks, and
// it is cut between characters.
[[nodiscard]] std::string ForBank(std::string text, std::size_t max_bytes);

// The question with the member `source`, which banks do not read, and a line
// feed.
[[nodiscard]] std::string BankLineWith(const protocol::BankQuestion& question,
                                       const boost::json::object& source);

// A question as a line of a bank (docs/exam-make.md), with its line feed. A
// key that is too long for a bank is left out.
[[nodiscard]] std::string BankLineOf(const MadeQuestion& question);

// docs/exam-make.md, "What it cannot do", without "seconds".
[[nodiscard]] boost::json::object MakingJson(const MakingCounts& counts);

// The same as a page for people.
[[nodiscard]] std::string MakingPage(const MakingCounts& counts,
                                     const Terminal& terminal);

// docs/exam-make.md, "Questions of a language model", without "seconds".
[[nodiscard]] boost::json::object ModelMakingJson(
    const ModelMakingCounts& counts);

// The same as a sentence for people.
[[nodiscard]] std::string ModelMakingPage(const ModelMakingCounts& counts,
                                          const Terminal& terminal);

// What was left out, such as "3 questions that the collection does not answer";
// empty if nothing was.
[[nodiscard]] std::string LeftOutText(const ModelMakingCounts& counts);

}  // namespace answerbox::client
