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

}  // namespace

StringTable::StringTable(std::uint64_t seed)
    : seed_(seed), slots_(kFirstSlots) {}

std::uint32_t StringTable::Hash(std::string_view text) const noexcept {
  std::uint64_t hash = seed_ ^ text.size();
  const char* from = text.data();
  std::size_t left = text.size();
  std::uint64_t word = 0;
  for (; left > sizeof word; left -= sizeof word, from += sizeof word) {
    std::memcpy(&word, from, sizeof word);
    hash = Mix(hash, word);
  }
  word = 0;
  std::memcpy(&word, from, left);
  hash = Mix(hash, word) * kFinalMultiplier;
  return static_cast<std::uint32_t>(hash >> 32);
}

StringTable::Place StringTable::Intern(std::string_view text) {
  const std::uint32_t hash = Hash(text);
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    const std::uint32_t number = slots_[slot] - 1;
    if (entries_[number].hash == hash && (*this)[number] == text) {
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
