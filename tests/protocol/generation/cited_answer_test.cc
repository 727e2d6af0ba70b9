#include "protocol/generation/cited_answer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace answerbox::protocol {
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
  const std::string_view text = "Use [a] or [] or [1b] or [-1] or [ or [2";
  EXPECT_EQ(ReadCitedAnswer(text, 9).text, text);
  EXPECT_EQ(CitationMarkLength("[" + std::string(100, '1') + "]"), 0u);
  EXPECT_EQ(CitationMarkLength("[12] x"), 4u);
}

TEST(CitedAnswerTest, MarksAreReadInTheFormsThatModelsWrite) {
  for (const char* mark :
       {"[2-4]",
        "[2\xE2\x80\x93"
        "4]",
        "[2 - 4]", "[2; 3; 4]", "[2 and 3, 4]", "[Passage 2][passages 3, 4]",
        "[^2] [^3-^4]", "[4-2]", "[2-3, 4]"}) {
    const CitedAnswer answer =
        ReadCitedAnswer("Keep it cold " + std::string(mark) + ".", 5);
    EXPECT_EQ(answer.text, "Keep it cold.") << mark;
    ASSERT_EQ(answer.sentences.size(), 1u) << mark;
    EXPECT_THAT(answer.sentences[0].passages, ElementsAre(1u, 2u, 3u)) << mark;
    EXPECT_THAT(answer.invented, IsEmpty()) << mark;
  }
}

TEST(CitedAnswerTest, RangesEndAtThePassagesThatThereAre) {
  const CitedAnswer answer = ReadCitedAnswer(
      "Keep it [2-18446744073709551615]. Cool it [98-99]. Dry it [0-1].", 3);
  ASSERT_EQ(answer.sentences.size(), 3u);
  EXPECT_THAT(answer.sentences[0].passages, ElementsAre(1u, 2u));
  EXPECT_THAT(answer.sentences[1].passages, IsEmpty());
  EXPECT_THAT(answer.sentences[2].passages, ElementsAre(0u));
  EXPECT_THAT(answer.invented, ElementsAre(UINT64_MAX, 98u, 99u, 0u));
}

TEST(CitedAnswerTest, SentencesHaveALetterOrDigit) {
  const CitedAnswer answer = ReadCitedAnswer("Keep it cold. [1]\n\n...\n-", 1);
  ASSERT_EQ(answer.sentences.size(), 1u);
  EXPECT_EQ(TextOf(answer, 0), "Keep it cold.");
  EXPECT_THAT(answer.sentences[0].passages, ElementsAre(0u));
}

TEST(CitedAnswerTest, NothingAndNoAnswerAreRefusals) {
  for (const char* text :
       {"", " \n", "[1]", "...", "NO ANSWER", " No answer. Sorry.",
        "I do not know.", "I don\xE2\x80\x99t know. [1]", "unanswerable",
        "\"It does not say.\"", "The passages do not answer the question."}) {
    EXPECT_TRUE(ReadCitedAnswer(text, 1).refuses) << text;
  }
  for (const char* text : {"No one answers.", "No.",
                           "Unknown persons may not "
                           "enter.",
                           "I do not know of any."}) {
    EXPECT_FALSE(ReadCitedAnswer(text, 1).refuses) << text;
  }
}

TEST(CitedAnswerTest, NothingInItSteersATerminal) {
  EXPECT_EQ(ReadCitedAnswer("a\x1b[2Jb\r\x07 c\x7F", 1).text, "a [2Jb   c");
}

}  // namespace
}  // namespace answerbox::protocol
