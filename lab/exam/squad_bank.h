// SQuAD's question files, versions 1.1 and 2.0, as a bank: an article's title
// is the topic, the answers that people marked are the keys.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "lab/client.h"
#include "protocol/exam/bank.h"

namespace answerbox::lab {

struct SquadBank {
  protocol::Bank bank;
  // Questions without an answer. They are left out, as a bank holds what must
  // be answered.
  std::size_t unanswerable = 0;
};

// White space in titles, questions and answers becomes a blank. Of equal
// answers the first is kept, and of all answers the first kMaxBankKeys of at
// most kMaxBankKeyBytes. Errors: kRejected, with `name` and the line and column
// where the contents are not JSON; else with the path of the member that is
// wrong, such as data[0].paragraphs[2].qas[1].id. Also where an id comes again,
// or an id, title or question passes the bank's bounds, or there is no question
// with an answer, or more than kMaxBankQuestions.
[[nodiscard]] Outcome<SquadBank> ParseSquadBank(const std::string& name,
                                                std::string_view contents);

}  // namespace answerbox::lab
