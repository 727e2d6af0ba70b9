// Maps keys to numbers: open addressing in the arena.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/numeric/arena.h"

namespace answerbox::engine {

// A table that grows leaves its old place unused.
class NumberTable {
 public:
  // Throws std::bad_alloc past the arena.
  //   expected  keys that fit before the table grows
  NumberTable(std::size_t expected, Arena& arena);

  [[nodiscard]] std::optional<std::uint32_t> Find(
      std::uint64_t key) const noexcept;
  // Precondition: Find(key) is nothing. Throws std::bad_alloc past the arena.
  void Insert(std::uint64_t key, std::uint32_t number);
  // The key's number. A new key gets the number of keys before it. Throws
  // std::bad_alloc past the arena.
  std::uint32_t NumberOf(std::uint64_t key);
  // Number of keys.
  [[nodiscard]] std::uint32_t size() const noexcept { return count_; }

 private:
  struct Entry {
    std::uint64_t key = 0;
    std::uint32_t number_and_one = 0;  // 0: the entry is free.
  };

  [[nodiscard]] std::size_t PlaceOf(std::uint64_t key) const noexcept;

  Arena* arena_;
  std::span<Entry> entries_;  // As many as a power of two.
  std::uint32_t count_ = 0;
};

// A key for a text: FNV-1a. Two texts with the same key are taken for one;
// hardly any collection has two such terms.
[[nodiscard]] std::uint64_t TextKey(std::string_view text) noexcept;

}  // namespace answerbox::engine
