#include <array>

#include "engine/grounding/quantities/written_number.h"
#include "engine/text/ascii.h"
#include "engine/text/word_marks.h"
#include "engine/text/word_table.h"
#include "engine/words/form_adder.h"

namespace answerbox::engine {
namespace {

constexpr std::array<std::string_view, 21> kSmallNumbers = {
    "",         "one",      "two",      "three",   "four",    "five",
    "six",      "seven",    "eight",    "nine",    "ten",     "eleven",
    "twelve",   "thirteen", "fourteen", "fifteen", "sixteen", "seventeen",
    "eighteen", "nineteen", "twenty"};
constexpr std::array<std::string_view, 13> kOrdinalNumbers = {
    "",        "first",  "second", "third", "fourth",   "fifth",  "sixth",
    "seventh", "eighth", "ninth",  "tenth", "eleventh", "twelfth"};
constexpr std::array<std::string_view, 10> kTensNumbers = {
    "",      "",      "twenty",  "thirty", "forty",
    "fifty", "sixty", "seventy", "eighty", "ninety"};

// The words with which numbers in words begin. Most words of a question are not
// among them, and need not be parsed.
constexpr WordTable kFirstWords({"dozen",   "eight",   "eighteen", "eighty",
                                 "eleven",  "fifteen", "fifty",    "five",
                                 "forty",   "four",    "fourteen", "half",
                                 "hundred", "nine",    "nineteen", "ninety",
                                 "one",     "quarter", "seven",    "seventeen",
                                 "seventy", "six",     "sixteen",  "sixty",
                                 "ten",     "third",   "thirteen", "thirty",
                                 "three",   "twelve",  "twenty",   "two"});

bool MayBeginNumber(const AskedToken& token) {
  return token.is_number() || Is(token.text[0], kNonAsciiByte) ||
         kFirstWords.Find(token.folded).has_value();
}

// After these words a number is a name, and not an amount: "room 12".
constexpr WordTable kKinds({"chapter", "form", "item", "level", "release",
                            "room", "section", "step", "type", "v", "version",
                            "ward"});

struct Fraction {
  std::int64_t numerator = 1;
  std::int64_t denominator = 1;
  std::string_view sign;
  std::string_view decimal;  // Without the zero before the point.
  std::string_view word;
};
constexpr Fraction kFractions[] = {
    {1, 2, "\u00bd", ".5", "half"},
    {1, 4, "\u00bc", ".25", "quarter"},
    {3, 4, "\u00be", ".75", "three quarters"},
    {1, 3, "\u2153", {}, "third"},
    {2, 3, "\u2154", {}, "two thirds"},
};

// Returns the word for a number from 2 on; empty if it needs several words.
std::string_view WordOf(std::int64_t number) {
  if (number < 2) return {};
  const auto n = static_cast<std::size_t>(number);
  if (n < kSmallNumbers.size()) return kSmallNumbers[n];
  return n < 100 && n % 10 == 0 ? kTensNumbers[n / 10] : std::string_view();
}

// Writes "1,200" or "1 200", in groups of three digits.
FormText Grouped(std::int64_t number, std::string_view separator) {
  FormText form;
  std::int64_t scale = 1;
  while (number / scale >= 1000) scale *= 1000;
  form.Add(static_cast<std::uint64_t>(number / scale));
  while ((scale /= 1000) > 0) {
    form.Add(separator).Add(static_cast<std::uint64_t>(number / scale % 1000),
                            3);
  }
  return form;
}

// A number stands in the tokens [begin, end).
struct NumberTokens {
  std::size_t begin = 0;
  std::size_t end = 0;
};

void AddScaled(FormAdder& adder, const NumberTokens& at, std::int64_t number,
               std::int64_t scale, std::string_view name) {
  if (number % scale != 0 || number / scale >= 1000) return;
  const std::int64_t count = number / scale;
  FormText digits;
  adder.Add(
      at.begin, at.end,
      digits.Add(static_cast<std::uint64_t>(count)).Add(" ").Add(name).view());
  const std::string_view word = count == 1 ? "one" : WordOf(count);
  if (word.empty()) return;
  FormText words;
  adder.Add(at.begin, at.end, words.Add(word).Add(" ").Add(name).view());
}

void AddWhole(FormAdder& adder, const NumberTokens& at, std::int64_t number) {
  FormText plain;
  adder.Add(at.begin, at.end,
            plain.Add(static_cast<std::uint64_t>(number)).view());
  const std::string_view word = WordOf(number);
  if (!word.empty()) adder.Add(at.begin, at.end, word);
  if (number == 100) adder.Add(at.begin, at.end, "hundred");
  if (number < 1000) return;
  for (const std::string_view separator : {",", " "}) {
    adder.Add(at.begin, at.end, Grouped(number, separator).view());
  }
  if (number >= 1'000'000) {
    AddScaled(adder, at, number, 1'000'000, "million");
  } else {
    AddScaled(adder, at, number, 1000, "thousand");
  }
}

void AddFraction(FormAdder& adder, const NumberTokens& at,
                 std::int64_t numerator, std::int64_t denominator) {
  const std::int64_t whole = numerator / denominator;
  const std::int64_t rest = numerator % denominator;
  for (const Fraction& known : kFractions) {
    if (rest * known.denominator != known.numerator * denominator) continue;
    FormText before;
    if (whole > 0) before.Add(static_cast<std::uint64_t>(whole));
    FormText sign;
    adder.Add(at.begin, at.end, sign.Add(before.view()).Add(known.sign).view());
    FormText slash;
    if (whole > 0) slash.Add(before.view()).Add(" ");
    adder.Add(at.begin, at.end,
              slash.Add(static_cast<std::uint64_t>(known.numerator))
                  .Add("/")
                  .Add(static_cast<std::uint64_t>(known.denominator))
                  .view());
    for (const std::string_view point : {".", ","}) {
      if (known.decimal.empty()) break;
      FormText decimal;
      adder.Add(at.begin, at.end,
                decimal.Add(static_cast<std::uint64_t>(whole))
                    .Add(point)
                    .Add(known.decimal.substr(1))
                    .view());
    }
    if (whole == 0) adder.Add(at.begin, at.end, known.word);
  }
}

// Writes a decimal number with a point and with a comma, without zeros at its
// end: "2,5", "2.5" and "2.50" are one number.
void AddDecimal(FormAdder& adder, const NumberTokens& at,
                std::string_view text) {
  const std::size_t point = text.find_first_of(".,");
  if (point == std::string_view::npos ||
      text.find_first_of(".,", point + 1) != std::string_view::npos ||
      (text[point] == ',' && text.size() - point == 4)) {
    return;
  }
  std::string_view rest = text.substr(point + 1);
  while (!rest.empty() && rest.back() == '0') rest.remove_suffix(1);
  for (const std::string_view sign : {".", ","}) {
    FormText form;
    form.Add(text.substr(0, point));
    if (rest.empty()) return;
    adder.AddWritten(at.begin, at.end, form.Add(sign).Add(rest).view());
  }
}

// Returns one past the last token that ends at or before byte `end` of the
// question, but at least begin + 1.
std::size_t EndOf(std::span<const AskedToken> tokens, std::size_t begin,
                  std::uint32_t end) {
  std::size_t at = begin + 1;
  while (at < tokens.size() && tokens[at].range.end <= end) ++at;
  return at;
}

// Writes "2nd" as "second", and the other way round. Returns whether token `at`
// is an ordinal.
bool AddOrdinal(FormAdder& adder, std::size_t at) {
  const auto tokens = adder.tokens();
  const std::int64_t number =
      tokens[at].is_number() ? PlainNumber(tokens[at].text) : -1;
  if (number > 0 && at + 1 < tokens.size() && tokens[at + 1].gap.empty() &&
      IsOrdinalSuffix(tokens[at + 1].folded)) {
    if (static_cast<std::size_t>(number) < kOrdinalNumbers.size()) {
      adder.Add(at, at + 2, kOrdinalNumbers[static_cast<std::size_t>(number)]);
    }
    return true;
  }
  for (std::size_t n = 1; n < kOrdinalNumbers.size(); ++n) {
    if (tokens[at].folded != kOrdinalNumbers[n]) continue;
    FormText form;
    adder.Add(at, at + 1, form.Add(n).Add(OrdinalEnding(n)).view());
    return true;
  }
  return false;
}

// Whether a number is a part of a name, and no amount, as in "12B", "room 007",
// "version 2.10" and "A-12".
bool IsPartOfName(std::span<const AskedToken> tokens, const NumberTokens& at) {
  const AskedToken& first = tokens[at.begin];
  if (!first.is_number()) return false;
  const bool ends_in_letters =
      at.end < tokens.size() && tokens[at.end].gap.empty();
  const bool has_zeros =
      first.text.size() > 1 && first.text[0] == '0' && IsDigit(first.text[1]);
  if (ends_in_letters || has_zeros) return true;
  if (at.begin == 0) return false;
  const AskedToken& before = tokens[at.begin - 1];
  return first.gap.empty() || first.gap == "-" ||
         (!before.is_number() && kKinds.Find(before.folded).has_value());
}

// Whether a currency sign or a unit shows that a number is an amount. "2.50 km"
// is 2.5 km, but "2.50" alone may be a version.
bool IsAmount(std::span<const AskedToken> tokens, const NumberTokens& at) {
  if (tokens[at.begin].gap.ends_with('$') ||
      tokens[at.begin].gap.ends_with("\u20ac") ||
      tokens[at.begin].gap.ends_with("\u00a3")) {
    return true;
  }
  return at.end < tokens.size() &&
         KindOf(MarkOfWord(tokens[at.end].folded)) == WordKind::kUnit;
}

}  // namespace

void AddNumberForms(FormAdder& adder) {
  const auto tokens = adder.tokens();
  for (std::size_t at = 0; at < tokens.size();) {
    if (AddOrdinal(adder, at)) {
      ++at;
      continue;
    }
    if (!MayBeginNumber(tokens[at])) {
      ++at;
      continue;
    }
    const auto number = NumberAt(
        adder.question(), PieceAt(adder.question(), tokens[at].range.begin));
    if (!number || number->is_ordinal ||
        number->range.begin != tokens[at].range.begin) {
      ++at;
      continue;
    }
    const NumberTokens found{at, EndOf(tokens, at, number->range.end)};
    at = found.end;
    if (IsPartOfName(tokens, found)) continue;
    const Ratio& value = number->value;
    if (value.numerator <= 0) continue;
    if (tokens[found.begin].is_number()) {
      const std::string_view text = tokens[found.begin].text;
      const bool has_point = (text.find('.') != std::string_view::npos);
      if (!has_point || !text.ends_with('0') || IsAmount(tokens, found)) {
        AddDecimal(adder, found, text);
      }
      // "2.00" counts nothing, so it is not "two".
      if (has_point && (value.denominator == 1 || text.ends_with('0'))) {
        continue;
      }
    }
    if (value.denominator == 1) {
      AddWhole(adder, found, value.numerator);
    } else {
      AddFraction(adder, found, value.numerator, value.denominator);
    }
  }
}

}  // namespace answerbox::engine
