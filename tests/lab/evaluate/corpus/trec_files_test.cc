// Readers of TREC's judgements, runs, topics and documents.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/evaluate/corpus/trec_documents.h"
#include "lab/evaluate/corpus/trec_judgements.h"
#include "lab/evaluate/corpus/trec_run.h"
#include "lab/evaluate/corpus/trec_topics.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::lab {
namespace {

using testing::HasSubstr;

std::string JudgementsError(std::string_view contents) {
  const auto read = ParseTrecJudgements("q", contents);
  return read ? "" : read.error().message;
}

TEST(TrecJudgementsTest, SortsQueriesAndDocumentsByBytes) {
  const auto judgements = ParseTrecJudgements(
      "q", "2 0 b 0\r\n10 0 b 1\r\n\r\n2\t0\ta -1\n# a remark\n2 0 c 3");
  ASSERT_TRUE(judgements) << judgements.error().message;
  ASSERT_EQ(judgements->size(), 2u);
  EXPECT_EQ(judgements->at(0).query, "10");
  const auto& documents = judgements->at(1).documents;
  ASSERT_EQ(documents.size(), 3u);
  EXPECT_EQ(documents[0].document, "a");
  EXPECT_EQ(documents[0].grade, -1);
  EXPECT_EQ(documents[2].grade, 3);
}

TEST(TrecJudgementsTest, NamesThePlaceOfAFault) {
  EXPECT_EQ(JudgementsError("1 0 a 1\n1 0 b yes\n"),
            "q, line 2, column 7: the grade \"yes\" is not a whole number");
  EXPECT_EQ(JudgementsError("1 0 a 1.5\n"),
            "q, line 1, column 7: the grade \"1.5\" is not a whole number");
  EXPECT_EQ(JudgementsError("1 0 a 1001\n"),
            "q, line 1, column 7: the grade 1001 is above 1000");
  EXPECT_EQ(JudgementsError("\n 1 0 a \n"),
            "q, line 2, column 7: the line ends after 3 fields; a line is "
            "\"query 0 document grade\"");
  EXPECT_EQ(JudgementsError("1 0 a 1\n2 0 a 1\n1 0 a 0\n"),
            "q, line 3, column 5: the document a comes a second time for its "
            "query; leave one of the lines out");
  EXPECT_EQ(JudgementsError("\n \n"), "q has no judgement");
}

std::string RunError(std::string_view contents) {
  const auto read = ParseTrecRun("r", contents);
  return read ? "" : read.error().message;
}

TEST(TrecRunTest, ReadsScoresAndTheLastTag) {
  const auto run = ParseTrecRun(
      "r", "1 Q0 a 1 +2.5 first\n1 Q0 b 7  -1e-3 last and more words\n");
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->name, "last");
  ASSERT_EQ(run->rankings.size(), 1u);
  EXPECT_EQ(run->rankings[0].documents[0].score, 2.5);
  EXPECT_EQ(run->rankings[0].documents[1].score, -0.001);
}

TEST(TrecRunTest, NamesThePlaceOfAFault) {
  EXPECT_EQ(RunError("1 Q0 a 1 x t\n"),
            "r, line 1, column 10: the score \"x\" is not a number");
  EXPECT_EQ(RunError("1 Q0 a 1 nan t\n"),
            "r, line 1, column 10: the score \"nan\" is not a number");
  EXPECT_EQ(RunError("1 Q0 a 1 1e999 t\n"),
            "r, line 1, column 10: the score \"1e999\" is not a number");
  EXPECT_THAT(RunError("1 Q0 a 1 2\n"), HasSubstr("column 11: the line ends"));
  EXPECT_THAT(RunError("1 Q0 a 1 2 t\n1 Q0 a 2 1 t\n"),
              HasSubstr("line 2, column 6: the document a comes a second"));
  EXPECT_EQ(RunError(""), "r has no retrieved document");
}

TEST(TrecRunTest, WritesWhatItReads) {
  const RetrievalRun run{"us", {{"1", {{"b", 0.1}, {"a", -2.0}}}}};
  const std::string text = TrecRunText(run);
  EXPECT_EQ(text, "1 Q0 b 1 0.1 us\n1 Q0 a 2 -2 us\n");
  const auto read = ParseTrecRun("r", text);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->rankings[0].documents[1].score, 0.1);
}

constexpr std::string_view kClosedTopics =
    "<?xml version='1.0'?><xml>\r\n<top>\r\n<num> 4</num>\r\n<title>\r\n"
    "heat in &lt;thin&gt;\r\nslabs .\r\n</title>\r\n</top>\r\n"
    "<top><num>9</num><title>wings</title></top></xml>";

TEST(TrecTopicsTest, ReadsTopicsOfXml) {
  const auto topics =
      ParseTrecTopics("t", kClosedTopics, TopicNaming::kByNumber);
  ASSERT_TRUE(topics) << topics.error().message;
  ASSERT_EQ(topics->size(), 2u);
  EXPECT_EQ(topics->at(0).id, "4");
  EXPECT_EQ(topics->at(0).title, "heat in <thin> slabs .");
}

TEST(TrecTopicsTest, CountsTopicsIfTheJudgementsDo) {
  const auto topics =
      ParseTrecTopics("t", kClosedTopics, TopicNaming::kByOrder);
  ASSERT_TRUE(topics);
  EXPECT_EQ(topics->at(0).id, "1");
  EXPECT_EQ(topics->at(1).id, "2");
}

TEST(TrecTopicsTest, ReadsTopicsWhoseTagsAreNotClosed) {
  const auto topics = ParseTrecTopics(
      "t",
      "<top>\n<head> Tipster\n<num> Number: 301\n<title> Topic: Crime < 1990\n"
      "\n<desc> Description:\nNot this.\n</top>\n",
      TopicNaming::kByNumber);
  ASSERT_TRUE(topics) << topics.error().message;
  ASSERT_EQ(topics->size(), 1u);
  EXPECT_EQ(topics->at(0).id, "301");
  EXPECT_EQ(topics->at(0).title, "Crime < 1990");
}

std::string TopicsError(std::string_view contents) {
  const auto read = ParseTrecTopics("t", contents, TopicNaming::kByNumber);
  return read ? "" : read.error().message;
}

TEST(TrecTopicsTest, NamesThePlaceOfAFault) {
  EXPECT_EQ(TopicsError("no markup"), "t has no <top> element");
  EXPECT_EQ(TopicsError("\n<top><num>1<title>a"),
            "t, line 2, column 1: the topic has no </top>");
  EXPECT_EQ(TopicsError("<top><num>1</num></top>"),
            "t, line 1, column 1: the topic has no <title>");
  EXPECT_THAT(TopicsError("<top><title>a</title></top>"),
              HasSubstr("the topic has no <num>; if the judgements count"));
  EXPECT_EQ(TopicsError("<top><num>1<title>a</top>\n<top><num>1<title>b</top>"),
            "t, line 2, column 1: another topic has the number 1");
}

TEST(TrecDocumentsTest, TakesTheTextOfTextElements) {
  const auto documents = ParseTrecDocuments(
      "d",
      "<DOC>\n<DOCNO> FT-1 </DOCNO><AUTHOR>me</AUTHOR>\n"
      "<TEXT>one<P>two</P> &amp; 3 < 4</TEXT>x<TEXT>five</TEXT>\n</DOC>"
      "<doc><docno>2</docno><!-- <text>no</text> --></doc>");
  ASSERT_TRUE(documents) << documents.error().message;
  ASSERT_EQ(documents->size(), 2u);
  EXPECT_EQ(documents->at(0).id, "FT-1");
  EXPECT_EQ(documents->at(0).text, "one two  & 3 < 4\n\nfive");
  EXPECT_EQ(documents->at(1).text, "");
}

std::string DocumentsError(std::string_view contents) {
  const auto read = ParseTrecDocuments("d", contents);
  return read ? "" : read.error().message;
}

TEST(TrecDocumentsTest, NamesThePlaceOfAFault) {
  EXPECT_EQ(DocumentsError(""), "d has no <doc> element");
  EXPECT_EQ(DocumentsError("<doc><docno>1</docno><text>a"),
            "d, line 1, column 1: the document has no </doc>");
  EXPECT_EQ(DocumentsError("\n  <doc><text>a</text></doc>"),
            "d, line 2, column 3: the document has no <docno>");
  EXPECT_EQ(DocumentsError("<doc><docno>a b</docno></doc>"),
            "d, line 1, column 1: the <docno> \"a b\" has blanks in it");
  EXPECT_EQ(DocumentsError("<doc><docno>1</docno></doc>\n"
                           "<doc><docno>1</docno></doc>"),
            "d, line 2, column 1: another document has the <docno> 1");
}

TEST(TrecDocumentsTest, EveryPrefixIsReadOrRefused) {
  const std::string whole =
      "<?x?><doc a='b'><docno>1</docno><text>a &lt; <b>c</b></text></doc>";
  for (std::size_t n = 0; n < whole.size(); ++n) {
    EXPECT_FALSE(ParseTrecDocuments("d", whole.substr(0, n))) << n;
  }
  EXPECT_TRUE(ParseTrecDocuments("d", whole));
}

TEST(TrecFilesTest, SaysWhenAFileIsMissing) {
  const tests::TemporaryFolder folder;
  const auto run = ReadTrecRun(folder.path() / "none");
  ASSERT_FALSE(run);
  EXPECT_THAT(run.error().message, HasSubstr("cannot read"));
}

}  // namespace
}  // namespace answerbox::lab
