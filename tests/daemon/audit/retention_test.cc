// What is checked and recorded before the oldest file of a log goes, and what
// stays when that fails.

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "daemon/audit/log_writer.h"
#include "daemon/error.h"
#include "tests/daemon/audit/full_disk.h"
#include "tests/daemon/audit/sample_log.h"

namespace answerbox::daemon {
namespace {

namespace fs = std::filesystem;
using tests::ReadFile;
using tests::ReadLogFiles;
using tests::SplitLines;

// A log of about twelve files of ten records each.
class RetentionTest : public testing::Test {
 protected:
  RetentionTest() {
    options_.file_bytes = 8192;
    Open();
    tests::AppendSamples(*writer_, 3);
    EXPECT_TRUE(writer_->RotateKey());
    tests::AppendSamples(*writer_, 120);
    EXPECT_TRUE(writer_->AppendHead());
  }

  void Open() {
    auto opened = LogWriter::Open(options_);
    ASSERT_TRUE(opened);
    EXPECT_TRUE(opened->evidence().empty());
    writer_.emplace(std::move(*opened));
  }
  std::vector<fs::path> files() const { return *ListLogFiles(folder_.path()); }
  fs::path oldest() const { return files().front(); }
  std::uint64_t bytes() const {
    std::uint64_t sum = 0;
    for (const auto& file : files()) sum += fs::file_size(file);
    return sum;
  }
  Digest HashOfNext() const {
    const std::string text = ReadFile(files().at(1));
    return HashLine(std::string_view(text).substr(0, text.find('\n')));
  }
  Result<OldestFile> Read() const {
    return ReadOldest(oldest(), files().at(1), HashOfNext());
  }
  // The `removed` records.
  std::vector<boost::json::object> Records() const {
    std::vector<boost::json::object> records;
    for (const std::string& text : ReadLogFiles(folder_.path())) {
      for (const std::string& line : SplitLines(text)) {
        auto record = boost::json::parse(line).as_object();
        if (record.at("kind") == "removed") records.push_back(record);
      }
    }
    return records;
  }

  const tests::TemporaryFolder folder_;
  LogOptions options_ = tests::SampleOptions(folder_.path());
  std::optional<LogWriter> writer_;
};

TEST_F(RetentionTest, ARecordSaysWhatWasRemoved) {
  const std::string text = ReadFile(oldest());
  const auto lines = SplitLines(text);
  const auto file = Read();
  ASSERT_TRUE(file);
  ASSERT_TRUE(writer_->RemoveOldest(*file));
  EXPECT_FALSE(fs::exists(file->path));
  auto record = Records().at(0);
  EXPECT_EQ(record.at("file"), "000000000000.jsonl");
  EXPECT_EQ(record.at("first"), 0);
  EXPECT_EQ(record.at("last"), lines.size() - 1);
  EXPECT_EQ(record.at("bytes"), text.size());
  EXPECT_EQ(record.at("sha256").as_string(),
            ToHex(engine::ComputeSha256(text)));
  const auto key = boost::json::parse(lines.at(5)).as_object();
  ASSERT_EQ(key.at("kind"), "key");
  EXPECT_EQ(record.at("keys"),
            (boost::json::array{{{"record", 5},
                                 {"public_key", key.at("public_key")},
                                 {"by", key.at("by")},
                                 {"signature", key.at("signature")}}}));
  EXPECT_EQ(writer_->unsigned_records(), 0u);
  tests::ExpectIntact(folder_.path(), writer_->size());
}

TEST_F(RetentionTest, SurplusIsWhatPassesTheBoundAndNeverTheNewestTwo) {
  const auto all = files();
  EXPECT_TRUE(ListSurplus(folder_.path(), bytes())->empty());
  EXPECT_EQ(*ListSurplus(folder_.path(), bytes() - 1),
            (std::vector{all.at(0), all.at(1)}));
  const std::uint64_t two = fs::file_size(all.at(0)) + fs::file_size(all.at(1));
  EXPECT_EQ(ListSurplus(folder_.path(), bytes() - two)->size(), 3u);
  EXPECT_EQ(*ListSurplus(folder_.path(), 1),
            std::vector(all.begin(), all.end() - 1));
}

TEST_F(RetentionTest, ADamagedFileIsNotRemoved) {
  const std::string good = ReadFile(oldest());
  for (std::size_t i = 0; i < SplitLines(good).size(); ++i) {
    std::string text = good;
    tests::DamageLine(text, i);
    tests::WriteFile(oldest(), text);
    const auto file = Read();
    ASSERT_FALSE(file) << i;
    EXPECT_EQ(file.error().kind, ErrorKind::kCorrupt);
  }
}

// Both files fit each other, so only the hash tells.
TEST_F(RetentionTest, AForgedFileWithAForgedSuccessorIsNotRemoved) {
  const Digest hash = HashOfNext();
  auto lines = SplitLines(ReadFile(oldest()));
  lines.pop_back();
  std::string forged = tests::WithRecord(tests::JoinLines(lines),
                                         "\"kind\":\"gap\",\"unrecorded\":1}");
  Verifier verifier{{}};
  ASSERT_FALSE(verifier.ReadFile(forged));
  auto next = SplitLines(ReadFile(files().at(1)));
  auto open = *ParseOpenRecord(next.at(0));
  const auto peaks = verifier.chain().tree.peaks();
  open.peaks.assign(peaks.begin(), peaks.end());
  std::string line;
  AppendLine(verifier.size(), verifier.chain().previous,
             OpenBody(open, TimeMembers({})), line);
  next.at(0) = line + "\n";
  tests::WriteFile(oldest(), forged);
  tests::WriteFile(files().at(1), tests::JoinLines(next));
  EXPECT_TRUE(Read());
  const auto file = ReadOldest(oldest(), files().at(1), hash);
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().kind, ErrorKind::kCorrupt);
}

TEST_F(RetentionTest, AFileOfAnotherLogIsNotRemoved) {
  auto file = Read();
  ASSERT_TRUE(file);
  const std::uint64_t size = writer_->size();
  file->log = "0123456789abcdef";
  EXPECT_FALSE(writer_->RemoveOldest(*file));
  EXPECT_TRUE(fs::exists(file->path));
  EXPECT_EQ(writer_->size(), size);
}

TEST_F(RetentionTest, AFileThatCanNotBeUnlinkedIsRecordedAgainAndGoesLater) {
  const auto file = Read();
  ASSERT_TRUE(file);
  const auto away = folder_.path() / "away";
  fs::rename(file->path, away);
  fs::create_directory(file->path);  // Can't be unlinked.
  EXPECT_FALSE(writer_->RemoveOldest(*file));
  EXPECT_TRUE(fs::exists(file->path));
  fs::remove(file->path);
  fs::rename(away, file->path);
  tests::ExpectIntact(folder_.path(), writer_->size());
  ASSERT_TRUE(writer_->RemoveOldest(*file));
  EXPECT_FALSE(fs::exists(file->path));
  EXPECT_EQ(Records().size(), 2u);
  tests::ExpectIntact(folder_.path(), writer_->size());
}

TEST_F(RetentionTest, AFullDiskWithinARemovalLosesNothing) {
  const auto file = Read();
  ASSERT_TRUE(file);
  int failures = 0;
  for (std::uint64_t room = 0; fs::exists(file->path); room += 100) {
    ASSERT_LT(room, 10'000u);
    const std::uint64_t size = writer_->size();
    {
      const tests::FullDisk disk(fs::file_size(files().back()) + room);
      if (writer_->RemoveOldest(*file)) break;
    }
    ++failures;
    EXPECT_TRUE(fs::exists(file->path));
    EXPECT_GE(writer_->size(), size);
    tests::ExpectIntact(folder_.path(), writer_->size());
    Open();
  }
  EXPECT_GT(failures, 5);
  EXPECT_FALSE(fs::exists(file->path));
  tests::ExpectIntact(folder_.path(), writer_->size());
}

}  // namespace
}  // namespace answerbox::daemon
