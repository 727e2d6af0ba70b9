#include "engine/gathering/term_numbering.h"

#include <algorithm>
#include <array>
#include <bit>

#include "engine/numeric/arena_span.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kExpectedTerms = 2048;

std::uint64_t KeyOf(std::uint32_t segment, TermNumber term) {
  return std::uint64_t{segment} << 32 | term;
}

}  // namespace

NumberTable::NumberTable(std::size_t expected, Arena& arena)
    : arena_(&arena),
      entries_(MakeSpan<Entry>(
          arena, std::bit_ceil(2 * std::max<std::size_t>(expected, 8)))) {}

std::size_t NumberTable::PlaceOf(std::uint64_t key) const noexcept {
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
  if (2 * (count_ + 1) > entries_.size()) {
    const auto old = entries_;
    entries_ = MakeSpan<Entry>(*arena_, 2 * old.size());
    for (const Entry& entry : old) {
      if (entry.number_and_one != 0) entries_[PlaceOf(entry.key)] = entry;
    }
  }
  entries_[PlaceOf(key)] = {key, number + 1};
  ++count_;
}

std::uint64_t TermHash(std::string_view term) noexcept {
  std::uint64_t hash = 0xCBF29CE484222325u;
  for (const char c : term) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  }
  return hash;
}

TermNumbering::TermNumbering(std::span<const LiveSegment> segments,
                             std::uint32_t most, Arena& arena)
    : segments_(segments),
      most_(most),
      by_number_(kExpectedTerms, arena),
      by_text_(segments.size() > 1 ? kExpectedTerms : 0, arena) {}

Result<std::optional<std::uint32_t>> TermNumbering::Number(
    std::uint32_t segment, TermNumber term) {
  const std::uint64_t key = KeyOf(segment, term);
  if (const auto known = by_number_.Find(key)) return known;
  std::optional<std::uint32_t> number;
  std::uint64_t hash = 0;
  if (segments_.size() > 1) {
    std::array<char, kMaxTermBytes> buffer;
    const auto text = segments_[segment].reader->terms().Text(term, buffer);
    if (!text) return text.error();
    hash = TermHash(*text);
    number = by_text_.Find(hash);
  }
  if (!number) {
    if (size_ == most_) return std::optional<std::uint32_t>();
    number = size_++;
    if (segments_.size() > 1) by_text_.Insert(hash, *number);
  }
  by_number_.Insert(key, *number);
  return number;
}

Result<std::optional<std::uint32_t>> TermNumbering::Find(
    std::string_view term) const {
  for (std::uint32_t s = 0; s < segments_.size(); ++s) {
    const auto entry = segments_[s].reader->terms().Find(term);
    if (!entry) return entry.error();
    if (!*entry) continue;
    if (const auto number = by_number_.Find(KeyOf(s, (*entry)->number))) {
      return number;
    }
  }
  return std::optional<std::uint32_t>();
}

}  // namespace answerbox::engine
