// Changes every byte in a log of 1,000 records, one at a time. The verifier
// must find each change and name the changed record. A full campaign of a
// release build tries all 255 other values of each byte; other runs try a few.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/error.h"
#include "protocol/audit/verifier.h"
#include "tests/daemon/audit/sample_log.h"

namespace answerbox::daemon {
namespace {

constexpr std::size_t kRecords = 1000;
// The work is divided for so many processors.
constexpr std::size_t kParts = 4;

// Most records are short, because the number of changes and the time for each
// grow with the length.
std::string BodyOf(std::size_t record) {
  constexpr std::size_t kLongEvery = 50;
  if (record % kLongEvery == 0) return tests::SampleBody(record);
  const std::string times = TimeMembers(
      {1'763'640'000'000'000 + static_cast<std::int64_t>(record), record});
  return "\"kind\":\"gap\"," + times +
         ",\"unrecorded\":" + std::to_string(record) + "}";
}

// The log begins with an open record, and has a head in the middle and one at
// the end.
std::string MakeLog() {
  const tests::TemporaryFolder folder;
  auto writer = LogWriter::Open(tests::SampleOptions(folder.path()));
  if (!writer) return {};
  while (writer->size() < kRecords - 1) {
    const std::string text = BodyOf(static_cast<std::size_t>(writer->size()));
    const std::string_view body = text;
    if (!writer->Append({&body, 1})) return {};
    if (writer->size() == kRecords / 2 && !writer->AppendHead()) return {};
  }
  if (!writer->AppendHead()) return {};
  return tests::ReadLogFiles(folder.path()).at(0);
}

bool TriesEveryValue() {
#ifdef ANSWERBOX_EVERY_VALUE
  const char* const campaign = std::getenv("ANSWERBOX_CAMPAIGN");
  return campaign != nullptr && std::string_view(campaign) == "full";
#else
  return false;
#endif
}

std::vector<char> OtherBytes(char byte) {
  static const bool tries_every_value = TriesEveryValue();
  if (tries_every_value) {
    std::vector<char> others;
    for (int other = 0; other < 256; ++other) {
      if (static_cast<char>(other) != byte) {
        others.push_back(static_cast<char>(other));
      }
    }
    return others;
  }
  // Another digit or letter, a byte that is not ASCII, and the characters that
  // end a line, an object and a string.
  std::vector<char> others{static_cast<char>(byte ^ 1),
                           static_cast<char>(byte ^ '\x80'), '\n', '}', '"'};
  std::erase(others, byte);
  return others;
}

class EveryChangeTest : public testing::TestWithParam<std::size_t> {
 protected:
  // Tries every byte of one record. All trials begin with `before`, the
  // verifier's state before the record's predecessor. If the predecessor is a
  // head, it is the state before the record itself, so that no trial has to
  // check the signature. Each trial reads on until the verifier stops, as if it
  // had read the whole file.
  void TryRecord(const Verifier& before, std::string text, std::size_t begin,
                 std::size_t bytes, std::size_t record) {
    Verifier verifier = before;
    for (std::size_t i = begin; i < begin + bytes; ++i) {
      const char whole = text[i];
      for (const char other : OtherBytes(whole)) {
        text[i] = other;
        verifier = before;
        const auto finding = verifier.ReadFile(text);
        ASSERT_TRUE(finding) << "record " << record << " byte " << i - begin;
        ASSERT_TRUE(finding->first == record && finding->last == record)
            << "record " << record << " byte " << i - begin << " to "
            << static_cast<int>(other) << ": " << finding->message;
        ++changes_;
      }
      text[i] = whole;
    }
  }

  std::uint64_t changes_ = 0;
};

TEST_P(EveryChangeTest, IsFoundAndLocated) {
  const std::string log = MakeLog();
  const std::vector<std::string> lines = tests::SplitLines(log);
  ASSERT_EQ(lines.size(), kRecords);
  Verifier before{{}};    // Has read everything before `from`.
  std::size_t from = 0;   // The line before the record, or the record.
  std::size_t begin = 0;  // The record.
  for (std::size_t record = 0; record < kRecords; ++record) {
    if (from < begin &&
        lines[record - 1].find("\"head\"") != std::string::npos) {
      ASSERT_FALSE(before.ReadFile(lines[record - 1]));
      from = begin;
    }
    if (record % kParts == GetParam()) {
      // Whole lines, and more of them than any finding needs.
      const std::size_t end =
          log.find('\n', begin + lines[record].size() + 2000);
      TryRecord(before,
                log.substr(from, end == log.npos ? end : end + 1 - from),
                begin - from, lines[record].size(), record);
      if (HasFatalFailure()) return;
    }
    if (from < begin) {
      ASSERT_FALSE(before.ReadFile(lines[record - 1]));
    }
    from = begin;
    begin += lines[record].size();
  }
  RecordProperty("changes", std::to_string(changes_));
  EXPECT_GE(changes_, log.size() / kParts);
}

INSTANTIATE_TEST_SUITE_P(Parts, EveryChangeTest,
                         testing::Range<std::size_t>(0, kParts));

}  // namespace
}  // namespace answerbox::daemon
