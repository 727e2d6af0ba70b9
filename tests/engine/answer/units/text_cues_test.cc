#include "engine/answer/units/text_cues.h"

#include <gtest/gtest.h>

#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace answerbox::engine {
namespace {

bool Holds(std::string_view text, TextCue cue) {
  return (ReadTextCues(text) & BitOf(cue)) != 0;
}

bool Asks(std::string_view question, TextCue cue) {
  return (ReadAskedCues(question) & BitOf(cue)) != 0;
}

// What a question asks for, without the ways that it points.
TextCues Wanted(std::string_view question) {
  return ReadAskedCues(question) & (kQuantityCues | kThingCues);
}

TEST(TextCues, TellADurationByAUnitAfterItsNumber) {
  EXPECT_TRUE(Holds("Soak it for 20 minutes.", TextCue::kDuration));
  EXPECT_TRUE(Holds("A ten-day course, or two weeks.", TextCue::kDuration));
  EXPECT_TRUE(Holds("A 5-day course.", TextCue::kDuration));
  EXPECT_FALSE(Holds("The minutes are kept.", TextCue::kDuration));
  EXPECT_FALSE(Holds("Room 5. Minutes are kept.", TextCue::kDuration));
}

TEST(TextCues, TellQuantitiesApart) {
  EXPECT_TRUE(Holds("It costs $5.", TextCue::kMoney));
  EXPECT_TRUE(
      Holds("It costs \xC2\xA3"
            "12.50.",
            TextCue::kMoney));
  EXPECT_TRUE(Holds("It costs 5 euros.", TextCue::kMoney));
  EXPECT_FALSE(Holds("A pound cake.", TextCue::kMoney));
  EXPECT_TRUE(Holds("Twice a day.", TextCue::kFrequency));
  EXPECT_TRUE(Holds("Every four hours.", TextCue::kFrequency));
  EXPECT_TRUE(Holds("We open at 10:30.", TextCue::kTime));
  EXPECT_TRUE(Holds("We open at 9 AM.", TextCue::kTime));
  EXPECT_TRUE(Holds("Bins go out on Mondays.", TextCue::kTime));
  EXPECT_TRUE(Holds("Built in 1912.", TextCue::kTime));
  EXPECT_FALSE(Holds("I am 12.", TextCue::kTime));
  EXPECT_TRUE(Holds("Only for those aged 12.", TextCue::kAge));
}

TEST(TextCues, TellATelephoneNumberFromOtherDigits) {
  EXPECT_TRUE(Holds("Ring 01632 960 111.", TextCue::kContact));
  EXPECT_TRUE(Holds("Ring (01632) 960-111.", TextCue::kContact));
  EXPECT_TRUE(Holds("Write to a.b@example.org.", TextCue::kContact));
  EXPECT_TRUE(Holds("See www.example.org.", TextCue::kContact));
  EXPECT_FALSE(Holds("In 14/03/2026.", TextCue::kContact));
  EXPECT_FALSE(Holds("On 2026-03-14.", TextCue::kContact));
  EXPECT_TRUE(Holds("On 2026-03-14.", TextCue::kTime));
  EXPECT_FALSE(Holds("10, 20, 30 and 40 mg", TextCue::kContact));
  EXPECT_FALSE(Holds("1,000,000 people", TextCue::kContact));
}

TEST(TextCues, TakeNoNumberForAnother) {
  EXPECT_EQ(ReadTextCues("120/80 mmHg, 1/2 tablet"), 0u);
  EXPECT_EQ(ReadTextCues("1000-2000 ml"), 0u);
  EXPECT_EQ(ReadTextCues("5 000 000"), 0u);
  EXPECT_EQ(ReadTextCues("GB29 NWBK 6016 1331 9268 19"), 0u);
  EXPECT_EQ(ReadTextCues("DE89 3704 0044 0532 0130 00"), 0u);
  EXPECT_EQ(ReadTextCues("5, minutes are kept"), 0u);
  EXPECT_EQ(ReadTextCues("On 14.03.2026"), BitOf(TextCue::kTime));
  EXPECT_EQ(ReadTextCues("On 14/03/2026"), BitOf(TextCue::kTime));
  EXPECT_EQ(ReadTextCues("9:30-10:30"), BitOf(TextCue::kTime));
  EXPECT_EQ(ReadTextCues("In May 2026"), BitOf(TextCue::kTime));
}

TEST(TextCues, TakeNoWordForASideThatItDoesNotTake) {
  EXPECT_EQ(ReadTextCues("gate No. 7"), 0u);
  EXPECT_EQ(ReadTextCues("Once a day"), BitOf(TextCue::kFrequency));
  for (const std::string_view text :
       {"eye drops", "quite", "raisins", "pupils", "more than", "afternoon"}) {
    EXPECT_EQ(ReadTextCues(text), 0u) << text;
  }
  EXPECT_TRUE(Holds("Once it is dry", TextCue::kAfter));
  EXPECT_TRUE(Holds("They quit.", TextCue::kStop));
  EXPECT_TRUE(Holds("Raise it.", TextCue::kIncrease));
}

TEST(TextCues, FindThingsByWords) {
  EXPECT_TRUE(Holds("Tell the nurse in charge.", TextCue::kPerson));
  EXPECT_TRUE(Holds("It is kept in the cupboard.", TextCue::kPlace));
  EXPECT_TRUE(Holds("Because it rots.", TextCue::kReason));
  EXPECT_TRUE(Holds("Press the red knob.", TextCue::kWay));
  EXPECT_TRUE(Holds("TB stands for tuberculosis.", TextCue::kDefinition));
  EXPECT_TRUE(Holds("You may go.", TextCue::kVerdict));
  EXPECT_FALSE(Holds("Maybe later.", TextCue::kVerdict));
}

TEST(TextCues, FindPhrasesAtBeginningsOfWordsInAnyCase) {
  EXPECT_TRUE(Holds("PRIOR\n  TO use", TextCue::kBefore));
  EXPECT_FALSE(Holds("superior to it", TextCue::kBefore));
  EXPECT_TRUE(Holds("They can't.", TextCue::kDenial));
  EXPECT_TRUE(Holds("Do NOT", TextCue::kDenial));
  EXPECT_FALSE(Holds("a note", TextCue::kDenial));
}

TEST(TextCues, ReadAnyTextWithinABound) {
  EXPECT_EQ(ReadTextCues(""), 0u);
  EXPECT_EQ(ReadTextCues("\xFF\xE2\x82 ?!"), 0u);
  const std::string_view text =
      "Costs \xE2\x82\xAC"
      "5, ring 0163 960-1.";
  for (std::size_t n = 0; n <= text.size(); ++n) {
    static_cast<void>(ReadTextCues(text.substr(0, n)));
    static_cast<void>(ReadAskedCues(text.substr(0, n)));
  }
  EXPECT_EQ(ReadTextCues(std::string(kCuedBytes, 'x') + " not"), 0u);
}

// However words and signs follow each other.
TEST(TextCues, AreTheSameHoweverManyAreWanted) {
  constexpr std::string_view kPieces[] = {
      "not",   "NO",      "note",     "Prior",   "to",      "in",
      "a",     "day",     "don't",    "CAN'T",   "may",     "5",
      "2,000", "-",       "'",        " ",       "  ",      ".",
      ", ",    "minutes", "\xC3\xA9", "the",     "is",      "|",
      "grown", "year",    "old",      "avoids",  "need",    "by",
      "step",  "$",       "\xC2\xA3", "because", "without", "contraindicated"};
  std::mt19937 random(1);
  for (int n = 0; n < 20000; ++n) {
    std::string text;
    for (int i = 0; i < 12; ++i) {
      text += kPieces[random() % std::size(kPieces)];
      if (random() % 3 != 0) text += ' ';
    }
    const TextCues all = ReadTextCues(text);
    for (unsigned cue = 0; cue < static_cast<unsigned>(TextCue::kCount);
         ++cue) {
      const TextCues wanted = TextCues{1} << cue;
      ASSERT_EQ(ReadTextCues(text, wanted), all & wanted) << text;
    }
  }
}

TEST(AskedCues, TellWhatKindOfQuantityIsAskedFor) {
  EXPECT_EQ(Wanted("How long does it soak?"), BitOf(TextCue::kDuration));
  EXPECT_EQ(Wanted("Within how many days must I reply?"),
            BitOf(TextCue::kDuration));
  EXPECT_EQ(Wanted("How often is it checked?"), BitOf(TextCue::kFrequency));
  EXPECT_EQ(Wanted("how much does it cost"), BitOf(TextCue::kMoney));
  EXPECT_EQ(Wanted("How many chairs are there?"), 0u);
  EXPECT_EQ(Wanted("What is the maximum dose?"), 0u);
  EXPECT_EQ(Wanted("How long is the corridor?"), 0u);
  EXPECT_EQ(Wanted("At what age is it given?"), BitOf(TextCue::kAge));
  EXPECT_TRUE(Asks("What time do you close?", TextCue::kTime));
  EXPECT_TRUE(Asks("When is it due?", TextCue::kMoment));
  EXPECT_TRUE(Asks("What number do I ring?", TextCue::kContact));
}

TEST(AskedCues, TellWhatThingIsAskedFor) {
  EXPECT_TRUE(Asks("Who do I call?", TextCue::kPerson));
  EXPECT_TRUE(Asks("Who do I call?", TextCue::kContact));
  EXPECT_EQ(Wanted("Where is it kept?"), BitOf(TextCue::kPlace));
  EXPECT_EQ(Wanted("Why is it kept?"), BitOf(TextCue::kReason));
  EXPECT_EQ(Wanted("How do I clean it?"), BitOf(TextCue::kWay));
  EXPECT_EQ(Wanted("What does TB stand for?"), BitOf(TextCue::kDefinition));
  EXPECT_EQ(Wanted("What is TB?"), BitOf(TextCue::kDefinition));
  EXPECT_EQ(Wanted("What is the price?"), BitOf(TextCue::kMoney));
  EXPECT_EQ(Wanted("Is the lid washed?"), BitOf(TextCue::kVerdict));
  EXPECT_EQ(Wanted("Tell me about lids."), 0u);
}

TEST(AskedCues, CountOnlyWhereTheQuestionAsks) {
  EXPECT_EQ(Wanted("What happens when the alarm sounds?"), 0u);
  EXPECT_EQ(Wanted("Who do I call when the pump fails?"),
            BitOf(TextCue::kPerson) | BitOf(TextCue::kContact));
  EXPECT_EQ(Wanted("If it fails, whom do I tell?"), BitOf(TextCue::kPerson));
  EXPECT_EQ(Wanted("At what age is it given?"), BitOf(TextCue::kAge));
  EXPECT_EQ(Wanted("Can you tell me where it is?"), BitOf(TextCue::kPlace));
  EXPECT_EQ(Wanted("Can people who smoke take it?"), BitOf(TextCue::kVerdict));
}

TEST(AskedCues, TakeANounForAKindOnlyAfterWhatOrHowMuch) {
  EXPECT_EQ(Wanted("Who is in charge of the keys?"), BitOf(TextCue::kPerson));
  EXPECT_EQ(Wanted("Who answers emails?"), BitOf(TextCue::kPerson));
  EXPECT_EQ(Wanted("Where is the price list?"), BitOf(TextCue::kPlace));
  EXPECT_EQ(Wanted("Which nurse sets the price?"), 0u);
  EXPECT_EQ(Wanted("What does a swim cost?"), BitOf(TextCue::kMoney));
  EXPECT_EQ(Wanted("Price of a swim"), BitOf(TextCue::kMoney));
}

TEST(AskedCues, PointAWayThatIsNoValue) {
  EXPECT_TRUE(Asks("What comes before lunch?", TextCue::kBefore));
  EXPECT_FALSE(Asks("What comes before lunch?", TextCue::kMoment));
  EXPECT_FALSE(Asks("Who stands at gate No. 7?", TextCue::kDenial));
  EXPECT_TRUE(Asks("Who must not lift?", TextCue::kDenial));
  EXPECT_FALSE(Asks("Who must lift?", TextCue::kDenial));
}

TEST(AgreementOfSides, ComparesOpposites) {
  const auto agreement = [](std::string_view question, std::string_view text) {
    return AgreementOfSides(ReadAskedCues(question), ReadTextCues(text));
  };
  EXPECT_EQ(agreement("Wash before use?", "Wash it before."), 1024);
  EXPECT_EQ(agreement("Wash before use?", "Wash it after."), -1024);
  EXPECT_EQ(agreement("Wash before use?", "Before and after."), 1024);
  EXPECT_EQ(agreement("Wash before use?", "Wash it."), 0);
  EXPECT_EQ(agreement("Wash it?", "Wash it before."), 0);
  EXPECT_EQ(agreement("Before or after?", "Wash it before."), 0);
  EXPECT_EQ(agreement("Stop before lunch?", "Start before lunch."), 0);
  EXPECT_EQ(agreement("Stop before lunch?", "Stop. Lunch."), 512);
}

}  // namespace
}  // namespace answerbox::engine
