// The lines of a bank that was made, and the reports on its making for people
// and programs.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <string>

#include "client/exam/make/bank_maker.h"
#include "client/exam/make/model_questions.h"
#include "client/terminal/terminal.h"
#include "protocol/exam/bank.h"

namespace answerbox::client {

// Returns a text that a bank accepts: control characters become blanks, and the
// text is cut to `max_bytes` between characters.
[[nodiscard]] std::string ForBank(std::string text, std::size_t max_bytes);

// Returns the question as a line with the member `source`, which readers of
// banks ignore, and a line feed.
[[nodiscard]] std::string BankLineWith(const protocol::BankQuestion& question,
                                       const boost::json::object& source);

// Returns a question as a line of a bank (docs/exam-make.md), with its line
// feed. A key that is too long for a bank is left out.
[[nodiscard]] std::string BankLineOf(const MadeQuestion& question);

// Returns the counts as docs/lab/exam-make.md describes them ("The counts"),
// without "seconds".
[[nodiscard]] boost::json::object MakingJson(const MakingCounts& counts);

// Returns the same as a page for people.
[[nodiscard]] std::string MakingPage(const MakingCounts& counts,
                                     const Terminal& terminal);

// Returns the counts of a language model's questions as the same page
// describes them, without "seconds".
[[nodiscard]] boost::json::object ModelMakingJson(
    const ModelMakingCounts& counts);

// Returns the same as a sentence for people.
[[nodiscard]] std::string ModelMakingPage(const ModelMakingCounts& counts,
                                          const Terminal& terminal);

// Describes what was left out, such as "3 questions that the collection does
// not answer". Empty if nothing was.
[[nodiscard]] std::string LeftOutText(const ModelMakingCounts& counts);

}  // namespace answerbox::client
