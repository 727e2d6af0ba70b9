#include "engine/answer/units/table_evidence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "tests/engine/answer/placed_leaves.h"
#include "tests/engine/blocked_text.h"

namespace answerbox::engine {
namespace {

// The evidence of each leaf.
std::vector<RowEvidence> RowsOf(std::string_view question,
                                std::string_view lines) {
  const BlockedText text(lines);
  const std::array documents{text.document()};
  PlacedLeaves placed(question, IndexInMemory(std::span(documents)));
  std::vector<RowEvidence> rows;
  for (const Leaf& leaf : placed.inputs().leaves.leaves) {
    rows.push_back(leaf.row);
  }
  return rows;
}

TEST(TableEvidence, CountsOnlyHeadsOverCellsThatTheRowHas) {
  const auto rows =
      RowsOf("Which route?", "|! Drug | Route\n| Senna | mouth\n| Aspirin");
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[1].heads, kWhole);
  EXPECT_EQ(rows[2].heads, 0);
}

TEST(TableEvidence, TellsTheKeyFromTheGroupBeforeIt) {
  const auto rows =
      RowsOf("Senna for infants?",
             "|! Group | Drug\n| Infants | Senna\n| Adults | Senna"
             "\n| Senna | 5");
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[1].group_and_key, kWhole);
  EXPECT_LT(rows[1].key, kWhole);
  EXPECT_GT(rows[1].key, 0);
  EXPECT_EQ(rows[2].key, 0);
  EXPECT_GT(rows[2].group_and_key, 0);
  EXPECT_EQ(rows[3].key, rows[3].group_and_key);
}

TEST(TableEvidence, NeedsKeyAndHeadForBoth) {
  const auto rows =
      RowsOf("Dose of senna?",
             "|! Drug | Dose\n| Senna | 5 mg\n| Aspirin | 6 mg\n\n"
             "|! Drug | Price\n| Senna | 7");
  ASSERT_EQ(rows.size(), 5u);
  EXPECT_EQ(rows[1].key_and_head, kWhole);
  EXPECT_EQ(rows[2].key_and_head, 0);
  EXPECT_GT(rows[2].heads, 0);
  EXPECT_EQ(rows[4].key_and_head, 0);
  EXPECT_EQ(rows[4].heads, 0);
  EXPECT_GT(rows[4].key, 0);
}

TEST(TableEvidence, IsNoneOutsideTables) {
  for (const RowEvidence& row : RowsOf("Senna?", "# Senna\nSenna\n- Senna")) {
    EXPECT_EQ(row.key, 0);
    EXPECT_EQ(row.heads, 0);
  }
}

// Of a table of very many columns the heads past the bound are not read.
TEST(TableEvidence, StopsAtItsBounds) {
  const auto key_and_head = [](std::size_t columns_before) {
    std::string heads = "|! Drug";
    std::string cells = "| Senna";
    for (std::size_t i = 0; i < columns_before; ++i) {
      heads += " | Form";
      cells += " | 5";
    }
    return RowsOf("Dose of senna?", heads + " | Dose\n" + cells + " | 6")
        .back()
        .key_and_head;
  };
  EXPECT_EQ(key_and_head(TableReader::kMaxHeads - 2), kWhole);
  EXPECT_EQ(key_and_head(TableReader::kMaxHeads), 0);
}

TEST(TableEvidence, EndsWithItsTable) {
  const auto rows = RowsOf("Dose of senna?",
                           "|! Drug | Form\n| Senna | oil\n\nSenna has a dose."
                           "\n\n|! Drug | Dose\n| Poppy | 5");
  ASSERT_EQ(rows.size(), 5u);
  EXPECT_EQ(rows[1].heads, 0);
  EXPECT_GT(rows[1].key, 0);
  EXPECT_EQ(rows[2].heads, 0);
  EXPECT_EQ(rows[2].key, 0);
  EXPECT_EQ(rows[2].caption, 0);
}

}  // namespace
}  // namespace answerbox::engine
