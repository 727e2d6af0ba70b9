#include "protocol/reply/answer_parts.h"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace answerbox::protocol {
namespace {

// An answer with a part for each of `parts`: its role and its text.
boost::json::object AnswerOf(
    const std::vector<std::pair<std::string, std::string>>& parts) {
  boost::json::array array;
  std::size_t at = 100;
  for (const auto& [role, text] : parts) {
    array.push_back({{"role", role},
                     {"text", text},
                     {"offsets", {{"begin", at}, {"end", at + text.size()}}},
                     {"level", 1}});
    at += 100;
  }
  return {{"parts", array}};
}

std::vector<std::string> TextsOf(const std::vector<AnswerBlock>& blocks,
                                 std::string_view text) {
  std::vector<std::string> texts;
  for (const AnswerBlock& block : blocks) {
    texts.emplace_back(
        text.substr(block.range.begin, block.range.end - block.range.begin));
  }
  return texts;
}

TEST(AnswerParts, AreFoundInTheText) {
  constexpr std::string_view kText = "Drug: Aspirin | Dose: 5 mg";
  const auto parts = LocateParts(AnswerOf({{"header", "Drug"},
                                           {"cell", "Aspirin"},
                                           {"header", "Dose"},
                                           {"cell", "5 mg"}}),
                                 kText);
  ASSERT_EQ(parts.size(), 4u);
  EXPECT_EQ(parts[1].role, "cell");
  EXPECT_EQ(parts[1].in_text, (TextRange{6, 13}));
  EXPECT_EQ(parts[1].in_document, (TextRange{200, 207}));
  EXPECT_EQ(parts[3].in_text, (TextRange{22, 26}));
}

TEST(AnswerParts, OfAnotherTextAreNotFound) {
  const auto answer = AnswerOf({{"sentence", "One."}, {"sentence", "Two."}});
  EXPECT_EQ(LocateParts(answer, "One. Two.").size(), 2u);
  for (const char* text :
       {"", "One.", "One. and Two.", "Two. One.", "One. Two. Three.", "x"}) {
    EXPECT_TRUE(LocateParts(answer, text).empty()) << text;
  }
  EXPECT_TRUE(LocateParts({{"parts", 7}}, "One.").empty());
  EXPECT_TRUE(LocateParts({{"parts", {1, "x", nullptr}}}, "One.").empty());
}

TEST(AnswerParts, AreFoundWhateverTheBlanksWithinThem) {
  const auto answer = AnswerOf({{"item", "a\n  bowl"}, {"item", ": soap"}});
  const auto parts = LocateParts(answer, "a bowl\n: soap");
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0].in_text, (TextRange{0, 6}));
  EXPECT_EQ(parts[1].in_text, (TextRange{7, 13}));
  // Of a part that was written differently, any byte is the whole.
  EXPECT_EQ(InText(parts, {101, 102}), (std::vector{TextRange{0, 6}}));
  EXPECT_TRUE(LocateParts(answer, "abowl\n: soap").empty());
}

TEST(AnswerParts, SentencesOfABlockShareIt) {
  constexpr std::string_view kText = "One. Two.\nThree.";
  const auto parts = LocateParts(
      AnswerOf(
          {{"sentence", "One."}, {"sentence", "Two."}, {"sentence", "Three."}}),
      kText);
  EXPECT_EQ(TextsOf(BlocksOf(parts, kText), kText),
            (std::vector<std::string>{"One. Two.", "Three."}));
}

TEST(AnswerParts, EachItemAndEachHeadingIsABlock) {
  constexpr std::string_view kText = "Care\nNeeded:\na bowl\nsoap";
  const auto parts = LocateParts(AnswerOf({{"heading", "Care"},
                                           {"lead_in", "Needed:"},
                                           {"item", "a bowl"},
                                           {"item", "soap"}}),
                                 kText);
  const auto blocks = BlocksOf(parts, kText);
  EXPECT_EQ(TextsOf(blocks, kText),
            (std::vector<std::string>{"Care", "Needed:", "a bowl", "soap"}));
  EXPECT_EQ(blocks[0].kind, BlockKind::kHeading);
  EXPECT_EQ(blocks[1].kind, BlockKind::kParagraph);
  EXPECT_EQ(blocks[2].kind, BlockKind::kItem);
}

TEST(AnswerParts, ARowIsABlockOfCellsWithTheirHeadings) {
  constexpr std::string_view kText = "Drug: Aspirin | twice\nDrug: Zinc";
  const auto parts = LocateParts(AnswerOf({{"header", "Drug"},
                                           {"cell", "Aspirin"},
                                           {"cell", "twice"},
                                           {"header", "Drug"},
                                           {"cell", "Zinc"}}),
                                 kText);
  const auto blocks = BlocksOf(parts, kText);
  EXPECT_EQ(TextsOf(blocks, kText),
            (std::vector<std::string>{"Drug: Aspirin | twice", "Drug: Zinc"}));
  ASSERT_EQ(blocks[0].cells.size(), 2u);
  EXPECT_EQ(blocks[0].cells[0], (TextRange{0, 13}));
  EXPECT_EQ(blocks[0].cells[1], (TextRange{16, 21}));
  ASSERT_EQ(blocks[1].cells.size(), 1u);
  EXPECT_EQ(blocks[1].cells[0], (TextRange{22, 32}));
}

TEST(AnswerParts, BytesOfTheDocumentAreFoundInThePartsThatHoldThem) {
  constexpr std::string_view kText = "One. Two.";
  const auto parts = LocateParts(
      AnswerOf({{"sentence", "One."}, {"sentence", "Two."}}), kText);
  EXPECT_EQ(InText(parts, {101, 103}), (std::vector{TextRange{1, 3}}));
  EXPECT_EQ(InText(parts, {102, 202}),
            (std::vector{TextRange{2, 4}, TextRange{5, 7}}));
  EXPECT_TRUE(InText(parts, {104, 200}).empty());
  EXPECT_TRUE(InText(parts, {203, 201}).empty());
}

}  // namespace
}  // namespace answerbox::protocol
