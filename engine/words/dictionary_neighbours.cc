#include "engine/words/dictionary_neighbours.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <limits>
#include <optional>

#include "engine/index/format/short_bytes.h"
#include "engine/retrieval/term_lookup.h"

namespace answerbox::engine {

namespace {

// Slips decide between words with equally many edits. There are fewer than 16,
// so they never outweigh an edit.
constexpr EditCost kSlipCost = kEditCost - 1;

struct Key {
  int row = 0;
  int half_column = 0;  // Each row stands half a key further right.
};

constexpr std::optional<Key> KeyOf(char32_t letter) {
  constexpr std::string_view kRows[] = {"qwertyuiop", "asdfghjkl", "zxcvbnm"};
  for (int row = 0; row < 3; ++row) {
    const std::string_view keys = kRows[row];
    for (std::size_t column = 0; column < keys.size(); ++column) {
      if (letter == static_cast<char32_t>(keys[column])) {
        return Key{row, 2 * static_cast<int>(column) + row};
      }
    }
  }
  return std::nullopt;
}

bool AreNeighbours(char32_t a, char32_t b) {
  const auto first = KeyOf(a);
  const auto second = KeyOf(b);
  if (!first || !second) return false;
  const int rows = std::abs(first->row - second->row);
  const int half_columns = std::abs(first->half_column - second->half_column);
  return rows == 0 ? half_columns == 2 : rows == 1 && half_columns == 1;
}

}  // namespace

EditRows::EditRows(std::span<const char32_t> word) noexcept : word_(word) {
  assert(!word.empty() && word.size() <= kMaxEditedLetters);
  rows_[0][0] = 0;
  for (std::size_t i = 1; i <= word_.size(); ++i) {
    const bool doubles = i > 1 && word_[i - 1] == word_[i - 2];
    rows_[0][i] = static_cast<EditCost>(rows_[0][i - 1] +
                                        (doubles ? kSlipCost : kEditCost));
  }
  least_[0] = 0;
}

void EditRows::Push(char32_t letter) noexcept {
  assert(size_ < kMaxOtherLetters);
  const Row& above = rows_[size_];
  Row& row = rows_[size_ + 1];
  const char32_t before = size_ == 0 ? 0 : other_[size_ - 1];
  // The other word has a letter too many. A doubled one is a slip of the
  // finger.
  const EditCost removed = letter == before ? kSlipCost : kEditCost;
  row[0] = static_cast<EditCost>(above[0] + removed);
  EditCost least = row[0];
  for (std::size_t i = 1; i <= word_.size(); ++i) {
    const char32_t wanted = word_[i - 1];
    const bool doubles = i > 1 && wanted == word_[i - 2];
    const int replaced = above[i - 1] + (wanted == letter ? 0 : kEditCost);
    const int left_out = row[i - 1] + (doubles ? kSlipCost : kEditCost);
    const int added = above[i] + removed;
    int cost = std::min({replaced, left_out, added});
    // Only where it decides: looking keys up takes longer than the rest.
    if (replaced == cost && wanted != letter && AreNeighbours(wanted, letter)) {
      --cost;
    }
    // Optimal string alignment: two neighbours are swapped, and neither is
    // edited again.
    if (i > 1 && size_ > 0 && letter == word_[i - 2] && before == wanted &&
        wanted != letter) {
      cost = std::min<int>(cost, rows_[size_ - 1][i - 2] + kSlipCost);
    }
    row[i] = static_cast<EditCost>(cost);
    least = std::min(least, row[i]);
  }
  other_[size_++] = letter;
  least_[size_] = least;
}

namespace {

// Shorter stems are no words without their endings ("he" and "al").
constexpr std::size_t kLeastStemLetters = 3;
// Endings take at most three of five letters of the word.
constexpr std::size_t kStemShare = 2;
constexpr std::size_t kStemShareOf = 5;

// The dictionary of a segment has stems; a stem with one of the endings that
// the stemmer takes off is a word again ("hospit" and "al"). Nearly every word
// may have an inflection; derivations make other words, or few words have them.
constexpr std::string_view kInflections[] = {"", "s", "ed", "ing"};
constexpr std::string_view kDerivations[] = {
    "al",   "ally", "ation", "ations", "er",   "ers", "ic", "ion",
    "ions", "ity",  "ive",   "ly",     "ment", "ous", "y",
};

// The costs of the nearest forms of a term.
struct FormCosts {
  EditCost any = std::numeric_limits<EditCost>::max();
  EditCost inflected = std::numeric_limits<EditCost>::max();
  EditCost silent_e = std::numeric_limits<EditCost>::max();
};

// A neighbour in memory of its own.
struct Slot {
  std::array<char, kMaxTermBytes> term;
  std::uint8_t term_bytes;
  FormCosts costs;
  std::uint64_t frequency;

  [[nodiscard]] Neighbour View() const {
    return {{term.data(), term_bytes},
            costs.any,
            costs.inflected,
            costs.silent_e,
            frequency};
  }
};

class NeighbourSearch {
 public:
  NeighbourSearch(std::span<const char32_t> word, unsigned most_edits,
                  TermNormalizer& normalizer, Arena& arena)
      : word_(word),
        most_(static_cast<EditCost>(most_edits * kEditCost)),
        spelled_(word),
        slots_(MakeBuffer<Slot>(arena, kMaxNeighbours)),
        postings_(&MakeSpan<PostingCursor>(arena, 1).front()),
        normalizer_(normalizer),
        arena_(arena) {}

  // Visits the terms of the segment that begin with `prefix`.
  Result<void> Walk(const LiveSegment& segment, std::string_view prefix) {
    auto cursor = segment.reader->terms().LowerBound(prefix);
    if (!cursor) return cursor.error();
    while (true) {
      const auto moved = cursor->Next();
      if (!moved) return moved.error();
      if (!*moved || !cursor->term().starts_with(prefix)) return {};
      const bool is_near = Follow(cursor->term());
      // The stemmer turns a last "y" into "i": that letter may be too far.
      if (!is_near && !(cursor->term().ends_with('i') &&
                        spelled_.text() == cursor->term())) {
        continue;
      }
      const FormCosts costs = CostsOf(cursor->term(), is_near);
      if (costs.any > most_) continue;
      const auto frequency =
          LiveChunkFrequency(segment, cursor->entry(), postings_);
      if (!frequency) return frequency.error();
      if (*frequency > 0) Add(cursor->term(), costs, *frequency);
    }
  }

  // By cost and then by term.
  std::span<const Neighbour> Found() {
    const auto found = MakeSpan<Neighbour>(arena_, count_);
    for (std::size_t i = 0; i < count_; ++i) found[i] = slots_[i].View();
    std::ranges::sort(found, CostsLess);
    return found;
  }

 private:
  static bool CostsLess(const Neighbour& a, const Neighbour& b) {
    return a.cost != b.cost ? a.cost < b.cost : a.term < b.term;
  }

  // Spells the term, up to the letter with which it is no word of letters, or
  // with which every word that begins so is too far; false if there is one.
  bool Follow(std::string_view term) {
    const std::size_t shared = SharedPrefix(term, spelled_.text());
    // All terms that begin like the spelled word are too far, and the
    // dictionary has them next to each other: each costs one comparison.
    if (is_dead_ && shared == spelled_.text().size()) return false;
    is_dead_ = false;
    spelled_.TruncateToBytes(shared);
    while (spelled_.text().size() < term.size()) {
      const char32_t letter = Decode(term, spelled_.text().size()).code_point;
      // Rows of the common beginning are kept from the term before: a walk
      // costs a row for each new letter only.
      is_dead_ = !spelled_.PushNextOf(term) || !IsAlphanumeric(letter) ||
                 IsDecimalDigit(letter) || spelled_.rows().Least() > most_;
      if (is_dead_) return false;
    }
    return true;
  }

  //   is_near  whether the spelled term is near without an ending
  FormCosts CostsOf(std::string_view term, bool is_near) {
    FormCosts costs;
    const std::size_t letters = spelled_.letters();
    // What is left of the word must tell which word it is.
    if (letters < kLeastStemLetters ||
        letters * kStemShareOf < word_.size() * kStemShare) {
      return costs;
    }
    if (is_near) TryEndings(term, costs);
    if (term.ends_with('i')) {
      spelled_.Truncate(letters - 1);
      TryEnding(term, "y", costs.inflected);
      static_cast<void>(spelled_.PushNextOf(term));
    }
    costs.any = std::min(costs.any, costs.inflected);
    return costs;
  }

  void TryEndings(std::string_view term, FormCosts& costs) {
    for (const std::string_view ending : kInflections) {
      TryEnding(term, ending, costs.inflected);
    }
    for (const std::string_view ending : {"e", "es"}) {
      TryEnding(term, ending, costs.silent_e);
    }
    costs.any = std::min(costs.inflected, costs.silent_e);
    for (const std::string_view ending : kDerivations) {
      TryEnding(term, ending, costs.any);
    }
    // The ending of the word looked up, wherever that may begin.
    for (std::size_t i = 0; i < word_.size(); ++i) {
      if (spelled_.rows().At(i) > most_) continue;
      TryEnding(term, EndingFrom(i), costs.any);
    }
  }

  // The letters of the word from the i-th on, if they are ASCII: other endings
  // are not taken off.
  std::string_view EndingFrom(std::size_t i) {
    for (std::size_t at = i; at < word_.size(); ++at) {
      if (word_[at] >= 0x80) return {};
      ending_[at - i] = static_cast<char>(word_[at]);
    }
    return {ending_.data(), word_.size() - i};
  }

  // Leaves the spelled word as it was.
  void TryEnding(std::string_view term, std::string_view ending,
                 EditCost& least) {
    const std::size_t letters = spelled_.letters();
    const std::size_t stem_bytes = spelled_.text().size();
    std::array<char, kMaxNeighbourBytes> whole;
    const std::size_t bytes = stem_bytes + ending.size();
    std::ranges::copy(spelled_.text(), whole.begin());
    std::ranges::copy(ending,
                      whole.begin() + static_cast<std::ptrdiff_t>(stem_bytes));
    const std::string_view word(whole.data(), bytes);
    bool is_near = true;
    while (is_near && spelled_.text().size() < bytes) {
      is_near = spelled_.PushNextOf(word) && spelled_.rows().Least() <= most_;
    }
    const EditCost cost = spelled_.rows().Whole();
    spelled_.Truncate(letters);
    // The stemmer is asked last, since it takes longer than all else.
    if (!is_near || cost > most_ || cost >= least) return;
    // Not every stem takes every ending.
    if (normalizer_.Normalize(word, TokenKind::kWord) == term) least = cost;
  }

  void Add(std::string_view term, const FormCosts& costs,
           std::uint64_t frequency) {
    // From here on only words with as many edits or fewer are of use, which
    // makes the rest of the walk shorter. Costs within one number of edits
    // differ by slips, so those are kept.
    if (costs.inflected <= most_) {
      most_ = static_cast<EditCost>(EditsOf(costs.inflected) * kEditCost);
    }
    Slot slot{{}, static_cast<std::uint8_t>(term.size()), costs, frequency};
    std::ranges::copy(term, slot.term.begin());
    const auto known = slots_.first(count_);
    const auto same = std::ranges::find(
        known, term, [](const Slot& other) { return other.View().term; });
    if (same != known.end()) {
      same->frequency += frequency;
    } else if (count_ < slots_.size()) {
      slots_[count_++] = slot;
    } else {
      // A neighbour that is dropped here stays dropped: others are nearer.
      const auto worst =
          std::ranges::max_element(known, CostsLess, &Slot::View);
      if (CostsLess(slot.View(), worst->View())) *worst = slot;
    }
  }

  std::span<const char32_t> word_;
  EditCost most_;
  SpelledWord spelled_;
  bool is_dead_ = false;  // No word that begins with the spelled one is near.
  std::array<char, kMaxEditedLetters> ending_;
  std::span<Slot> slots_;
  std::size_t count_ = 0;
  PostingCursor* postings_;
  TermNormalizer& normalizer_;
  Arena& arena_;
};

}  // namespace

Letters::Letters(std::string_view word) noexcept {
  for (std::size_t at = 0; at < word.size();) {
    const Character c = Decode(word, at);
    const bool is_letter =
        IsAlphanumeric(c.code_point) && !IsDecimalDigit(c.code_point);
    if (!is_letter || size_ == letters_.size()) {
      size_ = 0;
      return;
    }
    letters_[size_++] = c.code_point;
    at += c.bytes;
  }
}

Result<std::span<const Neighbour>> FindNeighbours(
    std::span<const LiveSegment> segments, std::string_view word,
    unsigned most_edits, TermNormalizer& normalizer, Arena& arena) {
  const Letters letters(word);
  NeighbourSearch search(letters.all(), most_edits, normalizer, arena);
  // The first letter is rarely wrong, so only terms that begin with it are
  // walked, and those that begin with the first two letters swapped.
  const std::size_t first = Decode(word, 0).bytes;
  const std::size_t second = Decode(word, first).bytes;
  const auto swapped = MakeBuffer<char>(arena, first + second);
  std::ranges::copy(word.substr(first, second), swapped.begin());
  std::ranges::copy(word.substr(0, first),
                    swapped.begin() + static_cast<std::ptrdiff_t>(second));
  for (const LiveSegment& segment : segments) {
    if (auto walked = search.Walk(segment, word.substr(0, first)); !walked) {
      return walked.error();
    }
    // Swapped, the two would be the same beginning again.
    if (letters.all()[0] == letters.all()[1]) continue;
    if (auto walked = search.Walk(segment, {swapped.data(), swapped.size()});
        !walked) {
      return walked.error();
    }
  }
  return search.Found();
}

}  // namespace answerbox::engine
