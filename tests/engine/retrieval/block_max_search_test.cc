// Skipping chunks gives the same result as scoring all chunks, and does skip
// some.
#include "engine/retrieval/block_max_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "engine/index/format/little_endian.h"
#include "engine/index/format/segment_layout.h"
#include "engine/retrieval/bm25.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

using Chunk = ScoredChunk<FixedArithmetic>;

// The word of a rank. Stemming does not change it.
std::string Word(std::uint32_t rank) {
  std::string word = "q";
  do {
    word += static_cast<char>('b' + rank % 4);
    rank /= 4;
  } while (rank != 0);
  return word + "x";
}

// Low ranks are much more frequent than high ranks.
std::uint32_t RandomRank(std::mt19937& random, std::uint32_t words) {
  const auto skew = static_cast<std::uint32_t>(1 + random() % words);
  return static_cast<std::uint32_t>(random() % skew);
}

// Mostly short, sometimes long texts. Some repeat the text before, for equal
// scores; some repeat one word.
std::vector<std::string> RandomTexts(std::mt19937& random, std::size_t count,
                                     std::uint32_t words) {
  std::vector<std::string> texts;
  while (texts.size() < count) {
    if (!texts.empty() && random() % 8 == 0) {
      texts.push_back(texts.back());
      continue;
    }
    std::string text;
    const std::size_t length = 1 + random() % (random() % 10 == 0 ? 150 : 20);
    const bool is_of_one_word = random() % 16 == 0;
    std::uint32_t rank = RandomRank(random, words);
    for (std::size_t i = 0; i < length; ++i) {
      if (!is_of_one_word) rank = RandomRank(random, words);
      text += Word(rank) + ' ';
    }
    texts.push_back(text);
  }
  return texts;
}

class Collection {
 public:
  Collection(std::mt19937& random, std::size_t segments, std::size_t documents,
             std::uint32_t words) {
    for (std::size_t s = 0; s < segments; ++s) {
      const auto texts = RandomTexts(random, 1 + random() % documents, words);
      const std::vector<std::string_view> views(texts.begin(), texts.end());
      indexes_.push_back(std::make_unique<IndexInMemory>(
          std::span<const std::string_view>(views)));
      for (DocumentNumber d = 0; d < texts.size(); ++d) {
        if (random() % 10 == 0) indexes_.back()->RemoveLater(d);
      }
      indexes_.back()->RemoveNow();
      live_.push_back(indexes_.back()->live());
    }
  }

  [[nodiscard]] std::span<const LiveSegment> segments() const { return live_; }

 private:
  std::vector<std::unique_ptr<IndexInMemory>> indexes_;
  std::vector<LiveSegment> live_;
};

TermLookup LookUp(std::span<const LiveSegment> segments,
                  const std::string& question, Arena& arena) {
  TermNormalizer normalizer(Profile::kDefault);
  const auto terms = AnalyzeQuestion(question, normalizer, arena);
  return TermLookup::Find(segments, terms, arena).value();
}

// Makes each term a concept of its own or of the term before it, with any terms
// as others.
void GroupAtRandom(std::mt19937& random, TermLookup& lookup, Arena& arena) {
  const std::size_t terms = lookup.term_count();
  const auto own = MakeSpan<std::uint8_t>(arena, terms);
  const auto concepts = MakeSpan<TermConcept>(arena, terms);
  std::size_t count = 0;
  for (std::size_t t = 0; t < terms; ++t) {
    own[t] = static_cast<std::uint8_t>(t);
    if (count != 0 && random() % 4 == 0) {
      concepts[count - 1].own = {concepts[count - 1].own.data(),
                                 concepts[count - 1].own.size() + 1};
      continue;
    }
    const auto others = MakeSpan<OtherTerm>(arena, random() % 5);
    for (OtherTerm& other : others) {
      other = {static_cast<std::uint8_t>(random() % terms),
               Q16::FromRatio(random() % 100, 100)};
    }
    concepts[count++] = {own.subspan(t, 1), others};
  }
  lookup.GroupBy(concepts.first(count));
}

void ExpectTheSame(std::span<const Chunk> found,
                   std::span<const Chunk> expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    ASSERT_EQ(found[i].segment, expected[i].segment) << i;
    ASSERT_EQ(found[i].chunk, expected[i].chunk) << i;
    ASSERT_EQ(found[i].score, expected[i].score) << i;
  }
}

//   random  null: each term is a concept
void ExpectTheSameAsExhaustively(std::span<const LiveSegment> segments,
                                 const std::string& question, std::size_t count,
                                 std::mt19937* random = nullptr) {
  TestArena arena;
  TermLookup lookup = LookUp(segments, question, *arena);
  if (random != nullptr) GroupAtRandom(*random, lookup, *arena);
  const auto found =
      RetrieveBm25<FixedArithmetic>(segments, lookup, count, *arena).value();
  ExpectTheSame(found, RetrieveBm25Exhaustively<FixedArithmetic>(
                           segments, lookup, count, *arena)
                           .value());
}

TEST(BlockMaxSearch, FindsInSmallCollectionsWhatScoringAllFinds) {
  std::mt19937 random(1);
  for (int round = 0; round < 60; ++round) {
    const Collection collection(random, 1 + random() % 4, 300, 40);
    for (const std::size_t count : {1u, 2u, 10u, 50u, 5000u}) {
      std::string question;
      for (std::size_t i = 0; i <= random() % 8; ++i) {
        question += Word(RandomRank(random, 50)) + ' ';
      }
      SCOPED_TRACE(question);
      ExpectTheSameAsExhaustively(collection.segments(), question, count);
    }
  }
}

TEST(BlockMaxSearch, FindsInSeveralWindowsWhatScoringAllFinds) {
  std::mt19937 random(2);
  for (int round = 0; round < 3; ++round) {
    const Collection collection(random, 2, 15'000, 400);
    for (int i = 0; i < 40; ++i) {
      std::string question;
      for (std::size_t j = 0; j <= random() % 8; ++j) {
        question += Word(RandomRank(random, 400)) + ' ';
      }
      SCOPED_TRACE(question);
      ExpectTheSameAsExhaustively(collection.segments(), question,
                                  1 + random() % 60);
    }
  }
}

TEST(BlockMaxSearch, FindsByConceptsWhatScoringAllFinds) {
  std::mt19937 random(4);
  for (int round = 0; round < 31; ++round) {
    const bool is_large = round == 30;
    const std::uint32_t words = is_large ? 400 : 40;
    const Collection collection(random, 1 + random() % 4,
                                is_large ? 15'000 : 300, words);
    for (const std::size_t count : {1u, 2u, 10u, 50u, 5000u}) {
      std::string question;
      for (std::size_t i = 0; i <= random() % 12; ++i) {
        question += Word(RandomRank(random, words)) + ' ';
      }
      SCOPED_TRACE(question);
      ExpectTheSameAsExhaustively(collection.segments(), question, count,
                                  &random);
    }
  }
}

TEST(BlockMaxSearch, FindsNothingForNoRoom) {
  std::mt19937 random(3);
  const Collection collection(random, 1, 20, 5);
  ExpectTheSameAsExhaustively(collection.segments(), Word(0), 0);
}

// In one long chunk among many short ones, a word that all chunks have weighs
// less than half of the smallest number.
TEST(BlockMaxSearch, FindsMatchesThatWeighNothingWhereFewMatch) {
  std::string is_long = "common";
  for (int i = 0; i < 180; ++i) is_long += " banana";
  std::vector<std::string_view> texts(3000, "common");
  texts[7] = is_long;
  const IndexInMemory index{std::span<const std::string_view>(texts)};
  const LiveSegment segments[] = {index.live()};
  TestArena arena;
  const TermLookup lookup = LookUp(segments, "common", *arena);
  const auto all =
      RetrieveBm25Exhaustively<FixedArithmetic>(segments, lookup, 5000, *arena)
          .value();
  ASSERT_EQ(all.back().chunk, 7u);
  ASSERT_EQ(all.back().score, Q16());
  ExpectTheSameAsExhaustively(segments, "common", 5000);
  ExpectTheSameAsExhaustively(segments, "common", 2999);
}

// A segment in which every document holds one word, and some of the first hold
// another.
std::vector<std::byte> CommonAndRare() {
  MemorySink sink;
  SegmentBuilder builder(Profile::kDefault, {}, sink);
  for (int i = 0; i < 20'000; ++i) {
    const std::string_view text = i < 60 ? "common rare" : "common other";
    EXPECT_TRUE(builder.Add("d", Sha256{}, {text, {}, {}}));
  }
  EXPECT_TRUE(builder.Finish());
  return {sink.bytes().begin(), sink.bytes().end()};
}

// Damages a list from the block with this number on.
void DamageBlocks(std::span<std::byte> segment, const TermEntry& entry,
                  std::size_t block) {
  std::byte* const list = segment.data() + entry.postings_offset;
  const std::size_t blocks =
      (entry.chunk_frequency - 1) / kPostingsPerBlock + 1;
  const std::byte* const skip =
      list + entry.postings_bytes - blocks * kSkipEntryBytes;
  for (; block < blocks; ++block) {
    list[LoadLittle32(skip + (block - 1) * kSkipEntryBytes + 4)] =
        std::byte{0xFF};
  }
}

// Damage in blocks that are not decoded is not found.
TEST(BlockMaxSearch, DoesNotDecodeBlocksThatCannotMatter) {
  std::vector<std::byte> bytes = CommonAndRare();
  const SegmentReader reader = SegmentReader::Open(bytes).value();
  const DocumentSet removed;
  const LiveSegment segments[] = {{&reader, &removed}};
  TestArena arena;
  const TermLookup lookup = LookUp(segments, "common rare", *arena);
  const auto expected =
      RetrieveBm25Exhaustively<FixedArithmetic>(segments, lookup, 50, *arena)
          .value();
  DamageBlocks(bytes, *lookup.entry(0, 0), 40);
  EXPECT_FALSE(
      RetrieveBm25Exhaustively<FixedArithmetic>(segments, lookup, 50, *arena));
  const auto found =
      RetrieveBm25<FixedArithmetic>(segments, lookup, 50, *arena);
  ASSERT_TRUE(found);
  ExpectTheSame(*found, expected);
}

}  // namespace
}  // namespace answerbox::engine
