#include "engine/answer/evidence/near_duplicates.h"

#include <array>

#include "engine/text/ascii.h"

namespace answerbox::engine {
namespace {

// Set in the hash of a word that must be in both sentences.
constexpr std::uint32_t kExact = std::uint32_t{1} << 31;
constexpr std::size_t kShortWord = 3;  // Bytes: "the", "of", but "5" counts.

// Bytes of words in lower case; 0 for others. Bytes that are not ASCII belong
// to words.
constexpr std::array<unsigned char, 256> kWordBytes = [] {
  std::array<unsigned char, 256> bytes{};
  for (std::size_t b = 0; b < bytes.size(); ++b) {
    const auto byte = static_cast<char>(b);
    if (Is(byte, kLetterByte | kDigitByte | kNonAsciiByte)) {
      bytes[b] =
          static_cast<unsigned char>(Is(byte, kUpperByte) ? b | 0x20 : b);
    }
  }
  return bytes;
}();

// Whether part / sqrt(a b) is at least 0.8; false for empty sets. Squared on
// both sides, since integers have no root: part^2 / (a b) >= 0.64.
bool IsCosineHigh(std::uint64_t part, std::uint64_t a, std::uint64_t b) {
  return part > 0 && 25 * part * part >= 16 * a * b;
}

bool HasExact(std::span<const std::uint32_t> ascending) {
  return !ascending.empty() && (ascending.back() & kExact) != 0;
}

}  // namespace

// Bytes, not characters: this is asked of many sentences, and only equality
// counts. The first word has a capital whatever it is.
WordSet::WordSet(std::string_view sentence, Arena& arena) {
  // A word and the space after it take at least two bytes.
  const auto words = MakeBuffer<std::uint32_t>(
      arena, std::min(kMaxComparedWords, sentence.size() / 2 + 1));
  std::size_t count = 0;
  bool is_first = true;
  bool follows_number = false;
  for (std::size_t i = 0; i < sentence.size(); ++i) {
    const std::size_t begin = i;
    std::uint32_t hash = 2166136261u;  // FNV-1a.
    for (; i < sentence.size(); ++i) {
      const auto byte = kWordBytes[static_cast<unsigned char>(sentence[i])];
      if (byte == 0) break;
      hash = (hash ^ byte) * 16777619u;
    }
    if (i == begin) continue;
    const char initial = sentence[begin];
    const bool is_exact = Is(initial, kDigitByte) || follows_number ||
                          (Is(initial, kUpperByte) && !is_first);
    follows_number = Is(initial, kDigitByte);
    is_first = false;
    if (count == words.size()) break;
    if (i - begin <= kShortWord && !is_exact) continue;
    words[count++] = is_exact ? hash | kExact : hash & ~kExact;
  }
  std::ranges::sort(words.first(count));
  const auto end = std::unique(
      words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count));
  words_ = words.first(static_cast<std::size_t>(end - words.begin()));
}

// Both lists ascend, so one walk finds what is common. A word that must be in
// both and is in one ends it at once.
bool SayTheSame(const WordSet& a, const WordSet& b) noexcept {
  auto left = a.words();
  auto right = b.words();
  std::size_t common = 0;
  while (!left.empty() && !right.empty()) {
    if (left.front() == right.front()) {
      ++common;
      left = left.subspan(1);
      right = right.subspan(1);
      continue;
    }
    auto& only_here = left.front() < right.front() ? left : right;
    if ((only_here.front() & kExact) != 0) return false;
    only_here = only_here.subspan(1);
  }
  return !HasExact(left) && !HasExact(right) &&
         IsCosineHigh(common, a.words().size(), b.words().size());
}

}  // namespace answerbox::engine
