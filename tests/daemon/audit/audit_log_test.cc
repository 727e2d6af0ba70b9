#include "daemon/audit/audit_log.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <functional>
#include <future>
#include <set>
#include <string>
#include <thread>

#include "daemon/audit/key_files.h"
#include "daemon/error.h"
#include "platform/file/file_writer.h"
#include "protocol/audit/verifier.h"
#include "tests/daemon/audit/full_disk.h"
#include "tests/daemon/audit/sample_log.h"

namespace answerbox::daemon {
namespace {

using tests::FullDisk;
using tests::ReadLogFiles;
using tests::SampleBody;
using tests::TemporaryFolder;

AuditOptions OptionsOf(const TemporaryFolder& folder, Durability durability) {
  AuditOptions options;
  options.log.folder = folder.path() / "audit";
  options.durability = durability;
  return options;
}

std::size_t CountOf(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos;
       at += part.size()) {
    ++count;
  }
  return count;
}

// The sum of the numbers that follow `part`.
std::size_t SumOf(const std::string& text, const std::string& part) {
  std::size_t sum = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos;) {
    at += part.size();
    sum += std::stoul(text.substr(at));
  }
  return sum;
}

std::string WholeLog(const TemporaryFolder& folder) {
  std::string text;
  for (const std::string& file : ReadLogFiles(folder.path() / "audit")) {
    text += file;
  }
  return text;
}

void ExpectIntact(const TemporaryFolder& folder) {
  Verifier verifier{{}};
  for (const std::string& text : ReadLogFiles(folder.path() / "audit")) {
    const auto finding = verifier.ReadFile(text);
    ASSERT_FALSE(finding) << finding->message;
  }
  EXPECT_EQ(verifier.signed_size() + 1, verifier.size());
}

TEST(AuditLogTest, TakesRecordsFromManyThreads) {
  for (const Durability durability :
       {Durability::kNone, Durability::kGroup, Durability::kEach}) {
    const TemporaryFolder folder;
    AuditOptions options = OptionsOf(folder, durability);
    options.buffer_bytes = 4096;               // Some records wait for room,
    options.patience = std::chrono::hours(1);  // however long that takes.
    std::atomic<int> recorded{0};
    {
      auto log = AuditLog::Start(options);
      ASSERT_TRUE(log);
      std::vector<std::thread> threads;
      for (int thread = 0; thread < 4; ++thread) {
        threads.emplace_back([&] {
          for (std::size_t i = 0; i < 50; ++i) {
            (*log)->Append(SampleBody(i), [&](const Result<Recorded>& result) {
              if (result && result->is_stored) ++recorded;
            });
          }
        });
      }
      for (std::thread& thread : threads) thread.join();
    }
    EXPECT_EQ(recorded, 200);
    EXPECT_EQ(CountOf(WholeLog(folder), "\"kind\":\"answer\""), 200u);
    ExpectIntact(folder);
  }
}

TEST(AuditLogTest, UnderEachARecordIsInTheFileWhenItsCallerIsTold) {
  const TemporaryFolder folder;
  auto log = AuditLog::Start(OptionsOf(folder, Durability::kEach));
  ASSERT_TRUE(log);
  std::promise<std::size_t> found;
  (*log)->Append(SampleBody(1), [&](const Result<Recorded>&) {
    found.set_value(CountOf(WholeLog(folder), "\"kind\":\"answer\""));
  });
  EXPECT_EQ(found.get_future().get(), 1u);
}

TEST(AuditLogTest, AHeadCoversWhatWasAcceptedBefore) {
  const TemporaryFolder folder;
  auto log = AuditLog::Start(OptionsOf(folder, Durability::kGroup));
  ASSERT_TRUE(log);
  for (std::size_t i = 0; i < 10; ++i) {
    (*log)->Append(SampleBody(i), [](const Result<Recorded>&) {});
  }
  const auto head = (*log)->Head();
  ASSERT_TRUE(head);
  EXPECT_GE(head->size, 12u);  // An open and a start record come first.
  const auto rotated = (*log)->RotateKey();
  ASSERT_TRUE(rotated);
  EXPECT_NE(rotated->key, head->key);
}

TEST(AuditLogTest, TellsHowManyRecordsWaitAndHowLongItIs) {
  const TemporaryFolder folder;
  AuditOptions options = OptionsOf(folder, Durability::kGroup);
  options.gather_interval = std::chrono::hours(1);
  auto log = AuditLog::Start(options);
  ASSERT_TRUE(log);
  for (std::size_t i = 0; i < 3; ++i) {
    (*log)->Append(SampleBody(i), [](const Result<Recorded>&) {});
  }
  EXPECT_EQ((*log)->activity().waiting, 3u);
  EXPECT_GT((*log)->activity().bytes, 0u);
  EXPECT_LE((*log)->activity().bytes, WholeLog(folder).size());
  ASSERT_TRUE((*log)->Head());
  EXPECT_EQ((*log)->activity().waiting, 0u);
}

TEST(AuditLogTest, RecordsThatTheDiskRefusedWait) {
  const TemporaryFolder folder;
  auto log = AuditLog::Start(OptionsOf(folder, Durability::kGroup));
  ASSERT_TRUE(log && (*log)->Head());
  const FullDisk disk(WholeLog(folder).size() + 10);
  (*log)->Append(SampleBody(1), [](const Result<Recorded>&) {});
  EXPECT_FALSE((*log)->Head());
  EXPECT_EQ((*log)->activity().waiting, 1u);
}

TEST(AuditLogTest, HeadsStandWithinWhatIsWrittenAtOnce) {
  const TemporaryFolder folder;
  AuditOptions options = OptionsOf(folder, Durability::kGroup);
  options.head_records = 300;
  {
    auto log = AuditLog::Start(options);
    ASSERT_TRUE(log);
    for (std::size_t i = 0; i < 4000; ++i) {
      (*log)->Append(SampleBody(i), [](const Result<Recorded>&) {});
    }
  }
  EXPECT_GE(CountOf(WholeLog(folder), "\"kind\":\"head\""), 4u);
  ExpectIntact(folder);
}

TEST(AuditLogTest, WhatItWritesAtStartIsSignedWithoutBeingAsked) {
  const TemporaryFolder folder;
  AuditOptions options = OptionsOf(folder, Durability::kGroup);
  options.head_interval = std::chrono::seconds(0);
  auto log = AuditLog::Start(options);
  ASSERT_TRUE(log);
  while (CountOf(WholeLog(folder), "\"kind\":\"head\"") == 0) {
    std::this_thread::yield();
  }
}

TEST(AuditLogTest, RunsHaveDifferentNames) {
  const TemporaryFolder folder;
  auto log = AuditLog::Start(OptionsOf(folder, Durability::kGroup));
  ASSERT_TRUE(log);
  const RunId first = (*log)->NextRun();
  EXPECT_TRUE(IsId(View(first)));
  EXPECT_NE((*log)->NextRun(), first);
  const RunId question = (*log)->RunOf(1);
  EXPECT_TRUE(IsId(View(question)));
  EXPECT_NE(question, first);
  EXPECT_NE((*log)->RunOf(2), question);
  EXPECT_EQ((*log)->RunOf(1), question);
}

TEST(AuditLogTest, RunsDoNotRepeatAfterAnyNumberOfQuestions) {
  const TemporaryFolder folder;
  auto log = AuditLog::Start(OptionsOf(folder, Durability::kGroup));
  ASSERT_TRUE(log);
  std::set<RunId> runs;
  std::size_t named = 0;
  for (const unsigned bits : {0u, 30u, 31u, 32u, 33u, 40u, 62u}) {
    for (std::uint64_t step = 0; step < 3; ++step) {
      runs.insert((*log)->RunOf((std::uint64_t{1} << bits) + 4 * step));
      runs.insert((*log)->NextRun());
      named += 2;
    }
  }
  EXPECT_EQ(runs.size(), named);
}

TEST(AuditLogTest, RunsOfTwoStartsDiffer) {
  const TemporaryFolder folder;
  std::set<RunId> runs;
  for (int start = 0; start < 50; ++start) {
    auto log = AuditLog::Start(OptionsOf(folder, Durability::kNone));
    ASSERT_TRUE(log);
    for (std::uint64_t question = 1; question <= 20; ++question) {
      runs.insert((*log)->RunOf(question));
    }
  }
  EXPECT_EQ(runs.size(), 50u * 20u);
}

// Whether `holds` becomes true within half a minute.
bool Becomes(const std::function<bool()>& holds) {
  for (int i = 0; i < 30'000 && !holds(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return holds();
}

// A log of more than ten files, and the options that hold it within five.
class BoundedLogTest : public testing::Test {
 protected:
  BoundedLogTest() {
    options_.log.file_bytes = 8192;
    LogOptions log = options_.log;
    auto writer = LogWriter::Open(log);
    EXPECT_TRUE(writer);
    tests::AppendSamples(*writer, 120);
    EXPECT_TRUE(writer->End());
    options_.keep_bytes = 5 * options_.log.file_bytes;
    EXPECT_GT(files().size(), 10u);
  }

  std::vector<std::filesystem::path> files() const {
    return *ListLogFiles(options_.log.folder);
  }
  bool IsBounded() const {
    const auto surplus = ListSurplus(options_.log.folder, options_.keep_bytes);
    return surplus && surplus->empty();
  }
  // Appends records that need another file.
  static void AppendFile(AuditLog& log) {
    for (std::size_t i = 0; i < 12; ++i) {
      log.Append(SampleBody(i), [](const Result<Recorded>&) {});
    }
    ASSERT_TRUE(log.Head());
  }

  const TemporaryFolder folder_;
  AuditOptions options_ = OptionsOf(folder_, Durability::kGroup);
};

TEST_F(BoundedLogTest, ItsOldestFilesGoAfterTheStartAndAfterEachNewOne) {
  const std::size_t before = files().size();
  auto log = AuditLog::Start(options_);
  ASSERT_TRUE(log);
  ASSERT_TRUE(Becomes([&] { return IsBounded(); }));
  const std::size_t removed = before - files().size();
  EXPECT_GT(removed, 4u);
  for (int i = 0; i < 10; ++i) {
    const auto oldest = files().front();
    AppendFile(**log);
    ASSERT_TRUE(Becomes([&] { return IsBounded() && !exists(oldest); }));
  }
  EXPECT_TRUE((*log)->activity().is_checked);
  log->reset();
  ExpectIntact(folder_);
  EXPECT_GE(CountOf(WholeLog(folder_), "\"kind\":\"removed\""), 3u);
}

TEST_F(BoundedLogTest, NothingGoesOnceAFileWasChanged) {
  auto log = AuditLog::Start(options_);
  ASSERT_TRUE(log);
  ASSERT_TRUE(Becomes([&] { return IsBounded(); }));
  const auto before = files();
  std::string damaged = tests::ReadFile(before.front());
  tests::DamageLine(damaged, 1);
  tests::WriteFile(before.front(), damaged);
  AppendFile(**log);
  EXPECT_TRUE(Becomes([&] { return !(*log)->activity().is_checked; }));
  for (int i = 0; i < 3; ++i) AppendFile(**log);
  log->reset();
  for (const auto& file : before) EXPECT_TRUE(exists(file)) << file;
  // The next start keeps it as evidence, and the new log is bounded again.
  log = AuditLog::Start(options_);
  ASSERT_TRUE(log);
  EXPECT_TRUE(Becomes([&] { return !(*log)->activity().evidence.empty(); }));
}

TEST_F(BoundedLogTest, ACheckThatCouldNotReadAFileIsMadeAgain) {
  const auto before = files();
  const auto away = folder_.path() / "away";
  std::filesystem::rename(before.at(3), away);
  std::filesystem::create_directory(before.at(3));
  auto log = AuditLog::Start(options_);
  ASSERT_TRUE(log);
  AppendFile(**log);
  EXPECT_FALSE((*log)->activity().is_checked);
  EXPECT_TRUE(exists(before.front()));
  std::filesystem::remove(before.at(3));
  std::filesystem::rename(away, before.at(3));
  AppendFile(**log);
  EXPECT_TRUE(Becomes([&] { return IsBounded(); }));
  log->reset();
  ExpectIntact(folder_);
}

// Appends one record and returns what its caller got.
Result<Recorded> AppendAndWait(AuditLog& log) {
  std::promise<Result<Recorded>> told;
  log.Append(SampleBody(1),
             [&](const Result<Recorded>& result) { told.set_value(result); });
  return told.get_future().get();
}

// Stops the writing thread. To other threads it seems to hang in a write.
class StalledDisk {
 public:
  RecordTime Tell() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !is_stalled_; });
    return clock_();
  }
  void Stall(bool is_stalled) {
    {
      const std::lock_guard lock(mutex_);
      is_stalled_ = is_stalled;
    }
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_stalled_ = false;
  tests::StepClock clock_;
};

TEST(AuditLogTest, ADiskThatHangsHoldsNobodyUpForLong) {
  const TemporaryFolder folder;
  StalledDisk disk;
  AuditOptions options = OptionsOf(folder, Durability::kGroup);
  options.log.clock = [&disk] { return disk.Tell(); };
  options.buffer_bytes = 4096;
  options.patience = std::chrono::milliseconds(1);
  int recorded = 0;
  int unrecorded = 0;
  {
    auto log = AuditLog::Start(options);
    ASSERT_TRUE(log);
    disk.Stall(true);
    for (std::size_t i = 0; i < 200; ++i) {
      (*log)->Append(SampleBody(i), [&](const Result<Recorded>& result) {
        ASSERT_TRUE(result);
        ++(result->is_stored ? recorded : unrecorded);
      });
    }
    EXPECT_GT(unrecorded, 100);
    disk.Stall(false);
  }
  const std::string log = WholeLog(folder);
  EXPECT_EQ(CountOf(log, "\"kind\":\"answer\""),
            static_cast<std::size_t>(recorded));
  // On a slow machine the first records may be lost before the disk hangs: that
  // is a gap of its own.
  EXPECT_EQ(SumOf(log, "\"unrecorded\":"),
            static_cast<std::size_t>(unrecorded));
  ExpectIntact(folder);
}

// After the failure nobody knows which key the log has.
TEST(AuditLogTest, AHeadAfterAFailedChangeOfKeysIsByTheKeyOfTheLog) {
  const TemporaryFolder folder;
  StalledDisk disk;
  AuditOptions options = OptionsOf(folder, Durability::kEach);
  options.log.clock = [&disk] { return disk.Tell(); };
  auto log = AuditLog::Start(options);
  ASSERT_TRUE(log && (*log)->Head());
  const auto in_the_way = options.log.folder / (std::string(kSigningKeyFile) +
                                                platform::AtomicFile::kSuffix);
  std::filesystem::create_directories(in_the_way / "full");
  disk.Stall(true);
  (*log)->Append(SampleBody(1), [](const Result<Recorded>&) {});
  const auto ask = [&](auto function) {
    auto asked = std::async(std::launch::async, [&log, function] {
      return ((**log).*function)().has_value();
    });
    // Long enough to be asked in this order; otherwise nothing is tested.
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return asked;
  };
  auto changed = ask(&AuditLog::RotateKey);
  auto is_signed = ask(&AuditLog::Head);
  disk.Stall(false);
  EXPECT_FALSE(changed.get());
  EXPECT_TRUE(is_signed.get());
  std::filesystem::remove_all(in_the_way);
  EXPECT_TRUE((*log)->Head());
  EXPECT_TRUE((*log)->activity().evidence.empty());
  log->reset();
  ExpectIntact(folder);
}

TEST(AuditLogTest, AFullDiskRefusesWhenTheOptionSaysSo) {
  const TemporaryFolder folder;
  AuditOptions options = OptionsOf(folder, Durability::kEach);
  options.when_full = WhenFull::kRefuse;
  auto log = AuditLog::Start(options);
  ASSERT_TRUE(log);
  ASSERT_TRUE(AppendAndWait(**log));
  {
    const FullDisk disk(WholeLog(folder).size() + 10);
    const auto refused = AppendAndWait(**log);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::kStorage);
    EXPECT_FALSE((*log)->CheckRoom());
    EXPECT_FALSE((*log)->activity().failure.empty());
  }
  log->reset();
  ExpectIntact(folder);
}

TEST(AuditLogTest, AFullDiskIsToldOfLaterWhenAnswersGoOn) {
  const TemporaryFolder folder;
  auto log = AuditLog::Start(OptionsOf(folder, Durability::kEach));
  ASSERT_TRUE(log);
  ASSERT_TRUE((*log)->Head());
  {
    const FullDisk disk(WholeLog(folder).size() + 10);
    for (int i = 0; i < 3; ++i) {
      const auto unrecorded = AppendAndWait(**log);
      ASSERT_TRUE(unrecorded);
      EXPECT_FALSE(unrecorded->is_stored);
    }
    EXPECT_EQ((*log)->activity().unrecorded, 3u);
  }
  ASSERT_TRUE((*log)->Head());
  EXPECT_EQ(CountOf(WholeLog(folder), "\"unrecorded\":3}"), 1u);
  log->reset();
  ExpectIntact(folder);
}

TEST(AuditLogTest, TheStateIsToldOnceTheLogCanBeOpened) {
  const TemporaryFolder folder;
  const AuditOptions options = OptionsOf(folder, Durability::kGroup);
  // In the place of the folder.
  tests::WriteFile(options.log.folder, "");
  const auto log = AuditLog::Start(options);
  ASSERT_TRUE(log);
  (*log)->TellState([] { return KnownState{{}, {{"ward", 7}}, 0}; });
  ASSERT_FALSE((*log)->Head());
  std::filesystem::remove(options.log.folder);
  ASSERT_TRUE((*log)->Head());
  (*log)->TellState();
  ASSERT_TRUE((*log)->Head());
  EXPECT_EQ(CountOf(WholeLog(folder), R"("collections":[["ward",7]])"), 1U);
}

TEST(AuditLogTest, WhatIsLostAtTheEndIsInTheJournal) {
  const TemporaryFolder folder;
  auto log = AuditLog::Start(OptionsOf(folder, Durability::kGroup));
  ASSERT_TRUE(log);
  ASSERT_TRUE((*log)->Head());
  testing::internal::CaptureStderr();
  {
    const FullDisk disk(WholeLog(folder).size() + 10);
    ASSERT_TRUE(AppendAndWait(**log));  // Accepted.
    EXPECT_FALSE((*log)->Head());
    ASSERT_TRUE(AppendAndWait(**log));  // The answer is given without a record.
    log->reset();
  }
  const std::string journal = testing::internal::GetCapturedStderr();
  EXPECT_NE(journal.find("without 1 records"), std::string::npos) << journal;
  EXPECT_NE(journal.find("1 answers that were given"), std::string::npos)
      << journal;
}

TEST(AuditLogTest, WhatWasAcceptedIsWrittenWhenThereIsRoomAgain) {
  const TemporaryFolder folder;
  auto log = AuditLog::Start(OptionsOf(folder, Durability::kGroup));
  ASSERT_TRUE(log);
  ASSERT_TRUE((*log)->Head());
  {
    const FullDisk disk(WholeLog(folder).size() + 10);
    ASSERT_TRUE(AppendAndWait(**log));  // Accepted before anything is written.
    EXPECT_FALSE((*log)->Head());
    const auto unrecorded = AppendAndWait(**log);
    ASSERT_TRUE(unrecorded);
    EXPECT_FALSE(unrecorded->is_stored);
  }
  ASSERT_TRUE((*log)->Head());
  EXPECT_EQ(CountOf(WholeLog(folder), "\"kind\":\"answer\""), 1u);
  EXPECT_EQ(CountOf(WholeLog(folder), "\"unrecorded\":1}"), 1u);
}

}  // namespace
}  // namespace answerbox::daemon
