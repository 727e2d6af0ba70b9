#include "engine/selection/unit_order.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace answerbox::engine {
namespace {

// Units 7, 2, 9, 4, 1, best first.
std::vector<std::uint32_t> InOrder(const UnitOrder& order) {
  std::array<std::byte, 1024> storage;
  Arena arena(storage);
  const std::vector<ChosenUnit> chosen = {
      {7, {}}, {2, {}}, {9, {}}, {4, {}}, {1, {}}};
  std::vector<std::uint32_t> units;
  for (const ChosenUnit& unit : Ordered(chosen, order, arena)) {
    units.push_back(unit.unit);
  }
  return units;
}

using Units = std::vector<std::uint32_t>;

TEST(UnitOrderTest, ByPlaceFollowsTheDocuments) {
  EXPECT_EQ(InOrder({true}), (Units{1, 2, 4, 7, 9}));
}

TEST(UnitOrderTest, OneToNoneIsTheOrderByScore) {
  EXPECT_EQ(InOrder({false, 1, 0}), (Units{7, 2, 9, 4, 1}));
}

TEST(UnitOrderTest, AlternatesBetweenBeginningAndEnd) {
  EXPECT_EQ(InOrder({false, 1, 1}), (Units{7, 9, 1, 4, 2}));
  EXPECT_EQ(InOrder({false, 2, 1}), (Units{7, 2, 4, 1, 9}));
  EXPECT_EQ(InOrder({false, 1, 3}), (Units{7, 1, 4, 9, 2}));
}

}  // namespace
}  // namespace answerbox::engine
