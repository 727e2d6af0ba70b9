#include "engine/text/contacts.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kLeastDigits = 7;
constexpr std::size_t kMostDigits = 15;
constexpr std::size_t kMostExtensionDigits = 6;
// No known word before an extension is longer.
constexpr std::size_t kMostExtensionLetters = 9;

ByteRange RangeOf(std::size_t begin, std::size_t end) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

// Returns the characters around `at` up to white space on both sides, without
// punctuation at either end.
ByteRange WordAround(std::string_view text, std::size_t at) {
  std::size_t begin = at;
  while (begin > 0 && !Is(text[begin - 1], kSpaceByte)) --begin;
  std::size_t end = at;
  while (end < text.size() && !Is(text[end], kSpaceByte)) ++end;
  while (begin < end && !IsWordByte(text[begin])) ++begin;
  while (end > begin && !IsWordByte(text[end - 1]) && text[end - 1] != '/') {
    --end;
  }
  return RangeOf(begin, end);
}

std::optional<ByteRange> FindEmail(std::string_view text) {
  for (std::size_t at = text.find('@'); at != std::string_view::npos;
       at = text.find('@', at)) {
    const ByteRange range = WordAround(text, at);
    const std::string_view word = Slice(text, range);
    const std::size_t sign = word.find('@', 1);
    const std::size_t point = word.rfind('.');
    if (sign != std::string_view::npos && point != std::string_view::npos &&
        point > sign + 1) {
      return range;
    }
    // A word of many such signs is read once.
    while (at < text.size() && !Is(text[at], kSpaceByte)) ++at;
  }
  return std::nullopt;
}

std::optional<ByteRange> FindWeb(std::string_view text) {
  for (const std::string_view mark : {"://", "www."}) {
    const std::size_t at = text.find(mark);
    if (at != std::string_view::npos) return WordAround(text, at);
  }
  return std::nullopt;
}

// Groups of digits that follow each other.
struct Groups {
  std::size_t end = 0;
  std::size_t digits = 0;
  std::size_t groups = 0;
  std::size_t first = 0;  // Digits of the first and last group.
  std::size_t last = 0;
  bool has_slash = false;
  bool are_thousands = true;  // All groups but the first have three digits.
};

Groups ReadGroups(std::string_view text, std::size_t begin) {
  Groups run{.end = begin};
  std::size_t at = begin;
  while (at < text.size()) {
    const std::size_t group = at;
    while (at < text.size() && IsDigit(text[at])) ++at;
    if (at == group) break;
    run.last = at - group;
    if (run.groups++ == 0) {
      run.first = run.last;
    } else {
      run.are_thousands = run.are_thousands && run.last == 3;
    }
    run.digits += run.last;
    run.end = at;
    for (std::size_t joints = 0;
         joints < 3 && at < text.size() && IsOneOf(text[at], " ()-./");
         ++joints) {
      run.has_slash = run.has_slash || text[at] == '/';
      ++at;
    }
  }
  return run;
}

bool IsTelephone(std::string_view text, std::size_t begin, const Groups& run) {
  if (run.digits < kLeastDigits || run.digits > kMostDigits) return false;
  const bool has_prefix =
      text[begin] == '0' || (begin > 0 && text[begin - 1] == '+');
  if (has_prefix) return !run.has_slash || run.first > 2;
  // Without a prefix, neither a date, "1 200 000" nor a plain number is one.
  const bool is_date =
      run.groups == 3 && (run.first == 4 || run.last == 4) && run.digits == 8;
  return !run.has_slash && !is_date && run.groups > 1 && !run.are_thousands;
}

// Whether `word` is `lower`, in any case.
bool IsWord(std::string_view word, std::string_view lower) {
  return word.size() == lower.size() &&
         std::equal(word.begin(), word.end(), lower.begin(),
                    [](char a, char b) { return ToLowerAscii(a) == b; });
}

bool FollowsExtension(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  while (end > 0 && text[end - 1] == ' ') --end;
  std::size_t word = end;
  while (word > 0 && end - word <= kMostExtensionLetters &&
         !Is(text[word - 1], kSpaceByte) && !IsOneOf(text[word - 1], "(,;:")) {
    --word;
  }
  const std::string_view before = text.substr(word, end - word);
  for (const std::string_view known :
       {"ext", "ext.", "extension", "dial", "call", "x"}) {
    if (IsWord(before, known)) return true;
  }
  return false;
}

std::optional<ByteRange> FindTelephone(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    if (!IsDigit(text[at])) {
      ++at;
      continue;
    }
    const bool is_part =
        at > 0 && (IsLetter(text[at - 1]) || IsOneOf(text[at - 1], "_@"));
    const Groups run = ReadGroups(text, at);
    if (!is_part && IsTelephone(text, at, run)) {
      std::size_t begin = at;
      while (begin > 0 && IsOneOf(text[begin - 1], "+(")) --begin;
      return RangeOf(begin, run.end);
    }
    if (!is_part && run.first <= kMostExtensionDigits &&
        FollowsExtension(text, at)) {
      return RangeOf(at, at + run.first);
    }
    at = std::max(run.end, at + 1);
  }
  return std::nullopt;
}

}  // namespace

std::optional<ByteRange> FindContact(std::string_view text,
                                     Contacts kinds) noexcept {
  if ((kinds & kEmailAddress) != 0) {
    if (const auto found = FindEmail(text)) return found;
  }
  if ((kinds & kTelephoneNumber) != 0) {
    if (const auto found = FindTelephone(text)) return found;
  }
  return (kinds & kWebAddress) != 0 ? FindWeb(text) : std::nullopt;
}

}  // namespace answerbox::engine
