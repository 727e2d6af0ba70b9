#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "client/ingest/input_file.h"
#include "tests/client/scratch_folder.h"

namespace answerbox::client {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> Names(const std::vector<FoundDocument>& documents) {
  std::vector<std::string> names;
  for (const auto& document : documents) names.push_back(document.name);
  return names;
}

std::vector<std::string> Names(const std::vector<NamedRejection>& rejections) {
  std::vector<std::string> names;
  for (const auto& rejection : rejections) names.push_back(rejection.name);
  return names;
}

WalkResult Find(const std::vector<std::filesystem::path>& paths) {
  return FindDocuments(paths);
}

WalkResult Follow(const std::filesystem::path& folder) {
  return FindDocuments({&folder, 1}, PictureFiles::kLeftOut,
                       FolderLinks::kFollowedWithin);
}

TEST(FileWalk, NamesFilesByTheirPathWithinTheFolder) {
  const ScratchFolder folder;
  for (const char* name : {"b.md", "a/z.txt", "a/b/c.html", "c.pdf"}) {
    folder.Write(name, "x");
  }
  const WalkResult found = Find({folder.path()});
  EXPECT_THAT(Names(found.documents),
              ElementsAre("b.md", "c.pdf", "a/z.txt", "a/b/c.html"));
  EXPECT_EQ(found.documents[0].format, Format::kMarkdown);
  EXPECT_EQ(found.documents[0].bytes, 1u);
}

TEST(FileWalk, NamesAFileGivenDirectlyByItsBaseName) {
  const ScratchFolder folder;
  const auto path = folder.Write("a/b.md", "x");
  EXPECT_THAT(Names(Find({path}).documents), ElementsAre("b.md"));
}

TEST(FileWalk, PicturesAreDocumentsForThoseWhoAskForTheirText) {
  const ScratchFolder folder;
  folder.Write("letter.png", "x");
  const std::vector<std::filesystem::path> paths = {folder.path()};
  EXPECT_THAT(Names(FindDocuments(paths, PictureFiles::kTaken).documents),
              ElementsAre("letter.png"));
  EXPECT_THAT(Names(Find(paths).skipped), ElementsAre("letter.png"));
  const WalkResult named = Find({folder.path() / "letter.png"});
  ASSERT_EQ(named.refused.size(), 1u);
  EXPECT_EQ(named.refused[0].rejection.reason, RejectionReason::kUnknownFormat);
  EXPECT_THAT(named.refused[0].rejection.message, HasSubstr("--ocr eng"));
}

TEST(FileWalk, SkipsHiddenAndUnknownFilesInFolders) {
  const ScratchFolder folder;
  for (const char* name : {".git/a.md", ".b.md", "c.pptx", "README"}) {
    folder.Write(name, "x");
  }
  const WalkResult found = Find({folder.path()});
  EXPECT_THAT(found.documents, IsEmpty());
  EXPECT_THAT(found.refused, IsEmpty());
  EXPECT_THAT(Names(found.skipped),
              ElementsAre(".b.md", ".git", "README", "c.pptx"));
}

TEST(FileWalk, RefusesAnUnknownFileGivenDirectly) {
  const ScratchFolder folder;
  const WalkResult found = Find({folder.Write("a.pptx", "x")});
  ASSERT_EQ(found.refused.size(), 1u);
  EXPECT_EQ(found.refused[0].rejection.reason, RejectionReason::kUnknownFormat);
}

TEST(FileWalk, RefusesWhatIsNotThere) {
  const WalkResult found = Find({"/nonexistent/a.md"});
  ASSERT_EQ(found.refused.size(), 1u);
  EXPECT_EQ(found.refused[0].name, "/nonexistent/a.md");
  EXPECT_THAT(found.refused[0].rejection.message, HasSubstr("no such file"));
}

TEST(FileWalk, RefusesTheLaterOfTwoFilesWithOneName) {
  const ScratchFolder folder;
  const auto first = folder.Write("x/a.md", "1");
  const auto second = folder.Write("y/a.md", "2");
  const WalkResult found = Find({first, second});
  EXPECT_EQ(found.documents.size(), 1u);
  ASSERT_EQ(found.refused.size(), 1u);
  EXPECT_EQ(found.refused[0].rejection.reason, RejectionReason::kDuplicateName);
  EXPECT_THAT(found.refused[0].rejection.message, HasSubstr(first.string()));
}

TEST(FileWalk, SkipsAFileGivenTwice) {
  const ScratchFolder folder;
  const auto path = folder.Write("a.md", "1");
  const WalkResult found = Find({path, path});
  EXPECT_EQ(found.documents.size(), 1u);
  EXPECT_EQ(found.skipped.size(), 1u);
}

TEST(FileWalk, EntersNoFolderTwice) {
  const ScratchFolder folder;
  folder.Write("a/b.md", "x");
  std::filesystem::create_directory_symlink("..", folder.path() / "a/loop");
  std::filesystem::create_directory_symlink("loop", folder.path() / "loop");
  const WalkResult found = Follow(folder.path());
  EXPECT_THAT(Names(found.documents), ElementsAre("a/b.md"));
  EXPECT_THAT(Names(found.skipped), ElementsAre("a/loop"));
  EXPECT_THAT(Names(found.refused), ElementsAre("loop"));
}

TEST(FileWalk, RefusesLinksInFolders) {
  const ScratchFolder folder;
  folder.Write("sub/real.md", "x");
  std::filesystem::create_symlink("sub/real.md", folder.path() / "a.md");
  std::filesystem::create_directory_symlink("sub", folder.path() / "b");
  std::filesystem::create_symlink("sub/real.md", folder.path() / "c.bin");
  const WalkResult found = Find({folder.path()});
  EXPECT_THAT(Names(found.documents), ElementsAre("sub/real.md"));
  EXPECT_THAT(Names(found.refused), ElementsAre("a.md", "b"));
  EXPECT_THAT(Names(found.skipped), ElementsAre("c.bin"));
  EXPECT_EQ(found.refused[0].rejection.reason, RejectionReason::kLink);
  EXPECT_THAT(found.refused[0].rejection.message, HasSubstr("--follow"));
}

TEST(FileWalk, FollowsALinkThatIsNamed) {
  const ScratchFolder folder;
  folder.Write("sub/real.md", "x");
  std::filesystem::create_symlink("sub/real.md", folder.path() / "a.md");
  std::filesystem::create_directory_symlink("sub", folder.path() / "b");
  EXPECT_THAT(
      Names(Find({folder.path() / "a.md", folder.path() / "b"}).documents),
      ElementsAre("a.md", "real.md"));
}

TEST(FileWalk, FollowsNoLinkOutOfTheNamedFolder) {
  const ScratchFolder folder;
  folder.Write("secret.md", "x");
  folder.Write("docs-of-others/secret.md", "x");
  folder.Write("docs/real.md", "x");
  const auto docs = folder.path() / "docs";
  std::filesystem::create_symlink("../secret.md", docs / "a.md");
  std::filesystem::create_symlink(folder.path() / "secret.md", docs / "b.md");
  std::filesystem::create_directory_symlink("..", docs / "c");
  std::filesystem::create_directory_symlink("../docs-of-others", docs / "d");
  std::filesystem::create_symlink("real.md", docs / "e.md");
  const WalkResult found = Follow(docs);
  EXPECT_THAT(Names(found.documents), ElementsAre("e.md", "real.md"));
  EXPECT_THAT(Names(found.refused), ElementsAre("a.md", "b.md", "c", "d"));
  EXPECT_EQ(found.refused[0].rejection.reason, RejectionReason::kLink);
}

TEST(FileWalk, FollowsLinksWithinTheFolderIfAsked) {
  const ScratchFolder folder;
  folder.Write("real.bin", "x");
  std::filesystem::create_symlink("real.bin", folder.path() / "a.md");
  std::filesystem::create_symlink("nowhere", folder.path() / "b.md");
  const WalkResult found = Follow(folder.path());
  EXPECT_THAT(Names(found.documents), ElementsAre("a.md"));
  ASSERT_EQ(found.refused.size(), 1u);
  EXPECT_THAT(found.refused[0].rejection.message, HasSubstr("leads nowhere"));
}

TEST(FileWalk, RefusesNamesTheDaemonWouldRefuse) {
  const ScratchFolder folder;
  folder.Write("a\nb.md", "x");
  folder.Write("c\xFF.md", "x");
  const WalkResult found = Find({folder.path()});
  EXPECT_THAT(found.documents, IsEmpty());
  EXPECT_THAT(Names(found.refused), ElementsAre("a\nb.md", "c\xFF.md"));
  EXPECT_EQ(found.refused[0].rejection.reason, RejectionReason::kBadName);
}

TEST(FileWalk, RefusesAFifoWithoutOpeningIt) {
  const ScratchFolder folder;
  ASSERT_EQ(mkfifo((folder.path() / "a.md").c_str(), 0600), 0);
  const WalkResult found = Find({folder.path()});
  ASSERT_EQ(found.refused.size(), 1u);
  EXPECT_EQ(found.refused[0].rejection.reason, RejectionReason::kNotAFile);
}

}  // namespace
}  // namespace answerbox::client
