#include "client/convert/document/word_account.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/convert/document/shown_words.h"

namespace answerbox::client {
namespace {

// How many of the words that are shown on page 1 are missing from a text.
std::size_t Missing(std::string_view text, std::string_view shown) {
  Words read;
  read.Add(text, 1);
  Words there;
  there.Add(shown, 1);
  std::size_t count = 0;
  for (const bool is_missing : MissingFrom(read, there)) count += is_missing;
  return count;
}

ConvertedDocument Document(std::string text, std::string shown) {
  ConvertedDocument document;
  document.text = std::move(text);
  document.pages = {{.offset = 0, .number = 1}};
  document.shown = {{.page = 1, .text = std::move(shown)}};
  return document;
}

TEST(MissingFrom, ComparesWordsAsAPersonDoes) {
  EXPECT_EQ(Missing("The Office, at five", "the of\uFB01ce at FIVE"), 0u);
  EXPECT_EQ(Missing("Min\u00E1r", "Min\u00B4ar"), 0u);
  EXPECT_EQ(Missing("10\u2079 hospital\u00B9", "109 hospital1"), 0u);
  EXPECT_EQ(Missing("", "two words"), 2u);
}

TEST(MissingFrom, TakesRaisedDigitsForWordsOfTheirOwn) {
  EXPECT_EQ(Missing("at most 10\u00B3 mg, 60\u00B9. 1 In the ward. 3 Twice.",
                    "at most 10 3 mg, 60 1 . 1 In the ward. 3 Twice."),
            0u);
  EXPECT_EQ(Missing("10\u00B3", "10 3 3"), 1u);
  EXPECT_EQ(Missing("10\u00B3 or 10 3", "10\u00B3 or 10 3"), 0u);
  EXPECT_EQ(Missing("601 1", "60 1 1"), 2u);
}

TEST(MissingFrom, KnowsThePartsOfABrokenWord) {
  // "come" stands elsewhere, too, and would leave "in" alone.
  EXPECT_EQ(Missing("income of those who come", "in- come of those who come"),
            0u);
  EXPECT_EQ(Missing("income", "in\u00AD come"), 0u);
  EXPECT_EQ(
      Missing("income of those who come", "in\u2010 come of those who come"),
      0u);
  EXPECT_EQ(Missing("in the income", "in\u00ADcome in the"), 0u);
  EXPECT_EQ(Missing("who come", "in- come who come"), 2u);
}

TEST(MissingFrom, CountsEachWordThatWasReadOnce) {
  EXPECT_EQ(Missing("5 mg", "5 mg 5 mg"), 2u);
}

TEST(MissingFrom, JoinsWhatIsPartedOtherwise) {
  EXPECT_EQ(Missing("early detection helps", "early detec- tion helps"), 0u);
  EXPECT_EQ(Missing("Annual report", "A n n u a l report"), 0u);
  EXPECT_EQ(Missing("self contained", "selfcontained"), 0u);
}

TEST(MissingFrom, PrefersThePageOfTheWord) {
  Words read;
  read.Add("dose", 1);
  read.Add("dose", 2);
  Words shown;
  shown.Add("dose", 2);
  shown.Add("dose", 9);
  shown.Add("dose", 9);
  EXPECT_EQ(MissingFrom(read, shown), (std::vector<bool>{false, false, true}));
}

TEST(WordAccount, TellsTheFateOfEachWord) {
  ConvertedDocument document =
      Document("Page head\n\nTake one tablet", "Page head Take one tablet now");
  document.blocks = {
      {.range = {0, 9}, .kind = engine::TextBlockKind::kRunningLine},
      {.range = {11, 26}, .kind = engine::TextBlockKind::kParagraph}};
  const WordAccount account = AccountOf(document);
  ASSERT_EQ(account.pages.size(), 1u);
  const PageAccount& page = account.pages[0];
  EXPECT_EQ(page.page, 1u);
  EXPECT_EQ(page.Count(WordFate::kFurniture), 2u);
  EXPECT_EQ(page.Count(WordFate::kUsable), 3u);
  EXPECT_EQ(page.Count(WordFate::kLost), 1u);
  EXPECT_EQ(page.Shown(), 6u);
  EXPECT_EQ(page.SetAside(), 2u);
}

TEST(WordAccount, DoesNotCallLostWhatTheReaderLeftOut) {
  ConvertedDocument document = Document("Take one", "Take one not two");
  document.notes.left_out = {{.page = 1, .why = LeftOut::kStruck, .words = 2},
                             {.page = 1, .why = LeftOut::kComment, .words = 7}};
  const PageAccount total = AccountOf(document).total;
  EXPECT_EQ(total.Count(WordFate::kLost), 0u);
  EXPECT_EQ(total.Count(WordFate::kStruck), 2u);
  EXPECT_EQ(total.Count(WordFate::kComment), 7u);
}

TEST(WordAccount, HasNothingToTellOfASoundFile) {
  const WordAccount account =
      AccountOf(Document("All is well here", "All is well here"));
  EXPECT_EQ(DescribeLoss(account), "");
  EXPECT_TRUE(IsComplete(account));
}

TEST(WordAccount, NamesThePagesOfWhatIsLost) {
  ConvertedDocument document = Document("one two three four five", "");
  document.shown = {
      {1, "one two three four five"}, {2, "six seven eight"}, {3, ""}};
  const WordAccount account = AccountOf(document);
  EXPECT_EQ(DescribeLoss(account),
            "1 of 3 pages holds text that could not be read (37 % of its "
            "words): 2");
  EXPECT_FALSE(IsComplete(account));
  // Notes on pages are no page.
  document.notes.left_out = {{.why = LeftOut::kComment, .words = 2}};
  EXPECT_THAT(DescribeLoss(AccountOf(document)),
              testing::StartsWith("1 of 3 pages"));
}

TEST(WordAccount, NamesPictures) {
  ConvertedDocument document = Document("one", "one");
  document.notes.left_out = {{.page = 1, .why = LeftOut::kPicture}};
  WordAccount account = AccountOf(document);
  EXPECT_EQ(DescribeLoss(account),
            "page 1 holds pictures, in which words are not read");
  EXPECT_TRUE(IsComplete(account));
  document.notes.left_out = {{.page = 2, .why = LeftOut::kPicture},
                             {.page = 3, .why = LeftOut::kPicture}};
  account = AccountOf(document);
  EXPECT_EQ(DescribeLoss(account),
            "pages 2-3 are pictures, of which nothing is read without --ocr");
  EXPECT_FALSE(IsComplete(account));
}

TEST(WordAccount, DoubtsContentsThatAreMostOfADocument) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += "word ";
  ConvertedDocument document = Document(text, text);
  document.blocks = {
      {.range = {0, 1000}, .kind = engine::TextBlockKind::kContents}};
  EXPECT_EQ(DescribeLoss(AccountOf(document)),
            "66 % of its words are set aside and answer nothing, most of them "
            "as contents");
}

TEST(WordAccount, TellsAGuessAndAMendedFile) {
  ConvertedDocument document = Document("one", "one");
  document.notes.guessed_charset = "windows-1252";
  document.notes.is_mended = true;
  EXPECT_EQ(DescribeLoss(AccountOf(document)),
            "its character set is a guess: windows-1252; it was damaged, and "
            "is read as far as it could be mended");
}

TEST(WordAccount, TellsHowManyPagesAreNotNamed) {
  WordAccount account =
      AccountOf(Document("All is well here", "All is well here"));
  account.further_pages = 7;
  EXPECT_EQ(DescribeLoss(account),
            "7 more pages with missing words or pictures, not named here");
}

TEST(WordAccount, TellsWhatAReaderCouldNotDo) {
  ConvertedDocument document = Document("one", "one");
  document.notes.are_drawings_unread = true;
  EXPECT_EQ(DescribeLoss(AccountOf(document)),
            "struck words, and words that nobody sees, could not be told from "
            "others");
  EXPECT_FALSE(IsComplete(AccountOf(document)));
  document.notes = {.is_structure_lost = true};
  EXPECT_EQ(DescribeLoss(AccountOf(document)),
            "its headings, lists and tables could not be kept");
  EXPECT_FALSE(IsComplete(AccountOf(document)));
}

TEST(WordAccount, WritesPagesAsRanges) {
  EXPECT_EQ(PageRanges({2, 5, 6, 7, 9}), "2, 5-7, 9");
  EXPECT_EQ(PageRanges({1, 3, 5, 7, 9, 11, 13, 15}),
            "1, 3, 5, 7, 9, 11 and 2 more");
}

}  // namespace
}  // namespace answerbox::client
