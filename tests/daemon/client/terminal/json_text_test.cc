#include "daemon/client/terminal/json_text.h"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>

namespace answerbox::client {
namespace {

TEST(JsonText, StaysAsItWasReceived) {
  const char* text =
      R"({"a":[1,-2,0.81,1.5,true,null,"q\"\\\n\u0001"],"b":{},"c":[]})";
  EXPECT_EQ(JsonText(boost::json::parse(text)), text);
}

TEST(JsonText, WritesTheShortestDecimals) {
  EXPECT_EQ(JsonText(boost::json::value(0.1)), "0.1");
  EXPECT_EQ(JsonText(boost::json::value(3.0)), "3");
}

}  // namespace
}  // namespace answerbox::client
