// A blocked Bloom filter of document names (F. Putze, P. Sanders, J. Singler:
// "Cache-, Hash- and Space-Efficient Bloom Filters", 2007). It tells, by
// reading one block, that a segment does not hold a name. Adding a document
// looks for its name in every segment, and nearly always finds nothing. Layout:
// docs/segment-format.md, "Name filter".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace answerbox::engine {

inline constexpr std::size_t kNameFilterBlockBytes = 32;

// Size of the filter for so many documents. It has 12 bits per document, so
// MayHoldName() is wrongly true for 1 % of the names that were not added.
[[nodiscard]] std::uint64_t NameFilterBytes(std::uint32_t documents) noexcept;

// Precondition, here and below: filter.size() is a result of NameFilterBytes().
void AddToNameFilter(std::span<std::byte> filter,
                     std::string_view name) noexcept;

// Offset of the name's block of kNameFilterBlockBytes in the filter.
// Precondition: the filter is not empty.
[[nodiscard]] std::size_t NameFilterBlockAt(std::string_view name,
                                            std::size_t filter_bytes) noexcept;

// False: the name was certainly not added.
[[nodiscard]] bool MayHoldName(std::span<const std::byte> filter,
                               std::string_view name) noexcept;

}  // namespace answerbox::engine
