#include "engine/answer/lexicon.h"

#include "engine/index/little_endian.h"

namespace answerbox::engine {

std::uint32_t LexiconHash(std::string_view term) noexcept {
  std::uint32_t hash = 0x811C9DC5u;
  for (const char c : term) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193u;
  }
  return hash;
}

std::uint32_t StopWordHash(std::uint8_t id) noexcept {
  const char bytes[] = {1, static_cast<char>(id)};
  return LexiconHash({bytes, sizeof bytes});
}

// All hashes, then three bytes of every term: the search touches hashes alone.
std::uint32_t Lexicon::HashAt(std::size_t entry) const noexcept {
  return LoadLittle32(bytes_.data() + 4 * entry);
}

Result<Lexicon> Lexicon::Open(std::span<const std::byte> bytes,
                              std::uint8_t unknown) noexcept {
  Lexicon lexicon;
  lexicon.bytes_ = bytes;
  lexicon.count_ = bytes.size() / kEntryBytes;
  lexicon.unknown_ = unknown;
  for (std::size_t i = 1; i < lexicon.count_; ++i) {
    if (lexicon.HashAt(i - 1) >= lexicon.HashAt(i)) {
      return Error{ErrorCode::kCorrupt, "model.lexicon", 4 * i};
    }
  }
  return lexicon;
}

LexiconEntry Lexicon::FindHash(std::uint32_t hash) const noexcept {
  std::size_t low = 0;
  std::size_t high = count_;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (HashAt(middle) < hash) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == count_ || HashAt(low) != hash) return {unknown_, 0, 0};
  const std::byte* const entry = bytes_.data() + 4 * count_ + 3 * low;
  return {std::to_integer<std::uint8_t>(entry[0]),
          static_cast<std::int8_t>(std::to_integer<std::uint8_t>(entry[1])),
          static_cast<std::int8_t>(std::to_integer<std::uint8_t>(entry[2]))};
}

}  // namespace answerbox::engine
