#include "daemon/audit/log_writer.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>

#include "daemon/audit/key_files.h"
#include "daemon/error.h"
#include "protocol/audit/verifier.h"
#include "tests/daemon/audit/sample_log.h"

namespace answerbox::daemon {
namespace {

using tests::AppendSamples;
using tests::ExpectIntact;
using tests::ReadFile;
using tests::ReadLogFiles;
using tests::SampleOptions;
using tests::TemporaryFolder;

// Small files of about ten records, so that there are several.
LogOptions SmallFiles(const std::filesystem::path& folder) {
  LogOptions options = SampleOptions(folder);
  options.file_bytes = 4096;
  return options;
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
  auto writer = LogWriter::Open(SmallFiles(folder.path()));
  ASSERT_TRUE(writer);
  AppendSamples(*writer, 100);
  ASSERT_TRUE(writer->AppendHead());
  EXPECT_GT(ReadLogFiles(folder.path()).size(), 5u);
  ExpectIntact(folder.path(), writer->size());
}

TEST(LogWriterTest, AFileVerifiesWithoutThoseBeforeIt) {
  const TemporaryFolder folder;
  auto writer = LogWriter::Open(SmallFiles(folder.path()));
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
  auto writer = LogWriter::Open(SmallFiles(folder.path()));
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
  auto writer = LogWriter::Open(SmallFiles(folder.path()));
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
  options.file_age = std::chrono::microseconds(20'000);
  auto writer = LogWriter::Open(options);
  ASSERT_TRUE(writer);
  AppendSamples(*writer, 100);
  EXPECT_GT(ReadLogFiles(folder.path()).size(), 3u);
}

// The evidence that a verifier of all files but the first one learns of.
std::vector<AdmittedEvidence> EvidenceOfLaterFiles(
    const std::filesystem::path& folder) {
  Verifier verifier{{}};
  const auto texts = ReadLogFiles(folder);
  for (std::size_t i = 1; i < texts.size(); ++i) {
    const auto finding = verifier.ReadFile(texts[i]);
    EXPECT_FALSE(finding) << finding->message;
  }
  return verifier.evidence();
}

TEST(LogWriterTest, LaterFilesRepeatThatTheLogWasBegunAnew) {
  const TemporaryFolder folder;
  const LogOptions options = SmallFiles(folder.path());
  ASSERT_TRUE(LogWriter::Open(options));
  std::filesystem::remove(folder.path() / kKeptHeadFile);
  // The second and third start must learn it from the first file and from a
  // later one.
  for (int start = 0; start < 3; ++start) {
    auto writer = LogWriter::Open(options);
    ASSERT_TRUE(writer);
    ASSERT_EQ(writer->evidence().size(), 1u);
    AppendSamples(*writer, start == 0 ? 1 : 10);
    ASSERT_TRUE(writer->End());
  }
  Verifier whole{{}};
  for (const std::string& text : ReadLogFiles(folder.path())) {
    ASSERT_FALSE(whole.ReadFile(text));
  }
  ASSERT_EQ(whole.evidence().size(), 1u);
  const auto later = EvidenceOfLaterFiles(folder.path());
  ASSERT_EQ(later.size(), 1u);
  EXPECT_EQ(later[0].record, whole.evidence()[0].record);
  EXPECT_EQ(later[0].evidence.folder, "evidence-1");
  EXPECT_EQ(later[0].evidence.sha256, whole.evidence()[0].evidence.sha256);
}

}  // namespace
}  // namespace answerbox::daemon
