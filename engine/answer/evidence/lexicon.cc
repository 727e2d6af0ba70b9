#include "engine/answer/evidence/lexicon.h"

namespace answerbox::engine {

std::uint32_t LexiconHash(std::string_view term) noexcept {
  std::uint32_t hash = 0x811C9DC5u;
  for (const char c : term) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193u;
  }
  return hash;
}

// No term has a byte 1, so stop words and terms share one table.
std::uint32_t StopWordHash(std::uint8_t id) noexcept {
  const char bytes[] = {1, static_cast<char>(id)};
  return LexiconHash({bytes, sizeof bytes});
}

// Searching needs ascending hashes, and nothing else of the section can be
// wrong: every byte of an entry is a valid weight.
Result<Lexicon> Lexicon::Open(std::span<const std::byte> bytes,
                              std::uint8_t unknown) noexcept {
  Lexicon lexicon;
  const std::size_t count = bytes.size() / kEntryBytes;
  lexicon.hashes_ = {bytes.data(), count};
  lexicon.entries_ = bytes.data() + AscendingHashes::kHashBytes * count;
  lexicon.unknown_ = unknown;
  if (const auto place = lexicon.hashes_.FirstOutOfOrder()) {
    return Error{ErrorCode::kCorrupt, "model.lexicon",
                 AscendingHashes::kHashBytes * *place};
  }
  return lexicon;
}

LexiconEntry Lexicon::FindHash(std::uint32_t hash) const noexcept {
  const auto place = hashes_.Find(hash);
  if (!place) return {unknown_, 0, 0};
  const std::byte* const entry = entries_ + 3 * *place;
  return {std::to_integer<std::uint8_t>(entry[0]),
          static_cast<std::int8_t>(std::to_integer<std::uint8_t>(entry[1])),
          static_cast<std::int8_t>(std::to_integer<std::uint8_t>(entry[2]))};
}

}  // namespace answerbox::engine
