#include "engine/ask/written_dates.h"

#include <algorithm>
#include <array>

#include "engine/grounding/words/designations.h"
#include "engine/text/ascii.h"
#include "engine/text/word_table.h"
#include "engine/words/lower_word.h"

namespace answerbox::engine {

namespace {

constexpr std::uint32_t kFirstYear = 1950;
constexpr std::uint32_t kLastYear = 2149;
constexpr std::size_t kMostDigits = 9;

constexpr WordTable kBounds({"after", "and", "before", "between", "by", "from",
                             "since", "than", "through", "till", "to", "until",
                             "within"});
constexpr std::string_view kGoesOn[] = {" to ",    " through ", " until ",
                                        " onward", " or ",      "-",
                                        "\u2013",  " -",        " \u2013"};
constexpr WordTable kBeforeYears({"during", "for", "in", "of", "year"});

struct Number {
  std::uint32_t value = 0;
  std::size_t digits = 0;
};

Number NumberAt(std::string_view text, std::size_t at) {
  Number number;
  while (at + number.digits < text.size() && number.digits < kMostDigits &&
         IsDigit(text[at + number.digits])) {
    number.value = 10 * number.value +
                   static_cast<std::uint32_t>(text[at + number.digits] - '0');
    ++number.digits;
  }
  return number;
}

bool IsYear(const Number& number) {
  return number.digits == 4 && number.value >= kFirstYear &&
         number.value <= kLastYear;
}

// 0: there is no such date.
std::uint32_t DateOfParts(std::uint32_t year, std::uint32_t month,
                          std::uint32_t day) {
  if (year < kFirstYear || year > kLastYear || month > 12 || day > 31) return 0;
  return year * 10000 + month * 100 + day;
}

bool MayBeSame(std::uint32_t a, std::uint32_t b) {
  for (const std::uint32_t scale : {10000u, 100u, 1u}) {
    const std::uint32_t size = scale == 10000 ? 10000 : 100;
    const std::uint32_t in_a = a / scale % size;
    const std::uint32_t in_b = b / scale % size;
    if (in_a != 0 && in_b != 0 && in_a != in_b) return false;
  }
  return true;
}

}  // namespace

bool MayBeSame(const WrittenDate& a, const WrittenDate& b) noexcept {
  if (MayBeSame(a.date, b.date)) return true;
  // Two dates in digits have their day in one place.
  const bool are_both_in_digits =
      a.date != a.month_first && b.date != b.month_first;
  return !are_both_in_digits &&
         (MayBeSame(a.month_first, b.date) || MayBeSame(a.date, b.month_first));
}

std::size_t DigitsAt(std::string_view text, std::size_t at) noexcept {
  return NumberAt(text, at).digits;
}

std::optional<WrittenDate> DigitDateAt(std::string_view text,
                                       std::size_t at) noexcept {
  const Number first = NumberAt(text, at);
  std::size_t end = at + first.digits;
  std::array<Number, 2> more{};
  std::size_t count = 0;
  while (first.digits != 8 && count < more.size() && end + 1 < text.size() &&
         IsOneOf(text[end], "-_./")) {
    more[count] = NumberAt(text, end + 1);
    if (more[count].digits == 0) break;
    end += 1 + more[count++].digits;
  }
  std::uint32_t date = 0;
  std::uint32_t month_first = 0;
  if (first.digits == 8) {
    date = DateOfParts(first.value / 10000, first.value / 100 % 100,
                       first.value % 100);
  } else if (IsYear(first)) {
    date = DateOfParts(first.value, more[0].value, more[1].value);
    if (date == 0) date = first.value * 10000;
  } else if (count == 2 && IsYear(more[1])) {
    date = DateOfParts(more[1].value, more[0].value, first.value);
    month_first = DateOfParts(more[1].value, first.value, more[0].value);
    if (date == 0) date = month_first;
  }
  if (date == 0) return std::nullopt;
  return WrittenDate{
      {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)},
      date,
      month_first == 0 ? date : month_first};
}

std::optional<WrittenDate> WrittenDateReader::NextNamed() noexcept {
  while (const auto quantity = quantities_.Next()) {
    if (quantity->dimension != Dimension::kDate) continue;
    const auto date = static_cast<std::uint32_t>(quantity->low.numerator);
    return WrittenDate{quantity->range, date, date};
  }
  return std::nullopt;
}

std::optional<WrittenDate> WrittenDateReader::NextInDigits() noexcept {
  while (position_ < text_.size()) {
    const std::size_t at = position_;
    if (!IsDigit(text_[at])) {
      ++position_;
      continue;
    }
    const bool begins = at == 0 || !IsWordByte(text_[at - 1]);
    const auto date = DigitDateAt(text_, at);
    position_ = date ? date->range.end : at + DigitsAt(text_, at);
    const bool ends =
        position_ == text_.size() || !IsWordByte(text_[position_]);
    if (date && begins && ends) return date;
    while (position_ < text_.size() && IsWordByte(text_[position_])) {
      ++position_;
    }
  }
  return std::nullopt;
}

// Of two dates that meet the first is the whole one: "14 March 2026", which
// NextInDigits reads as "2026".
std::optional<WrittenDate> WrittenDateReader::Next() noexcept {
  if (!is_begun_) {
    is_begun_ = true;
    named_ = NextNamed();
    in_digits_ = NextInDigits();
  }
  while (named_ || in_digits_) {
    const bool is_named =
        named_ &&
        (!in_digits_ || named_->range.begin < in_digits_->range.begin);
    const WrittenDate next = is_named ? *named_ : *in_digits_;
    if (is_named) {
      named_ = NextNamed();
    } else {
      in_digits_ = NextInDigits();
    }
    if (next.range.begin < end_) continue;
    end_ = next.range.end;
    return next;
  }
  return std::nullopt;
}

bool IsBound(std::string_view text, ByteRange date) noexcept {
  if (kBounds.Find(LowerWord::Before(text, date.begin).text())) return true;
  const std::string_view after = text.substr(date.end);
  return std::ranges::any_of(kGoesOn, [&](std::string_view joint) {
    return after.starts_with(joint);
  });
}

bool TellsWhen(std::string_view text, ByteRange year) noexcept {
  const LowerWord before = LowerWord::Before(text, year.begin);
  if (kBeforeYears.Find(before.text())) return true;
  // "the 2019 fair", but neither "the 2019 chairs" nor "the 2019".
  const std::string_view after = text.substr(year.end);
  return before.text() == "the" && after.size() > 1 && after[0] == ' ' &&
         Is(after[1], kLowerByte) &&
         !LowerWord(after.substr(1)).text().ends_with('s');
}

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
