#include "lab/exam/passage_file.h"

#include <gtest/gtest.h>

namespace answerbox::lab {
namespace {

std::string PassagesError(std::string_view contents) {
  const auto read = ParsePassages("p", contents);
  return read ? "" : read.error().message;
}

TEST(PassageFileTest, PutsTheTitleBeforeTheText) {
  const auto read = ParsePassages(
      "p",
      "{\"id\":\"a\",\"text\":\"It pumps.\",\"title\":\"Pumps\"}\n \n"
      "{\"text\":\"It seals.\",\"id\":\"b\",\"score\":1}");
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->size(), 2u);
  EXPECT_EQ(read->at(0).text, "Pumps\n\nIt pumps.");
  EXPECT_EQ(read->at(1).id, "b");
}

TEST(PassageFileTest, NamesThePlaceOfAFault) {
  EXPECT_EQ(PassagesError("\n{\"id\":\"a\"}"),
            "p, line 2, column 1: \"text\" is missing");
  EXPECT_EQ(PassagesError("{\"text\":\"x\",\"id\":3}"),
            "p, line 1, column 13: \"id\" should be a text in quotes");
  EXPECT_EQ(PassagesError("{\"id\":\"a b\",\"text\":\"x\"}"),
            "p, line 1, column 2: \"id\" holds white space, which a run can't "
            "have");
  EXPECT_EQ(PassagesError("{\"id\":\"a\",\"text\":\"x\"}\n"
                          "{\"id\":\"a\",\"text\":\"y\"}"),
            "p, line 2, column 2: \"id\" is that of an earlier passage");
  EXPECT_EQ(PassagesError("{\"id\":\"a\",\"text\":\" \"}"),
            "p, line 1, column 11: \"text\" is empty");
  EXPECT_EQ(PassagesError("{\"id\":\"" + std::string(257, 'a') +
                          "\",\"text\":\"x\"}"),
            "p, line 1, column 2: \"id\" is longer than 256 bytes");
  EXPECT_EQ(PassagesError("{\"id\":\"a\\u0000\",\"text\":\"x\"}"),
            "p, line 1, column 2: \"id\" holds the character U+0000");
  EXPECT_EQ(PassagesError("[1]"),
            "p, line 1, column 1: the line should be a JSON object");
  EXPECT_EQ(PassagesError("{\"id\":\"a\",\"text\":\"x\"} z"),
            "p, line 1, column 23: more follows the line's JSON object");
  EXPECT_EQ(PassagesError("{\"id\":\"\xFF\"}"),
            "p, line 1, column 8: the line is not valid UTF-8");
  EXPECT_TRUE(PassagesError("{\"id\":}")
                  .starts_with("p, line 1, column 7: the line is not JSON"));
  EXPECT_EQ(PassagesError(std::string((1u << 20) + 1, 'x')),
            "p, line 1, column 1048577: the line is longer than 1048576 bytes");
  EXPECT_EQ(PassagesError(" \n"), "p has no passage");
}

}  // namespace
}  // namespace answerbox::lab
