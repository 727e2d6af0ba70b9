#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/index/reading/live_segment.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Each term with the segments that hold it.
std::vector<std::string> Walk(std::span<const LiveSegment> segments) {
  std::vector<std::string> terms;
  CollectionTerms walk(segments);
  while (*walk.Next()) {
    std::string& term = terms.emplace_back(walk.term());
    for (const auto& [segment, entry] : walk.holders()) {
      term += ' ' + std::to_string(segment);
      const auto found = *segments[segment].reader->terms().Find(walk.term());
      EXPECT_EQ(found->number, entry.number) << walk.term();
    }
  }
  EXPECT_FALSE(*walk.Next());
  return terms;
}

TEST(CollectionTermsTest, EachTermComesOnceWithItsSegments) {
  const IndexInMemory first({"pump valve"});
  const IndexInMemory second({"rotor pump", "axle"});
  const IndexInMemory third({"valve rotor"});
  const LiveSegment segments[] = {first.live(), second.live(), third.live()};
  EXPECT_THAT(Walk(segments),
              ElementsAre("axl 1", "pump 0 1", "rotor 1 2", "valv 0 2"));
}

TEST(CollectionTermsTest, NoSegmentsHaveNoTerms) {
  EXPECT_THAT(Walk({}), IsEmpty());
}

}  // namespace
}  // namespace answerbox::engine
