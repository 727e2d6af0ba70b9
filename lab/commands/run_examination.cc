#include "lab/commands/run_examination.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <thread>
#include <utility>

#include "client/commands/command.h"
#include "client/input/file_contents.h"
#include "engine/text/content_id.h"
#include "lab/evaluate/corpus/trec_groups.h"
#include "lab/evaluate/corpus/trec_run.h"
#include "protocol/audit/digest.h"

namespace answerbox::lab {
namespace {

constexpr unsigned kMaxThreads = 64;

Outcome<void> CheckRuns(const ExaminedRuns& subject, const std::string& bank) {
  if (subject.runs.empty() || subject.passages.empty()) {
    return ExamUsage("--run and --passages belong together");
  }
  const auto checked = CheckRules(subject.rules);
  if (!checked) return checked;
  const auto streams = std::ranges::count(subject.runs, kStandardStream) +
                       (subject.passages == kStandardStream ? 1 : 0) +
                       (bank == kStandardStream ? 1 : 0);
  if (streams > 1) return ExamUsage("only one file can be standard input");
  return {};
}

}  // namespace

void AddBankFormat(CLI::App& command, std::string& format) {
  AddChoice<std::string>(command, "--format", format,
                         {{"auto", "auto"},
                          {"jsonl", "jsonl"},
                          {"tsv", "tsv"},
                          {"squad", "squad"}},
                         "The bank's format: auto (default), jsonl, tsv (the "
                         "published banks') or squad");
}

void AddExaminedRuns(CLI::App& command, ExaminedRuns& runs) {
  command
      .add_option("--run", runs.runs,
                  "Examine a system by what it retrieved: topic Q0 passage "
                  "rank score tag; may be given several times")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command
      .add_option("--passages", runs.passages,
                  "The passages of the runs, a JSON object a line: id, text "
                  "and, if wanted, title")
      ->type_name("FILE");
  AddBankFormat(command, runs.format);
  AddExamRules(command, runs.rules);
  AddChoice<ExamGrader>(
      command, "--grader", runs.rules.grader,
      {{"self", ExamGrader::kSelf},
       {"key", ExamGrader::kKey},
       {"auto", ExamGrader::kAuto}},
      "Who says whether a passage answers: self (how sure the engine is; "
      "default), key (the extracted answer against the key) or auto (as a "
      "collection's guard: the key of a question that has one, else self)");
  command
      .add_option("--threads", runs.threads,
                  "1 to 64 (default: those of the machine)")
      ->type_name("N")
      ->check(CLI::Range(1u, kMaxThreads).description(""));
}

Outcome<RunExamination> RunExamination::Prepare(const CommonOptions& common,
                                                const ExaminedRuns& runs,
                                                const std::string& bank) {
  const auto checked = CheckRuns(runs, bank);
  if (!checked) return checked.error();
  RunExamination examination(common, runs);
  auto read = ReadForeignBank(bank, runs.format);
  if (!read) return read.error();
  examination.bank_ = *std::move(read);
  if (runs.rules.grader == ExamGrader::kKey) {
    const BankFile& file = examination.bank_.file;
    const auto keyed = CheckKeys(file.name, file.bank);
    if (!keyed) return keyed.error();
  }
  const auto read_runs = examination.ReadRuns();
  if (!read_runs) return read_runs.error();
  return examination;
}

Outcome<void> RunExamination::ReadRuns() {
  auto input = ReadInput(subject_.passages, kMaxPassageFileBytes);
  if (!input) return input.error();
  auto passages = ParsePassages(input->name, input->contents);
  if (!passages) return passages.error();
  const engine::Sha256 of_passages = engine::ComputeSha256(input->contents);
  input->contents = {};  // Frees its memory.
  for (const std::string& path : subject_.runs) {
    const auto file = ReadInput(path, kMaxTrecFileBytes);
    if (!file) return file.error();
    auto run = ParseTrecRun(file->name, file->contents);
    if (!run) return run.error();
    runs_.push_back(*std::move(run));
    run_digests_.push_back(protocol::ToHex(engine::ComputeSha256(
        protocol::ToHex(of_passages) +
        protocol::ToHex(engine::ComputeSha256(file->contents)))));
  }
  auto indexed = PassageExam::Index(*std::move(passages));
  if (!indexed) return indexed.error();
  passages_ = *std::move(indexed);
  return {};
}

std::string RunExamination::NameOf(std::size_t run) const {
  const std::string stem =
      std::filesystem::path(subject_.runs[run]).stem().string();
  return stem.empty() ? "run" : stem;
}

ExamHeader RunExamination::HeaderOfRun(std::size_t run) const {
  ExamHeader header = HeaderOf(bank_.file, subject_.rules);
  header.run = NameOf(run);
  header.run_sha256 = run_digests_[run];
  return header;
}

Outcome<GradeBatch> RunExamination::GraderOf(std::size_t run) {
  const protocol::Bank& bank = bank_.file.bank;
  const auto taken = passages_->TakeRun(
      runs_[run], bank, static_cast<std::size_t>(subject_.rules.k));
  if (!taken) {
    Failure failure = taken.error();
    failure.message = subject_.runs[run] + ": " + failure.message;
    return failure;
  }
  const unsigned threads =
      subject_.threads > 0
          ? subject_.threads
          : std::clamp(std::thread::hardware_concurrency(), 1u, kMaxThreads);
  return ByRun(bank, *passages_, threads);
}

Outcome<ExamReport> RunExamination::Run(std::size_t run,
                                        const std::string& path,
                                        ExistingResults existing) {
  auto file =
      ResultsFile::Open(path, HeaderOfRun(run), bank_.file.bank, existing);
  if (!file) return file.error();
  const auto grade = GraderOf(run);
  if (!grade) return grade.error();
  auto report = RunExamWithProgress(common_, bank_.file.bank, *grade, *file);
  if (report) report->left_out = bank_.left_out;
  return report;
}

Outcome<ExamResults> RunExamination::Grade(std::size_t run) {
  const auto grade = GraderOf(run);
  if (!grade) return grade.error();
  std::optional<std::uint64_t> no_snapshot;
  return GradeInMemory(common_, bank_.file, HeaderOfRun(run), *grade,
                       no_snapshot);
}

}  // namespace answerbox::lab
