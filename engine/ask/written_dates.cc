#include "engine/ask/written_dates.h"

#include <algorithm>
#include <array>

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

}  // namespace answerbox::engine
