// A sentence in the form in which the search for a short answer reads it, and
// the result of that search with the shipped weights.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/answer/model/answer_model.h"
#include "engine/answer/spans/short_answer.h"
#include "engine/answer/spans/span_words.h"
#include "tests/engine/answer/asked_question.h"

namespace answerbox::engine {

class ReadSentence {
 public:
  explicit ReadSentence(std::string_view sentence,
                        std::string_view question = "What is it?")
      : sentence_(sentence), asked_(question, ShippedModel().lexicon()) {
    words_ =
        ReadSpanWords(sentence_, asked_.terms(), asked_.words(),
                      ShippedModel().lexicon(), normalizer_, asked_.arena());
  }

  [[nodiscard]] std::span<const SpanWord> words() const { return words_; }
  [[nodiscard]] std::string_view sentence() const { return sentence_; }
  [[nodiscard]] AskedQuestion& asked() { return asked_; }
  [[nodiscard]] std::string_view TextOf(const SpanWord& word) const {
    return std::string_view(sentence_).substr(
        word.range.begin, word.range.end - word.range.begin);
  }

  // The units of the sentence, separated by bars: "Take|500 mg".
  [[nodiscard]] std::string Joined() const {
    std::string joined;
    std::uint32_t begin = 0;
    for (std::size_t w = 0; w < words_.size(); ++w) {
      const bool is_last = w + 1 == words_.size() || !words_[w + 1].is_joined;
      if (!words_[w].is_joined) begin = words_[w].range.begin;
      if (!is_last) continue;
      if (!joined.empty()) joined += '|';
      joined += sentence_.substr(begin, words_[w].range.end - begin);
    }
    return joined;
  }

  // The word with this text. If there is none, the test fails.
  [[nodiscard]] const SpanWord& Word(std::string_view text) const {
    for (const SpanWord& word : words_) {
      if (TextOf(word) == text) return word;
    }
    ADD_FAILURE() << text << " is no word of the sentence";
    return words_.back();
  }

 private:
  std::string sentence_;
  AskedQuestion asked_;
  TermNormalizer normalizer_{Profile::kDefault};
  std::span<const SpanWord> words_;
};

// The short answer; nothing if there is none.
inline std::string ShortAnswerTo(std::string_view question,
                                 std::string_view sentence) {
  AskedQuestion asked(question, ShippedModel().lexicon());
  TermNormalizer normalizer(Profile::kDefault);
  const auto found = ShortAnswers(asked.terms(), ShippedModel().lexicon(),
                                  normalizer, asked.arena())
                         .Find({sentence, question}, ShippedSpanModel());
  return found ? std::string(found->In(sentence)) : std::string();
}

}  // namespace answerbox::engine
