#include "engine/index/string_table.h"

#include <algorithm>
#include <cstring>

namespace answerbox::engine {
namespace {

constexpr std::size_t kFirstSlots = 512;

// Odd constants with well-spread bits (from the golden ratio and from pi).
constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15u;
constexpr std::uint64_t kFinalMultiplier = 0x243F6A8885A308D3u;

std::uint64_t Mix(std::uint64_t hash, std::uint64_t word) noexcept {
  hash = (hash ^ word) * kMultiplier;
  return hash ^ hash >> 32;
}

template <typename Word>
std::uint64_t Load(const char* from) noexcept {
  Word word;
  std::memcpy(&word, from, sizeof word);
  return word;
}

// Up to eight bytes as a number, by two loads that overlap: a copy of a length
// known only here would be a call.
std::uint64_t LoadShort(const char* from, std::size_t size) noexcept {
  if (size >= 8) return Load<std::uint64_t>(from);
  if (size >= 4) {
    return Load<std::uint32_t>(from) | Load<std::uint32_t>(from + size - 4)
                                           << (8 * size - 32);
  }
  if (size >= 2) {
    return Load<std::uint16_t>(from) | Load<std::uint16_t>(from + size - 2)
                                           << (8 * size - 16);
  }
  return size == 0 ? 0 : static_cast<unsigned char>(*from);
}

// The last eight bytes, or all; with the words before them, the whole string.
std::uint64_t LoadLast(const char* from, std::size_t size) noexcept {
  return size > 8 ? Load<std::uint64_t>(from + size - 8)
                  : LoadShort(from, size);
}

bool AreEqual(std::string_view a, std::string_view b) noexcept {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i + 8 < a.size(); i += 8) {
    if (Load<std::uint64_t>(a.data() + i) !=
        Load<std::uint64_t>(b.data() + i)) {
      return false;
    }
  }
  return LoadLast(a.data(), a.size()) == LoadLast(b.data(), b.size());
}

}  // namespace

StringTable::StringTable(std::uint64_t seed)
    : seed_(seed), slots_(kFirstSlots) {}

std::uint32_t StringTable::Hash(std::string_view text) const noexcept {
  std::uint64_t hash = seed_ ^ text.size();
  for (std::size_t i = 0; i + 8 < text.size(); i += 8) {
    hash = Mix(hash, Load<std::uint64_t>(text.data() + i));
  }
  hash = Mix(hash, LoadLast(text.data(), text.size())) * kFinalMultiplier;
  return static_cast<std::uint32_t>(hash >> 32);
}

StringTable::Place StringTable::Intern(std::string_view text) {
  const std::uint32_t hash = Hash(text);
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    const std::uint32_t number = slots_[slot] - 1;
    if (entries_[number].hash == hash && AreEqual((*this)[number], text)) {
      return {number, false};
    }
  }
  const std::uint32_t number = size();
  characters_.insert(characters_.end(), text.begin(), text.end());
  entries_.push_back({static_cast<std::uint32_t>(characters_.size()), hash});
  slots_[slot] = number + 1;
  if (entries_.size() > slots_.size() / 2) Grow();
  return {number, true};
}

void StringTable::Grow() {
  std::vector<std::uint32_t> larger(slots_.size() * 2);
  const std::size_t mask = larger.size() - 1;
  for (std::uint32_t number = 0; number < size(); ++number) {
    std::size_t slot = entries_[number].hash & mask;
    while (larger[slot] != 0) slot = (slot + 1) & mask;
    larger[slot] = number + 1;
  }
  slots_ = std::move(larger);
}

void StringTable::Clear() noexcept {
  characters_.clear();
  entries_.clear();
  std::fill(slots_.begin(), slots_.end(), 0u);
}

std::size_t StringTable::memory_bytes() const noexcept {
  return characters_.capacity() + entries_.capacity() * sizeof(Entry) +
         slots_.capacity() * sizeof(std::uint32_t);
}

}  // namespace answerbox::engine
