#include <algorithm>
#include <array>
#include <optional>

#include "engine/ask/answer_differences.h"
#include "engine/ask/written_dates.h"
#include "engine/grounding/quantities/quantity.h"
#include "engine/grounding/words/designations.h"
#include "engine/text/ascii.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kShortLine = 40;
constexpr std::size_t kHeadingLine = 90;

// Words before a date that make it the document's.
constexpr std::string_view kMarks[] = {
    "as of",   "date",     "dated", "edition", "effective", "from",  "issued",
    "revised", "revision", "since", "status",  "updated",   "valid", "version"};

// The number of at most nine digits that stands at text[at]; 0 without digits.
std::uint32_t ValueAt(std::string_view text, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t left = DigitsAt(text, at); left > 0; --left) {
    number = 10 * number + static_cast<std::uint32_t>(text[at++] - '0');
  }
  return number;
}

// Calls `take` with each date in digits, in order, until it returns true.
template <typename Take>
bool ForDates(std::string_view text, Take take) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!Is(text[at], kDigitByte)) continue;
    const auto found = DigitDateAt(text, at);
    if (found && take(*found)) return true;
    at = found ? found->range.end : at + DigitsAt(text, at);
  }
  return false;
}

// "v2", "version-2.1", "rev 3".
std::uint32_t VersionIn(std::string_view name) {
  constexpr std::string_view kWords[] = {"version", "rev", "v"};
  for (const std::string_view word : kWords) {
    for (std::size_t at = 0; at + word.size() < name.size(); ++at) {
      const bool begins = at == 0 || !Is(name[at - 1], kLetterByte);
      const bool is_word =
          std::ranges::equal(name.substr(at, word.size()), word, {},
                             [](char c) { return ToLowerAscii(c); });
      if (!begins || !is_word) continue;
      std::size_t digits = at + word.size();
      if (Is(name[digits], kSpaceByte) || name[digits] == '-' ||
          name[digits] == '_') {
        ++digits;
      }
      const std::size_t size = DigitsAt(name, digits);
      if (size == 0 || size > 3) continue;
      const std::size_t end = digits + size;
      const bool has_minor = end < name.size() && name[end] == '.';
      const std::uint32_t minor = has_minor ? ValueAt(name, end + 1) : 0;
      return ValueAt(name, digits) * 1000 + std::min(minor, 999u);
    }
  }
  return 0;
}

std::string_view LineAround(std::string_view text, std::size_t at) {
  const std::size_t before = text.rfind('\n', at);
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  return text.substr(begin, std::min(text.find('\n', at), text.size()) - begin);
}

bool EndsWithMark(std::string_view before) {
  constexpr std::size_t kNear = 24;
  const std::string_view near =
      before.substr(before.size() - std::min(before.size(), kNear));
  return std::ranges::any_of(kMarks, [near](std::string_view mark) {
    return std::search(near.begin(), near.end(), mark.begin(), mark.end(),
                       [](char a, char b) { return ToLowerAscii(a) == b; }) !=
           near.end();
  });
}

bool IsOwn(std::string_view text, std::size_t at) {
  const std::string_view line = LineAround(text, at);
  const auto begin = static_cast<std::size_t>(line.data() - text.data());
  const bool is_first = text.substr(0, begin).find_first_not_of(" \n\r") ==
                        std::string_view::npos;
  const bool is_heading =
      is_first && line.size() <= kHeadingLine && !line.ends_with('.');
  return is_heading || (line.size() <= kShortLine && !line.ends_with('.')) ||
         EndsWithMark(text.substr(begin, at - begin));
}

// Whether text[at] follows the word for things that numbers tell apart: in
// "Room 2050" and "form-2012.txt" it begins no year.
bool FollowsKind(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end > 0 && IsOneOf(text[end - 1], " -_")) --end;
  std::size_t begin = end;
  while (begin > 0 && IsLetter(text[begin - 1])) --begin;
  std::array<char, 16> lower{};
  if (end == at || end - begin > lower.size()) return false;
  std::transform(text.begin() + static_cast<std::ptrdiff_t>(begin),
                 text.begin() + static_cast<std::ptrdiff_t>(end), lower.begin(),
                 ToLowerAscii);
  return NamesOneOf({lower.data(), end - begin});
}

// Returns the first date of the text that is the document's own; 0 if there is
// none. Each date has a year in digits, so ForDates finds all of them. What a
// QuantityReader reads there tells the month by its name, and that "2040 m" and
// "2050 beds" are none.
std::uint32_t OwnDate(std::string_view text) {
  std::uint32_t date = 0;
  QuantityReader quantities(text, {0, static_cast<std::uint32_t>(text.size())});
  auto quantity = quantities.Next();
  ForDates(text, [&](const WrittenDate& found) {
    while (quantity && quantity->range.end <= found.range.begin) {
      quantity = quantities.Next();
    }
    const bool is_read = quantity && quantity->range.begin < found.range.end;
    const bool is_year = found.date % 10000 == 0;
    if (is_read && is_year && quantity->dimension != Dimension::kDate &&
        quantity->dimension != Dimension::kCount) {
      return false;
    }
    const bool has_more = is_read && is_year &&
                          quantity->dimension == Dimension::kDate &&
                          quantity->low.numerator / 10000 * 10000 == found.date;
    const std::size_t begin =
        has_more
            ? std::min<std::size_t>(quantity->range.begin, found.range.begin)
            : found.range.begin;
    if (!IsOwn(text, begin) || (is_year && FollowsKind(text, begin))) {
      return false;
    }
    date = has_more ? static_cast<std::uint32_t>(quantity->low.numerator)
                    : found.date;
    return true;
  });
  return date;
}

}  // namespace

DocumentAge AgeOf(std::string_view name, std::string_view text) noexcept {
  DocumentAge age;
  // A folder's date counts only if the file's name has none.
  const std::size_t slash = name.rfind('/');
  const std::size_t file = slash == std::string_view::npos ? 0 : slash + 1;
  for (const std::string_view part :
       {name.substr(file), name.substr(0, file)}) {
    ForDates(part, [&](const WrittenDate& found) {
      if (found.date % 10000 == 0 && FollowsKind(part, found.range.begin)) {
        return false;
      }
      age.date = found.date;
      return true;
    });
    if (age.date != 0) break;
  }
  age.version = VersionIn(name);
  if (age.date == 0) age.date = OwnDate(text);
  return age;
}

bool IsNewer(const DocumentAge& a, const DocumentAge& b) noexcept {
  if (a.date != 0 && b.date != 0 && a.date != b.date) return a.date > b.date;
  return a.version != 0 && b.version != 0 && a.version > b.version;
}

}  // namespace answerbox::engine
