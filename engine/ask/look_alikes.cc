#include "engine/ask/look_alikes.h"

#include <algorithm>
#include <array>

#include "engine/grounding/words/word_meanings.h"

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

bool IsMedicine(std::string_view word, std::string_view term,
                const Lexicon& lexicon) noexcept {
  if (!IsMedicineName(word)) return false;
  std::array<std::string_view, kMaxMedicineNames> names;
  return IsKnownMedicine(word) || !OtherNamesOf(word, names).empty() ||
         !lexicon.Has(term);
}

}  // namespace answerbox::engine
