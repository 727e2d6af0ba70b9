// What opening a log makes of one that a power cut or somebody has changed.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>

#include "daemon/audit/key_files.h"
#include "daemon/audit/log_writer.h"
#include "daemon/audit/recovery.h"
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

// Cuts the last record at several places, and ends it with bytes that a power
// cut may leave.
TEST(LogRecoveryTest, ATornEndIsSetAsideAndToldOf) {
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

TEST(LogRecoveryTest, AFileThatWasBeingBegunIsBegunAnew) {
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

// Changes the log and opens it. The old log must be kept unchanged, and a new
// log must name it.
void ExpectSetAside(const std::function<void(LogWriter&)>& write,
                    const std::function<void(std::string&)>& damage) {
  const TemporaryFolder folder;
  {
    auto writer = LogWriter::Open(SampleOptions(folder.path()));
    ASSERT_TRUE(writer);
    write(*writer);
  }
  const auto path = folder.path() / LogFileName(0);
  std::string text = ReadFile(path);
  damage(text);
  tests::WriteFile(path, text);
  const auto writer = LogWriter::Open(SampleOptions(folder.path()));
  ASSERT_TRUE(writer) << writer.error().message;
  ASSERT_EQ(writer->evidence().size(), 1u);
  EXPECT_NE(writer->evidence()[0].message.find(LogFileName(0)),
            std::string::npos);
  EXPECT_EQ(
      ReadFile(folder.path() / writer->evidence()[0].folder / LogFileName(0)),
      text);
  ExpectIntact(folder.path(), 2);
}

TEST(LogRecoveryTest, DamageThatNoPowerCutMakesBeginsANewLog) {
  ExpectSetAside([](LogWriter& writer) { AppendSamples(writer, 2500); },
                 [](std::string& text) { text[text.size() / 3] ^= 1; });
}

// A power cut could tear so little. But the first record is synced before any
// other is written, so a damaged first record is no torn end.
TEST(LogRecoveryTest, AFirstRecordThatWasChangedBeginsANewLog) {
  ExpectSetAside([](LogWriter& writer) { AppendSamples(writer, 3); },
                 [](std::string& text) { text[20] ^= 1; });
}

TEST(LogRecoveryTest, ADamagedRecordThatAHeadCoversBeginsANewLog) {
  const auto write = [](LogWriter& writer) {
    AppendSamples(writer, 3);
    ASSERT_TRUE(writer.AppendHead());
    AppendSamples(writer, 3);
  };
  for (const std::size_t record : {1u, 2u, 3u, 4u}) {
    ExpectSetAside(write, [&](std::string& text) { DamageLine(text, record); });
  }
}

TEST(LogRecoveryTest, ADamagedRecordThatNoHeadCoversIsTorn) {
  const TemporaryFolder folder;
  {
    auto writer = LogWriter::Open(SampleOptions(folder.path()));
    ASSERT_TRUE(writer);
    AppendSamples(*writer, 3);
    ASSERT_TRUE(writer->AppendHead());
    AppendSamples(*writer, 3);
  }
  const auto path = folder.path() / LogFileName(0);
  std::string text = ReadFile(path);
  DamageLine(text, 6);
  tests::WriteFile(path, text);
  const auto writer = LogWriter::Open(SampleOptions(folder.path()));
  ASSERT_TRUE(writer);
  EXPECT_TRUE(writer->evidence().empty());
}

// A power cut lost a block in the middle of a long record: the line begins and
// ends like a record.
TEST(LogRecoveryTest, ALastRecordWithABlockOfZerosIsTorn) {
  const TemporaryFolder folder;
  const auto path = folder.path() / LogFileName(0);
  {
    auto writer = LogWriter::Open(SampleOptions(folder.path()));
    ASSERT_TRUE(writer);
    AppendSamples(*writer, 2);
  }
  std::string text = ReadFile(path);
  text.replace(text.size() - 200, 50, std::string(50, '\0'));
  tests::WriteFile(path, text);
  ASSERT_TRUE(LogWriter::Open(SampleOptions(folder.path())));
  EXPECT_NE(ReadFile(path).find("\"kind\":\"recovered\""), std::string::npos);
  ExpectIntact(folder.path(), 3);
}

// Leaves a log of three records like a daemon of format `format` whose power
// was cut. There is no kept head.
Chain WriteOldLog(const std::filesystem::path& folder, const SigningKey& key,
                  std::uint64_t format) {
  Chain chain;
  chain.log = "00112233445566aa";
  std::string text;
  const auto add = [&](const std::string& body) {
    const std::size_t at = text.size();
    AppendLine(chain.tree.size(), chain.previous, body, text);
    chain.Append(HashLine(std::string_view(text).substr(at)));
    text += '\n';
  };
  add(OpenBody(
      {chain.log, key.public_key().id(), key.public_key().der(), {}, format},
      TimeMembers({})));
  for (std::size_t i = 0; i < 3; ++i) add(tests::SampleBody(i));
  const auto head = SignHead(key, chain.log, chain.tree.size(),
                             WallText(RecordTime{}), chain.tree.Root());
  EXPECT_TRUE(head);
  add(HeadBody(*head));
  tests::WriteFile(folder / LogFileName(0), text);
  return chain;
}

// Opening must name `file` and change nothing in the folder.
void ExpectOfOtherVersion(const std::filesystem::path& folder,
                          const std::filesystem::path& file) {
  const auto content = [&folder] {
    std::map<std::filesystem::path, std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      files[entry.path()] = ReadFile(entry.path());
    }
    return files;
  };
  // A public key that is missing is not written either.
  std::filesystem::remove(folder / kPublicKeyFile);
  const auto before = content();
  for (int starts = 0; starts < 2; ++starts) {
    const auto writer = LogWriter::Open(SampleOptions(folder));
    ASSERT_FALSE(writer);
    EXPECT_EQ(writer.error().kind, ErrorKind::kCorrupt);
    EXPECT_EQ(writer.error().subject, file.native());
    EXPECT_NE(writer.error().message.find(kAdviceOnOtherVersions),
              std::string::npos);
    EXPECT_EQ(content(), before);
  }
}

TEST(LogRecoveryTest, ALogOfAnotherFormatIsRefusedAndLeftAsItIs) {
  for (const std::uint64_t format : {2u, 3u, 4u, 5u, 6u}) {
    const TemporaryFolder folder;
    const auto key = SigningKey::Generate();
    ASSERT_TRUE(key);
    ASSERT_TRUE(StoreSigningKey(folder.path(), *key));
    const Chain chain = WriteOldLog(folder.path(), *key, format);
    const auto kept =
        SignHead(*key, chain.log, chain.tree.size(), WallText(RecordTime{}),
                 chain.tree.Root(), HeadKind::kKept);
    ASSERT_TRUE(kept);
    ASSERT_TRUE(StoreKeptHead(folder.path() / kKeptHeadFile,
                              {*kept, key->public_key()}));
    ExpectOfOtherVersion(folder.path(), folder.path() / LogFileName(0));
    // Format 1 of before the first release had no kept head.
    std::filesystem::remove(folder.path() / kKeptHeadFile);
    ExpectOfOtherVersion(folder.path(), folder.path() / LogFileName(0));
  }
}

// A power cut has left only the records that begin a log.
TEST(LogRecoveryTest, ABeginningOfAnotherFormatIsRefusedAndLeftAsItIs) {
  const TemporaryFolder folder;
  const auto key = SigningKey::Generate();
  ASSERT_TRUE(key);
  ASSERT_TRUE(StoreSigningKey(folder.path(), *key));
  const Chain chain = WriteOldLog(folder.path(), *key, 6);
  const auto path = folder.path() / LogFileName(0);
  const std::string text = ReadFile(path);
  tests::WriteFile(path, text.substr(0, text.find('\n') + 1));
  const auto kept = SignHead(*key, chain.log, 0, WallText(RecordTime{}),
                             MerkleTree().Root(), HeadKind::kKept);
  ASSERT_TRUE(kept);
  ASSERT_TRUE(
      StoreKeptHead(folder.path() / kKeptHeadFile, {*kept, key->public_key()}));
  ExpectOfOtherVersion(folder.path(), path);
}

TEST(LogRecoveryTest, AKeyOfAnUnreleasedFormIsRefusedAndLeftAsItIs) {
  const TemporaryFolder folder;
  const auto key = SigningKey::Generate();
  ASSERT_TRUE(key);
  tests::WriteFile(folder.path() / kSigningKeyFile, key->ToPem());
  WriteOldLog(folder.path(), *key, 1);
  ExpectOfOtherVersion(folder.path(), folder.path() / kSigningKeyFile);
}

TEST(LogRecoveryTest, WhatCanNotBeBegunAnewIsSetAsideOnce) {
  const TemporaryFolder folder;
  LogOptions options = SampleOptions(folder.path());
  {
    auto writer = LogWriter::Open(options);
    ASSERT_TRUE(writer);
    AppendSamples(*writer, 2);
    ASSERT_TRUE(writer->AppendHead());
  }
  std::filesystem::path in_the_way = options.head_file;
  in_the_way += platform::AtomicFile::kSuffix;
  const Disagreement distrust{"A test says so.", LogFileName(0), 0, {}};
  std::filesystem::create_directories(in_the_way / "full");
  EXPECT_FALSE(LogWriter::Open(options, distrust));
  EXPECT_FALSE(LogWriter::Open(options, distrust));
  std::filesystem::remove_all(in_the_way);
  const auto writer = LogWriter::Open(options, distrust);
  ASSERT_TRUE(writer) << writer.error().message;
  EXPECT_EQ(writer->evidence().size(), 1u);
}

TEST(LogRecoveryTest, AnOlderFileThatCanNotBeReadIsNotCalledChecked) {
  const TemporaryFolder folder;
  {
    LogOptions options = SampleOptions(folder.path());
    options.file_bytes = 1024;
    auto writer = LogWriter::Open(options);
    ASSERT_TRUE(writer);
    AppendSamples(*writer, 9);
  }
  const auto files = ListLogFiles(folder.path());
  ASSERT_TRUE(files);
  ASSERT_GT(files->size(), 3u);
  const auto never = [] { return false; };
  FirstLines first_lines;
  auto checked = CheckOlderFiles(*files, never, first_lines);
  ASSERT_TRUE(checked);
  EXPECT_FALSE(*checked);
  EXPECT_EQ(first_lines.size(), files->size());
  // People who keep old files elsewhere move the oldest away first.
  std::filesystem::remove(files->at(0));
  checked = CheckOlderFiles(*files, never, first_lines);
  ASSERT_TRUE(checked);
  EXPECT_FALSE(*checked);
  std::filesystem::remove(files->at(1));
  std::filesystem::create_directory(files->at(1));
  EXPECT_FALSE(CheckOlderFiles(*files, never, first_lines));
}

// The body of an `open` record that fits the log, of another format.
std::string OpenBodyOf(const Verifier& verifier, const PublicKey& key,
                       std::uint64_t format) {
  const auto peaks = verifier.chain().tree.peaks();
  return OpenBody({verifier.chain().log,
                   key.id(),
                   key.der(),
                   {peaks.begin(), peaks.end()},
                   format},
                  TimeMembers({}));
}

// Nobody may be left with a log that the daemon has signed and the verifier
// refuses.
TEST(LogRecoveryTest, AChainedRecordThatCanNotStandThereIsNotSigned) {
  const TemporaryFolder crashed;
  {
    auto writer = LogWriter::Open(SampleOptions(crashed.path()));
    ASSERT_TRUE(writer);
    AppendSamples(*writer, 2);
    ASSERT_TRUE(writer->AppendHead());
    AppendSamples(*writer, 1);
  }
  const std::string text = ReadFile(crashed.path() / LogFileName(0));
  Verifier whole{{}};
  ASSERT_FALSE(whole.ReadFile(text));
  const std::string next = std::to_string(whole.size() + 1);
  for (const std::string& body :
       {std::string(R"("kind":"open","x":1})"),
        OpenBodyOf(whole, whole.trusted()[0], kLogFormat),
        OpenBodyOf(whole, whole.trusted()[0], 99),
        std::string(R"("kind":"evidence",garbage})"),
        std::string(R"("kind":"evidence","folder":"evidence-1"})"),
        std::string(R"("kind":"gap",garbage})"),
        std::string("\"kind\":\"gap\",\"x\":\"\xFF\"}"),
        R"("kind":"gap","x":")" + std::string(kMaxLineBytes, 'x') + "\"}",
        R"("kind":"gap","x":{"seq":)" + next + R"(,"prev":"a"}})"}) {
    const TemporaryFolder folder;
    std::filesystem::copy(crashed.path(), folder.path(),
                          std::filesystem::copy_options::recursive);
    tests::WriteFile(folder.path() / LogFileName(0), WithRecord(text, body));
    auto writer = LogWriter::Open(SampleOptions(folder.path()));
    ASSERT_TRUE(writer);
    EXPECT_EQ(writer->evidence().size(), 1u) << body.substr(0, 100);
    ASSERT_TRUE(writer->End());
    ExpectIntact(folder.path(), 3);
  }
}

TEST(LogRecoveryTest, AFileOfAnotherKeyOrFormatIsNotSigned) {
  const auto other = SigningKey::Generate();
  ASSERT_TRUE(other);
  for (const bool has_other_key : {false, true}) {
    const TemporaryFolder folder;
    {
      auto writer = LogWriter::Open(SampleOptions(folder.path()));
      ASSERT_TRUE(writer);
      AppendSamples(*writer, 2);
    }
    const std::string text = ReadFile(folder.path() / LogFileName(0));
    Verifier whole{{}};
    ASSERT_FALSE(whole.ReadFile(text));
    const PublicKey& key =
        has_other_key ? other->public_key() : whole.trusted()[0];
    std::string file;
    AppendLine(whole.size(), whole.chain().previous,
               OpenBodyOf(whole, key, has_other_key ? kLogFormat : 99), file);
    file += '\n';
    tests::WriteFile(folder.path() / LogFileName(whole.size()), file);
    const auto writer = LogWriter::Open(SampleOptions(folder.path()));
    ASSERT_TRUE(writer);
    EXPECT_EQ(writer->evidence().size(), 1u);
  }
}

TEST(LogRecoveryTest, MoreRecordsThanADaemonLeavesUnsignedAreNotSigned) {
  const TemporaryFolder folder;
  const std::string text = "\"kind\":\"gap\"," + TimeMembers({}) + "}";
  const std::vector<std::string_view> bodies(4096, text);
  for (const int batches : {9, 2}) {  // Together more than 40,960 records.
    auto writer = LogWriter::Open(SampleOptions(folder.path()));
    ASSERT_TRUE(writer);
    EXPECT_TRUE(writer->evidence().empty());
    for (int i = 0; i < batches; ++i) ASSERT_TRUE(writer->Append(bodies));
  }
  const auto writer = LogWriter::Open(SampleOptions(folder.path()));
  ASSERT_TRUE(writer);
  EXPECT_EQ(writer->evidence().size(), 1u);
}

// Leaves the states of a first start that a power cut interrupted.
TEST(LogRecoveryTest, AFirstStartThatWasInterruptedIsNoDamage) {
  const TemporaryFolder whole;
  ASSERT_TRUE(LogWriter::Open(SampleOptions(whole.path())));
  const auto key = LoadSigningKey(whole.path());
  ASSERT_TRUE(key && *key);
  const SigningKey& signing_key = **key;
  const auto head = SignHead(signing_key, "00112233445566aa", 0,
                             WallText(RecordTime{}), Digest{}, HeadKind::kKept);
  ASSERT_TRUE(head);
  const std::string log = ReadFile(whole.path() / LogFileName(0));
  for (const bool has_key : {false, true}) {
    for (const std::size_t bytes :
         {std::size_t{0}, std::size_t{40}, log.size()}) {
      const TemporaryFolder folder;
      ASSERT_TRUE(StoreKeptHead(folder.path() / kKeptHeadFile,
                                {*head, signing_key.public_key()}));
      if (has_key) {
        ASSERT_TRUE(StoreSigningKey(folder.path(), signing_key));
      }
      if (bytes != 0) {
        tests::WriteFile(folder.path() / LogFileName(0), log.substr(0, bytes));
      }
      const auto writer = LogWriter::Open(SampleOptions(folder.path()));
      ASSERT_TRUE(writer) << writer.error().message;
      EXPECT_TRUE(writer->evidence().empty());
      ExpectIntact(folder.path(), 1);
      const auto used = LoadSigningKey(folder.path());
      ASSERT_TRUE(used && *used);
      EXPECT_EQ((*used)->public_key().id() == head->key, has_key);
    }
  }
}

}  // namespace
}  // namespace answerbox::daemon
