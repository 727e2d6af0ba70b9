#include "engine/index/terms/term_writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

#include "engine/index/format/little_endian.h"
#include "engine/index/format/segment_layout.h"
#include "engine/index/terms/vocabulary.h"
#include "tests/engine/index/listed_terms.h"

namespace answerbox::engine {
namespace {

// The numbers of the vocabulary in a chunk: term after term, each as often as
// it is listed.
std::vector<std::byte> ChunkTerms(Vocabulary& vocabulary,
                                  const std::vector<ListedTerm>& terms) {
  std::vector<std::byte> bytes;
  for (const ListedTerm& listed : terms) {
    std::array<std::byte, kMaxVarintBytes> varint;
    std::byte* const end = PutVarint(
        varint.data(), vocabulary.NumberOfTerm(StringTable::Key(listed.term)));
    for (std::uint32_t i = 0; i < listed.postings.front().frequency; ++i) {
      bytes.insert(bytes.end(), varint.data(), end);
    }
  }
  return bytes;
}

// The same bytes as WriteTerms() of listed_terms.h gives, by the writer for one
// chunk.
SegmentBytes WriteOneChunk(std::vector<ListedTerm> terms, Profile profile) {
  std::shuffle(terms.begin(), terms.end(), std::mt19937(1));
  Vocabulary vocabulary(profile);
  const std::vector<std::byte> chunk_terms = ChunkTerms(vocabulary, terms);
  TermOrder order;
  order.Sort(vocabulary);
  MemorySink sink;
  HeapScratch scratch;
  SegmentWriter writer(sink, scratch);
  writer.Begin(Section::kChunks);
  EXPECT_TRUE(writer.AppendRow<kChunkBytes>(ChunkRow{}));
  const std::vector<std::uint16_t> lengths = {ChunkLengthOf(0)};
  EXPECT_TRUE(writer.WriteChunkLengths(lengths));
  const TermTables tables =
      TakeTermTables(scratch, profile, terms.size(), 1).value();
  EXPECT_TRUE(WriteTermsOfOneChunk(vocabulary, order, chunk_terms, profile,
                                   tables, scratch, writer));
  ListedTerms none({});
  TermWriter norms(none, writer, profile, lengths, tables);
  EXPECT_TRUE(norms.WriteSquaredNorms());
  SegmentCounts counts;
  counts.terms = order.size();
  EXPECT_TRUE(writer.WriteCollectionFrequencies(
      std::vector<std::uint32_t>(counts.terms)));
  counts.chunks = 1;
  EXPECT_TRUE(writer.Finish(profile, kTestChunking, counts));
  return {sink.bytes().begin(), sink.bytes().end()};
}

void ExpectTheSameBytes(const std::vector<ListedTerm>& terms) {
  for (const Profile profile : {Profile::kPaper, Profile::kDefault}) {
    EXPECT_EQ(WriteOneChunk(terms, profile), WriteTerms(terms, 1, profile))
        << terms.size() << " terms";
  }
}

TEST(OneChunkTerms, AreWrittenAsThoseOfManyAroundEachSizeOfABlock) {
  for (const std::size_t count :
       {0u, 1u, 2u, 15u, 16u, 17u, 31u, 32u, 33u, 255u, 256u, 257u, 1025u}) {
    std::vector<ListedTerm> terms;
    for (std::size_t i = 0; i < count; ++i) {
      terms.push_back({"t" + std::to_string(10000 + i), {{0, 1}}});
    }
    ExpectTheSameBytes(terms);
  }
}

TEST(OneChunkTerms, HaveTheirFrequencies) {
  std::vector<ListedTerm> terms;
  for (const std::uint32_t frequency :
       {1u, 2u, 3u, 128u, 129u, 130u, 131u, 16385u, 16386u, 70000u}) {
    terms.push_back(
        {"t" + std::to_string(100000 + frequency), {{0, frequency}}});
  }
  ExpectTheSameBytes(terms);
}

// Terms that share any number of bytes, and end there or later.
TEST(OneChunkTerms, ShareWhatTheyHaveInCommon) {
  std::vector<std::string> texts;
  for (std::size_t shared = 1; shared < kMaxTermBytes; ++shared) {
    texts.push_back(std::string(shared, 'm'));
    texts.push_back(std::string(shared, 'm') + 'a');
    texts.push_back(std::string(shared, 'm') + "\xC3");
  }
  std::ranges::sort(texts);
  std::vector<ListedTerm> terms;
  for (const std::string& text : texts) terms.push_back({text, {{0, 1}}});
  ExpectTheSameBytes(terms);
}

}  // namespace
}  // namespace answerbox::engine
