#include "engine/index/merging/merged_sections.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "engine/index/format/little_endian.h"
#include "engine/index/format/segment_layout.h"
#include "engine/index/format/segment_records.h"
#include "engine/index/reading/sentence_entry.h"
#include "engine/index/writing/abbreviation_reader.h"

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

namespace {

// Gives documents of an input their new numbers, in ascending order.
class Renumbering {
 public:
  Renumbering(const DocumentSet* removed, DocumentNumber& next_number)
      : removed_(removed), next_number_(&next_number) {}

  [[nodiscard]] bool IsRemoved(DocumentNumber document) const {
    return removed_ != nullptr && removed_->Contains(document);
  }
  // Counts the documents up to `end` that remain.
  void MoveTo(DocumentNumber end) {
    for (; document_ < end; ++document_) {
      if (!IsRemoved(document_)) ++*next_number_;
    }
  }

 private:
  const DocumentSet* removed_;
  DocumentNumber* next_number_;
  DocumentNumber document_ = 0;
};

}  // namespace

Result<void> ForEachAttachment(std::span<const MergeInput> inputs,
                               ReadObserver* observer,
                               const VisitAttachment& visit) {
  DocumentNumber next_number = 0;
  for (const auto& [segment, removed] : inputs) {
    Renumbering documents(removed, next_number);
    std::pair<DocumentNumber, std::uint16_t> before;
    for (std::uint32_t i = 0; i < segment->attachment_count(); ++i) {
      const auto record = segment->AttachmentAt(i);
      if (!record) return record.error();
      const auto place = std::pair(record->document, record->attachment.kind);
      // A reader would not find what stands out of order.
      if (place <= before) {
        return Error{ErrorCode::kCorrupt, "attachment.document",
                     segment->OffsetOfAttachment(i)};
      }
      before = place;
      documents.MoveTo(record->document);
      if (documents.IsRemoved(record->document)) continue;
      if (auto visited = visit(next_number, record->attachment); !visited) {
        return visited;
      }
      if (observer != nullptr && (i + 1) % kDocumentsAtOnce == 0) {
        observer->OnRead();
      }
    }
    documents.MoveTo(segment->counts().documents);
  }
  return {};
}

Result<void> WriteMergedAttachments(std::span<const MergeInput> inputs,
                                    SegmentWriter& writer,
                                    ReadObserver* observer) {
  writer.Begin(Section::kAttachments);
  std::uint64_t begin = 0;
  auto rows = ForEachAttachment(
      inputs, observer,
      [&](DocumentNumber document, const Attachment& attachment) {
        const AttachmentRow row{begin, document, attachment.kind,
                                attachment.version};
        begin += attachment.bytes.size();
        return writer.AppendRow<kAttachmentRowBytes>(row);
      });
  if (!rows) return rows;
  writer.Begin(Section::kAttachmentBytes);
  return ForEachAttachment(inputs, observer,
                           [&](DocumentNumber, const Attachment& attachment) {
                             return writer.Append(attachment.bytes);
                           });
}

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
