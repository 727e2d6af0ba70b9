#include "engine/ask/refused_words.h"

#include <gtest/gtest.h>

#include <string>

#include "engine/ask/ask.h"
#include "tests/engine/index_in_memory.h"

namespace answerbox::engine {
namespace {

constexpr std::string_view kFever =
    "Doctor Mara saw 40 patients with fever in 2019.\n\nIbuprofen is given to "
    "children of 3 months or more. Luther kept the fridge.";

class RefusedWordsTest : public testing::Test {
 protected:
  // Places the words of a question as if it was refused, however good the
  // answer is.
  const RefusedWords& Refuse(std::string_view question) {
    const LiveSegment segments[] = {index_.live()};
    const auto answer =
        Ask(segments, {.text = question, .theta = 1.0}, workspace_);
    EXPECT_TRUE(answer && answer->refusal == RefusalReason::kWeakEvidence);
    words_ = answer->refused_words;
    return words_;
  }

  std::string Why(std::string_view question) {
    return Explain(Refuse(question));
  }

 private:
  IndexInMemory index_{{kFever}};
  Workspace workspace_;
  RefusedWords words_;
};

TEST_F(RefusedWordsTest, StandInTheSentenceInTheDocumentsOrNowhere) {
  const auto& refused = Refuse("Which children with fever get Zyrtec?");
  ASSERT_EQ(refused.words.size(), 4u);
  EXPECT_EQ(refused.words[0].text, "children");
  EXPECT_NE(refused.words[0].place, WordPlace::kNowhere);
  EXPECT_EQ(refused.words[3].text, "Zyrtec");
  EXPECT_EQ(refused.words[3].place, WordPlace::kNowhere);
  EXPECT_EQ(refused.words[3].kind, AskedWordKind::kName);
}

TEST_F(RefusedWordsTest, NameWhatNoDocumentMentions) {
  EXPECT_EQ(Why("How many patients with cholera saw Mara?"),
            "The documents mention \"patients\", \"saw\" and \"Mara\", but not "
            "\"cholera\".");
}

TEST_F(RefusedWordsTest, AreEachNamedOnce) {
  EXPECT_EQ(Refuse("fever, fever and fever").words.size(), 1u);
}

TEST_F(RefusedWordsTest, DoNotTakeTheFirstWordForAName) {
  EXPECT_EQ(Refuse("Fever when?").words[0].kind, AskedWordKind::kWord);
}

TEST_F(RefusedWordsTest, MayStandInTheHeadingsAboveTheSentence) {
  const HeadingMark headings[] = {{{0, 7}, 1}};
  const DocumentText documents[] = {
      {"Measles\n\nA rash comes on the fourth day.", {}, headings}};
  const IndexInMemory index{std::span(documents)};
  const LiveSegment segments[] = {index.live()};
  Workspace workspace;
  const auto answer = Ask(
      segments, {.text = "When does the rash of measles come?", .theta = 1.0},
      workspace);
  ASSERT_TRUE(answer && answer->refused_words.words.size() == 3);
  EXPECT_EQ(answer->refused_words.words[1].text, "measles");
  EXPECT_EQ(answer->refused_words.words[1].place, WordPlace::kSentence);
}

TEST_F(RefusedWordsTest, AreNotLookedForInProfilePaper) {
  const IndexInMemory paper({kFever}, Profile::kPaper);
  const LiveSegment segments[] = {paper.live()};
  Workspace workspace;
  const auto answer =
      Ask(segments, {.text = "Who kept the fridge?", .theta = 1.0}, workspace);
  ASSERT_TRUE(answer);
  EXPECT_TRUE(answer->refused_words.words.empty());
}

// The causes for words that PlaceWords may return.
struct Case {
  std::vector<RefusedWord> words;
  bool other_year = false;
  bool other_number = false;
  RefusalCause cause = RefusalCause::kNoSuchMeaning;
  std::string message;
};

using enum WordPlace;
using enum AskedWordKind;
constexpr RefusedWord kDose = {"dose", kSentence, kWord};

class RefusalCauseTest : public testing::TestWithParam<Case> {};

TEST_P(RefusalCauseTest, IsFoundAndExplained) {
  const Case& given = GetParam();
  const RefusedWords words = {given.words, given.other_year,
                              given.other_number};
  EXPECT_EQ(CauseOf(words), given.cause);
  EXPECT_EQ(Explain(words), given.message);
}

INSTANTIATE_TEST_SUITE_P(
    Words, RefusalCauseTest,
    testing::Values(
        Case{{{"dose", kNowhere, kWord}},
             false,
             false,
             RefusalCause::kUnknownWord,
             "The documents do not mention \"dose\"."},
        Case{{kDose, {"1998", kDocuments, kYear}},
             true,
             false,
             RefusalCause::kOtherYear,
             "The closest sentence is about another year than \"1998\"."},
        Case{{kDose, {"1998", kDocuments, kYear}},
             false,
             false,
             RefusalCause::kMissingWord,
             "The closest sentence mentions \"dose\", but not \"1998\"."},
        Case{{kDose, {"5", kDocuments, kNumber}},
             false,
             true,
             RefusalCause::kOtherNumber,
             "The closest sentence has another number than \"5\"."},
        Case{{kDose, {"Mara", kDocuments, kName}, {"give", kDocuments, kWord}},
             false,
             false,
             RefusalCause::kOtherName,
             "The closest sentence mentions \"dose\", but not \"Mara\"."},
        Case{{{"give", kDocuments, kWord}, {"take", kDocuments, kWord}},
             false,
             false,
             RefusalCause::kMissingWord,
             "The closest sentence does not mention \"give\" or \"take\"."},
        Case{{kDose},
             false,
             false,
             RefusalCause::kNoSuchMeaning,
             "The closest sentence has the question's words, but hardly says "
             "what was asked."}));

}  // namespace
}  // namespace answerbox::engine
