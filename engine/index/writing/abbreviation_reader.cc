#include "engine/index/writing/abbreviation_reader.h"

#include <algorithm>
#include <tuple>

#include "engine/index/format/segment_layout.h"
#include "engine/text/phrase_terms.h"

namespace answerbox::engine {
namespace {

ByteRange Moved(ByteRange range, std::uint32_t by) {
  return {range.begin + by, range.end + by};
}

}  // namespace

void AbbreviationReader::BeginDocument(DocumentNumber document) noexcept {
  document_ = document;
  known_count_ = 0;
}

bool AbbreviationReader::IsNew(std::uint64_t definition) noexcept {
  const auto known = std::span(known_).first(known_count_);
  if (std::ranges::find(known, definition) != known.end()) return false;
  // A hostile document may define thousands. Further definitions are left out,
  // so that memory and records stay bounded.
  if (known_count_ == known_.size()) return false;
  known_[known_count_++] = definition;
  return true;
}

std::span<const AbbreviationRecord> AbbreviationReader::ReadSentence(
    std::string_view text, std::uint32_t begin) noexcept {
  std::array<AbbreviationDefinition, kMaxSentenceAbbreviations> room;
  std::size_t count = 0;
  for (const auto& [short_range, long_range] : FindAbbreviations(text, room)) {
    const auto short_form = Slice(text, short_range);
    const auto long_form = Slice(text, long_range);
    const PhraseTerms short_terms = ReadPhrase(short_form, normalizer_);
    const PhraseTerms long_terms = ReadPhrase(long_form, normalizer_);
    // A form of stop words alone could not be looked up, and one with the terms
    // of the other would find nothing new.
    if (short_terms.empty() || long_terms.empty() ||
        short_terms.text() == long_terms.text()) {
      continue;
    }
    const std::uint32_t short_words = HashOfWords(short_form);
    const std::uint32_t long_words = HashOfWords(long_form);
    if (!IsNew(std::uint64_t{short_words} << 32 | long_words)) continue;
    AbbreviationRecord record;
    record.document = document_;
    record.short_form = Moved(short_range, begin);
    record.long_form = Moved(long_range, begin);
    // Two records for a definition: a question may have either form, and is
    // looked up by the one that it has.
    record.key = AbbreviationKey::kShortForm;
    record.key_hash = HashOfPhrase(short_terms.text());
    record.other_hash = long_words;
    records_[count++] = record;
    record.key = AbbreviationKey::kLongForm;
    record.key_hash = HashOfPhrase(long_terms.text());
    record.other_hash = short_words;
    records_[count++] = record;
  }
  return std::span(records_).first(count);
}

Result<void> WriteAbbreviations(std::span<AbbreviationRecord> records,
                                SegmentWriter& writer, Scratch& scratch) {
  if (records.empty()) return {};
  std::ranges::sort(records, {}, [](const AbbreviationRecord& record) {
    // A total order, so that builder and merger write the same bytes. By key
    // first, because questions search for it.
    return std::tuple(record.key_hash, record.other_hash, record.document,
                      record.short_form.begin, record.long_form.begin,
                      record.key);
  });
  writer.Begin(Section::kAbbreviations);
  for (const AbbreviationRecord& record : records) {
    auto written = writer.AppendRow<kAbbreviationBytes>(record);
    if (!written) return written;
  }
  const auto filter = TakeArray<std::byte>(scratch, records.size());
  if (!filter) return filter.error();
  std::ranges::fill(*filter, std::byte{0});
  for (const AbbreviationRecord& record : records) {
    const std::uint64_t bit = AbbreviationBit(
        record.key_hash, static_cast<std::uint32_t>(records.size()));
    (*filter)[static_cast<std::size_t>(bit / 8)] |= std::byte{1} << (bit % 8);
  }
  return writer.Append(*filter);
}

}  // namespace answerbox::engine
