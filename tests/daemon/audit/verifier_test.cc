#include "protocol/audit/verifier.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "daemon/error.h"
#include "tests/daemon/audit/sample_log.h"

namespace answerbox::daemon {
namespace {

using tests::JoinLines;
using tests::SplitLines;

constexpr std::size_t kRecords = 1000;

std::optional<Finding> Verify(std::string_view text) {
  Verifier verifier{{}};
  auto finding = verifier.ReadFile(text);
  return finding ? finding : verifier.Finish();
}

// A log of 1,000 records and a head; made once.
const std::string& Log() {
  static const std::string log = tests::SampleLog(kRecords - 2);
  return log;
}
const std::vector<std::string>& Lines() {
  static const std::vector<std::string> lines = SplitLines(Log());
  return lines;
}

void ExpectFound(const std::optional<Finding>& finding, Damage damage,
                 std::uint64_t record) {
  ASSERT_TRUE(finding) << record;
  EXPECT_EQ(ToString(finding->damage), ToString(damage)) << finding->message;
  EXPECT_EQ(finding->first, record) << finding->message;
  EXPECT_EQ(finding->last, record) << finding->message;
}

TEST(VerifierTest, FindsNothingInAnIntactLog) {
  ASSERT_EQ(Lines().size(), kRecords);
  Verifier verifier{{}};
  ASSERT_FALSE(verifier.ReadFile(Log()));
  EXPECT_FALSE(verifier.Finish());
  EXPECT_EQ(verifier.size(), kRecords);
  EXPECT_EQ(verifier.signed_size(), kRecords - 1);
  EXPECT_EQ(verifier.heads(), 1u);
}

TEST(VerifierTest, NamesEachRecordThatWasRemoved) {
  for (std::size_t record = 1; record + 1 < kRecords; ++record) {
    std::vector<std::string> lines = Lines();
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(record));
    ExpectFound(Verify(JoinLines(lines)), Damage::kRemoved, record);
  }
}

TEST(VerifierTest, NamesTheFirstOfRecordsThatWereSwapped) {
  for (std::size_t record = 1; record + 2 < kRecords; record += 7) {
    std::vector<std::string> lines = Lines();
    std::swap(lines[record], lines[record + 1]);
    ExpectFound(Verify(JoinLines(lines)), Damage::kReordered, record);
  }
}

TEST(VerifierTest, NamesARecordThatWasRepeatedOrForged) {
  for (std::size_t record = 1; record + 1 < kRecords; record += 7) {
    std::vector<std::string> lines = Lines();
    const auto place = lines.begin() + static_cast<std::ptrdiff_t>(record);
    lines.insert(place, Lines()[record]);
    ExpectFound(Verify(JoinLines(lines)), Damage::kInserted, record);

    // The forged record has the right number and hash of the line before.
    std::string forged = Lines()[record];
    forged.replace(forged.find("vaccine"), 7, "poison!");
    lines[record] = forged;
    ExpectFound(Verify(JoinLines(lines)), Damage::kInserted, record);
  }
}

TEST(VerifierTest, NamesTheRecordInWhichTheLogEnds) {
  std::size_t end = 0;
  for (std::size_t record = 0; record < kRecords; record += 13) {
    end = JoinLines({Lines().begin(),
                     Lines().begin() + static_cast<std::ptrdiff_t>(record)})
              .size();
    for (const std::size_t kept :
         {std::size_t{1}, Lines()[record].size() - 1}) {
      const auto finding = Verify(Log().substr(0, end + kept));
      ASSERT_TRUE(finding);
      EXPECT_EQ(finding->first, record);
    }
  }
}

TEST(VerifierTest, AnEmptyFileIsNotIntact) {
  Verifier verifier{{}};
  ExpectFound(verifier.ReadFile(""), Damage::kTruncated, 0);
  ASSERT_FALSE(verifier.ReadFile(Log()));
  ExpectFound(verifier.ReadFile(""), Damage::kTruncated, kRecords);
}

TEST(VerifierTest, AKeptHeadShowsThatTheLogWasCutAfterARecord) {
  Verifier whole{{}};
  ASSERT_FALSE(whole.ReadFile(Log()));
  const SignedHead head = *whole.last_head();
  for (std::size_t kept = 1; kept < kRecords - 1; kept += 50) {
    Verifier verifier{{}};
    verifier.Expect(head);
    const std::string cut = JoinLines(
        {Lines().begin(), Lines().begin() + static_cast<std::ptrdiff_t>(kept)});
    ASSERT_FALSE(verifier.ReadFile(cut));
    const auto finding = verifier.Finish();
    ASSERT_TRUE(finding);
    EXPECT_EQ(finding->damage, Damage::kTruncated);
    EXPECT_EQ(finding->first, kept);
    EXPECT_EQ(finding->last, head.size - 1);
  }
}

// The log with a changed record, chained anew from there on by somebody without
// the key.
std::string Rewritten(std::size_t record) {
  Verifier before{{}};
  std::string text = JoinLines(
      {Lines().begin(), Lines().begin() + static_cast<std::ptrdiff_t>(record)});
  EXPECT_FALSE(before.ReadFile(text));
  Chain chain = before.chain();
  for (std::size_t i = record; i < kRecords; ++i) {
    std::string body = Lines()[i].substr(Lines()[i].find("\"kind\""));
    body.pop_back();
    if (i == record) body.replace(body.find("vaccine"), 7, "poison!");
    std::string line;
    AppendLine(i, chain.previous, body, line);
    chain.Append(HashLine(line));
    text += line + "\n";
  }
  return text;
}

TEST(VerifierTest, AChainMadeAnewIsNotWhatTheHeadSigned) {
  const auto finding = Verify(Rewritten(500));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->damage, Damage::kNotSigned);
  EXPECT_LE(finding->first, 500u);
  EXPECT_EQ(finding->last, kRecords - 2);
}

TEST(VerifierTest, AChainMadeAnewIsNotWhatTheKeptHeadSays) {
  Verifier whole{{}};
  ASSERT_FALSE(whole.ReadFile(Log()));
  // Without the log's own last head.
  std::string text = Rewritten(500);
  text.resize(text.rfind('\n', text.size() - 2) + 1);
  Verifier verifier{{}};
  verifier.Expect(*whole.last_head());
  const auto finding = verifier.ReadFile(text);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->damage, Damage::kNotSigned);
}

TEST(VerifierTest, AByteOrderMarkIsCalledSo) {
  const auto finding = Verify("\xEF\xBB\xBF" + Log());
  ExpectFound(finding, Damage::kChanged, 0);
  EXPECT_EQ(finding->offset, 0u);
  EXPECT_NE(finding->message.find("byte order mark"), std::string::npos);
}

TEST(VerifierTest, AConvertedLineEndIsCalledSoAtItsPlace) {
  for (const std::size_t record : {std::size_t{0}, std::size_t{7}}) {
    auto lines = Lines();
    lines[record].insert(lines[record].size() - 1, "\r");
    const auto finding = Verify(JoinLines(lines));
    ExpectFound(finding, Damage::kChanged, record);
    EXPECT_EQ(JoinLines(lines)[static_cast<std::size_t>(finding->offset)],
              '\r');
    EXPECT_NE(finding->message.find("carriage return"), std::string::npos);
  }
}

TEST(VerifierTest, AnotherFormatIsCalledSo) {
  const std::string present = "\"format\":" + std::to_string(kLogFormat);
  for (const std::uint64_t format : {0u, 2u, 6u}) {
    std::string text = Log();
    text.replace(text.find(present), present.size(),
                 "\"format\":" + std::to_string(format));
    const auto finding = Verify(text);
    ASSERT_TRUE(finding);
    EXPECT_EQ(finding->message,
              "Record 0 is of format " + std::to_string(format) +
                  ", and this version knows format 1 alone: verify the log "
                  "with the version that wrote it.");
  }
}

TEST(VerifierTest, AHeadByAnotherKeyIsNotTrusted) {
  const auto other = SigningKey::Generate();
  ASSERT_TRUE(other);
  Verifier verifier{{other->public_key()}};
  const auto finding = verifier.ReadFile(Log());
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->damage, Damage::kUntrusted);
  EXPECT_EQ(finding->first, kRecords - 1);
}

}  // namespace
}  // namespace answerbox::daemon
