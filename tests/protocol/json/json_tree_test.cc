#include "protocol/json/json_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>
#include <cstdlib>
#include <string>

namespace answerbox::protocol {
namespace {

using testing::HasSubstr;

class JsonTreeTest : public testing::Test {
 protected:
  // Reads the text and writes it again, or returns the error's message.
  std::string Read(std::string_view text, std::size_t max_nesting = 4) {
    BudgetedHeap heap(budget_);
    JsonMemory memory(heap);
    auto value = ReadJson(text, max_nesting, memory, memory);
    if (value) return boost::json::serialize(*value);
    offset_ = value.error().offset;
    kind_ = value.error().kind;
    return value.error().message;
  }

  MemoryBudget budget_{1 << 20};
  std::optional<std::uint64_t> offset_;
  ErrorKind kind_ = ErrorKind::kInternal;
};

TEST_F(JsonTreeTest, ReadsEveryKindOfValue) {
  const std::string text =
      R"({"a":[1,-2,18446744073709551615,"x\ny"],"b":null,"c":true})";
  EXPECT_EQ(Read(text), text);
  EXPECT_EQ(budget_.used_bytes(), 0u);
}

TEST_F(JsonTreeTest, EveryProperPrefixIsAnError) {
  const std::string text = R"({"key":["\u00e9",1.5e3,{"x":null}]})";
  for (std::size_t size = 0; size < text.size(); ++size) {
    EXPECT_THAT(Read(text.substr(0, size)), HasSubstr("not JSON")) << size;
  }
}

TEST_F(JsonTreeTest, WhatFollowsTheValueIsAnError) {
  EXPECT_THAT(Read("{} x"), HasSubstr("not JSON"));
}

TEST_F(JsonTreeTest, NestingUpToTheBoundIsRead) {
  EXPECT_EQ(Read("[[[[]]]]"), "[[[[]]]]");
  EXPECT_THAT(Read("[[[[[]]]]]"), HasSubstr("deeper than 4 levels"));
  EXPECT_EQ(kind_, ErrorKind::kParseError);
}

TEST_F(JsonTreeTest, TenThousandLevelsAreAnErrorAndNoMore) {
  EXPECT_THAT(Read(std::string(10'000, '[')), HasSubstr("deeper"));
  std::string objects;
  for (int i = 0; i < 10'000; ++i) objects += "{\"a\":";
  EXPECT_THAT(Read(objects), HasSubstr("deeper"));
}

TEST_F(JsonTreeTest, NumbersAreTheNearestDoubles) {
  for (const char* text :
       {"2.33555545555555555555", "-0.1", "1e22", "123456789012345678901.5",
        "4.9e-324", "1.7976931348623157e308", "9007199254740993.0"}) {
    BudgetedHeap heap(budget_);
    JsonMemory memory(heap);
    const auto value = ReadJson(text, 1, memory, memory);
    ASSERT_TRUE(value) << text;
    ASSERT_TRUE(value->is_double()) << text;
    EXPECT_EQ(value->get_double(), std::strtod(text, nullptr)) << text;
  }
}

TEST_F(JsonTreeTest, NumbersThatAreNotFiniteAreErrors) {
  for (const char* text : {"1e400", "-1e400", "[1e999999999999]"}) {
    Read(text);
    EXPECT_EQ(kind_, ErrorKind::kParseError) << text;
  }
  EXPECT_THAT(Read("1e400"), HasSubstr("not finite"));
  EXPECT_THAT(Read("NaN"), HasSubstr("not JSON"));
  EXPECT_THAT(Read("Infinity"), HasSubstr("not JSON"));
}

TEST_F(JsonTreeTest, OfMembersWithOneKeyTheLastCounts) {
  EXPECT_EQ(Read(R"({"a":1,"b":2,"a":3})"), R"({"a":3,"b":2})");
}

TEST_F(JsonTreeTest, AnObjectOfTooManyMembersIsAnError) {
  std::string members = "\"m\":0";
  for (std::size_t i = 1; i < kMaxObjectMembers; ++i) members += ",\"m\":0";
  EXPECT_EQ(Read("{" + members + "}"), R"({"m":0})");
  EXPECT_THAT(Read("{" + members + ",\"m\":0}"), HasSubstr("24 members"));
}

TEST_F(JsonTreeTest, TextThatIsNotUtf8IsAnErrorWithItsPlace) {
  EXPECT_THAT(Read("\"ab\xff\""), HasSubstr("not valid UTF-8"));
  EXPECT_EQ(offset_, 3u);
  EXPECT_THAT(Read(R"("\ud800")"), HasSubstr("not JSON"));
}

TEST_F(JsonTreeTest, MemoryPastTheBudgetIsAnErrorAndIsGivenBack) {
  EXPECT_THAT(Read('"' + std::string(2 << 20, 'x') + '"'),
              HasSubstr("more memory"));
  EXPECT_EQ(kind_, ErrorKind::kLimit);
  EXPECT_EQ(budget_.used_bytes(), 0u);
}

TEST(JsonTreeMemoryTest, FailsCleanlyWhereverMemoryEnds) {
  const std::string text = R"({"a":[1,2,3,[4,5,[6]]],"text":")" +
                           std::string(500, 'x') + R"(","b":{"c":{}}})";
  bool is_read = false;
  for (std::size_t limit = 0; !is_read; limit += 8) {
    MemoryBudget budget(limit);
    {
      BudgetedHeap heap(budget);
      JsonMemory memory(heap);
      is_read = ReadJson(text, 8, memory, memory).has_value();
    }
    ASSERT_EQ(budget.used_bytes(), 0u) << limit;
    ASSERT_LT(limit, 100'000u);
  }
}

}  // namespace
}  // namespace answerbox::protocol
