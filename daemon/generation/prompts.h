// What a language model is asked, about what others wrote: to answer from
// numbered passages alone and to cite them, whether a passage answers a
// question of an exam ("self-rated answerability"), and to write an exam's
// questions.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace answerbox::daemon {

// Appends the text on one line, with one blank for several and for characters
// that steer anything, and with marks that look like citations in round
// brackets. So it cannot look like another part of the prompt. What it says may
// still mislead a model; that is why answers are checked.
void AppendQuoted(std::string_view text, std::string& out);

// Where a generation ends: the model has begun to ask by itself.
inline constexpr std::string_view kPromptStop = "\nQuestion:";

// Question and passages are quoted. So no passage can look like another one, or
// like the end of the passages.
[[nodiscard]] std::string MakePrompt(
    std::string_view question, std::span<const std::string_view> passages);

// Whether a question wants several facts joined, which no single place of a
// document may hold. True for a comparison ("compare", "difference between",
// "versus"), for two questions in one ("when and how", "what ... and who ..."),
// and for two question marks. Of English; any text may be given. Linear in its
// length.
[[nodiscard]] bool WantsSeveralFacts(std::string_view question) noexcept;

// The most of a passage: with the question and the choices, a prompt stays
// below kMaxPromptBytes (daemon/cascade/codec/completions.h).
inline constexpr std::size_t kMaxRatedBytes = std::size_t{192} << 10;

// What a model reads of a passage: the first `max_bytes`, at most
// kMaxRatedBytes, cut between characters.
[[nodiscard]] std::string_view RatedPart(std::string_view passage,
                                         std::size_t max_bytes) noexcept;

// Question and passage are quoted. The generation ends with kPromptStop.
[[nodiscard]] std::string MakeRatingPrompt(std::string_view question,
                                           std::string_view passage);

// Query and subtopic are quoted.
//   subtopic  may be empty: then the questions are about the query as a whole
[[nodiscard]] std::string MakeQuestionPrompt(std::string_view query,
                                             std::string_view subtopic);

// The generation of questions ends with one of these: the end of the JSON and
// the mark after it. The mark alone does not end it, because some models write
// a sentence and then open the JSON with the same mark.
inline constexpr std::array<std::string_view, 3> kQuestionStops = {
    "}\n```", "}\n\n```", "]\n```"};

}  // namespace answerbox::daemon
