#include "platform/file/uncached_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <string>

#include "platform/memory/page_memory.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::platform {
namespace {

using tests::TemporaryFolder;

TEST(UncachedFileTest, ReadsAFileOfAnySize) {
  const TemporaryFolder folder;
  const PageMemory buffer(3 * UncachedFile::kAlignment);
  for (const std::size_t size : {1u, 4095u, 4096u, 4097u, 12288u, 30000u}) {
    std::string content(size, ' ');
    for (std::size_t i = 0; i < size; ++i) {
      content[i] = static_cast<char>(i * 7 + i / 4096);
    }
    tests::WriteFile(folder.path() / "file", content);
    auto file = UncachedFile::Open(folder.path() / "file");
    ASSERT_TRUE(file);
    std::string read;
    for (std::size_t at = 0;; at += buffer.bytes().size()) {
      const auto bytes = file->Read(at, buffer.bytes());
      ASSERT_TRUE(bytes) << bytes.error().Describe();
      read.append(reinterpret_cast<const char*>(buffer.bytes().data()), *bytes);
      if (*bytes < buffer.bytes().size()) break;
    }
    EXPECT_EQ(read, content);
  }
}

TEST(UncachedFileTest, AMissingFileIsAnErrorThatNamesIt) {
  const TemporaryFolder folder;
  const auto file = UncachedFile::Open(folder.path() / "none");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code.value(), ENOENT);
}

}  // namespace
}  // namespace answerbox::platform
