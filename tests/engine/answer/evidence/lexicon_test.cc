#include "engine/answer/evidence/lexicon.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>

#include "engine/text/stop_words.h"
#include "tests/engine/answer/written_model.h"

namespace answerbox::engine {
namespace {

std::vector<WrittenTerm> Terms(std::vector<std::string_view> names) {
  std::vector<WrittenTerm> terms;
  std::uint8_t rarity = 10;
  for (const std::string_view name : names) {
    terms.push_back({LexiconHash(name), {rarity++, -128, 127}});
  }
  std::ranges::sort(terms, {}, &WrittenTerm::hash);
  return terms;
}

TEST(LexiconHash, IsThePublishedFnv1a) {
  // Test vectors of Noll, "FNV hash".
  EXPECT_EQ(LexiconHash(""), 0x811C9DC5u);
  EXPECT_EQ(LexiconHash("a"), 0xE40C292Cu);
  EXPECT_EQ(LexiconHash("foobar"), 0xBF9CF968u);
}

TEST(LexiconHash, TakesBytesAsUnsigned) {
  EXPECT_EQ(LexiconHash("\xFF"), (0x811C9DC5u ^ 0xFFu) * 0x01000193u);
}

TEST(Lexicon, FindsEveryTermAndNoOther) {
  const auto terms = Terms({"dose", "pump", "clinic", "heart", "year"});
  const auto bytes = EncodeLexicon(terms);
  const auto lexicon = Lexicon::Open(bytes, 200);
  ASSERT_TRUE(lexicon);
  EXPECT_EQ(lexicon->Find("dose").rarity, 10);
  EXPECT_EQ(lexicon->Find("year").rarity, 14);
  EXPECT_EQ(lexicon->Find("heart").doubt, -128);
  EXPECT_EQ(lexicon->Find("heart").blame, 127);
  EXPECT_EQ(lexicon->Find("doses").rarity, 200);
  EXPECT_EQ(lexicon->Find("doses").doubt, 0);
  EXPECT_EQ(lexicon->Find("").rarity, 200);
}

TEST(Lexicon, FindsTheFirstAndTheLastOfAnyNumberOfTerms) {
  const std::vector<std::string_view> names = {"a", "b", "c", "d", "e", "f"};
  for (std::size_t count = 1; count <= names.size(); ++count) {
    const auto some = std::span(names).first(count);
    const auto terms = Terms({some.begin(), some.end()});
    const auto bytes = EncodeLexicon(terms);
    const auto lexicon = Lexicon::Open(bytes, 0);
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_EQ(lexicon->Find(names[i]).rarity, 10 + i) << count;
    }
    EXPECT_EQ(lexicon->Find("g").rarity, 0);
  }
}

TEST(Lexicon, KnowsStopWordsByTheirIds) {
  const std::vector<WrittenTerm> terms = {{StopWordHash(kStopNo), {1, 2, 3}}};
  const auto bytes = EncodeLexicon(terms);
  const auto lexicon = Lexicon::Open(bytes, 0);
  EXPECT_EQ(lexicon->FindStopWord(kStopNo).doubt, 2);
  EXPECT_EQ(lexicon->FindStopWord(kStopNor).doubt, 0);
  EXPECT_EQ(StopWordHash(kStopNo), LexiconHash("\x01\x40"));
}

TEST(Lexicon, KnowsNothingAtFirst) {
  EXPECT_EQ(Lexicon().Find("pump").rarity, 255);
  EXPECT_EQ(Lexicon::Open({}, 17)->Find("pump").rarity, 17);
}

TEST(Lexicon, RefusesHashesThatDoNotAscend) {
  for (const auto& [first, second] :
       {std::pair{5u, 5u}, std::pair{6u, 5u}, std::pair{0xFFFFFFFFu, 0u}}) {
    const std::vector<WrittenTerm> terms = {{1, {}}, {first, {}}, {second, {}}};
    const auto lexicon = Lexicon::Open(EncodeLexicon(terms), 0);
    ASSERT_FALSE(lexicon);
    EXPECT_EQ(lexicon.error(),
              (Error{ErrorCode::kCorrupt, "model.lexicon", 8}));
  }
}

}  // namespace
}  // namespace answerbox::engine
