#include "engine/words/edit_rows.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <optional>
#include <string_view>

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

}  // namespace answerbox::engine
