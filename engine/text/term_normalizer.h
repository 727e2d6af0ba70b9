// Turns a token into the term under which the index stores it.
//   default  NFKC and case folding (utf8proc), possessive "'s" dropped, stop
//            words and their contractions ("don't") dropped, English Snowball
//            stem of words; numbers as they are
//   paper    lower case only; every token is a term
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string_view>

#include "engine/profile.h"
#include "engine/text/tokenizer.h"
#include "engine/text/word_marks.h"

struct sb_stemmer;

namespace answerbox::engine {

class StemCache;

// A longer term is cut at the last character boundary that fits.
inline constexpr std::size_t kMaxTermBytes = 64;

// A word's term and its mark without what its place adds (word_places.h). A
// stop word has a mark and no term; punctuation has neither.
struct NormalizedWord {
  std::string_view term;
  std::optional<WordMark> mark;
};

class TermNormalizer {
 public:
  // Allocates the stemmer, 16 KiB for stems that it has found, and its buffers
  // in their largest size, so that no later call allocates. One per thread.
  explicit TermNormalizer(Profile profile);
  ~TermNormalizer();
  TermNormalizer(TermNormalizer&&) noexcept;
  TermNormalizer& operator=(TermNormalizer&&) noexcept;

  // The token's term, 1 to kMaxTermBytes bytes, valid until the next call; or
  // empty when the token carries none (punctuation, a stop word). `token` is
  // the token's own text. Allocates nothing.
  [[nodiscard]] std::string_view Normalize(std::string_view token,
                                           TokenKind kind);

  // Whether Normalize gives a term. Cheaper, since it stems nothing.
  [[nodiscard]] bool HasTerm(std::string_view token, TokenKind kind);

  // The token's term and mark. In profile paper the mark says only that the
  // token has a term.
  [[nodiscard]] NormalizedWord Read(std::string_view token, TokenKind kind);

  // The form of the token that is looked up among stop words and stemmed; empty
  // if the token is not UTF-8. Valid until the next call.
  [[nodiscard]] std::string_view FoldToken(std::string_view token,
                                           TokenKind kind);

  [[nodiscard]] Profile profile() const noexcept { return profile_; }

 private:
  struct StemmerDeleter {
    void operator()(sb_stemmer* stemmer) const noexcept;
  };

  std::string_view Stem(std::string_view word);

  Profile profile_;
  // Null in profile paper, which stems nothing.
  std::unique_ptr<sb_stemmer, StemmerDeleter> stemmer_;
  std::unique_ptr<StemCache> stems_;
  std::array<char, kMaxTermBytes> buffer_{};
};

}  // namespace answerbox::engine
