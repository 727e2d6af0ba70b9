#include "client/terminal/human_units.h"

#include <gtest/gtest.h>

namespace answerbox::client {
namespace {

using std::chrono::milliseconds;

TEST(HumanUnits, GroupsDigits) {
  EXPECT_EQ(Grouped(0), "0");
  EXPECT_EQ(Grouped(999), "999");
  EXPECT_EQ(Grouped(1000), "1,000");
  EXPECT_EQ(Grouped(18446744073709551615u), "18,446,744,073,709,551,615");
}

TEST(HumanUnits, WritesBytesInDecimalUnits) {
  EXPECT_EQ(HumanBytes(0), "0 B");
  EXPECT_EQ(HumanBytes(999), "999 B");
  EXPECT_EQ(HumanBytes(1000), "1.0 kB");
  EXPECT_EQ(HumanBytes(999'949), "999.9 kB");
  EXPECT_EQ(HumanBytes(999'950), "1.0 MB");
  EXPECT_EQ(HumanBytes(9'503'042), "9.5 MB");
}

TEST(HumanUnits, WritesDurations) {
  EXPECT_EQ(HumanDuration(milliseconds(0)), "0.0 s");
  EXPECT_EQ(HumanDuration(milliseconds(9'949)), "9.9 s");
  EXPECT_EQ(HumanDuration(milliseconds(59'499)), "59 s");
  EXPECT_EQ(HumanDuration(milliseconds(200'000)), "3 min 20 s");
  EXPECT_EQ(HumanDuration(milliseconds(3'660'000)), "1 h 1 min");
  EXPECT_EQ(HumanDuration(milliseconds(90'000'000)), "1 d 1 h");
}

TEST(HumanUnits, WritesRates) {
  EXPECT_EQ(HumanRate(7'200'000, milliseconds(1000)), "7.2 MB/s");
  EXPECT_EQ(HumanRate(100, milliseconds(0)), "100.0 kB/s");
}

TEST(HumanUnits, RoundsToTwoDecimals) {
  EXPECT_EQ(TwoDecimals(0.5), "0.50");
  EXPECT_EQ(TwoDecimals(0.996), "1.00");
}

TEST(HumanUnits, CountsInSingularAndPlural) {
  EXPECT_EQ(Counted(0, "page"), "0 pages");
  EXPECT_EQ(Counted(1, "page"), "1 page");
  EXPECT_EQ(Counted(1716, "document"), "1,716 documents");
}

TEST(HumanUnits, EnergyHasThreeFigures) {
  EXPECT_EQ(HumanEnergy(0), "0 J");
  EXPECT_EQ(HumanEnergy(830), "830 uJ");
  EXPECT_EQ(HumanEnergy(999.6), "1.00 mJ");
  EXPECT_EQ(HumanEnergy(12'345), "12.3 mJ");
  EXPECT_EQ(HumanEnergy(87'100'000), "87.1 J");
  EXPECT_EQ(HumanEnergy(-412e9), "-412 kJ");
}

TEST(HumanUnits, PowerIsInWatts) {
  EXPECT_EQ(HumanPower(2'750'000), "2.75 W");
  EXPECT_EQ(HumanPower(999'400), "999 mW");
}

}  // namespace
}  // namespace answerbox::client
