#include "engine/index/writing/segment_builder.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <vector>

#include "engine/index/format/name_filter.h"
#include "engine/index/format/scratch.h"
#include "engine/index/format/segment_layout.h"
#include "engine/index/format/segment_records.h"
#include "engine/index/terms/term_writer.h"
#include "engine/index/terms/vocabulary.h"
#include "engine/index/writing/abbreviation_reader.h"
#include "engine/index/writing/document_tables.h"
#include "engine/index/writing/headings.h"
#include "engine/index/writing/posting_gatherer.h"
#include "engine/index/writing/sentence_tables.h"
#include "engine/text/document_analysis.h"

namespace answerbox::engine {
namespace {

// Evaluation builds a segment for each paragraph, without a limit. Then no
// memory is counted after each sentence.
constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

}  // namespace

class SegmentBuilder::Contents final : private AnalysisVisitor {
 public:
  Contents(Profile profile, Chunking chunking, ByteSink& sink,
           std::size_t max_memory_bytes)
      : profile_(profile),
        chunking_(chunking),
        max_memory_bytes_(max_memory_bytes),
        writer_(sink, scratch_),
        vocabulary_(profile),
        sentences_(profile) {
    assert(IsValid(chunking));
    if (profile == Profile::kDefault) abbreviation_reader_.emplace();
  }

  Result<void> Add(std::string_view name, const Sha256& sha256,
                   const DocumentText& document);
  Result<void> Finish();
  void Reset();
  std::size_t memory_bytes() const noexcept;
  std::uint32_t document_count() const noexcept { return documents_.size(); }
  std::uint32_t chunk_count() const noexcept {
    return static_cast<std::uint32_t>(chunks_.size());
  }

 private:
  void OnSentence(const Sentence& sentence) override;
  void OnChunk(const AnalyzedChunk& chunk) override;

  void AddAbbreviations(ByteRange sentence);

  // Number of terms of sentences, with repetitions.
  std::size_t CountTerms(std::uint32_t first_sentence,
                         std::uint32_t count) const;

  // Removes the last document. The arguments are sizes that its row does not
  // hold.
  void Forget(const SentenceTables::Mark& sentences, std::uint32_t terms);

  // Once true, it stays true until the document is removed.
  bool IsOverMemory() {
    over_memory_ = over_memory_ || (max_memory_bytes_ != kNoLimit &&
                                    memory_bytes() > max_memory_bytes_);
    return over_memory_;
  }

  SegmentSizes SizesWith(std::string_view name,
                         const DocumentText& document) const;
  Result<void> WriteChunks();
  Result<void> WriteTerms(TermWriter& terms, const TermTables& tables);

  Profile profile_;
  Chunking chunking_;
  std::size_t max_memory_bytes_;
  HeapScratch scratch_;
  SegmentWriter writer_;
  Vocabulary vocabulary_;
  TermOrder order_;  // The order of the terms; set by Finish.
  PostingGatherer gatherer_;

  DocumentTables documents_;
  SentenceTables sentences_;
  std::vector<ChunkRow> chunks_;
  std::vector<std::uint16_t> chunk_lengths_;
  std::uint64_t chunk_terms_ = 0;
  InheritedHeadings headings_;
  std::optional<AbbreviationReader> abbreviation_reader_;  // Profile default.
  std::vector<AbbreviationRecord> abbreviations_;

  std::string_view text_;     // Text of the document that is being added.
  bool over_memory_ = false;  // The document takes too much memory: its other
                              // sentences are ignored.
};

void SegmentBuilder::Contents::Forget(const SentenceTables::Mark& sentences,
                                      std::uint32_t terms) {
  for (; chunks_.size() > documents_.last().first_chunk; chunks_.pop_back()) {
    chunk_terms_ -= chunk_lengths_.back();
    chunk_lengths_.pop_back();
  }
  headings_.Truncate(chunks_.size());
  while (!abbreviations_.empty() &&
         abbreviations_.back().document + 1 == document_count()) {
    abbreviations_.pop_back();
  }
  sentences_.ReturnTo(sentences);
  vocabulary_.Truncate(terms);
  documents_.RemoveLast();
}

// Upper bounds of the sizes with `document`. A sentence, a term or a word takes
// at least one byte of text; a varint takes at most kMaxVarintBytes; in profile
// paper each byte of text may be in two chunks. In profile default a sentence
// has a varint for the length of its terms, and a byte for each word.
SegmentSizes SegmentBuilder::Contents::SizesWith(
    std::string_view name, const DocumentText& document) const {
  const std::uint64_t most = 2 * std::uint64_t{document.text.size()};
  SegmentSizes sizes;
  documents_.AddSizesWith(name, document, sizes);
  sizes.chunks = chunks_.size() + most;
  sizes.sentences = sentences_.size() + most;
  sizes.sentence_term_bytes =
      (sentences_.mark().occurrences + most) * kMaxVarintBytes;
  if (profile_ == Profile::kDefault) {
    sizes.sentence_term_bytes += sentences_.mark().word_mark_bytes + most +
                                 sizes.sentences * kMaxVarintBytes;
  }
  return sizes;
}

Result<void> SegmentBuilder::Contents::Add(std::string_view name,
                                           const Sha256& sha256,
                                           const DocumentText& document) {
  assert(!name.empty() && name.size() <= kMaxDocumentNameBytes);
  assert(document.text.size() <= kMaxDocumentBytes);
  // Checked before anything is changed, with bounds that need no analysis: a
  // document that might not fit is refused, and goes into the next segment.
  if (auto within = CheckLimits(SizesWith(name, document)); !within) {
    return within;
  }
  const SentenceTables::Mark sentences_before = sentences_.mark();
  const std::uint32_t terms_before = vocabulary_.size();
  DocumentRow row;
  // The text section is still open: texts are written as documents come, and
  // all other sections by Finish().
  row.text_begin = writer_.section_bytes();
  row.first_chunk = chunk_count();
  row.first_sentence = sentences_.size();
  row.sha256 = sha256;
  documents_.Add(name, document, row);
  text_ = document.text;
  over_memory_ = false;
  headings_.BeginDocument(document.headings);
  if (abbreviation_reader_) {
    abbreviation_reader_->BeginDocument(document_count() - 1);
  }
  // Calls OnSentence() and OnChunk().
  AnalyzeDocument(profile_, chunking_, document, *this);
  if (IsOverMemory()) {
    const std::size_t taken = memory_bytes();
    Forget(sentences_before, terms_before);
    return Error{ErrorCode::kLimitExceeded, kBuilderMemoryField, taken};
  }
  // Last, so that a document which is refused leaves no text behind.
  return writer_.Append(document.text);
}

std::size_t SegmentBuilder::Contents::CountTerms(std::uint32_t first_sentence,
                                                 std::uint32_t count) const {
  const auto terms =
      TermsOf(sentences_.rows(), sentences_.terms(), first_sentence, count);
  // Only the last byte of a varint has no high bit, so counting these bytes
  // counts varints.
  return static_cast<std::size_t>(std::count_if(
      terms.begin(), terms.end(),
      [](std::byte byte) { return (byte & std::byte{0x80}) == std::byte{0}; }));
}

void SegmentBuilder::Contents::OnSentence(const Sentence& sentence) {
  // Analysis cannot be stopped from here; the rest of the document is passed
  // over, and Add() then forgets it.
  if (IsOverMemory()) return;
  sentences_.Add(sentence, text_, vocabulary_);
  if (abbreviation_reader_) AddAbbreviations(sentence.range);
  if (sentence.is_heading) {
    const std::uint32_t number = sentences_.size() - 1;
    headings_.AddHeading(sentence, number, CountTerms(number, 1));
  }
}

void SegmentBuilder::Contents::AddAbbreviations(ByteRange sentence) {
  const std::string_view text = Slice(text_, sentence);
  const auto found = abbreviation_reader_->ReadSentence(text, sentence.begin);
  abbreviations_.insert(abbreviations_.end(), found.begin(), found.end());
}

void SegmentBuilder::Contents::OnChunk(const AnalyzedChunk& chunk) {
  if (IsOverMemory()) return;
  const DocumentRow& document = documents_.last();
  const ByteRange range = chunk.range;
  ChunkRow row;
  row.id =
      ComputeChunkId(Slice(text_, range), chunk_count() - document.first_chunk);
  row.document = document_count() - 1;
  row.first_sentence = document.first_sentence + chunk.first_sentence;
  row.sentence_count = chunk.sentence_count;
  const std::size_t term_count =
      CountTerms(row.first_sentence, row.sentence_count) +
      headings_.AddChunk(row.first_sentence);
  // Inherited terms count: they are postings of the chunk, so BM25 must know
  // them in its length.
  chunk_lengths_.push_back(static_cast<std::uint16_t>(
      std::min<std::size_t>(term_count, kMaxChunkLength)));
  chunk_terms_ += chunk_lengths_.back();
  chunks_.push_back(row);
}

Result<void> SegmentBuilder::Contents::WriteChunks() {
  writer_.Begin(Section::kChunks);
  if (auto written = writer_.AppendRows<kChunkBytes>(chunks_); !written) {
    return written;
  }
  return writer_.WriteChunkLengths(chunk_lengths_);
}

Result<void> SegmentBuilder::Contents::WriteTerms(TermWriter& terms,
                                                  const TermTables& tables) {
  order_.Sort(vocabulary_);
  // Its text has no postings but those in the dictionary.
  if (chunk_count() == 1) {
    return WriteTermsOfOneChunk(
        vocabulary_, order_,
        TermsOf(sentences_.rows(), sentences_.terms(),
                chunks_.front().first_sentence, chunks_.front().sentence_count),
        profile_, tables, scratch_, writer_);
  }
  gatherer_.Prepare({&vocabulary_, &order_, chunks_, sentences_.rows(),
                     sentences_.terms(), &headings_});
  const auto term_count = terms.WriteTerms();
  if (!term_count) return term_count.error();
  return {};
}

Result<void> SegmentBuilder::Contents::Finish() {
  if (auto written = documents_.Write(writer_, scratch_); !written) {
    return written;
  }
  if (auto written = WriteChunks(); !written) return written;
  const auto tables =
      TakeTermTables(scratch_, profile_, vocabulary_.size(), chunk_count());
  if (!tables) return tables.error();
  TermWriter terms(gatherer_, writer_, profile_, chunk_lengths_, *tables);
  if (auto written = WriteTerms(terms, *tables); !written) return written;
  const auto frequencies = TakeArray<std::uint32_t>(scratch_, order_.size());
  if (!frequencies) return frequencies.error();
  // After the terms, since this changes the rows that the gatherer reads.
  auto sentences = sentences_.Write(writer_, order_, *frequencies);
  if (!sentences) return sentences;
  if (auto written = terms.WriteSquaredNorms(); !written) return written;
  auto counted = writer_.WriteCollectionFrequencies(*frequencies);
  if (!counted) return counted;
  if (auto written = documents_.WriteBlocksAndAttachments(writer_); !written) {
    return written;
  }
  auto abbreviations = WriteAbbreviations(abbreviations_, writer_, scratch_);
  if (!abbreviations) return abbreviations;
  SegmentCounts counts;
  counts.documents = document_count();
  counts.chunks = chunk_count();
  counts.sentences = sentences_.size();
  counts.terms = order_.size();
  counts.chunk_terms = chunk_terms_;
  return writer_.Finish(profile_, chunking_, counts);
}

void SegmentBuilder::Contents::Reset() {
  writer_.Reset();
  vocabulary_.Reset();
  scratch_.Reuse();
  documents_.Clear();
  sentences_.Clear();
  chunks_.clear();
  chunk_lengths_.clear();
  chunk_terms_ = 0;
  headings_.Truncate(0);
  abbreviations_.clear();
}

std::size_t SegmentBuilder::Contents::memory_bytes() const noexcept {
  const std::size_t held =
      sizeof(Contents) + kWriteBufferBytes + vocabulary_.memory_bytes() +
      documents_.memory_bytes() + sentences_.memory_bytes() +
      TableBytes(chunks_) + TableBytes(chunk_lengths_) +
      headings_.memory_bytes() + TableBytes(abbreviations_);
  // What Finish() will need is counted as if it were taken: the builder must
  // not find out then that it is too much.
  const std::size_t gathering =
      std::max(order_.memory_bytes() + gatherer_.memory_bytes(),
               PostingGatherer::MemoryBytes(vocabulary_.size(), chunk_terms_));
  // Pieces of scratch memory may be twice as large as requested.
  const std::uint64_t tables = std::max<std::uint64_t>(
      scratch_.memory_bytes(),
      2 * (NameFilterBytes(document_count()) + abbreviations_.size() +
           vocabulary_.size() * kCollectionFrequencyBytes +
           TermTableBytes(profile_, vocabulary_.size(), chunk_count())));
  return held + gathering + static_cast<std::size_t>(tables) +
         TermWriter::MemoryBytes(chunk_count());
}

SegmentBuilder::SegmentBuilder(Profile profile, Chunking chunking,
                               ByteSink& sink, std::size_t max_memory_bytes)
    : contents_(std::make_unique<Contents>(profile, chunking, sink,
                                           max_memory_bytes)) {}

SegmentBuilder::~SegmentBuilder() = default;

Result<void> SegmentBuilder::Add(std::string_view name, const Sha256& sha256,
                                 const DocumentText& document) {
  return contents_->Add(name, sha256, document);
}

Result<void> SegmentBuilder::Finish() { return contents_->Finish(); }

void SegmentBuilder::Reset() { contents_->Reset(); }

std::size_t SegmentBuilder::memory_bytes() const noexcept {
  return contents_->memory_bytes();
}

std::uint32_t SegmentBuilder::document_count() const noexcept {
  return contents_->document_count();
}

std::uint32_t SegmentBuilder::chunk_count() const noexcept {
  return contents_->chunk_count();
}

}  // namespace answerbox::engine
