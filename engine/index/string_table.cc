#include "engine/index/string_table.h"

#include <algorithm>

#include "engine/text/eight_bytes.h"

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

// The last eight bytes, or all; with the words before them, the whole string.
std::uint64_t LoadLast(std::string_view text) noexcept {
  return text.size() > 8 ? LoadEightBytes(text.data() + text.size() - 8)
                         : LoadUpToEightBytes(text.data(), text.size());
}

// Whether strings of one length agree in all but their last eight bytes.
bool BeginAlike(std::string_view a, std::string_view b) noexcept {
  for (std::size_t i = 0; i + 8 < a.size(); i += 8) {
    if (LoadEightBytes(a.data() + i) != LoadEightBytes(b.data() + i)) {
      return false;
    }
  }
  return true;
}

}  // namespace

StringTable::StringTable(std::uint64_t seed)
    : seed_(seed), slots_(kFirstSlots) {}

StringTable::Place StringTable::Intern(std::string_view text) {
  const std::uint64_t last = LoadLast(text);
  const std::uint32_t hash = Hash(text, last);
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    const std::uint32_t number = slots_[slot] - 1;
    const Entry& entry = entries_[number];
    if (entry.hash != hash || entry.last != last) continue;
    const std::string_view known = (*this)[number];
    if (known.size() == text.size() && BeginAlike(known, text)) {
      return {number, false};
    }
  }
  const std::uint32_t number = size();
  characters_.insert(characters_.end(), text.begin(), text.end());
  entries_.push_back(
      {last, static_cast<std::uint32_t>(characters_.size()), hash});
  slots_[slot] = number + 1;
  if (entries_.size() > slots_.size() / 2) Grow();
  return {number, true};
}

// `last` is LoadLast(text).
std::uint32_t StringTable::Hash(std::string_view text,
                                std::uint64_t last) const noexcept {
  std::uint64_t hash = seed_ ^ text.size();
  for (std::size_t i = 0; i + 8 < text.size(); i += 8) {
    hash = Mix(hash, LoadEightBytes(text.data() + i));
  }
  hash = Mix(hash, last) * kFinalMultiplier;
  return static_cast<std::uint32_t>(hash >> 32);
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
