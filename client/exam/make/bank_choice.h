// Chooses which of the questions from templates go into a bank: those that are
// answered by the passage they were made of, with keys that an exam finds
// again, and if there are too many, some of each template.
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
  kAnswered,   // The passage itself answers.
  kNothing,    // There is no answer at all.
  kElsewhere,  // Another place of the document answers.
  kAmbiguous,  // Another document answers as well, with other words.
};
inline constexpr std::size_t kAnswerVerdicts = 4;

// Judges whether the reply comes from the source of the question.
//   reply     result of `ask` for the question
//   document  name of the document that holds `source`
[[nodiscard]] AnswerVerdict JudgeAnswer(const boost::json::object& reply,
                                        std::string_view document,
                                        SourceRange source);

// Whether a bank accepts the text as a key.
[[nodiscard]] bool FitsBank(std::string_view key);

// Returns the texts to try as keys, each once: every phrase, and the phrase
// without the words that a short answer leaves out at its beginning ("within 30
// days" is "30 days", "at least every day" is "day"). Phrases that no bank
// accepts are left out.
[[nodiscard]] std::vector<std::string> KeyVariants(
    const std::vector<std::string>& phrases);

// Whether the answer is part of a phrase, from the beginning of a word to the
// end of a word. False for an empty answer.
[[nodiscard]] bool LiesWithin(std::string_view answer,
                              const std::vector<std::string>& phrases);

// Returns the order in which `count` questions are considered: that of the
// text, or a random one if there is a seed. The same seed and document give the
// same order on every machine, whatever other documents there are.
[[nodiscard]] std::vector<std::size_t> OrderOfQuestions(
    std::size_t count, std::optional<std::uint64_t> seed,
    std::string_view document);

// Keeps at most `most` questions: takes from each template in turn, and within
// a template in the given order. Returns them in the order of the text.
//   order  each index of `questions` once
[[nodiscard]] std::vector<Candidate> ChosenQuestions(
    std::vector<Candidate> questions, std::size_t most,
    const std::vector<std::size_t>& order);

}  // namespace answerbox::client
