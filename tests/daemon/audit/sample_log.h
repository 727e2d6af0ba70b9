// Logs for tests: always the same records at the same times.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/audit/log_writer.h"
#include "protocol/audit/chain.h"
#include "protocol/audit/log_folder.h"
#include "protocol/audit/verifier.h"
#include "tests/platform/file/temporary_folder.h"

namespace answerbox::tests {

// A clock that advances by a millisecond at each reading.
class StepClock {
 public:
  daemon::RecordTime operator()() {
    ++*steps_;
    return {1'764'000'000'000'000 + *steps_ * 1000,
            static_cast<std::uint64_t>(*steps_) * 1'000'000};
  }

 private:
  std::shared_ptr<std::int64_t> steps_ = std::make_shared<std::int64_t>(0);
};

inline daemon::LogOptions SampleOptions(const std::filesystem::path& folder) {
  daemon::LogOptions options;
  options.folder = folder;
  options.head_file = folder / daemon::kKeptHeadFile;
  options.clock = StepClock();
  return options;
}

// A record with the form and size of an answer's.
inline std::string SampleBody(std::size_t number) {
  const std::string n = std::to_string(number);
  return "\"kind\":\"answer\",\"time\":\"2025-11-24T16:00:00.000000Z\","
         "\"mono_ns\":" +
         n +
         ",\"run\":\"0011223344556677\","
         "\"version\":\"0.1.0\",\"caller\":\"unix:1000\",\"collection\":"
         "\"default\","
         "\"snapshot\":17,\"segments\":[[9,4],[12,0]],\"profile\":\"default\","
         "\"arithmetic\":\"fixed\",\"deterministic\":true,\"theta\":0.45,"
         "\"runners_up\":1,\"form\":\"auto\",\"words\":60,\"answers\":1,"
         "\"question\":\"how long is vaccine number " +
         n +
         " kept?\","
         "\"confidence\":0.81,\"cites\":[[0,412,450],[1,12,95]],"
         "\"shown\":[[\"sentence\",0,[[412,450]]]],\"chunks\":["
         "[\"0f3a0f3a0f3a0f3a0f3a0f3a0f3a0f3a\",0],"
         "[\"1f3a0f3a0f3a0f3a0f3a0f3a0f3a0f3a\",0]],"
         "\"documents\":[[\"vaccine-storage.md\",\"" +
         std::string(64, 'a') + "\"]],\"latency_ns\":[512,184000,9000]}";
}

inline void AppendSamples(daemon::LogWriter& writer, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::string text = SampleBody(i);
    const std::string_view body = text;
    ASSERT_TRUE(writer.Append({&body, 1}));
  }
}

inline std::vector<std::string> ReadLogFiles(
    const std::filesystem::path& folder) {
  std::vector<std::string> texts;
  const auto files = daemon::ListLogFiles(folder);
  for (const auto& path : *files) texts.push_back(ReadFile(path));
  return texts;
}

// One file: an open record, `count` samples, a head.
inline std::string SampleLog(std::size_t count) {
  const TemporaryFolder folder;
  auto writer = daemon::LogWriter::Open(SampleOptions(folder.path()));
  if (!writer) return {};
  AppendSamples(*writer, count);
  if (!writer->AppendHead()) return {};
  return ReadLogFiles(folder.path()).at(0);
}

inline std::vector<std::string> SplitLines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n') + 1;
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

inline std::string JoinLines(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

// All records are there, and the verifier finds no fault.
inline void ExpectIntact(const std::filesystem::path& folder,
                         std::uint64_t records) {
  daemon::Verifier verifier{{}};
  for (const std::string& text : ReadLogFiles(folder)) {
    const auto finding = verifier.ReadFile(text);
    ASSERT_FALSE(finding) << finding->message;
  }
  EXPECT_FALSE(verifier.Finish());
  EXPECT_EQ(verifier.size(), records);
}

// Changes a bit of a record.
inline void DamageLine(std::string& text, std::size_t record) {
  auto lines = SplitLines(text);
  lines[record][100] ^= 1;
  text = JoinLines(lines);
}

// Chains `body` to a log of one file.
inline std::string WithRecord(const std::string& text,
                              const std::string& body) {
  const auto lines = SplitLines(text);
  const std::string_view last = lines.back();
  std::string line;
  daemon::AppendLine(lines.size(),
                     daemon::HashLine(last.substr(0, last.size() - 1)), body,
                     line);
  return text + line + "\n";
}

}  // namespace answerbox::tests
