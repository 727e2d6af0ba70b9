
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "engine/answer/evidence/lexicon.h"
#include "tests/engine/answer/opened_related_words.h"

namespace answerbox::engine {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

using FoundRelated = std::vector<std::pair<std::string, int>>;

FoundRelated RelatedTo(const RelatedWords& words, std::string_view asked) {
  FoundRelated found;
  const auto range = words.Of(asked);
  for (std::size_t pair = range.begin; pair < range.end; ++pair) {
    const RelatedWord word = words.At(pair);
    found.emplace_back(word.term, word.closeness);
  }
  return found;
}

// In the order of their hashes: drill, pump.
WrittenRelatedWords PumpAndDrill() {
  const WrittenRelation relations[] = {
      {"pump", "motor", 128}, {"drill", "bit", 204}, {"pump", "bit", 64}};
  return RelateWords(relations);
}

void ExpectCorrupt(const WrittenRelatedWords& words, std::size_t at) {
  const auto bytes = words.Encode();
  const auto opened = RelatedWords::Open(bytes, words.Shape());
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error(), (Error{ErrorCode::kCorrupt, "model.related", at}));
}

TEST(RelatedWords, GivesTheWordsOfATermInTheirOrder) {
  const OpenedRelatedWords words(PumpAndDrill());
  EXPECT_THAT(RelatedTo(words.get(), "pump"),
              ElementsAre(Pair("motor", 128), Pair("bit", 64)));
  EXPECT_THAT(RelatedTo(words.get(), "drill"), ElementsAre(Pair("bit", 204)));
}

TEST(RelatedWords, GoOneWayAlone) {
  const OpenedRelatedWords words(PumpAndDrill());
  EXPECT_THAT(RelatedTo(words.get(), "motor"), IsEmpty());
}

TEST(RelatedWords, KnowNothingOfOtherTerms) {
  const OpenedRelatedWords words(PumpAndDrill());
  for (const char* term : {"", "pumps", "pum", "bit", "valv", "zzzz"}) {
    EXPECT_THAT(RelatedTo(words.get(), term), IsEmpty()) << term;
  }
}

TEST(RelatedWords, FindTheFirstAndTheLastOfAnyNumberOfTerms) {
  const std::vector<std::string> names = {"a", "b", "c", "d", "e", "f"};
  std::vector<WrittenRelation> relations;
  for (const std::string& name : names) {
    relations.push_back({name, name, static_cast<std::uint8_t>(name[0])});
    const OpenedRelatedWords words(RelateWords(relations));
    for (const WrittenRelation& relation : relations) {
      EXPECT_THAT(RelatedTo(words.get(), relation.asked),
                  ElementsAre(Pair(relation.term, relation.closeness)))
          << relations.size();
    }
    EXPECT_THAT(RelatedTo(words.get(), "g"), IsEmpty());
  }
}

TEST(RelatedWords, KnowNothingAtFirst) {
  EXPECT_THAT(RelatedTo(RelatedWords(), "pump"), IsEmpty());
  const auto opened = RelatedWords::Open({}, {});
  ASSERT_TRUE(opened);
  EXPECT_THAT(RelatedTo(*opened, "pump"), IsEmpty());
}

TEST(RelatedWords, MayBeNoneOfATerm) {
  WrittenRelatedWords words = PumpAndDrill();
  words.first_pairs = {0, 0};
  EXPECT_THAT(RelatedTo(OpenedRelatedWords(words).get(), "drill"), IsEmpty());
  words.first_pairs = {0, 3};
  EXPECT_THAT(RelatedTo(OpenedRelatedWords(words).get(), "pump"), IsEmpty());
}

TEST(RelatedWords, HoldTheLongestWordAtTheLastPlace) {
  WrittenRelatedWords words = PumpAndDrill();
  words.text.resize(0xFFFF - 256);
  words.text += static_cast<char>(0xFF) + std::string(255, 'z');
  words.pairs[2] = {0xFFFF - 256, 255};
  const OpenedRelatedWords opened(words);
  EXPECT_EQ(RelatedTo(opened.get(), "pump").back(),
            std::pair(std::string(255, 'z'), 255));
}

TEST(RelatedWords, RefuseHashesThatDoNotAscend) {
  WrittenRelatedWords words = PumpAndDrill();
  words.hashes[0] = words.hashes[1];
  ExpectCorrupt(words, 4);
  words.hashes[0] = words.hashes[1] + 1;
  ExpectCorrupt(words, 4);
}

TEST(RelatedWords, RefuseFirstPairsThatDescendOrPassTheLast) {
  // The first pairs are after the hashes, which take 8 bytes.
  WrittenRelatedWords words = PumpAndDrill();
  words.first_pairs = {0, 4};
  ExpectCorrupt(words, 10);
  words.first_pairs = {0, 0xFFFF};
  ExpectCorrupt(words, 10);
  words.hashes.push_back(0xFFFFFFFF);
  words.first_pairs = {0, 2, 1};
  ExpectCorrupt(words, 14);
}

TEST(RelatedWords, RefusePairsOfNoTerm) {
  WrittenRelatedWords words = PumpAndDrill();
  words.first_pairs = {1, 1};
  ExpectCorrupt(words, 8);
  words.hashes.clear();
  words.first_pairs.clear();
  ExpectCorrupt(words, 0);
}

TEST(RelatedWords, RefuseAWordOutOfTheText) {
  // The pairs begin after 12 bytes; the text is "\3bit\5motor".
  const auto with_place = [](std::size_t pair, std::size_t place) {
    WrittenRelatedWords words = PumpAndDrill();
    words.pairs[pair].place = static_cast<std::uint16_t>(place);
    return words;
  };
  const WrittenRelatedWords words = PumpAndDrill();
  EXPECT_EQ(words.text.size(), 10u);
  ExpectCorrupt(with_place(0, 10), 12);
  ExpectCorrupt(with_place(1, 0xFFFF), 15);
  ExpectCorrupt(with_place(2, 9), 18);  // 'r' as a length is too great.
}

TEST(RelatedWords, RefuseAWordThatEndsBehindTheText) {
  WrittenRelatedWords words = PumpAndDrill();
  words.text[4] = 6;
  ExpectCorrupt(words, 15);
  words.text[4] = static_cast<char>(0xFF);
  ExpectCorrupt(words, 15);
  words = PumpAndDrill();
  words.text.clear();
  ExpectCorrupt(words, 12);
}

}  // namespace
}  // namespace answerbox::engine
