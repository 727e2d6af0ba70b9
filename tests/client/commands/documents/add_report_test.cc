#include "client/commands/documents/add_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>

namespace answerbox::client {
namespace {

namespace json = boost::json;
using testing::HasSubstr;
using testing::Not;

AddReport Report(std::size_t refused) {
  AddReport report;
  report.collection = "c";
  report.documents.push_back({"a.md", DocumentOutcome::kAdded, {{"pages", 2}}});
  for (std::size_t i = 0; i < refused; ++i) {
    report.documents.push_back(
        {"r" + std::to_string(i),
         DocumentOutcome::kRefused,
         {},
         Rejection{RejectionReason::kEmpty, "the file is empty"}});
  }
  return report;
}

TEST(AddReport, SumsUpInOneLine) {
  AddReport report = Report(2);
  EXPECT_EQ(SummaryLine(report),
            "Added 1, replaced 0, skipped 0, refused 2 in collection \"c\".");
  report.file_bytes = 9'500'000;
  report.elapsed = std::chrono::milliseconds(1000);
  report.interrupted = true;
  EXPECT_EQ(SummaryLine(report),
            "Added 1, replaced 0, skipped 0, refused 2 in collection \"c\": "
            "9.5 MB in 1.0 s (9.5 MB/s); interrupted.");
}

TEST(AddReport, TellsWhatBecameOfTheWords) {
  AddReport report = Report(1);
  PageAccount page{.page = 1};
  page.words[static_cast<std::size_t>(WordFate::kUsable)] = 8;
  page.words[static_cast<std::size_t>(WordFate::kLost)] = 4;
  const WordAccount account =
      protocol::SumOf({page, {.page = 2, .pictures = 1}});
  report.accounts["a.md"] = account;
  report.losses["a.md"] = DescribeLoss(account);
  report.losses["r0"] = "is told as a refusal";
  EXPECT_EQ(LossLines(report, "x: "),
            "x: a.md: 1 of 2 pages holds text that could not be read (33 % of "
            "its words): 1; page 2 is a picture, of which nothing is read "
            "without --ocr\n");
  EXPECT_THAT(WordTable(report, {}), HasSubstr("a.md         12       8"));
  const auto json = ReportJson(report);
  EXPECT_THAT(json::serialize(json),
              HasSubstr(R"("account":{"words":12,"usable":8,"lost":4)"));
}

TEST(AddReport, ListsFewReasonsOneByOne) {
  EXPECT_EQ(ReasonTable(Report(2), Detail::kGrouped, {}),
            "Outcome  Document  What and why\n"
            "added    a.md      0 sentences, 2 pages\n"
            "refused  r0        the file is empty\n"
            "refused  r1        the file is empty\n");
}

TEST(AddReport, GroupsManyUnlessAskedForEach) {
  const AddReport report = Report(11);
  EXPECT_THAT(ReasonTable(report, Detail::kGrouped, {}),
              HasSubstr("refused  r0 and 10 more  the file is empty\n"));
  EXPECT_THAT(ReasonTable(report, Detail::kGrouped, {}), Not(HasSubstr("r10")));
  EXPECT_THAT(ReasonTable(report, Detail::kEach, {}), HasSubstr("r10"));
}

TEST(AddReport, TellsWhatWasRecognisedInStoredDocuments) {
  AddReport report = Report(1);
  report.structures["a.md"] = {
      .headings = 3,
      .lists = 2,
      .items = 9,
      .tables = 1,
      .furniture = 4,
      .last_page = 12,
      .pages_without_text = {1, 3, 4, 5, 7, 9, 11, 13, 15, 17}};
  report.structures["r0"] = {};
  EXPECT_EQ(StructureTable(report, {}),
            "Document  Pages  Headings  Lists  Tables  Furniture  "
            "Pages without text\n"
            "a.md         12         3      2       1          4  "
            "1, 3-5, 7, 9, 11, 13 and 2 more\n");
  const auto json = ReportJson(report).at("documents").as_array();
  EXPECT_EQ(json[0].at("structure").at("items"), 9);
  EXPECT_FALSE(json[1].as_object().contains("structure"));
}

TEST(AddReport, NamesPagesOfScansThatWereHardToRead) {
  AddReport report;
  report.documents = {
      {.name = "letter.pdf", .outcome = DocumentOutcome::kAdded},
      {.name = "text.pdf", .outcome = DocumentOutcome::kAdded}};
  report.structures["letter.pdf"] = {
      .recognized_pages = 9, .confidence = 88, .unsure_pages = {2, 3, 7}};
  report.structures["text.pdf"] = {};
  EXPECT_THAT(StructureTable(report, {}),
              ::testing::EndsWith(
                  "\nScan        Pages recognised  Confidence  Pages to check\n"
                  "letter.pdf                 9        88 %  2-3, 7\n"));
  const auto json = ReportJson(report).at("documents").as_array();
  EXPECT_EQ(json[0].at("structure").at("scan").at("unsure_pages"),
            (boost::json::array{2, 3, 7}));
  EXPECT_FALSE(json[1].at("structure").as_object().contains("scan"));
}

TEST(AddReport, HasNoTableOfNothing) {
  EXPECT_EQ(StructureTable({}, {}), "");
  EXPECT_EQ(ReasonTable({}, Detail::kGrouped, {}), "");
}

}  // namespace
}  // namespace answerbox::client
