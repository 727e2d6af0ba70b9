#include <gtest/gtest.h>

#include <vector>

#include "client/energy/energy.h"

namespace answerbox::client {
namespace {

using Values = std::vector<std::optional<std::uint64_t>>;

TEST(PowerGraph, IsAsHighAsTheHighestValue) {
  EXPECT_EQ(RenderPowerGraph(Values{0, 500'000, 1'000'000, 2'000'000}, 80, 2),
            "   2.00 W    █\n"
            "      0 W  ▄██\n");
}

TEST(PowerGraph, MarksWhatIsUnknown) {
  EXPECT_EQ(RenderPowerGraph(Values{1'000'000, std::nullopt, 1'000'000}, 80, 2),
            "   1.00 W █ █\n"
            "      0 W █·█\n");
}

TEST(PowerGraph, ShowsTheLastValuesWhereNotAllFit) {
  EXPECT_EQ(RenderPowerGraph(Values{8, 8, 4, 8}, 13, 1), "     8 uW ▄█\n");
}

TEST(PowerGraph, NothingIsNoGraph) {
  EXPECT_EQ(RenderPowerGraph({}, 80, 4), "");
}

TEST(PowerGraph, ZeroPowerIsALineOfBlanks) {
  EXPECT_EQ(RenderPowerGraph(Values{0, 0}, 80, 1), "     1 uW\n");
}

}  // namespace
}  // namespace answerbox::client
