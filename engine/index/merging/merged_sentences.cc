#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "engine/index/format/segment_layout.h"
#include "engine/index/format/segment_records.h"
#include "engine/index/format/varint.h"
#include "engine/index/merging/merged_sections.h"
#include "engine/index/reading/sentence_entry.h"

namespace answerbox::engine {
namespace {

// By new sentence number: size of the entry in bytes.
using Lengths = std::span<std::uint16_t>;
static_assert(kMaxSentenceEntryBytes <=
              std::numeric_limits<std::uint16_t>::max());

// Reads a sentence's terms and, in profile default, marks.
Result<MarkedTerms> ReadSentence(
    const SegmentReader& segment, SentenceNumber sentence,
    std::span<TermNumber, kMaxSentenceTerms> numbers) {
  if (segment.profile() == Profile::kDefault) {
    return segment.SentenceMarks(sentence, numbers);
  }
  const auto terms = segment.SentenceTerms(sentence, numbers);
  if (!terms) return terms.error();
  return MarkedTerms{*terms, {}};
}

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

// Writes an input's terms with their new numbers at `to`, and counts them.
// Returns their end; nothing if a term is not in the result.
std::optional<std::byte*> PutNewNumbers(std::span<const TermNumber> old_terms,
                                        std::size_t input,
                                        const TermMerge& terms,
                                        std::span<std::uint32_t> frequencies,
                                        std::byte* to) {
  for (const TermNumber old_term : old_terms) {
    const auto new_term = terms.NewNumber(input, old_term);
    if (!new_term) return std::nullopt;
    ++frequencies[*new_term];
    to = PutVarint(to, *new_term);
  }
  return to;
}

Result<void> WriteTerms(std::span<const MergeInput> inputs,
                        const TermMerge& terms,
                        std::span<std::uint32_t> frequencies,
                        SegmentWriter& writer, Lengths lengths) {
  std::ranges::fill(frequencies, 0u);
  writer.Begin(Section::kSentenceTerms);
  std::array<TermNumber, kMaxSentenceTerms> old_terms;
  std::array<std::byte, kMaxSentenceTermBytes> bytes;
  std::size_t next = 0;
  auto written = ForEachSentence(
      inputs,
      [&](std::size_t input, SentenceNumber sentence,
          const DocumentRecord&) -> Result<void> {
        const SegmentReader& segment = *inputs[input].segment;
        const auto old = ReadSentence(segment, sentence, old_terms);
        if (!old) return old.error();
        const auto end =
            PutNewNumbers(old->terms, input, terms, frequencies, bytes.data());
        // A chunk of the result has the sentence, but the term's postings lack
        // the chunk.
        if (!end) {
          return Error{ErrorCode::kCorrupt, "sentence.term",
                       segment.OffsetOfSentence(sentence)};
        }
        const std::span<const std::byte> numbers(bytes.data(), *end);
        const std::uint64_t begin = writer.section_bytes();
        auto appended =
            segment.profile() == Profile::kPaper
                ? writer.Append(numbers)
                : AppendSentenceEntry({numbers, old->marks}, writer);
        // The records of sentences come after the entries, and say where each
        // begins. Two bytes of scratch memory for each sentence are enough.
        lengths[next++] =
            static_cast<std::uint16_t>(writer.section_bytes() - begin);
        return appended;
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
        row.signs = sentence->signs;
        row.is_lead_in = sentence->is_lead_in;
        auto appended = writer.AppendRow<kSentenceBytes>(row);
        row.terms_begin += lengths[next++];
        return appended;
      });
}

}  // namespace

Result<void> WriteMergedSentences(std::span<const MergeInput> inputs,
                                  const TermMerge& terms, std::uint32_t count,
                                  std::span<std::uint32_t> frequencies,
                                  SegmentWriter& writer, Scratch& scratch) {
  const auto lengths = TakeArray<std::uint16_t>(scratch, count);
  if (!lengths) return lengths.error();
  auto written = WriteTerms(inputs, terms, frequencies, writer, *lengths);
  if (!written) return written;
  return WriteRows(inputs, writer, *lengths);
}

}  // namespace answerbox::engine
