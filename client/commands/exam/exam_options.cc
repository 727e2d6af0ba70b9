#include "client/commands/exam/exam_options.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <thread>
#include <utility>

#include "client/commands/choice.h"
#include "client/commands/exam/busy_pause.h"
#include "client/commands/interruption.h"
#include "client/evaluate/corpus/trec_groups.h"
#include "client/evaluate/corpus/trec_run.h"
#include "client/exam/exam_input.h"
#include "client/terminal/human_units.h"
#include "client/terminal/progress_bar.h"
#include "engine/text/content_id.h"
#include "protocol/audit/digest.h"

namespace answerbox::client {
namespace {

constexpr unsigned kMaxThreads = 64;
constexpr std::uint64_t kMaxDaemonPassages = 20;

Failure ExamUsage(std::string message) {
  return {ExitCode::kUsage, "usage", std::move(message)};
}

std::string Now() {
  const std::time_t now =
      std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm time{};
  gmtime_r(&now, &time);
  char text[32];
  const std::size_t size =
      std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &time);
  return {text, size};
}

std::string StemOf(const std::string& path) {
  const std::string stem = std::filesystem::path(path).stem().string();
  return stem.empty() ? "run" : stem;
}

Outcome<void> CheckSubject(const ExamSubject& subject,
                           const std::string& bank) {
  if (!subject.collection.empty() && !subject.runs.empty()) {
    return ExamUsage("--collection and --run exclude each other");
  }
  if (subject.runs.empty() != subject.passages.empty()) {
    return ExamUsage("--run and --passages belong together");
  }
  if (subject.runs.empty() && subject.k > kMaxDaemonPassages) {
    return ExamUsage("-k takes 1 to 20 with a collection");
  }
  if (subject.grader == ExamGrader::kKey && subject.tau) {
    return ExamUsage("--tau is of grades, which --grader key does not give");
  }
  if (subject.grader == ExamGrader::kModel && !subject.runs.empty()) {
    return ExamUsage(
        "--grader model is of collections: the daemon asks the model");
  }
  const auto streams = std::ranges::count(subject.runs, kStandardStream) +
                       (subject.passages == kStandardStream ? 1 : 0) +
                       (bank == kStandardStream ? 1 : 0);
  if (streams > 1) return ExamUsage("only one file can be standard input");
  return {};
}

// Also keeps each question as its line of results would have it.
GradeBatch KeepQuestions(GradeBatch grade, const ResultsFile& file,
                         const protocol::Bank& bank,
                         std::vector<ResultQuestion>& kept) {
  return [grade = std::move(grade), &file, &bank, &kept](
             std::size_t first, std::size_t count) -> Outcome<GradedBatch> {
    auto batch = grade(first, count);
    if (!batch) return batch;
    for (std::size_t q = 0; q < count; ++q) {
      kept.push_back(ToResultQuestion(
          ResultLine(file.header(), bank[first + q], batch->questions[q])));
    }
    return batch;
  };
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

void AddExamSubject(CLI::App& command, ExamSubject& subject) {
  command
      .add_option("-c,--collection", subject.collection,
                  "Examine this collection (default \"default\")")
      ->type_name("NAME");
  command
      .add_option("--run", subject.runs,
                  "Examine a system instead, by what it retrieved: topic Q0 "
                  "passage rank score tag; may be given several times")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command
      .add_option("--passages", subject.passages,
                  "The passages of the runs, a JSON object a line: id, text "
                  "and, if wanted, title")
      ->type_name("FILE");
  AddBankFormat(command, subject.format);
  command
      .add_option("-k", subject.k,
                  "How many passages of a question count (default 20)")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, kMaxExamPassages).description(""));
  command
      .add_option("--tau", subject.tau,
                  "The least grade that answers, 0 to 5 (default 4)")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{0}, kMaxExamGrade).description(""));
  AddChoice<ExamGrader>(
      command, "--grader", subject.grader,
      {{"self", ExamGrader::kSelf},
       {"key", ExamGrader::kKey},
       {"auto", ExamGrader::kAuto},
       {"model", ExamGrader::kModel}},
      "Who says whether a passage answers: self (how sure the engine is; "
      "default), key (the extracted answer against the key), auto (as a "
      "collection's guard: the key of a question that has one, else self) or "
      "model (the daemon's language model, which takes seconds a passage; of a "
      "collection only)");
  command
      .add_option("--threads", subject.threads,
                  "With --run: 1 to 64 (default: those of the machine)")
      ->type_name("N")
      ->check(CLI::Range(1u, kMaxThreads).description(""));
  AddReadingOptions(command, subject.words);
}

Outcome<Examination> Examination::Prepare(const CommonOptions& common,
                                          const ExamSubject& subject,
                                          const std::string& bank) {
  const auto checked = CheckSubject(subject, bank);
  if (!checked) return checked.error();
  Examination examination(common, subject);
  if (subject.runs.empty() && subject.collection.empty()) {
    examination.subject_.collection = "default";
  }
  auto read = ReadBankFile(bank, subject.format);
  if (!read) return read.error();
  examination.bank_ = *std::move(read);
  if (subject.grader == ExamGrader::kKey) {
    const auto keyed =
        CheckKeys(examination.bank_.name, examination.bank_.bank);
    if (!keyed) return keyed.error();
  }
  const auto runs = examination.ReadRuns();
  if (!runs) return runs.error();
  return examination;
}

Outcome<void> Examination::ReadRuns() {
  if (subject_.runs.empty()) return {};
  auto input = ReadExamInput(subject_.passages, kMaxPassageFileBytes);
  if (!input) return input.error();
  auto passages = ParsePassages(input->name, input->contents);
  if (!passages) return passages.error();
  const engine::Sha256 of_passages = engine::ComputeSha256(input->contents);
  *input = {};  // Frees its memory.
  for (const std::string& path : subject_.runs) {
    const auto file = ReadExamInput(path, kMaxTrecFileBytes);
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

std::size_t Examination::subjects() const {
  return std::max<std::size_t>(subject_.runs.size(), 1);
}

std::string Examination::NameOf(std::size_t subject) const {
  return subject_.runs.empty() ? subject_.collection
                               : StemOf(subject_.runs[subject]);
}

ExamHeader Examination::HeaderOf(std::size_t subject) const {
  ExamHeader header{
      .bank_sha256 = bank_.sha256,
      .questions = bank_.bank.size(),
      .k = subject_.k,
      .tau = subject_.grader == ExamGrader::kKey ? 1 : subject_.tau.value_or(4),
      .grader = subject_.grader,
      .started = Now()};
  if (subject_.runs.empty()) {
    header.collection = subject_.collection;
  } else {
    header.run = NameOf(subject);
    header.run_sha256 = run_digests_[subject];
  }
  return header;
}

Outcome<Examination::Report> Examination::Run(std::size_t subject,
                                              const std::string& path) {
  auto file =
      ResultsFile::Open(path, HeaderOf(subject), bank_.bank,
                        subject_.overwrite ? ExistingResults::kOverwrite
                                           : ExistingResults::kContinue);
  if (!file) return file.error();
  return RunInto(subject, *file, nullptr);
}

Outcome<Examination::Graded> Examination::Grade(std::size_t subject) {
  auto file = ResultsFile::Open("", HeaderOf(subject), bank_.bank,
                                ExistingResults::kOverwrite);
  if (!file) return file.error();
  Graded graded;
  auto report = RunInto(subject, *file, &graded.questions);
  if (!report) return report.error();
  graded.header = std::move(report->header);
  graded.last_snapshot = file->snapshot();
  return graded;
}

// Grades as RunWith does; `kept`, unless null, gets the questions.
Outcome<Examination::Report> Examination::RunInto(
    std::size_t subject, ResultsFile& file, std::vector<ResultQuestion>* kept) {
  const protocol::Bank& bank = bank_.bank;
  const auto run = [&](const GradeBatch& grade) {
    return RunWith(
        kept == nullptr ? grade : KeepQuestions(grade, file, bank, *kept),
        file);
  };
  if (!subject_.runs.empty()) {
    const auto taken = passages_->TakeRun(runs_[subject], bank,
                                          static_cast<std::size_t>(subject_.k));
    if (!taken) {
      Failure failure = taken.error();
      failure.message = subject_.runs[subject] + ": " + failure.message;
      return failure;
    }
    const unsigned threads =
        subject_.threads > 0
            ? subject_.threads
            : std::clamp(std::thread::hardware_concurrency(), 1u, kMaxThreads);
    return run(ByRun(bank, *passages_, threads));
  }
  auto connection = Connect(common_);
  if (!connection) return connection.error();
  DaemonExam exam{.collection = subject_.collection,
                  .k = subject_.k,
                  .tau = file.header().tau,
                  .further = {}};
  subject_.words.AddTo(exam.further);
  if (subject_.grader == ExamGrader::kModel) exam.further["grader"] = "model";
  return run(ByDaemon(bank, exam, *connection));
}

Outcome<Examination::Report> Examination::RunWith(const GradeBatch& grade,
                                                  ResultsFile& file) {
  const std::size_t all = bank_.bank.size();
  double seconds = 0.0;
  std::size_t last = file.resumed();
  ProgressBar bar(common_.json ? Terminal{} : common_.Errors());
  const Interruption interruption;
  const auto end = RunExam(
      bank_.bank, grade, file,
      [&](std::size_t done) {
        last = done;
        bar.Update({.done_items = done, .total_items = all});
        return !interruption.requested();
      },
      seconds,
      PatienceWithModel(
          bar, [&] { return interruption.requested(); },
          common_.json ? BusyNotice::kQuiet : BusyNotice::kTold));
  bar.Clear();
  if (!end) return end.error();
  if (*end == ExamEnd::kStopped) {
    return Failure{ExitCode::kInterrupted, "interrupted",
                   "stopped after " + Grouped(last) + " of " + Grouped(all) +
                       " questions; with -o, the same command goes on there"};
  }
  return Report{.header = file.header(),
                .overview = file.overview(),
                .seconds = seconds,
                .resumed = file.resumed()};
}

}  // namespace answerbox::client
