// The same and the contrary in other words: letters and names, words that
// exclude each other, negations that are undone.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/engine/grounding/contradictions/found_contradictions.h"

namespace answerbox::engine {
namespace {

using tests::Found;
using tests::Replaced;
using tests::With;
using ContradictionWordingTest = tests::ContradictionTest;

TEST_F(ContradictionWordingTest, TellsLettersAndMixedNamesApart) {
  constexpr std::string_view kLetters[] = {"A", "B", "D", "O"};
  constexpr std::string_view kMixed[] = {"B12",  "B6",  "T4",
                                         "H1N1", "12A", "12B"};
  const auto compare_all = [&](std::string_view sentence, auto& names) {
    for (const std::string_view theirs : names) {
      const std::string page = With(sentence, theirs);
      const std::string_view context[] = {page};
      for (const std::string_view ours : names) {
        const auto found = FindIn(context, With(sentence, ours));
        EXPECT_EQ(found.size(), ours == theirs ? 0u : 1u) << page << ours;
        if (found.empty()) continue;
        EXPECT_EQ(found[0], (Found{ContradictionKind::kName, std::string(ours),
                                   std::string(theirs)}));
      }
    }
  };
  compare_all("The hepatitis @ vaccine is given to every infant.", kLetters);
  compare_all("The blood group of the donor is @ and not known.", kLetters);
  compare_all("The letter says that Room @ is behind the desk.", kMixed);
}

TEST_F(ContradictionWordingTest, LettersInAnotherOrderAreTheSame) {
  constexpr std::string_view kPage[] = {
      "Vitamins A, D, E and K are stored in fat. Give vitamin B-12 to adults "
      "with anaemia. The target for the HbA1c is 7 %. It was a day in May, the "
      "2nd since the 1990s."};
  for (const char* answer :
       {"Vitamins D, K, A and E are stored in fat.",
        "Give vitamin B12 to adults with anaemia.",
        "The target for the A1C is 7 %.", "It was the day in May.",
        "It was a day in May, the second since the 1990s."}) {
    EXPECT_TRUE(FindIn(kPage, answer).empty()) << answer;
  }
}

TEST_F(ContradictionWordingTest, TellsAlternativesApart) {
  constexpr std::string_view kInject =
      "Inject the new vaccine @ of the infant at the visit.";
  constexpr Replaced kOther[] = {
      {"into the thigh", "into the arm"},
      {"in the morning", "in the evening"},
      {"for the kidney", "for the liver"},
      {"by the physician", "by the nurse"},
  };
  for (const auto& [theirs, ours] : kOther) {
    const std::string page = With(kInject, theirs);
    const std::string_view context[] = {page};
    const auto found = FindIn(context, With(kInject, ours));
    ASSERT_EQ(found.size(), 1u) << page << ours;
    EXPECT_EQ(found[0].kind, ContradictionKind::kName);
  }
  constexpr Replaced kSame[] = {
      {"into the upper arm", "into the shoulder"},
      {"in the fridge", "in the refrigerator"},
      {"by the doctor", "by the surgeon"},
      {"into the arm or the thigh", "into the thigh"},
      {"not into the arm", "into the thigh"},
  };
  for (const auto& [theirs, ours] : kSame) {
    const std::string page = With(kInject, theirs);
    const std::string_view context[] = {page};
    EXPECT_TRUE(FindIn(context, With(kInject, ours)).empty()) << page << ours;
  }
}

TEST_F(ContradictionWordingTest, ToAvoidIsNotToTake) {
  constexpr std::string_view kWhile =
      "@ alcohol while you are taking the tablets.";
  constexpr std::string_view kNo[] = {"Avoid", "Do not take", "Never drink",
                                      "Stop drinking"};
  constexpr std::string_view kYes[] = {"Take", "Drink"};
  for (const std::string_view theirs : kNo) {
    const std::string page = With(kWhile, theirs);
    const std::string_view context[] = {page};
    for (const std::string_view ours : kNo) {
      EXPECT_TRUE(FindIn(context, With(kWhile, ours)).empty()) << page << ours;
    }
    if (theirs == "Stop drinking") continue;  // "Drink", "drinking".
    for (const std::string_view ours : kYes) {
      const auto found = FindIn(context, With(kWhile, ours));
      ASSERT_FALSE(found.empty()) << page << ours;
      EXPECT_EQ(found[0].kind, ContradictionKind::kNegation);
    }
  }
}

TEST_F(ContradictionWordingTest, AContextMaySayBoth) {
  constexpr std::string_view kPage[] = {
      "Wash your hands before you give an injection. Wash your hands after you "
      "give an injection. Some visitors wait in the hall. All visitors wait in "
      "the hall."};
  for (const char* answer : {"Wash your hands before you give an injection.",
                             "Wash your hands after you give an injection.",
                             "All visitors wait in the hall."}) {
    EXPECT_TRUE(FindIn(kPage, answer).empty()) << answer;
  }
}

// Sentence pairs, in both directions.
TEST_F(ContradictionWordingTest, TellsWhatOneDenialOrOppositeTurnsRound) {
  constexpr Replaced kOther[] = {
      {"All nurses wear gloves in the ward.",
       "Not all nurses wear gloves in the ward."},
      {"Give more than 4 tablets of it in a day.",
       "Give no more than 4 tablets of it in a day."},
      {"Turn the heater of the bath off at night.",
       "Turn the heater of the bath on at night."},
      {"The pre-operative dose is given by the nurse.",
       "The post-operative dose is given by the nurse."},
      {"Use a sterile dressing for the wound.",
       "Use a non-sterile dressing for the wound."},
      {"Always mix the powder with water in the bottle.",
       "Never mix the powder with water in the bottle."},
      {"You must not stop aspirin before the small operation.",
       "You must not take aspirin before the small operation."},
      {"Do not store the vaccine above 8 degrees in the ward.",
       "The vaccine is stored at 12 degrees in the ward."},
      // The bound is denied, and another denial is not void with it.
      {"Do not store it above 8 degrees, and shake the bottle before use.",
       "Store it at 4 degrees, and do not shake the bottle before use."},
      {"Give the new tablets only to adults with a fever.",
       "Do not give the new tablets to adults with a fever."},
      {"Wash the left eye of the patient with water.",
       "Wash the left ear of the patient with water."},
  };
  for (const auto& [theirs, ours] : kOther) {
    const std::string_view context[] = {theirs};
    EXPECT_FALSE(FindIn(context, ours).empty()) << theirs << ours;
    const std::string_view other[] = {ours};
    EXPECT_FALSE(FindIn(other, theirs).empty()) << ours << theirs;
  }
}

TEST_F(ContradictionWordingTest, TwoThatUndoEachOtherSayTheSame) {
  constexpr Replaced kSame[] = {
      {"Store the vials below 25 degrees.",
       "Do not store the vials above 25 degrees."},
      {"Use the vial within 28 days after it was opened.",
       "Do not use the vial more than 28 days after it was opened."},
      {"The tray may be removed only when the fan has stopped.",
       "The tray must not be removed until the fan has stopped."},
      {"Give up to four doses in a day.",
       "Give no more than four doses in a "
       "day."},
      {"Wait for at least 15 minutes after the vaccination.",
       "Wait for no less than 15 minutes after the vaccination."},
      {"Do not store the vaccine above 8 degrees in the ward.",
       "The vaccine is stored at 4 degrees in the ward."},
      {"Stop the drug a week before the operation.",
       "Do not take the drug a week before the operation."},
      {"All patients are tested and some are treated.",
       "Some patients are treated and all are tested."},
      {"The liquid in the can is flammable and kept cool.",
       "The liquid in the can is inflammable and kept cool."},
  };
  for (const auto& [theirs, ours] : kSame) {
    const std::string_view context[] = {theirs};
    EXPECT_TRUE(FindIn(context, ours).empty()) << theirs << ours;
    const std::string_view other[] = {ours};
    EXPECT_TRUE(FindIn(other, theirs).empty()) << ours << theirs;
  }
}

TEST_F(ContradictionWordingTest, NamesMayBeWrittenInOtherWays) {
  constexpr Replaced kSame[] = {
      {"Keep the keys of the ward in Room 12A behind the desk.",
       "Keep the keys of the ward in room 12-A behind the desk."},
      {"Replace the fuse of the pump with a 5 A fuse.",
       "Replace the fuse of the pump with a 5A fuse."},
      {"The pump runs on 12 V from the battery.",
       "The pump runs on 12 volts from the battery."},
      {"Report every fault to Dr. J. Okoro on the same day.",
       "Report every fault to Dr. James Okoro on the same day."},
      {"Patients with group O+ blood may donate on Friday.",
       "Patients with group O positive blood may donate on Friday."},
      {"Patients on HIV3 treatment are seen each month.",
       "Patients on HIV treatment are seen each month."},
      {"Give vitamin B12 1 000 mg by injection every month.",
       "Give vitamin B12 1000 mg by injection every month."},
      {"Test the liver or kidney function of the patients.",
       "Test the renal or hepatic function of the patients."},
  };
  for (const auto& [theirs, ours] : kSame) {
    const std::string_view context[] = {theirs};
    EXPECT_TRUE(FindIn(context, ours).empty()) << theirs << ours;
    const std::string_view other[] = {ours};
    EXPECT_TRUE(FindIn(other, theirs).empty()) << ours << theirs;
  }
}

TEST_F(ContradictionWordingTest, ANameOrQuantityMayHaveMoved) {
  constexpr Replaced kOther[] = {
      {"Paracetamol is the first medicine for a child with a fever.",
       "The first medicine for a child with a fever is ibuprofen."},
      {"The router in the main workshop is made by Makita.",
       "The main workshop has a router that is made by Bosch."},
      {"Check the patient's pulse every 15 minutes during the transfusion.",
       "During the transfusion, the patient's pulse is checked every 50 "
       "minutes."},
      {"Put a resistor of 220 ohms between the LED and the pin.",
       "Between the LED and the pin, put a resistor of 220 kilohms."},
  };
  for (const auto& [theirs, ours] : kOther) {
    const std::string_view context[] = {theirs};
    EXPECT_EQ(FindIn(context, ours).size(), 1u) << theirs << ours;
  }
  constexpr Replaced kUnclear[] = {
      // Too little in common.
      {"Paracetamol is the first medicine for a child with a fever.",
       "A fever of a child is lowered by ibuprofen too."},
      // Two in their place.
      {"Check the patient's pulse every 15 minutes for 2 hours in the ward.",
       "In the ward, the patient's pulse is checked every 50 minutes."},
  };
  for (const auto& [theirs, ours] : kUnclear) {
    const std::string_view context[] = {theirs};
    EXPECT_TRUE(FindIn(context, ours).empty()) << theirs << ours;
  }
}

TEST_F(ContradictionWordingTest, WithinATimeIsNotAfterIt) {
  constexpr std::string_view kUse =
      "Use the vaccine @ 10 minutes of the opening of the vial.";
  const std::string page = With(kUse, "within");
  const std::string_view context[] = {page};
  EXPECT_EQ(
      FindIn(context, With(kUse, "after")),
      (std::vector<Found>{{ContradictionKind::kNegation, "after", "within"}}));
}

}  // namespace
}  // namespace answerbox::engine
