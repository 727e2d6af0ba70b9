#include "client/convert/word_mending.h"

#include <algorithm>

namespace answerbox::client {
namespace {

constexpr std::string_view kHyphens[] = {"-", "\xC2\xAD", "\xE2\x80\x90"};
constexpr std::string_view kSoftHyphen = "\xC2\xAD";

// Letters of any alphabet: what is not ASCII counts as one.
bool IsLetter(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         byte >= 0x80;
}

bool IsLowerCase(char c) { return c >= 'a' && c <= 'z'; }

std::string_view FirstWord(std::string_view text) {
  return {text.begin(), std::find_if_not(text.begin(), text.end(), IsLetter)};
}

std::string_view LastWord(std::string_view text) {
  const auto begin = std::find_if_not(text.rbegin(), text.rend(), IsLetter);
  return {begin.base(), text.end()};
}

}  // namespace

std::string_view WithoutHyphen(std::string_view line) {
  for (const std::string_view hyphen : kHyphens) {
    if (line.ends_with(hyphen)) {
      return line.substr(0, line.size() - hyphen.size());
    }
  }
  return line;
}

WordMending::WordMending(std::string_view text) {
  while (!text.empty()) {
    const std::string_view word = FirstWord(text);
    if (word.size() > 3) words_.insert(word);
    text.remove_prefix(std::max<std::size_t>(word.size(), 1));
  }
}

bool WordMending::IsSplitWord(std::string_view line,
                              std::string_view next) const {
  const std::string_view before = WithoutHyphen(line);
  if (before.size() == line.size() || next.empty()) return false;
  if (line.ends_with(kSoftHyphen)) return true;
  const std::string_view begin = LastWord(before);
  if (begin.empty() || !IsLowerCase(next.front())) return false;
  std::string word(begin);
  word += FirstWord(next);
  return words_.contains(word);
}

}  // namespace answerbox::client
