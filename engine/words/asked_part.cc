#include "engine/words/asked_part.h"

#include <algorithm>
#include <cstdint>

#include "engine/text/sentence_splitter.h"
#include "engine/text/text_block.h"

namespace answerbox::engine {
namespace {

// A question mark, perhaps before closing quotes and brackets.
bool IsQuestion(std::string_view sentence) {
  const std::size_t end = sentence.find_last_not_of("\"')]");
  return end != std::string_view::npos && sentence[end] == '?';
}

// Whether a sentence may end before the message does. Cheap, since most
// questions are one sentence.
bool MayHoldStory(std::string_view message) {
  // A word and a blank take two bytes at least.
  if (message.size() < 2 * kLeastStoryWords) return false;
  const std::string_view begun = message.substr(0, message.size() - 1);
  return std::ranges::any_of(begun, [](char c) {
    return c == '.' || c == '!' || c == '?' || c == '\n';
  });
}

}  // namespace

std::string_view AskedPart(std::string_view message) noexcept {
  if (!MayHoldStory(message)) return message;
  SentenceSplitter splitter(
      message, {0, static_cast<std::uint32_t>(message.size())}, {});
  ByteRange asked;
  bool is_after_question = false;
  std::uint32_t words = 0;
  std::uint32_t asked_words = 0;
  while (const auto sentence = splitter.Next()) {
    const ByteRange range = sentence->range;
    const bool is_question = IsQuestion(Slice(message, range));
    words += sentence->words;
    if (is_question) {
      // Questions in a row ask one thing: "Can I mix them? Is it safe?"
      asked = {is_after_question ? asked.begin : range.begin, range.end};
      asked_words = (is_after_question ? asked_words : 0) + sentence->words;
    }
    is_after_question = is_question;
  }
  const bool is_told = words - asked_words >= kLeastStoryWords;
  if (asked.begin == asked.end || !is_told) return message;
  return Slice(message, asked);
}

}  // namespace answerbox::engine
