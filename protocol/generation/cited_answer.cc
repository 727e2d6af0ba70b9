#include "protocol/generation/cited_answer.h"

#include <algorithm>
#include <array>
#include <span>
#include <tuple>
#include <utility>

#include "engine/exam/key_verification.h"
#include "engine/text/character_class.h"
#include "engine/text/sentence_splitter.h"

namespace answerbox::protocol {
namespace {

// Longer marks are text.
constexpr std::size_t kMaxMarkBytes = 64;

// What may stand in a mark besides numbers; words in any case. A dash joins two
// numbers to a range, and so stands after one.
constexpr std::array<std::string_view, 2> kDashes = {"-", "\xE2\x80\x93"};
constexpr std::array<std::string_view, 3> kSeparators = {",", ";", "and"};
constexpr std::array<std::string_view, 4> kFillers = {" ", "^", "passages",
                                                      "passage"};

// A model that writes no more than one of these finds no answer. What
// engine::IsRefusal knows need not be here.
constexpr std::array<std::string_view, 10> kRefusals = {
    "i do not know",
    "i don't know",
    "i don\xE2\x80\x99t know",
    "i cannot answer the question",
    "i cannot answer this question",
    "the passages do not answer the question",
    "the passages do not answer this question",
    "the passages do not say",
    "the passages do not contain the answer",
    "there is no answer in the passages"};
constexpr std::string_view kPlainNo = "no";

bool StartsWithIgnoringCase(std::string_view text, std::string_view lower) {
  return text.size() >= lower.size() &&
         std::ranges::equal(text.substr(0, lower.size()), lower, {},
                            engine::ToLowerAscii);
}

// The length of the sign that the text begins with; 0: it begins with none.
std::size_t SignLength(std::string_view text,
                       std::span<const std::string_view> signs) {
  const auto sign = std::ranges::find_if(signs, [text](std::string_view s) {
    return StartsWithIgnoringCase(text, s);
  });
  return sign == signs.end() ? 0 : sign->size();
}

// Passages that a mark names; one number is a range from it to itself.
struct Mark {
  std::size_t at = 0;  // In the text without marks.
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

// The number that the text begins with, which is moved after it.
std::uint64_t TakeNumber(std::string_view& text) {
  std::uint64_t number = 0;
  while (!text.empty() && engine::IsDigit(text.front())) {
    const auto digit = static_cast<std::uint64_t>(text.front() - '0');
    number = number > (kGreatestMark - digit) / 10 ? kGreatestMark
                                                   : number * 10 + digit;
    text.remove_prefix(1);
  }
  return number;
}

// Appends the numbers and ranges of a mark.
void AppendNumbers(std::string_view mark, std::size_t at,
                   std::vector<Mark>& marks) {
  bool has_first = false;  // Of a range that may follow.
  bool has_dash = false;
  while (!mark.empty()) {
    if (engine::IsDigit(mark.front())) {
      const std::uint64_t number = TakeNumber(mark);
      if (has_dash) {
        Mark& range = marks.back();
        range.last = std::max(range.first, number);
        range.first = std::min(range.first, number);
      } else {
        marks.push_back({at, number, number});
      }
      has_first = !has_dash;
      has_dash = false;
    } else if (const std::size_t dash = SignLength(mark, kDashes); dash > 0) {
      has_dash = has_first;
      mark.remove_prefix(dash);
    } else {
      const std::size_t separator = SignLength(mark, kSeparators);
      if (separator > 0) has_first = has_dash = false;
      mark.remove_prefix(
          std::max({separator, SignLength(mark, kFillers), std::size_t{1}}));
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

// In any case of letters, whatever follows.
bool SaysNoAnswer(std::string_view text) {
  return text.size() >= kNoAnswer.size() &&
         std::ranges::equal(text.substr(0, kNoAnswer.size()), kNoAnswer, {},
                            engine::ToLowerAscii, engine::ToLowerAscii);
}

bool HasWord(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const engine::Character character = engine::Decode(text, at);
    if (engine::IsAlphanumeric(character.code_point)) return true;
    at += character.bytes;
  }
  return false;
}

bool IsRefusal(std::string_view sentence) {
  constexpr std::string_view kAround = " \n\"'.!,;:";
  const std::size_t begin = sentence.find_first_not_of(kAround);
  if (begin == std::string_view::npos) return false;
  const std::string_view said =
      sentence.substr(begin, sentence.find_last_not_of(kAround) + 1 - begin);
  const auto is_said = [said](std::string_view phrase) {
    return said.size() == phrase.size() && StartsWithIgnoringCase(said, phrase);
  };
  // "No." may answer the question.
  if (is_said(kPlainNo)) return false;
  return engine::IsRefusal(said) || std::ranges::any_of(kRefusals, is_said);
}

// Whether the answer begins with a refusal, or says nothing.
bool Refuses(const CitedAnswer& answer) {
  if (answer.sentences.empty()) return true;
  return SaysNoAnswer(answer.text) ||
         IsRefusal(Slice(answer.text, answer.sentences.front().range));
}

void AddPassages(const Mark& mark, std::size_t passages,
                 std::vector<std::uint32_t>& cited) {
  const std::uint64_t last = std::min<std::uint64_t>(mark.last, passages);
  for (std::uint64_t number = std::max<std::uint64_t>(mark.first, 1);
       number <= last && cited.size() < passages; ++number) {
    const auto passage = static_cast<std::uint32_t>(number - 1);
    const auto place = std::ranges::lower_bound(cited, passage);
    if (place == cited.end() || *place != passage) cited.insert(place, passage);
  }
}

// A mark belongs to the sentence that it stands in or behind.
void AddMarks(std::span<const Mark> marks, std::size_t passages,
              CitedAnswer& answer) {
  std::size_t sentence = 0;
  for (const Mark& mark : marks) {
    if (mark.first == 0 || mark.first > passages) {
      answer.invented.push_back(mark.first);
    }
    if (mark.last > passages && mark.last != mark.first) {
      answer.invented.push_back(mark.last);
    }
    while (sentence + 1 < answer.sentences.size() &&
           answer.sentences[sentence + 1].range.begin < mark.at) {
      ++sentence;
    }
    if (answer.sentences.empty()) continue;
    AddPassages(mark, passages, answer.sentences[sentence].passages);
  }
}

}  // namespace

std::size_t CitationMarkLength(std::string_view text) noexcept {
  if (text.empty() || text.front() != '[') return 0;
  text = text.substr(0, kMaxMarkBytes);
  bool had_digit = false;
  for (std::size_t at = 1; at < text.size();) {
    if (text[at] == ']') return had_digit ? at + 1 : 0;
    if (engine::IsDigit(text[at])) {
      had_digit = true;
      ++at;
      continue;
    }
    const std::string_view rest = text.substr(at);
    const std::size_t sign =
        std::max({SignLength(rest, kSeparators), SignLength(rest, kFillers),
                  had_digit ? SignLength(rest, kDashes) : std::size_t{0}});
    if (sign == 0) return 0;
    at += sign;
  }
  return 0;
}

CitedAnswer ReadCitedAnswer(std::string_view generated, std::size_t passages) {
  auto [text, marks] = TakeMarksOut(generated);
  Trim(text, marks);
  CitedAnswer answer;
  answer.text = std::move(text);
  engine::SentenceSplitter sentences(
      answer.text, {0, static_cast<std::uint32_t>(answer.text.size())}, {});
  while (const auto sentence = sentences.Next()) {
    if (HasWord(Slice(answer.text, sentence->range))) {
      answer.sentences.push_back({sentence->range, {}});
    }
  }
  answer.refuses = Refuses(answer);
  AddMarks(marks, passages, answer);
  return answer;
}

}  // namespace answerbox::protocol
