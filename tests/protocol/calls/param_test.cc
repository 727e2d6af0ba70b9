#include "protocol/calls/param.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace answerbox::protocol {
namespace {

constexpr IntegerParam kCount{
    .name = "count",
    .least = 1,
    .most = 1'000'000,
    .fallback = 1000,
    .option = {"--count", "N", "How many, {range}{default}"}};
constexpr IntegerParam kBound{
    .name = "bound", .most = 10, .default_text = "no bound"};
constexpr IntegerParam kWindow{
    .name = "window", .most = 10, .fallback = 0, .default_text = "all"};
constexpr RealParam kShare{.name = "share", .least = 0.1, .most = 1.0};
constexpr TextParam kName{
    .name = "name", .is_required = true, .fallback = "default"};
constexpr std::array<std::string_view, 3> kForms = {"auto", "list", "long"};
constexpr ChoiceParam kForm{.name = "form",
                            .names = kForms,
                            .option = {"--form", "WORD", "How: {names}"},
                            .last = {"--long", "", "Long"}};

TEST(ParamTest, HasANameAndMayBeRequired) {
  EXPECT_EQ(NameOf(&kCount), "count");
  EXPECT_FALSE(IsRequired(&kCount));
  EXPECT_TRUE(IsRequired(&kName));
  EXPECT_FALSE(IsRequired(&kForm));
}

TEST(ParamTest, TellsItsRange) {
  EXPECT_EQ(RangeText(&kCount), "1 to 1000000");
  EXPECT_EQ(RangeText(&kCount, ","), "1 to 1,000,000");
  EXPECT_EQ(RangeText(&kShare), "0.1 to 1");
  EXPECT_EQ(RangeText(&kName), "");
}

TEST(ParamTest, TellsItsDefault) {
  EXPECT_EQ(DefaultText(&kCount, ","), "default 1,000");
  EXPECT_EQ(DefaultText(&kBound), "default: no bound");
  EXPECT_EQ(DefaultText(&kWindow), "default 0: all");
  EXPECT_EQ(DefaultText(&kName), "default \"default\"");
  EXPECT_EQ(DefaultText(&kShare), "");
}

TEST(ParamTest, FillsInTheHelpOfItsOption) {
  EXPECT_EQ(HelpText(&kCount, kCount.option),
            "How many, 1 to 1000000 (default 1000)");
  EXPECT_EQ(HelpText(&kForm, kForm.option), "How: auto (default) or list");
  EXPECT_EQ(HelpText(&kForm, kForm.last), "Long");
}

}  // namespace
}  // namespace answerbox::protocol
