#include "engine/ask/look_alikes.h"

#include <algorithm>
#include <array>

#include "engine/grounding/words/word_meanings.h"
#include "engine/text/ascii.h"

namespace answerbox::engine {
namespace {

// Words of so many letters are spelt in several ways.
constexpr std::size_t kLongWord = 7;
constexpr std::size_t kOtherLetters = 2;

// Length of the longest sequence of letters that both words have in this order.
// Precondition: `b` has at most kMostAlike bytes.
std::size_t CommonLetters(std::string_view a, std::string_view b) {
  std::array<std::size_t, kMostAlike + 1> row{};
  for (const char c : a) {
    std::size_t before = 0;
    for (std::size_t i = 0; i < b.size(); ++i) {
      const std::size_t above = row[i + 1];
      row[i + 1] = b[i] == c ? before + 1 : std::max(above, row[i]);
      before = above;
    }
  }
  return row[b.size()];
}

std::size_t SharedBegin(std::string_view a, std::string_view b) {
  const std::size_t most = std::min(a.size(), b.size());
  std::size_t begin = 0;
  while (begin < most && a[begin] == b[begin]) ++begin;
  return begin;
}

// Sets of words that exclude one another. Between two bars stand words of one
// meaning.
constexpr std::string_view kSets[] = {
    "| black | blue | brown | gold golden | gray grey | green | orange "
    "| pink | purple violet | red | silver | white | yellow |",
    "| left | right |",
    "| top upper | middle | bottom lower |",
    "| front | back rear |",
    "| inner | outer |",
    "| indoor | outdoor |",
    "| north northern | south southern | east eastern | west western |",
    "| morning | afternoon | evening | night |",
    "| summer | autumn | winter |",
    "| daily | weekly | monthly | annual yearly |",
    "| first | second | third | fourth | fifth |",
    "| small | medium | large |",
    "| single | double | triple |",
    "| hot | cold |",
    "| adult | child |",
    "| male | female |",
    "| junior | senior |"};

constexpr std::size_t kLongestDistinct = 9;

// [length]: a bit for each first letter of the words of that length. Few other
// words pass.
constexpr auto kFirstLetters = [] {
  std::array<std::uint32_t, kLongestDistinct + 1> letters{};
  for (const std::string_view set : kSets) {
    std::size_t length = 0;
    for (std::size_t i = 0; i < set.size(); ++i) {
      if (Is(set[i], kLowerByte)) {
        ++length;
      } else if (length > 0) {
        letters[length] |= 1u << (set[i - length] - 'a');
        length = 0;
      }
    }
  }
  return letters;
}();

}  // namespace

std::size_t SharedLetters(std::string_view a, std::string_view b) noexcept {
  const std::size_t most = std::min(a.size(), b.size());
  const std::size_t begin = SharedBegin(a, b);
  std::size_t end = 0;
  while (end < most - begin && a[a.size() - 1 - end] == b[b.size() - 1 - end]) {
    ++end;
  }
  return begin + end;
}

bool AreLookAlikes(std::string_view a, std::string_view b) noexcept {
  if (a.size() > b.size()) std::swap(a, b);
  if (a.size() < kLeastAlike || b.size() > kMostAlike) return false;
  // An ending more is another form of one word, and "Steph" is "Stephanie".
  if (b.starts_with(a) ||
      (b.starts_with(a.substr(0, a.size() - 1)) && b.size() <= a.size() + 2)) {
    return false;
  }
  const std::size_t common = CommonLetters(a, b);
  // "Gonorrhea" is "gonorrhoea", and what is "anaphylactic" is "anaphylaxis".
  // Of two medicines a few letters make another one.
  const bool is_one_word =
      a.size() >= kLongWord && (b.size() - common <= kOtherLetters ||
                                3 * SharedBegin(a, b) >= 2 * b.size());
  const bool are_medicines = IsKnownMedicine(a) && IsKnownMedicine(b);
  return 2 * common >= b.size() && (are_medicines || !is_one_word);
}

Distinction DistinctionOf(std::string_view word) noexcept {
  if (word.empty() || word.size() > kLongestDistinct ||
      !Is(word[0], kLowerByte) ||
      (kFirstLetters[word.size()] >> (word[0] - 'a') & 1) == 0) {
    return {};
  }
  std::uint8_t number = 0;
  for (const std::string_view set : kSets) {
    ++number;
    for (std::size_t at = set.find(word); at != set.npos;
         at = set.find(word, at + 1)) {
      if (set[at - 1] != ' ' || set[at + word.size()] != ' ') continue;
      const auto member = std::ranges::count(set.substr(0, at), '|');
      return {number, static_cast<std::uint8_t>(member)};
    }
  }
  return {};
}

bool IsMedicine(std::string_view word, std::string_view term,
                const Lexicon& lexicon, const Thesaurus* thesaurus) noexcept {
  if (IsKnownMedicine(word)) return true;
  if (lexicon.Has(term)) return false;
  if (IsMedicineName(word)) return true;
  // "Aviles" has the stem of "Avil", but is no form of it.
  if (word.size() > term.size() + 1 && word.ends_with('s')) return false;
  if (thesaurus == nullptr) return false;
  bool is_medicine = false;
  const Thesaurus::Range range = thesaurus->Of(term);
  for (std::size_t n = range.begin; n < range.end; ++n) {
    const Neighbour same = thesaurus->At(n);
    if (same.closeness < kSameCloseness) continue;
    // What common words mean, too, is no brand: an antiseptic, an inmate.
    if (same.is_phrase()) return false;
    const bool is_common = lexicon.Has(same.term);
    if (IsMedicineTerm(same.term, !is_common)) {
      is_medicine = true;
    } else if (is_common) {
      return false;
    }
  }
  return is_medicine;
}

bool IsLikeMedicine(std::string_view word, std::string_view medicine) noexcept {
  return 5 * SharedLetters(word, medicine) >=
         3 * std::max(word.size(), medicine.size());
}

bool IsLikeMedicine(std::string_view word) noexcept {
  // Most names share neither the first letter nor the last.
  const auto is_like = [word](std::string_view name) {
    return (name[0] == word[0] || name.back() == word.back()) &&
           IsLikeMedicine(word, name);
  };
  return std::ranges::any_of(KnownMedicines(), is_like) ||
         std::ranges::any_of(OtherMedicineNames(), is_like);
}

}  // namespace answerbox::engine
