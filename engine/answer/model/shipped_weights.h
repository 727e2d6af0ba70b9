// The bytes of the shipped models' files.
#pragma once

#include <cstddef>
#include <span>

namespace answerbox::engine {

[[nodiscard]] std::span<const std::byte> ShippedModelBytes() noexcept;
[[nodiscard]] std::span<const std::byte> ShippedSpanModelBytes() noexcept;
[[nodiscard]] std::span<const std::byte> ShippedUnitTreesBytes() noexcept;
[[nodiscard]] std::span<const std::byte> ShippedThesaurusBytes() noexcept;

}  // namespace answerbox::engine
