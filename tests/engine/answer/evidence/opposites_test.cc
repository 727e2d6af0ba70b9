#include "engine/answer/evidence/opposites.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <span>
#include <string>
#include <vector>

namespace answerbox::engine {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string_view> OppositesOf(std::string_view term) {
  std::array<std::string_view, kMaxOpposites> out;
  const auto found = std::span(out).first(FindOpposites(term, out));
  return {found.begin(), found.end()};
}

TEST(FindOpposites, KnowsAPairBothWays) {
  EXPECT_THAT(OppositesOf("autumn"), ElementsAre("spring"));
  EXPECT_THAT(OppositesOf("spring"), ElementsAre("autumn"));
}

TEST(FindOpposites, GivesEveryOppositeOfATerm) {
  EXPECT_THAT(OppositesOf("small"),
              testing::UnorderedElementsAre("big", "great", "larg"));
}

TEST(FindOpposites, KnowsTheFirstAndTheLastOfItsList) {
  EXPECT_THAT(OppositesOf("abandon"), ElementsAre("keep"));
  EXPECT_THAT(OppositesOf("wrong"), ElementsAre("right"));
}

TEST(FindOpposites, TakesAPrefixOff) {
  EXPECT_THAT(OppositesOf("nonsmok"), ElementsAre("smok"));
  EXPECT_THAT(OppositesOf("unsaf"), IsEmpty());  // Three bytes are too few.
  EXPECT_THAT(OppositesOf("unsafe"), ElementsAre("safe"));
  for (const std::string_view prefix :
       {"dis", "il", "im", "in", "ir", "non", "un"}) {
    const std::string term = std::string(prefix) + "zzzz";
    EXPECT_THAT(OppositesOf(term), ElementsAre("zzzz")) << prefix;
  }
}

TEST(FindOpposites, GivesListAndPrefixTogether) {
  EXPECT_THAT(OppositesOf("unpopular"), Contains("popular"));
  EXPECT_THAT(OppositesOf("popular"), ElementsAre("unpopular"));
  EXPECT_THAT(OppositesOf("import"),
              testing::UnorderedElementsAre("export", "unimport", "port"));
}

TEST(FindOpposites, HasNoneOfOtherTerms) {
  EXPECT_THAT(OppositesOf("pump"), IsEmpty());
  EXPECT_THAT(OppositesOf(""), IsEmpty());
  EXPECT_THAT(OppositesOf("un"), IsEmpty());
  EXPECT_THAT(OppositesOf("3rd"), IsEmpty());
  EXPECT_THAT(OppositesOf("`a"), IsEmpty());
  EXPECT_THAT(OppositesOf("{a"), IsEmpty());
  EXPECT_THAT(OppositesOf("écol"), IsEmpty());
  EXPECT_THAT(OppositesOf("zzz"), IsEmpty());
}

}  // namespace
}  // namespace answerbox::engine
