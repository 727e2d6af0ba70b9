#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string_view>

#include "platform/power/candidates.h"
#include "tests/platform/power/fake_machine.h"

namespace answerbox::platform {
namespace {

using testing::HasSubstr;

class ShuntTest : public testing::Test {
 protected:
  ShuntCheck Check(std::string_view drivers, const StatedShunt& stated) {
    machine_.Set("shunt_resistor", drivers);
    return CheckShunt(machine_.root() / "shunt_resistor", stated);
  }

 private:
  tests::FakeMachine machine_;
};

TEST_F(ShuntTest, CorrectsInBothDirections) {
  EXPECT_EQ(Check("10000", 100'000).correction.gain_ppm, 100'000);
  EXPECT_EQ(Check("10000", 2'000).correction.gain_ppm, 5'000'000);
}

TEST_F(ShuntTest, AgreesWithinOnePercent) {
  EXPECT_EQ(Check("101000", 100'000).warning, "");
  EXPECT_EQ(Check("99000", 100'000).warning, "");
  EXPECT_NE(Check("101001", 100'000).warning, "");
  EXPECT_NE(Check("98999", 100'000).warning, "");
}

TEST_F(ShuntTest, SaysWhatItCorrectsFor) {
  EXPECT_EQ(Check("10000", 100'000).correction.reason,
            "shunt of 0.1 ohm where the driver reckons with 10 milliohm");
}

TEST_F(ShuntTest, DoesNotBelieveARatioThatNoShuntsHave) {
  const ShuntCheck check = Check("1000000000", 1);
  EXPECT_TRUE(check.correction.ChangesNothing());
  EXPECT_THAT(check.warning, HasSubstr("can't be right"));
}

TEST_F(ShuntTest, ADriverThatTellsNothingOrNonsenseCannotBeChecked) {
  for (const char* nonsense : {"0", "-10000", "", "ten", "1000000001"}) {
    const ShuntCheck check = Check(nonsense, 100'000);
    EXPECT_TRUE(check.correction.ChangesNothing()) << nonsense;
    EXPECT_EQ(check.driver_micro_ohms, 0U) << nonsense;
    EXPECT_THAT(check.warning, HasSubstr("can't be checked")) << nonsense;
  }
}

TEST(ShuntInWordsTest, ChoosesTheUnitPeopleUse) {
  EXPECT_EQ(ShuntInWords(100'000), "0.1 ohm");
  EXPECT_EQ(ShuntInWords(1'000'000), "1.0 ohm");
  EXPECT_EQ(ShuntInWords(2'000), "2 milliohm");
  EXPECT_EQ(ShuntInWords(500), "500 micro-ohm");
}

}  // namespace
}  // namespace answerbox::platform
