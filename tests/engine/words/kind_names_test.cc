#include "engine/words/kind_names.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace answerbox::engine {
namespace {

// "room=12B" for each name.
std::vector<std::string> NamesOf(std::string_view text,
                                 std::string_view also = {}) {
  TermNormalizer normalizer(Profile::kDefault);
  KindNameReader reader(text, normalizer, also);
  std::vector<std::string> names;
  while (const auto one = reader.Next()) {
    names.push_back(std::string(one->kind) + "=" + std::string(one->name));
  }
  return names;
}

using Names = std::vector<std::string>;

TEST(KindNames, AreNumbersLettersAndRomanNumbersAfterTheirKind) {
  EXPECT_EQ(NamesOf("Room 12B, Ward C, type II and class IIa"),
            (Names{"room=12B", "ward=C", "type=II", "class=IIa"}));
  EXPECT_EQ(NamesOf("room 12-B, ward 12-bed, level 3-C"),
            (Names{"room=12-B", "ward=12", "level=3-C"}));
  EXPECT_EQ(NamesOf("rooms no. 3, Category: B, beds from 4"),
            (Names{"room=3", "categori=B", "bed=4"}));
  EXPECT_EQ(NamesOf("v2.1 and version 3"), (Names{"version=2.1", "version=3"}));
  EXPECT_EQ(NamesOf("the Lifepak 15", "lifepak"), (Names{"lifepak=15"}));
}

TEST(KindNames, AreNoPronounsVerbsOrAmounts) {
  EXPECT_EQ(NamesOf("the form I need, which room is it, a room via a stair"),
            Names{});
  EXPECT_EQ(NamesOf("type I diabetes, is stage I treated?"),
            (Names{"type=I", "stage=I"}));
  EXPECT_EQ(NamesOf("classes between L and P, boxes 1,250"), Names{});
}

// However long: a list is a whole document.
TEST(KindNames, OfLongListsAreAllRead) {
  std::string list;
  for (int i = 1; i < 1000; ++i) list += std::to_string(i) + ", ";
  EXPECT_NE(ListWith(list, "999", "room", true), 0u);
  EXPECT_EQ(ListWith(list, "1000", "room", true), 0u);
  EXPECT_EQ(NumberOrLetter(std::string(33, '1')), "");
}

TEST(KindNames, MayBeTheFirstAndNoPronoun) {
  EXPECT_EQ(NamesOf("a type I error, World War I ended, parts I and II", "war"),
            (Names{"type=I", "war=I", "part=I"}));
  EXPECT_EQ(NamesOf("the form I filled in, the class I took, the level I'm on, "
                    "in the code I received, at stage I fainted, parts I play, "
                    "the war I remember",
                    "war"),
            Names{});
}

TEST(KindNames, OfAllAreEmpty) {
  EXPECT_EQ(NamesOf("All rooms but 12, every one of the wards"),
            (Names{"room="}));
  EXPECT_EQ(NamesOf("each of the wards"), (Names{"ward="}));
}

TEST(KindNames, AreTheSameWrittenOtherwise) {
  EXPECT_TRUE(IsSameName("12B", "12-b", "room"));
  EXPECT_TRUE(IsSameName("II", "2", "type"));
  EXPECT_TRUE(IsSameName("IIb", "2B", "class"));
  EXPECT_TRUE(IsSameName("v3", "3.0", "version"));
  EXPECT_FALSE(IsSameName("3", "3.0", "room"));
  EXPECT_FALSE(IsSameName("2-1", "21", "room"));
  EXPECT_FALSE(IsSameName("12", "12B", "room"));
}

TEST(KindNames, StandInListsAndRanges) {
  EXPECT_EQ(ListWith("20 to 24 are", "22", "room", true), 8u);
  EXPECT_EQ(ListWith("12, 14 and 16", "14", "room", true), 6u);
  EXPECT_EQ(ListWith("A to F", "C", "locker", true), 6u);
  EXPECT_EQ(ListWith("10-14", "13", "bed", true), 5u);
  EXPECT_EQ(ListWith("20 to 24", "25", "room", true), 0u);
  EXPECT_EQ(ListWith("20 and 24", "22", "room", true), 0u);
  EXPECT_EQ(ListWith("", "22", "room", true), 0u);
  EXPECT_EQ(ListWith("12/14", "14", "room", true), 5u);
  EXPECT_EQ(ListWith("12/14", "12", "room", true), 5u);
  EXPECT_EQ(ListWith("12/7", "7", "form", false), 0u);
}

TEST(KindNames, AreNoTimesAndCounts) {
  EXPECT_EQ(ListWith("3 to 8 pm", "6", "room", false), 0u);
  EXPECT_EQ(ListWith("3 and 4, 5 mg", "5", "bed", true), 0u);
  EXPECT_EQ(ListWith("2 - 12 beds", "7", "ward", false), 0u);
  EXPECT_EQ(ListWith("2 - 12 are", "7", "ward", true), 6u);
  EXPECT_EQ(ListWith("4 and 2 friends", "2", "tram", false), 0u);
  EXPECT_EQ(ListWith("12 and 14 share", "14", "room", false), 9u);
  EXPECT_EQ(ListWith("2.0 to 2.5 need", "2.5", "version", false), 10u);
}

std::string ExceptionOf(std::string_view text) {
  TermNormalizer normalizer(Profile::kDefault);
  return std::string(FindException(text, "5", "room", normalizer));
}

TEST(KindExceptions, LeaveOneOut) {
  EXPECT_EQ(ExceptionOf("All rooms but 5 are open."), "but 5");
  EXPECT_EQ(ExceptionOf("Rooms 1 to 9 but not 5 are."), "but not 5");
  EXPECT_EQ(ExceptionOf("Rooms 1 to 9 (not 5) are."), "not 5");
  EXPECT_EQ(ExceptionOf("All are open, except for rooms 3 and 5."),
            "except for rooms 3 and 5");
  EXPECT_EQ(ExceptionOf("All rooms other than room 5"), "other than room 5");
  EXPECT_EQ(ExceptionOf("Every room except room 5 gets"), "except room 5");
}

TEST(KindExceptions, AreNoOtherWords) {
  EXPECT_EQ(ExceptionOf("All are open, but room 5 is closed."), "");
  EXPECT_EQ(ExceptionOf("All rooms are open but room 5 is closed."), "");
  EXPECT_EQ(ExceptionOf("No room but 5 has a sink."), "");
  EXPECT_EQ(ExceptionOf("All but room 6. It is not in room 5."), "");
  EXPECT_EQ(ExceptionOf("All, except room 5, which is closed."), "");
  EXPECT_EQ(ExceptionOf("All rooms, except 5 beds in room 6."), "");
}

}  // namespace
}  // namespace answerbox::engine
