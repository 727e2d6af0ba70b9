// The thesaurus: for each of some thousand English terms, terms of about the
// same meaning or of the same matter, as "salt" for "sodium". Made from the
// lexicon in lab/training/lexicon. Some of the terms are phrases
// (question_phrases.h). Layout: docs/lab/thesaurus-format.md; this file is
// its only reader.
//
// Bytes are looked at when they are asked for, not when the thesaurus is
// opened, so that a program that asks nothing keeps none of them in memory. No
// field is trusted unchecked: a damaged thesaurus gives other words or none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/answer/evidence/related_words.h"
#include "engine/result.h"

namespace answerbox::engine {

class Thesaurus {
 public:
  static constexpr std::size_t kHeaderBytes = 20;
  static constexpr std::size_t kEntryBytes = 8;
  static constexpr std::size_t kNeighbourBytes = 2;
  static constexpr std::size_t kMaxTerms = 1u << 15;
  static constexpr std::size_t kMaxNeighbours = 32;  // Of one term.

  // No words.
  Thesaurus() = default;

  //   bytes  outlive the result
  // Reads the header only. Errors: kTruncated, kCorrupt, kUnsupportedVersion.
  [[nodiscard]] static Result<Thesaurus> Open(
      std::span<const std::byte> bytes) noexcept;

  // The checksum of all bytes after the header, as the header gives it.
  [[nodiscard]] std::uint32_t checksum() const noexcept { return checksum_; }

  // Numbers of terms, or of the neighbours of one term. Half-open.
  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;

    [[nodiscard]] bool empty() const noexcept { return begin == end; }
  };
  [[nodiscard]] Range all_terms() const noexcept { return {0, terms_}; }

  struct Found {
    Range neighbours;  // Strongest first; at most kMaxNeighbours.
    Range longer;      // Terms that begin with the term and a blank.
  };
  // What the thesaurus has for a term. Logarithmic in `among`.
  //   among  all_terms(), or Found::longer of the term without its last words
  [[nodiscard]] Found Find(std::string_view term, Range among) const noexcept;
  [[nodiscard]] Range Of(std::string_view term) const noexcept {
    return Find(term, all_terms()).neighbours;
  }
  // Precondition: `neighbour` is one of Found::neighbours.
  [[nodiscard]] RelatedWord At(std::size_t neighbour) const noexcept;

 private:
  // The number of the first term in `among` that is not before `text`, else
  // its end.
  [[nodiscard]] std::size_t LowerBound(std::string_view text,
                                       Range among) const noexcept;
  [[nodiscard]] Range NeighboursOf(std::size_t number) const noexcept;
  [[nodiscard]] std::string_view TermAt(std::size_t number) const noexcept;
  // The end of an entry's text, or of its neighbours, as its bytes say.
  [[nodiscard]] std::size_t EndAt(std::size_t number,
                                  std::size_t field) const noexcept;

  std::span<const std::byte> entries_;
  std::span<const std::byte> neighbours_;
  std::string_view text_;
  std::size_t terms_ = 0;
  std::uint32_t checksum_ = 0;
};

// The thesaurus that is part of the program; opened at the first call.
[[nodiscard]] const Thesaurus& ShippedThesaurus() noexcept;

}  // namespace answerbox::engine
