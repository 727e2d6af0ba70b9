#include "lab/evaluate/grounding/case_builder.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "engine/text/sentence_splitter.h"

namespace answerbox::lab {
namespace {

// Longer ones come before their beginnings.
constexpr std::array<std::string_view, 20> kQuestionWords = {
    "how many",     "how much", "how long", "how old", "how far",
    "how often",    "in what",  "in which", "on what", "what kind of",
    "what type of", "whose",    "whom",     "who",     "which",
    "what",         "when",     "where",    "why",     "how"};

std::string Lower(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](char c) {
    return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return lower;
}

bool IsLetter(char c) { return std::isalpha(static_cast<unsigned char>(c)); }

bool IsWordAt(std::string_view text, std::size_t at, std::size_t size) {
  return (at == 0 || !IsLetter(text[at - 1])) &&
         (at + size == text.size() || !IsLetter(text[at + size]));
}

struct RatedSentence {
  std::size_t passage = 0;
  std::string_view text;
  std::size_t shared = 0;
  bool is_dropped = false;
};

}  // namespace

std::string_view ToString(GroundingTask task) {
  switch (task) {
    case GroundingTask::kOther:
      return "other";
    case GroundingTask::kGutted:
      return "gutted";
    case GroundingTask::kThree:
      return "three";
  }
  return "";
}

std::string StatementOf(std::string_view question, std::string_view answer) {
  while (!question.empty() &&
         (question.back() == '?' || question.back() == ' ')) {
    question.remove_suffix(1);
  }
  const std::string lower = Lower(question);
  std::size_t begin = std::string::npos;
  std::size_t size = 0;
  for (const std::string_view word : kQuestionWords) {
    for (std::size_t at = lower.find(word); at != std::string::npos;
         at = lower.find(word, at + 1)) {
      if (!IsWordAt(lower, at, word.size())) continue;
      if (at < begin) {
        begin = at;
        size = word.size();
      }
      break;
    }
  }
  std::string statement(question);
  if (begin == std::string::npos) {
    statement += ' ';
    statement += answer;
  } else {
    statement.replace(begin, size, answer);
  }
  return statement;
}

std::vector<std::string_view> SentencesOf(std::string_view text) {
  std::vector<std::string_view> sentences;
  engine::SentenceSplitter splitter(
      text, {0, static_cast<std::uint32_t>(text.size())}, {});
  while (const auto sentence = splitter.Next()) {
    sentences.push_back(text.substr(
        sentence->range.begin, sentence->range.end - sentence->range.begin));
  }
  return sentences;
}

std::vector<std::string> Gutted(const std::vector<std::string>& passages,
                                std::string_view question,
                                std::string_view answer, TermNumbers& numbers) {
  const auto answered = numbers.Read(answer);
  std::set<std::uint32_t> needed(answered.begin(), answered.end());
  for (const std::uint32_t term : numbers.Read(question)) needed.erase(term);
  std::vector<RatedSentence> sentences;
  for (std::size_t p = 0; p < passages.size(); ++p) {
    for (const std::string_view text : SentencesOf(passages[p])) {
      const auto terms = numbers.Read(text);
      const std::set<std::uint32_t> distinct(terms.begin(), terms.end());
      sentences.push_back(
          {p, text,
           static_cast<std::size_t>(std::ranges::count_if(
               distinct, [&](auto t) { return needed.contains(t); }))});
    }
  }
  std::vector<RatedSentence*> order;
  for (RatedSentence& sentence : sentences) order.push_back(&sentence);
  std::ranges::stable_sort(order, std::greater{}, &RatedSentence::shared);
  order.resize((order.size() + 2) / 3);
  for (RatedSentence* const sentence : order) sentence->is_dropped = true;
  std::vector<std::string> left(passages.size());
  for (const RatedSentence& sentence : sentences) {
    if (sentence.is_dropped) continue;
    std::string& passage = left[sentence.passage];
    if (!passage.empty()) passage += ' ';
    passage += sentence.text;
  }
  std::erase(left, std::string());
  return left;
}

void AddCases(const AnsweredItem& item, TermNumbers& numbers,
              std::vector<GroundingSet>& sets) {
  const auto add = [&](GroundingTask task, std::vector<std::string> context,
                       bool is_grounded) {
    sets[static_cast<std::size_t>(task)].cases.push_back(
        {item.document, item.question, item.answer, std::move(context),
         is_grounded});
  };
  if (item.own.empty()) return;
  if (!item.other.empty()) {
    add(GroundingTask::kOther, item.own, true);
    add(GroundingTask::kOther, item.other, false);
  }
  auto gutted = item.whole.empty()
                    ? Gutted(item.own, item.question, item.answer, numbers)
                    : item.gutted;
  if (!gutted.empty()) {
    add(GroundingTask::kGutted, item.whole.empty() ? item.own : item.whole,
        true);
    add(GroundingTask::kGutted, std::move(gutted), false);
  }
  for (std::size_t i = 0; i < item.three.size(); ++i) {
    add(GroundingTask::kThree, {item.three[i]}, i == 0);
  }
}

}  // namespace answerbox::lab
