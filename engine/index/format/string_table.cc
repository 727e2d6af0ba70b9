#include "engine/index/format/string_table.h"

#include <algorithm>
#include <utility>

namespace answerbox::engine {
namespace {

// Room for 256 strings, which is more than a paragraph has.
constexpr std::size_t kFirstSlots = 512;

}  // namespace

StringTable::StringTable(std::uint64_t seed)
    : seed_(seed), slots_(kFirstSlots), mask_(kFirstSlots - 1) {}

std::uint32_t StringTable::Add(std::string_view text, std::uint64_t last,
                               std::uint32_t hash, std::size_t slot) {
  const std::uint32_t number = size();
  characters_.insert(characters_.end(), text.begin(), text.end());
  entries_.push_back(
      {last, static_cast<std::uint32_t>(characters_.size()), hash});
  slots_[slot] = number + 1;
  // Linear probing stays short while at most half of the slots are taken.
  if (entries_.size() > slots_.size() / 2) Grow();
  return number;
}

void StringTable::Grow() {
  std::vector<std::uint32_t> larger(slots_.size() * 2);
  const std::size_t mask = larger.size() - 1;
  for (std::uint32_t number = 0; number < size(); ++number) {
    // The entries keep their hashes, so growing reads no string.
    std::size_t slot = entries_[number].hash & mask;
    while (larger[slot] != 0) slot = (slot + 1) & mask;
    larger[slot] = number + 1;
  }
  slots_ = std::move(larger);
  mask_ = mask;
}

void StringTable::Clear() noexcept {
  characters_.clear();
  entries_.clear();
  // The slots stay as many as they were: the next segment is often as large.
  std::fill(slots_.begin(), slots_.end(), 0u);
}

std::size_t StringTable::memory_bytes() const noexcept {
  return characters_.capacity() + entries_.capacity() * sizeof(Entry) +
         slots_.capacity() * sizeof(std::uint32_t);
}

}  // namespace answerbox::engine
