#include "engine/index/segment_builder.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <numeric>
#include <vector>

#include "engine/index/heading_outline.h"
#include "engine/index/name_filter.h"
#include "engine/index/one_chunk_terms.h"
#include "engine/index/posting_gatherer.h"
#include "engine/index/segment_layout.h"
#include "engine/index/segment_limits.h"
#include "engine/index/segment_writer.h"
#include "engine/index/term_order.h"
#include "engine/index/term_writer.h"
#include "engine/index/varint.h"
#include "engine/index/vocabulary.h"
#include "engine/text/document_analysis.h"
#include "engine/text/paper_terms.h"
#include "engine/text/sentence_splitter.h"

namespace answerbox::engine {
namespace {

constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

template <typename T>
std::size_t HeapBytes(const std::vector<T>& vector) noexcept {
  return vector.capacity() * sizeof(T);
}

}  // namespace

class SegmentBuilder::Contents final : private AnalysisVisitor {
 public:
  Contents(Profile profile, Chunking chunking, ByteSink& sink,
           std::size_t max_memory_bytes)
      : profile_(profile),
        chunking_(chunking),
        max_memory_bytes_(max_memory_bytes),
        writer_(sink),
        vocabulary_(profile) {
    assert(IsValid(chunking));
  }

  Result<void> Add(std::string_view name, const Sha256& sha256,
                   const DocumentText& document);
  Result<void> Finish();
  void Reset();
  std::size_t memory_bytes() const noexcept;
  std::uint32_t document_count() const noexcept {
    return static_cast<std::uint32_t>(documents_.size());
  }
  std::uint32_t chunk_count() const noexcept {
    return static_cast<std::uint32_t>(chunks_.size());
  }

 private:
  void OnSentence(const Sentence& sentence) override;
  void OnChunk(const AnalyzedChunk& chunk) override;

  void AddTerms(std::string_view sentence);

  // Takes the last document back; the rest is what its row does not tell.
  void Forget(std::size_t sentence_term_bytes, std::uint64_t term_occurrences,
              std::uint32_t terms);

  // Once it is, it stays so until the document is given up.
  bool IsOverMemory() {
    over_memory_ = over_memory_ || (max_memory_bytes_ != kNoLimit &&
                                    memory_bytes() > max_memory_bytes_);
    return over_memory_;
  }

  SegmentSizes SizesWith(std::string_view name,
                         const DocumentText& document) const;
  std::string_view NameOf(std::uint32_t document) const;
  Result<void> WriteDocumentsByName();
  Result<void> WriteNameFilter();
  Result<void> WriteTables();
  Result<void> WriteTerms(TermWriter& terms, const TermTables& tables);
  Result<void> WriteSentences();

  Profile profile_;
  Chunking chunking_;
  std::size_t max_memory_bytes_;
  SegmentWriter writer_;
  Vocabulary vocabulary_;
  TermOrder order_;  // Of the terms, once all are there.
  PostingGatherer gatherer_;
  HeapScratch scratch_;
  PaperTerms paper_terms_;

  std::vector<DocumentRow> documents_;
  std::vector<char> names_;
  std::vector<std::uint32_t> by_name_;  // Made at the end.
  std::vector<PageMark> pages_;
  std::vector<HeadingRow> headings_;
  std::vector<ChunkRow> chunks_;
  std::vector<std::uint16_t> chunk_lengths_;
  std::vector<SentenceRow> sentences_;
  std::vector<std::byte> sentence_terms_;  // Varints of vocabulary_'s numbers.
  std::uint64_t term_occurrences_ = 0;     // In sentence_terms_.
  std::uint64_t chunk_terms_ = 0;

  std::string_view text_;     // Of the document that is being added.
  bool over_memory_ = false;  // It takes too much: the rest is not looked at.
};

void SegmentBuilder::Contents::Forget(std::size_t sentence_term_bytes,
                                      std::uint64_t term_occurrences,
                                      std::uint32_t terms) {
  const DocumentRow& row = documents_.back();
  for (; chunks_.size() > row.first_chunk; chunks_.pop_back()) {
    chunk_terms_ -= chunk_lengths_.back();
    chunk_lengths_.pop_back();
  }
  sentences_.resize(row.first_sentence);
  sentence_terms_.resize(sentence_term_bytes);
  term_occurrences_ = term_occurrences;
  vocabulary_.Truncate(terms);
  headings_.resize(row.first_heading);
  pages_.resize(row.first_page);
  names_.resize(row.name_begin);
  documents_.pop_back();
}

// Sizes with `document`, at worst: a sentence or a term takes a byte of text at
// least, a varint kMaxVarintBytes at most, and in profile paper each byte of
// text may be in two chunks.
SegmentSizes SegmentBuilder::Contents::SizesWith(
    std::string_view name, const DocumentText& document) const {
  const std::uint64_t most = 2 * std::uint64_t{document.text.size()};
  SegmentSizes sizes;
  sizes.documents = documents_.size() + 1;
  sizes.name_bytes = names_.size() + name.size();
  sizes.pages = pages_.size() + document.pages.size();
  sizes.headings = headings_.size() + document.headings.size();
  sizes.chunks = chunks_.size() + most;
  sizes.sentences = sentences_.size() + most;
  sizes.sentence_term_bytes = (term_occurrences_ + most) * kMaxVarintBytes;
  return sizes;
}

Result<void> SegmentBuilder::Contents::Add(std::string_view name,
                                           const Sha256& sha256,
                                           const DocumentText& document) {
  assert(!name.empty() && name.size() <= kMaxDocumentNameBytes);
  assert(document.text.size() <= kMaxDocumentBytes);
  if (auto within = CheckLimits(SizesWith(name, document)); !within) {
    return within;
  }
  const std::size_t term_bytes_before = sentence_terms_.size();
  const std::uint64_t occurrences_before = term_occurrences_;
  const std::uint32_t terms_before = vocabulary_.size();
  DocumentRow row;
  row.text_begin = writer_.section_bytes();
  row.name_begin = static_cast<std::uint32_t>(names_.size());
  row.first_chunk = chunk_count();
  row.first_sentence = static_cast<std::uint32_t>(sentences_.size());
  row.first_page = static_cast<std::uint32_t>(pages_.size());
  row.first_heading = static_cast<std::uint32_t>(headings_.size());
  row.sha256 = sha256;
  documents_.push_back(row);
  names_.insert(names_.end(), name.begin(), name.end());
  pages_.insert(pages_.end(), document.pages.begin(), document.pages.end());
  HeadingOutline outline;
  for (const HeadingMark& heading : document.headings) {
    headings_.push_back(outline.Place(heading));
  }
  text_ = document.text;
  over_memory_ = false;
  AnalyzeDocument(profile_, chunking_, document, *this);
  if (IsOverMemory()) {
    const std::size_t taken = memory_bytes();
    Forget(term_bytes_before, occurrences_before, terms_before);
    return Error{ErrorCode::kLimitExceeded, kBuilderMemoryField, taken};
  }
  return writer_.Append(document.text);
}

void SegmentBuilder::Contents::OnSentence(const Sentence& sentence) {
  if (IsOverMemory()) return;
  const ByteRange range = sentence.range;
  assert(range.end - range.begin <= kMaxSentenceBytes);
  SentenceRow row;
  row.begin = range.begin;
  row.terms_begin = static_cast<std::uint32_t>(sentence_terms_.size());
  row.length = static_cast<std::uint16_t>(range.end - range.begin);
  row.words = static_cast<std::uint16_t>(sentence.words);
  row.is_heading = sentence.is_heading;
  sentences_.push_back(row);

  AddTerms(text_.substr(range.begin, row.length));
}

void SegmentBuilder::Contents::AddTerms(std::string_view sentence) {
  std::array<std::byte, kMaxSentenceTerms * kMaxVarintBytes> bytes;
  std::byte* end = bytes.data();
  std::size_t count = 0;
  if (profile_ == Profile::kPaper && paper_terms_.Read(sentence)) {
    for (; count < kMaxSentenceTerms; ++count) {
      const std::string_view term = paper_terms_.Next();
      if (term.empty()) break;
      end = PutVarint(
          end, vocabulary_.NumberOfTerm(StringTable::Key::WithRoom(term)));
    }
  } else {
    Tokenizer tokens(profile_, sentence);
    // Nothing past the last term is numbered: a term needs a chunk.
    while (count < kMaxSentenceTerms) {
      const auto token = tokens.Next();
      if (!token) break;
      const ByteRange range = token->range;
      const auto number = vocabulary_.NumberOf(
          sentence.substr(range.begin, range.end - range.begin), token->kind);
      if (!number) continue;
      ++count;
      end = PutVarint(end, *number);
    }
  }
  sentence_terms_.insert(sentence_terms_.end(), bytes.data(), end);
  term_occurrences_ += count;
}

void SegmentBuilder::Contents::OnChunk(const AnalyzedChunk& chunk) {
  if (IsOverMemory()) return;
  const DocumentRow& document = documents_.back();
  const ByteRange range = chunk.range;
  ChunkRow row;
  row.id = ComputeChunkId(text_.substr(range.begin, range.end - range.begin),
                          chunk_count() - document.first_chunk);
  row.document = document_count() - 1;
  row.first_sentence = document.first_sentence + chunk.first_sentence;
  row.sentence_count = chunk.sentence_count;
  // Each varint has one byte without the high bit, its last.
  const auto terms = TermsOf(sentences_, sentence_terms_, row.first_sentence,
                             row.sentence_count);
  const auto term_count = std::count_if(
      terms.begin(), terms.end(),
      [](std::byte byte) { return (byte & std::byte{0x80}) == std::byte{0}; });
  chunk_lengths_.push_back(static_cast<std::uint16_t>(
      std::min<std::int64_t>(term_count, kMaxChunkLength)));
  chunk_terms_ += chunk_lengths_.back();
  chunks_.push_back(row);
}

std::string_view SegmentBuilder::Contents::NameOf(
    std::uint32_t document) const {
  const std::size_t begin = documents_[document].name_begin;
  const std::size_t end = document + 1 < documents_.size()
                              ? documents_[document + 1].name_begin
                              : names_.size();
  return {names_.data() + begin, end - begin};
}

Result<void> SegmentBuilder::Contents::WriteDocumentsByName() {
  writer_.Begin(Section::kDocumentsByName);
  by_name_.resize(documents_.size());
  std::iota(by_name_.begin(), by_name_.end(), 0u);
  std::sort(by_name_.begin(), by_name_.end(),
            [this](std::uint32_t left, std::uint32_t right) {
              const int compared = NameOf(left).compare(NameOf(right));
              return compared != 0 ? compared < 0 : left < right;
            });
  for (const std::uint32_t document : by_name_) {
    if (auto written = writer_.AppendNumber(document); !written) {
      return written;
    }
  }
  return {};
}

Result<void> SegmentBuilder::Contents::WriteNameFilter() {
  writer_.Begin(Section::kNameFilter);
  const auto filter =
      TakeArray<std::byte>(scratch_, NameFilterBytes(document_count()));
  if (!filter) return filter.error();
  std::fill(filter->begin(), filter->end(), std::byte{0});
  for (std::uint32_t document = 0; document < document_count(); ++document) {
    AddToNameFilter(*filter, NameOf(document));
  }
  return writer_.Append(*filter);
}

Result<void> SegmentBuilder::Contents::WriteTables() {
  writer_.Begin(Section::kNames);
  if (auto written = writer_.Append({names_.data(), names_.size()}); !written) {
    return written;
  }
  writer_.Begin(Section::kDocuments);
  if (auto written = writer_.AppendRows<kDocumentBytes>(documents_); !written) {
    return written;
  }
  if (auto written = WriteDocumentsByName(); !written) return written;
  if (auto written = WriteNameFilter(); !written) return written;
  writer_.Begin(Section::kPages);
  if (auto written = writer_.AppendRows<kPageBytes>(pages_); !written) {
    return written;
  }
  writer_.Begin(Section::kHeadings);
  if (auto written = writer_.AppendRows<kHeadingBytes>(headings_); !written) {
    return written;
  }
  writer_.Begin(Section::kChunks);
  if (auto written = writer_.AppendRows<kChunkBytes>(chunks_); !written) {
    return written;
  }
  return writer_.WriteChunkLengths(chunk_lengths_);
}

// Writes the final numbers of `terms` at `to`; returns how many bytes.
std::size_t PutRenumbered(std::span<const std::byte> terms,
                          const TermOrder& order, std::byte* to) {
  std::byte* end = to;
  VarintReader numbers(terms);
  while (const auto number = numbers.Next()) {
    end = PutVarint(end, order.NumberOf(*number));
  }
  return static_cast<std::size_t>(end - to);
}

// Terms take their final numbers on the way to the sink. The builder's rows are
// changed only then, as the gatherer reads them before.
Result<void> SegmentBuilder::Contents::WriteSentences() {
  writer_.Begin(Section::kSentenceTerms);
  std::uint32_t next_begin = 0;
  for (std::uint32_t i = 0; i < sentences_.size(); ++i) {
    const auto terms = TermsOf(sentences_, sentence_terms_, i, 1);
    sentences_[i].terms_begin = next_begin;
    const auto room = writer_.Room(std::min(terms.size(), kMaxSentenceTerms) *
                                   kMaxVarintBytes);
    if (!room) return room.error();
    const std::size_t bytes = PutRenumbered(terms, order_, *room);
    writer_.Advance(bytes);
    next_begin += static_cast<std::uint32_t>(bytes);
  }
  writer_.Begin(Section::kSentences);
  return writer_.AppendRows<kSentenceBytes>(sentences_);
}

Result<void> SegmentBuilder::Contents::WriteTerms(TermWriter& terms,
                                                  const TermTables& tables) {
  order_.Sort(vocabulary_);
  if (chunk_count() == 1) {
    return WriteTermsOfOneChunk(
        vocabulary_, order_,
        TermsOf(sentences_, sentence_terms_, chunks_.front().first_sentence,
                chunks_.front().sentence_count),
        profile_, tables, scratch_, writer_);
  }
  gatherer_.Prepare(
      {&vocabulary_, &order_, chunks_, sentences_, sentence_terms_});
  const auto term_count = terms.WriteTerms();
  if (!term_count) return term_count.error();
  return {};
}

Result<void> SegmentBuilder::Contents::Finish() {
  if (auto written = WriteTables(); !written) return written;
  const auto tables =
      TakeTermTables(scratch_, profile_, vocabulary_.size(), chunk_count());
  if (!tables) return tables.error();
  TermWriter terms(gatherer_, writer_, profile_, chunk_lengths_, *tables);
  if (auto written = WriteTerms(terms, *tables); !written) return written;
  if (auto written = WriteSentences(); !written) return written;
  if (auto written = terms.WriteSquaredNorms(); !written) return written;
  SegmentCounts counts;
  counts.documents = document_count();
  counts.chunks = chunk_count();
  counts.sentences = static_cast<std::uint32_t>(sentences_.size());
  counts.terms = order_.size();
  counts.chunk_terms = chunk_terms_;
  return writer_.Finish(profile_, chunking_, counts);
}

void SegmentBuilder::Contents::Reset() {
  writer_.Reset();
  vocabulary_.Reset();
  scratch_.Reuse();
  documents_.clear();
  names_.clear();
  pages_.clear();
  headings_.clear();
  chunks_.clear();
  chunk_lengths_.clear();
  sentences_.clear();
  sentence_terms_.clear();
  term_occurrences_ = 0;
  chunk_terms_ = 0;
}

std::size_t SegmentBuilder::Contents::memory_bytes() const noexcept {
  const std::size_t held =
      sizeof(Contents) + kWriteBufferBytes + vocabulary_.memory_bytes() +
      HeapBytes(documents_) +
      std::max(by_name_.capacity(), documents_.size()) * sizeof(std::uint32_t) +
      HeapBytes(names_) + HeapBytes(pages_) + HeapBytes(headings_) +
      HeapBytes(chunks_) + HeapBytes(chunk_lengths_) + HeapBytes(sentences_) +
      HeapBytes(sentence_terms_);
  const std::size_t gathering =
      std::max(order_.memory_bytes() + gatherer_.memory_bytes(),
               PostingGatherer::MemoryBytes(vocabulary_.size(), chunk_terms_));
  // Pieces of scratch memory may be twice as large as what is taken.
  const std::uint64_t tables = std::max<std::uint64_t>(
      scratch_.memory_bytes(),
      2 * (NameFilterBytes(document_count()) +
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
