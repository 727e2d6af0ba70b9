#include "client/exam/make/topic.h"

#include <algorithm>

#include "client/exam/make/english.h"

namespace answerbox::client {
namespace {

bool HasAll(const std::vector<std::string>& all,
            const std::vector<std::string>& part) {
  return std::ranges::all_of(part, [&](const std::string& word) {
    return std::ranges::find(all, word) != all.end();
  });
}

}  // namespace

std::string Singular(std::string_view word) {
  if (word.ends_with("'s")) word.remove_suffix(2);
  if (word.size() > 3 && word.ends_with('s')) word.remove_suffix(1);
  return std::string(word);
}

std::vector<std::string> TopicWords(std::string_view phrase) {
  std::vector<std::string> words;
  for (const EnglishWord& word : WordsOf(phrase)) {
    if (!IsPreposition(word.lower)) words.push_back(Singular(word.lower));
  }
  return words;
}

bool HasAny(const std::vector<std::string>& all,
            const std::vector<std::string>& part) {
  return std::ranges::any_of(part, [&](const std::string& word) {
    return std::ranges::find(all, word) != all.end();
  });
}

bool SharesTopic(std::string_view phrase, std::string_view title) {
  const auto of_phrase = TopicWords(phrase);
  const auto of_title = TopicWords(title);
  if (of_phrase.empty() || of_title.empty()) return false;
  return HasAll(of_phrase, of_title) || HasAll(of_title, of_phrase);
}

}  // namespace answerbox::client
