// What the log tells of users and collections, from file to file.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "daemon/audit/log_writer.h"
#include "daemon/error.h"
#include "protocol/audit/known_state.h"
#include "tests/daemon/audit/sample_log.h"

namespace answerbox::daemon {
namespace {

namespace fs = std::filesystem;
using tests::AppendSamples;
using tests::ReadFile;
using tests::ReadLogFiles;
using tests::TemporaryFolder;

class LogStateTest : public testing::Test {
 protected:
  void SetUp() override {
    options_.file_bytes = 4096;
    auto writer = LogWriter::Open(options_);
    ASSERT_TRUE(writer);
    const std::string text =
        R"("kind":"change","collection":"ward","action":"add","snapshot":7})";
    const std::string_view body = text;
    ASSERT_TRUE(writer->Append({&body, 1}));
    AppendSamples(*writer, 4);
    ASSERT_TRUE(writer->AppendHead());
  }

  // Opens the log. It tells what it was told, and has nothing set aside.
  void ExpectKnown() const {
    EXPECT_TRUE(*LogWriter::ReadKnown(options_) == known_);
    const auto writer = LogWriter::Open(options_);
    ASSERT_TRUE(writer) << writer.error().message;
    EXPECT_TRUE(writer->known() == known_);
    ASSERT_TRUE(writer->evidence().empty())
        << writer->evidence().front().message;
    tests::ExpectIntact(folder_.path(), writer->size());
  }

  const TemporaryFolder folder_;
  LogOptions options_ = tests::SampleOptions(folder_.path());
  const KnownState known_{{}, {{"ward", 7}}, 0};
};

TEST_F(LogStateTest, TheLastFileAloneTellsIt) {
  {
    auto writer = LogWriter::Open(options_);
    AppendSamples(*writer, 30);
  }
  const auto files = ListLogFiles(folder_.path());
  ASSERT_GT(files->size(), 3U);
  for (const auto& file : *files) {
    if (file != files->back()) fs::remove(file);
  }
  ExpectKnown();
}

// A power cut may leave any part of the first write of a file, and the kept
// head from before.
TEST_F(LogStateTest, AFileWhoseBeginningIsTornLosesNothing) {
  // The first file gets a `state` record, too.
  ASSERT_TRUE(LogWriter::Open(options_)->AppendHead());
  const TemporaryFolder before;
  fs::copy(folder_.path(), before.path());
  LogOptions full = options_;
  full.file_bytes = 1;
  auto writer = LogWriter::Open(full);
  AppendSamples(*writer, 1);
  const fs::path begun = ListLogFiles(folder_.path())->back();
  const auto lines = tests::SplitLines(ReadFile(begun));
  ASSERT_GT(lines.size(), 2U);
  ASSERT_NE(lines[1].find("\"kind\":\"state\""), std::string::npos);
  const std::string whole = lines[0] + lines[1];
  const auto expect_known_with = [&](const std::string& text) {
    fs::remove_all(folder_.path());
    fs::copy(before.path(), folder_.path());
    tests::WriteFile(begun, text);
    // The first start mends the file, the second reads what it made of it. The
    // power may go meanwhile.
    ExpectKnown();
    if (fs::exists(begun) && fs::file_size(begun) > lines[0].size() + 10) {
      fs::resize_file(begun, fs::file_size(begun) - 10);
    }
    ExpectKnown();
    ExpectKnown();
  };
  for (std::size_t end = 0; end <= whole.size(); end += 61) {
    expect_known_with(whole.substr(0, end));
    std::string zeros = whole;
    expect_known_with(zeros.replace(0, end, end, '\0'));
    expect_known_with(whole.substr(0, end) +
                      std::string(whole.size() - end, '\0'));
    zeros = whole;
    zeros[end % whole.size()] = '\0';
    expect_known_with(zeros);
  }
}

TEST_F(LogStateTest, ItStaysIfTheLogIsBegunAnew) {
  auto writer = LogWriter::Open(
      options_,
      Disagreement{"An older file is damaged.", LogFileName(0), 0, ""});
  ASSERT_TRUE(writer);
  EXPECT_EQ(writer->evidence().size(), 1U);
  EXPECT_EQ(writer->known(), known_);
  EXPECT_EQ(*LogWriter::ReadKnown(options_), known_);
}

TEST_F(LogStateTest, ItStaysIfBeginningAnewFailsOnce) {
  fs::remove(folder_.path() / kSigningKeyFile);
  const fs::path blocked = folder_.path() / "signing.key.new";
  fs::create_directory(blocked);
  KnownState known;
  EXPECT_FALSE(LogWriter::Open(options_, {}, &known));
  fs::remove(blocked);
  const auto writer = LogWriter::Open(options_, {}, &known);
  ASSERT_TRUE(writer);
  EXPECT_EQ(writer->evidence().size(), 1U);
  EXPECT_EQ(writer->known(), known_);
}

// A power cut keeps the head of the new log's first file from the disk.
TEST_F(LogStateTest, ItStaysIfBeginningAnewIsInterrupted) {
  std::string head;
  options_.clock = [&, clock = options_.clock] {
    head = ReadFile(options_.head_file);
    return clock();
  };
  ASSERT_TRUE(LogWriter::Open(
      options_,
      Disagreement{"An older file is damaged.", LogFileName(0), 0, ""}));
  tests::WriteFile(options_.head_file, head);
  EXPECT_EQ(*LogWriter::ReadKnown(options_), known_);
  EXPECT_EQ(LogWriter::Open(options_)->known(), known_);
}

TEST_F(LogStateTest, ALongOneDoesNotFillTheFile) {
  KnownState state;
  for (int i = 0; i < 1000; ++i) {
    state.collections.emplace("collection-" + std::to_string(i), i);
  }
  const std::string text = StateBody(state, TimeMembers({}));
  const std::string_view body = text;
  {
    auto writer = LogWriter::Open(options_);
    ASSERT_TRUE(writer->Append({&body, 1}));
    AppendSamples(*writer, 2);
  }
  const std::size_t files = ReadLogFiles(folder_.path()).size();
  for (int start = 0; start < 3; ++start) {
    auto writer = LogWriter::Open(options_);
    EXPECT_EQ(writer->known(), state);
    AppendSamples(*writer, 1);
  }
  EXPECT_LE(ReadLogFiles(folder_.path()).size(), files + 2);
}

}  // namespace
}  // namespace answerbox::daemon
