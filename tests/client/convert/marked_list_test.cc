#include "client/convert/marked_list.h"

#include <gtest/gtest.h>

#include <string>

#include "client/convert/markdown.h"
#include "tests/client/convert/converted.h"

namespace answerbox::client {
namespace {

std::string MarkedListOf(std::string markdown) {
  const auto document = ConvertMarkdown(std::move(markdown));
  EXPECT_EQ(BlockFault(*document), "");
  return Outline(*document);
}

TEST(MarkedList, BoxesAndBulletsAreMarkersOfItems) {
  EXPECT_EQ(MarkedListOf("Before you leave:\n\n\xE2\x98\x90 lock\n\n"
                         "\xE2\x98\x92 alarm\n\ntext\n"),
            "list1: \xE2\x98\x90 \xE2\x98\x92\n"
            "  lead-in: Before you leave:\n"
            "  item1: lock\n"
            "  item1: alarm\n"
            "paragraph: text\n");
  EXPECT_EQ(MarkedListOf("# T\n\n\xE2\x80\xA2 a\n\n\xE2\x80\xA2 b\n"),
            "title1: T\n"
            "list1: \xE2\x80\xA2 \xE2\x80\xA2\n"
            "  item1: a\n"
            "  item1: b\n");
}

TEST(MarkedList, OneMarkMakesNoList) {
  EXPECT_EQ(MarkedListOf("\xE2\x98\x90 lock\n\ntext\n\n\xE2\x98\x90 alarm\n"),
            "paragraph: \xE2\x98\x90 lock\n"
            "paragraph: text\n"
            "paragraph: \xE2\x98\x90 alarm\n");
}

}  // namespace
}  // namespace answerbox::client
