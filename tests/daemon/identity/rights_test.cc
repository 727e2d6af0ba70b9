#include <gtest/gtest.h>

#include <array>
#include <set>

#include "daemon/identity/principal.h"

namespace answerbox::daemon {
namespace {

constexpr std::array kAll = kEveryRight;

TEST(RightsTest, ThereAreNoneButThoseThatAreGiven) {
  for (const Right given : kAll) {
    const Rights rights{given};
    for (const Right right : kAll) {
      EXPECT_EQ(rights.Has(right), right == given) << ToString(right);
    }
    EXPECT_FALSE(Rights().Has(given));
    EXPECT_TRUE(Rights::All().Has(given));
  }
}

TEST(RightsTest, EachHasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (const Right right : kAll) names.insert(ToString(right));
  EXPECT_EQ(names.size(), kAll.size());
  EXPECT_FALSE(names.contains(""));
  for (const Right right : kAll) EXPECT_EQ(RightNamed(ToString(right)), right);
  for (const char* word : {"", "Ask", "all", "ask "}) {
    EXPECT_FALSE(RightNamed(word)) << word;
  }
}

}  // namespace
}  // namespace answerbox::daemon
