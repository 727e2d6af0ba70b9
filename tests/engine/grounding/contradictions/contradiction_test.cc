#include "engine/grounding/contradictions/contradiction.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/grounding/grounding.h"
#include "tests/engine/grounding/contradictions/found_contradictions.h"

namespace answerbox::engine {
namespace {

using tests::Found;
using tests::kMostArenaBytes;
using tests::Replaced;
using tests::With;

constexpr std::string_view kPages[] = {
    "Give Adizole 500 mg twice a day for 7 days. Children under 12 take half "
    "of that. The dose is never more than 2 g per day.",
    "The vaccine fridge stays between 2 and 8 degrees. Dr. Okoro checks it at "
    "8 am on Monday. Do not freeze the vaccine.\n\nPatients with fever should "
    "rest at home. High pressure is dangerous in pregnancy. The clinic in "
    "Harbour Town opened in 2015.",
};

class ContradictionTest : public tests::ContradictionTest {
 protected:
  std::vector<Found> Find(std::string_view answer,
                          std::string_view question = {}) {
    return FindIn(kPages, answer, question);
  }
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
