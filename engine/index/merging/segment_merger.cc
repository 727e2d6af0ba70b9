#include "engine/index/merging/segment_merger.h"

#include <cassert>
#include <vector>

#include "engine/index/format/block_checks.h"
#include "engine/index/format/name_filter.h"
#include "engine/index/format/segment_layout.h"
#include "engine/index/format/segment_records.h"
#include "engine/index/merging/merged_sections.h"
#include "engine/index/merging/term_merge.h"
#include "engine/index/terms/term_writer.h"
#include "engine/index/writing/abbreviation_reader.h"
#include "engine/index/writing/headings.h"

namespace answerbox::engine {
namespace {

// Writes the documents that were not removed as the sections of the result.
class SegmentMerge {
 public:
  SegmentMerge(std::span<const MergeInput> inputs, ByteSink& sink,
               Scratch& scratch, ReadObserver* observer)
      : inputs_(inputs),
        writer_(sink, scratch),
        scratch_(scratch),
        observer_(observer) {}

  Result<void> Run();

 private:
  template <typename Visit>
  Result<void> ForEachDocument(const Visit& visit) const {
    return engine::ForEachDocument(inputs_, observer_, visit);
  }

  Result<void> Renumber();
  Result<void> WriteTextAndNames();
  Result<void> WriteDocuments();
  Result<void> WriteMarks();
  Result<void> WriteChunks();
  Result<void> WriteTermsAndSentences();
  Result<void> WriteTextBlocks();

  const SegmentReader& segment(std::size_t input) const {
    return *inputs_[input].segment;
  }

  std::span<const MergeInput> inputs_;
  SegmentWriter writer_;
  Scratch& scratch_;
  ReadObserver* observer_;
  std::vector<TermMergeInput> term_inputs_;
  std::span<std::uint16_t> chunk_lengths_;  // By new chunk number.
  SegmentCounts counts_;
  std::uint64_t text_blocks_ = 0;
};

// Gives the remaining chunks their new numbers, and counts the result's
// records.
Result<void> SegmentMerge::Renumber() {
  SegmentSizes sizes;
  for (const MergeInput& input : inputs_) {
    term_inputs_.push_back({input.segment, {}});
  }
  auto counted =
      ForEachDocument([&](std::size_t input, DocumentNumber,
                          const DocumentRecord& record) -> Result<void> {
        // If the number overflows it is never used: the limits are checked
        // below.
        // Runs instead of a table of all chunks: memory grows with the removed
        // documents, not with the segments.
        term_inputs_[input].chunks.Keep(
            record.first_chunk, record.chunk_count,
            static_cast<std::uint32_t>(sizes.chunks));
        ++sizes.documents;
        sizes.name_bytes += record.name.size();
        sizes.pages += record.page_count;
        sizes.headings += record.heading_count;
        sizes.chunks += record.chunk_count;
        sizes.sentences += record.sentence_count;
        sizes.text_blocks += record.text_block_count;
        return {};
      });
  if (!counted) return counted;
  for (const MergeInput& input : inputs_) {
    sizes.attachments += input.segment->attachment_count();
  }
  // Before anything is written, so that no merge fails after hours for a reason
  // that was known at its beginning.
  if (auto within = CheckLimits(sizes); !within) return within;
  counts_.documents = static_cast<std::uint32_t>(sizes.documents);
  counts_.chunks = static_cast<std::uint32_t>(sizes.chunks);
  counts_.sentences = static_cast<std::uint32_t>(sizes.sentences);
  text_blocks_ = sizes.text_blocks;
  return {};
}

Result<void> SegmentMerge::WriteTextAndNames() {
  auto text =
      ForEachDocument([this](std::size_t input, DocumentNumber,
                             const DocumentRecord& record) -> Result<void> {
        const auto whole = segment(input).Text(record);
        if (!whole) return whole.error();
        return writer_.Append(*whole);
      });
  if (!text) return text;
  writer_.Begin(Section::kNames);
  return ForEachDocument(
      [this](std::size_t, DocumentNumber, const DocumentRecord& record) {
        return writer_.Append(record.name);
      });
}

Result<void> SegmentMerge::WriteDocuments() {
  writer_.Begin(Section::kDocuments);
  DocumentRow row;
  return ForEachDocument(
      [&](std::size_t, DocumentNumber, const DocumentRecord& record) {
        // All records begin where the one before them ended, so they are sums.
        row.sha256 = record.sha256;
        auto written = writer_.AppendRow<kDocumentBytes>(row);
        row.text_begin += record.text_bytes;
        row.name_begin += static_cast<std::uint32_t>(record.name.size());
        row.first_chunk += record.chunk_count;
        row.first_sentence += record.sentence_count;
        row.first_page += record.page_count;
        row.first_heading += record.heading_count;
        return written;
      });
}

Result<void> SegmentMerge::WriteMarks() {
  writer_.Begin(Section::kPages);
  auto pages =
      ForEachDocument([this](std::size_t input, DocumentNumber d,
                             const DocumentRecord& record) -> Result<void> {
        for (std::uint32_t i = 0; i < record.page_count; ++i) {
          const auto page = segment(input).Page(d, i);
          if (!page) return page.error();
          auto written = writer_.AppendRow<kPageBytes>(*page);
          if (!written) return written;
        }
        return {};
      });
  if (!pages) return pages;
  writer_.Begin(Section::kHeadings);
  HeadingOutline outline;
  return ForEachDocument([&](std::size_t input, DocumentNumber d,
                             const DocumentRecord& record) -> Result<void> {
    outline.Clear();
    for (std::uint32_t i = 0; i < record.heading_count; ++i) {
      const auto heading = segment(input).Heading(d, i);
      if (!heading) return heading.error();
      auto written = writer_.AppendRow<kHeadingBytes>(outline.Place(*heading));
      if (!written) return written;
    }
    return {};
  });
}

Result<void> SegmentMerge::WriteChunks() {
  writer_.Begin(Section::kChunks);
  ChunkRow row;
  const auto lengths = TakeArray<std::uint16_t>(scratch_, counts_.chunks);
  if (!lengths) return lengths.error();
  chunk_lengths_ = *lengths;
  std::size_t new_chunk = 0;
  std::uint32_t first_sentence = 0;
  std::uint32_t new_document = 0;
  return ForEachDocument([&](std::size_t input, DocumentNumber d,
                             const DocumentRecord& record) -> Result<void> {
    for (std::uint32_t i = 0; i < record.chunk_count; ++i) {
      const auto chunk = segment(input).Chunk(record.first_chunk + i);
      if (!chunk) return chunk.error();
      // The chunk would get into another document's share of the result.
      if (chunk->document != d) {
        return Error{ErrorCode::kCorrupt, "chunk.document",
                     segment(input).OffsetOfChunk(record.first_chunk + i)};
      }
      row.id = chunk->id;
      row.document = new_document;
      row.first_sentence =
          first_sentence + (chunk->first_sentence - record.first_sentence);
      row.sentence_count = chunk->sentence_count;
      chunk_lengths_[new_chunk++] =
          static_cast<std::uint16_t>(chunk->term_count);
      counts_.chunk_terms += chunk->term_count;
      auto written = writer_.AppendRow<kChunkBytes>(row);
      if (!written) return written;
    }
    first_sentence += record.sentence_count;
    ++new_document;
    return {};
  });
}

// The section kFirstTextBlocks is empty if no document has blocks.
Result<void> SegmentMerge::WriteTextBlocks() {
  writer_.Begin(Section::kFirstTextBlocks);
  std::uint32_t first = 0;
  auto firsts =
      ForEachDocument([&](std::size_t, DocumentNumber,
                          const DocumentRecord& record) -> Result<void> {
        // Known from Renumber(), so that segments of plain text have no such
        // section.
        if (text_blocks_ == 0) return {};
        auto written = writer_.AppendNumber(first);
        first += record.text_block_count;
        return written;
      });
  if (!firsts) return firsts;
  writer_.Begin(Section::kTextBlocks);
  return ForEachDocument([&](std::size_t input, DocumentNumber d,
                             const DocumentRecord& record) -> Result<void> {
    for (std::uint32_t i = 0; i < record.text_block_count; ++i) {
      const auto block = segment(input).Block(d, i);
      if (!block) return block.error();
      auto written = writer_.AppendRow<kTextBlockBytes>(*block);
      if (!written) return written;
    }
    return {};
  });
}

// Writes the sections kPostings to kCollectionFrequencies.
Result<void> SegmentMerge::WriteTermsAndSentences() {
  TermMerge terms(term_inputs_);
  if (auto done = terms.Prepare(scratch_); !done) return done;
  const Profile profile = segment(0).profile();
  const auto tables =
      TakeTermTables(scratch_, profile, terms.most_terms(), counts_.chunks);
  if (!tables) return tables.error();
  TermWriter term_writer(terms, writer_, profile, chunk_lengths_, *tables);
  // Walks all inputs' terms twice; afterwards `terms` knows their new numbers,
  // which the sentences need.
  const auto term_count = term_writer.WriteTerms();
  if (!term_count) return term_count.error();
  counts_.terms = *term_count;
  const auto frequencies = TakeArray<std::uint32_t>(scratch_, counts_.terms);
  if (!frequencies) return frequencies.error();
  auto sentences = WriteMergedSentences(inputs_, terms, counts_.sentences,
                                        *frequencies, writer_, scratch_);
  if (!sentences) return sentences;
  if (auto done = term_writer.WriteSquaredNorms(); !done) return done;
  return writer_.WriteCollectionFrequencies(*frequencies);
}

Result<void> SegmentMerge::Run() {
  for (const MergeInput& input : inputs_) {
    // First of all, and the whole file: a merge writes fresh checksums, under
    // which damage would never be found again.
    auto verified = input.segment->VerifyChecksums(observer_);
    if (!verified) return verified;
  }
  if (auto done = Renumber(); !done) return done;
  // In the order of the file's sections. The inputs are walked once for each,
  // since none of them is kept in memory.
  if (auto done = WriteTextAndNames(); !done) return done;
  if (auto done = WriteDocuments(); !done) return done;
  auto names = WriteMergedNames(inputs_, counts_.documents, writer_, scratch_,
                                observer_);
  if (!names) return names;
  if (auto done = WriteMarks(); !done) return done;
  if (auto done = WriteChunks(); !done) return done;
  if (auto done = writer_.WriteChunkLengths(chunk_lengths_); !done) return done;
  if (auto done = WriteTermsAndSentences(); !done) return done;
  if (auto done = WriteTextBlocks(); !done) return done;
  auto attachments = WriteMergedAttachments(inputs_, writer_, observer_);
  if (!attachments) return attachments;
  const Profile profile = segment(0).profile();
  if (profile == Profile::kDefault) {
    auto abbreviations =
        WriteMergedAbbreviations(inputs_, writer_, scratch_, observer_);
    if (!abbreviations) return abbreviations;
  }
  return writer_.Finish(profile, segment(0).chunking(), counts_);
}

}  // namespace

std::size_t MergeMemoryBytes(std::span<const MergeInput> inputs) {
  std::uint64_t chunks = 0;
  std::uint64_t removed = 0;
  std::size_t names = 0;
  for (const MergeInput& input : inputs) {
    chunks += input.segment->counts().chunks;
    removed += input.removed == nullptr ? 0 : input.removed->size();
    names += NameMerge::MemoryBytes({input.segment, input.removed});
  }
  // Vectors that grow may hold twice what they need, hence the factors of 2
  // below.
  constexpr std::size_t kPerInput = sizeof(TermMergeInput) +
                                    sizeof(TermCursor) + sizeof(TermEntry) +
                                    8 * sizeof(std::size_t);
  return names + kWriteBufferBytes + sizeof(SegmentMerge) + sizeof(TermMerge) +
         inputs.size() * 2 * kPerInput +
         static_cast<std::size_t>((inputs.size() + removed) * 2 *
                                  ChunkRenumbering::kRunBytes) +
         TermWriter::MemoryBytes(chunks) + sizeof(AbbreviationReader);
}

std::uint64_t MergeScratchBytes(std::span<const MergeInput> inputs) {
  std::uint64_t terms = 0;
  std::uint64_t chunks = 0;
  std::uint64_t sentences = 0;
  std::uint64_t names = 0;
  std::uint64_t sums = 0;
  std::uint64_t abbreviations = 0;
  for (const MergeInput& input : inputs) {
    sums += BlockSums::ScratchBytes(input.segment->file_bytes());
    terms += input.segment->counts().terms;
    chunks += input.segment->counts().chunks;
    sentences += input.segment->counts().sentences;
    names += NameFilterBytes(input.segment->counts().documents);
    abbreviations += AbbreviationScratchBytes(*input.segment);
  }
  return names + sums + abbreviations +
         terms * (sizeof(TermNumber) + sizeof(std::uint32_t)) +
         (chunks + sentences) * sizeof(std::uint16_t) +
         TermTableBytes(inputs.front().segment->profile(), terms, chunks);
}

Result<void> MergeSegments(std::span<const MergeInput> inputs, ByteSink& sink,
                           MergeSupport support) {
  assert(!inputs.empty());
  for (const MergeInput& input : inputs) {
    assert(input.segment->profile() == inputs.front().segment->profile());
    assert(input.segment->chunking() == inputs.front().segment->chunking());
    static_cast<void>(input);
  }
  HeapScratch heap;
  Scratch& scratch = support.scratch != nullptr ? *support.scratch : heap;
  return SegmentMerge(inputs, sink, scratch, support.observer).Run();
}

}  // namespace answerbox::engine
