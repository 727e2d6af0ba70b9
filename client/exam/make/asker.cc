#include "client/exam/make/asker.h"

#include <span>
#include <utility>
#include <vector>

#include "client/exam/make/topic.h"

namespace answerbox::client {
namespace {

constexpr std::size_t kMaxQuestions = 3;  // Of one sentence.

char UpperCase(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
}

}  // namespace

void Asker::Add(QuestionTemplate made_by, std::string question,
                std::string key) {
  if (added_ == kMaxQuestions) return;
  question.front() = UpperCase(question.front());
  const EnglishWords words = WordsOf(question);
  for (const EnglishWord& word : words) {
    if (IsPronoun(word.lower)) {
      has_pronoun_ = true;
      return;
    }
  }
  if (words.size() < 3 || words.size() > 24) return;
  Candidate candidate = prototype_;
  candidate.made_by = made_by;
  candidate.needs_title = NeedsTitle(made_by, words);
  if (candidate.needs_title && context_.title.empty()) return;
  candidate.question = std::move(question);
  if (!key.empty()) candidate.keys.push_back(std::move(key));
  candidates_.questions.push_back(std::move(candidate));
  ++added_;
}

bool Asker::NeedsTitle(QuestionTemplate made_by,
                       const EnglishWords& words) const {
  if (made_by == QuestionTemplate::kDefinition) return false;
  std::vector<std::string> question;
  for (const EnglishWord& word : words) {
    question.push_back(Singular(word.lower));
  }
  auto topic = TopicWords(context_.title);
  std::erase_if(topic, [](const std::string& word) {
    return IsGenericNoun(word) || IsGenericNoun(word + "s");
  });
  if (HasAny(question, topic)) return false;
  bool is_definite = false;
  std::size_t telling = 0;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i].lower;
    if (word == "the") is_definite = true;
    if (IsPreposition(word) || IsAuxiliary(word) || IsAdverb(word) ||
        IsGenericNoun(word)) {
      continue;
    }
    ++telling;
  }
  if (made_by == QuestionTemplate::kPerson) return telling < 4;
  return is_definite || telling < 4;
}

std::string Rest(const Clause& clause, std::size_t from) {
  return TextOf(std::span(clause.rest).subspan(from));
}

bool IsGenericSubject(const EnglishWords& subject) {
  if (subject.size() > 2) return false;
  return IsGenericNoun(subject.back().lower);
}

}  // namespace answerbox::client
