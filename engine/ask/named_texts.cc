#include "engine/ask/named_texts.h"

#include <algorithm>
#include <iterator>

#include "engine/ask/look_alikes.h"
#include "engine/ask/written_dates.h"
#include "engine/grounding/quantities/quantity.h"
#include "engine/grounding/words/codes.h"
#include "engine/grounding/words/word_meanings.h"
#include "engine/text/ascii.h"
#include "engine/text/boundary_words.h"
#include "engine/text/tokenizer.h"
#include "engine/words/kind_names.h"

namespace answerbox::engine {
namespace {

// Words of a text, in lower case.
template <typename Visit>
void VisitWords(std::string_view text, TermNormalizer& normalizer,
                const Visit& visit) {
  Tokenizer tokenizer(Profile::kDefault, text);
  while (const auto token = tokenizer.Next()) {
    if (token->kind != TokenKind::kWord) continue;
    const std::string_view word = Slice(text, token->range);
    visit(word, normalizer.FoldToken(word, token->kind));
  }
}

// No stem of a word begins otherwise.
constexpr std::size_t kStemBegin = 3;

bool IsSameMedicine(std::string_view a, std::string_view b) {
  const std::string_view first = InternationalName(a);
  const std::string_view second = InternationalName(b);
  // "paracetamols": a plural is the same.
  return first == second ||
         (second.size() == first.size() + 1 && second.ends_with('s') &&
          second.starts_with(first));
}

// "ITU" of "ward ITU", which tells wards apart, and "TV" of "room TV", which
// does not.
bool IsAbbreviation(std::string_view name) {
  return name.size() > 1 && RomanValue(name) == 0 &&
         std::ranges::all_of(name, [](char c) { return Is(c, kUpperByte); });
}

// Room 12 is not another one than what "room TV" names.
bool MayBeOther(std::string_view name, std::string_view other) {
  return !other.empty() && (IsDigit(name[0]) == IsDigit(other[0]) ||
                            !(IsAbbreviation(name) || IsAbbreviation(other)));
}

// "Steph" is Stephanie.
bool IsShorterName(std::string_view name, std::string_view word) {
  return word.size() >= kLeastAlike &&
         (name.starts_with(word) || word.starts_with(name));
}

Quantity AmountOf(const AskedName& name) {
  QuantityReader quantities(name.name,
                            {0, static_cast<std::uint32_t>(name.name.size())});
  return quantities.Next().value_or(Quantity{});
}

// Calls visit(quantity, relation) for the quantities of a text, each with its
// relation to the amount that is asked about.
template <typename Visit>
void VisitAmounts(const AskedName& name, std::string_view text,
                  const Visit& visit) {
  const Quantity asked = AmountOf(name);
  QuantityReader quantities(text, {0, static_cast<std::uint32_t>(text.size())});
  while (const auto quantity = quantities.Next()) {
    if (quantity->dimension == asked.dimension) {
      visit(*quantity, Compare(asked, *quantity));
    }
  }
}

bool HasAmount(const AskedName& name, std::string_view text) {
  bool has = false;
  VisitAmounts(name, text, [&](const Quantity&, QuantityRelation relation) {
    has = has || relation == QuantityRelation::kCompatible;
  });
  return has;
}

// The same number with another unit. Another number is none: what is said of
// 400 mg may well answer what is asked about 500 mg.
std::string_view OtherAmount(const AskedName& name, std::string_view text) {
  std::string_view other;
  VisitAmounts(name, text,
               [&](const Quantity& found, QuantityRelation relation) {
                 if (relation != QuantityRelation::kUnitDiffers) return;
                 other = Slice(text, found.range);
               });
  return other;
}

// Whether the word that a kind's name begins with is a plural: "Rooms 20".
bool IsPluralAt(std::string_view text, ByteRange kind, std::string_view stem) {
  std::size_t end = kind.begin;
  while (end < kind.end && IsLetter(text[end])) ++end;
  return IsPlural(text.substr(kind.begin, end - kind.begin), stem);
}

WrittenDate DateOf(std::string_view name) {
  return WrittenDateReader(name).Next().value_or(WrittenDate{});
}

bool HasDate(const AskedName& name, std::string_view text) {
  const WrittenDate asked = DateOf(name.name);
  WrittenDateReader dates(text);
  while (const auto date = dates.Next()) {
    // "In May" is no day.
    const bool is_month_alone = date->date < 10000 && !date->has_day();
    if (!(is_month_alone && asked.has_day()) && MayBeSame(asked, *date)) {
      return true;
    }
  }
  return false;
}

// Another date, if the text has no span of time that may hold the asked one.
std::string_view OtherDate(const AskedName& name, std::string_view text) {
  const WrittenDate asked = DateOf(name.name);
  std::string_view other;
  WrittenDateReader dates(text);
  while (const auto date = dates.Next()) {
    if (IsBound(text, date->range)) return {};
    const bool tells = date->is_year() ? TellsWhen(text, date->range) : true;
    if (!tells || (asked.has_day() && !date->has_day())) continue;
    other = Slice(text, date->range);
  }
  return other;
}

}  // namespace

// Whether a text has a word, or another one for it.
bool NamedTexts::HasWord(const AskedName& name, std::string_view text) const {
  bool has = false;
  VisitWords(
      text, normalizer_, [&](std::string_view word, std::string_view folded) {
        if (has) return;
        const auto may_be = [folded](std::string_view term) {
          return folded.starts_with(term.substr(0, kStemBegin));
        };
        const bool is_medicine = name.kind == AskedNameKind::kMedicine;
        has = is_medicine && IsSameMedicine(name.name, folded);
        const bool is_shorter =
            !is_medicine && IsShorterName(name.name, folded);
        if (has || !(is_shorter || may_be(name.of) ||
                     std::ranges::any_of(name.also, may_be))) {
          return;
        }
        // What was folded ends here.
        const std::string_view term =
            normalizer_.Normalize(word, TokenKind::kWord);
        // A port is not Portia.
        has =
            (is_shorter && (Is(word[0], kUpperByte) || !lexicon_.Has(term))) ||
            term == name.of ||
            std::ranges::find(name.also, term) != name.also.end();
      });
  return has;
}

bool NamedTexts::Has(const AskedName& name, std::string_view text) const {
  switch (name.kind) {
    case AskedNameKind::kMedicine:
    case AskedNameKind::kUnknown:
      return HasWord(name, text);
    case AskedNameKind::kDate:
      return HasDate(name, text);
    case AskedNameKind::kAmount:
      return HasAmount(name, text);
    case AskedNameKind::kDistinct:
      return HasDistinct(name, text);
    case AskedNameKind::kCode: {
      const auto finds = [text](std::string_view code) {
        return FindName(text, code).has_value();
      };
      return finds(name.name) || std::ranges::any_of(name.also, finds);
    }
    case AskedNameKind::kOneOfKind:
    case AskedNameKind::kModel: {
      KindNameReader kinds(text, normalizer_, name.of);
      while (const auto one = kinds.Next()) {
        if (one->kind != name.of) continue;
        const std::string_view list =
            text.substr(one->range.end - one->name.size());
        const bool is_plural = IsPluralAt(text, one->range, name.of);
        const auto has = [&](std::string_view number) {
          return ListWith(list, number, name.of, is_plural) != 0;
        };
        if (one->name.empty() || has(name.name) ||
            std::ranges::any_of(name.also, has)) {
          return true;
        }
      }
      // "The ITU ward" is ward ITU.
      if (!IsAbbreviation(name.name)) return false;
      const auto letters = FindName(text, name.name);
      return letters && Slice(text, *letters) == name.name;
    }
  }
  return false;
}

bool NamedTexts::NamesMedicine(std::string_view word,
                               std::string_view folded) const {
  if (IsKnownMedicine(folded)) return true;
  if (folded.size() <= kLeastAlike) return false;
  const std::string_view term = normalizer_.Normalize(word, TokenKind::kWord);
  return !term.empty() && IsMedicine(folded, term, lexicon_, thesaurus_);
}

std::string_view NamedTexts::OtherMedicine(const AskedName& name,
                                           std::string_view text) const {
  std::string_view other;
  std::size_t most = 0;
  VisitWords(text, normalizer_,
             [&](std::string_view word, std::string_view folded) {
               const std::size_t shared = 1 + SharedLetters(name.name, folded);
               if (shared <= most || !NamesMedicine(word, folded)) return;
               most = shared;
               other = word;
             });
  return other;
}

// The word that stands in the place of one that no document has: it looks like
// it. Words of the question are in their own places.
std::string_view NamedTexts::OtherWord(const AskedName& name,
                                       std::string_view text) const {
  std::string_view other;
  VisitWords(
      text, normalizer_, [&](std::string_view word, std::string_view folded) {
        if (!other.empty() || folded.size() < kLeastAlike) return;
        const bool is_known = IsKnownMedicine(folded);
        // Common words are alike by chance: "station" and "situation".
        const bool is_alike =
            name.is_english ? is_known && IsLikeMedicine(name.name, folded)
                            : AreLookAlikes(name.name, folded);
        if (!is_alike) return;
        const std::string_view term =
            normalizer_.Normalize(word, TokenKind::kWord);
        if (term.empty() || (!is_known && lexicon_.Has(term)) ||
            terms_.Find(term)) {
          return;
        }
        other = word;
      });
  return other;
}

bool NamedTexts::HasDistinct(const AskedName& name,
                             std::string_view text) const {
  const Distinction asked = DistinctionOf(name.name);
  bool has = false;
  VisitWords(text, normalizer_, [&](std::string_view, std::string_view folded) {
    // "For adults", "children's tickets".
    if (folded.ends_with("'s")) folded.remove_suffix(2);
    if (folded == "children") folded = "child";
    if (folded.ends_with('s')) folded.remove_suffix(1);
    has = has || DistinctionOf(folded) == asked;
  });
  return has;
}

// The same thing with another word of the set. What is said of others, or of
// all, may hold for the asked one, too.
std::string_view NamedTexts::OtherDistinct(const AskedName& name,
                                           std::string_view text) const {
  constexpr std::string_view kAll[] = {"other",   "others", "all",
                                       "any",     "both",   "colour",
                                       "colours", "color",  "colors"};
  const std::uint8_t set = DistinctionOf(name.name).set;
  std::string_view other;
  std::string_view before;  // The word before, if it is of the set.
  bool is_of_all = false;
  VisitWords(
      text, normalizer_, [&](std::string_view word, std::string_view folded) {
        is_of_all =
            is_of_all || std::ranges::find(kAll, folded) != std::end(kAll);
        if (DistinctionOf(folded).set == set) {
          before = word;
          return;
        }
        const bool is_it =
            !before.empty() &&
            normalizer_.Normalize(word, TokenKind::kWord) == name.of;
        if (is_it) other = before;
        before = {};
      });
  return is_of_all ? std::string_view() : other;
}

bool NamedTexts::NamesOther(std::string_view text, bool is_title) const {
  bool names = false;
  const auto visit = [&](std::string_view word, std::string_view folded) {
    if (names || IsKnownMedicine(folded)) {
      names = true;
      return;
    }
    const bool is_capital = std::ranges::any_of(word, [](char c) {
      return Is(c, kUpperByte) || static_cast<unsigned char>(c) >= 0x80;
    });
    if (!is_capital || FollowsTimeOfDay(folded)) return;
    const auto at = static_cast<std::size_t>(word.data() - text.data());
    const std::string_view before = TrimEnd(text.substr(0, at), " \"'(*_#-\t");
    const bool begins = before.empty() || IsOneOf(before.back(), ".!?:;|\n");
    const std::string_view term = normalizer_.Normalize(word, TokenKind::kWord);
    const bool is_asked = term.empty() || terms_.Find(term);
    names = !is_asked && !((begins || is_title) && lexicon_.Has(term));
  };
  VisitWords(text, normalizer_, visit);
  return names;
}

std::string_view NamedTexts::OtherIn(const AskedName& name,
                                     std::string_view text) const {
  switch (name.kind) {
    case AskedNameKind::kMedicine:
      return OtherMedicine(name, text);
    case AskedNameKind::kUnknown:
      return OtherWord(name, text);
    case AskedNameKind::kDate:
      return OtherDate(name, text);
    case AskedNameKind::kAmount:
      return OtherAmount(name, text);
    case AskedNameKind::kDistinct:
      return OtherDistinct(name, text);
    case AskedNameKind::kCode: {
      CodeReader codes(text);
      while (const auto code = codes.Next()) {
        const std::string_view found = Slice(text, *code);
        if (AreAlike(name.name, found)) return found;
      }
      return {};
    }
    case AskedNameKind::kOneOfKind:
    case AskedNameKind::kModel: {
      KindNameReader kinds(text, normalizer_, name.of);
      while (const auto one = kinds.Next()) {
        if (one->kind == name.of && MayBeOther(name.name, one->name)) {
          return Slice(text, one->range);
        }
      }
      return {};
    }
  }
  return {};
}

// What leaves the one out: "except room 15", or "all other rooms" after a word
// about it. A text that names it by itself says something of it, too.
std::string_view NamedTexts::ExceptionIn(const AskedName& name,
                                         std::string_view text,
                                         std::string_view before) const {
  if (name.kind != AskedNameKind::kOneOfKind || name.is_asked_whether)
    return {};
  std::string_view exception =
      FindException(text, name.name, name.of, normalizer_);
  if (exception.empty()) {
    exception = FindAllOther(text, name.of, normalizer_);
    const auto at = static_cast<std::size_t>(exception.data() - text.data());
    if (exception.empty() ||
        !(NamesItself(name, before) || NamesItself(name, text.substr(0, at)))) {
      return {};
    }
    return exception;
  }
  const auto at = static_cast<std::size_t>(exception.data() - text.data());
  const bool names = NamesItself(name, text.substr(0, at)) ||
                     NamesItself(name, text.substr(at + exception.size()));
  return names ? std::string_view() : exception;
}

// Whether the one stands in a text alone, and not in a range.
bool NamedTexts::NamesItself(const AskedName& name,
                             std::string_view text) const {
  KindNameReader kinds(text, normalizer_, name.of);
  while (const auto one = kinds.Next()) {
    if (one->kind == name.of && IsSameName(one->name, name.name, name.of)) {
      return true;
    }
  }
  return false;
}

// Whether a place that names no other thing of the kind must have the name. A
// short code, or a number, may be left out, but not by a sentence that speaks
// of the kind: "the sterile room" is not room 15. "The Lifepak" may be of any
// model, and the television in a room is the room TV.
bool NamedTexts::MustBeSaid(const AskedName& name, std::string_view own) const {
  if (name.kind == AskedNameKind::kMedicine) return true;
  if (name.must_be_said) return true;
  if (name.kind == AskedNameKind::kCode) return IsTelling(name.name);
  if (name.kind != AskedNameKind::kOneOfKind || IsAbbreviation(name.name)) {
    return false;
  }
  bool has_kind = false;
  VisitWords(own, normalizer_, [&](std::string_view word, std::string_view) {
    has_kind =
        has_kind || normalizer_.Normalize(word, TokenKind::kWord) == name.of;
  });
  return has_kind;
}

}  // namespace answerbox::engine
