#include "client/convert/pdf_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/client/convert/converted.h"

namespace answerbox::client {
namespace {

using testing::ElementsAre;

std::vector<std::string> PagesOf(std::string output) {
  return Pages(DocumentFromPdfText(std::move(output)).value());
}

TEST(PdfText, CountsEmptyPages) {
  EXPECT_THAT(PagesOf("\f\nTwo.\n\n\f\f \n\fFive.\n\f"),
              ElementsAre("2:Two.\n\n", "5:Five.\n"));
}

TEST(PdfText, LetsASentenceRunOnOverPages) {
  EXPECT_THAT(PagesOf("care in\n\fhospitals.\n\fNext.\f"),
              ElementsAre("1:care in\n", "2:hospitals.\n\n", "3:Next.\n"));
}

TEST(PdfText, KeepsLinesAndParagraphs) {
  EXPECT_THAT(PagesOf("a  \nb\n\nc\n\f"), ElementsAre("1:a\nb\n\nc\n"));
}

TEST(PdfText, MendsSplitWords) {
  EXPECT_THAT(PagesOf("the detection\ndetec-\ntion self-\nmade\f"),
              ElementsAre("1:the detection\ndetection self-\nmade\n"));
}

TEST(PdfText, TurnsJunkIntoSpaces) {
  EXPECT_THAT(PagesOf("a\x01"
                      "b\xFF\xC3(\tc\f"),
              ElementsAre("1:a b  ( c\n"));
}

TEST(PdfText, SaysThatAScanHoldsNoText) {
  const auto document = DocumentFromPdfText("\f \n\f\f");
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().reason, RejectionReason::kNoText);
  EXPECT_EQ(DocumentFromPdfText("").error().reason, RejectionReason::kNoText);
}

}  // namespace
}  // namespace answerbox::client
