#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/exam/key_verification.h"
#include "engine/grounding/contradictions/unit_reading.h"
#include "engine/grounding/quantities/quantity.h"
#include "engine/grounding/words/codes.h"
#include "engine/grounding/words/word_meanings.h"
#include "engine/text/ascii.h"

namespace answerbox::engine {
namespace {

using Kind = SentenceUnitKind;
using Units = std::span<const SentenceUnit>;

// A denial and an opposite this near each other undo each other: "not above 25"
// and "below 25".
constexpr std::size_t kClauseUnits = 8;
// For so many words that only the key has, the answer is searched for an
// opposite. Texts that match have few such words.
constexpr std::size_t kMaxOwnWords = 16;
constexpr std::size_t kDimensions =
    static_cast<std::size_t>(Dimension::kOrdinal) + 1;

bool IsMonths(const Quantity& quantity) {
  constexpr Ratio kMonth{31'557'600 / 12, 1};
  const auto months = Product(quantity.written_low, kMonth);
  return months && !IsLess(quantity.low, *months);
}

// One end of a quantity's range. It is compared as an exact value: that 45
// agrees with "at least 30" does not make it the same answer.
Quantity EndOf(Quantity quantity, bool is_high) {
  if (is_high) {
    quantity.low = quantity.high;
    quantity.written_low = quantity.written_high;
  }
  quantity.high = quantity.low;
  quantity.written_high = quantity.written_low;
  quantity.is_about = false;
  return quantity;
}

// A date of the answer has all parts of the key's.
bool HasDate(std::int64_t answer, std::int64_t key) {
  const auto has = [](std::int64_t x, std::int64_t y) {
    return y == 0 || x == y;
  };
  return has(answer / 10000, key / 10000) &&
         has(answer / 100 % 100, key / 100 % 100) &&
         has(answer % 100, key % 100);
}

// "8 weeks" is "2 months", but "13 days" is not "two weeks".
bool AreSame(Quantity answer, Quantity key) {
  if (answer.bound != key.bound && answer.bound != Bound::kExact &&
      key.bound != Bound::kExact) {
    return false;
  }
  answer.bound = key.bound = Bound::kExact;
  if (answer.dimension == Dimension::kTime &&
      key.dimension == answer.dimension && answer.low != key.low &&
      IsMonths(answer) == IsMonths(key)) {
    return false;
  }
  return Compare(answer, key) == QuantityRelation::kCompatible;
}

class ClaimComparison {
 public:
  ClaimComparison(const ClaimingText& answer, const ClaimingText& key,
                  const ClaimRules& rules, TermNormalizer& normalizer)
      : answer_(answer), key_(key), rules_(rules), normalizer_(normalizer) {}

  bool HasQuantities() {
    char item = '1';
    for (std::size_t k = 0; k < theirs_.size(); ++k) {
      if (theirs_[k].kind != Kind::kQuantity) continue;
      const Quantity quantity = QuantityAt(key_.read, k);
      if (IsMark(theirs_[k].range, item) || IsCodeOfAnswer(theirs_[k].range)) {
        continue;
      }
      if (!Has(k, EndOf(quantity, false)) ||
          (quantity.IsRange() && !Has(k, EndOf(quantity, true)))) {
        return false;
      }
    }
    return std::ranges::none_of(
        std::span(answer_.read.quantity_storage)
            .first(answer_.read.quantity_count),
        [&, q = std::size_t{0}](const Quantity& quantity) mutable {
          return !is_taken_[q++] && missing_[Index(quantity)];
        });
  }

  [[nodiscard]] bool HasCodes() const {
    return std::ranges::all_of(theirs_, [&](const SentenceUnit& unit) {
      const std::string_view code = CodeOfKey(unit);
      return code.empty() ||
             (unit.kind != Kind::kQuantity && Has(ours_, unit.hash)) ||
             FindName(answer_.text, code);
    });
  }

  bool DeniesTheSame() {
    FindOpposites();
    if (rules_.denials) FindDenials();
    if (rules_.own_denials) {
      FindOwnDenials(ours_, theirs_);
      FindOwnDenials(theirs_, ours_);
      if (EndsDenied(ours_) != EndsDenied(theirs_)) denials_[0] = Flip::kFlips;
    }
    return !HasFlip(denials_, opposites_) && !HasFlip(opposites_, denials_);
  }

 private:
  enum class Flip : std::uint8_t { kNone, kFlips, kUndoes };
  using Flips = std::array<Flip, kMaxSentenceUnits>;

  static std::size_t Index(const Quantity& quantity) {
    return static_cast<std::size_t>(quantity.dimension);
  }
  // What a unit of the key names in digits: "B12", "10.3.1", "2026-04-30".
  // Empty if it is a quantity, or no digit is in it.
  [[nodiscard]] std::string_view CodeOfKey(const SentenceUnit& unit) const {
    constexpr std::string_view kDigits = "0123456789";
    const std::string_view rest = key_.text.substr(unit.range.begin);
    const std::size_t size = unit.range.end - unit.range.begin;
    std::size_t end = size;
    const auto is_joint = [](char c) {
      return c == '.' || c == '-' || c == '/';
    };
    while (end + 1 < rest.size() && is_joint(rest[end]) &&
           Is(rest[end + 1], kDigitByte)) {
      end = std::min(rest.find_first_not_of(kDigits, end + 1), rest.size());
    }
    if (std::ranges::count_if(rest.substr(0, end), is_joint) < 2) end = size;
    const std::string_view code = rest.substr(0, end);
    const bool is_plain = unit.kind == Kind::kQuantity && end == size;
    return is_plain || code.find_first_of(kDigits) == code.npos
               ? std::string_view()
               : code;
  }
  // Whether a number of the key is part of a code that the answer has: "19" of
  // "Covid-19", which may be "COVID-19" there.
  [[nodiscard]] bool IsCodeOfAnswer(ByteRange number) const {
    const std::string_view before = key_.text.substr(0, number.begin);
    if (!before.ends_with('-')) return false;
    std::size_t begin = number.begin - 1;
    while (begin > 0 && Is(before[begin - 1], kLetterByte)) --begin;
    return begin + 1 < number.begin &&
           FindName(answer_.text, key_.text.substr(begin, number.end - begin));
  }
  // Whether a number of the key only marks an item ("1. Wash 2. Dry") or a note
  // ("[1]").
  bool IsMark(ByteRange number, char& item) const {
    const std::string_view rest = key_.text.substr(number.end);
    if (rest.starts_with(']') &&
        key_.text.substr(0, number.begin).ends_with('[')) {
      return true;
    }
    const bool is_item = number.end == number.begin + 1 &&
                         key_.text[number.begin] == item &&
                         (item > '1' || number.begin == 0) &&
                         (rest.starts_with('.') || rest.starts_with(')'));
    if (is_item) ++item;
    return is_item;
  }
  // Whether a number has no unit, not even an unknown one: no word follows that
  // the other text lacks. "5 of them" may be "5 mg", but is not "5 %".
  static bool IsPlain(Units units, std::size_t i, Units others,
                      const Quantity& other) {
    if (i + 1 == units.size()) return true;
    const SentenceUnit& next = units[i + 1];
    return other.dimension != Dimension::kShare &&
           (!next.IsContent() || next.kind == Kind::kQuantity ||
            Has(others, next.hash));
  }
  // Whether a bound leaves out its value: "more than 4", but not "at least 4",
  // "no more than 4".
  static bool IsOpen(const ClaimingText& text, std::size_t i) {
    const Units units = text.read.units();
    if (NegationOfBound(text.read, i) || (i > 2 && units[i - 3].is_narrow)) {
      return false;
    }
    const std::string_view before =
        Trim(text.text.substr(0, units[i].range.begin), kAsciiSpace);
    return std::ranges::any_of(
        std::array{"than", "over", "above", "under", "below", ">", "<"},
        [&](std::string_view word) { return before.ends_with(word); });
  }
  // Whether units, bounds and dates, as they are written, may be the same.
  //   answer, key  one end of each
  [[nodiscard]] bool AreAlike(std::size_t i, const Quantity& answer,
                              std::size_t k, const Quantity& key) const {
    if (rules_.bounds) {
      if (answer.bound != key.bound &&
          (IsOpen(answer_, i) || IsOpen(key_, k))) {
        return false;
      }
      if (answer.dimension == Dimension::kDate &&
          key.dimension == answer.dimension &&
          !HasDate(answer.low.numerator, key.low.numerator)) {
        return false;
      }
    }
    const bool is_answer = answer.dimension == Dimension::kCount;
    const bool is_key = key.dimension == Dimension::kCount;
    const bool is_plain = is_answer && IsPlain(ours_, i, theirs_, key);
    const bool is_key_plain = is_key && IsPlain(theirs_, k, ours_, answer);
    return (!is_answer && !is_key) || is_plain || is_key_plain;
  }
  static bool Has(Units units, std::uint32_t hash) {
    return std::ranges::find(units, hash, &SentenceUnit::hash) != units.end();
  }

  // Looks for one end of the key's quantity in the answer, and takes the first
  // same end after those of its dimension that were taken before. The answer
  // may say once what the key says twice, and "a" for "one" if it has no other
  // number in that place.
  bool Has(std::size_t k, const Quantity& end) {
    bool is_said = end.is_word && end.dimension == Dimension::kCount &&
                   end.low == Ratio{1, 1};
    for (std::size_t i = 0; i < ours_.size(); ++i) {
      if (ours_[i].kind != Kind::kQuantity) continue;
      const Quantity quantity = QuantityAt(answer_.read, i);
      for (const bool is_high : {false, true}) {
        const Quantity our = EndOf(quantity, is_high);
        if ((is_high && !quantity.IsRange()) || !AreSame(our, end) ||
            !AreAlike(i, our, k, end)) {
          continue;
        }
        is_said = true;
        const std::size_t place = 2 * i + (is_high ? 1 : 0);
        std::size_t& next = next_[Index(quantity)];
        if (place < next) continue;
        next = place + 1;
        is_taken_[ours_[i].quantity] = true;
        return true;
      }
    }
    missing_[Index(end)] = true;
    return is_said;
  }

  // How often a word stands in a text, and how often denied.
  struct Occurrences {
    int all = 0;
    int denied = 0;
  };
  // The "not" of "not above 25" is part of the bound.
  static Occurrences OccurrencesOf(const SentenceUnits& read,
                                   std::uint32_t hash) {
    const Units units = read.units();
    Occurrences found;
    for (std::size_t i = 0; i < units.size(); ++i) {
      if (units[i].hash != hash) continue;
      const bool is_bound =
          units[i].kind == Kind::kQuantity && NegationOfBound(read, i);
      ++found.all;
      if (MayBeDenied(units, i) && !is_bound && IsDenied(units, i)) {
        ++found.denied;
      }
    }
    return found;
  }
  static bool MayBeDenied(Units units, std::size_t i) {
    return units[i].IsContent() || (i > 0 && units[i - 1].is_narrow);
  }
  // Whether an odd number of negations stand before no word that they could
  // deny: "The pump is not on." Those of "No, they may not" and "room no. 5" do
  // not count.
  static bool EndsDenied(Units units) {
    bool is_denied = false;
    std::size_t open = 0;  // One past a negation.
    for (std::size_t i = 0; i < units.size(); ++i) {
      const bool is_mark = units[i].kind == Kind::kMark;
      if (units[i].kind == Kind::kNegation) {
        open = i + 1;
      } else if (open != 0 && (units[i].IsContent() || is_mark)) {
        const bool is_sign =
            i + 1 < units.size() && units[i + 1].kind == Kind::kQuantity;
        is_denied ^= is_mark && open > 1 && !is_sign;
        open = 0;
      }
    }
    return is_denied != (open != 0 && !units[open - 1].is_narrow);
  }

  // The only negations of both texts may deny different words: "no smoking is
  // allowed", "smoking is not allowed".
  [[nodiscard]] bool DenyInOtherWords() const {
    const auto is_negation = [](const SentenceUnit& unit) {
      return unit.kind == Kind::kNegation;
    };
    return std::ranges::count_if(ours_, is_negation) == 1 &&
           std::ranges::count_if(theirs_, is_negation) == 1 &&
           std::ranges::find_if(ours_, is_negation)->hash !=
               std::ranges::find_if(theirs_, is_negation)->hash;
  }
  // Words that only one text has and denies, while the other denies nothing:
  // "are not permitted", "are allowed". A phrase may be added: ", not the
  // door".
  void FindOwnDenials(Units units, Units others) {
    if (std::ranges::find(others, Kind::kNegation, &SentenceUnit::kind) !=
        others.end()) {
      return;
    }
    for (std::size_t i = 0; i < units.size(); ++i) {
      const auto negation = NegationOf(units, i);
      if (negation && !units[*negation].is_narrow && IsDenied(units, i) &&
          units[i].IsContent() && units[i].kind != Kind::kQuantity &&
          !Has(others, units[i].hash) &&
          (*negation == 0 || units[*negation - 1].kind != Kind::kMark)) {
        denials_[i] = Flip::kFlips;
      }
    }
  }
  void FindDenials() {
    if (DenyInOtherWords()) return;
    for (std::size_t i = 0; i < ours_.size(); ++i) {
      if (ours_[i].kind == Kind::kMark || ours_[i].kind == Kind::kNegation) {
        continue;
      }
      const std::uint32_t hash = ours_[i].hash;
      const Occurrences ours = OccurrencesOf(answer_.read, hash);
      const Occurrences theirs = OccurrencesOf(key_.read, hash);
      if (theirs.all == 0) continue;
      // If a text has more of them, one of each has to agree.
      const bool is_other =
          ours.all == theirs.all
              ? ours.denied != theirs.denied
              : (ours.denied == 0 && theirs.denied == theirs.all) ||
                    (theirs.denied == 0 && ours.denied == ours.all);
      if (is_other && !IsSaidOtherwise(i, ours.denied < theirs.denied)) {
        denials_[i] = Flip::kFlips;
      }
    }
  }
  // "avoid alcohol" and "do not drink alcohol" deny different words.
  //   is_key_denied  the word at i is denied in the key alone
  bool IsSaidOtherwise(std::size_t i, bool is_key_denied) {
    if (is_key_denied) {
      return IsUseDenied(answer_.text, ours_, i, normalizer_);
    }
    const auto k = static_cast<std::size_t>(
        std::ranges::find(theirs_, ours_[i].hash, &SentenceUnit::hash) -
        theirs_.begin());
    return IsUseDenied(key_.text, theirs_, k, normalizer_);
  }

  static bool IsOwnWord(const SentenceUnit& unit, Units others) {
    return unit.kind != Kind::kMark && unit.kind != Kind::kNegation &&
           unit.kind != Kind::kQuantity && !Has(others, unit.hash);
  }
  struct OwnWords {
    std::array<std::size_t, kMaxOwnWords> units;
    std::array<WordForms, kMaxOwnWords> forms;
    std::size_t count = 0;
  };
  OwnWords OwnWordsOfKey() {
    OwnWords own;
    for (std::size_t k = 0; k < theirs_.size() && own.count < kMaxOwnWords;
         ++k) {
      if (!IsOwnWord(theirs_[k], ours_)) continue;
      own.units[own.count] = k;
      own.forms[own.count++] = FormsOf(key_.text, theirs_[k], normalizer_);
    }
    return own;
  }
  static bool IsBeforeQuantity(Units units, std::size_t i) {
    return i + 1 < units.size() && units[i + 1].kind == Kind::kQuantity;
  }
  static bool AreTimesOpposed(std::string_view a, std::string_view b) {
    const auto is_end = [](std::string_view word) {
      return word == "by" || word == "until";
    };
    const auto is_begin = [](std::string_view word) {
      return word == "after" || word == "from" || word == "since";
    };
    return (is_end(a) && is_begin(b)) || (is_begin(a) && is_end(b));
  }
  // "not safe" and "unsafe" are the same.
  void FindOpposites() {
    const OwnWords theirs = OwnWordsOfKey();
    if (theirs.count == 0) return;
    for (std::size_t a = 0; a < ours_.size(); ++a) {
      if (!IsOwnWord(ours_[a], theirs_)) continue;
      const WordForms ours = FormsOf(answer_.text, ours_[a], normalizer_);
      const std::string_view our = ours.folded.view();
      for (std::size_t k = 0; k < theirs.count; ++k) {
        const std::string_view their = theirs.forms[k].folded.view();
        const bool are_opposed = AreOpposed(ours, theirs.forms[k]) ||
                                 AreSwitched(our, their) ||
                                 (IsBeforeQuantity(ours_, a) &&
                                  IsBeforeQuantity(theirs_, theirs.units[k]) &&
                                  AreTimesOpposed(our, their));
        if (!are_opposed) continue;
        opposites_[a] = IsDenied(ours_, a) == IsDenied(theirs_, theirs.units[k])
                            ? Flip::kFlips
                            : Flip::kUndoes;
      }
    }
  }

  // Whether none of the others undoes one of the flips.
  static bool HasFlip(const Flips& flips, const Flips& others) {
    for (std::size_t i = 0; i < flips.size(); ++i) {
      const std::size_t begin = i - std::min(i, kClauseUnits);
      const auto near = std::span(others).subspan(
          begin, std::min(i + kClauseUnits + 1, others.size()) - begin);
      if (flips[i] == Flip::kFlips &&
          std::ranges::count(near, Flip::kNone) == std::ssize(near)) {
        return true;
      }
    }
    return false;
  }

  const ClaimingText& answer_;
  const ClaimingText& key_;
  const ClaimRules& rules_;
  TermNormalizer& normalizer_;
  Units ours_ = answer_.read.units();
  Units theirs_ = key_.read.units();
  std::array<std::size_t, kDimensions> next_{};
  std::array<bool, kDimensions> missing_{};
  std::array<bool, kMaxSentenceQuantities> is_taken_{};
  Flips denials_{};
  Flips opposites_{};
};

}  // namespace

ClaimingText ReadClaims(std::string_view text, TermNormalizer& normalizer,
                        SentenceUnits& units) {
  ReadSentenceUnits(text, {0, static_cast<std::uint32_t>(text.size())},
                    normalizer, units);
  for (std::size_t i = 1; i < units.unit_count; ++i) {
    if (units.unit_storage[i].kind != Kind::kQuantity) continue;
    Quantity& date = units.quantity_storage[units.unit_storage[i].quantity];
    const std::string_view between = TextOf(text, units.unit_storage[i - 1]);
    const std::size_t before = between == "of" || between == "." ? 2 : 1;
    if (date.dimension != Dimension::kDate || i < before) continue;
    SentenceUnit& unit = units.unit_storage[i - before];
    if (unit.kind != Kind::kQuantity) continue;
    const Quantity& day = units.quantity_storage[unit.quantity];
    const std::int64_t parts = date.low.numerator;
    if (parts % 100 != 0 || parts % 10000 == 0 || day.IsRange() ||
        day.low.denominator != 1 || day.low.numerator > 31 ||
        (day.dimension != Dimension::kOrdinal && between != ".")) {
      continue;
    }
    date.low.numerator += day.low.numerator;
    date.high = date.low;
    unit.kind = Kind::kStopWord;
  }
  return {text, units};
}

bool ClaimsWhatKeyClaims(const ClaimingText& answer, const ClaimingText& key,
                         const ClaimRules& rules, TermNormalizer& normalizer) {
  ClaimComparison comparison(answer, key, rules, normalizer);
  return comparison.HasQuantities() && comparison.HasCodes() &&
         comparison.DeniesTheSame();
}

}  // namespace answerbox::engine
