#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

#include "platform/power/attribute.h"
#include "platform/power/candidates.h"
#include "tests/platform/power/canned_firmware.h"

namespace answerbox::platform {
namespace {

using testing::HasSubstr;
using tests::kPmicAnswer;

std::uint64_t SumOf(std::string_view text) {
  const auto reading = ParsePmicReading(text);
  EXPECT_TRUE(reading) << text;
  return reading ? reading->sum_uw : 0;
}

std::string ComplaintOf(std::string_view text) {
  const auto reading = ParsePmicReading(text);
  if (reading) return "none";
  EXPECT_TRUE(IsMalformed(reading.error()));
  return reading.error().operation;
}

TEST(PmicReadingTest, SumsTheRailsOfABoard) {
  const auto reading = ParsePmicReading(kPmicAnswer);
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->rails, 12U);
  EXPECT_EQ(reading->sum_uw, tests::kPmicAnswerUw);
}

TEST(PmicReadingTest, PairsByNameWhateverTheOrder) {
  EXPECT_EQ(SumOf("B_V volt(1)=2.0V\nA_A current(0)=1.0A\n"
                  "A_V volt(3)=3.0V\nB_A current(2)=0.5A\n"),
            4'000'000U);
}

TEST(PmicReadingTest, UnderstandsOneLineForEachRail) {
  EXPECT_EQ(SumOf("VDD_CORE  0.8800V  1.2300A\nDDR_VDD2  1.1000V  0.3000A\n"),
            1'412'400U);
}

TEST(PmicReadingTest, UnderstandsNamesWithoutTheirUnit) {
  EXPECT_EQ(SumOf("VDD_CORE curr(A)=1.5A\nVDD_CORE volt(V)=0.8V\n"),
            1'200'000U);
  EXPECT_EQ(SumOf("VDD_CORE_A=1.5A\nVDD_CORE_V=0.8V\n"), 1'200'000U);
}

TEST(PmicReadingTest, SupplyAndClockCellAreNoConsumers) {
  EXPECT_EQ(SumOf("EXT5V_V volt(24)=5.1V\nBATT_V volt(25)=3.0V\n"), 0U);
  EXPECT_EQ(SumOf("EXT5V 5.1V 1.0A\nVDD_CORE 1.0V 1.0A\n"), 1'000'000U);
}

TEST(PmicReadingTest, RoundsToMillionths) {
  // 1.0000005 V is read as 1.000001 V, and 0.9999994 A as 0.999999 A.
  EXPECT_EQ(SumOf("A 1.0000005V 0.9999994A"), 1'000'000U);
  EXPECT_EQ(SumOf("A 10V 0.0000005A"), 10U);
  EXPECT_EQ(SumOf("A 10V 0.000000499A"), 0U);
}

TEST(PmicReadingTest, TakesTheLargestValues) {
  EXPECT_EQ(SumOf("A 99.999999V 99.999999A"), 9'999'999'800U);
}

TEST(PmicReadingTest, LinesMayEndAsTheyLike) {
  EXPECT_EQ(SumOf("\n  \nA 1V 1A"), 1'000'000U);
  EXPECT_EQ(SumOf("A 1V 1A\n\n"), 1'000'000U);
  EXPECT_EQ(SumOf(""), 0U);
}

TEST(PmicReadingTest, NamesAFirmwareThatDoesNotKnowTheCommand) {
  EXPECT_THAT(ComplaintOf("error=1 error_msg=\"Command not registered\""),
              HasSubstr("does not know the command"));
  EXPECT_THAT(ComplaintOf("A 1V 1A\nerror=1"),
              HasSubstr("does not know the command"));
}

TEST(PmicReadingTest, ACurrentWithoutItsVoltageIsMalformed) {
  EXPECT_THAT(ComplaintOf("A_A current(0)=1.0A\nB 1V 1A\n"),
              HasSubstr("without its voltage"));
}

TEST(PmicReadingTest, AValueTwiceIsMalformed) {
  EXPECT_THAT(ComplaintOf("A 1V 1A\nA 2V 2A\n"), HasSubstr("twice"));
}

TEST(PmicReadingTest, AValueOfAnotherUnitIsMalformed) {
  EXPECT_THAT(ComplaintOf("A_A volt(1)=3.0V"), HasSubstr("another unit"));
  EXPECT_THAT(ComplaintOf("A_A volt(1)=3.0A"), HasSubstr("no voltage"));
}

TEST(PmicReadingTest, GarbageIsMalformed) {
  constexpr std::array<std::string_view, 19> kGarbage = {
      "nonsense",        "A",          "A 1",         "A 1W",
      "A 1.V",           "A .5V",      "A -1V",       "A 1e3V",
      "A nanV",          "A 100V",     "A 1.2.3V",    "A 1.0000000000V",
      "A volt(1=3.0V",   "A volt3.0V", "A amp(1)=1A", "= 1V",
      "A current(0)=1V", "_A 1A",      "A 1V 1A 1X"};
  for (const std::string_view garbage : kGarbage) {
    EXPECT_NE(ComplaintOf(garbage), "none") << garbage;
    EXPECT_NE(ComplaintOf(kPmicAnswer + "\n" + std::string(garbage)), "none")
        << garbage;
  }
}

TEST(PmicReadingTest, MoreRailsThanAnyChipHasAreMalformed) {
  std::string text;
  for (std::size_t i = 0; i < kMaxPmicRails; ++i) {
    text += "R" + std::to_string(i) + " 1V 1A\n";
  }
  EXPECT_EQ(ParsePmicReading(text).value().rails, kMaxPmicRails);
  EXPECT_THAT(ComplaintOf(text + "X 1V 1A\n"), HasSubstr("more rails"));
}

TEST(PmicReadingTest, AReadingCutShortNeverPassesForAWholeOne) {
  // It is complete without the clock's cell, which is no rail.
  const std::size_t complete = kPmicAnswer.find("     EXT5V_V");
  for (std::size_t size = 0; size + 2 < complete; ++size) {
    const auto reading = ParsePmicReading(kPmicAnswer.substr(0, size));
    EXPECT_TRUE(!reading || reading->rails < 12) << size;
  }
}

}  // namespace
}  // namespace answerbox::platform
