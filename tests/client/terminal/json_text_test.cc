#include "client/terminal/json_text.h"

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

TEST(EscapedJson, IsTheSameValueWithoutCharactersThatSteerOrHide) {
  const boost::json::value value{
      {"a\xC2\x9B",
       "\x1b\x7F\xE2\x80\xAE\xE2\x80\x8B\xF3\xA0\x81\x81 \xC3\xA9"}};
  const std::string escaped = EscapedJson(JsonText(value));
  EXPECT_EQ(escaped, R"({"a\u009b":"\u001b\u007f\u202e\u200b\udb40\udc41 )"
                     "\xC3\xA9\"}");
  EXPECT_EQ(boost::json::parse(escaped), value);
}

TEST(EscapedJson, KeepsWhatStandsBetweenValues) {
  EXPECT_EQ(EscapedJson("{\"a\":\t1}\n{\"b\":2}\n"),
            "{\"a\":\t1}\n{\"b\":2}\n");
}

TEST(ShownJson, IsEscapedOnATerminalAlone) {
  const std::string json = "\"bob\xC2\x9B\x31m\xE2\x80\xAE\xFF\"";
  EXPECT_EQ(ShownJson(Terminal{}, json), json);
  EXPECT_EQ(ShownJson(Terminal{.is_terminal = true}, json),
            R"("bob\u009b1m\u202e\ufffd")");
}

}  // namespace
}  // namespace answerbox::client
