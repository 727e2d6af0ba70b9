
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "engine/numeric/arithmetic.h"
#include "engine/retrieval/bm25.h"
#include "engine/retrieval/term_lookup.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

// A document of one chunk each; `every` counts documents.
std::vector<std::string> Texts(std::size_t count) {
  std::vector<std::string> texts;
  for (std::size_t d = 0; d < count; ++d) {
    std::string text = "pump";
    if (d % 2 == 0) text += " valve";
    if (d % 3 == 0) text += " valve motor motor";
    if (d % 6 == 0) text += " pump";
    texts.push_back(text + " d" + std::to_string(d));
  }
  return texts;
}

IndexInMemory Index(const std::vector<std::string>& texts) {
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  return IndexInMemory(std::span<const std::string_view>(views));
}

// Frequencies by chunk.
std::map<ChunkNumber, std::uint32_t> Read(const PostingList& list) {
  std::map<ChunkNumber, std::uint32_t> postings;
  PostingCursor cursor(list);
  for (;;) {
    const auto moved = cursor.Next();
    EXPECT_TRUE(moved);
    if (!moved || !*moved) return postings;
    postings[cursor.chunk()] = cursor.frequency();
  }
}

TEST(PhrasePostings, AreTheChunksWithAllTerms) {
  const std::vector<std::string> texts = Texts(2000);
  const IndexInMemory index = Index(texts);
  const LiveSegment segments[] = {index.live()};
  TestArena arena;
  const std::string_view terms[] = {"pump", "motor", "valv"};
  const auto phrase = FindPhrase(segments, terms, *arena);
  ASSERT_TRUE(phrase);
  std::map<ChunkNumber, std::uint32_t> expected;
  for (std::uint32_t d = 0; d < texts.size(); d += 3) {
    expected[d] = d % 6 == 0 ? 2 : 1;
  }
  EXPECT_EQ(phrase->chunk_frequency, expected.size());
  ASSERT_TRUE(phrase->lists[0]);
  EXPECT_EQ(Read(*phrase->lists[0]), expected);
}

TEST(PhrasePostings, AreRetrievedLikeATermsOwn) {
  const std::vector<std::string> texts = Texts(2000);
  const IndexInMemory index = Index(texts);
  const LiveSegment segments[] = {index.live()};
  TestArena arena;
  TermNormalizer normalizer(Profile::kDefault);
  const auto terms = AnalyzeQuestion("d8 d12", normalizer, *arena);
  auto lookup = TermLookup::Find(segments, terms, *arena);
  ASSERT_TRUE(lookup);
  const std::string_view phrase[] = {"pump", "motor"};
  ASSERT_TRUE(lookup->AddPhrase(segments, phrase, *arena));
  EXPECT_EQ(lookup->term_count(), terms.distinct.size() + 1);
  const auto best =
      *RetrieveBm25<FixedArithmetic>(segments, *lookup, 500, *arena);
  const auto all = *RetrieveBm25Exhaustively<FixedArithmetic>(segments, *lookup,
                                                              500, *arena);
  ASSERT_EQ(best.size(), 500u);
  ASSERT_EQ(all.size(), best.size());
  for (std::size_t i = 0; i < best.size(); ++i) {
    EXPECT_EQ(best[i].chunk, all[i].chunk);
    EXPECT_EQ(best[i].score, all[i].score);
  }
}

TEST(PhrasePostings, DoNotCountRemovedDocuments) {
  const std::vector<std::string> texts = Texts(30);
  IndexInMemory index = Index(texts);
  index.Remove(0);
  index.Remove(3);
  index.Remove(4);
  const LiveSegment segments[] = {index.live()};
  TestArena arena;
  const std::string_view terms[] = {"motor", "pump"};
  EXPECT_EQ(FindPhrase(segments, terms, *arena)->chunk_frequency, 8u);
  const std::string_view unknown[] = {"motor", "lever"};
  const auto none = FindPhrase(segments, unknown, *arena);
  EXPECT_EQ(none->chunk_frequency, 0u);
  EXPECT_FALSE(none->lists[0]);
}

TEST(PhrasePostings, OfFrequentTermsAloneAreLeftOut) {
  const auto count = static_cast<std::size_t>(kMaxPhraseChunks);
  const std::vector<std::string> texts(count + 1, "pump valve");
  IndexInMemory index = Index(texts);
  TestArena arena;
  const std::string_view terms[] = {"pump", "valv"};
  const LiveSegment all[] = {index.live()};
  const auto none = FindPhrase(all, terms, *arena);
  EXPECT_EQ(none->chunk_frequency, 0u);
  // Only their lists, which are empty, take room.
  EXPECT_EQ((*arena).used(), sizeof none->lists[0]);
  index.Remove(7);
  const LiveSegment fewer[] = {index.live()};
  EXPECT_EQ(FindPhrase(fewer, terms, *arena)->chunk_frequency, count);
}

}  // namespace
}  // namespace answerbox::engine
