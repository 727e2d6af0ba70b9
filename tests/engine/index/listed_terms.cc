#include "tests/engine/index/listed_terms.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/index/format/segment_layout.h"
#include "engine/index/format/segment_writer.h"

namespace answerbox::engine {

Result<void> ListedTerms::Rewind() {
  next_ = 0;
  return {};
}

Result<bool> ListedTerms::NextTerm() {
  if (next_ == terms_.size()) return false;
  ++next_;
  posting_ = 0;
  return true;
}

std::string_view ListedTerms::term() const { return terms_[next_ - 1].term; }

Result<std::span<const Posting>> ListedTerms::NextPostings() {
  const std::span<const Posting> all(terms_[next_ - 1].postings);
  const std::size_t count =
      std::min<std::size_t>(all.size() - posting_, kPostingsPerBlock);
  posting_ += count;
  return all.subspan(posting_ - count, count);
}

SegmentBytes WriteTerms(std::vector<ListedTerm> terms,
                        std::uint32_t chunk_count, Profile profile) {
  std::vector<std::uint16_t> lengths(chunk_count);
  for (std::uint32_t i = 0; i < chunk_count; ++i) lengths[i] = ChunkLengthOf(i);
  return WriteTerms(std::move(terms), lengths, profile);
}

SegmentBytes WriteTerms(std::vector<ListedTerm> terms,
                        std::span<const std::uint16_t> chunk_lengths,
                        Profile profile) {
  const auto chunk_count = static_cast<std::uint32_t>(chunk_lengths.size());
  MemorySink sink;
  HeapScratch scratch;
  SegmentWriter writer(sink, scratch);
  writer.Begin(Section::kChunks);
  for (std::uint32_t i = 0; i < chunk_count; ++i) {
    EXPECT_TRUE(writer.AppendRow<kChunkBytes>(ChunkRow{}));
  }
  EXPECT_TRUE(writer.WriteChunkLengths(chunk_lengths));
  const TermTables tables =
      TakeTermTables(scratch, profile, terms.size(), chunk_count).value();
  ListedTerms source(std::move(terms));
  TermWriter term_writer(source, writer, profile, chunk_lengths, tables);
  SegmentCounts counts;
  counts.terms = term_writer.WriteTerms().value();
  EXPECT_TRUE(term_writer.WriteSquaredNorms());
  EXPECT_TRUE(writer.WriteCollectionFrequencies(
      std::vector<std::uint32_t>(counts.terms)));
  counts.chunks = chunk_count;
  EXPECT_TRUE(writer.Finish(profile, kTestChunking, counts));
  return {sink.bytes().begin(), sink.bytes().end()};
}

}  // namespace answerbox::engine
