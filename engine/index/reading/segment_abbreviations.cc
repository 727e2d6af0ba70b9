// SegmentReader: the abbreviations that documents define.
#include <cstddef>
#include <cstdint>

#include "engine/index/format/segment_layout.h"
#include "engine/index/reading/segment_reader.h"

namespace answerbox::engine {

Result<bool> SegmentReader::MayAbbreviate(
    std::uint32_t key_hash) const noexcept {
  const std::uint32_t count = abbreviation_count();
  if (count == 0) return false;
  // The filter has eight bits for each record and one is set, so it is wrongly
  // true for at most an eighth of the keys. It spares a search for nearly every
  // word of a question.
  const std::uint64_t bit = AbbreviationBit(key_hash, count);
  const std::uint64_t at =
      RecordAt(Section::kAbbreviations, count, kAbbreviationBytes) + bit / 8;
  if (!Holds(at, 1)) return Damage("abbreviation_filter", at, 1);
  return (std::to_integer<unsigned>(file_[static_cast<std::size_t>(at)]) >>
              (bit % 8) &
          1u) != 0;
}

Result<std::uint64_t> SegmentReader::AbbreviationHashes(
    std::uint32_t number) const noexcept {
  if (number >= abbreviation_count()) {
    return OutOfRange("abbreviation", number);
  }
  const std::uint64_t at =
      RecordAt(Section::kAbbreviations, number, kAbbreviationBytes);
  if (!Holds(at, kAbbreviationBytes)) {
    return Damage("abbreviation", at, kAbbreviationBytes);
  }
  return DecodeAbbreviationHashes(file_.data() + at);
}

Result<AbbreviationRecord> SegmentReader::Abbreviation(
    std::uint32_t number) const noexcept {
  if (const auto hashes = AbbreviationHashes(number); !hashes) {
    return hashes.error();
  }
  const std::uint64_t at =
      RecordAt(Section::kAbbreviations, number, kAbbreviationBytes);
  const AbbreviationRecord record = DecodeAbbreviation(file_.data() + at);
  if (record.document >= counts_.documents) {
    return Error{ErrorCode::kCorrupt, "abbreviation.document", at + 8};
  }
  const auto bounds = BoundsOf(record.document);
  if (!bounds) return bounds.error();
  // Callers read the forms from the text without another check.
  const auto is_within = [&](ByteRange range) {
    return range.begin < range.end && range.end <= bounds->text_bytes();
  };
  if (!is_within(record.short_form)) {
    return Error{ErrorCode::kCorrupt, "abbreviation.short_form", at + 12};
  }
  if (!is_within(record.long_form)) {
    return Error{ErrorCode::kCorrupt, "abbreviation.long_form", at + 15};
  }
  if (record.key != AbbreviationKey::kShortForm &&
      record.key != AbbreviationKey::kLongForm) {
    return Error{ErrorCode::kCorrupt, "abbreviation.key", at + 19};
  }
  return record;
}

}  // namespace answerbox::engine
