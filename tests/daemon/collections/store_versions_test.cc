// A state directory with segments that a program of version 1 wrote.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "daemon/collections/snapshots/manifest.h"
#include "engine/index/format/checksum.h"
#include "engine/index/format/segment_footer.h"
#include "tests/daemon/collections/store_driver.h"
#include "tests/engine/index/segment_seal.h"

namespace answerbox::daemon {
namespace {

using tests::ReadFile;
using tests::WriteFile;

class StoreVersionsTest : public ::testing::Test {
 protected:
  // Writes every segment, and the manifest's sizes of them, as version 1 did.
  void MakeOld() {
    store_.Close();
    std::istringstream manifest(ReadFile(folder() / "manifest"));
    std::string text;
    for (std::string line; std::getline(manifest, line);) {
      if (line.starts_with("crc32c")) break;
      text += (line.starts_with("segment ") ? OldSegment(line) : line) + "\n";
    }
    char sum[9];
    std::snprintf(sum, sizeof sum, "%08x",
                  engine::ComputeChecksum(std::as_bytes(std::span(text))));
    WriteFile(folder() / "manifest", text + "crc32c " + sum + "\n");
  }
  std::string OldSegment(const std::string& line) {
    std::istringstream fields(line);
    std::string word, number, bytes, rest;
    fields >> word >> number >> bytes;
    std::getline(fields, rest);
    const auto file = folder() / (number + ".segment");
    const std::string now = ReadFile(file);
    const auto view = std::as_bytes(std::span(now));
    const auto old = engine::AsVersion1({view.begin(), view.end()});
    WriteFile(file, {reinterpret_cast<const char*>(old.data()), old.size()});
    return "segment " + number + " " + std::to_string(old.size()) + rest;
  }
  std::size_t OldSegments() { return store_->Collections().at(0).old_segments; }
  [[nodiscard]] std::filesystem::path folder() const {
    return folder_.path() / "state/collections/c";
  }

  tests::TemporaryFolder folder_;
  StoreDriver store_{folder_};
};

TEST_F(StoreVersionsTest, IsServedAndWrittenAnewInTheBackground) {
  const std::vector<std::string> names = {"a", "b", "c"};
  for (const std::string& name : names) ASSERT_TRUE(store_.Add(name));
  ASSERT_TRUE(store_.Remove("b"));
  EXPECT_EQ(OldSegments(), 0u);
  MakeOld();
  store_.Restart();
  EXPECT_EQ(store_.Text("a"), TextOf("a"));
  const auto give_up =
      std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (OldSegments() > 0 && std::chrono::steady_clock::now() < give_up) {
    std::this_thread::yield();
  }
  EXPECT_EQ(OldSegments(), 0u);
  EXPECT_EQ(store_.Names(), (std::vector<std::string>{"a", "c"}));
  EXPECT_EQ(store_.Text("c"), TextOf("c"));
  for (const auto& segment : store_.Pin()->segments()) {
    EXPECT_EQ(segment.stored->reader.format_version(), engine::kFormatVersion);
  }
  EXPECT_TRUE(store_.Verify());
  store_.Restart();
  EXPECT_EQ(store_.Names(), (std::vector<std::string>{"a", "c"}));
}

TEST_F(StoreVersionsTest, CountsWhatIsLeftWhereMergingHasNoMemory) {
  ASSERT_TRUE(store_.Add("a"));
  MakeOld();
  StoreOptions options{.state_dir = folder_.path() / "state"};
  options.merge_memory_bytes = 1;
  auto store = CollectionStore::Open(options);
  ASSERT_TRUE(store) << store.error().message;
  EXPECT_EQ((*store)->Collections().at(0).old_segments, 1u);
  EXPECT_EQ((*store)->Text("c", "a", 0, 10)->text, TextOf("a").substr(0, 10));
}

}  // namespace
}  // namespace answerbox::daemon
