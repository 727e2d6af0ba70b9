#include <algorithm>

#include "engine/index/format/segment_records.h"
#include "engine/index/merging/merged_sections.h"
#include "engine/index/writing/abbreviation_reader.h"

namespace answerbox::engine {
namespace {

// The observer is called after so many sentences were read, each of which may
// touch a page of the text.
constexpr std::size_t kSentencesAtOnce = 256;

// Calls visit(records) for the records of each sentence that has some, in the
// order of the result's documents.
template <typename Visit>
Result<void> ForEachRecord(std::span<const MergeInput> inputs,
                           ReadObserver* observer, AbbreviationReader& reader,
                           const Visit& visit) {
  DocumentNumber new_document = 0;
  std::size_t read = 0;
  return ForEachDocument(
      inputs, observer,
      [&](std::size_t input, DocumentNumber,
          const DocumentRecord& document) -> Result<void> {
        const SegmentReader& segment = *inputs[input].segment;
        reader.BeginDocument(new_document++);
        for (std::uint32_t i = 0; i < document.sentence_count; ++i) {
          const auto sentence =
              segment.Sentence(document, document.first_sentence + i);
          if (!sentence) return sentence.error();
          // A definition has brackets. The sign is in the sentence's record, so
          // most texts need not be read.
          if ((sentence->signs & kRoundBracket) == 0) continue;
          const auto text = segment.Text(document, sentence->range);
          if (!text) return text.error();
          visit(reader.ReadSentence(*text, sentence->range.begin));
          if (++read % kSentencesAtOnce == 0 && observer != nullptr) {
            observer->OnRead();
          }
        }
        return {};
      });
}

}  // namespace

// Reads the text twice, because scratch memory does not grow.
Result<void> WriteMergedAbbreviations(std::span<const MergeInput> inputs,
                                      SegmentWriter& writer, Scratch& scratch,
                                      ReadObserver* observer) {
  AbbreviationReader reader;
  using Records = std::span<const AbbreviationRecord>;
  std::uint64_t count = 0;
  auto counted = ForEachRecord(inputs, observer, reader, [&](Records records) {
    count += records.size();
  });
  if (!counted) return counted;
  auto within = CheckLimits({.abbreviations = count});
  if (!within) return within;
  const auto all = TakeArray<AbbreviationRecord>(scratch, count);
  if (!all) return all.error();
  auto next = all->begin();
  auto filled = ForEachRecord(inputs, observer, reader, [&](Records records) {
    next = std::ranges::copy(records, next).out;
  });
  if (!filled) return filled;
  return WriteAbbreviations(*all, writer, scratch);
}

std::uint64_t AbbreviationScratchBytes(const SegmentReader& input) noexcept {
  constexpr std::uint64_t kBytes = sizeof(AbbreviationRecord) + 1;
  const SegmentCounts& counts = input.counts();
  if (input.profile() != Profile::kDefault) return 0;
  if (input.abbreviation_count() != 0) {
    return std::uint64_t{input.abbreviation_count()} * kBytes;
  }
  constexpr std::uint64_t kMostOfDocument =
      kAbbreviationRecords * kMaxDocumentAbbreviations;
  return std::min(std::uint64_t{counts.documents} * kMostOfDocument,
                  std::uint64_t{counts.sentences}) *
         kBytes;
}

}  // namespace answerbox::engine
