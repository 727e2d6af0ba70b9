#include "engine/numeric/number_table.h"

#include <algorithm>
#include <bit>

namespace answerbox::engine {

NumberTable::NumberTable(std::size_t expected, Arena& arena)
    : arena_(&arena),
      entries_(MakeSpan<Entry>(
          arena, std::bit_ceil(2 * std::max<std::size_t>(expected, 8)))) {}

std::size_t NumberTable::PlaceOf(std::uint64_t key) const noexcept {
  // Multiplying by the golden ratio spreads neighbouring keys (Knuth, The Art
  // of Computer Programming, volume 3, section 6.4).
  const std::size_t mask = entries_.size() - 1;
  std::uint64_t mixed = key * 0x9E3779B97F4A7C15u;
  mixed ^= mixed >> 32;
  auto place = static_cast<std::size_t>(mixed) & mask;
  while (entries_[place].number_and_one != 0 && entries_[place].key != key) {
    place = (place + 1) & mask;
  }
  return place;
}

std::optional<std::uint32_t> NumberTable::Find(
    std::uint64_t key) const noexcept {
  const Entry& entry = entries_[PlaceOf(key)];
  if (entry.number_and_one == 0) return std::nullopt;
  return entry.number_and_one - 1;
}

void NumberTable::Insert(std::uint64_t key, std::uint32_t number) {
  // The table is at most half full, so that probes stay short. The old table
  // stays in the arena, which takes nothing back: all tables together take less
  // than twice the last one.
  if (2 * (std::size_t{count_} + 1) > entries_.size()) {
    const auto old = entries_;
    entries_ = MakeSpan<Entry>(*arena_, 2 * old.size());
    for (const Entry& entry : old) {
      if (entry.number_and_one != 0) entries_[PlaceOf(entry.key)] = entry;
    }
  }
  entries_[PlaceOf(key)] = {key, number + 1};
  ++count_;
}

std::uint32_t NumberTable::NumberOf(std::uint64_t key) {
  const Entry& entry = entries_[PlaceOf(key)];
  if (entry.number_and_one != 0) return entry.number_and_one - 1;
  const std::uint32_t number = count_;
  Insert(key, number);
  return number;
}

std::uint64_t TextKey(std::string_view text) noexcept {
  std::uint64_t hash = 0xCBF29CE484222325u;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  }
  return hash;
}

}  // namespace answerbox::engine
