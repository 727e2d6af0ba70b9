// Numbers distinct strings in order of their first appearance. A hash table
// with open addressing; all strings stand in one array of characters. So there
// is no allocation per string, and keys stand close together in memory.
// Indexing spends most of its time here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/text/eight_bytes.h"

namespace answerbox::engine {

class StringTable {
 public:
  // `seed` changes the hash, so that nobody can prepare a text whose words all
  // collide. The numbers do not depend on it.
  explicit StringTable(std::uint64_t seed);

  // A string, with its last eight bytes (or all, if there are fewer) as a
  // number.
  class Key {
   public:
    explicit Key(std::string_view text) noexcept
        : Key(text, text.size() > 8
                        ? LoadEightBytes(text.data() + text.size() - 8)
                        : LoadUpToEightBytes(text.data(), text.size())) {}

    // Preconditions: `text` is not empty; eight bytes can be read from its
    // first byte on.
    [[nodiscard]] static Key WithRoom(std::string_view text) noexcept {
      if (text.size() > 8) return Key(text);
      return {text, LoadBytesOfEight(text.data(), text.size())};
    }

   private:
    friend class StringTable;
    Key(std::string_view text, std::uint64_t last) noexcept
        : text_(text), last_(last) {}

    std::string_view text_;
    std::uint64_t last_;
  };

  struct Place {
    std::uint32_t number = 0;
    bool added = false;
  };
  // The number of the string, which is added if the table does not have it.
  [[nodiscard]] Place Intern(Key key) {
    const std::uint32_t hash = Hash(key);
    std::size_t slot = hash & mask_;
    for (; slots_[slot] != 0; slot = (slot + 1) & mask_) {
      const std::uint32_t number = slots_[slot] - 1;
      const Entry& entry = entries_[number];
      if (entry.hash == hash && entry.last == key.last_ &&
          IsAt(number, key.text_)) {
        return {number, false};
      }
    }
    return {Add(key.text_, key.last_, hash, slot), true};
  }
  [[nodiscard]] Place Intern(std::string_view text) {
    return Intern(Key(text));
  }

  // Valid until the next Intern(). Precondition: number < size().
  [[nodiscard]] std::string_view operator[](std::uint32_t number) const {
    const std::size_t begin = number == 0 ? 0 : entries_[number - 1].end;
    return {characters_.data() + begin, entries_[number].end - begin};
  }

  // The string's first eight bytes; zeros follow a shorter string.
  [[nodiscard]] std::uint64_t FirstEight(std::uint32_t number) const noexcept {
    const std::string_view text = (*this)[number];
    return text.size() > 8 ? LoadEightBytes(text.data())
                           : entries_[number].last;
  }

  [[nodiscard]] std::uint32_t size() const noexcept {
    return static_cast<std::uint32_t>(entries_.size());
  }

  // Forgets all strings and keeps the memory.
  void Clear() noexcept;

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  struct Entry {
    std::uint64_t last = 0;  // As Key::last_.
    std::uint32_t end =
        0;  // In characters_. A string begins where the one before it ends.
    std::uint32_t hash = 0;
  };

  // Odd constants with well-spread bits (from the golden ratio and from pi).
  static constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15u;
  static constexpr std::uint64_t kFinalMultiplier = 0x243F6A8885A308D3u;

  [[nodiscard]] static std::uint64_t Mix(std::uint64_t hash,
                                         std::uint64_t word) noexcept {
    hash = (hash ^ word) * kMultiplier;
    return hash ^ hash >> 32;
  }
  [[nodiscard]] std::uint32_t Hash(Key key) const noexcept {
    std::uint64_t hash = seed_ ^ key.text_.size();
    for (std::size_t i = 0; i + 8 < key.text_.size(); i += 8) {
      hash = Mix(hash, LoadEightBytes(key.text_.data() + i));
    }
    hash = Mix(hash, key.last_) * kFinalMultiplier;
    return static_cast<std::uint32_t>(hash >> 32);
  }
  // Whether the string of that number is `text`. Precondition: both have the
  // same last eight bytes.
  [[nodiscard]] bool IsAt(std::uint32_t number,
                          std::string_view text) const noexcept {
    const std::string_view known = (*this)[number];
    if (known.size() != text.size()) return false;
    for (std::size_t i = 0; i + 8 < text.size(); i += 8) {
      if (LoadEightBytes(known.data() + i) != LoadEightBytes(text.data() + i)) {
        return false;
      }
    }
    return true;
  }
  std::uint32_t Add(std::string_view text, std::uint64_t last,
                    std::uint32_t hash, std::size_t slot);
  void Grow();

  std::uint64_t seed_;
  std::vector<char> characters_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> slots_;  // Number + 1; 0: free. A power of two.
  std::size_t mask_;                  // slots_.size() - 1.
};

}  // namespace answerbox::engine
