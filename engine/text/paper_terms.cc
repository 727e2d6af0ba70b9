#include "engine/text/paper_terms.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

#include "engine/text/eight_bytes.h"
#include "engine/text/term_normalizer.h"

namespace answerbox::engine {
namespace {

// Marks what `\w` matches in bytes without capitals.
std::uint64_t MarkTermBytes(std::uint64_t lower) {
  return MarkRange(lower, 'a', 'z') | MarkRange(lower, '0', '9') |
         MarkRange(lower, '_', '_');
}

// The eight marks as bits, the first byte's lowest: the product has each at a
// place of its own in the highest byte.
std::uint64_t Gather(std::uint64_t marks) {
  return (marks >> 7) * 0x0102040810204080u >> 56;
}

}  // namespace

bool PaperTerms::Read(std::string_view sentence) noexcept {
  assert(sentence.size() <= kMaxSentenceBytes);
  position_ = end_ = 0;
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < sentence.size(); i += 8) {
    const std::uint64_t bytes =
        LoadUpToEightBytes(sentence.data() + i, sentence.size() - i);
    seen |= bytes;
    const std::uint64_t lower = ToLowerAscii(bytes);
    std::memcpy(lower_.data() + i, &lower, sizeof lower);
    std::uint64_t& mask = is_term_[i / 64];
    if (i % 64 == 0) mask = 0;
    mask |= Gather(MarkTermBytes(lower)) << i % 64;
  }
  if ((seen & kHighBits) != 0) return false;
  end_ = sentence.size();
  return true;
}

std::size_t PaperTerms::Find(std::uint64_t flip) const noexcept {
  std::size_t word = position_ / 64;
  std::uint64_t bits = (is_term_[word] ^ flip) & ~std::uint64_t{0}
                                                     << position_ % 64;
  while (bits == 0) {
    if (++word * 64 >= end_) return end_;
    bits = is_term_[word] ^ flip;
  }
  return std::min(word * 64 + static_cast<std::size_t>(std::countr_zero(bits)),
                  end_);
}

std::string_view PaperTerms::Next() noexcept {
  if (position_ == end_) return {};
  const std::size_t begin = position_ = Find(0);
  if (begin == end_) return {};
  position_ = Find(~std::uint64_t{0});
  return std::string_view(lower_.data() + begin, position_ - begin)
      .substr(0, kMaxTermBytes);
}

}  // namespace answerbox::engine
