#include "engine/words/kind_names.h"

#include <algorithm>
#include <array>

#include "engine/grounding/words/codes.h"
#include "engine/grounding/words/designations.h"
#include "engine/text/ascii.h"
#include "engine/text/stop_words.h"
#include "engine/text/word_table.h"
#include "engine/words/form_adder.h"
#include "engine/words/lower_word.h"

namespace answerbox::engine {
namespace {

// Stems of further words for things that numbers tell apart.
constexpr WordTable kNumberedKinds(
    {"alarm",   "apart",  "articl",   "barrier",   "batch",  "box",
     "bus",     "cabin",  "cabinet",  "channel",   "claus",  "code",
     "column",  "cubicl", "cupboard", "door",      "drawer", "error",
     "exhibit", "extens", "flat",     "flight",    "hangar", "kiosk",
     "lane",    "locker", "machin",   "paragraph", "pier",   "pitch",
     "pump",    "releas", "rout",     "rule",      "shelf",  "tank",
     "termin",  "theatr", "tower",    "track",     "tram",   "valv",
     "version", "volum"});

// What may stand between a kind and its name.
constexpr std::string_view kBeforeNames[] = {"no. ",    "no ",      "nos. ",
                                             "number ", "numbers ", "numbered ",
                                             "from ",   "between "};

// Kinds whose first one may be called "I". After other words, and after these
// where an article or a verb tells, it is the pronoun: "the form I need", "the
// class I took".
constexpr WordTable kFirstKinds({"category", "chapter", "class", "grade",
                                 "level", "part", "phase", "schedule", "stage",
                                 "type", "volume", "war"});
constexpr WordTable kFirstOfMany({"chapters", "classes", "grades", "levels",
                                  "parts", "phases", "stages", "types",
                                  "volumes"});
constexpr WordTable kFormsOfBe({"are", "is", "was", "were"});
constexpr WordTable kArticles({"any", "each", "every", "first", "last", "my",
                               "next", "no", "only", "same", "some", "that",
                               "the", "this", "what", "which"});
constexpr WordTable kVerbsOfI(
    {"also", "always", "am",     "bought", "came",  "can",   "could",
     "did",  "do",     "felt",   "get",    "got",   "had",   "have",
     "just", "know",   "like",   "live",   "made",  "may",   "might",
     "must", "need",   "never",  "now",    "often", "play",  "read",
     "saw",  "shall",  "should", "take",   "think", "took",  "use",
     "want", "was",    "went",   "will",   "work",  "would", "wrote"});
constexpr WordTable kAllOf({"all", "any", "both", "each", "every", "no"});
constexpr WordTable kWithinAll({"of", "other", "our", "the", "these"});

// "Appendix CC", "ward ITU".
constexpr std::size_t kMostCapitals = 3;
constexpr std::string_view kVersion = "version";
// Beside a number they tell that it is no name: "room 3 to 8 pm".
constexpr WordTable kUnits({"am",     "cm",    "days",    "degrees", "euros",
                            "g",      "hours", "kg",      "km",      "l",
                            "m",      "mg",    "minutes", "ml",      "mm",
                            "months", "o",     "percent", "pm",      "weeks",
                            "years"});
constexpr WordTable kPlurals({"children", "men", "people", "women"});

// Whether a text is the other in any case.
//   lower  in lower case
bool IsSameText(std::string_view text, std::string_view lower) {
  return std::ranges::equal(
      text, lower, [](char a, char b) { return ToLowerAscii(a) == b; });
}

int RomanDigit(char c) {
  switch (ToLowerAscii(c)) {
    case 'i':
      return 1;
    case 'v':
      return 5;
    case 'x':
      return 10;
    default:
      return 0;
  }
}

struct RomanPrefix {
  int value = 0;  // 0: there is none.
  std::size_t size = 0;
};

// "II", "iv", "XII": letters of one case, in the one way to write the number.
RomanPrefix RomanAt(std::string_view text) {
  constexpr std::array<std::string_view, 10> kOnes = {
      "", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"};
  std::size_t size = 0;
  while (size < text.size() && RomanDigit(text[size]) != 0 &&
         Is(text[size], kUpperByte) == Is(text[0], kUpperByte)) {
    ++size;
  }
  std::size_t tens = 0;
  while (tens < size && RomanDigit(text[tens]) == 10) ++tens;
  const std::string_view rest = text.substr(tens, size - tens);
  for (std::size_t ones = 0; ones < kOnes.size(); ++ones) {
    if (!IsSameText(rest, kOnes[ones])) continue;
    const int value = static_cast<int>(10 * tens + ones);
    if (value == 0 || value > kMostRoman) return {};
    return {value, size};
  }
  return {};
}

// A roman number or one in digits, and the letter after it: "IIb", "2b".
struct NumberAndLetter {
  std::int64_t number = -1;
  char letter = 0;
  bool is_roman = false;

  friend bool operator==(const NumberAndLetter& a, const NumberAndLetter& b) {
    return a.number == b.number && a.letter == b.letter;
  }
};

NumberAndLetter ReadNumberAndLetter(std::string_view name) {
  NumberAndLetter read;
  std::size_t end = 0;
  while (end < name.size() && IsDigit(name[end])) ++end;
  if (end > 0) {
    read.number = PlainNumber(name.substr(0, end));
  } else {
    const RomanPrefix roman = RomanAt(name);
    if (roman.value == 0) return {};
    read.number = roman.value;
    read.is_roman = true;
    end = roman.size;
  }
  const std::string_view rest = name.substr(end);
  // "IIb", but neither "is" nor "via".
  const bool may_have_letter =
      !read.is_roman || (Is(name[0], kUpperByte) && rest <= "e");
  if (rest.size() == 1 && IsLetter(rest[0]) && may_have_letter) {
    read.letter = ToLowerAscii(rest[0]);
  } else if (!rest.empty()) {
    return {};
  }
  return read;
}

// What may stand between two names of one kind. After a kind in the singular
// some begin something else: "Ward 2 - 12 beds", "bed 3, 5 mg at noon".
struct ListJoint {
  std::string_view text;
  bool is_range = false;
  bool needs_plural = false;
};
constexpr ListJoint kListJoints[] = {
    {" to ", true},
    {" through ", true},
    {"\u2013", true},
    {" \u2013 ", true, true},
    {"-", true},
    {" - ", true, true},
    {", and ", false, true},
    {", or ", false, true},
    {", ", false, true},
    {" and "},
    {" or "},
    {"/"},
    {" & "},
};

bool IsUnit(std::string_view after) {
  if (after.starts_with('%')) return true;
  if (!after.starts_with(' ')) return false;
  after.remove_prefix(1);
  return after.starts_with("a.m") || after.starts_with("p.m") ||
         kUnits.Find(LowerWord(after).text()).has_value();
}

// Whether `name` is within a range, both ends included: "22" of 20 to 24, "C"
// of A to F.
bool IsBetween(std::string_view low, std::string_view name,
               std::string_view high) {
  if (low.size() == 1 && name.size() == 1 && high.size() == 1 &&
      IsLetter(low[0]) && IsLetter(name[0]) && IsLetter(high[0])) {
    const char letter = ToLowerAscii(name[0]);
    return ToLowerAscii(low[0]) <= letter && letter <= ToLowerAscii(high[0]);
  }
  const std::int64_t number = PlainNumber(name);
  return number >= 0 && PlainNumber(low) >= 0 && PlainNumber(low) <= number &&
         number <= PlainNumber(high);
}

// Whether an "I" at text[at] is the first of the kind before it.
bool IsOne(std::string_view text, std::size_t at) {
  const std::string_view after = text.substr(at + 1);
  std::size_t begin = at;
  while (begin > 0 && Is(text[begin - 1], kSpaceByte)) --begin;
  while (begin > 0 && IsLetter(text[begin - 1])) --begin;
  const LowerWord kind = LowerWord::Before(text, at);
  if (kFirstOfMany.Find(kind.text())) {
    return IsOneOf(after.empty() ? ' ' : after[0], ",/-") ||
           after.starts_with(" and ") || after.starts_with(" or ") ||
           after.starts_with(" to ");
  }
  if (!kFirstKinds.Find(kind.text()) ||
      kArticles.Find(LowerWord::Before(text, begin).text())) {
    return false;
  }
  if (after.empty()) return true;
  if (IsWordByte(after[0]) || after[0] == '\'') return false;
  if (after[0] != ' ') return true;
  const LowerWord next(after.substr(1));
  // "How is stage I treated?", "World War I ended"
  const bool may_follow =
      !next.text().ends_with("ed") || Is(text[begin], kUpperByte) ||
      kFormsOfBe.Find(LowerWord::Before(text, begin).text());
  return may_follow && !kVerbsOfI.Find(next.text());
}

// "12" and "14" of "12/14"; one name where the numbers do not rise: "12/7".
bool IsListOfTwo(std::string_view name) {
  const std::size_t slash = name.find('/');
  if (slash == std::string_view::npos) return false;
  const std::int64_t first = PlainNumber(name.substr(0, slash));
  return first >= 0 && first < PlainNumber(name.substr(slash + 1));
}

// Whether a sign within a name stands at text[at], after "12": "12.3", "12-B",
// but not "12-bed".
bool JoinsName(std::string_view text, std::size_t at) {
  if (!IsOneOf(text[at], "./-") || at + 1 == text.size()) return false;
  if (IsDigit(text[at + 1])) return true;
  return text[at] == '-' && IsLetter(text[at + 1]) &&
         (at + 2 == text.size() || !IsWordByte(text[at + 2]));
}

// "v2.1" is a version, in one word.
bool BeginsVersion(std::string_view text, std::size_t at) {
  const bool begins = at == 0 || IsOneOf(text[at - 1], " (\n\t\"");
  return begins && ToLowerAscii(text[at]) == 'v' && at + 1 < text.size() &&
         IsDigit(text[at + 1]);
}

}  // namespace

int RomanValue(std::string_view text) noexcept {
  const RomanPrefix roman = RomanAt(text);
  return roman.size == text.size() ? roman.value : 0;
}

bool NamesThings(std::string_view stem) noexcept {
  return NamesOneOf(stem) || kNumberedKinds.Find(stem).has_value();
}

std::string_view NumberOrLetter(std::string_view text) noexcept {
  if (text.empty() || !Is(text[0], kLetterByte | kDigitByte)) return {};
  std::size_t end = 0;
  while (end < text.size() && end <= kMostNameBytes &&
         (Is(text[end], kLetterByte | kDigitByte) ||
          (end > 0 && JoinsName(text, end)))) {
    ++end;
  }
  if (end > kMostNameBytes) return {};
  const std::string_view name = text.substr(0, end);
  if (end < text.size() && Is(text[end], kNonAsciiByte) &&
      !text.substr(end).starts_with("\u2013")) {
    return {};
  }
  if (end > 1 && ReadNumberAndLetter(name).is_roman) return name;
  // "1,250" is an amount.
  if (end + 3 < text.size() && text[end] == ',' && IsDigit(text[end + 1])) {
    return {};
  }
  const bool has_digit = std::ranges::any_of(name, IsDigit);
  // What begins with more letters is a code by itself: "pump AB-1234".
  if (end > 1 && IsLetter(name[0]) && IsLetter(name[1])) {
    const bool are_capitals =
        std::ranges::all_of(name, [](char c) { return Is(c, kUpperByte); });
    return are_capitals && end <= kMostCapitals &&
                   !IsStopWord(LowerWord(name).text())
               ? name
               : std::string_view();
  }
  // "I" is a pronoun and "a" an article.
  if (!has_digit) {
    return end != 1 || name == "I" || name == "a" || name == "i"
               ? std::string_view()
               : name;
  }
  return text.substr(0, end + VariantBytes(text.substr(end)));
}

bool IsSameName(std::string_view a, std::string_view b,
                std::string_view kind) noexcept {
  if (kind == kVersion || kind == "releas") {
    for (std::string_view* const name : {&a, &b}) {
      if (BeginsVersion(*name, 0)) name->remove_prefix(1);
    }
    while (a.ends_with(".0")) a.remove_suffix(2);
    while (b.ends_with(".0")) b.remove_suffix(2);
  }
  const NumberAndLetter number = ReadNumberAndLetter(a);
  if (number.number >= 0 && number == ReadNumberAndLetter(b)) return true;
  std::size_t at = 0;
  char last = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    // A hyphen is a matter of style, unless it parts two numbers.
    const bool parts_a = a[i] == '-';
    if (parts_a) ++i;
    const bool parts_b = at < b.size() && b[at] == '-';
    if (parts_b) ++at;
    if (i == a.size() || at == b.size() ||
        ToLowerAscii(a[i]) != ToLowerAscii(b[at]) ||
        (parts_a != parts_b && IsDigit(last) && IsDigit(a[i]))) {
      return false;
    }
    last = a[i];
    ++at;
  }
  return at == b.size();
}

std::string_view FirstOfTwo(std::string_view name) noexcept {
  return IsListOfTwo(name) ? name.substr(0, name.find('/')) : name;
}

bool IsPlural(std::string_view word, std::string_view stem) noexcept {
  return word.size() > stem.size() && ToLowerAscii(word.back()) == 's';
}

bool IsCounted(std::string_view after) noexcept {
  if (IsUnit(after)) return true;
  if (!after.starts_with(' ')) return false;
  const LowerWord next(after.substr(1));
  return kPlurals.Find(next.text()) ||
         (next.text().size() > 3 && next.text().ends_with('s') &&
          !next.text().ends_with("ss") && next.text() != "does");
}

std::size_t ListWith(std::string_view text, std::string_view name,
                     std::string_view kind, bool is_plural) noexcept {
  std::string_view last;
  const ListJoint* joint = nullptr;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::string_view rest = text.substr(at);
    std::string_view one = NumberOrLetter(rest);
    if (one.empty() && at == 0 && rest.starts_with('I'))
      one = rest.substr(0, 1);
    if (one.empty()) return 0;
    at += one.size();
    const std::string_view after = text.substr(at);
    if (joint != nullptr && IsUnit(after)) return 0;
    // "Take tram 4 and 2 friends ride free."
    if (joint != nullptr && !is_plural && joint->text == " and " &&
        IsCounted(after)) {
      return 0;
    }
    if (IsSameName(one, name, kind)) return at;
    if (joint != nullptr && joint->is_range && IsBetween(last, name, one)) {
      return at;
    }
    if (IsListOfTwo(one)) {
      const std::size_t slash = one.find('/');
      if (IsSameName(one.substr(0, slash), name, kind) ||
          IsSameName(one.substr(slash + 1), name, kind)) {
        return at;
      }
    }
    // "10-14" is read as one name.
    const std::size_t hyphen = one.find('-');
    if (hyphen != std::string_view::npos &&
        IsBetween(one.substr(0, hyphen), name, one.substr(hyphen + 1))) {
      return at;
    }
    last = one;
    joint = std::ranges::find_if(kListJoints, [&](const ListJoint& known) {
      return after.starts_with(known.text) &&
             (is_plural || !known.needs_plural);
    });
    if (joint == std::end(kListJoints)) return 0;
    at += joint->text.size();
  }
  return 0;
}

std::size_t BeginOfAll(std::string_view text, std::size_t at) noexcept {
  std::size_t begin = at;
  for (int words = 0; words < 3; ++words) {
    std::size_t end = begin;
    while (end > 0 && Is(text[end - 1], kSpaceByte)) --end;
    begin = end;
    while (begin > 0 && IsWordByte(text[begin - 1])) --begin;
    const LowerWord word(text.substr(begin, end - begin));
    if (kAllOf.Find(word.text())) return begin;
    if (!kWithinAll.Find(word.text())) return at;
  }
  return at;
}

// With a colon it is a column's head and a cell: "Category: B".
std::string_view KindNameReader::NameAfter(std::size_t& begin,
                                           std::string_view kind) const {
  const std::size_t end = begin;
  while (begin < text_.size() && begin < end + 2 &&
         IsOneOf(text_[begin], " -#:")) {
    ++begin;
  }
  if (begin == end) return {};
  std::string_view rest = text_.substr(begin);
  for (const std::string_view before : kBeforeNames) {
    if (rest.size() > before.size() && IsDigit(rest[before.size()]) &&
        IsSameText(rest.substr(0, before.size()), before)) {
      begin += before.size();
      rest.remove_prefix(before.size());
      break;
    }
  }
  const std::string_view name = NumberOrLetter(rest);
  if (!name.empty()) {
    // Of these a drip is meant.
    const bool is_drip = name == "IV" && (kind == "unit" || kind == "line");
    return is_drip ? std::string_view() : name;
  }
  return rest.starts_with('I') && IsOne(text_, begin) ? rest.substr(0, 1)
                                                      : name;
}

std::optional<KindNameReader::KindName> KindNameReader::Next() {
  while (const auto token = tokenizer_.Next()) {
    if (token->kind != TokenKind::kWord) continue;
    const std::string_view word = Slice(text_, token->range);
    if (BeginsVersion(text_, token->range.begin)) {
      const std::size_t begin = token->range.begin + 1u;
      const std::string_view name = NumberOrLetter(text_.substr(begin));
      return KindName{
          {token->range.begin, static_cast<std::uint32_t>(begin + name.size())},
          kVersion,
          name};
    }
    const std::string_view term = normalizer_.Normalize(word, token->kind);
    if (term.empty() || (!NamesThings(term) && term != also_)) continue;
    std::size_t begin = token->range.end;
    const std::string_view name = NameAfter(begin, term);
    if (name.empty() &&
        BeginOfAll(text_, token->range.begin) == token->range.begin) {
      continue;
    }
    const std::size_t end =
        name.empty() ? token->range.end : begin + name.size();
    return KindName{
        {token->range.begin, static_cast<std::uint32_t>(end)}, term, name};
  }
  return std::nullopt;
}

}  // namespace answerbox::engine
