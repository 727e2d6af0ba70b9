#include "client/ingest/input_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/client/scratch_folder.h"

namespace answerbox::client {
namespace {

RejectionReason ReasonFor(const std::filesystem::path& path) {
  return InputFile::Open(path).error().reason;
}

TEST(InputFile, IsReadWhole) {
  const ScratchFolder folder;
  const auto file = InputFile::Open(folder.Write("a", "text")).value();
  EXPECT_EQ(file.size(), 4u);
  EXPECT_EQ(file.ReadAll(4).value(), "text");
}

TEST(InputFile, MayBeEmpty) {
  const ScratchFolder folder;
  EXPECT_EQ(InputFile::Open(folder.Write("a", ""))->ReadAll(4).value(), "");
}

TEST(InputFile, OverTheLimitIsRefusedWithBothSizes) {
  const ScratchFolder folder;
  const auto file = InputFile::Open(folder.Write("a", "12345"));
  const auto bytes = file->ReadAll(4);
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().reason, RejectionReason::kTooLarge);
}

TEST(InputFile, ThatIsNotThereIsUnreadable) {
  const ScratchFolder folder;
  const auto file = InputFile::Open(folder.path() / "none");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().reason, RejectionReason::kUnreadable);
  EXPECT_EQ(file.error().message, "can't be read: No such file or directory");
}

TEST(InputFile, ThatGrowsIsRefused) {
  const ScratchFolder folder;
  const auto path = folder.Write("a", "text");
  const auto file = InputFile::Open(path);
  std::ofstream(path, std::ios::app) << "more";
  const auto bytes = file->ReadAll(100);
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().reason, RejectionReason::kChanged);
  EXPECT_TRUE(bytes.error().message.starts_with("grew"));
}

TEST(InputFile, ThatShrinksIsRefused) {
  const ScratchFolder folder;
  const auto path = folder.Write("a", "text");
  const auto file = InputFile::Open(path);
  std::filesystem::resize_file(path, 2);
  EXPECT_EQ(file->ReadAll(100).error().reason, RejectionReason::kChanged);
}

TEST(InputFile, ThatIsOverwrittenInPlaceIsRefused) {
  const ScratchFolder folder;
  const auto path = folder.Write("a", "text");
  const auto file = InputFile::Open(path);
  const timespec times[2] = {{0, UTIME_OMIT}, {1, 0}};
  ASSERT_EQ(utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
  EXPECT_EQ(file->CheckUnchanged().error().reason, RejectionReason::kChanged);
}

TEST(InputFile, IsNoFifoDeviceOrFolder) {
  const ScratchFolder folder;
  const auto fifo = folder.path() / "fifo";
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_EQ(ReasonFor(fifo), RejectionReason::kNotAFile);
  EXPECT_EQ(ReasonFor("/dev/zero"), RejectionReason::kNotAFile);
  EXPECT_EQ(ReasonFor(folder.path()), RejectionReason::kNotAFile);
}

TEST(InputFile, WithoutPermissionIsRefused) {
  const ScratchFolder folder;
  const auto path = folder.Write("a", "text");
  chmod(folder.path().c_str(), 0755);
  chmod(path.c_str(), 0);
  // Root can read everything, so it becomes the user nobody for a moment.
  constexpr uid_t kNobody = 65534;
  const uid_t user = geteuid();
  ASSERT_EQ(seteuid(user == 0 ? kNobody : user), 0);
  EXPECT_EQ(ReasonFor(path), RejectionReason::kUnreadable);
  ASSERT_EQ(seteuid(user), 0);
}

TEST(InputFile, WhoseFolderHasBecomeALinkIsRefused) {
  const ScratchFolder folder;
  folder.Write("others/a", "secret");
  const auto path = folder.Write("docs/sub/a", "text");
  const auto docs = std::filesystem::canonical(folder.path() / "docs");
  EXPECT_TRUE(InputFile::Open(path, docs));
  std::filesystem::remove_all(docs / "sub");
  std::filesystem::create_directory_symlink("../others", docs / "sub");
  EXPECT_EQ(InputFile::Open(path, docs).error().reason, RejectionReason::kLink);
  EXPECT_TRUE(InputFile::Open(path));
}

TEST(LoadDocument, ConvertsByFormat) {
  const ScratchFolder folder;
  const auto path = folder.Write("a.md", "# Title\n\ntext\n");
  EXPECT_EQ(LoadDocument(path, Format::kMarkdown)->text, "Title\n\ntext\n");
  EXPECT_EQ(LoadDocument(path, Format::kPlainText)->text, "# Title\n\ntext\n");
}

TEST(LoadDocument, RefusesTextFilesOver16MiBUnread) {
  const ScratchFolder folder;
  const auto path = folder.Write("a.txt", "");
  std::filesystem::resize_file(path, kMaxTextFileBytes + 1);
  const auto document = LoadDocument(path, Format::kPlainText);
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().reason, RejectionReason::kTooLarge);
  EXPECT_NE(document.error().message.find("16.0 MiB"), std::string::npos);
}

TEST(LoadDocument, SaysThatAPdfIsNone) {
  const ScratchFolder folder;
  const auto path = folder.Write("a.pdf", "text");
  EXPECT_EQ(LoadDocument(path, Format::kPdf).error().reason,
            RejectionReason::kDamaged);
}

}  // namespace
}  // namespace answerbox::client
