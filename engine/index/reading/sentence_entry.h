// A sentence's entry in the section kSentenceTerms. In profile paper it is the
// sentence's terms. In profile default it is the length of the terms in bytes,
// the terms, and a mark for each word. Layout: docs/segment-format.md,
// "Sentences, their terms and words".
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "engine/index/format/little_endian.h"
#include "engine/index/format/segment_writer.h"
#include "engine/index/reading/segment_reader.h"
#include "engine/result.h"

namespace answerbox::engine {

// An entry of profile default.
struct SentenceEntry {
  std::span<const std::byte> terms;  // Varints of term numbers.
  std::span<const std::byte> marks;  // WordMarks, at most kMaxSentenceTerms.
};

inline constexpr std::size_t kMaxSentenceTermBytes =
    kMaxSentenceTerms * kMaxVarintBytes;
inline constexpr std::size_t kMaxSentenceEntryBytes =
    kMaxVarintBytes + kMaxSentenceTermBytes + kMaxSentenceTerms;

// Nothing if the terms would end after the entry. Checks nothing else.
[[nodiscard]] inline std::optional<SentenceEntry> SplitSentenceEntry(
    std::span<const std::byte> entry) noexcept {
  VarintReader reader(entry);
  const auto length = reader.Next();
  if (!length || *length > reader.remaining()) return std::nullopt;
  const auto rest = entry.last(reader.remaining());
  return SentenceEntry{rest.first(*length), rest.subspan(*length)};
}

// Appends an entry, at most kMaxSentenceEntryBytes, to the current section.
// Errors: kSinkFailed.
[[nodiscard]] Result<void> AppendSentenceEntry(const SentenceEntry& entry,
                                               SegmentWriter& writer);

// Whether all bytes are valid marks and as many of them have a term as the
// sentence has terms. If there are kMaxSentenceTerms marks, the last terms may
// have no mark.
[[nodiscard]] bool AreMarksOf(std::size_t term_count,
                              std::span<const std::byte> marks) noexcept;

}  // namespace answerbox::engine
