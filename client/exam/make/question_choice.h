// Which questions of a document are kept if it has more than are wanted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "client/exam/make/candidate.h"

namespace answerbox::client {

// The order in which `count` questions are considered: that of the text, or one
// by chance. The same seed and document give the same order on every machine,
// whatever other documents there are.
[[nodiscard]] std::vector<std::size_t> OrderOfQuestions(
    std::size_t count, std::optional<std::uint64_t> seed,
    std::string_view document);

// Keeps at most `most` questions: takes from each template in turn, and within
// one in the order given. They stay in the order of the text.
//   order  each index of `questions` once
[[nodiscard]] std::vector<Candidate> ChosenQuestions(
    std::vector<Candidate> questions, std::size_t most,
    const std::vector<std::size_t>& order);

}  // namespace answerbox::client
