#include <gtest/gtest.h>

#include <string>

#include "engine/index/terms/vocabulary.h"

namespace answerbox::engine {
namespace {

TEST(StringTable, NumbersStringsByFirstAppearance) {
  StringTable table(1);
  EXPECT_EQ(table.Intern("b").number, 0u);
  EXPECT_EQ(table.Intern("a").number, 1u);
  EXPECT_TRUE(table.Intern("").added);
  EXPECT_EQ(table.Intern("b").number, 0u);
  EXPECT_FALSE(table.Intern("a").added);
  EXPECT_EQ(table[0], "b");
  EXPECT_EQ(table[1], "a");
  EXPECT_EQ(table[2], "");
}

TEST(StringTable, TellsStringsApartThatShareAWordOfTheHash) {
  StringTable table(1);
  for (std::size_t length = 0; length < 40; ++length) {
    EXPECT_TRUE(table.Intern(std::string(length, 'x')).added) << length;
  }
  EXPECT_EQ(table.size(), 40u);
}

TEST(StringTable, KeepsItsNumbersWhileItGrows) {
  StringTable table(7);
  for (std::uint32_t i = 0; i < 5000; ++i) {
    ASSERT_EQ(table.Intern(std::to_string(i)).number, i);
  }
  for (std::uint32_t i = 0; i < 5000; ++i) {
    ASSERT_EQ(table.Intern(std::to_string(i)).number, i);
    ASSERT_EQ(table[i], std::to_string(i));
  }
}

TEST(StringTable, IsEmptyAfterClear) {
  StringTable table(7);
  for (int i = 0; i < 1000; ++i) {
    static_cast<void>(table.Intern(std::to_string(i)));
  }
  table.Clear();
  EXPECT_EQ(table.size(), 0u);
  EXPECT_TRUE(table.Intern("999").added);
  EXPECT_EQ(table[0], "999");
}

}  // namespace
}  // namespace answerbox::engine
