#include "protocol/audit/evidence.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "daemon/error.h"
#include "tests/daemon/audit/attacked_box.h"

namespace answerbox::daemon {
namespace {

namespace fs = std::filesystem;
using tests::ReadFile;
using tests::TemporaryFolder;
using tests::WriteFile;

// Edits an answer in the last file.
void EditAnAnswer(const Box& box) {
  std::string text = ReadFile(box.Last());
  text.replace(text.find("vaccine number"), 7, "poisons");
  WriteFile(box.Last(), text);
}

// A power cut comes after `steps` steps of setting the log aside: found.json is
// there, then a file is moved at each step, then the kept head is copied, then
// replaced. False when there are fewer steps.
bool Interrupt(const Box& box, std::size_t steps, const KeptHead& next) {
  const fs::path part = box.audit() / "evidence-1.part";
  fs::create_directory(part);
  WriteFile(part / "found.json",
            R"({"found":"All is well.","file":"","offset":0,"head":""})");
  for (const fs::path& file : box.Files()) {
    if (steps-- == 0) return true;
    fs::rename(file, part / file.filename());
  }
  if (steps-- == 0) return true;
  fs::copy(box.head_file(), part / kKeptHeadFile);
  if (steps-- == 0) return true;
  WriteFile(part / "SHA256SUMS", "");
  EXPECT_TRUE(StoreKeptHead(box.head_file(), next));
  return steps == 0;
}

TEST(EvidenceTest, SettingAsideThatWasInterruptedIsDoneAnew) {
  const Box damaged;
  EditAnAnswer(damaged);
  const auto next = SignHead(damaged.key(), "00112233445566aa", 0,
                             WallText(RecordTime{}), Digest{}, HeadKind::kKept);
  ASSERT_TRUE(next);
  for (std::size_t steps = 0;; ++steps) {
    const Box box(damaged);
    const bool is_step =
        Interrupt(box, steps, {*next, damaged.key().public_key()});
    const auto writer = LogWriter::Open(box.Options());
    ASSERT_TRUE(writer) << writer.error().message;
    ASSERT_EQ(writer->evidence().size(), 1u) << steps;
    EXPECT_NE(writer->evidence()[0].message.find("is not what was signed"),
              std::string::npos)
        << writer->evidence()[0].message;
    const fs::path folder = box.audit() / "evidence-1";
    EXPECT_EQ(box.Content(folder), damaged.Content(damaged.audit())) << steps;
    EXPECT_EQ(ReadFile(folder / kKeptHeadFile), ReadFile(damaged.head_file()));
    EXPECT_EQ(ReadFile(box.audit() / kSigningKeyFile),
              ReadFile(damaged.audit() / kSigningKeyFile));
    EXPECT_FALSE(fs::exists(box.audit() / "evidence-1.part"));
    if (!is_step) break;
  }
}

// Somebody else made the folder.
TEST(EvidenceTest, AnUnfinishedFolderBesideAGoodLogChangesNothing) {
  const Box box;
  const fs::path part = box.audit() / "evidence-1.part";
  fs::create_directory(part);
  WriteFile(part / "found.json", "{}");
  WriteFile(part / LogFileName(0), "other");
  WriteFile(part / kKeptHeadFile, "other");
  const auto before = box.Content(box.audit());
  const auto writer = LogWriter::Open(box.Options());
  ASSERT_TRUE(writer);
  EXPECT_TRUE(writer->evidence().empty());
  EXPECT_EQ(box.Content(box.audit()), before);
}

class EvidenceFolderTest : public testing::Test {
 protected:
  [[nodiscard]] fs::path Make(unsigned number) const {
    const fs::path made =
        folder_.path() / ("evidence-" + std::to_string(number));
    fs::create_directory(made);
    fs::permissions(made, fs::perms::owner_all);
    return made;
  }
  [[nodiscard]] std::vector<Evidence> List() const {
    auto listed = ListEvidence(folder_.path());
    EXPECT_TRUE(listed);
    return std::move(*listed);
  }

  const TemporaryFolder folder_;
};

TEST_F(EvidenceFolderTest, WhatWeWouldNotWriteIsNotRepeated) {
  const fs::path found = Make(1) / "found.json";
  const std::string large(30'000'000, 'x');
  const std::string begin = "{\"found\":\"";
  const std::string end = "\",\"file\":\"a\",\"offset\":0,\"head\":\"\"";
  for (const std::string& text :
       {begin + large + end + "}", begin + end + ",\"x\":1}", begin + end,
        std::string(R"({"found":[1],"file":"a","offset":0,"head":""})"),
        std::string(R"({"found":"","file":"a","offset":-1,"head":""})")}) {
    WriteFile(found, text);
    const auto listed = List();
    ASSERT_EQ(listed.size(), 1u);
    EXPECT_NE(listed[0].message.find("can't be read"), std::string::npos);
    EXPECT_LT(listed[0].members.size(), 1000u);
  }
  WriteFile(found, begin + "A reason." + end + "}");
  EXPECT_EQ(List()[0].message, "A reason. (a, byte 0)");
}

TEST_F(EvidenceFolderTest, TheNewestFoldersAreListed) {
  const unsigned count = kMaxEvidence + 10;
  for (unsigned number = 1; number <= count; ++number) {
    static_cast<void>(Make(number));
  }
  const auto listed = List();
  ASSERT_EQ(listed.size(), kMaxEvidence);
  EXPECT_EQ(listed.front().folder, "evidence-11");
  EXPECT_EQ(listed.back().folder, "evidence-" + std::to_string(count));
}

TEST_F(EvidenceFolderTest, AFolderThatOthersMayWriteToIsNamed) {
  const fs::path made = Make(1);
  EXPECT_EQ(List()[0].message.find("may write"), std::string::npos);
  fs::permissions(made, fs::perms::all);
  EXPECT_NE(List()[0].message.find("chmod -R go-w " + made.native()),
            std::string::npos);
}

TEST_F(EvidenceFolderTest, AFreeNumberIsFoundAfterTheLargest) {
  static_cast<void>(Make(1));
  static_cast<void>(Make(999'999'999));
  static_cast<void>(Make(4'294'967'295));
  const auto key = SigningKey::Generate();
  ASSERT_TRUE(key);
  const auto head = SignHead(*key, "00112233445566aa", 0,
                             WallText(RecordTime{}), Digest{}, HeadKind::kKept);
  ASSERT_TRUE(SetLogAside(folder_.path(), folder_.path() / kKeptHeadFile,
                          {"A test says so.", "a", 0, {}}, {},
                          {*head, key->public_key()}));
  const auto listed = List();
  ASSERT_EQ(listed.size(), 3u);
  EXPECT_EQ(listed[1].folder, "evidence-2");
}

}  // namespace
}  // namespace answerbox::daemon
