#include "engine/index/reading/sentence_entry.h"

#include <array>

#include "engine/text/word_marks.h"

namespace answerbox::engine {

Result<void> AppendSentenceEntry(const SentenceEntry& entry,
                                 SegmentWriter& writer) {
  std::array<std::byte, kMaxVarintBytes> length;
  const std::span<const std::byte> head(
      length.data(),
      PutVarint(length.data(), static_cast<std::uint32_t>(entry.terms.size())));
  // Terms first, after their length: whoever wants the terms alone does not
  // read on.
  for (const auto part : {head, entry.terms, entry.marks}) {
    if (auto written = writer.Append(part); !written) return written;
  }
  return {};
}

bool AreMarksOf(std::size_t term_count,
                std::span<const std::byte> marks) noexcept {
  if (marks.size() > kMaxSentenceTerms) return false;
  std::size_t with_term = 0;
  for (const std::byte byte : marks) {
    const auto mark = std::to_integer<WordMark>(byte);
    if (!IsWordMark(mark)) return false;
    // Readers give the k-th mark with a term to the k-th term, so there must be
    // as many.
    with_term += HasTerm(mark) ? 1 : 0;
  }
  return with_term == term_count ||
         (marks.size() == kMaxSentenceTerms && with_term < term_count);
}

}  // namespace answerbox::engine
