#include "engine/text/contacts.h"

#include <gtest/gtest.h>

#include <string>

#include "engine/text/text_block.h"

namespace answerbox::engine {
namespace {

// The first address or number of a kind; empty: there is none.
std::string_view Found(std::string_view text, Contacts kinds) {
  const auto found = FindContact(text, kinds);
  return found ? Slice(text, *found) : std::string_view();
}

TEST(FindContact, FindsAddressesWithoutThePunctuationAroundThem) {
  EXPECT_EQ(Found("Write to (claims@clinic.example).", kEmailAddress),
            "claims@clinic.example");
  EXPECT_EQ(Found("See https://a.example/form?id=7.", kWebAddress),
            "https://a.example/form?id=7");
  EXPECT_EQ(Found("Meet @ noon. Pay 5 each.", kEmailAddress), "");
}

TEST(FindContact, FindsTelephoneNumbersInAnyGroups) {
  EXPECT_EQ(Found("Call +44 1632 960 111 now.", kTelephoneNumber),
            "+44 1632 960 111");
  EXPECT_EQ(Found("It is (01632) 960-222.", kTelephoneNumber),
            "(01632) 960-222");
  EXPECT_EQ(Found("The porter has extension 3141.", kTelephoneNumber), "3141");
}

TEST(FindContact, TakesNoOtherNumberForATelephoneNumber) {
  EXPECT_EQ(Found("On 2026-11-20 or 14/03/2026.", kTelephoneNumber), "");
  EXPECT_EQ(Found("It cost 1 200 000 or 1,200,000.", kTelephoneNumber), "");
  EXPECT_EQ(Found("Between 40 and 74 years.", kTelephoneNumber), "");
}

// Each sign would be followed by a search of the rest if the word were not
// passed over: this takes minutes then.
TEST(FindContact, ReadsAWordOfManySignsOnce) {
  const std::string signs(1'000'000, '@');
  EXPECT_EQ(Found(signs + " a@b.example", kEmailAddress), "a@b.example");
  std::string numbers;
  for (int n = 0; n < 300'000; ++n) numbers += "#1";
  EXPECT_EQ(Found(numbers + " ext. 12", kTelephoneNumber), "12");
}

TEST(FindContact, FindsOnlyTheKindsThatAreAskedFor) {
  EXPECT_EQ(Found("a@b.example", kTelephoneNumber | kWebAddress), "");
}

}  // namespace
}  // namespace answerbox::engine
