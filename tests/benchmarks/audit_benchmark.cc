// Benchmarks of the audit log: the records that are appended and verified per
// second, and the time to go on after a power cut. They use the disk of the
// folder TMPDIR.
#include <benchmark/benchmark.h>
#include <stdlib.h>

#include <filesystem>
#include <string>

#include "daemon/audit/audit_log.h"
#include "daemon/error.h"
#include "platform/file/mapped_file.h"
#include "protocol/audit/log_folder.h"
#include "protocol/audit/verifier.h"

namespace answerbox::daemon {
namespace {

constexpr std::size_t kRecords = 100'000;

// A record of the size of an answer with three runners-up and a hashed
// question.
const std::string& Body() {
  static const std::string body =
      "\"kind\":\"answer\",\"time\":\"2026-11-20T12:00:00.000000Z\","
      "\"mono_ns\":123456789012,\"run\":\"0011223344556677\","
      "\"version\":\"0.1.0\",\"user\":1000,\"collection\":\"default\","
      "\"snapshot\":17,\"segments\":[[9,4],[12,0]],\"profile\":\"default\","
      "\"arithmetic\":\"fixed\",\"deterministic\":true,\"theta\":0.45,"
      "\"runners_up\":3,\"form\":\"auto\",\"words\":60,\"answers\":1,"
      "\"question_hmac\":\"" +
      std::string(32, '0') +
      "\",\"confidence\":0.5604095458984375,\"cites\":["
      "[0,0,207],[0,208,319],[1,276,523],[1,557,630]],"
      "\"shown\":[[\"sentence\",0,[[0,207]]]],\"chunks\":["
      "[\"0f3a0f3a0f3a0f3a0f3a0f3a0f3a0f3a\",0],"
      "[\"1f3a0f3a0f3a0f3a0f3a0f3a0f3a0f3a\",1]],"
      "\"documents\":[[\"vaccine-storage.md\",\"" +
      std::string(64, 'a') + "\"],[\"cold-chain-faults.md\",\"" +
      std::string(64, 'b') + "\"]],\"latency_ns\":[512,184000,9000]}";
  return body;
}

class Folder {
 public:
  Folder() {
    std::string path =
        std::filesystem::temp_directory_path() / "answerbox-XXXXXX";
    if (::mkdtemp(path.data()) == nullptr) std::abort();
    path_ = path;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] AuditOptions Options(Durability durability) const {
    AuditOptions options;
    options.log.folder = path_ / "audit";
    options.durability = durability;
    return options;
  }
  [[nodiscard]] std::filesystem::path audit() const { return path_ / "audit"; }

 private:
  std::filesystem::path path_;
};

void Fill(const Folder& folder, Durability durability) {
  auto log = AuditLog::Start(folder.Options(durability));
  for (std::size_t i = 0; i < kRecords; ++i) {
    (*log)->Append(Body(), [](const Result<Recorded>&) {});
  }
}  // The destructor writes, signs and syncs all records.

void BM_AppendInGroups(benchmark::State& state) {
  for (auto _ : state) {
    const Folder folder;
    Fill(folder, Durability::kGroup);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(kRecords) *
                          state.iterations());
}
// Shows the processor time of both threads too, because the real time depends
// on the disk.
BENCHMARK(BM_AppendInGroups)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

void BM_Verify(benchmark::State& state) {
  const Folder folder;
  Fill(folder, Durability::kGroup);
  const auto files = ListLogFiles(folder.audit());
  for (auto _ : state) {
    Verifier verifier{{}};
    for (const auto& path : *files) {
      const auto file = platform::MappedFile::Open(path);
      const auto finding = verifier.ReadFile(
          {reinterpret_cast<const char*>(file->bytes().data()),
           file->bytes().size()});
      if (finding) state.SkipWithError(finding->message.c_str());
    }
    benchmark::DoNotOptimize(verifier.size());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(kRecords) *
                          state.iterations());
}
BENCHMARK(BM_Verify)->Unit(benchmark::kMillisecond)->UseRealTime();

// The last file has its greatest size.
void BM_OpenAfterAPowerCut(benchmark::State& state) {
  const Folder folder;
  AuditOptions options = folder.Options(Durability::kGroup);
  {
    auto log = AuditLog::Start(options);
    for (std::size_t i = 0; i < 9'000; ++i) {
      (*log)->Append(Body(), [](const Result<Recorded>&) {});
    }
  }
  for (auto _ : state) {
    const auto writer = LogWriter::Open(options.log);
    if (!writer) state.SkipWithError(writer.error().message.c_str());
  }
}
BENCHMARK(BM_OpenAfterAPowerCut)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace answerbox::daemon

BENCHMARK_MAIN();
