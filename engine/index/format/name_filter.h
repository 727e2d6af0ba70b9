// Says of most names that a segment does not hold them, by a look at one place:
// a Bloom filter in blocks (F. Putze, P. Sanders, J. Singler: "Cache-, Hash-
// and Space-Efficient Bloom Filters", 2007). Adding a document asks every
// segment for its name, and nearly always in vain. docs/segment-format.md,
// "Name filter".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace answerbox::engine {

inline constexpr std::size_t kNameFilterBlockBytes = 32;

// Of a segment with that many documents. With 12 bits for each, 1 % of other
// names are taken for one of theirs.
[[nodiscard]] std::uint64_t NameFilterBytes(std::uint32_t documents) noexcept;

// Precondition, here and below: filter.size() is NameFilterBytes of a number of
// documents.
void AddToNameFilter(std::span<std::byte> filter,
                     std::string_view name) noexcept;

// Where the kNameFilterBlockBytes are that tell of a name. Precondition: the
// filter is not empty.
[[nodiscard]] std::size_t NameFilterBlockAt(std::string_view name,
                                            std::size_t filter_bytes) noexcept;

// False: the name was not added.
[[nodiscard]] bool MayHoldName(std::span<const std::byte> filter,
                               std::string_view name) noexcept;

}  // namespace answerbox::engine
