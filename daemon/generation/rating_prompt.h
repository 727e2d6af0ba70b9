// What a language model is asked about a passage: whether it answers a question
// of an exam ("self-rated answerability").
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace answerbox::daemon {

// The most of a passage: with the question and the choices, a prompt stays
// below kMaxPromptBytes (daemon/cascade/codec/generation.h).
inline constexpr std::size_t kMaxRatedBytes = std::size_t{192} << 10;

// What a model reads of a passage: the first `max_bytes`, at most
// kMaxRatedBytes, cut between characters.
[[nodiscard]] std::string_view RatedPart(std::string_view passage,
                                         std::size_t max_bytes) noexcept;

// Question and passage stand on a line each, as in MakePrompt.
[[nodiscard]] std::string MakeRatingPrompt(std::string_view question,
                                           std::string_view passage);

// Where a generation ends: the model has begun to ask by itself.
inline constexpr std::string_view kRatingStop = "\nQuestion:";

}  // namespace answerbox::daemon
