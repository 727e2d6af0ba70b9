// A word or phrase as terms, in the form in which phrases are compared, and the
// numbers by which segments look them up. Segments store the numbers:
// docs/segment-format.md, "Abbreviations".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/text/term_normalizer.h"

namespace answerbox::engine {

// The most terms of a phrase.
inline constexpr std::size_t kMaxPhraseTerms = 8;

// Terms with a blank between them.
class PhraseTerms {
 public:
  // Leaves a term out that has no room. Precondition: not empty, at most
  // kMaxTermBytes bytes.
  void Append(std::string_view term) noexcept;

  [[nodiscard]] bool empty() const noexcept { return bytes_ == 0; }
  [[nodiscard]] std::string_view text() const noexcept {
    return {text_.data(), bytes_};
  }

 private:
  std::array<char, kMaxPhraseTerms*(kMaxTermBytes + 1)> text_;
  std::size_t bytes_ = 0;
};

// The terms of a text; empty if it has none, or more than kMaxPhraseTerms.
// Allocates nothing.
[[nodiscard]] PhraseTerms ReadPhrase(std::string_view text,
                                     TermNormalizer& normalizer) noexcept;

// FNV-1a with 32 bits over PhraseTerms::text().
inline constexpr std::uint32_t kHashOfNothing = 0x811C9DC5u;
//   hash  of what stands before `terms`
[[nodiscard]] std::uint32_t HashOfPhrase(
    std::string_view terms, std::uint32_t hash = kHashOfNothing) noexcept;
// The same over the words of a text as they are, with a blank between them.
// Words are separated by ASCII white space.
[[nodiscard]] std::uint32_t HashOfWords(std::string_view text) noexcept;

}  // namespace answerbox::engine
