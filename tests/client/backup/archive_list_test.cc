#include "client/backup/archive_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "engine/text/content_id.h"
#include "protocol/audit/digest.h"

namespace answerbox::client {
namespace {

using testing::HasSubstr;

// The example of the document.
std::string ExampleText() {
  std::ifstream file(ANSWERBOX_SOURCE_DIR "/docs/state-directory.md");
  const std::string page(std::istreambuf_iterator<char>(file), {});
  const std::size_t begin = page.find("```\nanswerbox-backup 1\n") + 4;
  return page.substr(begin, page.find("```", begin) - begin);
}

ArchiveList ExampleList() {
  ArchiveList list;
  list.program = "0.1.0";
  list.time = 1'795'219'200;
  list.folders = {{"state"}, {"state/energy"}};
  list.files = {{"state/users.json", 0600, FileOwner::kDaemon,
                 "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e7304336293"
                 "8b9824",
                 5}};
  return list;
}

TEST(ArchiveListTest, WritesTheExampleOfTheDocument) {
  EXPECT_EQ(ExampleList().Text(), ExampleText());
}

TEST(ArchiveListTest, ReadsWhatItWrote) {
  ArchiveList list = ExampleList();
  list.folders.insert(list.folders.begin(),
                      {"options", 0755, FileOwner::kRoot});
  list.files.insert(list.files.begin(),
                    {"options/a b.toml", 0640, FileOwner::kShared,
                     list.files[0].sha256, kMaxArchivedBytes});
  const auto read = ParseArchiveList(list.Text());
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->Text(), list.Text());
  EXPECT_EQ(read->TotalBytes(), kMaxArchivedBytes + 5);
}

TEST(ArchiveListTest, RefusesEveryPrefixAndEveryChangedByte) {
  const std::string text = ExampleText();
  for (std::size_t i = 0; i < text.size(); ++i) {
    EXPECT_FALSE(ParseArchiveList(text.substr(0, i))) << i;
    std::string changed = text;
    changed[i] ^= 1;
    EXPECT_FALSE(ParseArchiveList(changed)) << i;
  }
}

TEST(ArchiveListTest, RefusesALineWithoutItsEnd) {
  std::string text = ExampleText();
  text.resize(text.rfind("\nsha256"));
  text += "sha256 " + protocol::ToHex(engine::ComputeSha256(text)) + "\n";
  EXPECT_FALSE(ParseArchiveList(text));
}

TEST(ArchiveListTest, RefusesWhatALaterProgramWrote) {
  for (const char* version : {"0.1.1", "0.10.0", "1.0", "0.1.0.1"}) {
    ArchiveList list = ExampleList();
    list.program = version;
    const auto read = ParseArchiveList(list.Text());
    ASSERT_FALSE(read) << version;
    EXPECT_THAT(read.error().message, HasSubstr(version));
  }
  ArchiveList list = ExampleList();
  list.program = "0.0.99";
  EXPECT_TRUE(ParseArchiveList(list.Text()));
}

TEST(ArchiveListTest, RefusesWhatHasNoFolder) {
  for (const char* path : {"state/none/a", "options/a", "state/energy"}) {
    ArchiveList list = ExampleList();
    list.files[0].path = path;
    EXPECT_FALSE(ParseArchiveList(list.Text())) << path;
  }
  for (const char* path : {"state/none/a", "state/energy", "other", "a/b"}) {
    ArchiveList list = ExampleList();
    list.folders.push_back({path});
    EXPECT_FALSE(ParseArchiveList(list.Text())) << path;
  }
  ArchiveList empty = ExampleList();
  empty.files.clear();
  EXPECT_TRUE(ParseArchiveList(empty.Text()));
  empty.folders.clear();
  EXPECT_FALSE(ParseArchiveList(empty.Text()));
}

TEST(ArchiveListTest, RefusesPathsThatLeaveTheTreesOrComeTwice) {
  for (const char* path :
       {"", "state", "state/", "/state/a", "state//a", "state/./a",
        "state/../a", "state/..", "etc/passwd", "state/a\nb", "options/a/"}) {
    EXPECT_FALSE(IsArchivable(path)) << path;
    ArchiveList list = ExampleList();
    list.files[0].path = path;
    EXPECT_FALSE(ParseArchiveList(list.Text())) << path;
  }
  EXPECT_FALSE(IsArchivable(std::string("state/a\0b", 9)));
  ArchiveList twice = ExampleList();
  twice.files.push_back(twice.files[0]);
  EXPECT_FALSE(ParseArchiveList(twice.Text()));
}

}  // namespace
}  // namespace answerbox::client
