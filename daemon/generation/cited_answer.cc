#include "daemon/generation/cited_answer.h"

#include <algorithm>
#include <utility>

#include "daemon/generation/prompt.h"
#include "engine/text/character_class.h"
#include "engine/text/sentence_splitter.h"

namespace answerbox::daemon {
namespace {

// Longer marks are text.
constexpr std::size_t kMaxMarkBytes = 64;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

struct Mark {
  std::size_t at = 0;  // In the text without marks.
  std::uint64_t number = 0;
};

// Appends the numbers of a mark; one too great for 64 bits as the greatest.
void AppendNumbers(std::string_view mark, std::size_t at,
                   std::vector<Mark>& marks) {
  std::uint64_t number = 0;
  bool is_within = false;
  for (const char c : mark) {
    if (IsDigit(c)) {
      const auto digit = static_cast<std::uint64_t>(c - '0');
      number =
          number > (UINT64_MAX - digit) / 10 ? UINT64_MAX : number * 10 + digit;
      is_within = true;
    } else if (is_within) {
      marks.push_back({at, number});
      number = 0;
      is_within = false;
    }
  }
}

// The text without marks, and where they stood.
std::pair<std::string, std::vector<Mark>> TakeMarksOut(std::string_view text) {
  std::string rest;
  std::vector<Mark> marks;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t mark = CitationMarkLength(text.substr(at));
    if (mark > 0) {
      while (!rest.empty() && rest.back() == ' ') rest.pop_back();
      AppendNumbers(text.substr(at, mark), rest.size(), marks);
      at += mark;
      continue;
    }
    const char c = text[at++];
    const bool steers =
        (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7F;
    rest += steers ? ' ' : c;
  }
  return {std::move(rest), std::move(marks)};
}

// Drops blanks at both ends, and moves the marks along.
void Trim(std::string& text, std::vector<Mark>& marks) {
  text.erase(text.find_last_not_of(" \n") + 1);
  const std::size_t begin =
      std::min(text.find_first_not_of(" \n"), text.size());
  text.erase(0, begin);
  for (Mark& mark : marks) {
    mark.at = std::min(mark.at - std::min(mark.at, begin), text.size());
  }
}

bool SaysNoAnswer(std::string_view text) {
  return text.size() >= kNoAnswer.size() &&
         std::ranges::equal(
             text.substr(0, kNoAnswer.size()), kNoAnswer, {}, [](char c) {
               return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A')
                                           : c;
             });
}

// A mark belongs to the sentence that it stands in or behind.
void AddMarks(std::span<const Mark> marks, std::size_t passages,
              CitedAnswer& answer) {
  std::size_t sentence = 0;
  for (const Mark& mark : marks) {
    if (mark.number == 0 || mark.number > passages) {
      answer.invented.push_back(mark.number);
      continue;
    }
    while (sentence + 1 < answer.sentences.size() &&
           answer.sentences[sentence + 1].range.begin < mark.at) {
      ++sentence;
    }
    if (answer.sentences.empty()) continue;
    auto& cited = answer.sentences[sentence].passages;
    const auto passage = static_cast<std::uint32_t>(mark.number - 1);
    const auto place = std::ranges::lower_bound(cited, passage);
    if (place == cited.end() || *place != passage) cited.insert(place, passage);
  }
}

}  // namespace

std::size_t CitationMarkLength(std::string_view text) noexcept {
  if (text.empty() || text.front() != '[') return 0;
  bool had_digit = false;
  for (std::size_t at = 1; at < std::min(text.size(), kMaxMarkBytes); ++at) {
    const char c = text[at];
    if (c == ']') return had_digit ? at + 1 : 0;
    if (IsDigit(c)) {
      had_digit = true;
    } else if (c != ' ' && c != ',') {
      return 0;
    }
  }
  return 0;
}

CitedAnswer ReadCitedAnswer(std::string_view generated, std::size_t passages) {
  auto [text, marks] = TakeMarksOut(generated);
  Trim(text, marks);
  CitedAnswer answer;
  answer.text = std::move(text);
  answer.refuses = answer.text.empty() || SaysNoAnswer(answer.text);
  engine::SentenceSplitter sentences(
      answer.text, {0, static_cast<std::uint32_t>(answer.text.size())}, {});
  while (const auto sentence = sentences.Next()) {
    answer.sentences.push_back({sentence->range, {}});
  }
  AddMarks(marks, passages, answer);
  return answer;
}

}  // namespace answerbox::daemon
