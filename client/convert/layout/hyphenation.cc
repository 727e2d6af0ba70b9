#include "client/convert/layout/hyphenation.h"

#include <cstddef>
#include <utility>

#include "client/convert/layout/characters.h"
#include "client/convert/layout/cursor.h"

namespace answerbox::client::layout {
namespace {

constexpr std::string_view kSoftHyphen = "\u00ad";

// Longer words are no words of the document. So a text without blanks is not
// read anew for each of its lines.
constexpr std::size_t kLongestWord = 256;

// The word of letters that ends or begins a text, in lower case; its last or
// first part, if it is longer than any word.
std::string LastWord(std::string_view text) {
  if (text.size() > kLongestWord)
    text.remove_prefix(text.size() - kLongestWord);
  std::string_view rest = text;
  while (!rest.empty() && IsLetter(LastCharacter(rest))) {
    rest = WithoutLastCharacter(rest);
  }
  return ToLower(text.substr(rest.size()));
}

std::string FirstWord(std::string_view text) {
  text = text.substr(0, kLongestWord);
  Cursor cursor(text);
  cursor.TakeWhile(IsLetter);
  return ToLower(cursor.taken());
}

// Whether a web address goes on: it never has a blank.
bool IsBrokenAddress(std::string_view text, std::string_view line) {
  constexpr std::size_t kLongAddress = 90;
  if (!text.ends_with('/') || !IsWordCharacter(FirstCharacter(line))) {
    return false;
  }
  const std::size_t begin = text.size() - std::min(text.size(), kLongAddress);
  return text.find("http", begin) != std::string_view::npos;
}

}  // namespace

void WordJoiner::Learn(std::string_view text) {
  Cursor cursor(text);
  while (!cursor.at_end()) {
    const std::size_t begin = cursor.offset();
    bool has_hyphen = false;
    cursor.TakeWhile(IsLetter);
    while (cursor.offset() > begin && cursor.next() == U'-') {
      Cursor part = cursor;
      part.Take(U'-');
      if (part.TakeWhile(IsLetter) == 0) break;
      cursor = part;
      has_hyphen = true;
    }
    const std::size_t end = cursor.offset();
    if (end == begin) {
      cursor.TakeIf([](char32_t) { return true; });
      continue;
    }
    // Words broken at the end of a line are no words of the document.
    if (cursor.next() == U'-' || IsWordCharacter(cursor.next())) continue;
    (has_hyphen ? hyphenated_ : words_)
        .insert(ToLower(text.substr(begin, end - begin)));
  }
}

bool WordJoiner::KeepsHyphen(std::string_view before,
                             std::string_view after) const {
  const std::string first = LastWord(before);
  const std::string second = FirstWord(after);
  if (hyphenated_.contains(first + '-' + second)) return true;
  return !words_.contains(first + second) && words_.contains(first) &&
         words_.contains(second);
}

void WordJoiner::Append(std::string& text, std::string_view line) const {
  if (text.ends_with(kSoftHyphen)) {
    text.resize(text.size() - kSoftHyphen.size());
  } else if (text.ends_with('-') && StartsSmall(line) &&
             IsLetter(LastCharacter(
                 std::string_view(text).substr(0, text.size() - 1)))) {
    const std::string_view word =
        std::string_view(text).substr(0, text.size() - 1);
    if (!KeepsHyphen(word, line)) text.pop_back();
  } else if (!text.empty() && !IsBrokenAddress(text, line)) {
    text += ' ';
  }
  text += line;
}

}  // namespace answerbox::client::layout
