#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/convert/converters.h"
#include "tests/client/convert/converted.h"

namespace answerbox::client {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(PlainText, StaysTheSameByteForByte) {
  const std::string bytes = "  One.\n\n\tTwo \xC3\xBC.  \rThree\n\n\n";
  const auto document = ConvertPlainText(bytes);
  ASSERT_TRUE(document);
  EXPECT_EQ(document->text, bytes);
  EXPECT_THAT(document->pages, IsEmpty());
  EXPECT_THAT(document->headings, IsEmpty());
}

TEST(PlainText, LosesItsByteOrderMark) {
  EXPECT_EQ(ConvertPlainText("\xEF\xBB\xBFtext").value().text, "text");
}

TEST(PlainText, GetsPlainLineEnds) {
  EXPECT_EQ(ConvertPlainText("a\r\nb\r\r\nc\r").value().text, "a\nb\r\nc\r");
}

TEST(PlainText, HasAPageBehindEachFormFeed) {
  const auto document = ConvertPlainText("one\ftwo\f\ffour\f");
  ASSERT_TRUE(document);
  EXPECT_EQ(document->text, "one\ftwo\f\ffour\f");
  EXPECT_THAT(Pages(*document),
              ElementsAre("1:one\f", "2:two\f", "3:\f", "4:four\f"));
}

TEST(PlainText, MayHaveAsManyPagesAsTheEngineTakes) {
  const std::string feeds(engine::kMaxPageMarks - 1, '\f');
  EXPECT_EQ(ConvertPlainText(feeds + "end").value().pages.size(),
            engine::kMaxPageMarks);
  EXPECT_EQ(ConvertPlainText(feeds + "\fend").error().reason,
            RejectionReason::kTooLarge);
}

TEST(PlainText, IsCheckedAsText) {
  EXPECT_EQ(ConvertPlainText("a\x81").error().reason,
            RejectionReason::kInvalidUtf8);
  EXPECT_EQ(ConvertPlainText("\xEF\xBB\xBF").error().reason,
            RejectionReason::kEmpty);
}

}  // namespace
}  // namespace answerbox::client
