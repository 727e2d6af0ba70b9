// Answers beside keys: which say the same in other words or numbers, and which
// are all but the same and say something else.
#include <gtest/gtest.h>

#include <span>
#include <string>
#include <string_view>

#include "engine/exam/examine.h"
#include "engine/exam/key_verification.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

struct Pair {
  std::string_view answer;
  std::string_view key;
};

constexpr Pair kSame[] = {
    // The same numbers in another form.
    {"two weeks", "14 days"},
    {"14 days", "two weeks"},
    {"3,000", "3000"},
    {"3000 euros", "3,000 euros"},
    {"1 000 litres", "1,000 litres"},
    {"½ tablet", "half a tablet"},
    {"half a litre", "½ litre"},
    {"0.5 g", "500 mg"},
    {"500 mg of paracetamol", "0.5 g of paracetamol"},
    {".5 ml", "0.5 ml"},
    {"every 12 hours", "twice a day"},
    {"every 8 hours", "three times a day"},
    {"8 pm", "20:00"},
    {"at 8 am", "at 08:00"},
    {"90 minutes", "1.5 hours"},
    {"twenty-four hours", "24 hours"},
    {"24 hours", "one day"},
    {"50 %", "half"},
    {"1 in 5 patients", "20 % of patients"},
    {"12 months", "one year"},
    {"8 weeks", "2 months"},
    {"30 April 2026", "April 30, 2026"},
    {"the 30th of April 2026", "30 April 2026"},
    {"2 l", "2000 ml"},
    {"a dozen", "12"},
    {"once a day", "daily"},
    {"Keep the dressing on the wound for 14 days after surgery",
     "Keep the dressing on the wound for two weeks after surgery"},
    {"Give 0.5 g of paracetamol every 12 hours",
     "Give 500 mg of paracetamol twice a day"},
    // The answer has further numbers, or says more of them.
    {"between 2 °C and 8 °C", "8 °C"},
    {"2 to 8 °C", "8 °C"},
    {"8 °C (46 °F)", "8 °C"},
    {"twice a day for 5 days", "twice a day"},
    {"The ward opens at 8:00 and closes at 18:00.",
     "The ward opens and closes at 18:00."},
    {"Vaccines are stored in the fridge between 2 °C and 8 °C.",
     "Vaccines are stored in the fridge at 8 °C."},
    {"Take 2 tablets in the morning and 1 tablet at night, at most 8 a day",
     "Take 2 tablets in the morning and 1 tablet at night"},
    {"110 volts", "110"},
    {"1 to 2 tablets", "1 or 2 tablets"},
    // More or fewer words.
    {"in the fridge, between 2 and 8 °C", "fridge: 2 to 8 °C"},
    {"between 2 °C and 8 °C", "2-8 °C"},
    {"from 2 °C to 8 °C", "between 2 °C and 8 °C"},
    {"Wait for at least 30 minutes in the hall of the clinic",
     "Wait for 30 minutes in the hall of the clinic"},
    {"Wait for 30 minutes in the hall of the clinic",
     "Wait for at least 30 minutes in the hall of the clinic"},
    {"5 mg a day", "5 mg"},
    {"The visitors of the ward are allowed to eat in the hall",
     "Visitors of the ward are allowed to eat in the big hall"},
    {"a nurse and one doctor", "one nurse and a doctor"},
    {"30 April 2026", "April 2026"},
    {"30 April 2026", "2026"},
    {"30 April 2026", "30 April"},
    {"the 30th of April", "30 April"},
    {"30. April 2026", "30 April 2026"},
    {"on 2026-04-30 at noon", "2026-04-30"},
    {"110", "110 volts"},
    {"There are 12 new beds in the ward of the clinic on the ground floor",
     "There are 12 beds in the ward of the clinic on the ground floor"},
    {"The ward has three large beds for children",
     "The ward has three beds for all children"},
    // Marks of items and notes.
    {"Wash hands and put on gloves", "1. Wash hands 2. Put on gloves"},
    {"Wash hands, put on gloves", "1) Wash hands 2) Put on gloves"},
    {"The fridge of the ward is kept at 4 °C",
     "The fridge of the ward is kept at 4 °C [1]"},
    {"Give the first dose of the vaccine to the child at birth",
     "Give a first dose of vaccine to a child at birth"},
    {"vitamin B-12", "vitamin B12"},
    {"Room 12 A", "Room 12A"},
    {"COVID-19 vaccine", "Covid-19 vaccines"},
    {"Covid-19 vaccine", "COVID-19 vaccines"},
    {"The contract ends on 30.04.2026.", "contract ends on 30.04.2026"},
    // The same is denied.
    {"are not allowed", "aren't allowed"},
    {"It isn't allowed to smoke", "It is not allowed to smoke"},
    {"The vaccines of the clinic must never be frozen by anybody",
     "The vaccines of the clinic must not be frozen by anybody"},
    {"Patients of the ward should not take alcohol before their operation",
     "Patients of the ward should avoid alcohol before their operation"},
    {"No, visitors of the ward may not smoke",
     "Visitors of the ward may not smoke"},
    {"This water is not safe for drinking by patients",
     "This water is unsafe for drinking by patients"},
    {"Do not store the vials above 25 °C", "Store the vials below 25 °C"},
    {"not above 25 °C", "below 25 °C"},
    {"It isn’t allowed", "It isn't allowed"},
    {"no more than 4 g of it a day", "at most 4 g of it a day"},
    {"room no. 5 of the clinic", "room 5 of the clinic"},
    {"No smoking is allowed in the hall of the clinic",
     "Smoking is not allowed in the hall of the clinic"},
    {"Nobody may smoke in the hall of the clinic on the ground floor",
     "No one may smoke in the hall of the clinic on the ground floor"},
    {"Patients don't drive for 2 days after the operation",
     "Patients do not drive for two days after an operation"},
    {"Store the vaccine in the refrigerator of the ward, on the middle shelf, "
     "not in its door",
     "Store the vaccine in the refrigerator of the ward, on the middle shelf"},
    {"The tablets are to be swallowed with no food by all adult patients",
     "The tablets are to be swallowed without food by all adult patients"},
};

constexpr Pair kOther[] = {
    // Numbers.
    {"8 grams", "4 grams"},
    {"The adult dose of the syrup is 8 grams.",
     "The adult dose of the syrup is 4 grams."},
    {"between 2 °C and 28 °C", "between 2 °C and 8 °C"},
    {"Vaccines are stored between 2 °C and 28 °C.", "between 2 °C and 8 °C"},
    {"Vaccines are stored between 2 °C and 28 °C.",
     "Vaccines are stored between 2 °C and 8 °C."},
    {"950 euros", "940 euros"},
    {"The rent of the flat is 950 euros.", "The rent of the flat is 940 euros"},
    {"call 112", "call 110"},
    {"In an emergency, call 112.", "In an emergency, call 110."},
    {"123457", "123456"},
    {"3,000 euros", "30,000 euros"},
    {"0.5 mg", "5 mg"},
    {"Paracetamol: 1.5 g a day", "Paracetamol: 15 g a day"},
    {"13 days", "two weeks"},
    {"Keep the dressing on the wound for 4 days after surgery",
     "Keep the dressing on the wound for two weeks after surgery"},
    {"Store the vaccine in the fridge at 5 °C",
     "Store the vaccine in the fridge at 2 to 8 °C"},
    {"4 °C", "between 2 and 8 °C"},
    {"between 2 and 8 °C", "5 °C"},
    {"8 °C", "between 2 and 8 °C"},
    {"45 minutes", "at least 30 minutes"},
    {"Wait for at least 45 minutes in the hall",
     "Wait for at least 30 minutes in the hall"},
    {"Take 3 tablets in the morning and 2 tablets at night",
     "Take 2 tablets in the morning and 3 tablets at night"},
    {"Take 2 tablets in the morning and 3 tablets at night",
     "Take 2 tablets in the morning and 2 tablets at night"},
    {"The keys are with two nurses of the ward",
     "The keys are with three nurses of the ward"},
    {"The third dose of the vaccine", "The second dose of the vaccine"},
    {"Half of the patients of the ward recover",
     "A third of the patients of the ward recover"},
    {"Hand the form in to the office of the ward",
     "Hand the form in to office 12 of the ward"},
    {"The patient is given vitamin B6 after the operation",
     "The patient is given vitamin B12 after the operation"},
    {"The meeting is in room 12B of the clinic",
     "The meeting is in room 12A of the clinic"},
    {"The spare part of the pump is AB-1235",
     "The spare part of the pump is AB-1234"},
    {"The phone number of the ward is 0800 123 457",
     "The phone number of the ward is 0800 123 456"},
    {"Version 10.3.2 of the program", "Version 10.3.1 of the program"},
    {"The server of the ward is 192.168.0.2",
     "The server of the ward is 192.168.0.1"},
    {"The patient is ill with H5N1", "The patient is ill with H1N1"},
    {"1 in 50 patients", "1 in 5 patients"},
    {"Store at 20 °C in the freezer", "Store at -20 °C in the freezer"},
    {"See pages 12-15 of the handbook", "See pages 12-14 of the handbook"},
    // Units.
    {"The dose is 500 g", "The dose is 500 mg"},
    {"8 °F", "8 °C"},
    {"8 degrees Fahrenheit in the fridge of the ward",
     "8 degrees Celsius in the fridge of the ward"},
    {"940 dollars", "940 euros"},
    {"£940 for the room", "€940 for the room"},
    {"5 ml of the syrup", "5 mg of the syrup"},
    {"Give 5 tablets of the syrup", "Give 5 mg of the syrup"},
    {"Give 10 drops of the syrup", "Give 10 ml of the syrup"},
    {"Give 10 units of the syrup", "Give 10 ml of the syrup"},
    {"5 patients", "5 %"},
    {"5 of the patients", "5 % of the patients"},
    {"It takes 3 stops on the road to the clinic",
     "It takes 3 hours on the road to the clinic"},
    {"The pressure of the tyre is 2 psi", "The pressure of the tyre is 2 bar"},
    {"The rent of the flat is 940 CHF", "The rent of the flat is 940 EUR"},
    {"Give 5 mg/kg of the syrup", "Give 5 mg of the syrup"},
    {"Give 5 mg an hour", "Give 5 mg a day"},
    {"Wait 30 hours after the operation",
     "Wait 30 minutes after the operation"},
    // How often, times and dates.
    {"twice a week", "twice a day"},
    {"Take the tablets twice a week", "Take the tablets twice a day"},
    {"Take the tablets every 6 hours", "Take the tablets every 8 hours"},
    {"8 pm", "8 am"},
    {"The ward opens at 08:30", "The ward opens at 08:00"},
    {"30 April 2025", "30 April 2026"},
    {"The form must be handed in by 30 April 2025",
     "The form must be handed in by 30 April 2026"},
    {"The form must be handed in by 30 June 2026",
     "The form must be handed in by 30 April 2026"},
    {"The contract ends on 30/04/2025", "The contract ends on 30/04/2026"},
    {"The contract ends on 30.04.2025", "The contract ends on 30.04.2026"},
    {"The contract ends on 2025-04-30", "The contract ends on 2026-04-30"},
    {"The contract ends on 2026-05-04", "The contract ends on 2026-04-05"},
    {"2026-05-04", "2026-04-05"},
    {"2026-05-17", "30 April 2026"},
    {"17/05/2026", "30 April 2026"},
    {"2026", "30 April"},
    {"2026", "30 April 2026"},
    {"May 2025", "30 April"},
    {"April 2025", "30 April"},
    {"April 2026", "30 April 2026"},
    {"30 April", "2026"},
    {"31 April", "30th of April"},
    {"by April 2025", "by 30 April"},
    {"The form must be handed in after 30 April to the office",
     "The form must be handed in by 30 April to the office"},
    {"The waste of the ward is collected on Tuesday",
     "The waste of the ward is collected on Thursday"},
    // Denials.
    {"are not allowed", "are allowed"},
    {"are allowed", "are not allowed"},
    {"Visitors are not allowed to eat in the hall",
     "Visitors are allowed to eat in the hall"},
    {"Visitors aren't allowed", "Visitors are allowed"},
    {"Patients can drive after the operation",
     "Patients can't drive after the operation"},
    {"The vaccine may be frozen", "The vaccine may never be frozen"},
    {"with food", "without food"},
    {"Take the tablet with food", "Take the tablet without food"},
    {"It isn’t allowed", "It is allowed"},
    {"The door of the ward is always locked",
     "The door of the ward is never locked"},
    {"not above 25 °C", "above 25 °C"},
    {"No patient may eat before the operation",
     "Patients may eat before the operation"},
    {"no more than 5 tablets", "more than 5 tablets"},
    {"at most 30 minutes", "at least 30 minutes"},
    {"below 25 °C", "above 25 °C"},
    {"less than 30 minutes", "30 minutes"},
    {"Take more than 4 g of it a day", "Take 4 g of it a day"},
    {"Take 4 g of it a day", "Take more than 4 g of it a day"},
    {"Visitors of the clinic are not permitted to eat in the hall",
     "Visitors of the clinic are allowed to eat in the hall"},
    {"Employees of the company do not get extra pay on holidays",
     "Employees of the company receive extra pay on holidays"},
    {"Nurses no longer use the old syringes", "Nurses use the old syringes"},
    {"before meals", "after meals"},
    {"The pump is not on", "The pump is on"},
    {"The dose of the syrup could not have been as high as 20 ml",
     "The dose of the syrup could have been as high as 20 ml"},
    {"There is not a ward in the north and a ward in the south",
     "There is a ward in the north and a ward in the south"},
    {"Turn the pump off", "Turn the pump on"},
    {"Not all of the patients", "All of the patients"},
    {"The water of the ward is unsafe to drink",
     "The water of the ward is safe to drink"},
    {"Eat, but do not drink, before the operation",
     "Do not eat, but drink, before the operation"},
    {"Do not store the vials below 25 °C", "Store the vials below 25 °C"},
};

class KeyClaimsTest : public testing::Test {
 protected:
  bool Matches(const Pair& pair) {
    (*arena_).Reset();
    return KeyVerifier(normalizer_, *arena_)
               .Verify(pair.answer, {&pair.key, 1}) == Verification::kMatches;
  }
  TestArena arena_;
  TermNormalizer normalizer_{Profile::kDefault};
};

TEST_F(KeyClaimsTest, AnswersThatSayTheSameMatch) {
  for (const Pair& pair : kSame) {
    EXPECT_TRUE(Matches(pair))
        << "answer \"" << pair.answer << "\", key \"" << pair.key << '"';
  }
}

TEST_F(KeyClaimsTest, AnswersThatSayAnythingElseDoNot) {
  for (const Pair& pair : kOther) {
    EXPECT_FALSE(Matches(pair))
        << "answer \"" << pair.answer << "\", key \"" << pair.key << '"';
  }
}

TEST_F(KeyClaimsTest, EveryTextOfThePairsMatchesItself) {
  for (const auto pairs : {std::span<const Pair>(kSame), {kOther}}) {
    for (const Pair& pair : pairs) {
      EXPECT_TRUE(Matches({pair.key, pair.key})) << pair.key;
      EXPECT_TRUE(Matches({pair.answer, pair.answer})) << pair.answer;
    }
  }
}

// What the exam extracts from a passage: a short answer that matches may leave
// out what the sentence says around it.
struct Asked {
  std::string_view question;
  std::string_view passage;
  std::string_view key;
  bool matches;
};

constexpr Asked kAsked[] = {
    {"At what temperature are the vials stored?",
     "The vials are stored above 25 °C.", "below 25 °C", false},
    {"At what temperature are the vials stored?",
     "The vials are stored below 25 °C.", "below 25 °C", true},
    {"How much paracetamol may adults take?",
     "Adults may take more than 4 g of paracetamol a day.", "at most 4 g a day",
     false},
    {"How much paracetamol may adults take?",
     "Adults may take more than 4 g of paracetamol a day.", "4 g", false},
    {"How much paracetamol may adults take?",
     "Adults may take at most 4 g of paracetamol a day.", "4 g", true},
    {"How many tablets may adults take?",
     "Adults may take no more than 5 tablets.", "more than 5 tablets", false},
    {"How many tablets may adults take?",
     "Adults may take no more than 5 tablets.", "5 tablets", true},
    {"When is the tablet taken?", "The tablet is taken before meals.",
     "after meals", false},
    {"When is the tablet taken?", "The tablet is taken after meals.",
     "after meals", true},
    {"How old must visitors be?", "Visitors must be under 18 years old.",
     "over 18 years", false},
    {"How old must visitors be?", "Visitors must be over 18 years old.",
     "over 18 years", true},
    {"How much insulin is given?", "Give 10 units of insulin per hour.",
     "10 ml", false},
    {"How is the pump at night?", "At night, turn the pump off.",
     "turn the pump on", false},
    {"By when must the form be handed in?",
     "The form must be handed in after 30 April 2026.", "by 30 April 2026",
     false},
    {"By when must the form be handed in?",
     "The form must be handed in by 30 April 2026.", "by 30 April 2026", true},
    {"By when must the form be handed in?",
     "The form must be handed in by 30 April 2026.", "30 April 2026", true},
    {"By when must the form be handed in?",
     "The form must be handed in by April 2025.", "by 30 April", false},
    {"By when must the form be handed in?",
     "The form must be handed in by 2026-05-04.", "2026-04-05", false},
    {"When does the contract end?", "The contract ends on 2026-05-04.",
     "2026-05-04", true},
    {"When does the contract end?", "The contract ends on 2026-05-04.",
     "30 April 2026", false},
    {"Where are vaccines stored?",
     "Vaccines must not be stored in the door of the fridge.",
     "in the door of the fridge", false},
    {"Where are vaccines stored?",
     "Vaccines must not be frozen and are stored in the door of the fridge.",
     "in the door of the fridge", true},
};

class AskedKeyTest : public testing::Test {
 protected:
  bool Matches(const Asked& asked) {
    const IndexInMemory index({asked.passage});
    const LiveSegment segments[] = {index.live()};
    const auto examined = ExamineQuestion(
        segments, {.text = asked.question, .keys = {&asked.key, 1}},
        workspace_);
    return examined && examined->verified == Verification::kMatches;
  }
  Workspace workspace_;
};

TEST_F(AskedKeyTest, TheSentenceSaysWhatTheKeySays) {
  for (const Asked& asked : kAsked) {
    EXPECT_EQ(Matches(asked), asked.matches)
        << "passage \"" << asked.passage << "\", key \"" << asked.key << '"';
  }
}

TEST_F(AskedKeyTest, NoPassageThatSaysAnythingElseMatches) {
  for (const Pair& pair : kOther) {
    const std::string question = "What about " + std::string(pair.answer) + "?";
    EXPECT_FALSE(Matches({question, pair.answer, pair.key, false}))
        << "passage \"" << pair.answer << "\", key \"" << pair.key << '"';
  }
}

}  // namespace
}  // namespace answerbox::engine
