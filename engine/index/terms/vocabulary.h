// The terms of the segment that is being built, numbered from 0 in order of
// their first appearance.
//
// The vocabulary keeps its terms when a segment is finished, which makes it
// quick to build many small segments one after another. In profile default it
// also remembers the term and mark of each word, so that each distinct word is
// stemmed once. In profile paper it does not: looking a word up takes as long
// as making it lower case.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/index/format/string_table.h"
#include "engine/profile.h"
#include "engine/text/term_normalizer.h"
#include "engine/text/tokenizer.h"
#include "engine/text/word_marks.h"

namespace answerbox::engine {

// The most words that are remembered; when there are more, all are forgotten.
inline constexpr std::uint32_t kMaxKnownWords = 1u << 16;
// The most terms that are kept for the next segment; when there are more, all
// are forgotten.
inline constexpr std::uint32_t kMaxKeptTerms = 1u << 16;

class Vocabulary {
 public:
  struct Word {
    std::uint32_t number = 0;  // Number of its term, if HasTerm(mark).
    WordMark mark = 0;         // Without what its place adds.
  };

  explicit Vocabulary(Profile profile);

  // The token's mark and the number of its term, new or known; nothing if the
  // token is not a word. Words are remembered by text alone, since a token's
  // text determines its kind.
  [[nodiscard]] std::optional<Word> WordOf(std::string_view token,
                                           TokenKind kind);

  // The number of the token's term; nothing if the token has no term.
  [[nodiscard]] std::optional<std::uint32_t> NumberOf(std::string_view token,
                                                      TokenKind kind);

  // The number of a term, new or known.
  [[nodiscard]] std::uint32_t NumberOfTerm(StringTable::Key term) {
    return Use(Intern(term));
  }

  // Number of terms of this segment. Precondition of operator[]: number <
  // size(). Its view is valid until a term is added.
  [[nodiscard]] std::uint32_t size() const noexcept {
    return static_cast<std::uint32_t>(used_.size());
  }
  [[nodiscard]] std::string_view operator[](std::uint32_t number) const {
    return terms_[used_[number]];
  }
  // The first eight bytes of a term, zeros after fewer.
  [[nodiscard]] std::uint64_t FirstEight(std::uint32_t number) const {
    return terms_.FirstEight(used_[number]);
  }

  // Forgets the terms numbered `size` and up. Precondition: size <= size().
  void Truncate(std::uint32_t size) noexcept;

  // Begins another segment, without terms.
  void Reset();

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  // A term's number in the segment of `generation`.
  struct TermUse {
    std::uint32_t generation = 0;
    std::uint32_t number = 0;
  };

  // The term and mark of a word.
  struct KnownWord {
    std::uint32_t term = 0;  // Index into terms_; kNoTerm or kNoWord.
    WordMark mark = 0;
  };

  [[nodiscard]] KnownWord Know(std::string_view token, TokenKind kind);
  [[nodiscard]] KnownWord Normalize(std::string_view token, TokenKind kind);
  [[nodiscard]] std::uint32_t Intern(StringTable::Key term) {
    const StringTable::Place place = terms_.Intern(term);
    if (place.added) uses_.emplace_back();
    return place.number;
  }
  // The number of terms_[term] in this segment.
  [[nodiscard]] std::uint32_t Use(std::uint32_t term) {
    TermUse& use = uses_[term];
    if (use.generation != generation_) {
      use = {generation_, size()};
      used_.push_back(term);
    }
    return use.number;
  }

  bool remembers_words_;
  TermNormalizer normalizer_;
  StringTable words_;
  std::vector<std::uint32_t> word_terms_;  // KnownWord::term by word.
  std::vector<WordMark> word_marks_;
  StringTable terms_;
  std::vector<TermUse> uses_;  // By term.
  std::vector<std::uint32_t>
      used_;  // Index into terms_ by number in this segment.
  std::uint32_t generation_ = 1;
};

}  // namespace answerbox::engine
