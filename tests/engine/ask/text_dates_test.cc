#include <gtest/gtest.h>

#include "engine/ask/written_dates.h"

namespace answerbox::engine {
namespace {

TEST(AgeOf, ReadsTheDateOfAName) {
  EXPECT_EQ(AgeOf("fees-2026-03.txt", "").date, 20260300u);
  EXPECT_EQ(AgeOf("archive/2025/fees-2019.txt", "").date, 20190000u);
  EXPECT_EQ(AgeOf("archive/2025/fees.txt", "").date, 20250000u);
  EXPECT_EQ(AgeOf("form-2012.txt", "").date, 0u);
}

TEST(AgeOf, ReadsAllThatATextSaysOfItsDate) {
  EXPECT_EQ(AgeOf("a", "Fees\n\nValid from 2025-11-10 on.").date, 20251110u);
  EXPECT_EQ(AgeOf("a", "Fees, 3 March 2025\n\nAdults pay.").date, 20250303u);
  EXPECT_EQ(AgeOf("a", "Fees of 2025\n\nAdults pay.").date, 20250000u);
  EXPECT_EQ(AgeOf("a", "Fees\n\nRevised: March 2025").date, 20250300u);
}

TEST(AgeOf, TakesNoOtherNumberForAYear) {
  EXPECT_EQ(AgeOf("a", "Room 2050\n\nThe door is blue.").date, 0u);
  EXPECT_EQ(AgeOf("a", "Water is pumped from 2040 m below.").date, 0u);
}

}  // namespace
}  // namespace answerbox::engine
