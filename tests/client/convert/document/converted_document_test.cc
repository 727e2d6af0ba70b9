#include "client/convert/document/converted_document.h"

#include <gtest/gtest.h>

namespace answerbox::client {
namespace {

RejectionReason ReasonFor(std::string_view bytes) {
  return CheckText(bytes).error().reason;
}

TEST(CheckText, AcceptsTextInAnyScript) {
  EXPECT_TRUE(CheckText("h\xC3\xA4nde \xE6\x89\x8B \xF0\x9F\x91\x8B\n"));
}

TEST(CheckText, RejectsAnEmptyFile) {
  EXPECT_EQ(ReasonFor(""), RejectionReason::kEmpty);
}

TEST(CheckText, RejectsWhiteSpaceAlone) {
  EXPECT_EQ(ReasonFor(" \r\n\t\f\v\n"), RejectionReason::kEmpty);
}

TEST(CheckText, NamesTheOffsetOfAZeroByte) {
  const auto checked = CheckText(std::string_view("ab\0cd", 5));
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().reason, RejectionReason::kBinary);
  EXPECT_EQ(checked.error().offset, 2u);
}

TEST(CheckText, RejectsMostlyControlCharacters) {
  EXPECT_EQ(ReasonFor("ab\x01\x02\x03"), RejectionReason::kBinary);
  EXPECT_TRUE(CheckText("one control character \x01 in a whole sentence"));
}

TEST(CheckText, NamesTheOffsetOfInvalidUtf8) {
  const auto checked = CheckText("good \xC3\xA4 then \xFF bad");
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().reason, RejectionReason::kInvalidUtf8);
  EXPECT_EQ(checked.error().offset, 13u);
  EXPECT_NE(checked.error().message.find("13"), std::string::npos);
}

TEST(CheckText, SaysWhatAWellKnownBinaryFormatIs) {
  EXPECT_NE(CheckText("%PDF-1.7 ...").error().message.find("PDF"),
            std::string::npos);
  EXPECT_NE(CheckText("PK\x03\x04...").error().message.find("ZIP"),
            std::string::npos);
  EXPECT_NE(CheckText("\xFF\xFEh").error().message.find("UTF-16"),
            std::string::npos);
}

TEST(Finish, RejectsMoreTextThanTheEngineTakes) {
  ConvertedDocument document;
  document.text.assign(engine::kMaxDocumentBytes, 'a');
  EXPECT_TRUE(Finish(document));
  document.text += 'a';
  EXPECT_EQ(Finish(document).error().reason, RejectionReason::kTooLarge);
}

TEST(Finish, RejectsTooManyMarks) {
  ConvertedDocument document{.text = "a"};
  document.pages.resize(engine::kMaxPageMarks + 1);
  EXPECT_EQ(Finish(document).error().reason, RejectionReason::kTooLarge);
  document.pages.clear();
  document.headings.resize(engine::kMaxHeadingMarks + 1);
  EXPECT_EQ(Finish(document).error().reason, RejectionReason::kTooLarge);
}

TEST(Finish, RejectsADocumentThatCameOutEmpty) {
  EXPECT_EQ(Finish({.text = "\n"}).error().reason, RejectionReason::kEmpty);
}

TEST(Finish, TellsThatBlocksWhichAreNoTreeAreLost) {
  const auto kept =
      Finish({.text = "a b",
              .blocks = {{.range = {0, 3},
                          .kind = engine::TextBlockKind::kParagraph}}});
  EXPECT_EQ(kept->blocks.size(), 1u);
  EXPECT_FALSE(kept->notes.is_structure_lost);
  const auto lost =
      Finish({.text = "a b",
              .blocks = {{.range = {0, 4},
                          .kind = engine::TextBlockKind::kParagraph}}});
  EXPECT_EQ(lost->text, "a b");
  EXPECT_TRUE(lost->blocks.empty());
  EXPECT_TRUE(lost->notes.is_structure_lost);
}

TEST(NoteRecognized, MarksThePagesThatWereRecognised) {
  ConvertedDocument document{.text = "a b c",
                             .pages = {{0, 1}, {2, 2}, {4, 9}}};
  NoteRecognized({{2, 96}, {5, 100}, {9, 0}}, "kept", document);
  EXPECT_EQ(document.pages,
            (std::vector<engine::PageMark>{{0, 1}, {2, 2, 97}, {4, 9, 1}}));
  EXPECT_EQ(document.recognized.size(), 3u);
  EXPECT_EQ(document.kept_pages, "kept");
}

}  // namespace
}  // namespace answerbox::client
