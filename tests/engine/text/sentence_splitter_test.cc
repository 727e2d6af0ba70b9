#include "engine/text/sentence_splitter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace answerbox::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> Split(std::string_view text,
                               std::vector<HeadingMark> headings = {}) {
  std::vector<std::string> sentences;
  SentenceSplitter splitter(text, {0, static_cast<std::uint32_t>(text.size())},
                            headings);
  while (const auto sentence = splitter.Next()) {
    const ByteRange range = sentence->range;
    sentences.emplace_back(sentence->is_heading ? "# " : "");
    sentences.back() += text.substr(range.begin, range.end - range.begin);
  }
  return sentences;
}

// Splits a text in which "|" between two blanks marks the expected ends of
// sentences.
void ExpectMarks(std::string_view marked) {
  std::vector<std::string> expected;
  std::string text;
  for (;;) {
    const std::size_t mark = marked.find(" | ");
    expected.emplace_back(marked.substr(0, mark));
    text += (text.empty() ? "" : " ") + expected.back();
    if (mark == std::string_view::npos) break;
    marked.remove_prefix(mark + 3);
  }
  EXPECT_EQ(Split(text), expected);
}

TEST(SentenceSplitter, EndsSentencesAtFullStopsQuestionsAndExclamations) {
  ExpectMarks("Wash your hands. | Is it late? | Stop! | We are open");
}

TEST(SentenceSplitter, TakesRunsOfMarksForOne) {
  ExpectMarks("Really?! | Yes... | Well\u2026 | No!!! | Good.");
}

TEST(SentenceSplitter, DoesNotEndBeforeALowerCaseWord) {
  ExpectMarks("He paused... and went on. | \"Why?\" she asked.");
}

TEST(SentenceSplitter, KeepsClosingQuotesAndBracketsWithTheirSentence) {
  ExpectMarks("\"Rest.\" | (It helps.) | \u201cDrink water!\u201d | So be it.");
}

TEST(SentenceSplitter, BeginsSentencesAtOpeningQuotesAndBrackets) {
  ExpectMarks(
      "It ended. | \"New\" it was. | (Later.) | [Note] that. | "
      "\u201cSo\u201d it goes.");
}

TEST(SentenceSplitter, BeginsSentencesAtNumbersAndAmounts) {
  ExpectMarks("It closed. | 12 nurses left. | $5 is due. | \u20ac5 too.");
}

TEST(SentenceSplitter, BeginsSentencesAtCapitalsOfAnyScript) {
  ExpectMarks("It rained. | \u00c9mile left. | \u00d6zil came.");
}

TEST(SentenceSplitter, KeepsReferenceMarksWithTheSentenceBefore) {
  ExpectMarks("Boil it first.[3][14] | Then cool it.");
}

TEST(SentenceSplitter, DoesNotEndAfterTitles) {
  ExpectMarks("Ask Dr. Osei or Prof. Lund. | Mrs. Will is Mr. May's aunt.");
}

TEST(SentenceSplitter, DoesNotEndAfterAbbreviationsThatGoOn) {
  ExpectMarks("Some drugs, e.g. Aspirin, cost approx. 5 euros, i.e. Little.");
}

TEST(SentenceSplitter, DoesNotEndAfterInitials) {
  ExpectMarks("J. R. R. Tolkien met C. S. Lewis. | George W. Bush did not.");
}

TEST(SentenceSplitter, EndsAfterALetterThatIsNoInitial) {
  ExpectMarks(
      "Take vitamin C. | Patients like it. | He chose plan B. | "
      "The end of x. | It was I. | Nobody else came.");
}

TEST(SentenceSplitter, TellsUsArmyFromTheEndInTheUs) {
  ExpectMarks("The U.S. Army is in the U.S. | The army is large.");
  ExpectMarks("Acme Inc. Europe grew. | We left Acme Inc. | In May it fell.");
}

TEST(SentenceSplitter, KnowsTimesOfDay) {
  ExpectMarks(
      "Open 8 a.m. to 5 p.m. on weekdays. | We close at 5 p.m. | "
      "Patients wait outside. | Come at 9 a.m. Monday.");
}

TEST(SentenceSplitter, KeepsAbbreviationsWithTheirNumbers) {
  ExpectMarks("See Fig. 2 and No. 5 on p. 12, vol. 3. | On Jan. 5 we close.");
}

TEST(SentenceSplitter, EndsAfterThoseWordsWithoutANumber) {
  ExpectMarks("He said no. | Then he sat. | Nobody ate a fig. | It was late.");
}

TEST(SentenceSplitter, DoesNotEndInsideNumbersAndDoses) {
  ExpectMarks("Give 2.5 mg. | Repeat after 1.5 hours at 0.25 mg. | Stop at 5.");
}

TEST(SentenceSplitter, KeepsAListNumberWithItsItem) {
  ExpectMarks("1. Wet your hands. | 2. Use soap. | 2.1. Rub. | 10. Dry.");
}

TEST(SentenceSplitter, BeginsASentenceAtEveryBullet) {
  ExpectMarks("Bring: | \u2022 a card | \u2022 your letter");
  ExpectMarks("It is rare. | - Fever is common.");
}

TEST(SentenceSplitter, LeavesAddressesAndNamesOfFilesWhole) {
  ExpectMarks("Write to a.b@clinic.example or read notes.txt for more. | Bye.");
}

TEST(SentenceSplitter, EndsAtBlankLinesWithoutPunctuation) {
  EXPECT_THAT(Split("opening hours\n\nthe clinic is open\r\n \r\nand more"),
              ElementsAre("opening hours", "the clinic is open", "and more"));
  EXPECT_THAT(Split("one\u2029two"), ElementsAre("one", "two"));
}

TEST(SentenceSplitter, JoinsWrappedProse) {
  const std::string_view text =
      "The vaccine refrigerator is checked twice a day by the\n"
      "nurse on duty, as the rules of the World\r\n"
      "Health Organization ask. It must stay between 2 and\n"
      "8 \u00b0C day and night.";
  const std::size_t second = text.find("It must");
  EXPECT_THAT(Split(text),
              ElementsAre(text.substr(0, second - 1), text.substr(second)));
}

TEST(SentenceSplitter, JoinsALineThatEndsWithAnAbbreviation) {
  EXPECT_THAT(Split("Ask Dr.\nOsei."), ElementsAre("Ask Dr.\nOsei."));
}

TEST(SentenceSplitter, BeginsASentenceAtEveryListItem) {
  EXPECT_THAT(Split("You need:\n- soap\n* water\n\u2022 a towel\n+ time"),
              ElementsAre("You need:", "- soap", "* water", "\u2022 a towel",
                          "+ time"));
  EXPECT_THAT(Split("Steps\n1. wet\n2) soap\n(c) rub\nd) rinse\n(iv) dry"),
              ElementsAre("Steps", "1. wet", "2) soap", "(c) rub", "d) rinse",
                          "(iv) dry"));
}

TEST(SentenceSplitter, JoinsTheWrappedLinesOfAListItem) {
  EXPECT_THAT(Split("1. Rub your hands together\nfor twenty seconds\n2. Rinse"),
              ElementsAre("1. Rub your hands together\nfor twenty seconds",
                          "2. Rinse"));
}

TEST(SentenceSplitter, KeepsADoseAtTheBeginningOfALine) {
  EXPECT_THAT(Split("The first dose of the syrup is\n2.5 mg for children."),
              ElementsAre("The first dose of the syrup is\n2.5 mg for "
                          "children."));
}

TEST(SentenceSplitter, SeparatesTitleLinesFromProse) {
  EXPECT_THAT(
      Split("Cold chain\n"
            "Vaccines are kept between 2 and 8 degrees Celsius at all times\n"
            "and are never frozen."),
      ElementsAre("Cold chain",
                  "Vaccines are kept between 2 and 8 degrees Celsius at all "
                  "times\nand are never frozen."));
}

TEST(SentenceSplitter, SeparatesShortEntries) {
  EXPECT_THAT(
      Split("Opening hours\nMonday 8 to 17\nTuesday 8 to 12"),
      ElementsAre("Opening hours", "Monday 8 to 17", "Tuesday 8 to 12"));
}

TEST(SentenceSplitter, SeparatesTableRows) {
  EXPECT_THAT(
      Split("drug\tdose\naspirin\t500 mg\n| a | b |\n| c | d |"),
      ElementsAre("drug\tdose", "aspirin\t500 mg", "| a | b |", "| c | d |"));
  EXPECT_THAT(Split("monday     8 to 17\ntuesday    8 to 12"),
              ElementsAre("monday     8 to 17", "tuesday    8 to 12"));
}

TEST(SentenceSplitter, SeparatesRulesFromText) {
  EXPECT_THAT(Split("opening hours\n=====\nwe are open"),
              ElementsAre("opening hours", "=====", "we are open"));
}

TEST(SentenceSplitter, TakesLongLinesForWholeParagraphs) {
  const std::string line = "It " + std::string(200, 'a') + " rest";
  EXPECT_THAT(Split(line + "\nmore"), ElementsAre(line, "more"));
}

TEST(SentenceSplitter, MakesEveryHeadingASentenceOfItsOwn) {
  EXPECT_THAT(Split("see 1. Is it open? Yes then more", {{{4, 23}, 1}}),
              ElementsAre("see", "# 1. Is it open? Yes", "then more"));
}

TEST(SentenceSplitter, SeparatesAdjacentHeadings) {
  EXPECT_THAT(Split("Hygiene Hands now", {{{0, 8}, 1}, {{8, 14}, 2}}),
              ElementsAre("# Hygiene", "# Hands", "now"));
}

TEST(SentenceSplitter, PassesOverABlankHeading) {
  EXPECT_THAT(Split("one  two", {{{3, 5}, 1}}), ElementsAre("one", "two"));
}

TEST(SentenceSplitter, FindsNothingInWhiteSpace) {
  EXPECT_THAT(Split(""), IsEmpty());
  EXPECT_THAT(Split(" \n\n\u00a0\t"), IsEmpty());
}

TEST(SentenceSplitter, SplitsOnlyItsPart) {
  const std::string_view text = "One. Two. Three.";
  SentenceSplitter splitter(text, {5, 9}, {});
  EXPECT_EQ(splitter.Next()->range, (ByteRange{5, 9}));
  EXPECT_FALSE(splitter.Next());
}

TEST(SentenceSplitter, CutsALongSentenceAtWhiteSpace) {
  std::string text;
  while (text.size() < 3 * kMaxSentenceBytes) text += "abcdefg ";
  const auto sentences = Split(text);
  ASSERT_EQ(sentences.size(), 3u);
  EXPECT_EQ(sentences[0].size(), kMaxSentenceBytes - 1);
  EXPECT_EQ(sentences[1].size(), kMaxSentenceBytes - 1);
}

TEST(SentenceSplitter, KeepsASentenceOfTheLargestSizeWhole) {
  const std::string largest(kMaxSentenceBytes, 'x');
  EXPECT_EQ(Split(largest), std::vector<std::string>{largest});
  EXPECT_THAT(Split(largest + "! Y"), ElementsAre(largest, "!", "Y"));
}

TEST(SentenceSplitter, CutsALongWordAtACharacterBoundary) {
  std::string text = "x";
  while (text.size() < kMaxSentenceBytes + 10) text += "\u20ac";
  const auto sentences = Split(text);
  ASSERT_EQ(sentences.size(), 2u);
  EXPECT_EQ(sentences[0].size(), kMaxSentenceBytes);
  EXPECT_EQ(sentences[0] + sentences[1], text);
}

// Quadratic behaviour would take hours here; linear takes a second at most.
TEST(SentenceSplitter, IsLinearOnHostileText) {
  constexpr std::size_t kBytes = 1u << 20;
  for (const std::string_view piece :
       {".", "\"", ". ", "\n", "a.", "A. ", "[1]", "\u201d", "(", "- ", " . \"",
        ".\n", "\t", "1.", "]", "\u2026 ", "\n- "}) {
    std::string text;
    while (text.size() < kBytes) text += piece;
    SentenceSplitter splitter(text,
                              {0, static_cast<std::uint32_t>(text.size())}, {});
    std::uint32_t end = 0;
    while (const auto sentence = splitter.Next()) {
      ASSERT_GE(sentence->range.begin, end);
      end = sentence->range.end;
    }
  }
}

}  // namespace
}  // namespace answerbox::engine
