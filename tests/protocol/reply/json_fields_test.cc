#include "protocol/reply/json_fields.h"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>

namespace answerbox::protocol {
namespace {

TEST(JsonFields, ReadMembersOfTheirType) {
  const auto object =
      boost::json::parse(R"({"t":"x","n":3,"r":0.5,"f":true,"o":{"a":1},)"
                         R"("l":[1]})")
          .as_object();
  EXPECT_EQ(TextAt(object, "t"), "x");
  EXPECT_EQ(NumberAt(object, "n"), 3u);
  EXPECT_EQ(RealAt(object, "r"), 0.5);
  EXPECT_EQ(RealAt(object, "n"), 3.0);
  EXPECT_TRUE(FlagAt(object, "f"));
  EXPECT_EQ(NumberAt(ObjectAt(object, "o"), "a"), 1u);
  EXPECT_EQ(ArrayAt(object, "l").size(), 1u);
}

TEST(JsonFields, ReadAnythingElseAsNothing) {
  const auto object =
      boost::json::parse(R"({"x":null,"n":-3,"big":1e300})").as_object();
  for (const char* key : {"x", "n", "big", "missing"}) {
    EXPECT_EQ(TextAt(object, key), "");
    EXPECT_EQ(NumberAt(object, key), 0u);
    EXPECT_FALSE(FlagAt(object, key));
    EXPECT_TRUE(ObjectAt(object, key).empty());
    EXPECT_TRUE(ArrayAt(object, key).empty());
  }
  EXPECT_EQ(RealAt(object, "x"), 0.0);
}

}  // namespace
}  // namespace answerbox::protocol
