// What a message gets that tells more than it asks.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "engine/ask/ask.h"
#include "engine/ask/search.h"
#include "tests/engine/ask/owned_answer.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

constexpr std::string_view kPharmacy =
    "Store glimepiride below thirty degrees. A brother may apply for a visit. "
    "The pharmacy replaces tablets that were damp.";

// 24 words.
constexpr std::string_view kStory =
    "My brother was here for two weeks and left his glimepiride on the window, "
    "where the sun shines for most of the day. ";

class AskingMessages : public testing::Test {
 protected:
  OwnedAnswer Ask(const Question& question) {
    const LiveSegment segments[] = {index_.live()};
    const auto answer = engine::Ask(segments, question, workspace_);
    EXPECT_TRUE(answer);
    return OwnedAnswer(*answer);
  }

  const IndexInMemory index_{{kPharmacy}};
  Workspace workspace_;
};

TEST_F(AskingMessages, SayWhatWasAskedOfThem) {
  const std::string message =
      std::string(kStory) + "Does the pharmacy replace damp tablets?";
  const OwnedAnswer owned = Ask({.text = message});
  EXPECT_EQ(owned.answer().asked,
            "Does the pharmacy replace damp tablets? glimepiride");
  const OwnedAnswer asked = Ask({.text = owned.answer().asked});
  EXPECT_EQ(owned.answer().citations.front().sentence,
            "The pharmacy replaces tablets that were damp.");
  EXPECT_EQ(owned.answer().confidence, asked.answer().confidence);
}

TEST_F(AskingMessages, SayItBeforeMisspeltWordsAreReplaced) {
  const std::string message =
      std::string(kStory) + "Does the pharmasy replace damp tablets?";
  const OwnedAnswer owned = Ask({.text = message, .with_spelling = true});
  EXPECT_EQ(owned.answer().asked,
            "Does the pharmasy replace damp tablets? glimepiride");
  ASSERT_EQ(owned.answer().respelt.size(), 1u);
  EXPECT_EQ(owned.answer().respelt[0].word, "pharmasy");
}

TEST_F(AskingMessages, AreSearchedForAsAWhole) {
  const std::string message =
      std::string(kStory) + "Does the pharmacy replace damp tablets?";
  const LiveSegment segments[] = {index_.live()};
  const auto list = Search(segments, {.words = message}, workspace_);
  ASSERT_TRUE(list);
  ASSERT_EQ(list->passages.size(), 1u);
  std::string matches;
  for (const ByteRange match : list->passages[0].matches) {
    matches +=
        list->passages[0].text.substr(match.begin, match.end - match.begin);
    matches += ' ';
  }
  EXPECT_NE(matches.find("brother "), std::string::npos) << matches;
}

TEST_F(AskingMessages, SayNothingWhereAllWasAsked) {
  const std::string question = "Does the pharmacy replace damp tablets?";
  EXPECT_EQ(Ask({.text = question}).answer().asked, "");
  EXPECT_EQ(Ask({.text = "We are short. " + question}).answer().asked, "");
  // A question without a term asks for the whole message.
  EXPECT_EQ(Ask({.text = std::string(kStory) + "What is it?"}).answer().asked,
            "");
}

TEST_F(AskingMessages, SayWhatWasAskedWhenTheyAreRefused) {
  const std::string message =
      std::string(kStory) + "Who painted the pharmacy's ceiling?";
  const OwnedAnswer owned = Ask({.text = message, .theta = 1.0});
  EXPECT_TRUE(owned.answer().refusal);
  EXPECT_EQ(owned.answer().asked,
            "Who painted the pharmacy's ceiling? glimepiride");
}

}  // namespace
}  // namespace answerbox::engine
