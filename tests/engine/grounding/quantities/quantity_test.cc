#include "engine/grounding/quantities/quantity.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace answerbox::engine {
namespace {

std::vector<Quantity> Read(std::string_view text) {
  QuantityReader reader(text, {0, static_cast<std::uint32_t>(text.size())});
  std::vector<Quantity> quantities;
  while (const auto quantity = reader.Next()) quantities.push_back(*quantity);
  return quantities;
}

// The only quantity of a text.
Quantity One(std::string_view text) {
  const auto quantities = Read(text);
  EXPECT_EQ(quantities.size(), 1u) << text;
  return quantities.empty() ? Quantity{} : quantities.front();
}

struct Written {
  const char* text;
  const char* words;  // Of the quantity.
  Dimension dimension;
  Ratio low;
  Ratio high;
};

TEST(QuantityTest, ReadsNumbersUnitsAndTimes) {
  constexpr Dimension kCount = Dimension::kCount;
  constexpr Dimension kShare = Dimension::kShare;
  constexpr Dimension kTime = Dimension::kTime;
  constexpr Dimension kFrequency = Dimension::kFrequency;
  const Written cases[] = {
      {"about 1,000 people", "1,000", kCount, {1000, 1}, {1000, 1}},
      {"score 2.5 points", "2.5", kCount, {5, 2}, {5, 2}},
      {"two hundred and fifty beds",
       "two hundred and fifty",
       kCount,
       {250, 1},
       {250, 1}},
      {"twenty-four nurses", "twenty-four", kCount, {24, 1}, {24, 1}},
      {"a dozen swabs", "a dozen", kCount, {12, 1}, {12, 1}},
      {"10^3 cells", "10^3", kCount, {1000, 1}, {1000, 1}},
      {"3 million cases", "3 million", kCount, {3000000, 1}, {3000000, 1}},
      {"½ of them", "½", kShare, {1, 2}, {1, 2}},
      {"1/2 of them", "1/2", kShare, {1, 2}, {1, 2}},
      {"two-thirds of them", "two-thirds", kShare, {2, 3}, {2, 3}},
      {"1 in 5 of them", "1 in 5", kShare, {1, 5}, {1, 5}},
      {"20 per cent", "20 per cent", kShare, {1, 5}, {1, 5}},
      {"5-10% of them", "5-10%", kShare, {1, 20}, {1, 10}},
      {"500 mg", "500 mg", Dimension::kMass, {1, 2}, {1, 2}},
      {"500mcg", "500mcg", Dimension::kMass, {1, 2000}, {1, 2000}},
      {"10 mg to 20 mg", "10 mg to 20 mg", Dimension::kMass, {1, 100}, {1, 50}},
      {"98.6 °F", "98.6 °F", Dimension::kTemperature, {37, 1}, {37, 1}},
      {"1.2 MU", "1.2 MU", Dimension::kActivity, {1200000, 1}, {1200000, 1}},
      {"120 mm Hg", "120 mm Hg", Dimension::kPressure, {120, 1}, {120, 1}},
      {"half an hour", "half an hour", kTime, {1800, 1}, {1800, 1}},
      {"a 5-day course", "5-day", kTime, {432000, 1}, {432000, 1}},
      {"for 2 to 8 weeks", "2 to 8 weeks", kTime, {1209600, 1}, {4838400, 1}},
      {"twice a day", "twice a day", kFrequency, {1, 43200}, {1, 43200}},
      {"every 12 hours", "every 12 hours", kFrequency, {1, 43200}, {1, 43200}},
      {"12-hourly", "12-hourly", kFrequency, {1, 43200}, {1, 43200}},
      {"2 times daily", "2 times daily", kFrequency, {1, 43200}, {1, 43200}},
      {"take BID", "BID", kFrequency, {1, 43200}, {1, 43200}},
      {"every 4 to 6 hours",
       "every 4 to 6 hours",
       kFrequency,
       {1, 21600},
       {1, 14400}},
      {"every other day",
       "every other day",
       kFrequency,
       {1, 172800},
       {1, 172800}},
      {"at 8 am", "8 am", Dimension::kClock, {480, 1}, {480, 1}},
      {"at 8:30 p.m. sharp",
       "8:30 p.m",
       Dimension::kClock,
       {1230, 1},
       {1230, 1}},
      {"at 08:00", "08:00", Dimension::kClock, {480, 1}, {480, 1}},
      {"by noon", "noon", Dimension::kClock, {720, 1}, {720, 1}},
      {"on 12 March 2020",
       "12 March 2020",
       Dimension::kDate,
       {20200312, 1},
       {20200312, 1}},
      {"on March 12, 2020",
       "March 12, 2020",
       Dimension::kDate,
       {20200312, 1},
       {20200312, 1}},
      {"in 1999", "1999", Dimension::kDate, {19990000, 1}, {19990000, 1}},
      {"on Friday", "Friday", Dimension::kWeekday, {5, 1}, {5, 1}},
      {"the third visit", "third", Dimension::kOrdinal, {3, 1}, {3, 1}},
      {"costs $20", "$20", Dimension::kMoney, {20, 1}, {20, 1}},
  };
  for (const Written& written : cases) {
    const Quantity quantity = One(written.text);
    const std::string_view text(written.text);
    EXPECT_EQ(text.substr(quantity.range.begin,
                          quantity.range.end - quantity.range.begin),
              written.words);
    EXPECT_EQ(quantity.dimension, written.dimension) << text;
    EXPECT_EQ(quantity.low, written.low) << text;
    EXPECT_EQ(quantity.high, written.high) << text;
  }
}

TEST(QuantityTest, ReadsDecimalPoints) {
  for (const char* text : {"give 0.5 mg", "give .5 mg", "(.5 mg)", ".5 mg",
                           "give 0,5 mg", "give ,5 mg", "give 0,500 mg",
                           "give 0\u00B75 mg", "give \u00B75 mg", "=.5 mg"}) {
    const Quantity quantity = One(text);
    EXPECT_EQ(quantity.low, (Ratio{1, 2000})) << text;
    EXPECT_EQ(quantity.dimension, Dimension::kMass) << text;
  }
  EXPECT_EQ(One("2,25 g").low, (Ratio{9, 4}));
  EXPECT_EQ(One("see p.5").low, (Ratio{5, 1}));
  EXPECT_EQ(One("the end ...5 mg").low, (Ratio{1, 200}));
  EXPECT_EQ(One("\u00B75 g").low, (Ratio{5, 1})) << "A bullet.";
}

TEST(QuantityTest, ReadsGroupsOfThousands) {
  for (const char* text :
       {"1,000 mg", "1 000 mg", "1\u00A0000 mg", "1\u202F000 mg", "1000 mg"}) {
    EXPECT_EQ(One(text).low, (Ratio{1, 1})) << text;
  }
  EXPECT_EQ(One("1 234 567.5 g").low, (Ratio{2469135, 2}));
  EXPECT_EQ(One("200 000-400 000 IU").high, (Ratio{400000, 1}));
  EXPECT_EQ(One("ibuprofen1 400 mg").low, (Ratio{2, 5})) << "A footnote.";
  for (const char* text : {"404 639 1075", "0 500", "8:30 100", "5\n100"}) {
    EXPECT_NE(Read(text).size(), 1u) << text;
  }
}

TEST(QuantityTest, ReadsListsWithCommasAsSeveralNumbers) {
  const auto days = Read("on days 0,3,7");
  ASSERT_EQ(days.size(), 3u);
  EXPECT_EQ(days[1].low, (Ratio{3, 1}));
  EXPECT_EQ(days[2].low, (Ratio{7, 1}));
  EXPECT_EQ(One("on March 12,2020").low, (Ratio{20200312, 1}));
}

TEST(QuantityTest, ReadsNegativeNumbers) {
  for (const char* text :
       {"at -20 \u00B0C", "at \u221220 \u00B0C", "at \u201320 \u00B0C",
        "(-20 \u00B0C)", "-20 \u00B0C", "minus 20 \u00B0C",
        "minus twenty degrees"}) {
    const Quantity quantity = One(text);
    EXPECT_EQ(quantity.low, (Ratio{-20, 1})) << text;
    EXPECT_EQ(quantity.dimension, Dimension::kTemperature) << text;
  }
  const Quantity range = One("-25 to -15 \u00B0C");
  EXPECT_EQ(range.low, (Ratio{-25, 1}));
  EXPECT_EQ(range.high, (Ratio{-15, 1}));
}

TEST(QuantityTest, DashesOfRangesAndListsAreNoSigns) {
  for (const char* text :
       {"5-10", "5 - 10", "5 -10", "5\u201310", "5 \u2212 10"}) {
    const Quantity quantity = One(text);
    EXPECT_EQ(quantity.low, (Ratio{5, 1})) << text;
    EXPECT_EQ(quantity.high, (Ratio{10, 1})) << text;
  }
  EXPECT_EQ(One("- 5 items").low, (Ratio{5, 1}));
  EXPECT_EQ(One("they came \u20145 of them").low, (Ratio{5, 1}));
  EXPECT_EQ(Read("5 minus 3")[1].low, (Ratio{3, 1}));
}

TEST(QuantityTest, ReadsPartsOfTabletsAsNumbers) {
  for (const char* text :
       {"1/2 tablet", "\u00BD tablet", "half a tablet", "0.5 tablets",
        "half of a tablet", "one half of one tablet"}) {
    const Quantity quantity = Read(text)[0];
    EXPECT_EQ(quantity.dimension, Dimension::kCount) << text;
    EXPECT_EQ(quantity.low, (Ratio{1, 2})) << text;
  }
  for (const char* text : {"1 1/2 tablets", "1\u00BD tablets", "1.5 tablets",
                           "one and a half tablets"}) {
    EXPECT_EQ(One(text).low, (Ratio{3, 2})) << text;
  }
}

TEST(QuantityTest, ReadsWhatAQuantityIsPer) {
  const Quantity dose = One("50 mg/kg/day");
  EXPECT_EQ(dose.dimension, Dimension::kMass);
  EXPECT_EQ(dose.per, Dimension::kMass);
  EXPECT_EQ(dose.per_second, Dimension::kTime);
  EXPECT_EQ(dose.low, One("0.05 g per kilogram per day").low);
}

TEST(QuantityTest, ReadsBounds) {
  for (const char* text : {"at least 5", "more than 5", "> 5", "5 or more",
                           "5 years or older", "over 5", "no less than 5"}) {
    EXPECT_EQ(One(text).bound, Bound::kAtLeast) << text;
  }
  for (const char* text : {"up to 5", "less than 5", "< 5", "5 or fewer",
                           "at most 5", "no more than 5", "under 5"}) {
    EXPECT_EQ(One(text).bound, Bound::kAtMost) << text;
  }
  EXPECT_TRUE(One("approximately 5").is_about);
  EXPECT_EQ(One("give 5").bound, Bound::kExact);
}

TEST(QuantityTest, DifferentUnitsMakeNoRange) {
  const auto quantities = Read("500 m-10%");
  ASSERT_EQ(quantities.size(), 2u);
  EXPECT_EQ(quantities[0].dimension, Dimension::kLength);
  EXPECT_FALSE(quantities[0].IsRange());
  EXPECT_EQ(quantities[1].dimension, Dimension::kShare);
  const Quantity age = One("6 months to 5 years");
  EXPECT_EQ(age.low, One("0.5 years").low);
  EXPECT_EQ(age.high, One("60 months").low);
}

TEST(QuantityTest, LeavesPartsOfWordsAlone) {
  for (const char* text : {"vitamin B12", "COVID-19", "H1N1", "once it is dry",
                           "May I go?", "a day without end", ""}) {
    EXPECT_TRUE(Read(text).empty()) << text;
  }
}

TEST(QuantityTest, LeavesTooLargeNumbersAlone) {
  EXPECT_TRUE(Read("9999999999999999999999").empty());
  EXPECT_TRUE(Read("10^300").empty());
  EXPECT_TRUE(Read(std::string(100000, '7')).empty());
}

TEST(QuantityTest, AnHourlyAmountIsAnAmountPerHour) {
  const auto hourly = Read("30 ml hourly");
  ASSERT_EQ(hourly.size(), 2u);
  EXPECT_EQ(Compare(One("30 ml/hour"), hourly[0]),
            QuantityRelation::kCompatible);
}

struct Pair {
  const char* answer;
  const char* context;
  QuantityRelation relation;
};

TEST(QuantityTest, ComparesQuantities) {
  constexpr auto kSame = QuantityRelation::kCompatible;
  constexpr auto kUnit = QuantityRelation::kUnitDiffers;
  constexpr auto kValue = QuantityRelation::kValueDiffers;
  constexpr auto kUnrelated = QuantityRelation::kUnrelated;
  const Pair cases[] = {
      {"500 mg", "0.5 g", kSame},
      {"500 mg", "500 g", kUnit},
      {"500 mg", "500 ml", kUnit},
      {"500 mg", "250 mg", kValue},
      {"500 mg", "3 days", kUnrelated},
      {"twice a day", "every 12 hours", kSame},
      {"twice a day", "three times daily", kValue},
      {"TID", "every eight hours", kSame},
      {"8 am", "08:00", kSame},
      {"8 am", "8 pm", kValue},
      {"15 mg", "10-20 mg", kSame},
      {"25 mg", "10-20 mg", kValue},
      {"10-25 mg", "10-20 mg", kValue},
      {"10-20 mg", "15 mg", kSame},
      {"45 minutes", "at least 30 minutes", kSame},
      {"20 minutes", "at least 30 minutes", kValue},
      {"at most 30 minutes", "at least 30 minutes", kValue},
      {"12 months", "1 year", kSame},
      {"4 weeks", "1 month", kSame},
      {"6 weeks", "1 month", kValue},
      {"6 weeks", "6 months", kUnit},
      {"in March 2020", "12 March 2020", kSame},
      {"April 2020", "12 March 2020", kValue},
      {"in 2019", "in 2020", kValue},
      {"1 in 5", "20%", kSame},
      {"half of them", "50%", kSame},
      {"about 37%", "36.6%", kSame},
      {"about 36%", "41%", kValue},
      {"98.6 °F", "37 °C", kSame},
      {"5 mg", ".5 mg", kValue},
      {"5 mg", "0,5 mg", kValue},
      {"0.5 mg", ".5 mg", kSame},
      {"0.5 mg", "0,5 mg", kSame},
      {"1 000 mg", "1 g", kSame},
      {"20 °C", "-20 °C", kValue},
      {"20 °C", "minus 20 °C", kValue},
      {"about -20 °C", "-20.2 °C", kSame},
      {"5 mg", "5 mg/kg", kUnit},
      {"5 mg/ml", "5 mg/kg", kUnit},
      {"5 mg/kg", "5 mg per kilogram", kSame},
      {"5 mg/kg/day", "5 mg/day/kg", kSame},
      {"5 mg a day", "5 mg", kSame},
      {"5 mg/hour", "5 mg", kUnit},
      {"2 tablets", "1/2 tablet", kValue},
      {"one tablet", "half a tablet", kValue},
      {"0.5 tablets", "½ tablet", kSame},
      {"5 tablets", "5 mg", kSame},
      {"5 tablets", "7 mg", kUnrelated},
  };
  for (const Pair& pair : cases) {
    EXPECT_EQ(static_cast<int>(Compare(One(pair.answer), One(pair.context))),
              static_cast<int>(pair.relation))
        << pair.answer << " and " << pair.context;
  }
}

}  // namespace
}  // namespace answerbox::engine
