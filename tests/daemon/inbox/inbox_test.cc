#include "daemon/inbox/inbox.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "protocol/audit/digest.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::daemon {
namespace {

namespace fs = std::filesystem;
using State = InboxEntry::State;

class InboxTest : public ::testing::Test {
 protected:
  [[nodiscard]] InboxOptions Options() const {
    return {.folder = folder_.path().native(), .spare_bytes = 0};
  }
  [[nodiscard]] std::vector<std::string> Files() const {
    std::vector<std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder_.path())) {
      if (!entry.is_directory()) files.push_back(entry.path().filename());
    }
    return files;
  }
  void Write(const fs::path& path, const std::string& text) const {
    fs::create_directories((folder_.path() / path).parent_path());
    std::ofstream(folder_.path() / path) << text;
  }
  static ErrorKind KindOf(Inbox& inbox, std::string_view name,
                          std::uint64_t bytes = 3) {
    const auto begun = inbox.Begin("guides", name, bytes);
    return begun ? ErrorKind::kInternal : begun.error().kind;
  }

  const tests::TemporaryFolder folder_;
};

TEST_F(InboxTest, PutsAWholeFileIntoTheFolderOfItsCollection) {
  Inbox inbox(Options());
  auto file = inbox.Begin("guides", "a b.pdf", 6);
  ASSERT_TRUE(file);
  for (const char* part : {"abc", "", "def"}) {
    ASSERT_TRUE((*file)->Append(part));
    EXPECT_FALSE(fs::exists(folder_.path() / "guides/a b.pdf"));
  }
  protocol::RunningDigest digest;
  digest.Add("abcdef");
  const auto sha256 = (*file)->Commit();
  ASSERT_TRUE(sha256) << sha256.error().message;
  EXPECT_EQ(*sha256, digest.Take());
  file->reset();
  EXPECT_EQ(tests::ReadFile(folder_.path() / "guides/a b.pdf"), "abcdef");
  EXPECT_EQ(Files().size(), 1u);
}

// Whatever the umask: who takes it in is another user of the group.
TEST_F(InboxTest, LetsTheGroupTakeIt) {
  const ::mode_t before = ::umask(0077);
  Inbox inbox(Options());
  auto file = inbox.Begin("guides", "a.txt", 1);
  ASSERT_TRUE(file);
  ASSERT_TRUE((*file)->Append("a"));
  ASSERT_TRUE((*file)->Commit());
  ::umask(before);
  for (const auto& [path, mode] :
       {std::pair("guides", 0770U), std::pair("guides/a.txt", 0660U)}) {
    struct stat status {};
    ASSERT_EQ(::stat((folder_.path() / path).c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, mode) << path;
  }
}

TEST_F(InboxTest, LeavesNothingOfAFileThatIsNotWhole) {
  Inbox inbox(Options());
  {
    auto file = inbox.Begin("guides", "a.txt", 2);
    ASSERT_TRUE(file);
    ASSERT_TRUE((*file)->Append("a"));
    EXPECT_EQ((*file)->Append("bc").error().subject, "too_large");
    EXPECT_EQ((*file)->Commit().error().kind, ErrorKind::kRejected);
    EXPECT_EQ(Files().size(), 1u);
  }
  EXPECT_TRUE(Files().empty());
}

TEST_F(InboxTest, RemovesWhatAnEarlierProcessWasReceiving) {
  Write(".upload-7", "half");
  Write("waits.txt", "whole");
  const Inbox inbox(Options());
  EXPECT_EQ(Files(), std::vector<std::string>{"waits.txt"});
}

TEST_F(InboxTest, ReplacesNoFileThatWaits) {
  Inbox inbox(Options());
  auto file = inbox.Begin("guides", "a.txt", 1);
  ASSERT_TRUE(file);
  ASSERT_TRUE((*file)->Append("2"));
  Write("guides/a.txt", "first");
  EXPECT_EQ(KindOf(inbox, "a.txt"), ErrorKind::kAlreadyExists);
  EXPECT_EQ((*file)->Commit().error().kind, ErrorKind::kAlreadyExists);
  EXPECT_EQ(tests::ReadFile(folder_.path() / "guides/a.txt"), "first");
}

TEST_F(InboxTest, TakesNoNameThatLeadsElsewhere) {
  Inbox inbox(Options());
  for (const char* name :
       {"", ".", "..", ".hidden", "../a.txt", "a/b.txt", "/etc/passwd",
        "a.txt.report.txt", "a\nb.txt", "\xFF.txt"}) {
    EXPECT_EQ(KindOf(inbox, name), ErrorKind::kRejected) << name;
  }
  EXPECT_EQ(KindOf(inbox, std::string(Inbox::kMaxNameBytes, 'x')),
            ErrorKind::kInternal);
  EXPECT_EQ(KindOf(inbox, std::string(Inbox::kMaxNameBytes + 1, 'x')),
            ErrorKind::kRejected);
  for (const char* collection : {"added", "refused", "..", ".taking", ""}) {
    EXPECT_FALSE(inbox.Begin(collection, "a.txt", 1)) << collection;
  }
  EXPECT_TRUE(Files().empty());
}

TEST_F(InboxTest, FollowsNoLinkInPlaceOfAFolder) {
  const tests::TemporaryFolder elsewhere;
  std::ofstream(elsewhere.path() / "a.txt.report.txt") << "secret";
  fs::create_directory_symlink(elsewhere.path(), folder_.path() / "guides");
  fs::create_directory(folder_.path() / "added");
  fs::create_directory_symlink(elsewhere.path(),
                               folder_.path() / "added/guides");
  Inbox inbox(Options());
  EXPECT_EQ(KindOf(inbox, "a.txt"), ErrorKind::kStorage);
  EXPECT_TRUE(inbox.List("guides")->empty());
}

TEST_F(InboxTest, BoundsAllThatLiesThere) {
  InboxOptions options = Options();
  options.max_file_bytes = 100;
  options.max_bytes = 150;
  options.max_files = 5;
  Inbox inbox(options);
  EXPECT_EQ(KindOf(inbox, "a.txt", 101), ErrorKind::kRejected);
  {
    // What is being received counts with all that it will have.
    const auto coming = inbox.Begin("letters", "a.txt", 100);
    ASSERT_TRUE(coming);
    EXPECT_EQ(KindOf(inbox, "b.txt", 51), ErrorKind::kLimit);
    EXPECT_EQ(KindOf(inbox, "b.txt", 50), ErrorKind::kInternal);
  }
  // What was added or refused, and its reports, close nothing.
  for (const std::string folder : {"added/guides/", "refused/guides/"}) {
    Write(folder + "kept.pdf", std::string(150, 'x'));
    for (const char* name : {"1", "2", "3", "4", "5"}) {
      Write(folder + name + ".txt.report.txt", "Added 1");
    }
  }
  Write("letters/x.pdf", std::string(60, 'x'));
  EXPECT_EQ(KindOf(inbox, "a.txt", 91), ErrorKind::kLimit);
  EXPECT_EQ(KindOf(inbox, "a.txt", 90), ErrorKind::kInternal);
  for (const char* name : {"1", "2", "3"}) {
    Write("letters/" + std::string(name), "x");
  }
  EXPECT_EQ(KindOf(inbox, "a.txt", 1), ErrorKind::kInternal);
  Write("letters/4", "x");
  EXPECT_EQ(KindOf(inbox, "a.txt", 1), ErrorKind::kLimit);
}

TEST_F(InboxTest, OneCollectionTakesHalf) {
  InboxOptions options = Options();
  options.max_file_bytes = 100;
  options.max_bytes = 200;
  options.max_files = 4;
  Inbox inbox(options);
  {
    const auto coming = inbox.Begin("guides", "a.txt", 60);
    ASSERT_TRUE(coming);
    EXPECT_EQ(KindOf(inbox, "b.txt", 41), ErrorKind::kLimit);
    EXPECT_TRUE(inbox.Begin("letters", "b.txt", 100));
  }
  Write("guides/x.pdf", "x");
  EXPECT_EQ(KindOf(inbox, "a.txt", 1), ErrorKind::kInternal);
  Write("guides/y.pdf", "y");
  const auto full = inbox.Begin("guides", "a.txt", 1);
  EXPECT_NE(full.error().message.find("guides\" that wait"), std::string::npos);
  // Refused, they wait no more.
  fs::create_directory(folder_.path() / "refused");
  fs::rename(folder_.path() / "guides", folder_.path() / "refused/guides");
  Write("refused/guides/x.pdf.report.txt", "x");
  Write("refused/guides/y.pdf.report.txt", "y");
  EXPECT_EQ(KindOf(inbox, "a.txt", 1), ErrorKind::kInternal);
}

TEST_F(InboxTest, SaysWhichPartIsFull) {
  InboxOptions options = Options();
  options.max_bytes = 100;
  options.max_files = 3;
  Inbox inbox(options);
  const auto why = [&] {
    return inbox.Begin("guides", "a.txt", 60).error().message;
  };
  Write("letters/y.pdf", std::string(60, 'y'));
  EXPECT_NE(why().find("(inbox_max_bytes): try again"), std::string::npos);
  fs::remove_all(folder_.path() / "letters");
  for (const char* name : {"1", "2", "3"}) {
    Write("letters/" + std::string(name), "x");
  }
  EXPECT_NE(why().find("(inbox_max_files): try again"), std::string::npos);
}

TEST_F(InboxTest, LeavesTheDiskRoom) {
  InboxOptions options = Options();
  options.spare_bytes = std::uint64_t{1} << 60;
  Inbox inbox(options);
  EXPECT_EQ(KindOf(inbox, "a.txt"), ErrorKind::kStorage);
}

TEST_F(InboxTest, IsNotThereWithoutAFolder) {
  Inbox none{InboxOptions()};
  EXPECT_EQ(KindOf(none, "a.txt"), ErrorKind::kNotFound);
  EXPECT_EQ(none.List("guides").error().kind, ErrorKind::kNotFound);
}

TEST_F(InboxTest, TellsWhatBecameOfFiles) {
  Write("guides/waits.txt", "text");
  Write("guides/.hidden", "text");
  Write("added/guides/one.txt.report.txt", "Added 1");
  Write("refused/guides/two.txt", "text");
  Write("refused/guides/two.txt.report.txt",
        std::string(Inbox::kMaxReportBytes + 1, 'r'));
  Write("added/letters/three.txt.report.txt", "Added 1");
  const Inbox inbox(Options());
  const auto entries = inbox.List("guides");
  ASSERT_TRUE(entries);
  ASSERT_EQ(entries->size(), 3u);
  for (const InboxEntry& entry : *entries) {
    const State state = entry.name == "waits.txt" ? State::kWaiting
                        : entry.name == "one.txt" ? State::kAdded
                                                  : State::kRefused;
    EXPECT_EQ(entry.state, state) << entry.name;
    const std::size_t bytes = state == State::kWaiting ? 0
                              : state == State::kAdded ? 7
                                                       : Inbox::kMaxReportBytes;
    EXPECT_EQ(entry.report.size(), bytes) << entry.name;
  }
}

TEST_F(InboxTest, ReadsNoReportThatIsNoFile) {
  Write("secret", "secret");
  fs::create_directories(folder_.path() / "added/guides");
  fs::create_symlink("../../secret",
                     folder_.path() / "added/guides/a.txt.report.txt");
  ASSERT_EQ(::mkfifo((folder_.path() / "added/guides/b.txt.report.txt").c_str(),
                     0600),
            0);
  EXPECT_TRUE(Inbox(Options()).List("guides")->empty());
}

TEST_F(InboxTest, ListsTheNewestOnly) {
  for (std::size_t i = 0; i < Inbox::kMaxListed + 5; ++i) {
    Write("guides/" + std::to_string(i) + ".txt", "text");
  }
  const auto old = fs::file_time_type::clock::now() - std::chrono::hours(2);
  for (const char* name : {"guides/3.txt", "guides/77.txt"}) {
    fs::last_write_time(folder_.path() / name, old);
  }
  const auto entries = Inbox(Options()).List("guides");
  ASSERT_EQ(entries->size(), Inbox::kMaxListed);
  for (const InboxEntry& entry : *entries) {
    EXPECT_NE(entry.name, "3.txt");
    EXPECT_NE(entry.name, "77.txt");
  }
}

}  // namespace
}  // namespace answerbox::daemon
