#include "platform/file/open_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string>

#include "platform/file/appended_file.h"
#include "platform/file/directory.h"
#include "platform/file/file_writer.h"
#include "platform/file/mapped_file.h"
#include "platform/file/temporary_mapping.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::platform {
namespace {

using testing::HasSubstr;

class OpenRegularFileTest : public testing::Test {
 protected:
  const tests::TemporaryFolder folder_;
  const std::filesystem::path path_ = folder_.path() / "file";
};

TEST_F(OpenRegularFileTest, OpensAFile) {
  ASSERT_TRUE(OpenRegularFile(path_, O_WRONLY | O_CREAT | O_EXCL));
  EXPECT_TRUE(OpenRegularFile(path_, O_RDONLY));
  EXPECT_TRUE(OpenRegularFile(path_, O_RDWR | O_TRUNC));
}

TEST_F(OpenRegularFileTest, AFolderIsNone) {
  std::filesystem::create_directory(path_);
  for (const int flags : {O_RDONLY, O_WRONLY, O_RDWR | O_CREAT}) {
    const auto file = OpenRegularFile(path_, flags);
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().code.value(), EISDIR);
  }
}

TEST_F(OpenRegularFileTest, APipeIsNoneWhetherOrNotItsOtherEndIsOpen) {
  ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
  FileDescriptor other_ends;
  for (int round = 0; round < 2; ++round) {
    for (const int flags : {O_RDONLY, O_WRONLY, O_RDWR, O_RDONLY | O_CREAT,
                            O_WRONLY | O_CREAT | O_TRUNC}) {
      const auto file = OpenRegularFile(path_, flags);
      ASSERT_FALSE(file);
      EXPECT_EQ(file.error().code, FileError::kNotRegular) << flags;
      EXPECT_THAT(file.error().Describe(),
                  HasSubstr("open " + path_.string() + ": it is no regular"));
    }
    other_ends =
        FileDescriptor(::open(path_.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC));
  }
}

TEST_F(OpenRegularFileTest, ASocketIsNone) {
  const FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  ASSERT_LT(path_.native().size(), sizeof address.sun_path);
  path_.native().copy(address.sun_path, path_.native().size());
  ASSERT_EQ(::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address),
                   sizeof address),
            0);
  const auto file = OpenRegularFile(path_, O_RDONLY);
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, FileError::kNotRegular);
}

TEST_F(OpenRegularFileTest, ADeviceIsNone) {
  for (const int flags : {O_RDONLY, O_WRONLY | O_TRUNC}) {
    const auto file = OpenRegularFile("/dev/null", flags);
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().code, FileError::kNotRegular);
  }
}

// Each of these would otherwise wait for ever.
TEST_F(OpenRegularFileTest, NothingThatKeepsStateWaitsForAPipe) {
  ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
  EXPECT_EQ(MappedFile::Open(path_).error().code, FileError::kNotRegular);
  EXPECT_EQ(AppendedFile::Open(path_, 0).error().code, FileError::kNotRegular);
  EXPECT_EQ(FileWriter::Create(path_).error().code, FileError::kNotRegular);
  EXPECT_EQ(TemporaryMapping::Create(path_, 1).error().code,
            FileError::kNotRegular);
  EXPECT_EQ(DirectoryLock::Acquire(path_).error().code, FileError::kNotRegular);
  EXPECT_EQ(DirectoryLock::Holder(path_), std::nullopt);
}

}  // namespace
}  // namespace answerbox::platform
