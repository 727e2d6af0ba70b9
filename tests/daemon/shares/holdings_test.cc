#include <gtest/gtest.h>

#include "daemon/shares/turns.h"

namespace answerbox::daemon {
namespace {

TEST(HoldingsTest, TellWhoHasMost) {
  Holdings holdings;
  EXPECT_EQ(holdings.Greatest().amount, 0u);
  holdings.Add("a", 2);
  holdings.Add("b", 3);
  holdings.Add("a", 2);
  EXPECT_EQ(holdings.Greatest().holder, "a");
  EXPECT_EQ(holdings.Greatest().amount, 4u);
  holdings.Remove("a", 3);
  EXPECT_EQ(holdings.Greatest().holder, "b");
}

TEST(HoldingsTest, WhoHasNothingIsForgotten) {
  Holdings holdings;
  holdings.Add("a", 2);
  holdings.Remove("a", 2);
  EXPECT_EQ(holdings.Of("a"), 0u);
  EXPECT_EQ(holdings.holders(), 0u);
}

}  // namespace
}  // namespace answerbox::daemon
