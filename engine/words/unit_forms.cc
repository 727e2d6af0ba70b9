#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "engine/grounding/words/word_meanings.h"
#include "engine/text/ascii.h"
#include "engine/words/form_adder.h"

namespace answerbox::engine {
namespace {

// The forms of one thing, with '|' between them, in lower case and in Unicode's
// compatibility form. Signs between words do not count: "l min" is also
// "l/min".
constexpr std::string_view kSameWords[] = {
    "mcg|\u03bcg|ug|microgram|micrograms|microgramme|microgrammes",
    "mg|milligram|milligrams|milligramme|milligrammes",
    "kg|kilo|kilos|kilogram|kilograms|kilogramme|kilogrammes",
    "ml|millilitre|millilitres|milliliter|milliliters",
    "dl|decilitre|decilitres|deciliter|deciliters",
    "mm|millimetre|millimetres|millimeter|millimeters",
    "cm|centimetre|centimetres|centimeter|centimeters",
    "km|kilometre|kilometres|kilometer|kilometers",
    "\u03bcm|micron|microns|micrometre|micrometres|micrometer|micrometers",
    "min|mins|minute|minutes",
    "wk|wks|week|weeks",
    "yr|yrs|year|years",
    "hrs|hour|hours",
    "secs|seconds",
    "l min|lpm|litres per minute|litre per minute|liters per minute|liter per "
    "minute|l minute",
    "ml min|millilitres per minute|milliliters per minute|ml per minute",
    "ml h|ml hr|millilitres per hour|milliliters per hour|ml per hour",
    "rpm|revolutions per minute|turns per minute|r min",
    "bpm|beats per minute",
    "km h|kmh|kph|kilometres per hour|kilometers per hour",
    "mph|miles per hour",
    "mmhg|mm hg|millimetres of mercury|millimeters of mercury",
    "kpa|kilopascal|kilopascals",
    "kw|kilowatt|kilowatts",
    "kwh|kilowatt hour|kilowatt hours",
    "mah|milliamp hour|milliamp hours",
    "hz|hertz",
    "khz|kilohertz",
    "mhz|megahertz",
    "ghz|gigahertz",
    "kb|kilobyte|kilobytes",
    "mb|megabyte|megabytes",
    "gb|gigabyte|gigabytes",
    "tb|terabyte|terabytes",
    "kcal|kilocalorie|kilocalories",
    "kj|kilojoule|kilojoules",
    "mmol|millimole|millimoles",
    "iu|international unit|international units",
    "oz|ounce|ounces",
    "ft|foot|feet",
    "sq m|m2|square metre|square metres|square meter|square meters",
    "sq ft|ft2|square foot|square feet",
    "tsp|teaspoon|teaspoons|teaspoonful",
    "tbsp|tablespoon|tablespoons|tablespoonful",
    "ohm|ohms|\u03c9",
    "celsius|centigrade",
    "approx|approximately|circa",
    "dept|depts|department|departments",
    "ext|extn|extension",
    "tel|telephone|phone",
    "govt|government",
    "mgmt|management",
    "appt|appointment",
    "assoc|association",
    "max|maximum",
    "qty|quantity",
    "dr|doctor",
    "bldg|building",
    "incl|including",
    "excl|excluding",
    "info|information",
    "lab|laboratory",
};

// Names of days and months, which have a capital in a sentence. Those that are
// also a word or a name ("sat", "sun", "wed", "Jan") are left out.
constexpr std::string_view kSameWithCapital[] = {
    "tue|tues|tuesday", "thu|thur|thurs|thursday",
    "fri|friday",       "feb|february",
    "apr|april",        "jul|july",
    "aug|august",       "sept|sep|september",
    "oct|october",      "nov|november",
    "dec|december",
};

// Forms that count only after a number: single letters are units nowhere else.
constexpr std::string_view kSameAfterNumbers[] = {
    "\u00b0c|c|degc|degrees celsius|degree celsius|degrees c|deg c|celsius|"
    "centigrade|degrees centigrade",
    "\u00b0f|f|degf|degrees fahrenheit|degree fahrenheit|degrees f|deg f|"
    "fahrenheit",
    "ms|millisecond|milliseconds",
    "lb|lbs|pound|pounds",
    "g|gram|grams|gramme|grammes",
    "l|litre|litres|liter|liters",
    "m|metre|metres|meter|meters",
    "h|hr|hrs|hour|hours",
    "s|sec|secs|second|seconds",
    "v|volt|volts",
    "w|watt|watts",
};

// A form of a group, which is found by its first word.
struct FormPlace {
  std::string_view first;  // The first word.
  std::string_view form;
  std::string_view group;
};

consteval std::size_t CountForms(std::span<const std::string_view> groups) {
  std::size_t count = 0;
  for (const std::string_view group : groups) {
    count += 1 + static_cast<std::size_t>(std::ranges::count(group, '|'));
  }
  return count;
}

// Returns all forms, sorted by their first words.
template <std::size_t kCount>
consteval std::array<FormPlace, kCount> IndexForms(
    std::span<const std::string_view> groups) {
  std::array<FormPlace, kCount> places;
  std::size_t count = 0;
  for (const std::string_view group : groups) {
    for (std::size_t begin = 0; begin <= group.size();) {
      const std::size_t end = std::min(group.find('|', begin), group.size());
      const std::string_view form = group.substr(begin, end - begin);
      places[count++] = {form.substr(0, form.find(' ')), form, group};
      begin = end + 1;
    }
  }
  // Also sorts by the form: std::ranges::sort may order equal elements in any
  // way, and which forms find room must not depend on the library.
  std::ranges::sort(places, {}, [](const FormPlace& place) {
    return std::pair(place.first, place.form);
  });
  return places;
}
constexpr auto kSamePlaces = IndexForms<CountForms(kSameWords)>(kSameWords);
constexpr auto kSameWithCapitalPlaces =
    IndexForms<CountForms(kSameWithCapital)>(kSameWithCapital);
constexpr auto kSameAfterNumberPlaces =
    IndexForms<CountForms(kSameAfterNumbers)>(kSameAfterNumbers);

// A unit that may be written as a sign. A sign is no word, so it counts only
// beside its number.
struct Sign {
  std::string_view word;
  std::string_view sign;
  bool may_be_before = true;
};
constexpr Sign kSigns[] = {
    {"percent", "%", false}, {"per cent", "%", false}, {"dollar", "$"},
    {"dollars", "$"},        {"euro", "\u20ac"},       {"euros", "\u20ac"},
    {"pound", "\u00a3"},     {"pounds", "\u00a3"},
};

// Calls visit(form) for each form of the group.
template <typename Visit>
void VisitForms(std::string_view group, const Visit& visit) {
  while (!group.empty()) {
    const std::size_t end = std::min(group.find('|'), group.size());
    visit(group.substr(0, end));
    group.remove_prefix(std::min(end + 1, group.size()));
  }
}

enum class FormUse : std::uint8_t { kWord, kCapital, kAfterNumber };

// Names of days and months with at least so many bytes are like no other word,
// so they need no capital in the question.
constexpr std::size_t kWholeNameBytes = 5;

class UnitWriter {
 public:
  explicit UnitWriter(FormAdder& adder)
      : adder_(adder), tokens_(adder.tokens()) {}

  void WriteAt(std::size_t at) {
    const bool is_after_number =
        at > 0 && tokens_[at - 1].is_number() && tokens_[at].gap.size() <= 3;
    WriteAll(kSamePlaces, at, FormUse::kWord);
    WriteAll(kSameWithCapitalPlaces, at, FormUse::kCapital);
    WriteMedicine(at);
    if (!is_after_number) return;
    WriteAll(kSameAfterNumberPlaces, at, FormUse::kAfterNumber);
    for (const Sign& sign : kSigns) {
      const std::size_t end = EndOf(sign.word, at);
      if (end != at) WriteSign(sign, at, end);
    }
  }

 private:
  // Returns one past the last token of a form that begins with token `at`; `at`
  // if the form does not stand there.
  std::size_t EndOf(std::string_view form, std::size_t at) const {
    const std::size_t begin = at;
    while (!form.empty()) {
      const std::size_t end = std::min(form.find(' '), form.size());
      if (at == tokens_.size() || tokens_[at].folded != form.substr(0, end)) {
        return begin;
      }
      ++at;
      form.remove_prefix(std::min(end + 1, form.size()));
    }
    return at;
  }

  // Adds the other forms of each group that has a form at token `at`. The
  // longest form there counts.
  void WriteAll(std::span<const FormPlace> places, std::size_t at,
                FormUse use) {
    const auto [begin, last] = std::equal_range(
        places.begin(), places.end(), FormPlace{tokens_[at].folded, {}, {}},
        [](const FormPlace& a, const FormPlace& b) {
          return a.first < b.first;
        });
    const std::span<const FormPlace> found(begin, last);
    for (const FormPlace& place : found) {
      const std::size_t end = EndOf(place.form, at);
      const bool is_longest =
          end != at && std::ranges::none_of(found, [&](const FormPlace& other) {
            return other.group.data() == place.group.data() &&
                   EndOf(other.form, at) > end;
          });
      if (is_longest) WriteSame(place, at, end, use);
    }
  }

  void WriteSame(const FormPlace& own, std::size_t at, std::size_t end,
                 FormUse use) {
    VisitForms(own.group, [&](std::string_view form) {
      if (form == own.form) return;
      switch (use) {
        case FormUse::kWord:
          return adder_.Add(at, end, form);
        case FormUse::kCapital:
          // "tuesday" is a day, but "dec" without a capital may be no month.
          if (own.form.size() >= kWholeNameBytes ||
              Is(tokens_[at].text[0], kUpperByte)) {
            adder_.AddCapital(at, form);
          }
          return;
        case FormUse::kAfterNumber:
          return WriteAfterNumber(at, end, form);
      }
    });
  }

  // A single letter is a unit only in one case: "3 M" is no length. "C" and "F"
  // are not added at all, as "5 C" may be a name.
  void WriteAfterNumber(std::size_t at, std::size_t end,
                        std::string_view form) {
    const std::string_view number = tokens_[at - 1].text;
    const auto write = [&](std::string_view before, std::string_view unit) {
      FormText text;
      text.Add(before).Add(number).Add(" ").Add(unit);
      adder_.AddWritten(at - 1, end, text.view());
    };
    if (form.size() > 1) return write("", form);
    switch (form[0]) {
      case 'c':
      case 'f':
        return;
      case 'v':
        return write("=", "V");
      case 'w':
        return write("=", "W");
      case 'l':
        write("=", "L");
    }
    write("=", form);
  }

  void WriteSign(const Sign& sign, std::size_t at, std::size_t end) {
    const std::string_view number = tokens_[at - 1].text;
    FormText after;
    adder_.AddWritten(at - 1, end,
                      after.Add(number).Add(" ").Add(sign.sign).view());
    if (sign.may_be_before) {
      FormText before;
      adder_.AddWritten(at - 1, end,
                        before.Add(sign.sign).Add(" ").Add(number).view());
    }
    for (const Sign& other : kSigns) {
      if (other.sign != sign.sign) continue;
      FormText word;
      adder_.AddWritten(at - 1, end,
                        word.Add(number).Add(" ").Add(other.word).view());
    }
  }

  void WriteMedicine(std::size_t at) {
    std::array<std::string_view, kMaxMedicineNames> names;
    for (const std::string_view name :
         OtherNamesOf(tokens_[at].folded, names)) {
      adder_.Add(at, at + 1, name);
    }
  }

  FormAdder& adder_;
  std::span<const AskedToken> tokens_;
};

// Writes "gate number 5" as "gate No. 5" and "gate 5". The word before it
// stays, as not every 5 is meant.
void AddNumberedForm(FormAdder& adder, std::size_t at) {
  const auto tokens = adder.tokens();
  if (tokens[at].folded != "number" || at == 0 || at + 1 == tokens.size() ||
      !tokens[at + 1].is_number() || !tokens[at - 1].has_term()) {
    return;
  }
  for (const std::string_view joint : {" ", " no. ", " no ", " nr. ", " #"}) {
    FormText form;
    form.Add(tokens[at - 1].folded).Add(joint).Add(tokens[at + 1].text);
    adder.AddWritten(at - 1, at + 2, form.view());
  }
}

}  // namespace

void AddUnitForms(FormAdder& adder) {
  UnitWriter writer(adder);
  for (std::size_t at = 0; at < adder.tokens().size(); ++at) {
    if (adder.tokens()[at].folded.empty()) continue;
    if (adder.tokens()[at].is_number()) continue;
    writer.WriteAt(at);
    AddNumberedForm(adder, at);
  }
}

}  // namespace answerbox::engine
