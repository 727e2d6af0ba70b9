// Turns a token into the term under which the index stores it.
//   default  NFKC and case folding (utf8proc), possessive "'s" dropped, stop
//            words and their contractions ("don't") dropped, English Snowball
//            stem of words; numbers as they are
//   paper    lower case only; every token is a term
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "engine/profile.h"
#include "engine/text/sentence_splitter.h"
#include "engine/text/tokenizer.h"
#include "engine/text/word_marks.h"

struct sb_stemmer;

namespace answerbox::engine {

class StemCache;

// A longer term is cut at the last character boundary that fits.
inline constexpr std::size_t kMaxTermBytes = 64;

// A word's term and its mark without what its place adds (WordPlaces). A
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

// Finds all terms of an ASCII sentence in profile paper at once. The terms are
// those that Tokenizer and TermNormalizer give word by word; finding them takes
// a tenth of the time. Most English sentences are ASCII.
class PaperTerms {
 public:
  // Reads `sentence`, at most kMaxSentenceBytes long, and goes before its first
  // term. False if the sentence is not ASCII; there are then no terms.
  [[nodiscard]] bool Read(std::string_view sentence) noexcept;

  // The next term, 1 to kMaxTermBytes bytes, valid until the next Read(); empty
  // at the end. At least eight bytes can be read from the term's first byte on.
  [[nodiscard]] std::string_view Next() noexcept {
    while (left_ == 0) {
      if (block_ == last_block_) return {};
      left_ = edges_[++block_];
    }
    const std::size_t begin = TakeEdge();
    while (left_ == 0) left_ = edges_[++block_];
    const std::size_t end = TakeEdge();
    return {lower_.data() + begin,
            end - begin < kMaxTermBytes ? end - begin : kMaxTermBytes};
  }

 private:
  static constexpr std::size_t kBlockBytes = 64;
  static constexpr std::size_t kBlocks = kMaxSentenceBytes / kBlockBytes + 1;
  static constexpr std::size_t kReadableAfter = 8;

  [[nodiscard]] std::size_t TakeEdge() noexcept {
    const auto bit = static_cast<std::size_t>(std::countr_zero(left_));
    left_ &= left_ - 1;
    return block_ * kBlockBytes + bit;
  }

  // One bit for each byte of lower_ and one more. A bit is set where a term
  // begins and at the byte after its end, so set bits come in pairs.
  std::array<std::uint64_t, kBlocks> edges_;
  std::uint64_t left_ = 0;  // Edges of the current block not taken yet.
  std::size_t block_ = 0;
  std::size_t last_block_ = 0;
  // Only the sentence's length is in use; the rest stays uninitialised.
  std::array<char, kMaxSentenceBytes + kReadableAfter> lower_;
};

}  // namespace answerbox::engine
