#include "tests/benchmarks/peers/generated_text.h"

#include <algorithm>
#include <map>
#include <utility>

#include "tests/benchmarks/peers/search_system.h"

namespace answerbox::benchmarks {
namespace {

bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool IsLower(char c) { return c >= 'a' && c <= 'z'; }

// Letters, digits, and all bytes that are not ASCII.
bool IsWordByte(char c) {
  return IsUpper(c) || IsLower(c) || (c >= '0' && c <= '9') ||
         static_cast<unsigned char>(c) >= 0x80;
}

// The end of the word at `begin`. An apostrophe between letters belongs to the
// word.
std::size_t WordEnd(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  while (end < text.size() && (IsWordByte(text[end]) ||
                               (text[end] == '\'' && end + 1 < text.size() &&
                                IsWordByte(text[end + 1])))) {
    ++end;
  }
  return end;
}

std::size_t WordBegin(std::string_view text, std::size_t from) {
  while (from < text.size() && !IsWordByte(text[from])) ++from;
  return from;
}

std::size_t SpacedWords(std::string_view text) {
  std::size_t words = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!IsSpace(text[i]) && (i == 0 || IsSpace(text[i - 1]))) ++words;
  }
  return words;
}

bool EndsSentence(std::string_view gap) {
  return gap.size() > 1 && IsSpace(gap.back()) &&
         gap.find_first_of(".!?") != std::string_view::npos;
}

// Three or four syllables and an ending. A few ranks in a hundred make the same
// word as another rank, which makes that word more frequent.
std::string MakeUpWord(std::uint64_t rank) {
  constexpr std::string_view kConsonants = "bcdfghjklmnprstv";
  constexpr std::string_view kVowels = "aeiou";
  constexpr std::string_view kEndings = "nrstlmdk";
  std::uint64_t bits = Mix(rank);
  const auto take = [&bits](std::string_view letters) {
    const char letter = letters[bits % letters.size()];
    bits /= letters.size();
    return letter;
  };
  std::string word;
  for (std::uint64_t syllables = 3 + bits % 2; syllables > 0; --syllables) {
    word += take(kConsonants);
    word += take(kVowels);
  }
  return word + take(kEndings);
}

}  // namespace

TextGenerator::TextGenerator(std::span<const std::string> paragraphs,
                             std::uint64_t seed)
    : random_(seed) {
  CountWords(paragraphs);
  for (const std::string& paragraph : paragraphs) {
    if (SpacedWords(paragraph) > kMaxShapeWords) continue;
    const std::string_view text = paragraph;
    Shape shape;
    std::size_t end = 0;
    for (std::size_t begin = WordBegin(text, 0); begin < text.size();
         begin = WordBegin(text, end)) {
      const auto gap = text.substr(end, begin - end);
      shape.slots.push_back({gap, end == 0 || EndsSentence(gap)});
      end = WordEnd(text, begin);
    }
    shape.end = text.substr(end);
    if (!shape.slots.empty()) shapes_.push_back(std::move(shape));
  }
  if (shapes_.empty()) Fail("no paragraph is short enough to lend its shape");
}

void TextGenerator::CountWords(std::span<const std::string> paragraphs) {
  std::map<std::string_view, std::uint32_t> counts;
  for (const std::string_view text : paragraphs) {
    std::size_t end = 0;
    for (std::size_t begin = WordBegin(text, 0); begin < text.size();
         begin = WordBegin(text, end)) {
      end = WordEnd(text, begin);
      ++counts[text.substr(begin, end - begin)];
    }
  }
  std::vector<std::pair<std::string_view, std::uint32_t>> sorted(counts.begin(),
                                                                 counts.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& left, const auto& right) {
                     return left.second > right.second;
                   });
  for (const auto& [word, count] : sorted) {
    words_.push_back(word);
    occurrences_ += count;
    cumulative_.push_back(occurrences_);
    words_once_ += count == 1 ? 1 : 0;
  }
}

void TextGenerator::Next(std::string& text) {
  const Shape& shape =
      shapes_[random_.Below(static_cast<std::uint32_t>(shapes_.size()))];
  text.clear();
  for (const Slot& slot : shape.slots) {
    text += slot.gap;
    const std::size_t begin = text.size();
    AppendWord(text);
    if (slot.begins_sentence && IsLower(text[begin])) {
      text[begin] = static_cast<char>(text[begin] - 'a' + 'A');
    }
  }
  text += shape.end;
}

void TextGenerator::AppendWord(std::string& text) {
  if (random_.Below(occurrences_) < words_once_) {
    AppendRareWord(text);
    return;
  }
  const auto found = std::upper_bound(cumulative_.begin(), cumulative_.end(),
                                      random_.Below(occurrences_));
  text += words_[static_cast<std::size_t>(found - cumulative_.begin())];
}

// P(rank > r) = V / r for ranks beyond the V words of the vocabulary.
void TextGenerator::AppendRareWord(std::string& text) {
  const std::uint64_t divisor = std::uint64_t{random_.Next()} + 1;
  text += MakeUpWord((std::uint64_t{words_.size()} << 32) / divisor);
}

}  // namespace answerbox::benchmarks
