// What of the questions that templates make becomes a bank: those that are
// answered by the passage they were made of, the keys that an exam finds again,
// and of too many questions some of each template.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/exam/make/candidate.h"

namespace answerbox::client {

enum class AnswerVerdict : std::uint8_t {
  kAnswered,   // By the passage.
  kNothing,    // No answer at all.
  kElsewhere,  // By another place of the document.
  kAmbiguous,  // By another document as well, with something else.
};
inline constexpr std::size_t kAnswerVerdicts = 4;

//   reply     that of `ask` for the question
//   document  name of the document that `source` is a stretch of
[[nodiscard]] AnswerVerdict JudgeAnswer(const boost::json::object& reply,
                                        std::string_view document,
                                        SourceRange source);

// Whether a bank takes the text as a key.
[[nodiscard]] bool FitsBank(std::string_view key);

// The texts to try as keys, each once: a phrase, and the phrase without the
// words before it that a short answer leaves out ("within 30 days" is "30
// days", "at least every day" is "day"). Phrases that no bank takes are left
// out.
[[nodiscard]] std::vector<std::string> KeyVariants(
    const std::vector<std::string>& phrases);

// Whether the answer is a part of a phrase, from a word's begin to a word's
// end. An empty answer is none.
[[nodiscard]] bool LiesWithin(std::string_view answer,
                              const std::vector<std::string>& phrases);

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
