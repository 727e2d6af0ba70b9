#include "engine/answer/evidence/lexicon.h"

#include <cassert>

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

namespace {

constexpr std::size_t kHashBytes = AscendingHashes::kHashBytes;

Error Corrupt(std::size_t at) {
  return {ErrorCode::kCorrupt, "model.related", at};
}

}  // namespace

// All hashes, the first pairs, the pairs, the words. One past the last term
// ends the last range, so that every range has its end in the next.
std::size_t RelatedWords::FirstPairOf(std::size_t asked) const noexcept {
  if (asked == shape_.asked) return shape_.pairs;
  return LoadLittle16(bytes_.data() + kHashBytes * shape_.asked +
                      kFirstPairBytes * asked);
}

// All is checked here, once, so that At() need not check: it is called for each
// word of each question.
Result<RelatedWords> RelatedWords::Open(
    std::span<const std::byte> bytes, const RelatedWordsShape& shape) noexcept {
  assert(bytes.size() == BytesOf(shape));
  RelatedWords words;
  words.bytes_ = bytes;
  words.shape_ = shape;
  words.hashes_ = {bytes.data(), shape.asked};
  if (const auto place = words.hashes_.FirstOutOfOrder()) {
    return Corrupt(kHashBytes * *place);
  }
  const std::size_t first_pairs = kHashBytes * shape.asked;
  // If there are no terms, this also checks that there are no pairs.
  if (words.FirstPairOf(0) != 0) return Corrupt(first_pairs);
  for (std::size_t i = 0; i < shape.asked; ++i) {
    if (words.FirstPairOf(i) > words.FirstPairOf(i + 1)) {
      return Corrupt(first_pairs + kFirstPairBytes * i);
    }
  }
  const auto text = bytes.last(shape.text_bytes);
  for (std::size_t pair = bytes.size() - text.size() - kPairBytes * shape.pairs;
       pair < bytes.size() - text.size(); pair += kPairBytes) {
    const std::size_t place = LoadLittle16(bytes.data() + pair);
    if (place >= text.size() ||
        std::to_integer<std::size_t>(text[place]) >= text.size() - place) {
      return Corrupt(pair);
    }
  }
  return words;
}

RelatedWords::Range RelatedWords::Of(std::string_view asked) const noexcept {
  const auto place = hashes_.Find(LexiconHash(asked));
  if (!place) return {};
  return {FirstPairOf(*place), FirstPairOf(*place + 1)};
}

RelatedWord RelatedWords::At(std::size_t pair) const noexcept {
  assert(pair < shape_.pairs);
  const std::byte* const text =
      bytes_.data() + bytes_.size() - shape_.text_bytes;
  const std::byte* const from = text - kPairBytes * (shape_.pairs - pair);
  const std::byte* const word = text + LoadLittle16(from);
  return {{reinterpret_cast<const char*>(word + 1),
           std::to_integer<std::size_t>(word[0])},
          std::to_integer<std::uint8_t>(from[2])};
}

}  // namespace answerbox::engine
