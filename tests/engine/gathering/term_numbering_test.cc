#include <gtest/gtest.h>

#include "engine/gathering/sentence_pool.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

class TermNumberingTest : public testing::Test {
 protected:
  TermNumber In(const IndexInMemory& index, std::string_view term) {
    return (*index.reader().terms().Find(term))->number;
  }

  static constexpr std::string_view kFirst[] = {"pump tank", "gate"};
  static constexpr std::string_view kSecond[] = {"gate lamp pump"};
  IndexInMemory first_{kFirst};
  IndexInMemory second_{kSecond};
  TestArena arena_;
};

TEST_F(TermNumberingTest, TheSameTermOfTwoSegmentsHasOneNumber) {
  const LiveSegment segments[] = {first_.live(), second_.live()};
  TermNumbering numbering(segments, 100, *arena_);
  EXPECT_EQ(**numbering.Number(0, In(first_, "pump")), 0u);
  EXPECT_EQ(**numbering.Number(1, In(second_, "lamp")), 1u);
  EXPECT_EQ(**numbering.Number(1, In(second_, "pump")), 0u);
  EXPECT_EQ(numbering.size(), 2u);
  EXPECT_EQ(**numbering.Find("lamp"), 1u);
  EXPECT_FALSE(*numbering.Find("gate"));
  EXPECT_FALSE(*numbering.Find("zebra"));
}

TEST_F(TermNumberingTest, FurtherTermsHaveNoNumber) {
  const LiveSegment segments[] = {first_.live()};
  TermNumbering numbering(segments, 2, *arena_);
  EXPECT_TRUE(*numbering.Number(0, In(first_, "pump")));
  EXPECT_TRUE(*numbering.Number(0, In(first_, "tank")));
  EXPECT_FALSE(*numbering.Number(0, In(first_, "gate")));
  EXPECT_EQ(**numbering.Number(0, In(first_, "tank")), 1u);
}

}  // namespace
}  // namespace answerbox::engine
