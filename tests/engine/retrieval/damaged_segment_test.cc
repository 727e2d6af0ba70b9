// Asks a segment with a wrong byte and right checksums. The result must be an
// answer or an error, never a crash. The segment has several blocks of
// postings, of dictionary and of samples, unlike the small segments of other
// tests.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/index/format/segment_footer.h"
#include "engine/index/format/segment_layout.h"
#include "engine/numeric/arithmetic.h"
#include "engine/retrieval/bm25.h"
#include "tests/engine/index/segment_seal.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

using Chunk = ScoredChunk<FixedArithmetic>;

// Three packed blocks and a short one.
constexpr std::uint32_t kHolding = 3 * kPostingsPerBlock + 10;

// Documents with words of their own, so that there are more blocks of terms
// than one sample covers.
constexpr std::uint32_t kDocuments = kHolding * 7 / 6;
constexpr std::uint32_t kOwnWords = 3;
static_assert(kDocuments * kOwnWords > kBlocksPerTermSample * kTermsPerBlock);

// A word of one document. Stemming does not change it.
std::string OwnWord(std::uint32_t number) {
  std::string word = "q";
  for (int i = 0; i < 6; ++i, number /= 4) {
    word += static_cast<char>('b' + number % 4);
  }
  return word + "x";
}

// Two words with gaps and frequencies of several bits, and rare words.
std::string TextOf(std::uint32_t document) {
  std::string text;
  if (document % 9 != 4) {
    for (std::uint32_t i = 0; i <= document % 5; ++i) text += "common ";
  }
  if (document % 7 != 0) text += document % 3 == 0 ? "usual usual " : "usual ";
  for (std::uint32_t i = 0; i < kOwnWords; ++i) {
    text += OwnWord(document * kOwnWords + i) + ' ';
  }
  return text;
}

std::vector<std::byte> LargeSegment() {
  MemorySink sink;
  SegmentBuilder builder(Profile::kDefault, {}, sink);
  for (std::uint32_t i = 0; i < kDocuments; ++i) {
    EXPECT_TRUE(builder.Add(std::to_string(i), Sha256{}, {TextOf(i), {}, {}}));
  }
  EXPECT_TRUE(builder.Finish());
  return {sink.bytes().begin(), sink.bytes().end()};
}

struct Answers {
  int results = 0;
  int errors = 0;
  int empty = 0;
};

std::size_t BeginOf(const Footer& footer, Section section) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(section); ++i) {
    begin += static_cast<std::size_t>(footer.sections[i].bytes);
  }
  return begin;
}

class DamagedSegmentTest : public testing::Test {
 protected:
  static constexpr std::size_t kCount = 5;

  // Both ways to find the chunks that hold the question's words.
  void Ask(const std::vector<std::byte>& bytes, const std::string& question) {
    const auto reader = SegmentReader::Open(bytes);
    ASSERT_TRUE(reader);
    const DocumentSet removed;
    const LiveSegment segments[] = {{&*reader, &removed}};
    Arena arena(storage_);
    TermNormalizer normalizer(Profile::kDefault);
    const auto terms = AnalyzeQuestion(question, normalizer, arena);
    const auto lookup = TermLookup::Find(segments, terms, arena);
    if (!lookup) {
      ++answers_.errors;
      return;
    }
    Check(*reader,
          RetrieveBm25<FixedArithmetic>(segments, *lookup, kCount, arena));
    Check(*reader, RetrieveBm25Exhaustively<FixedArithmetic>(segments, *lookup,
                                                             kCount, arena));
  }

  void Check(const SegmentReader& reader,
             const Result<std::span<Chunk>>& found) {
    ++(found ? answers_.results : answers_.errors);
    if (!found) return;
    answers_.empty += found->empty() ? 1 : 0;
    const DocumentSet removed;
    const LiveSegment segments[] = {{&reader, &removed}};
    DocumentOrder order(segments);
    EXPECT_TRUE(std::is_sorted(found->begin(), found->end(),
                               RanksBefore<FixedArithmetic>(order)));
    for (const Chunk& chunk : *found) {
      EXPECT_EQ(chunk.segment, 0u);
      EXPECT_LT(chunk.chunk, reader.counts().chunks);
    }
  }

  // Asks after a change to each of the section's bytes: by turns one bit and
  // all bits.
  void AskWhateverAByteHolds(Section section) {
    const std::vector<std::byte> good = LargeSegment();
    const Footer footer = DecodeFooter(good).value();
    const std::size_t begin = BeginOf(footer, section);
    const auto bytes = static_cast<std::size_t>(footer[section].bytes);
    ASSERT_GT(bytes, 0u);
    for (std::size_t at = begin; at < begin + bytes; ++at) {
      std::vector<std::byte> damaged = good;
      damaged[at] ^= std::byte(at % 2 == 0 ? 1 : 0xFF);
      Ask(Sealed(std::move(damaged)), kQuestion);
    }
  }

  // The common words, and a rare word after the last sample.
  const std::string kQuestion = "common usual " + OwnWord(kOwnWords * 255);
  std::vector<std::byte> storage_ = std::vector<std::byte>(1 << 20);
  Answers answers_;
};

TEST_F(DamagedSegmentTest, HasSeveralOfEverything) {
  const std::vector<std::byte> bytes = LargeSegment();
  const SegmentReader reader = SegmentReader::Open(bytes).value();
  for (const char* word : {"common", "usual"}) {
    const auto entry = reader.terms().Find(word).value();
    ASSERT_TRUE(entry);
    EXPECT_EQ(reader.Postings(*entry)->block_count(), 4u);
  }
  EXPECT_GT(DecodeFooter(bytes).value()[Section::kTermSamples].bytes,
            kTermSampleBytes);
  Ask(bytes, kQuestion);
  EXPECT_EQ(answers_.results, 2);
  EXPECT_EQ(answers_.empty, 0);
}

TEST_F(DamagedSegmentTest, AnswersOrFailsWhateverAByteOfPostingsHolds) {
  AskWhateverAByteHolds(Section::kPostings);
  EXPECT_GT(answers_.results, 0);
  EXPECT_GT(answers_.errors, 0);
}

TEST_F(DamagedSegmentTest, AnswersOrFailsWhateverAByteOfTermBlocksHolds) {
  AskWhateverAByteHolds(Section::kTermBlocks);
  EXPECT_GT(answers_.results, 0);
  EXPECT_GT(answers_.errors, 0);
}

TEST_F(DamagedSegmentTest, AnswersWhateverAByteOfTermSamplesHolds) {
  AskWhateverAByteHolds(Section::kTermSamples);
  EXPECT_GT(answers_.results, 0);
}

// Counting the removed document as live would give another answer.
TEST_F(DamagedSegmentTest, FailsWhereARemovedDocumentCannotBeRead) {
  std::vector<std::byte> bytes = LargeSegment();
  std::byte* const second =
      bytes.data() + BeginOf(DecodeFooter(bytes).value(), Section::kDocuments) +
      kDocumentBytes;
  DocumentRow row = DecodeDocument(second);
  row.first_chunk = 0xFFFFFFFF;
  Encode(row, second);
  bytes = Sealed(std::move(bytes));
  const SegmentReader reader = SegmentReader::Open(bytes).value();
  DocumentSet removed(reader.counts().documents);
  removed.Insert(1);
  removed.Insert(2);
  const RemovedShare share(reader, removed);
  ASSERT_TRUE(share.error());
  EXPECT_EQ(share.counts().documents, 1u);
  const LiveSegment segments[] = {{&reader, &removed, &share}};
  TestArena arena;
  TermNormalizer normalizer(Profile::kDefault);
  const auto terms = AnalyzeQuestion(kQuestion, normalizer, *arena);
  EXPECT_FALSE(TermLookup::Find(segments, terms, *arena));
}

}  // namespace
}  // namespace answerbox::engine
