// Decides which parts of a sentence may be a short answer, whatever their
// score. A part may not: leave out a denial that makes it false; be of another
// kind than is asked for; reach over the cells of a row; or belong to a
// question, or to a label such as "3." or "Q:", before the text.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/answer/evidence/question_words.h"
#include "engine/answer/spans/span_features.h"
#include "engine/answer/spans/span_words.h"
#include "engine/grounding/words/denials.h"

namespace answerbox::engine {

// Where a short answer is looked for, and to what question.
struct SpanPlace {
  std::string_view sentence;       // Any bytes; at most 4 GiB.
  std::string_view question = {};  // Empty: every part may answer.
  // The answer lies within this part of the sentence, such as the cell of a row
  // under the heading that is asked for. Nothing: anywhere in the sentence.
  std::optional<ByteRange> within = {};
};

class SpanLimits {
 public:
  // What the arguments refer to must outlive this object.
  //   words  ReadSpanWords(place.sentence)
  SpanLimits(const SpanPlace& place, QuestionType type,
             std::span<const SpanWord> words);

  // Whether these words may be the short answer. Allocates nothing.
  [[nodiscard]] bool Allow(WordSpan span) const noexcept;

 private:
  void KeepNewDenials();
  [[nodiscard]] std::uint32_t FirstAnswering() const noexcept;
  [[nodiscard]] bool Concerns(const Denial& denial,
                              ByteRange span) const noexcept;
  [[nodiscard]] bool TakesIn(const Denial& denial,
                             ByteRange span) const noexcept;
  [[nodiscard]] bool HasAskedIn(ByteRange range) const noexcept;
  [[nodiscard]] bool AsksForPart(ByteRange part) const noexcept;
  void ReadWords();
  [[nodiscard]] bool IsOfAskedKind(std::size_t word) const noexcept;
  [[nodiscard]] bool NamesSomebody(std::size_t word) const noexcept;

  SpanPlace place_;
  QuestionType type_;
  std::span<const SpanWord> words_;
  bool asks_time_ = false;  // "how long", "how soon".
  // The question denies a clause, and the sentence has words of it, but denies
  // nothing. So no part of it answers.
  bool is_affirmed_ = false;
  std::uint32_t begin_ = 0;  // No answer begins before this byte.
  Denials denials_;          // Those of a kind that the question does not have.
  // For each word, how many words up to it are of the kind that is asked for,
  // and the number of its cell. They are read once: hundreds of parts of a
  // sentence are tried.
  std::array<std::uint8_t, kMaxSpanWords + 1> of_kind_{};
  std::array<std::uint8_t, kMaxSpanWords> cell_;
};

}  // namespace answerbox::engine
