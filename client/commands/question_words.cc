#include "client/commands/question_words.h"

#include "engine/text/utf8.h"

namespace answerbox::client {

Outcome<std::string> JoinWords(const std::vector<std::string>& words,
                               std::string_view what) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += ' ';
    text += word;
  }
  if (const auto valid = engine::ValidateUtf8(text); !valid) {
    return Rejected(std::string(what) + " is not valid UTF-8 at byte offset " +
                    std::to_string(valid.error().offset));
  }
  return text;
}

}  // namespace answerbox::client
