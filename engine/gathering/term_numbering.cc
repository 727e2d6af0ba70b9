#include "engine/gathering/term_numbering.h"

#include <algorithm>
#include <array>

namespace answerbox::engine {
namespace {

constexpr std::size_t kExpectedTerms = 2048;

std::uint64_t KeyOf(std::uint32_t segment, TermNumber term) {
  return std::uint64_t{segment} << 32 | term;
}

}  // namespace

TermNumbering::TermNumbering(std::span<const LiveSegment> segments,
                             std::uint32_t most, Arena& arena)
    : segments_(segments),
      most_(most),
      by_number_(kExpectedTerms, arena),
      by_text_(segments.size() > 1 ? kExpectedTerms : 0, arena) {}

// Each segment numbers its own terms. A term of several segments is recognised
// by its text, which is read once per segment and term; with one segment no
// text is read.
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
    hash = TextKey(*text);
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
