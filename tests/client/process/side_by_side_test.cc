#include "client/process/side_by_side.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace answerbox::client {
namespace {

TEST(SideBySide, DoesEachWorkOnce) {
  std::array<int, 50> done{};
  std::vector<std::function<void()>> works;
  for (int& each : done) works.emplace_back([&each] { ++each; });
  RunSideBySide(works);
  for (const int each : done) EXPECT_EQ(each, 1);
  RunSideBySide({});
}

}  // namespace
}  // namespace answerbox::client
