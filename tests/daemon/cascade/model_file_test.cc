#include "daemon/cascade/model_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <future>
#include <string>
#include <thread>

#include "tests/platform/file/temporary_folder.h"

namespace answerbox::daemon {
namespace {

using State = ModelFile::State;
using testing::HasSubstr;

// What is known when the file was read, at most ten seconds later.
ModelFile::Status StatusOf(const std::filesystem::path& path) {
  const ModelFile file(path);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  ModelFile::Status status = file.status();
  while (status.state == State::kReading &&
         std::chrono::steady_clock::now() < end) {
    std::this_thread::yield();
    status = file.status();
  }
  return status;
}

TEST(ModelFileTest, TellsTheHash) {
  const tests::TemporaryFolder folder;
  tests::WriteFile(folder.path() / "model.gguf", "abc");
  const ModelFile::Status status = StatusOf(folder.path() / "model.gguf");
  EXPECT_EQ(status.state, State::kKnown);
  // FIPS 180-4's example.
  EXPECT_EQ(status.text,
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(ModelFileTest, ReadsAFileOfSeveralBlocks) {
  const tests::TemporaryFolder folder;
  tests::WriteFile(folder.path() / "model.gguf", std::string(1'000'000, 'a'));
  EXPECT_EQ(StatusOf(folder.path() / "model.gguf").text,
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(ModelFileTest, WithoutAPathNothingIsRead) {
  EXPECT_EQ(StatusOf("").state, State::kUnnamed);
}

TEST(ModelFileTest, SaysWhyAFileCannotBeRead) {
  const tests::TemporaryFolder folder;
  const ModelFile::Status missing = StatusOf(folder.path() / "missing");
  EXPECT_EQ(missing.state, State::kUnreadable);
  EXPECT_THAT(missing.text, HasSubstr("missing can't be read: No such file"));
  EXPECT_THAT(StatusOf(folder.path()).text, HasSubstr("it is not a file"));
  ASSERT_EQ(::mkfifo((folder.path() / "pipe").c_str(), 0600), 0);
  EXPECT_THAT(StatusOf(folder.path() / "pipe").text,
              HasSubstr("it is not a file"));
}

// What WhenRead tells; another thread may do it.
ModelFile::Status Awaited(ModelFile& file) {
  std::promise<ModelFile::Status> told;
  file.WhenRead(
      [&told](const ModelFile::Status& status) { told.set_value(status); });
  return told.get_future().get();
}

TEST(ModelFileTest, WhoWaitsForTheHashIsToldItOnce) {
  const tests::TemporaryFolder folder;
  tests::WriteFile(folder.path() / "model.gguf", std::string(1'000'000, 'a'));
  ModelFile file(folder.path() / "model.gguf");
  const std::string hash =
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
  EXPECT_EQ(Awaited(file).text, hash);
  EXPECT_EQ(Awaited(file).text, hash);
  ModelFile missing(folder.path() / "missing");
  EXPECT_EQ(Awaited(missing).state, State::kUnreadable);
  ModelFile unnamed({});
  EXPECT_EQ(Awaited(unnamed).state, State::kUnnamed);
}

TEST(ModelFileTest, WhoWaitsForTheHashIsToldOfAnInterruption) {
  const tests::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "huge";
  tests::WriteFile(path, "");
  std::filesystem::resize_file(path, std::uintmax_t{1} << 36);
  std::promise<ModelFile::Status> told;
  {
    ModelFile file(path);
    file.WhenRead(
        [&told](const ModelFile::Status& status) { told.set_value(status); });
    file.Interrupt();
    EXPECT_EQ(told.get_future().get().state, State::kReading);
    EXPECT_EQ(Awaited(file).state, State::kReading);
  }
}

TEST(ModelFileTest, AFileThatIsNeverReadToItsEndDoesNotKeepTheDaemon) {
  const tests::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "huge";
  tests::WriteFile(path, "");
  std::filesystem::resize_file(path, std::uintmax_t{1} << 36);
  const auto begun = std::chrono::steady_clock::now();
  { const ModelFile file(path); }
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(20));
}

}  // namespace
}  // namespace answerbox::daemon
