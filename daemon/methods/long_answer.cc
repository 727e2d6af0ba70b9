#include "daemon/methods/long_answer.h"

#include <algorithm>

namespace answerbox::daemon {
namespace {

// Letters and digits; bytes of other scripts count as such.
bool IsWordByte(char c) {
  const bool is_letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
  const bool is_digit = c >= '0' && c <= '9';
  return is_letter || is_digit || static_cast<unsigned char>(c) >= 0x80;
}

// Whether the word stands there by itself.
bool IsWordAt(std::string_view text, std::size_t at, std::string_view word) {
  const std::size_t end = at + word.size();
  return text.substr(at, word.size()) == word &&
         (at == 0 || !IsWordByte(text[at - 1])) &&
         (end == text.size() || !IsWordByte(text[end]));
}

}  // namespace

std::string QuestionAsRead(const engine::Question& question,
                           const engine::Answer& answer) {
  std::string text;
  for (std::size_t at = 0; at < question.text.size();) {
    const auto respelt = std::ranges::find_if(
        answer.respelt, [&](const engine::RespeltWord& word) {
          return !word.word.empty() && IsWordAt(question.text, at, word.word);
        });
    if (respelt == answer.respelt.end()) {
      text += question.text[at++];
    } else {
      text += respelt->taken_for;
      at += respelt->word.size();
    }
  }
  if (text.size() > engine::kMaxQuestionBytes) {
    return std::string(question.text);
  }
  return text;
}

engine::Result<engine::Gathering> GatherLongAnswer(
    std::span<const engine::LiveSegment> segments,
    const engine::Question& question, std::string_view text,
    std::uint64_t words, engine::Workspace& workspace) noexcept {
  engine::GatheringQuery query;
  query.purpose = engine::GatheringPurpose::kLongAnswer;
  query.text = text;
  query.documents = question.documents;
  query.synonyms = question.synonyms;
  query.words = words;
  query.sentences = kMaxLongSentences;
  return Gather(segments, query, workspace);
}

}  // namespace answerbox::daemon
