// The files are read again and again, and damage is told while they are open.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <string>
#include <vector>

#include "tests/daemon/collections/store_driver.h"

namespace answerbox::daemon {
namespace {

using ::testing::HasSubstr;
using tests::ReadFile;
using tests::TemporaryFolder;

// Collects what the store tells.
class Faults {
 public:
  void Add(const Error& error) {
    const std::lock_guard lock(mutex_);
    faults_.push_back(error);
    told_.notify_all();
  }
  // Waits for the `count`th fault.
  Error Wait(std::size_t count) {
    std::unique_lock lock(mutex_);
    told_.wait(lock, [&] { return faults_.size() >= count; });
    return faults_[count - 1];
  }
  std::size_t size() {
    const std::lock_guard lock(mutex_);
    return faults_.size();
  }

 private:
  std::mutex mutex_;
  std::condition_variable told_;
  std::vector<Error> faults_;
};

class ScrubberTest : public ::testing::Test {
 protected:
  StoreOptions Options() {
    return {.state_dir = folder_.path() / "state",
            .scrub_every = std::chrono::seconds(1),
            .scrub_pause = std::chrono::milliseconds(1),
            .on_fault = [this](const Error& error) { faults_.Add(error); }};
  }
  std::filesystem::path Segment(const std::string& collection,
                                const char* extension = ".segment") const {
    for (const auto& entry : std::filesystem::directory_iterator(
             folder_.path() / "state" / "collections" / collection)) {
      if (entry.path().extension() == extension) return entry.path();
    }
    return {};
  }
  static void Flip(const std::filesystem::path& path, std::size_t at) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(static_cast<std::streamoff>(at));
    const int byte = file.get();
    file.seekp(static_cast<std::streamoff>(at));
    file.put(static_cast<char>(byte ^ 1));
  }

  const TemporaryFolder folder_;
  Faults faults_;
};

TEST_F(ScrubberTest, TellsOfEachDamagedFileOnce) {
  StoreDriver store(Options());
  ASSERT_TRUE(store.Add("a", TextOf("a"), "first"));
  ASSERT_TRUE(store.Add("b", TextOf("b"), "second"));
  ASSERT_TRUE(store.Add("c", TextOf("c"), "third"));
  Flip(Segment("second"), 10);
  const Error first = faults_.Wait(1);
  EXPECT_EQ(first.kind, ErrorKind::kCorrupt);
  EXPECT_EQ(first.subject, Segment("second").string());
  EXPECT_THAT(first.message, HasSubstr(Segment("second").string()));
  // A reading after this finds both, and tells of the new one.
  Flip(Segment("first"), 10);
  EXPECT_EQ(faults_.Wait(2).subject, Segment("first").string());
  EXPECT_EQ(faults_.size(), 2u);
}

// Collections are read in the order of their names. Once damage in "a" is told
// of, and then damage in "z", a reading has found "c" whole.
TEST_F(ScrubberTest, TellsAgainOfAFileThatWasWholeInBetween) {
  StoreDriver store(Options());
  for (const char* collection : {"a", "c", "z"}) {
    ASSERT_TRUE(store.Add("x", TextOf("x"), collection));
  }
  Flip(Segment("c"), 20);
  EXPECT_EQ(faults_.Wait(1).subject, Segment("c").string());
  Flip(Segment("c"), 20);
  Flip(Segment("a"), 20);
  EXPECT_EQ(faults_.Wait(2).subject, Segment("a").string());
  Flip(Segment("z"), 20);
  EXPECT_EQ(faults_.Wait(3).subject, Segment("z").string());
  Flip(Segment("c"), 20);
  EXPECT_EQ(faults_.Wait(4).subject, Segment("c").string());
}

TEST_F(ScrubberTest, TellsOfDamagedPagePictures) {
  StoreDriver store(Options());
  auto upload = store->Begin("drawn", "a.pdf");
  ASSERT_TRUE(upload);
  ASSERT_TRUE(upload->Append(TextOf("a"), {}, {}));
  const std::vector<protocol::PicturedPage> pages = {
      {1, "\xFF\xD8\xFF" + std::string(100, 'x'), {}}};
  ASSERT_TRUE(upload->AppendPictures(protocol::WritePagePictures(pages)));
  Waiter<DocumentSummary> added;
  store->Commit(std::move(*upload), {}, added.completion());
  EXPECT_EQ(added.Wait().value().pictures, 1u);
  ASSERT_TRUE(store.Add("b", TextOf("b"), "other"));
  Flip(Segment("drawn", ".pages"), 100);
  const Error error = faults_.Wait(1);
  EXPECT_EQ(error.kind, ErrorKind::kCorrupt);
  EXPECT_EQ(error.subject, Segment("drawn", ".pages").string());
  // Where the page begins.
  EXPECT_EQ(error.offset, 36u);
  // A second reading has begun, and tells nothing of it again.
  Flip(Segment("other"), 10);
  EXPECT_EQ(faults_.Wait(2).subject, Segment("other").string());
}

TEST_F(ScrubberTest, TellsOfAFileThatCanNotBeRead) {
  StoreDriver store(Options());
  ASSERT_TRUE(store.Add("a"));
  std::filesystem::remove(Segment("c"));
  EXPECT_EQ(faults_.Wait(1).kind, ErrorKind::kStorage);
}

}  // namespace
}  // namespace answerbox::daemon
