// The outcome of one question of an evaluation. Knows neither the engine nor
// the format of the question file, so that every kind of evaluation can share
// the measures.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace answerbox::lab {

// How the paragraphs of a corpus are offered to its questions.
enum class EvaluationScope : std::uint8_t {
  kOwnParagraph,   // Each question is asked of its own paragraph.
  kAllParagraphs,  // All paragraphs are one collection, a document each.
};

// Ranks count from 0.
struct QuestionOutcome {
  static constexpr std::size_t kNever = static_cast<std::size_t>(-1);

  std::string id;
  std::size_t article = 0;          // In the corpus's order.
  std::string_view type = "other";  // "who", "how many", ...; static storage.
  bool answerable = false;
  std::string answer;  // The best sentence, whatever its confidence.
  std::optional<std::string> short_answer;  // Of it; only where asked for.
  double confidence = 0.0;
  std::uint64_t score_bits = 0;
  std::uint32_t words_returned = 0;
  // Rank of the first sentence and of the first retrieved chunk with the
  // answer.
  std::size_t sentence_rank = kNever;
  std::size_t chunk_rank = kNever;
  double token_f1 = 0.0;
  bool exact_match = false;
  std::chrono::nanoseconds ask_time{};
  std::chrono::nanoseconds index_time{};  // Time to index its paragraph.

  // Whether a user who set this threshold would have seen the answer.
  [[nodiscard]] bool IsAnswered(double theta) const {
    return !answer.empty() && confidence >= theta;
  }
  // Whether the best sentence holds a gold answer.
  [[nodiscard]] bool IsRight() const {
    return answerable && sentence_rank == 0;
  }
};

}  // namespace answerbox::lab
