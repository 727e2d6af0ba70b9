#include "protocol/json/json_member.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace answerbox::protocol {
namespace {

namespace json = boost::json;

std::optional<json::value> Find(std::string_view text) {
  return FindScalar(text, "id", 5, 8);
}

TEST(JsonMemberTest, FindsScalars) {
  EXPECT_EQ(Find(R"({"id":1})"), json::value(1));
  EXPECT_EQ(Find(R"({"a":{"id":2},"id":-1,"b":["id"]})"), json::value(-1));
  EXPECT_EQ(Find(R"({"id":null})"), json::value(nullptr));
  EXPECT_EQ(Find(R"({"id":"abcde"})"), json::value("abcde"));
  EXPECT_EQ(Find(R"({"id":"\u0061\n"})"), json::value("a\n"));
  EXPECT_EQ(Find(R"({"\u0069d":7,"idle":8,"i":9})"), json::value(7));
}

TEST(JsonMemberTest, TheLastOneCounts) {
  EXPECT_EQ(Find(R"({"id":1,"id":2})"), json::value(2));
  EXPECT_EQ(Find(R"({"id":1,"id":[2]})"), std::nullopt);
}

TEST(JsonMemberTest, FindsNothingElse) {
  EXPECT_EQ(Find(R"({"id":"abcdef"})"), std::nullopt);
  EXPECT_EQ(Find(R"({"id":true})"), std::nullopt);
  EXPECT_EQ(Find(R"({"id":{"id":1}})"), std::nullopt);
  EXPECT_EQ(Find(R"({"a":"id"})"), std::nullopt);
  EXPECT_EQ(Find(R"([{"id":1}])"), std::nullopt);
  EXPECT_EQ(Find(R"({"id":1)"), std::nullopt);
  EXPECT_EQ(Find(R"({"id":1} 2)"), std::nullopt);
  EXPECT_EQ(Find(R"("id")"), std::nullopt);
}

}  // namespace
}  // namespace answerbox::protocol
