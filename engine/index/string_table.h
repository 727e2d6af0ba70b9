// Numbers distinct strings in order of their first appearance. Open addressing
// over one array of characters: no allocation per string, and keys stand close
// together, which is most of the time that indexing takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace answerbox::engine {

class StringTable {
 public:
  // `seed` shuffles the hash, so that nobody can prepare a text whose words all
  // collide; it has no influence on numbers.
  explicit StringTable(std::uint64_t seed);

  struct Place {
    std::uint32_t number = 0;
    bool added = false;
  };
  // The number of `text`, added if it was not there.
  [[nodiscard]] Place Intern(std::string_view text);

  // Precondition: number < size(). Until the next Intern().
  [[nodiscard]] std::string_view operator[](std::uint32_t number) const {
    const std::size_t begin = number == 0 ? 0 : entries_[number - 1].end;
    return {characters_.data() + begin, entries_[number].end - begin};
  }

  [[nodiscard]] std::uint32_t size() const noexcept {
    return static_cast<std::uint32_t>(entries_.size());
  }

  // Forgets all strings and keeps the memory.
  void Clear() noexcept;

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  struct Entry {
    std::uint64_t last = 0;  // The last eight bytes, or all there are.
    std::uint32_t end = 0;  // In characters_; begins where the one before ends.
    std::uint32_t hash = 0;
  };

  [[nodiscard]] std::uint32_t Hash(std::string_view text,
                                   std::uint64_t last) const noexcept;
  void Grow();

  std::uint64_t seed_;
  std::vector<char> characters_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> slots_;  // Number + 1; 0: free. A power of two.
};

}  // namespace answerbox::engine
