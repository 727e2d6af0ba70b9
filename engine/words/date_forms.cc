#include <array>

#include "engine/words/form_adder.h"

namespace answerbox::engine {
namespace {

struct MonthName {
  std::string_view name;
  std::string_view brief;
  std::string_view other_brief;
};
constexpr std::array<MonthName, 12> kMonths = {{
    {"january", "jan", {}},
    {"february", "feb", {}},
    {"march", "mar", {}},
    {"april", "apr", {}},
    {"may", {}, {}},
    {"june", "jun", {}},
    {"july", "jul", {}},
    {"august", "aug", {}},
    {"september", "sept", "sep"},
    {"october", "oct", {}},
    {"november", "nov", {}},
    {"december", "dec", {}},
}};

constexpr std::int64_t kLeastYear = 1000;
constexpr std::int64_t kMostYear = 2199;

// A date that stands in the tokens [begin, end). A part that the question does
// not say is 0.
struct Date {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::uint64_t year = 0;
  std::uint64_t month = 0;
  std::uint64_t day = 0;
  bool may_be_swapped = false;  // "03/04": which is the month?
};

// Returns the month that a token names, from 1; 0 if it names none.
std::uint64_t MonthOf(const AskedToken& token) {
  for (std::size_t m = 0; m < kMonths.size(); ++m) {
    const MonthName& month = kMonths[m];
    if (!token.folded.starts_with(month.name[0])) continue;
    if (token.folded == month.name ||
        (!month.brief.empty() &&
         (token.folded == month.brief || token.folded == month.other_brief))) {
      return m + 1;
    }
  }
  return 0;
}

std::int64_t NumberOf(const AskedToken& token) {
  return token.is_number() ? PlainNumber(token.text) : -1;
}
bool IsDay(std::int64_t number) { return number >= 1 && number <= 31; }
bool IsMonth(std::int64_t number) { return number >= 1 && number <= 12; }
bool IsYear(std::int64_t number) {
  return number >= kLeastYear && number <= kMostYear;
}

// Reads a date of three numbers: year, month, day; or day, month, year; or, if
// only that can be, month, day, year.
std::optional<Date> DateOfNumbers(std::int64_t a, std::int64_t b,
                                  std::int64_t c) {
  Date date;
  const auto set = [&](std::int64_t year, std::int64_t month,
                       std::int64_t day) {
    date.year = static_cast<std::uint64_t>(year);
    date.month = static_cast<std::uint64_t>(month);
    date.day = static_cast<std::uint64_t>(day);
    return date;
  };
  if (IsYear(a) && IsMonth(b) && IsDay(c)) return set(a, b, c);
  if (!IsYear(c)) return std::nullopt;
  date.may_be_swapped = IsMonth(a) && IsMonth(b) && a != b;
  if (IsDay(a) && IsMonth(b)) return set(c, b, a);
  if (IsMonth(a) && IsDay(b)) return set(c, a, b);
  return std::nullopt;
}

// Reads "14.03.2026" and "14.03.26", which are one token. Between points the
// day comes first wherever it can. A short year needs two digits before each
// point, because "4.3.12" is a section.
std::optional<Date> DateInToken(const AskedToken& token) {
  if (!token.is_number()) return std::nullopt;
  const std::size_t first = token.text.find('.');
  if (first == std::string_view::npos) return std::nullopt;
  const std::size_t second = token.text.find('.', first + 1);
  if (second == std::string_view::npos) return std::nullopt;
  const std::string_view last = token.text.substr(second + 1);
  const bool is_brief = last.size() == 2 && first != 4;
  if (is_brief && (first != 2 || second != 5)) return std::nullopt;
  const std::int64_t year = PlainNumber(last) + (is_brief ? 2000 : 0);
  auto date = DateOfNumbers(
      PlainNumber(token.text.substr(0, first)),
      PlainNumber(token.text.substr(first + 1, second - first - 1)), year);
  if (date) date->may_be_swapped = false;
  return date;
}

bool IsDateSeparator(std::string_view gap) { return gap == "/" || gap == "-"; }

class DateReader {
 public:
  explicit DateReader(std::span<const AskedToken> tokens) : tokens_(tokens) {}

  // The date that begins at token `begin`.
  std::optional<Date> At(std::size_t begin) const {
    auto date = DateInToken(tokens_[begin]);
    std::size_t end = begin + 1;
    // "NK-8/3/2026" is the number of a part.
    const std::string_view before = tokens_[begin].gap;
    const bool is_joined =
        begin > 0 && (before.empty() || IsOneOf(before.back(), "-/._"));
    if (is_joined) return std::nullopt;
    if (!date && begin + 3 <= tokens_.size() &&
        IsDateSeparator(tokens_[begin + 1].gap) &&
        tokens_[begin + 1].gap == tokens_[begin + 2].gap) {
      date =
          DateOfNumbers(NumberOf(tokens_[begin]), NumberOf(tokens_[begin + 1]),
                        NumberOf(tokens_[begin + 2]));
      end = begin + 3;
    }
    if (!date) date = MonthAndYear(begin, end);
    if (!date) return InWords(begin);
    date->begin = begin;
    date->end = end;
    return date;
  }

 private:
  // Reads "02/2028".
  std::optional<Date> MonthAndYear(std::size_t begin, std::size_t& end) const {
    if (begin + 2 > tokens_.size() || tokens_[begin + 1].gap != "/" ||
        !IsMonth(NumberOf(tokens_[begin])) ||
        !IsYear(NumberOf(tokens_[begin + 1]))) {
      return std::nullopt;
    }
    end = begin + 2;
    Date date;
    date.month = static_cast<std::uint64_t>(NumberOf(tokens_[begin]));
    date.year = static_cast<std::uint64_t>(NumberOf(tokens_[begin + 1]));
    return date;
  }

  // Reads "14th of March 2026", "March 14, 2026" or "March 2026".
  std::optional<Date> InWords(std::size_t begin) const {
    Date date{.begin = begin};
    std::size_t at = begin;
    TakeDay(at, date);
    if (at > begin && at < tokens_.size() && tokens_[at].folded == "of") ++at;
    if (at == tokens_.size()) return std::nullopt;
    date.month = MonthOf(tokens_[at++]);
    if (date.month == 0) return std::nullopt;
    if (date.day == 0) TakeDay(at, date);
    if (at < tokens_.size() && IsYear(NumberOf(tokens_[at]))) {
      date.year = static_cast<std::uint64_t>(NumberOf(tokens_[at++]));
    }
    date.end = at;
    if (date.day == 0 && date.year == 0) return std::nullopt;
    return date;
  }

  void TakeDay(std::size_t& at, Date& date) const {
    if (at == tokens_.size() || !IsDay(NumberOf(tokens_[at]))) return;
    date.day = static_cast<std::uint64_t>(NumberOf(tokens_[at++]));
    if (at < tokens_.size() && tokens_[at].gap.empty() &&
        IsOrdinalSuffix(tokens_[at].folded)) {
      ++at;
    }
  }

  std::span<const AskedToken> tokens_;
};

// Which part comes first in "03/04/2026".
enum class DateOrder : std::uint8_t { kUnknown, kDayFirst, kMonthFirst };

// Returns the order of the date with slashes that begins `text`.
DateOrder OrderOf(std::string_view text) {
  std::array<std::int64_t, 3> parts;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const std::size_t end =
        std::min(text.find_first_not_of("0123456789"), text.size());
    parts[p] = PlainNumber(text.substr(0, end));
    text.remove_prefix(end);
    if (p + 1 == parts.size()) break;
    if (!text.starts_with('/')) return DateOrder::kUnknown;
    text.remove_prefix(1);
  }
  if (!IsYear(parts[2])) return DateOrder::kUnknown;
  if (IsDay(parts[0]) && !IsMonth(parts[0]) && IsMonth(parts[1])) {
    return DateOrder::kDayFirst;
  }
  return IsMonth(parts[0]) && IsDay(parts[1]) && !IsMonth(parts[1])
             ? DateOrder::kMonthFirst
             : DateOrder::kUnknown;
}

// Returns the order of the dates with slashes in chunks that have the year. A
// day past 12 shows the order. Unknown if there is no such date, or if both
// orders occur.
DateOrder OrderIn(FormAdder& adder, std::uint64_t year) {
  FormText term;
  const std::string_view terms[] = {term.Add(year).view()};
  bool has_day_first = false;
  bool has_month_first = false;
  adder.VisitChunks(terms, [&](std::string_view text) {
    for (std::size_t slash = text.find('/'); slash != std::string_view::npos;
         slash = text.find('/', slash + 1)) {
      std::size_t begin = slash;
      while (begin > 0 && IsDigit(text[begin - 1])) --begin;
      const DateOrder order = OrderOf(text.substr(begin));
      has_day_first = has_day_first || order == DateOrder::kDayFirst;
      has_month_first = has_month_first || order == DateOrder::kMonthFirst;
    }
    return has_day_first && has_month_first;
  });
  if (has_day_first == has_month_first) return DateOrder::kUnknown;
  return has_day_first ? DateOrder::kDayFirst : DateOrder::kMonthFirst;
}

class DateWriter {
 public:
  DateWriter(const Date& date, DateOrder order, FormAdder& adder)
      : date_(date), order_(order), adder_(adder) {}

  void Write() {
    const MonthName& month = kMonths[date_.month - 1];
    WriteWithName(month.name);
    WriteInNumbers();
    for (const std::string_view brief : {month.brief, month.other_brief}) {
      if (!brief.empty()) WriteWithName(brief);
    }
  }

 private:
  void Add(const FormText& form) {
    adder_.AddWords(date_.begin, date_.end, form.view());
  }

  FormText& AddYear(FormText& form) const {
    if (date_.year != 0) form.Add(" ").Add(date_.year);
    return form;
  }

  void WriteWithName(std::string_view month) {
    FormText form;
    if (date_.day == 0) return Add(AddYear(form.Add(month)));
    for (const bool is_ordinal : {false, true}) {
      FormText day;
      day.Add(date_.day);
      if (is_ordinal) day.Add(OrdinalEnding(date_.day));
      FormText first;
      Add(AddYear(first.Add(day.view()).Add(" ").Add(month)));
      FormText second;
      Add(AddYear(second.Add(month).Add(" ").Add(day.view())));
    }
  }

  // Needs a year: "3/4" may also be a page, a fraction or a range.
  void WriteInNumbers() {
    if (date_.year == 0) return;
    const bool is_plain =
        date_.day > kMonths.size() || date_.day == date_.month;
    for (const std::size_t width : {2u, 1u}) {
      const Part year{date_.year, 4};
      const Part month{date_.month, width};
      if (date_.day == 0) {
        WriteParts({month, year}, "/");
        WriteParts({year, month}, "-");
        continue;
      }
      const Part day{date_.day, width};
      WriteParts({year, month, day}, "-");
      WriteParts({year, month, day}, ".");
      WriteParts({day, month, year}, ".");
      if (width == 2) WriteParts({day, month, {date_.year % 100, 2}}, ".");
      if (is_plain || order_ == DateOrder::kDayFirst) {
        WriteParts({day, month, year}, "/");
        WriteParts({day, month, year}, "-");
      }
      if (is_plain || order_ == DateOrder::kMonthFirst) {
        WriteParts({month, day, year}, "/");
      }
    }
  }

  struct Part {
    std::uint64_t number = 0;
    std::size_t width = 1;
  };
  void WriteParts(std::initializer_list<Part> parts,
                  std::string_view separator) {
    FormText form;
    for (const Part& part : parts) {
      if (&part != parts.begin()) form.Add(separator);
      form.Add(part.number, part.width);
    }
    adder_.AddWritten(date_.begin, date_.end, form.view());
  }

  const Date& date_;
  DateOrder order_;
  FormAdder& adder_;
};

}  // namespace

void AddDateForms(FormAdder& adder) {
  const DateReader dates(adder.tokens());
  for (std::size_t at = 0; at < adder.tokens().size();) {
    auto date = dates.At(at);
    if (!date) {
      ++at;
      continue;
    }
    at = date->end;
    const bool is_plain = date->year == 0 || date->day == 0 ||
                          date->day > kMonths.size() ||
                          date->day == date->month;
    const DateOrder order =
        is_plain ? DateOrder::kUnknown : OrderIn(adder, date->year);
    if (date->may_be_swapped) {
      if (order == DateOrder::kUnknown) continue;
      if (order == DateOrder::kMonthFirst) std::swap(date->day, date->month);
    }
    DateWriter(*date, order, adder).Write();
  }
}

}  // namespace answerbox::engine
