#include "engine/index/writing/segment_builder.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/index/format/segment_writer.h"
#include "engine/index/postings/posting_list.h"
#include "engine/index/terms/vocabulary.h"
#include "engine/index/writing/posting_gatherer.h"
#include "engine/text/stop_words.h"
#include "tests/engine/index/segment_fixture.h"

namespace answerbox::engine {
namespace {

Result<void> BuildInto(ByteSink& sink, Profile profile,
                       const std::vector<TestDocument>& documents) {
  SegmentBuilder builder(profile, kTestChunking, sink);
  for (const TestDocument& document : documents) {
    auto added =
        builder.Add(document.name, Sha256{},
                    {document.text, document.pages, document.headings});
    if (!added) return added;
  }
  return builder.Finish();
}

TEST(SegmentBuilder, ReportsASinkThatFailsAtAnyWrite) {
  std::mt19937 random(1);
  auto documents = RandomDocuments(random, 400);
  documents[3].text.append(3 * kWriteBufferBytes, 'x');
  std::size_t writes = 0;
  while (true) {
    FullSink sink(writes);
    const auto built = BuildInto(sink, Profile::kPaper, documents);
    if (built) break;
    ASSERT_EQ(built.error().code, ErrorCode::kSinkFailed);
    ++writes;
  }
  EXPECT_GT(writes, 5u);
}

TEST(SegmentBuilder, WritesTheSameBytesAfterReset) {
  std::mt19937 random(2);
  for (const Profile profile : {Profile::kPaper, Profile::kDefault}) {
    MemorySink sink;
    SegmentBuilder builder(profile, kTestChunking, sink);
    for (int round = 0; round < 5; ++round) {
      const auto documents = RandomDocuments(random, 20);
      builder.Reset();
      sink.Clear();
      for (const TestDocument& document : documents) {
        ASSERT_TRUE(
            builder.Add(document.name, ComputeSha256(document.text),
                        {document.text, document.pages, document.headings,
                         document.blocks, document.attachments}));
      }
      EXPECT_EQ(builder.document_count(), 20u);
      ASSERT_TRUE(builder.Finish());
      const SegmentBytes expected = BuildSegment(profile, documents);
      EXPECT_TRUE(std::ranges::equal(sink.bytes(), expected));
      EXPECT_EQ(builder.chunk_count(), OpenSegment(expected).counts().chunks);
    }
  }
}

// More postings than fit into a slice, so that several slices are needed.
TEST(SegmentBuilder, GathersPostingsInSlices) {
  TestDocument document{"a", "", {}, {}};
  constexpr std::size_t kTerms = 5;
  const std::size_t chunks = kPostingsPerSlice / kTerms + 1000;
  for (std::size_t i = 0; i < chunks; ++i) document.text += "aa bb cc dd ee. ";
  const SegmentBytes bytes = BuildSegment(
      Profile::kPaper, std::vector<TestDocument>{document}, {8, 0});
  const SegmentReader segment = OpenSegment(bytes);
  ASSERT_EQ(segment.terms().size(), kTerms);
  for (TermNumber term = 0; term < kTerms; ++term) {
    PostingCursor postings(segment.Postings(term).value());
    std::uint64_t occurrences = 0;
    while (postings.Next().value()) {
      occurrences += postings.posting().frequency;
    }
    EXPECT_EQ(occurrences, chunks);
  }
}

TEST(SegmentBuilder, CountsItsMemory) {
  MemorySink sink;
  SegmentBuilder builder(Profile::kDefault, {}, sink);
  const std::size_t empty = builder.memory_bytes();
  std::string text;
  for (int i = 0; i < 20000; ++i) text += "word" + std::to_string(i) + ". ";
  ASSERT_TRUE(builder.Add("a", Sha256{}, {text, {}, {}}));
  // Each term takes its characters, its entry, its slots, and its sort key.
  EXPECT_GT(builder.memory_bytes(), empty + 20000 * 40);
  EXPECT_LT(empty, 64u << 10);
}

std::string DifferentWords(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    text += "word" + std::to_string(i) + (i % 9 == 8 ? ". " : " ");
  }
  return text;
}

TEST(SegmentBuilder, ADocumentOverItsMemoryLeavesNoTraceInTheSegment) {
  const std::string text = DifferentWords(100'000);
  const std::vector<PageMark> pages = {{0, 1}};
  const std::vector<HeadingMark> headings = {{{0, 5}, 1}};
  for (const Profile profile : {Profile::kPaper, Profile::kDefault}) {
    MemorySink with;
    MemorySink without;
    for (MemorySink* sink : {&with, &without}) {
      SegmentBuilder builder(profile, kTestChunking, *sink, 2u << 20);
      ASSERT_TRUE(builder.Add("a", Sha256{}, {"The pump is blue.", {}, {}}));
      if (sink == &with) {
        const auto added =
            builder.Add("large", Sha256{}, {text, pages, headings});
        ASSERT_FALSE(added);
        EXPECT_EQ(added.error().code, ErrorCode::kLimitExceeded);
        EXPECT_EQ(added.error().field, std::string_view(kBuilderMemoryField));
      }
      const std::string_view after = "A word0 and a valve.";
      ASSERT_TRUE(builder.Add("b", Sha256{}, {after, {}, {}}));
      ASSERT_TRUE(builder.Finish());
    }
    EXPECT_TRUE(std::equal(with.bytes().begin(), with.bytes().end(),
                           without.bytes().begin(), without.bytes().end()));
  }
}

// The builder notices a limit while it reads the document, not after it.
TEST(SegmentBuilder, StopsCloseToItsMemory) {
  const std::string text = DifferentWords(500'000);
  MemorySink sink;
  SegmentBuilder builder(Profile::kDefault, {}, sink, 2u << 20);
  ASSERT_FALSE(builder.Add("a", Sha256{}, {text, {}, {}}));
  EXPECT_LT(builder.memory_bytes(), 4u << 20);
}

TEST(Vocabulary, NumbersTermsByFirstAppearanceInTheSegment) {
  Vocabulary vocabulary(Profile::kDefault);
  EXPECT_EQ(vocabulary.NumberOf("washing", TokenKind::kWord), 0u);
  EXPECT_EQ(vocabulary.NumberOf("Soap", TokenKind::kWord), 1u);
  EXPECT_EQ(vocabulary.NumberOf("washed", TokenKind::kWord), 0u);
  EXPECT_EQ(vocabulary[0], "wash");
  vocabulary.Reset();
  EXPECT_EQ(vocabulary.size(), 0u);
  EXPECT_EQ(vocabulary.NumberOf("soap", TokenKind::kWord), 0u);
  EXPECT_EQ(vocabulary[0], "soap");
}

TEST(Vocabulary, GivesTheNumbersOfForgottenTermsAgain) {
  Vocabulary vocabulary(Profile::kDefault);
  EXPECT_EQ(vocabulary.NumberOf("soap", TokenKind::kWord), 0u);
  EXPECT_EQ(vocabulary.NumberOf("pump", TokenKind::kWord), 1u);
  vocabulary.Truncate(1);
  EXPECT_EQ(vocabulary.size(), 1u);
  EXPECT_EQ(vocabulary.NumberOf("valve", TokenKind::kWord), 1u);
  EXPECT_EQ(vocabulary.NumberOf("pump", TokenKind::kWord), 2u);
  EXPECT_EQ(vocabulary[2], "pump");
}

TEST(Vocabulary, HasNoNumberForWhatCarriesNoTerm) {
  Vocabulary vocabulary(Profile::kDefault);
  EXPECT_EQ(vocabulary.NumberOf("the", TokenKind::kWord), std::nullopt);
  EXPECT_EQ(vocabulary.NumberOf("the", TokenKind::kWord), std::nullopt);
  EXPECT_EQ(vocabulary.NumberOf(",", TokenKind::kPunctuation), std::nullopt);
  EXPECT_EQ(vocabulary.size(), 0u);
}

// The second time the builder remembers the word. A word that is too long to be
// remembered gets its mark too.
TEST(Vocabulary, KnowsTheMarksOfWords) {
  Vocabulary vocabulary(Profile::kDefault);
  const std::string long_word = std::string(80, 'x') + "ing";
  for (int round = 0; round < 2; ++round) {
    const auto month = vocabulary.WordOf("June", TokenKind::kWord);
    EXPECT_EQ(month->number, 0u);
    EXPECT_EQ(KindOf(month->mark), WordKind::kMonth);
    const auto stop_word = vocabulary.WordOf("They", TokenKind::kWord);
    EXPECT_EQ(stop_word->mark, kStopThey);
    const auto word = vocabulary.WordOf(long_word, TokenKind::kWord);
    EXPECT_EQ(word->number, 1u);
    EXPECT_EQ(word->mark, kTermMark);  // It is cut before its verb ending.
    EXPECT_FALSE(vocabulary.WordOf("\u3164", TokenKind::kWord));
    EXPECT_FALSE(vocabulary.WordOf(",", TokenKind::kPunctuation));
  }
}

TEST(Vocabulary, KeepsItsNumbersWhenItForgetsWords) {
  Vocabulary vocabulary(Profile::kPaper);
  for (std::uint32_t i = 0; i < kMaxKnownWords + 10; ++i) {
    ASSERT_EQ(vocabulary.NumberOf(std::to_string(i), TokenKind::kWord), i);
  }
  EXPECT_EQ(vocabulary.NumberOf("17", TokenKind::kWord), 17u);
  vocabulary.Reset();
  EXPECT_EQ(vocabulary.NumberOf("17", TokenKind::kWord), 0u);
}

TEST(Vocabulary, CutsLongWordsLikeShortOnes) {
  Vocabulary vocabulary(Profile::kPaper);
  const std::string longest(kMaxTermBytes, 'y');
  EXPECT_EQ(vocabulary.NumberOf(longest, TokenKind::kWord), 0u);
  EXPECT_EQ(vocabulary.NumberOf(longest + "z", TokenKind::kWord), 0u);
}

}  // namespace
}  // namespace answerbox::engine
