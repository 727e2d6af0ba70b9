// Which questions of a bank are like another question?
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "daemon/error.h"
#include "protocol/exam/bank.h"

namespace answerbox::daemon {

// Returns the questions that share most of their words with `question`, the
// most similar first, at most `most`; questions of equal rank in their order.
// A word counts by its stem, and the more the fewer questions of the bank have
// it. A question with the same words is left out, as it was just asked. Linear
// in the bank, and takes memory for its words.
[[nodiscard]] std::vector<const BankQuestion*> FindSimilar(
    std::span<const BankQuestion> bank, std::string_view question,
    std::size_t most);

}  // namespace answerbox::daemon
