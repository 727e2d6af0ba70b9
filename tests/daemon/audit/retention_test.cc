// The oldest files of a log go when the log passes a bound, and nothing else.
#include "daemon/audit/retention.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "daemon/audit/log_writer.h"
#include "daemon/error.h"
#include "protocol/audit/verifier.h"
#include "tests/daemon/audit/sample_log.h"

namespace answerbox::daemon {
namespace {

using std::chrono::days;
using std::chrono::hours;
using tests::ReadFile;
using tests::ReadLogFiles;
using tests::SplitLines;

constexpr std::int64_t kDayUs = std::chrono::microseconds(days(1)).count();
// When StepClock begins.
constexpr std::int64_t kBeginUs = 1'764'000'000'000'000;
constexpr Retention::SteadyTime kStart{hours(1000)};

// A log of about twelve files of ten records each.
class RetentionTest : public testing::Test {
 protected:
  RetentionTest() {
    LogOptions options = tests::SampleOptions(folder_.path());
    options.file_bytes = 8192;
    auto opened = LogWriter::Open(std::move(options));
    EXPECT_TRUE(opened);
    writer_.emplace(std::move(*opened));
  }

  void Fill(std::size_t records = 120) {
    tests::AppendSamples(*writer_, records);
    ASSERT_TRUE(writer_->AppendHead());
  }
  std::vector<std::filesystem::path> files() const {
    return *ListLogFiles(folder_.path());
  }
  std::uint64_t bytes() const {
    std::uint64_t sum = 0;
    for (const auto& file : files()) sum += std::filesystem::file_size(file);
    return sum;
  }
  Retention::Found Find(Retention& retention, std::int64_t now_us = kBeginUs,
                        Retention::SteadyTime steady = kStart) const {
    auto found = retention.Find(folder_.path(), {now_us, 0}, steady);
    EXPECT_TRUE(found);
    return std::move(*found);
  }
  // Removes the oldest file if it may go. Returns whether it went.
  bool Remove(Retention& retention, std::int64_t now_us = kBeginUs,
              Retention::SteadyTime steady = kStart) {
    const auto found = Find(retention, now_us, steady);
    const auto* oldest = std::get_if<OldestFile>(&found);
    if (oldest == nullptr) return false;
    const auto removed = writer_->RemoveOldest(*oldest);
    EXPECT_TRUE(removed && *removed);
    EXPECT_FALSE(std::filesystem::exists(oldest->path));
    return true;
  }
  // How many files go in `count` looks, one each hour.
  int RemovedHourly(Retention& retention, std::int64_t now_us, int count) {
    int removed = 0;
    for (int hour = 0; hour < count; ++hour) {
      removed += Remove(retention, now_us, kStart + hours(hour)) ? 1 : 0;
    }
    return removed;
  }
  // Verifies what is there.
  Verifier Verified(std::vector<PublicKey> trusted = {}) const {
    Verifier verifier{std::move(trusted)};
    for (const std::string& text : ReadLogFiles(folder_.path())) {
      verifier.NoteCopiedKeys(text);
    }
    for (const std::string& text : ReadLogFiles(folder_.path())) {
      const auto finding = verifier.ReadFile(text);
      EXPECT_FALSE(finding) << finding->message;
    }
    EXPECT_FALSE(verifier.Finish());
    return verifier;
  }

  const tests::TemporaryFolder folder_;
  std::optional<LogWriter> writer_;
};

TEST_F(RetentionTest, ARecordSaysWhatWasRemoved) {
  Fill();
  const std::string text = ReadLogFiles(folder_.path()).at(0);
  const std::uint64_t next = SplitLines(text).size();
  Retention retention({.bytes = bytes() - 1}, kStart);
  ASSERT_TRUE(Remove(retention));
  const auto lines = SplitLines(ReadLogFiles(folder_.path()).back());
  const std::string& line = lines.at(lines.size() - 2);  // A head follows.
  const auto record = ParseRemovedRecord(line.substr(0, line.size() - 1));
  ASSERT_TRUE(record) << line;
  EXPECT_EQ(record->file, LogFileName(0));
  EXPECT_EQ(record->records, (RecordRange{0, next - 1}));
  EXPECT_EQ(record->bytes, text.size());
  EXPECT_EQ(record->sha256, ToHex(engine::ComputeSha256(text)));
  EXPECT_EQ(record->begun, RecordTimeOf(text));
  EXPECT_EQ(record->ended, RecordTimeOf(ReadLogFiles(folder_.path()).front()));
  EXPECT_EQ(record->why, "bytes");
  EXPECT_EQ(RemovedBody(*record, TimeMembers({kBeginUs, 0})),
            RemovedBody(*ParseRemovedRecord(
                            "{" + RemovedBody(*record, TimeMembers({}))),
                        TimeMembers({kBeginUs, 0})));
}

TEST_F(RetentionTest, FilesGoUntilTheLogIsWithinItsBytes) {
  Fill();
  const std::uint64_t bound = bytes() / 2;
  Retention retention({.bytes = bound}, kStart);
  while (Remove(retention)) {
    const Verifier verifier = Verified();
    EXPECT_EQ(verifier.size(), writer_->size());
    EXPECT_EQ(verifier.RemovedBefore(),
              (std::vector<RecordRange>{{0, verifier.begin() - 1}}));
  }
  EXPECT_LE(bytes(), bound);
  EXPECT_GT(bytes(), bound / 2);
}

TEST_F(RetentionTest, TheNewestTwoFilesStay) {
  Fill();
  const auto before = files();
  Retention retention({.bytes = 1}, kStart);
  while (Remove(retention)) {
  }
  EXPECT_EQ(files().size(), kLeastFiles);
  // The kept head covers what is there, so the daemon starts with it.
  writer_.reset();
  const auto writer = LogWriter::Open(tests::SampleOptions(folder_.path()));
  ASSERT_TRUE(writer);
  EXPECT_TRUE(writer->evidence().empty());
}

// The `removed` records of the first files go with later files.
TEST_F(RetentionTest, TheNewestRecordNamesAllThatWasRemoved) {
  Retention retention({.bytes = 40'000}, kStart);
  std::size_t removed = 0;
  for (int i = 0; i < 40; ++i) {
    Fill(10);
    removed += Remove(retention) ? 1 : 0;
  }
  EXPECT_GT(removed, 2 * files().size());
  const Verifier verifier = Verified();
  EXPECT_EQ(verifier.RemovedBefore(),
            (std::vector<RecordRange>{{0, verifier.begin() - 1}}));
  Retention tighter({.bytes = 1}, kStart);
  const auto found = Find(tighter);
  const RemovedRecord& record = std::get<OldestFile>(found).record;
  EXPECT_EQ(record.earlier,
            (std::vector<RecordRange>{{0, verifier.begin() - 1}}));
}

// A power cut came between the record and the file's end.
TEST_F(RetentionTest, AFileWithARecordIsRecordedAgain) {
  ASSERT_TRUE(writer_->RotateKey());
  Fill();
  Retention retention({.bytes = bytes() - 1}, kStart);
  const auto path = files().front();
  const std::string text = ReadFile(path);
  ASSERT_TRUE(Remove(retention));
  tests::WriteFile(path, text);
  const auto found = Find(retention);
  EXPECT_EQ(std::get<OldestFile>(found).record.keys.size(), 1u);
  ASSERT_TRUE(Remove(retention));
  const Verifier verifier = Verified();
  EXPECT_EQ(verifier.RemovedBefore(),
            (std::vector<RecordRange>{{0, verifier.begin() - 1}}));
}

TEST_F(RetentionTest, WhatSomebodyMovedAwayIsNotCalledRemoved) {
  Fill();
  std::filesystem::remove(files().front());
  const std::uint64_t moved = Verified().begin();
  Retention retention({.bytes = bytes() - 1}, kStart);
  ASSERT_TRUE(Remove(retention));
  const Verifier verifier = Verified();
  EXPECT_EQ(verifier.RemovedBefore(),
            (std::vector<RecordRange>{{moved, verifier.begin() - 1}}));
}

TEST_F(RetentionTest, AnUnsignedRecordRemovesNothing) {
  Fill();
  std::string text = ReadLogFiles(folder_.path()).at(1);
  Verifier verifier{{}};
  ASSERT_FALSE(verifier.ReadFile(text));
  const RemovedRecord record{LogFileName(0), {0, verifier.begin() - 1}};
  std::string line;
  AppendLine(verifier.size(), verifier.chain().previous,
             RemovedBody(record, TimeMembers({})), line);
  ASSERT_FALSE(verifier.ReadFile(line + "\n"));
  EXPECT_TRUE(verifier.RemovedBefore().empty());
}

TEST_F(RetentionTest, ByAgeAFileGoesEachHourAfterTheFirst) {
  Fill();
  Retention retention({.age = days(2)}, kStart);
  const std::int64_t now = kBeginUs + 3 * kDayUs;
  EXPECT_FALSE(Remove(retention, now));
  EXPECT_FALSE(Remove(retention, now, kStart + std::chrono::minutes(59)));
  EXPECT_TRUE(Remove(retention, now, kStart + hours(1)));
  EXPECT_FALSE(Remove(retention, now, kStart + hours(1)));
  EXPECT_TRUE(Remove(retention, now, kStart + hours(2)));
}

TEST_F(RetentionTest, AFileStaysUntilItsEndIsOld) {
  Fill();
  Retention retention({.age = days(2)}, kStart);
  EXPECT_EQ(RemovedHourly(retention, kBeginUs + 2 * kDayUs, 5), 0);
  // The clock goes on by a millisecond at each reading.
  EXPECT_EQ(RemovedHourly(retention, kBeginUs + 2 * kDayUs + 1'000'000, 5), 4);
}

TEST_F(RetentionTest, AClockThatJumpsAheadCostsAFileAnHour) {
  Fill();
  Retention retention({.age = days(30)}, kStart);
  EXPECT_EQ(RemovedHourly(retention, kBeginUs + 365 * kDayUs, 4), 3);
}

TEST_F(RetentionTest, AClockThatIsSetBackTo1970CostsNothing) {
  Fill();
  Retention retention({.age = days(1)}, kStart);
  EXPECT_EQ(RemovedHourly(retention, 0, 5), 0);
}

// A board without a clock of its own begins a file in 1970.
TEST(RetentionClockTest, AFileThatEndedWhileTheClockWasWrongIsNotOld) {
  const tests::TemporaryFolder folder;
  LogOptions options = tests::SampleOptions(folder.path());
  options.file_bytes = 8192;
  std::int64_t now = kBeginUs;
  options.clock = [&now] { return RecordTime{now, 0}; };
  auto writer = LogWriter::Open(options);
  ASSERT_TRUE(writer);
  for (const std::int64_t time : {std::int64_t{0}, kBeginUs, kBeginUs}) {
    now = time;
    const auto begun = writer->file();
    while (writer->file() == begun) tests::AppendSamples(*writer, 1);
  }
  Retention retention({.age = days(1)}, kStart);
  const auto found = retention.Find(folder.path(), {kBeginUs + kDayUs / 2, 0},
                                    kStart + hours(2));
  ASSERT_TRUE(found);
  EXPECT_TRUE(std::holds_alternative<std::monostate>(*found));
}

TEST_F(RetentionTest, ADamagedFileStaysAndIsTold) {
  Fill();
  const auto path = files().front();
  std::string text = ReadFile(path);
  tests::DamageLine(text, 3);
  tests::WriteFile(path, text);
  Retention retention({.bytes = 1}, kStart);
  const auto found = Find(retention);
  const auto* damage = std::get_if<Disagreement>(&found);
  ASSERT_NE(damage, nullptr);
  EXPECT_EQ(damage->file, LogFileName(0));
}

TEST_F(RetentionTest, AFileThatIsNotTheLogsOldestStays) {
  Fill();
  Retention retention({.bytes = 1}, kStart);
  const auto found = Find(retention);
  OldestFile oldest = std::get<OldestFile>(found);
  const std::uint64_t size = writer_->size();
  oldest.log = "0123456789abcdef";  // It was set aside meanwhile.
  EXPECT_FALSE(*writer_->RemoveOldest(oldest));
  oldest.log = writer_->log();
  oldest.path = files().at(1);
  EXPECT_FALSE(*writer_->RemoveOldest(oldest));
  EXPECT_EQ(writer_->size(), size);
  EXPECT_TRUE(*writer_->RemoveOldest(std::get<OldestFile>(found)));
  EXPECT_FALSE(*writer_->RemoveOldest(std::get<OldestFile>(found)));
}

TEST_F(RetentionTest, WhoHasAKeyOfARemovedFileFollowsToTheNewest) {
  const auto old_key =
      PublicKey::Parse(ReadFile(folder_.path() / kPublicKeyFile));
  ASSERT_TRUE(old_key);
  tests::AppendSamples(*writer_, 2);
  ASSERT_TRUE(writer_->RotateKey());
  Fill(30);
  ASSERT_TRUE(writer_->RotateKey());
  Retention retention({.bytes = 40'000}, kStart);
  // Both `key` records go, then the records that first repeat them.
  for (int i = 0; i < 40; ++i) {
    Fill(10);
    Remove(retention);
    if (!HasFatalFailure()) Verified({*old_key});
  }
  EXPECT_GT(Verified().begin(), 200u);
  for (const std::string& text : ReadLogFiles(folder_.path())) {
    EXPECT_EQ(text.find("\"kind\":\"key\""), std::string::npos);
  }
  // Without the copies nothing vouches for the newest key.
  Verifier verifier{{*old_key}};
  std::optional<Finding> finding;
  for (const std::string& text : ReadLogFiles(folder_.path())) {
    if (!finding) finding = verifier.ReadFile(text);
  }
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->damage, Damage::kUntrusted);
}

TEST_F(RetentionTest, ACopyThatNoTrustedKeySignedIsNotFollowed) {
  const auto old_key =
      PublicKey::Parse(ReadFile(folder_.path() / kPublicKeyFile));
  const auto other = SigningKey::Generate();
  ASSERT_TRUE(old_key && other);
  KeyRecord forged{other->public_key().der(), old_key->id(), {}};
  forged.signature = *other->Sign(forged.Statement(writer_->log(), 2));
  RemovedRecord record{LogFileName(0), {0, 9}};
  record.keys = {{2, forged}};
  const std::string text = tests::WithRecord(
      ReadLogFiles(folder_.path()).at(0), RemovedBody(record, TimeMembers({})));
  Verifier verifier{{*old_key}};
  verifier.NoteCopiedKeys(text);
  ASSERT_FALSE(verifier.ReadFile(text));
  EXPECT_EQ(verifier.trusted().size(), 1u);
}

TEST(JoinedTest, RangesThatTouchOrOverlapBecomeOne) {
  EXPECT_EQ(Joined({{20, 29}, {0, 9}, {10, 12}, {5, 11}, {40, 49}, {41, 42}}),
            (std::vector<RecordRange>{{0, 12}, {20, 29}, {40, 49}}));
  EXPECT_TRUE(Joined({}).empty());
}

}  // namespace
}  // namespace answerbox::daemon
