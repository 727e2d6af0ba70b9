#include "engine/grounding/contradiction.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace answerbox::engine {
namespace {

constexpr std::size_t kMostArenaBytes = std::size_t{12} << 20;

constexpr std::string_view kPages[] = {
    "Give Adizole 500 mg twice a day for 7 days. Children under 12 take half "
    "of that. The dose is never more than 2 g per day.",
    "The vaccine fridge stays between 2 and 8 degrees. Dr. Okoro checks it at "
    "8 am on Monday. Do not freeze the vaccine.\n\nPatients with fever should "
    "rest at home. High pressure is dangerous in pregnancy. The clinic in "
    "Harbour Town opened in 2015.",
};

struct Found {
  ContradictionKind kind;
  std::string answer;
  std::string context;

  friend bool operator==(const Found&, const Found&) = default;
};

class ContradictionTest : public testing::Test {
 protected:
  std::vector<Found> Find(std::string_view answer,
                          std::string_view question = {}) {
    return FindIn(kPages, answer, question);
  }

  std::vector<Found> FindIn(std::span<const std::string_view> pages,
                            std::string_view answer,
                            std::string_view question = {}) {
    workspace_.arena().Reset();
    const auto found =
        FindContradictions({pages, question, answer}, workspace_);
    EXPECT_TRUE(found);
    std::vector<Found> result;
    if (!found) return result;
    for (const Contradiction& one : *found) {
      const auto part = [](std::string_view text, ByteRange range) {
        return std::string(text.substr(range.begin, range.end - range.begin));
      };
      result.push_back({one.kind, part(answer, one.answer),
                        part(pages[one.context.passage], one.context.range)});
    }
    return result;
  }

  Workspace workspace_{kMostArenaBytes};
};

struct Swap {
  const char* answer;
  ContradictionKind kind;
  const char* words;
  const char* context;
};

TEST_F(ContradictionTest, FindsEachKindOfSwap) {
  const Swap cases[] = {
      {"Give Adizole 50 mg twice a day for 7 days.", ContradictionKind::kDose,
       "50 mg", "500 mg"},
      {"Give Adizole 500 g twice a day for 7 days.", ContradictionKind::kUnit,
       "500 g", "500 mg"},
      {"Give Adizole 500 mg every 8 hours for 7 days.",
       ContradictionKind::kDose, "every 8 hours", "twice a day"},
      {"Give Adizole 500 mg twice a day for 7 weeks.", ContradictionKind::kTime,
       "7 weeks", "7 days"},
      {"The vaccine fridge stays between 2 and 18 degrees.",
       ContradictionKind::kNumber, "2 and 18 degrees", "2 and 8 degrees"},
      {"Dr. Okoro checks it at 8 pm on Monday.", ContradictionKind::kTime,
       "8 pm", "8 am"},
      {"Dr. Okoro checks it at 8 am on Friday.", ContradictionKind::kTime,
       "Friday", "Monday"},
      {"Dr. Smith checks it at 8 am on Monday.", ContradictionKind::kName,
       "Smith", "Okoro"},
      {"The clinic in Harbour Town opened in 2016.", ContradictionKind::kTime,
       "2016", "2015"},
      {"Patients with fever should not rest at home.",
       ContradictionKind::kNegation, "not rest", "should rest"},
      {"Patients without fever should rest at home.",
       ContradictionKind::kNegation, "without fever", "with fever"},
      {"Always freeze the vaccine.", ContradictionKind::kNegation, "freeze",
       "not freeze"},
      {"Low pressure is dangerous in pregnancy.", ContradictionKind::kNegation,
       "Low", "High"},
      {"High pressure is safe in pregnancy.", ContradictionKind::kNegation,
       "safe", "dangerous"},
  };
  for (const Swap& swap : cases) {
    const auto found = Find(swap.answer);
    ASSERT_EQ(found.size(), 1u) << swap.answer;
    EXPECT_EQ(found[0], (Found{swap.kind, swap.words, swap.context}))
        << swap.answer << ": " << static_cast<int>(found[0].kind) << " "
        << found[0].answer << " / " << found[0].context;
  }
}

TEST_F(ContradictionTest, AcceptsTheSameInOtherWords) {
  for (const char* answer : {
           "Give Adizole 500 mg twice a day for 7 days.",
           "Give Adizole 0.5 g every 12 hours for one week.",
           "For seven days, give Adizole 500 mg two times daily.",
           "Give Adizole for 7 days.",
           "Dr. Okoro checks it at 08:00 on Monday.",
           "The vaccine fridge stays at 5 degrees.",
           "Avoid freezing the vaccine. Don't freeze the vaccine.",
           "Patients with fever rest at home.",
           "High pressure is not safe in pregnancy.",
           "The clinic has 14 beds and a garden.",
           "Nothing here is about the matter.",
           "",
       }) {
    const auto found = Find(answer);
    EXPECT_TRUE(found.empty())
        << answer << ": " << (found.empty() ? "" : found[0].answer);
  }
}

struct Replaced {
  std::string_view context;
  std::string_view answer;
};

// "@" is what the two sentences differ in.
std::string With(std::string_view sentence, std::string_view part) {
  std::string text(sentence);
  return text.replace(text.find('@'), 1, part);
}

TEST_F(ContradictionTest, ReadsNumbersWhole) {
  constexpr std::string_view kGive = "Give adrenaline @ into the thigh.";
  constexpr Replaced kOther[] = {
      {".5 mg", "5 mg"},
      {"0,5 mg", "5 mg"},
      {"0,25 mg", "25 mg"},
      {"0\u00B75 mg", "5 mg"},
      {"1 000 mg", "000 mg"},
      {"1\u00A0000 mg", "000 mg"},
      {"1\u202F000 mg", "000 mg"},
      {"-20 \u00B0C", "20 \u00B0C"},
      {"minus 20 \u00B0C", "20 \u00B0C"},
      {"\u221220 \u00B0C", "20 \u00B0C"},
      {"5 mg/kg", "5 mg"},
      {"5 mg/kg", "5 mg/ml"},
      {"1/2 tablet", "2 tablets"},
      {"half a tablet", "one tablet"},
  };
  for (const auto& [theirs, ours] : kOther) {
    const std::string page = With(kGive, theirs);
    const std::string_view context[] = {page};
    EXPECT_EQ(FindIn(context, With(kGive, ours)).size(), 1u) << page << ours;
  }
  constexpr Replaced kSame[] = {
      {".5 mg", "0.5 mg"},           {"0,5 mg", "0.5 mg"},
      {"0\u00B75 mg", ".5 mg"},      {"1 000 mg", "1,000 mg"},
      {"1 000 mg", "1 g"},           {"-20 \u00B0C", "minus 20 \u00B0C"},
      {"1/2 tablet", "0.5 tablets"},
  };
  for (const auto& [theirs, ours] : kSame) {
    const std::string page = With(kGive, theirs);
    const std::string_view context[] = {page};
    EXPECT_TRUE(FindIn(context, With(kGive, ours)).empty()) << page << ours;
  }
}

TEST_F(ContradictionTest, TellsCommonMedicinesApart) {
  constexpr std::string_view kGive = "Give @ 500 mg to adults twice a day.";
  constexpr std::string_view kMedicines[] = {
      "paracetamol", "ibuprofen", "aspirin",    "morphine",
      "insulin",     "warfarin",  "codeine",    "adrenaline",
      "salbutamol",  "digoxin",   "furosemide", "xelumin"};
  for (const std::string_view theirs : kMedicines) {
    const std::string page = With(kGive, theirs);
    const std::string_view context[] = {page};
    for (const std::string_view ours : kMedicines) {
      const auto found = FindIn(context, With(kGive, ours));
      EXPECT_EQ(found.size(), ours == theirs ? 0u : 1u) << ours << theirs;
      if (found.empty()) continue;
      EXPECT_EQ(found[0], (Found{ContradictionKind::kName, std::string(ours),
                                 std::string(theirs)}));
    }
  }
}

TEST_F(ContradictionTest, TwoNamesOfOneMedicineAreTheSame) {
  constexpr std::string_view kGive = "Give @ 500 mg to adults twice a day.";
  constexpr Replaced kSame[] = {
      {"paracetamol", "acetaminophen"}, {"epinephrine", "adrenaline"},
      {"Salbutamol", "albuterol"},      {"furosemide", "frusemide"},
      {"glyburide", "glibenclamide"},
  };
  for (const auto& [theirs, ours] : kSame) {
    const std::string page = With(kGive, theirs);
    const std::string_view context[] = {page};
    EXPECT_TRUE(FindIn(context, With(kGive, ours)).empty()) << page << ours;
  }
}

TEST_F(ContradictionTest, TellsLettersAndMixedNamesApart) {
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

TEST_F(ContradictionTest, LettersInAnotherOrderAreTheSame) {
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

TEST_F(ContradictionTest, TellsAlternativesApart) {
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

TEST_F(ContradictionTest, ToAvoidIsNotToTake) {
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

TEST_F(ContradictionTest, AContextMaySayBoth) {
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
TEST_F(ContradictionTest, TellsWhatOneDenialOrOppositeTurnsRound) {
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

TEST_F(ContradictionTest, TwoThatUndoEachOtherSayTheSame) {
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

TEST_F(ContradictionTest, NamesMayBeWrittenInOtherWays) {
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

TEST_F(ContradictionTest, WithinATimeIsNotAfterIt) {
  constexpr std::string_view kUse =
      "Use the vaccine @ 10 minutes of the opening of the vial.";
  const std::string page = With(kUse, "within");
  const std::string_view context[] = {page};
  EXPECT_EQ(
      FindIn(context, With(kUse, "after")),
      (std::vector<Found>{{ContradictionKind::kNegation, "after", "within"}}));
}

TEST_F(ContradictionTest, WhatStandsBesideADoseMayBeNoMedicine) {
  constexpr std::string_view kPage[] = {
      "Adults receive 500 mg of zorbatil twice a day for a week."};
  for (const char* answer :
       {"Adults take 500 mg of zorbatil twice a day for a week.",
        "Adults get doses of 500 mg of zorbatil twice a day for a week."}) {
    EXPECT_TRUE(FindIn(kPage, answer).empty()) << answer;
  }
  EXPECT_EQ(
      FindIn(kPage, "Adults receive 500 mg of xelumin twice a day for a week.")
          .size(),
      1u);
}

TEST_F(ContradictionTest, LeavesWhatTheQuestionSaysAlone) {
  constexpr std::string_view kAnswer =
      "Give Adizole 250 mg twice a day for 7 days.";
  EXPECT_EQ(Find(kAnswer).size(), 1u);
  EXPECT_TRUE(Find(kAnswer, "Is 250 mg of Adizole enough?").empty());
}

TEST_F(ContradictionTest, TellsSeveralInTheOrderOfTheAnswer) {
  const auto found = Find(
      "Do freeze the vaccine. Give Adizole 50 mg three times a day for 9 "
      "days.");
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[0].kind, ContradictionKind::kNegation);
  EXPECT_EQ(found[1].answer, "50 mg");
  EXPECT_EQ(found[2].answer, "three times a day");
  EXPECT_EQ(found[3].answer, "9 days");
}

TEST_F(ContradictionTest, TellsAtMostAHundred) {
  std::string answer;
  for (int i = 0; i < 150; ++i) {
    answer += "Give Adizole 50 mg twice a day for 7 days. ";
  }
  EXPECT_EQ(Find(answer).size(), kMaxContradictions);
}

TEST_F(ContradictionTest, NoContextContradictsNothing) {
  const auto found =
      FindContradictions({{}, "", "Give 50 mg, not 5."}, workspace_);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->empty());
}

TEST_F(ContradictionTest, AFullArenaIsAnError) {
  const CheckedAnswer checked{kPages, "", "Give Adizole 50 mg."};
  bool succeeded = false;
  for (std::size_t bytes = 0; !succeeded; bytes += 4096) {
    ASSERT_LT(bytes, kMostArenaBytes);
    Workspace small(bytes);
    const auto found = FindContradictions(checked, small);
    succeeded = found.has_value();
    if (!succeeded) {
      EXPECT_EQ(found.error().code, ErrorCode::kArenaExhausted);
    }
  }
}

// Texts with many sentences, or with the same words again and again, at a
// small part of the limits of checked_answer.h.
TEST_F(ContradictionTest, KeepsToItsMemory) {
  constexpr std::size_t kPart = 64;
  const auto repeat = [](std::string_view text, std::size_t bytes) {
    std::string repeated;
    while (repeated.size() < bytes) repeated += text;
    repeated.resize(bytes);
    return repeated;
  };
  for (const std::string_view text :
       {"Item 7 needs 5 mg of Adizole every day. ", "Xx. ", "- xx\n", "1 2 ",
        "xx ", "x"}) {
    const std::string page = repeat(text, kMaxCheckedContextBytes / kPart);
    const std::string_view context[] = {page};
    const std::string answer = repeat(text, kMaxCheckedAnswerBytes / kPart);
    workspace_.arena().Reset();
    const auto found = FindContradictions({context, "", answer}, workspace_);
    ASSERT_TRUE(found) << text;
    EXPECT_TRUE(found->empty()) << text;
    EXPECT_LE(workspace_.arena().used(), kMostArenaBytes / 16) << text;
  }
}

}  // namespace
}  // namespace answerbox::engine
