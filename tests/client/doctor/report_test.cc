#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "client/doctor/doctor.h"
#include "tests/client/doctor/checked_box.h"

namespace answerbox::client {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
constexpr std::chrono::sys_seconds kNow{std::chrono::seconds(1'796'040'000)};

class DoctorReport : public CheckedBox {};

const std::vector<Finding> kFindings = {
    {"disk", Severity::kFault, "it is full", "make room"},
    {"clock", Severity::kWarning, "it is slow", "set it"},
    {"memory", Severity::kOk, "it holds", ""}};

TEST_F(DoctorReport, TheWorstComeFirstAndWhatIsUnreadComesOnce) {
  Findings found;
  found.Unread("/a");
  found.Ok("memory", "good");
  found.Unread("/b");
  found.Fault("disk", "full", "make room");
  EXPECT_EQ(Lines(found),
            "fault disk: full\nnote rights: you may not look at /a, /b\n"
            "ok memory: good\n");
}

TEST_F(DoctorReport, WhatTheDaemonSaysOfLoadedFilesIsPassedOn) {
  box_.status = {{"mqtt", {{"certificates", {"the revocation list expired"}}}},
                 {"energy", {{"damaged", {"energy/sums was damaged"}}}}};
  EXPECT_THAT(Check(CheckStored),
              AllOf(HasSubstr("warning certificate: the daemon goes by what it "
                              "read: the revocation list expired\n"),
                    HasSubstr("warning energy: energy/sums was damaged\n")));
}

TEST_F(DoctorReport, StatusShowsWhatWasWritten) {
  const auto path = folder_.path() / "report.json";
  ASSERT_TRUE(WriteReport(path, kFindings, kNow));
  const auto report = ReadReport(path);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->at("findings").as_array().size(), 2u);
  EXPECT_THAT(ReportLines(*report, kNow + std::chrono::hours(3)),
              ElementsAre(StartsWith("1 fault, 1 warning, 3 h"),
                          "disk: it is full", "clock: it is slow"));
  EXPECT_EQ(std::filesystem::status(path).permissions(),
            std::filesystem::perms{0640});
}

TEST_F(DoctorReport, ThreeAreShownAndTheOthersCounted) {
  const std::vector<Finding> many(5, kFindings[0]);
  ASSERT_TRUE(WriteReport(folder_.path() / "report.json", many, kNow));
  const auto lines =
      ReportLines(*ReadReport(folder_.path() / "report.json"), kNow);
  ASSERT_EQ(lines.size(), 5u);
  EXPECT_THAT(lines.back(), HasSubstr("answerbox doctor"));
}

TEST_F(DoctorReport, NothingWrongIsNotShown) {
  ASSERT_TRUE(WriteReport(folder_.path() / "report.json",
                          std::span(kFindings).last(1), kNow));
  EXPECT_TRUE(
      ReportLines(*ReadReport(folder_.path() / "report.json"), kNow).empty());
}

TEST_F(DoctorReport, ItStaysWithinItsBound) {
  const std::vector<Finding> many(
      200, {"disk", Severity::kFault, std::string(1000, 'x'), "do"});
  const auto path = folder_.path() / "report.json";
  ASSERT_TRUE(WriteReport(path, many, kNow));
  EXPECT_LE(std::filesystem::file_size(path), kMaxReportBytes);
  EXPECT_EQ(ReadReport(path)->at("faults"), 200);
}

TEST_F(DoctorReport, ADamagedOneIsNone) {
  EXPECT_FALSE(ReadReport(folder_.path() / "missing"));
  for (const char* text : {"", "{", "[]", "{}", "{\"time\":\"x\"}", "\xff"}) {
    EXPECT_FALSE(ReadReport(folder_.Write("report.json", text))) << text;
  }
  const auto odd = ReadReport(folder_.Write(
      "report.json", R"({"time":1,"faults":2,"findings":[1,{"severity":3}]})"));
  ASSERT_TRUE(odd);
  EXPECT_THAT(ReportLines(*odd, kNow).size(), 2u);
}

TEST_F(DoctorReport, APipeInItsPlaceIsNotWaitedFor) {
  const auto path = folder_.path() / "report.json";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  EXPECT_FALSE(ReadReport(path));
}

TEST_F(DoctorReport, AForgedTimeIsNoLaterThanNow) {
  const auto report = ReadReport(folder_.Write(
      "report.json", R"({"time":18446744073709551615,"faults":1})"));
  ASSERT_TRUE(report);
  EXPECT_THAT(ReportLines(*report, kNow),
              Contains(StartsWith("1 fault, 0 warnings, 0.0 s")));
}

TEST_F(DoctorReport, ItsFolderMustBeThere) {
  const auto written =
      WriteReport(folder_.path() / "missing/report.json", kFindings, kNow);
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().message, HasSubstr("missing/report.json"));
}

}  // namespace
}  // namespace answerbox::client
