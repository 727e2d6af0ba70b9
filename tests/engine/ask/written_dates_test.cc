#include "engine/ask/written_dates.h"

#include <gtest/gtest.h>

#include <vector>

namespace answerbox::engine {
namespace {

std::vector<std::uint32_t> DatesOf(std::string_view text) {
  std::vector<std::uint32_t> dates;
  WrittenDateReader reader(text);
  while (const auto date = reader.Next()) dates.push_back(date->date);
  return dates;
}

WrittenDate DateOf(std::string_view text) {
  return WrittenDateReader(text).Next().value_or(WrittenDate{});
}

TEST(WrittenDates, AreReadInDigitsAndWithTheMonthsName) {
  using Dates = std::vector<std::uint32_t>;
  EXPECT_EQ(DatesOf("on 5 June 2027, 09/11/2026, 2027-01-22 and in 2019"),
            (Dates{20270605, 20261109, 20270122, 20190000}));
  EXPECT_EQ(DatesOf("March 14th, 2026. 12/25/2026"),
            (Dates{20260314, 20261225}));
  EXPECT_EQ(DatesOf("12.5 mg, 20 beds, 8:30, AB-1234/5, 3000"), Dates{});
}

TEST(WrittenDates, MayBeTheSameInAnotherOrder) {
  EXPECT_TRUE(MayBeSame(DateOf("3 March 2026"), DateOf("03.03.2026")));
  EXPECT_TRUE(MayBeSame(DateOf("4 March 2026"), DateOf("3/4/2026")));
  EXPECT_TRUE(MayBeSame(DateOf("4 March 2026"), DateOf("2026")));
  EXPECT_FALSE(MayBeSame(DateOf("4 March 2026"), DateOf("04.05.2026")));
  EXPECT_FALSE(MayBeSame(DateOf("25/12/2026"), DateOf("25/11/2026")));
}

TEST(WrittenDates, MayBoundATime) {
  const auto is_bound = [](std::string_view text) {
    return IsBound(text, DateOf(text).range);
  };
  EXPECT_TRUE(is_bound("since 2018"));
  EXPECT_TRUE(is_bound("from 1 June to 9 June"));
  EXPECT_TRUE(is_bound("1 June to 9 June"));
  EXPECT_FALSE(is_bound("on 1 June"));
  EXPECT_TRUE(TellsWhen("in 2018", {3, 7}));
  EXPECT_FALSE(TellsWhen("room 2018", {5, 9}));
}

}  // namespace
}  // namespace answerbox::engine
