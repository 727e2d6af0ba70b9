// Tokens of a text with their byte offsets. Two tokenizers, one per profile:
//   default  numbers with inner points and commas ("2.5", "1,000"), words with
//            an apostrophe suffix ("doctor's"), single punctuation marks;
//            accents, soft hyphens and joiners belong to the letter before them
//   paper    runs of letters, digits and underscores (`\w+` in Python 3)
// Letters and digits are Unicode's. Both are pull parsers over the caller's
// text: no allocation, no state beyond a position, never past the end. Bytes
// that are not UTF-8 count as punctuation, one by one.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/profile.h"
#include "engine/text/document_text.h"

namespace answerbox::engine {

enum class TokenKind : std::uint8_t { kWord, kNumber, kPunctuation };

struct Token {
  ByteRange range;
  TokenKind kind = TokenKind::kWord;
};

class Tokenizer {
 public:
  Tokenizer(Profile profile, std::string_view text) noexcept
      : text_(text), profile_(profile) {}

  // The next token, or nothing at the end. Linear in the token's length.
  [[nodiscard]] std::optional<Token> Next() noexcept;

 private:
  std::optional<Token> NextDefault() noexcept;
  std::optional<Token> NextPaper() noexcept;

  std::string_view text_;
  std::uint32_t position_ = 0;
  Profile profile_;
};

// Number of white-space separated words, the unit of chunk windows.
[[nodiscard]] std::uint32_t CountWords(std::string_view text) noexcept;

}  // namespace answerbox::engine
