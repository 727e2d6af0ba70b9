#include "engine/exam/edit_distance.h"

#include <algorithm>
#include <cstddef>

namespace answerbox::engine {

std::optional<std::uint32_t> EditDistanceWithin(
    std::span<const char32_t> a, std::span<const char32_t> b,
    std::uint32_t most, std::span<std::uint32_t> row) noexcept {
  const std::size_t longer = std::max(a.size(), b.size());
  if (longer - std::min(a.size(), b.size()) > most) return std::nullopt;
  const std::uint32_t above = most + 1;  // Stands for all distances above it.
  for (std::size_t j = 0; j <= b.size(); ++j) {
    row[j] = j > most ? above : static_cast<std::uint32_t>(j);
  }
  // row[j] is the distance of the first i characters of a to the first j of b.
  // Cells outside of [begin, end] are above `most`.
  for (std::size_t i = 1; i <= a.size(); ++i) {
    const std::size_t begin = i > most ? i - most : 0;
    const std::size_t end = std::min(b.size(), i + most);
    std::uint32_t diagonal = begin == 0 ? row[0] : row[begin - 1];
    std::uint32_t least = above;
    if (begin == 0) {
      row[0] = static_cast<std::uint32_t>(i);
      least = row[0];
    } else {
      row[begin - 1] = above;
    }
    for (std::size_t j = std::max<std::size_t>(begin, 1); j <= end; ++j) {
      const std::uint32_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1, above});
      least = std::min(least, row[j]);
    }
    if (least > most) return std::nullopt;
  }
  if (row[b.size()] > most) return std::nullopt;
  return row[b.size()];
}

}  // namespace answerbox::engine
