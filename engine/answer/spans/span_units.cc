#include "engine/answer/spans/span_units.h"

#include "engine/text/text_block.h"
#include "engine/text/word_table.h"

namespace answerbox::engine {
namespace {

constexpr WordTable kDoses({"capsule", "capsules", "drop", "drops", "g", "iu",
                            "mcg", "mg", "ml", "puff", "puffs", "sachet",
                            "sachets", "tablet", "tablets"});
constexpr WordTable kOften({"daily", "every", "hourly", "monthly", "nightly",
                            "once", "time", "times", "twice", "weekly",
                            "yearly"});
constexpr WordTable kClock({"am", "midnight", "noon", "o'clock", "pm"});
constexpr WordTable kDays({"fri",       "friday",  "fridays",   "mon",
                           "monday",    "mondays", "sat",       "saturday",
                           "saturdays", "sun",     "sunday",    "sundays",
                           "thu",       "thur",    "thurs",     "thursday",
                           "thursdays", "tue",     "tues",      "tuesday",
                           "tuesdays",  "wed",     "wednesday", "wednesdays"});
constexpr WordTable kSpells({"day", "days", "hour", "hours", "minute",
                             "minutes", "month", "months", "night", "second",
                             "seconds", "week", "weeks", "year", "years"});

// Shorter runs are room numbers, codes and years.
constexpr std::size_t kMinPhoneDigits = 6;

std::string_view TextOf(std::string_view sentence, const SpanWord& word) {
  return Slice(sentence, word.range);
}

// Whether `word` is the second letter of "a.m." or "p.m.".
bool IsHalfOfDay(std::string_view sentence, const SpanWord& before,
                 const SpanWord& word) {
  const std::string_view text = TextOf(sentence, before);
  return word.is_joined && TextOf(sentence, word) == "m" &&
         (text == "a" || text == "p");
}

bool FollowsColon(std::string_view sentence, const SpanWord& word) {
  return word.is_joined && word.IsNumber() && word.range.begin > 0 &&
         sentence[word.range.begin - 1] == ':';
}

// "10:30" is two numbers for the tokenizer; the second is known by its colon.
SpanUnit UnitOf(std::string_view sentence, std::span<const SpanWord> words,
                std::size_t w) {
  const SpanWord& word = words[w];
  if (FollowsColon(sentence, word)) return SpanUnit::kClock;
  if (w > 0 && IsHalfOfDay(sentence, words[w - 1], word)) {
    return SpanUnit::kClock;
  }
  if (word.IsNumber()) return SpanUnit::kNone;
  const LowerCaseWord lower(TextOf(sentence, word));
  const std::string_view text = lower.text();
  if (kDoses.Find(text)) return SpanUnit::kDose;
  if (kOften.Find(text)) return SpanUnit::kOften;
  if (kClock.Find(text)) return SpanUnit::kClock;
  if (kDays.Find(text)) return SpanUnit::kDay;
  if (kSpells.Find(text)) return SpanUnit::kSpell;
  return SpanUnit::kNone;
}

bool IsAmount(const SpanWord& word) {
  return word.IsNumber() || word.kind == WordKind::kNumberWord;
}

// Half a dose is a wrong answer: "500" of "500 mg twice a day".
class UnitJoiner {
 public:
  explicit UnitJoiner(std::span<SpanWord> words) : words_(words) {}

  void Join() {
    for (std::size_t w = 1; w < words_.size(); ++w) {
      if (BelongsToNumber(w)) words_[w].is_joined = true;
    }
    for (std::size_t w = 1; w + 1 < words_.size(); ++w) JoinRange(w);
    for (std::size_t w = 0; w < words_.size(); ++w) JoinFrequency(w);
  }

 private:
  bool IsClose(std::size_t w) const {
    return words_[w].gap == SpanGap::kSpace || words_[w].gap == SpanGap::kGlued;
  }

  // "500" + "mg", "9" + "am", "9" + "a" of "a.m.".
  bool BelongsToNumber(std::size_t w) const {
    if (!IsClose(w)) return false;
    const bool is_half_of_day =
        w + 1 < words_.size() && words_[w + 1].unit == SpanUnit::kClock &&
        words_[w + 1].is_joined && words_[w].looks != SpanClass::kNumber;
    const bool is_unit =
        words_[w].unit == SpanUnit::kDose || words_[w].unit == SpanUnit::kClock;
    return (is_unit && IsAmount(words_[w - 1])) ||
           (is_half_of_day && words_[w - 1].IsNumber());
  }

  // The first of the words that are joined with word `w`.
  std::size_t BeginOf(std::size_t w) const {
    while (w > 0 && words_[w].is_joined) --w;
    return w;
  }
  std::size_t EndOf(std::size_t w) const {
    for (++w; w < words_.size() && words_[w].is_joined;) ++w;
    return w;
  }
  bool Holds(std::size_t w, SpanUnit unit) const {
    for (std::size_t i = BeginOf(w); i < EndOf(w); ++i) {
      if (words_[i].unit == unit) return true;
    }
    return false;
  }

  // "9 am" + "to" + "5 pm", "Monday" + "to" + "Friday".
  void JoinRange(std::size_t w) {
    const bool links =
        words_[w].looks == SpanClass::kTo || words_[w].looks == SpanClass::kAnd;
    // "a.m." ends with a point.
    const bool is_close =
        IsClose(w) || (words_[w].gap == SpanGap::kPoint &&
                       words_[w - 1].unit == SpanUnit::kClock);
    if (!links || !is_close || !IsClose(w + 1)) return;
    const bool is_clock =
        Holds(w + 1, SpanUnit::kClock) &&
        (Holds(w - 1, SpanUnit::kClock) || words_[w - 1].IsNumber());
    const bool is_day = Holds(w + 1, SpanUnit::kDay) &&
                        Holds(w - 1, SpanUnit::kDay) &&
                        words_[w].looks == SpanClass::kTo;
    if (!is_clock && !is_day) return;
    words_[w].is_joined = true;
    words_[w + 1].is_joined = true;
  }

  // "500 mg" + "twice a day", + "every 6 hours", + "daily".
  void JoinFrequency(std::size_t w) {
    if (words_[w].unit != SpanUnit::kDose || w + 1 >= words_.size()) return;
    std::size_t often = w + 1;
    if (IsAmount(words_[often])) ++often;  // "three times".
    if (often >= words_.size() || words_[often].unit != SpanUnit::kOften) {
      return;
    }
    std::size_t end = often + 1;
    for (std::size_t i = end; i < std::min(often + 4, words_.size()); ++i) {
      if (!IsClose(i)) break;
      if (words_[i].unit == SpanUnit::kSpell) end = i + 1;
    }
    for (std::size_t i = w + 1; i < end; ++i) words_[i].is_joined = true;
  }

  std::span<SpanWord> words_;
};

bool IsPhone(std::string_view sentence, std::span<const SpanWord> words) {
  std::size_t digits = 0;
  for (const SpanWord& word : words) {
    if (!word.IsNumber()) return false;
    for (const char c : TextOf(sentence, word)) {
      if (c == '.' || c == ',') return false;
      digits += Is(c, kDigitByte) ? 1 : 0;
    }
  }
  const bool has_prefix = TextOf(sentence, words.front()).starts_with('+');
  return digits >= kMinPhoneDigits && (words.size() > 1 || has_prefix);
}

}  // namespace

void JoinUnits(std::string_view sentence, std::span<SpanWord> words) noexcept {
  for (std::size_t w = 0; w < words.size(); ++w) {
    words[w].unit = UnitOf(sentence, words, w);
  }
  UnitJoiner(words).Join();
}

std::string_view ToString(SpanType type) noexcept {
  constexpr std::array<std::string_view, 9> kNames{
      "phrase", "name",  "number", "quantity", "date",
      "time",   "money", "phone",  "dose"};
  return kNames[static_cast<std::size_t>(type)];
}

// The order matters: a dose has a number and a unit too, and money may be a
// phone number without its sign.
SpanType TypeOfSpan(std::string_view sentence,
                    std::span<const SpanWord> words) noexcept {
  bool has_number = false;
  bool has_unit = false;
  bool has_date = false;
  bool are_names = true;
  bool has_dose = false;
  bool has_clock = false;
  for (const SpanWord& word : words) {
    if (word.is_currency) return SpanType::kMoney;
    has_number = has_number || IsAmount(word);
    has_dose = has_dose || word.unit == SpanUnit::kDose;
    has_clock = has_clock || word.unit == SpanUnit::kClock;
    has_unit = has_unit || word.is_per_cent || word.kind == WordKind::kUnit ||
               word.unit == SpanUnit::kSpell;
    has_date = has_date || word.kind == WordKind::kMonth ||
               word.kind == WordKind::kYear || word.unit == SpanUnit::kDay;
    are_names = are_names && (word.is_stop || word.is_capital);
  }
  if (has_number && has_dose) return SpanType::kDose;
  if (has_clock) return SpanType::kTime;
  if (IsPhone(sentence, words)) return SpanType::kPhone;
  if (has_date) return SpanType::kDate;
  if (has_number) return has_unit ? SpanType::kQuantity : SpanType::kNumber;
  return are_names ? SpanType::kName : SpanType::kPhrase;
}

}  // namespace answerbox::engine
