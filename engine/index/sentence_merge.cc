#include "engine/index/sentence_merge.h"

#include <array>
#include <limits>

#include "engine/index/merge_documents.h"
#include "engine/index/segment_layout.h"
#include "engine/index/segment_limits.h"
#include "engine/index/varint.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kMaxTermBytesOfSentence =
    kMaxSentenceTerms * kMaxVarintBytes;

// By new sentence number: bytes of its terms.
using Lengths = std::span<std::uint16_t>;
static_assert(kMaxTermBytesOfSentence <=
              std::numeric_limits<std::uint16_t>::max());

// Calls visit(input number, sentence number, document) for every sentence.
template <typename Visit>
Result<void> ForEachSentence(std::span<const MergeInput> inputs,
                             const Visit& visit) {
  return ForEachDocument(
      inputs, nullptr,
      [&](std::size_t input, DocumentNumber,
          const DocumentRecord& document) -> Result<void> {
        for (std::uint32_t i = 0; i < document.sentence_count; ++i) {
          auto visited = visit(input, document.first_sentence + i, document);
          if (!visited) return visited;
        }
        return {};
      });
}

Result<void> WriteTerms(std::span<const MergeInput> inputs,
                        const TermMerge& terms, SegmentWriter& writer,
                        Lengths lengths) {
  writer.Begin(Section::kSentenceTerms);
  std::array<TermNumber, kMaxSentenceTerms> numbers;
  std::array<std::byte, kMaxTermBytesOfSentence> bytes;
  std::size_t next = 0;
  auto written = ForEachSentence(
      inputs,
      [&](std::size_t input, SentenceNumber sentence,
          const DocumentRecord&) -> Result<void> {
        const auto old_terms =
            inputs[input].segment->SentenceTerms(sentence, numbers);
        if (!old_terms) return old_terms.error();
        std::byte* end = bytes.data();
        for (const TermNumber old_term : *old_terms) {
          const auto new_term = terms.NewNumber(input, old_term);
          // A chunk that stays has the sentence, but its postings lack the
          // term.
          if (!new_term) {
            return Error{ErrorCode::kCorrupt, "sentence.term",
                         inputs[input].segment->OffsetOfSentence(sentence)};
          }
          end = PutVarint(end, *new_term);
        }
        const std::span<const std::byte> encoded(bytes.data(), end);
        lengths[next++] = static_cast<std::uint16_t>(encoded.size());
        return writer.Append(encoded);
      });
  if (!written) return written;
  return CheckLimits({.sentence_term_bytes = writer.section_bytes()});
}

Result<void> WriteRows(std::span<const MergeInput> inputs,
                       SegmentWriter& writer, Lengths lengths) {
  writer.Begin(Section::kSentences);
  SentenceRow row;
  std::size_t next = 0;
  return ForEachSentence(
      inputs,
      [&](std::size_t input, SentenceNumber number,
          const DocumentRecord& document) -> Result<void> {
        const auto sentence = inputs[input].segment->Sentence(document, number);
        if (!sentence) return sentence.error();
        row.begin = sentence->range.begin;
        row.length = static_cast<std::uint16_t>(sentence->range.end -
                                                sentence->range.begin);
        row.words = static_cast<std::uint16_t>(sentence->words);
        row.is_heading = sentence->is_heading;
        auto appended = writer.AppendRow<kSentenceBytes>(row);
        row.terms_begin += lengths[next++];
        return appended;
      });
}

}  // namespace

Result<void> WriteMergedSentences(std::span<const MergeInput> inputs,
                                  const TermMerge& terms, std::uint32_t count,
                                  SegmentWriter& writer, Scratch& scratch) {
  const auto lengths = TakeArray<std::uint16_t>(scratch, count);
  if (!lengths) return lengths.error();
  auto written = WriteTerms(inputs, terms, writer, *lengths);
  if (!written) return written;
  return WriteRows(inputs, writer, *lengths);
}

}  // namespace answerbox::engine
