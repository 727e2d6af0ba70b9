#include "daemon/collections/files/stored_segment.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <sstream>

#include "engine/index/writing/segment_builder.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::daemon {
namespace {

using engine::Profile;

constexpr std::uint64_t kNumber = 7;

void WriteSegment(const std::filesystem::path& folder, int documents) {
  auto file = SegmentFile::Create(folder, kNumber);
  ASSERT_TRUE(file);
  engine::SegmentBuilder builder(Profile::kDefault, {}, **file);
  for (int i = 0; i < documents; ++i) {
    const std::string text = "Document " + std::to_string(i) + " is kept.";
    ASSERT_TRUE(builder.Add("d" + std::to_string(i),
                            engine::ComputeSha256(text), {text, {}, {}}));
  }
  ASSERT_TRUE(builder.Finish());
  (*file)->Keep();
  ASSERT_TRUE((*file)->Finish());
}

// The resident part of the mapping that begins with `bytes`, as the kernel
// counts it.
std::uint64_t ResidentKib(std::span<const std::byte> bytes) {
  std::ostringstream begin;
  begin << std::hex << reinterpret_cast<std::uintptr_t>(bytes.data()) << '-';
  std::ifstream maps("/proc/self/smaps");
  bool found = false;
  for (std::string line; std::getline(maps, line);) {
    found = found || line.starts_with(begin.str());
    if (found && line.starts_with("Rss:")) return std::stoull(line.substr(4));
  }
  ADD_FAILURE() << "no mapping at " << begin.str();
  return 0;
}

// The kernel also maps up to 64 KiB of pages around a touched page, if they are
// in its cache.
TEST(StoredSegment, IsOpenedByReadingItsEndAlone) {
  const tests::TemporaryFolder folder;
  WriteSegment(folder.path(), 20000);
  const auto segment = OpenStoredSegment(folder.path(), kNumber);
  ASSERT_TRUE(segment);
  EXPECT_GT((*segment)->file.bytes().size(), 2u << 20);
  EXPECT_LE(ResidentKib((*segment)->file.bytes()), 64u);
}

TEST(StoredSegment, FindsEachDocumentByItsName) {
  const tests::TemporaryFolder folder;
  WriteSegment(folder.path(), 100);
  const auto segment = OpenStoredSegment(folder.path(), kNumber);
  ASSERT_TRUE(segment);
  engine::DocumentSet removed(100);
  removed.Insert(42);
  for (engine::DocumentNumber i = 0; i < 100; ++i) {
    const auto found =
        FindLiveDocument(**segment, removed, "d" + std::to_string(i));
    ASSERT_TRUE(found);
    if (i == 42) {
      EXPECT_FALSE(*found);
    } else {
      EXPECT_EQ(*found, i);
    }
  }
  EXPECT_FALSE(FindLiveDocument(**segment, removed, "d100").value());
  EXPECT_FALSE(FindLiveDocument(**segment, removed, "").value());
}

}  // namespace
}  // namespace answerbox::daemon
