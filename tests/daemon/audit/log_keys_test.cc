// The keys of a log: changed, exchanged, damaged, brought back.
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "daemon/audit/key_files.h"
#include "daemon/audit/log_writer.h"
#include "daemon/error.h"
#include "platform/file/file_writer.h"
#include "protocol/audit/verifier.h"
#include "tests/daemon/audit/sample_log.h"

namespace answerbox::daemon {
namespace {

using tests::AppendSamples;
using tests::DamageLine;
using tests::ExpectIntact;
using tests::ReadFile;
using tests::ReadLogFiles;
using tests::SampleOptions;
using tests::TemporaryFolder;
using tests::WithRecord;

TEST(LogKeysTest, ANewKeyIsVouchedForByTheOldOne) {
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

// Somebody has a copy of a key that was replaced since.
TEST(LogKeysTest, AKeyThatWasReplacedDoesNotComeBack) {
  const TemporaryFolder folder;
  const auto key_file = folder.path() / kSigningKeyFile;
  const auto path = folder.path() / LogFileName(0);
  std::string old_key;
  std::string old_pem;
  {
    auto writer = LogWriter::Open(SampleOptions(folder.path()));
    ASSERT_TRUE(writer);
    old_key = ReadFile(key_file);
    old_pem = ReadFile(folder.path() / kPublicKeyFile);
    ASSERT_TRUE(writer->RotateKey());
    AppendSamples(*writer, 2);
  }
  const auto key = PublicKey::Parse(old_pem);
  ASSERT_TRUE(key);
  const std::string text = WithRecord(
      ReadFile(path), KeyBody({key->der(), {}, {}}, TimeMembers({})));
  tests::WriteFile(path, text);
  tests::WriteFile(key_file, old_key);
  Verifier verifier{{*key}};
  const auto finding = verifier.ReadFile(text);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->damage, Damage::kUntrusted);
  const auto writer = LogWriter::Open(SampleOptions(folder.path()));
  ASSERT_TRUE(writer);
  EXPECT_EQ(writer->evidence().size(), 1u);
}

TEST(LogKeysTest, AHeadByAKeyThatWasReplacedIsNotTrusted) {
  const TemporaryFolder folder;
  auto writer = LogWriter::Open(SampleOptions(folder.path()));
  ASSERT_TRUE(writer);
  const auto old_key = LoadSigningKey(folder.path());
  ASSERT_TRUE(old_key && *old_key);
  ASSERT_TRUE(writer->RotateKey());
  const std::string text = ReadFile(folder.path() / LogFileName(0));
  Verifier whole{{}};
  ASSERT_FALSE(whole.ReadFile(text));
  const auto head = SignHead(**old_key, writer->log(), whole.size(),
                             WallText(RecordTime{}), whole.chain().tree.Root());
  ASSERT_TRUE(head);
  Verifier verifier{{}};
  const auto finding = verifier.ReadFile(WithRecord(text, HeadBody(*head)));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->damage, Damage::kUntrusted);
  Verifier with_head{{}};
  with_head.Expect(*head);
  const auto other = with_head.ReadFile(text);
  ASSERT_TRUE(other);
  EXPECT_EQ(other->damage, Damage::kUntrusted);
}

// After the failure, the log may name another key than the stored one.
TEST(LogKeysTest, ANewKeyThatCanNotBeStoredCostsTheLogNothing) {
  for (const char* name : {kSigningKeyFile, kPublicKeyFile}) {
    const TemporaryFolder folder;
    auto writer = LogWriter::Open(SampleOptions(folder.path()));
    ASSERT_TRUE(writer);
    AppendSamples(*writer, 2);
    const auto in_the_way =
        folder.path() / (std::string(name) + platform::AtomicFile::kSuffix);
    std::filesystem::create_directories(in_the_way / "full");
    EXPECT_FALSE(writer->RotateKey());
    EXPECT_TRUE(writer->is_broken());
    std::filesystem::remove_all(in_the_way);
    ASSERT_TRUE(writer->DropUnsynced());
    writer = LogWriter::Open(SampleOptions(folder.path()));
    ASSERT_TRUE(writer);
    EXPECT_TRUE(writer->evidence().empty()) << writer->evidence()[0].message;
    AppendSamples(*writer, 2);
    ASSERT_TRUE(writer->End());
    ExpectIntact(folder.path(), writer->size());
    writer = LogWriter::Open(SampleOptions(folder.path()));
    ASSERT_TRUE(writer);
    EXPECT_TRUE(writer->evidence().empty()) << writer->evidence()[0].message;
  }
}

TEST(LogKeysTest, AKeyThatWasExchangedIsNotTrusted) {
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
  EXPECT_EQ(writer->evidence().size(), 1u);
  ASSERT_TRUE(writer->AppendHead());
  Verifier verifier{{*old_key}};
  const auto finding = verifier.ReadFile(ReadLogFiles(folder.path()).at(0));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->damage, Damage::kUntrusted);
}

// Puts another key in the place of the log's and damages the log too.
void ExpectKeySetAside(
    const std::function<void(const std::filesystem::path&)>& damage) {
  const TemporaryFolder folder;
  {
    auto writer = LogWriter::Open(SampleOptions(folder.path()));
    ASSERT_TRUE(writer);
    AppendSamples(*writer, 2);
    ASSERT_TRUE(writer->End());
  }
  const auto other = SigningKey::Generate();
  ASSERT_TRUE(other);
  ASSERT_TRUE(StoreSigningKey(folder.path(), *other));
  damage(folder.path());
  const auto writer = LogWriter::Open(SampleOptions(folder.path()));
  ASSERT_TRUE(writer) << writer.error().message;
  ASSERT_EQ(writer->evidence().size(), 1u);
  EXPECT_NE(writer->evidence()[0].message.find(other->public_key().id()),
            std::string::npos)
      << writer->evidence()[0].message;
  EXPECT_EQ(ReadFile(folder.path() / "evidence-1" / kSigningKeyFile),
            SigningKeyText(*other));
  const auto key = LoadSigningKey(folder.path());
  ASSERT_TRUE(key && *key);
  EXPECT_NE((*key)->public_key().id(), other->public_key().id());
}

TEST(LogKeysTest, AKeyThatWasExchangedIsNotUsedForADamagedLog) {
  ExpectKeySetAside([](const std::filesystem::path& folder) {
    std::string text = ReadFile(folder / LogFileName(0));
    DamageLine(text, 1);
    tests::WriteFile(folder / LogFileName(0), text);
  });
  for (const std::string& name : {std::string(kKeptHeadFile), LogFileName(0)}) {
    ExpectKeySetAside([&](const std::filesystem::path& folder) {
      std::filesystem::remove(folder / name);
    });
  }
}

TEST(LogKeysTest, TheKeyOfADamagedLogSignsTheNextOne) {
  const TemporaryFolder folder;
  {
    auto writer = LogWriter::Open(SampleOptions(folder.path()));
    ASSERT_TRUE(writer);
    AppendSamples(*writer, 2);
  }
  const std::string key = ReadFile(folder.path() / kSigningKeyFile);
  std::filesystem::remove(folder.path() / kKeptHeadFile);
  const auto writer = LogWriter::Open(SampleOptions(folder.path()));
  ASSERT_TRUE(writer);
  EXPECT_EQ(writer->evidence().size(), 1u);
  EXPECT_EQ(ReadFile(folder.path() / kSigningKeyFile), key);
}

}  // namespace
}  // namespace answerbox::daemon
