// The 95 % interval of a figure, by drawing topics with replacement: questions
// about one topic are not independent of each other.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace answerbox::lab {

// The middle 95 % of 2,000 values of `value`, each for as many topics as there
// are, drawn anew. {0, 0} without topics.
//   value  called with std::span<const std::size_t>, the drawn topics' numbers
template <typename Value>
[[nodiscard]] std::array<double, 2> DrawnTopicsInterval(std::size_t topics,
                                                        const Value& value) {
  constexpr std::size_t kDraws = 2000;
  constexpr std::uint64_t kDrawsSeed = 20260101;
  if (topics == 0) return {};
  std::mt19937_64 random(kDrawsSeed);
  std::vector<std::size_t> drawn(topics);
  std::vector<double> values;
  values.reserve(kDraws);
  for (std::size_t draw = 0; draw < kDraws; ++draw) {
    for (std::size_t& topic : drawn) {
      topic = static_cast<std::size_t>(random() % topics);
    }
    values.push_back(value(std::span<const std::size_t>(drawn)));
  }
  std::ranges::sort(values);
  return {values[kDraws * 25 / 1000], values[kDraws * 975 / 1000]};
}

}  // namespace answerbox::lab
