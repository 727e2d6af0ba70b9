// Completes the marks of a sentence's words with what depends on their place:
// capitals and the punctuation before a word. Also collects the sentence's
// signs.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/text/document_text.h"
#include "engine/text/word_marks.h"

namespace answerbox::engine {

// The caller adds all tokens of one sentence in order (profile default).
// Allocates nothing; constant time per token.
class WordPlaces {
 public:
  // `sentence` outlives this.
  explicit WordPlaces(std::string_view sentence) noexcept
      : sentence_(sentence) {}

  // A token of the kind kPunctuation.
  void AddPunctuation(ByteRange token) noexcept;

  // A token of another kind. `mark` is the mark that TermNormalizer gave it.
  // Returns the complete mark.
  [[nodiscard]] WordMark AddWord(ByteRange token, WordMark mark) noexcept;

  // The signs of the tokens so far.
  [[nodiscard]] SentenceSigns signs() const noexcept { return signs_; }

 private:
  [[nodiscard]] WordBefore BeforeAt(std::uint32_t begin) const noexcept;

  std::string_view sentence_;
  std::uint32_t end_ = 0;       // Of the last token.
  bool after_word_ = false;     // The last token is a word.
  bool after_opening_ = false;  // The last token is an opening quote or bracket
                                // or a currency sign.
  bool has_words_ = false;
  bool is_joined_ = false;     // No white space between the last word and end_.
  bool is_separated_ = false;  // A separator since the last term.
  SentenceSigns signs_ = 0;
};

}  // namespace answerbox::engine
