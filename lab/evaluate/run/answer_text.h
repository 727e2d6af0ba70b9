// Compares an answer with what people marked, as SQuAD does (Rajpurkar et al.
// 2016, section 6.1, and its evaluation script).
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace answerbox::lab {

// Whether any gold answer is a part of `answer`, regardless of case.
[[nodiscard]] bool Contains(std::string_view answer,
                            std::span<const std::string> gold);

// Overlap of normalised words with the closest gold answer, in [0, 1].
[[nodiscard]] double TokenF1(std::string_view answer,
                             std::span<const std::string> gold);

// Whether the normalised answer equals any normalised gold answer.
[[nodiscard]] bool ExactMatch(std::string_view answer,
                              std::span<const std::string> gold);

// Lower case, without ASCII punctuation and the words a, an, the; one space
// between words.
[[nodiscard]] std::string NormalizeAnswer(std::string_view text);

}  // namespace answerbox::lab
