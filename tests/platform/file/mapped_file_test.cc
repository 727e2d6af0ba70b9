#include "platform/file/mapped_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/platform/file/temporary_folder.h"

namespace answerbox::platform {
namespace {

using tests::TemporaryFolder;

std::string Text(const MappedFile& file) {
  const auto bytes = file.bytes();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(MappedFileTest, ShowsTheFilesBytes) {
  const TemporaryFolder folder;
  for (const std::size_t size : {1u, 4095u, 4096u, 4097u, 100000u}) {
    const std::string content(size, 'x');
    tests::WriteFile(folder.path() / "file", content);
    auto file = MappedFile::Open(folder.path() / "file");
    ASSERT_TRUE(file);
    EXPECT_EQ(Text(*file), content);
  }
}

TEST(MappedFileTest, AnEmptyFileHasNoBytes) {
  const TemporaryFolder folder;
  tests::WriteFile(folder.path() / "file", "");
  auto file = MappedFile::Open(folder.path() / "file");
  ASSERT_TRUE(file);
  EXPECT_TRUE(file->bytes().empty());
  file->Release();
}

TEST(MappedFileTest, AMissingFileIsAnErrorThatNamesIt) {
  const TemporaryFolder folder;
  auto file = MappedFile::Open(folder.path() / "none");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code.value(), ENOENT);
  EXPECT_EQ(file.error().path, (folder.path() / "none").string());
}

TEST(MappedFileTest, AFolderIsNotAFile) {
  const TemporaryFolder folder;
  auto file = MappedFile::Open(folder.path());
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code.value(), EISDIR);
}

TEST(MappedFileTest, OutlivesTheFilesRemovalAndTheReleaseOfItsPages) {
  const TemporaryFolder folder;
  tests::WriteFile(folder.path() / "file", "still here");
  auto file = MappedFile::Open(folder.path() / "file");
  ASSERT_TRUE(file);
  std::filesystem::remove(folder.path() / "file");
  file->Release();
  EXPECT_EQ(Text(*file), "still here");
}

// Number of pages of the mapping that are in the kernel's cache; nothing if the
// kernel does not tell.
std::optional<std::size_t> ResidentPages(const MappedFile& file) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  std::vector<unsigned char> resident(file.bytes().size() / page);
  auto* const address = const_cast<std::byte*>(file.bytes().data());
  if (::mincore(address, resident.size() * page, resident.data()) != 0) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(
      std::count_if(resident.begin(), resident.end(),
                    [](unsigned char each) { return (each & 1) != 0; }));
}

// Writes the file to the disk and drops its pages.
void DropFromPageCache(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  EXPECT_EQ(::fsync(file), 0);
  EXPECT_EQ(::posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED), 0);
  ::close(file);
}

TEST(MappedFileTest, WithoutReadAheadATouchReadsOnePage) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "file";
  tests::WriteFile(path, std::string(std::size_t{16} << 20, 'x'));
  DropFromPageCache(path);
  auto file = MappedFile::Open(path);
  ASSERT_TRUE(file);
  file->SetReadAhead(ReadAhead::kNothing);
  if (ResidentPages(*file) != 0u) {
    GTEST_SKIP() << "the file system keeps its pages, or does not tell";
  }
  const volatile std::byte* const bytes = file->bytes().data();
  static_cast<void>(bytes[std::size_t{5} << 20]);
  static_cast<void>(bytes[std::size_t{11} << 20]);
  EXPECT_EQ(ResidentPages(*file), 2u);
}

TEST(MappedFileTest, MovesWithoutUnmapping) {
  const TemporaryFolder folder;
  tests::WriteFile(folder.path() / "file", "moved");
  MappedFile second;
  {
    auto first = MappedFile::Open(folder.path() / "file");
    ASSERT_TRUE(first);
    second = std::move(*first);
  }
  EXPECT_EQ(Text(second), "moved");
}

// The kernel's word for a mapping whose pages it does not drop (proc(5)).
bool IsLocked(const MappedFile& file) {
  std::ostringstream begin;
  begin << std::hex << reinterpret_cast<std::uintptr_t>(file.bytes().data())
        << '-';
  std::ifstream smaps("/proc/self/smaps");
  bool is_mapping = false;
  for (std::string line; std::getline(smaps, line);) {
    if (line.starts_with(begin.str())) is_mapping = true;
    if (is_mapping && line.starts_with("VmFlags:")) {
      return line.find(" lo") != std::string::npos;
    }
  }
  return false;
}

TEST(MappedFileTest, KeepsPagesOnceTheyWereTouched) {
  const TemporaryFolder folder;
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  tests::WriteFile(folder.path() / "file", std::string(8 * page, 'x'));
  auto file = MappedFile::Open(folder.path() / "file");
  ASSERT_TRUE(file);
  EXPECT_FALSE(IsLocked(*file));
  ASSERT_TRUE(file->KeepPages());
  EXPECT_TRUE(IsLocked(*file));
  EXPECT_EQ(Text(*file), std::string(8 * page, 'x'));
  file->Release();
  EXPECT_TRUE(IsLocked(*file));
}

}  // namespace
}  // namespace answerbox::platform
