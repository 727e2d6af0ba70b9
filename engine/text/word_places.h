// What the places of words add to their marks: capitals, what stands before a
// word, and the signs of the sentence.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/text/document_text.h"
#include "engine/text/sentence_signs.h"
#include "engine/text/word_marks.h"

namespace answerbox::engine {

// Goes over the tokens of one sentence (profile default) in their order, every
// one of them. Allocates nothing; constant time a token.
class WordPlaces {
 public:
  // `sentence` outlives this.
  explicit WordPlaces(std::string_view sentence) noexcept
      : sentence_(sentence) {}

  // A token of the kind kPunctuation.
  void AddPunctuation(ByteRange token) noexcept;

  // A token of another kind. `mark` is what TermNormalizer read of it; returns
  // the mark that is remembered.
  [[nodiscard]] WordMark AddWord(ByteRange token, WordMark mark) noexcept;

  // Of the tokens so far.
  [[nodiscard]] SentenceSigns signs() const noexcept { return signs_; }

 private:
  [[nodiscard]] WordBefore BeforeAt(std::uint32_t begin) const noexcept;

  std::string_view sentence_;
  std::uint32_t end_ = 0;       // Of the last token.
  bool after_word_ = false;     // The last token is a word.
  bool after_opening_ = false;  // It opens something.
  bool has_words_ = false;
  bool is_joined_ = false;     // No white space between the last word and end_.
  bool is_separated_ = false;  // A separator since the last term.
  SentenceSigns signs_ = 0;
};

}  // namespace answerbox::engine
