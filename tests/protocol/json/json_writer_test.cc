#include "protocol/json/json_writer.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace answerbox::protocol {
namespace {

std::string Written(std::string_view text) {
  return JsonWriter().String(text).Take();
}

TEST(JsonWriterTest, PutsCommasBetweenMembersAndElements) {
  JsonWriter json;
  json.BeginObject().Key("a").BeginArray().Integer(1).Integer(2).EndArray();
  json.Key("b").BeginObject().EndObject().Key("c").Null().EndObject();
  EXPECT_EQ(json.Take(), R"({"a":[1,2],"b":{},"c":null})");
}

TEST(JsonWriterTest, StringsThatLookLikeBracketsDoNotConfuseIt) {
  JsonWriter json;
  json.BeginArray().String("[").String("{").String(":").EndArray();
  EXPECT_EQ(json.Take(), R"(["[","{",":"])");
}

TEST(JsonWriterTest, EscapesWhatJsonHasTo) {
  EXPECT_EQ(Written("a\"b\\c\n\t\r\x01\x1f"), R"("a\"b\\c\n\t\r\u0001\u001f")");
  EXPECT_EQ(Written(std::string_view("\0x", 2)), R"("\u0000x")");
}

TEST(JsonWriterTest, LeavesUtf8AsItIs) {
  EXPECT_EQ(Written("2 °C 猫 🐈"), "\"2 °C 猫 🐈\"");
}

TEST(JsonWriterTest, ReplacesBytesThatAreNotUtf8) {
  EXPECT_EQ(Written("a\xff"
                    "b\xc3"),
            "\"a\xef\xbf\xbd"
            "b\xef\xbf\xbd\"");
}

TEST(JsonWriterTest, WritesNumbersAsPeopleDo) {
  JsonWriter json;
  json.BeginArray().Real(0.3).Real(0).Real(184.5).Real(1e-7).EndArray();
  EXPECT_EQ(json.Take(), "[0.3,0,184.5,1e-07]");
}

TEST(JsonWriterTest, WritesTheWholeRangeOfIntegers) {
  JsonWriter json;
  json.BeginArray()
      .Integer(std::numeric_limits<std::int64_t>::min())
      .Integer(std::numeric_limits<std::uint64_t>::max())
      .EndArray();
  EXPECT_EQ(json.Take(), "[-9223372036854775808,18446744073709551615]");
}

TEST(JsonWriterTest, WritesBytesAsHexDigits) {
  const std::array bytes{std::byte{0x0f}, std::byte{0xa0}};
  EXPECT_EQ(JsonWriter().Hexadecimal(bytes).Take(), "\"0fa0\"");
}

}  // namespace
}  // namespace answerbox::protocol
