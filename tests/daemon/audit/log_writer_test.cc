#include "daemon/audit/log_writer.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>

#include "daemon/audit/verifier.h"
#include "tests/daemon/audit/sample_log.h"

namespace answerbox::daemon {
namespace {

using tests::AppendSamples;
using tests::ReadFile;
using tests::ReadLogFiles;
using tests::SampleOptions;
using tests::TemporaryFolder;

// Everything is there and nothing is wrong with it.
void ExpectIntact(const std::filesystem::path& folder, std::uint64_t records) {
  Verifier verifier{{}};
  for (const std::string& text : ReadLogFiles(folder)) {
    const auto finding = verifier.ReadFile(text);
    ASSERT_FALSE(finding) << finding->message;
  }
  EXPECT_FALSE(verifier.Finish());
  EXPECT_EQ(verifier.size(), records);
}

TEST(LogWriterTest, GoesOnWhereItEnded) {
  const TemporaryFolder folder;
  for (std::uint64_t records : {4u, 7u}) {
    auto writer = LogWriter::Open(SampleOptions(folder.path()));
    ASSERT_TRUE(writer) << writer.error().message;
    AppendSamples(*writer, 3);
    EXPECT_EQ(writer->size(), records);
    ASSERT_TRUE(writer->Sync());
  }
  ExpectIntact(folder.path(), 7);
}

TEST(LogWriterTest, KeysAreForTheOwnerAlone) {
  const TemporaryFolder folder;
  ASSERT_TRUE(LogWriter::Open(SampleOptions(folder.path() / "audit")));
  struct stat status {};
  ASSERT_EQ(
      ::stat((folder.path() / "audit" / kSigningKeyFile).c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777u, 0600u);
}

TEST(LogWriterTest, BeginsNewFilesThatFollowEachOther) {
  const TemporaryFolder folder;
  LogOptions options = SampleOptions(folder.path());
  options.file_bytes = 4096;
  auto writer = LogWriter::Open(options);
  ASSERT_TRUE(writer);
  AppendSamples(*writer, 100);
  ASSERT_TRUE(writer->AppendHead());
  EXPECT_GT(ReadLogFiles(folder.path()).size(), 5u);
  ExpectIntact(folder.path(), writer->size());
}

TEST(LogWriterTest, AFileVerifiesWithoutThoseBeforeIt) {
  const TemporaryFolder folder;
  LogOptions options = SampleOptions(folder.path());
  options.file_bytes = 4096;
  auto writer = LogWriter::Open(options);
  ASSERT_TRUE(writer);
  AppendSamples(*writer, 100);
  ASSERT_TRUE(writer->AppendHead());
  const auto texts = ReadLogFiles(folder.path());
  for (std::size_t first = 0; first < texts.size(); ++first) {
    Verifier verifier{{}};
    for (std::size_t i = first; i < texts.size(); ++i) {
      ASSERT_FALSE(verifier.ReadFile(texts[i]));
    }
    EXPECT_EQ(verifier.heads(), 1u);
  }
}

TEST(LogWriterTest, AKeptHeadThatTheFilesDoNotReachBackToIsTold) {
  const TemporaryFolder folder;
  LogOptions options = SampleOptions(folder.path());
  options.file_bytes = 4096;
  auto writer = LogWriter::Open(options);
  ASSERT_TRUE(writer);
  AppendSamples(*writer, 2);
  ASSERT_TRUE(writer->AppendHead());
  const SignedHead head = *writer->head();
  AppendSamples(*writer, 30);
  const auto texts = ReadLogFiles(folder.path());
  Verifier verifier{{}};
  verifier.Expect(head);
  ASSERT_FALSE(verifier.ReadFile(texts.back()));
  const auto finding = verifier.Finish();
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->damage, Damage::kRemoved);
  EXPECT_EQ(finding->first, head.size);
}

TEST(LogWriterTest, AFileThatIsMissingIsFound) {
  const TemporaryFolder folder;
  LogOptions options = SampleOptions(folder.path());
  options.file_bytes = 4096;
  auto writer = LogWriter::Open(options);
  ASSERT_TRUE(writer);
  AppendSamples(*writer, 30);
  const auto texts = ReadLogFiles(folder.path());
  ASSERT_GT(texts.size(), 2u);
  Verifier verifier{{}};
  ASSERT_FALSE(verifier.ReadFile(texts[0]));
  const std::uint64_t missing = verifier.size();
  const auto finding = verifier.ReadFile(texts[2]);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->damage, Damage::kRemoved);
  EXPECT_EQ(finding->first, missing);
}

TEST(LogWriterTest, BeginsANewFileWhenTheOldOneIsOld) {
  const TemporaryFolder folder;
  LogOptions options = SampleOptions(folder.path());
  options.file_age_us = 20'000;
  auto writer = LogWriter::Open(options);
  ASSERT_TRUE(writer);
  AppendSamples(*writer, 100);
  EXPECT_GT(ReadLogFiles(folder.path()).size(), 3u);
}

// Every proper prefix of the last record, and what may stand in its place.
TEST(LogWriterTest, ATornEndIsSetAsideAndToldOf) {
  const std::string last = tests::SampleBody(1);
  for (std::size_t kept = 1; kept < last.size(); kept += 37) {
    const TemporaryFolder folder;
    std::filesystem::path path;
    {
      auto writer = LogWriter::Open(SampleOptions(folder.path()));
      ASSERT_TRUE(writer);
      AppendSamples(*writer, 2);
      path = folder.path() / LogFileName(0);
    }
    const std::string whole = ReadFile(path);
    const std::size_t end = whole.rfind('\n', whole.size() - 2) + 1;
    const std::string torn =
        kept % 2 == 0 ? whole.substr(end, kept) : std::string(kept, '\0');
    tests::WriteFile(path, whole.substr(0, end) + torn);
    auto writer = LogWriter::Open(SampleOptions(folder.path()));
    ASSERT_TRUE(writer) << writer.error().message;
    const std::string text = ReadFile(path);
    EXPECT_NE(text.find("\"kind\":\"recovered\""), std::string::npos);
    EXPECT_NE(text.find("\"bytes\":" + std::to_string(kept)),
              std::string::npos);
    ExpectIntact(folder.path(), 3);
  }
}

TEST(LogWriterTest, AFileThatWasBeingBegunIsBegunAnew) {
  const TemporaryFolder folder;
  {
    auto writer = LogWriter::Open(SampleOptions(folder.path()));
    ASSERT_TRUE(writer);
    AppendSamples(*writer, 3);
  }
  tests::WriteFile(folder.path() / LogFileName(4), "{\"seq\":4,\"pre");
  auto writer = LogWriter::Open(SampleOptions(folder.path()));
  ASSERT_TRUE(writer);
  EXPECT_EQ(writer->size(), 4u);
  ExpectIntact(folder.path(), 4);
}

TEST(LogWriterTest, DamageThatNoPowerCutMakesStopsIt) {
  const TemporaryFolder folder;
  {
    auto writer = LogWriter::Open(SampleOptions(folder.path()));
    ASSERT_TRUE(writer);
    AppendSamples(*writer, 2500);
  }
  const auto path = folder.path() / LogFileName(0);
  std::string text = ReadFile(path);
  text[text.size() / 3] ^= 1;
  tests::WriteFile(path, text);
  const auto writer = LogWriter::Open(SampleOptions(folder.path()));
  ASSERT_FALSE(writer);
  EXPECT_EQ(writer.error().kind, ErrorKind::kCorrupt);
  EXPECT_EQ(ReadFile(path), text);
}

// Small enough for a power cut, but nothing follows a record that was not on
// the disk yet.
TEST(LogWriterTest, AFirstRecordThatWasChangedStopsIt) {
  const TemporaryFolder folder;
  {
    auto writer = LogWriter::Open(SampleOptions(folder.path()));
    ASSERT_TRUE(writer);
    AppendSamples(*writer, 3);
  }
  const auto path = folder.path() / LogFileName(0);
  std::string text = ReadFile(path);
  text[20] ^= 1;
  tests::WriteFile(path, text);
  const auto writer = LogWriter::Open(SampleOptions(folder.path()));
  ASSERT_FALSE(writer);
  EXPECT_EQ(writer.error().kind, ErrorKind::kCorrupt);
  EXPECT_EQ(ReadFile(path), text);
}

TEST(LogWriterTest, ADamagedRecordThatAHeadCoversStopsIt) {
  const TemporaryFolder folder;
  {
    auto writer = LogWriter::Open(SampleOptions(folder.path()));
    ASSERT_TRUE(writer);
    AppendSamples(*writer, 3);
    ASSERT_TRUE(writer->AppendHead());
    AppendSamples(*writer, 3);
  }
  const auto path = folder.path() / LogFileName(0);
  const std::string text = ReadFile(path);
  const auto lines = tests::SplitLines(text);
  const auto open_with_damage_in = [&](std::size_t record) {
    auto damaged = lines;
    damaged[record][100] ^= 1;
    tests::WriteFile(path, tests::JoinLines(damaged));
    return LogWriter::Open(SampleOptions(folder.path())).has_value();
  };
  EXPECT_FALSE(open_with_damage_in(2));
  EXPECT_TRUE(open_with_damage_in(6));
}

TEST(LogWriterTest, ANewKeyIsVouchedForByTheOldOne) {
  const TemporaryFolder folder;
  auto writer = LogWriter::Open(SampleOptions(folder.path()));
  ASSERT_TRUE(writer);
  AppendSamples(*writer, 2);
  const std::string old_pem = ReadFile(folder.path() / kPublicKeyFile);
  ASSERT_TRUE(writer->RotateKey());
  AppendSamples(*writer, 2);
  ASSERT_TRUE(writer->AppendHead());
  EXPECT_NE(ReadFile(folder.path() / kPublicKeyFile), old_pem);
  const auto old_key = PublicKey::Parse(old_pem);
  ASSERT_TRUE(old_key);
  Verifier verifier{{*old_key}};
  EXPECT_FALSE(verifier.ReadFile(ReadLogFiles(folder.path()).at(0)));
  EXPECT_EQ(verifier.trusted().size(), 2u);
  EXPECT_EQ(verifier.heads(), 3u);
}

TEST(LogWriterTest, AKeyThatWasExchangedIsNotTrusted) {
  const TemporaryFolder folder;
  {
    auto writer = LogWriter::Open(SampleOptions(folder.path()));
    ASSERT_TRUE(writer);
    AppendSamples(*writer, 2);
  }
  const auto old_key =
      PublicKey::Parse(ReadFile(folder.path() / kPublicKeyFile));
  ASSERT_TRUE(old_key);
  std::filesystem::remove(folder.path() / kSigningKeyFile);
  auto writer = LogWriter::Open(SampleOptions(folder.path()));
  ASSERT_TRUE(writer);
  Verifier verifier{{*old_key}};
  const auto finding = verifier.ReadFile(ReadLogFiles(folder.path()).at(0));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->damage, Damage::kUntrusted);
}

}  // namespace
}  // namespace answerbox::daemon
