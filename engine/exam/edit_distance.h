// The edit distance of two texts: how many characters must be inserted, deleted
// or replaced to turn one into the other.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace answerbox::engine {

// The distance, if it is at most `most`. Looks only at the band of the matrix
// that distances up to `most` can pass, and stops as soon as all of a row is
// above it: at most (2 * most + 1) * a.size() steps.
//   row  [at least b.size() + 1] for use by this function
[[nodiscard]] std::optional<std::uint32_t> EditDistanceWithin(
    std::span<const char32_t> a, std::span<const char32_t> b,
    std::uint32_t most, std::span<std::uint32_t> row) noexcept;

}  // namespace answerbox::engine
