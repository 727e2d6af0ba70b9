// A state directory for tests of attackers who can write to the disk.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "daemon/audit/key_files.h"
#include "daemon/audit/log_writer.h"
#include "daemon/error.h"
#include "protocol/audit/log_folder.h"
#include "tests/daemon/audit/sample_log.h"

namespace answerbox::daemon {

// A state directory with a log of several files, as a stopped daemon leaves it.
// A copy of it was made while it was written. Later a head and the public key
// were kept elsewhere.
class Box {
 public:
  Box() {
    std::filesystem::create_directory(state());
    LogOptions options = Options();
    options.clock = tests::StepClock();
    {
      auto writer = LogWriter::Open(options);
      tests::AppendSamples(*writer, 12);
      EXPECT_TRUE(writer->AppendHead());
    }
    std::filesystem::copy(state(), older(),
                          std::filesystem::copy_options::recursive);
    auto writer = LogWriter::Open(options);
    tests::AppendSamples(*writer, 8);
    EXPECT_TRUE(writer->AppendHead());
    kept_ = writer->head()->Text();
    tests::AppendSamples(*writer, 9);
    EXPECT_TRUE(writer->End());
    tests::WriteFile(public_key(), tests::ReadFile(audit() / kPublicKeyFile));
    auto key = LoadSigningKey(audit());
    EXPECT_TRUE(key && *key);
    key_.emplace(std::move(**key));
  }

  // Copies the other box's files.
  Box(const Box& other) : kept_(other.kept_), key_(other.key_) {
    std::filesystem::copy(other.state(), state(),
                          std::filesystem::copy_options::recursive);
    std::filesystem::copy(other.public_key(), public_key());
  }
  Box& operator=(const Box&) = delete;

  // Small files: about four records each.
  [[nodiscard]] LogOptions Options() const {
    LogOptions options;
    options.folder = audit();
    options.file_bytes = 4096;
    return options;
  }
  [[nodiscard]] std::filesystem::path state() const {
    return folder_.path() / "state";
  }
  [[nodiscard]] std::filesystem::path older() const {
    return folder_.path() / "older";
  }
  [[nodiscard]] std::filesystem::path audit() const {
    return state() / "audit";
  }
  [[nodiscard]] std::filesystem::path head_file() const {
    return state() / kKeptHeadFile;
  }
  [[nodiscard]] std::filesystem::path public_key() const {
    return folder_.path() / "box.pub";
  }
  [[nodiscard]] const std::string& kept() const { return kept_; }
  [[nodiscard]] const SigningKey& key() const { return *key_; }

  [[nodiscard]] std::vector<std::filesystem::path> Files() const {
    return *ListLogFiles(audit());
  }
  [[nodiscard]] std::filesystem::path Last() const { return Files().back(); }

  // The bytes of the files, by name. A log that was set aside is in `folder`.
  [[nodiscard]] std::map<std::string, std::string> Content(
      const std::filesystem::path& folder) const {
    std::map<std::string, std::string> content;
    for (const std::filesystem::path& path : *ListLogFiles(folder)) {
      content[path.filename()] = tests::ReadFile(path);
    }
    return content;
  }

 private:
  const tests::TemporaryFolder folder_;
  std::string kept_;
  std::optional<SigningKey> key_;
};

}  // namespace answerbox::daemon
