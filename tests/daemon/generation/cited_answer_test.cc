#include "daemon/generation/cited_answer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace answerbox::daemon {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string_view TextOf(const CitedAnswer& answer, std::size_t sentence) {
  const engine::ByteRange range = answer.sentences[sentence].range;
  return std::string_view(answer.text)
      .substr(range.begin, range.end - range.begin);
}

TEST(CitedAnswerTest, EachSentenceHasThePassagesBehindIt) {
  const CitedAnswer answer = ReadCitedAnswer(
      " Keep it cold [2]. Check it twice a day. [3, 1][3]\nDo not freeze "
      "it.\n",
      3);
  EXPECT_EQ(answer.text,
            "Keep it cold. Check it twice a day.\nDo not freeze it.");
  ASSERT_EQ(answer.sentences.size(), 3u);
  EXPECT_EQ(TextOf(answer, 0), "Keep it cold.");
  EXPECT_THAT(answer.sentences[0].passages, ElementsAre(1u));
  EXPECT_EQ(TextOf(answer, 1), "Check it twice a day.");
  EXPECT_THAT(answer.sentences[1].passages, ElementsAre(0u, 2u));
  EXPECT_THAT(answer.sentences[2].passages, IsEmpty());
  EXPECT_THAT(answer.invented, IsEmpty());
  EXPECT_FALSE(answer.refuses);
}

TEST(CitedAnswerTest, PassagesThatThereAreNotAreTold) {
  const CitedAnswer answer =
      ReadCitedAnswer("A [0]. B [4] [2]. C [99999999999999999999999].", 3);
  EXPECT_THAT(answer.invented, ElementsAre(0u, 4u, UINT64_MAX));
}

TEST(CitedAnswerTest, OtherBracketsAreText) {
  const std::string_view text = "Use [a] or [] or [1b] or [ or [2";
  EXPECT_EQ(ReadCitedAnswer(text, 9).text, text);
  EXPECT_EQ(CitationMarkLength("[" + std::string(100, '1') + "]"), 0u);
  EXPECT_EQ(CitationMarkLength("[12] x"), 4u);
}

TEST(CitedAnswerTest, NothingAndNoAnswerAreRefusals) {
  for (const char* text :
       {"", " \n", "[1]", "NO ANSWER", " No answer. Sorry."}) {
    EXPECT_TRUE(ReadCitedAnswer(text, 1).refuses) << text;
  }
  EXPECT_FALSE(ReadCitedAnswer("No one answers.", 1).refuses);
}

TEST(CitedAnswerTest, NothingInItSteersATerminal) {
  EXPECT_EQ(ReadCitedAnswer("a\x1b[2Jb\r\x07 c\x7F", 1).text, "a [2Jb   c");
}

}  // namespace
}  // namespace answerbox::daemon
