#include "client/commands/documents/block_outline.h"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <string>
#include <string_view>

namespace answerbox::client {
namespace {

std::string OutlineOf(std::string_view blocks, std::string_view text) {
  return BlockOutline(boost::json::parse(blocks).as_array(), text, {});
}

TEST(BlockOutlineTest, BlocksStandBelowTheirParents) {
  EXPECT_EQ(OutlineOf(R"([{"kind": "list", "begin": 0, "end": 3},
                          {"kind": "item", "begin": 0, "end": 3, "parent": 0,
                           "number": 1}])",
                      "one"),
            "  list\n    item 1.: one\n");
}

// 4294967297 is 1 to a processor that cuts it off at 32 bits.
TEST(BlockOutlineTest, APlacePastTheTextHasNoWords) {
  EXPECT_EQ(OutlineOf(R"([{"kind": "paragraph", "begin": 4294967297,
                           "end": 4294967299}])",
                      "one"),
            "  paragraph: \n");
}

TEST(BlockOutlineTest, AnEndPastTheTextIsTheTextsEnd) {
  EXPECT_EQ(OutlineOf(R"([{"kind": "paragraph", "begin": 0,
                           "end": 4294967297}])",
                      "one"),
            "  paragraph: one\n");
}

}  // namespace
}  // namespace answerbox::client
