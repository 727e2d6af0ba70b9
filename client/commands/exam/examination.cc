// How the commands of `answerbox exam` ask a bank's questions: the rules, the
// progress, the pauses while a model is busy, what is shown in the end, and the
// files that they write besides.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <boost/json/object.hpp>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>
#include <thread>
#include <utility>

#include "client/commands/command.h"
#include "client/commands/exam/exam_command.h"
#include "client/commands/interruption.h"
#include "client/exam/exam_page.h"
#include "client/terminal/human_units.h"
#include "client/terminal/json_text.h"

namespace answerbox::client {
namespace {

// The method exam.grade grades at most this many passages of a question.
constexpr std::uint64_t kMaxDaemonPassages = 20;
// The longest time between Ctrl-C and the end of a pause.
constexpr std::chrono::milliseconds kInterruptionCheck{100};
constexpr const char* kIsBusy =
    "answerbox: the daemon or the language model is busy with other requests; "
    "waiting up to 10 minutes for each question\n";

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

boost::json::object SummaryOf(const ExamReport& report) {
  const ExamHeader& header = report.header;
  boost::json::object summary = report.overview.tally().Json();
  if (header.collection.empty()) {
    summary["run"] = header.run;
  } else {
    summary["collection"] = header.collection;
  }
  if (header.snapshot) summary["snapshot"] = *header.snapshot;
  summary["k"] = header.k;
  summary["tau"] = header.tau;
  summary["grader"] = ToString(header.grader);
  if (header.model) summary["model"] = ModelJson(*header.model);
  if (report.left_out > 0) summary["left_out"] = report.left_out;
  if (report.resumed > 0) summary["resumed"] = report.resumed;
  summary["seconds"] = report.seconds;
  return summary;
}

}  // namespace

void AddExamRules(CLI::App& command, ExamRules& rules) {
  command
      .add_option("-k", rules.k,
                  "How many passages of a question count (default 20)")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, kMaxExamPassages).description(""));
  command
      .add_option("--tau", rules.tau,
                  "The least grade that answers, 0 to 5 (default 4)")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{0}, kMaxExamGrade).description(""));
}

Failure ExamUsage(std::string message) {
  return {ExitCode::kUsage, "usage", std::move(message)};
}

Outcome<void> CheckRules(const ExamRules& rules) {
  if (rules.grader == ExamGrader::kKey && rules.tau) {
    return ExamUsage("--tau is of grades, which --grader key does not give");
  }
  return {};
}

ExamHeader HeaderOf(const BankFile& bank, const ExamRules& rules) {
  return {.bank_sha256 = bank.sha256,
          .questions = bank.bank.size(),
          .k = rules.k,
          .tau = rules.grader == ExamGrader::kKey ? 1 : rules.tau.value_or(4),
          .grader = rules.grader,
          .started = Now()};
}

void AddCollectionExam(CLI::App& command, CollectionExam& exam) {
  command
      .add_option("-c,--collection", exam.collection,
                  "Examine this collection (default \"default\")")
      ->type_name("NAME");
  AddExamRules(command, exam.rules);
  AddChoice<ExamGrader>(
      command, "--grader", exam.rules.grader,
      {{"self", ExamGrader::kSelf},
       {"key", ExamGrader::kKey},
       {"auto", ExamGrader::kAuto},
       {"model", ExamGrader::kModel}},
      "Who says whether a passage answers: self (how sure the engine is; "
      "default), key (the extracted answer against the key), auto (as a "
      "collection's guard: the key of a question that has one, else self) or "
      "model (the daemon's language model, which takes seconds a passage)");
  AddReadingOptions(command, exam.words);
}

Outcome<BankFile> ReadBankFor(const CollectionExam& exam,
                              const std::string& path) {
  if (exam.rules.k > kMaxDaemonPassages) {
    return ExamUsage("-k takes 1 to 20 with a collection");
  }
  // Every mistake is found here, before the first question: an exam by a model
  // may take hours.
  const auto checked = CheckRules(exam.rules);
  if (!checked) return checked.error();
  auto bank = ReadBankFile(path);
  if (!bank) return bank;
  if (exam.rules.grader == ExamGrader::kKey) {
    const auto keyed = CheckKeys(bank->name, bank->bank);
    if (!keyed) return keyed.error();
  }
  return bank;
}

ExamHeader HeaderOf(const BankFile& bank, const CollectionExam& exam) {
  ExamHeader header = HeaderOf(bank, exam.rules);
  header.collection = exam.collection.empty() ? "default" : exam.collection;
  return header;
}

DaemonExam RequestOf(const CollectionExam& exam, const ExamHeader& header) {
  DaemonExam request{.collection = header.collection,
                     .k = header.k,
                     .tau = header.tau,
                     .further = {}};
  exam.words.AddTo(request.further);
  if (exam.rules.grader == ExamGrader::kModel) {
    request.further["grader"] = "model";
  }
  return request;
}

Outcome<ExamReport> RunExamWithProgress(const CommonOptions& common,
                                        const protocol::Bank& bank,
                                        const GradeBatch& grade,
                                        ResultsFile& file) {
  double seconds = 0.0;
  std::size_t last = file.resumed();
  ProgressBar bar(common.json ? Terminal{} : common.Errors());
  // The first Ctrl-C ends the exam after a batch, so that the file holds whole
  // lines and the same command can go on there.
  const Interruption interruption;
  const auto end = RunExam(
      bank, grade, file,
      [&](std::size_t done) {
        last = done;
        bar.Update({.done_items = done, .total_items = bank.size()});
        return !interruption.requested();
      },
      seconds,
      PatienceWithModel(
          bar, [&] { return interruption.requested(); },
          common.json ? BusyNotice::kQuiet : BusyNotice::kTold));
  bar.Clear();
  if (!end) return end.error();
  if (*end == ExamEnd::kStopped) {
    return Failure{ExitCode::kInterrupted, "interrupted",
                   "stopped after " + Grouped(last) + " of " +
                       Grouped(bank.size()) +
                       " questions; with -o, the same command goes on there"};
  }
  return ExamReport{.header = file.header(),
                    .overview = file.overview(),
                    .seconds = seconds,
                    .resumed = file.resumed()};
}

Outcome<ExamResults> GradeInMemory(
    const CommonOptions& common, const BankFile& bank, const ExamHeader& header,
    const GradeBatch& grade, std::optional<std::uint64_t>& last_snapshot) {
  auto file =
      ResultsFile::Open("", header, bank.bank, ExistingResults::kOverwrite);
  if (!file) return file.error();
  ExamResults results{.name = bank.name, .header = {}, .questions = {}};
  // Keeps each question in the form that a line of results would have.
  const GradeBatch keep = [&](std::size_t first,
                              std::size_t count) -> Outcome<GradedBatch> {
    auto batch = grade(first, count);
    if (!batch) return batch;
    for (std::size_t q = 0; q < count; ++q) {
      results.questions.push_back(ToResultQuestion(ResultLine(
          file->header(), bank.bank[first + q], batch->questions[q])));
    }
    return batch;
  };
  auto report = RunExamWithProgress(common, bank.bank, keep, *file);
  if (!report) return report.error();
  results.header = std::move(report->header);
  last_snapshot = file->snapshot();
  return results;
}

void ShowExamReport(const CommonOptions& common, const ExamReport& report,
                    bool is_one_of_many) {
  if (common.json) {
    PrintJson(SummaryOf(report));
    return;
  }
  // Where there are many exams, only their figures are shown: whole pages would
  // bury them.
  std::cout << ExamPage(
      report.header, report.overview,
      {.has_topics = !is_one_of_many,
       .max_missed = is_one_of_many ? std::size_t{0} : std::size_t{10}},
      common.Output());
}

// The message is printed only once, because an exam may pause a hundred times.
// The pause is slept in short parts, so that Ctrl-C takes effect soon.
BusyPatience PatienceWithModel(ProgressBar& bar,
                               std::function<bool()> is_stopped,
                               BusyNotice notice) {
  return BusyPatience([&bar, is_stopped = std::move(is_stopped),
                       is_told = notice == BusyNotice::kQuiet](
                          std::chrono::milliseconds time) mutable {
    if (!std::exchange(is_told, true)) {
      bar.Clear();
      std::cerr << kIsBusy;
    }
    const auto end = std::chrono::steady_clock::now() + time;
    while (!is_stopped() && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::min(time, kInterruptionCheck));
    }
  });
}

namespace {

// A device or pipe can't be replaced.
bool IsSpecial(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  return std::filesystem::exists(status) &&
         !std::filesystem::is_regular_file(status);
}

Failure NotWritable(const std::string& path, std::error_code reason) {
  return Rejected("cannot write " + path + ": " + reason.message());
}

// A stream may fail without setting errno, and "Success" would be no reason.
std::error_code LastError() {
  return {errno != 0 ? errno : EIO, std::generic_category()};
}

}  // namespace

Outcome<void> CheckOutput(const std::string& path) {
  if (path == kStandardStream) return {};
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    return NotWritable(path, std::make_error_code(std::errc::is_a_directory));
  }
  if (IsSpecial(path)) return {};
  // The file will be replaced, so its folder must accept a new file.
  std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (folder.empty()) folder = ".";
  if (::access(folder.c_str(), W_OK | X_OK) != 0) {
    return NotWritable(path, LastError());
  }
  return {};
}

Outcome<void> CheckIsNoInput(const std::string& path,
                             std::span<const std::string> inputs) {
  // Files are compared by device and number, which finds links and other paths
  // to the same file, too.
  struct stat output;
  if (path == kStandardStream || ::stat(path.c_str(), &output) != 0 ||
      !S_ISREG(output.st_mode)) {
    return {};
  }
  for (const std::string& name : inputs) {
    struct stat input;
    const bool is_standard = name == kStandardStream;
    const int failed = is_standard ? ::fstat(STDIN_FILENO, &input)
                                   : ::stat(name.c_str(), &input);
    if (failed == 0 && input.st_dev == output.st_dev &&
        input.st_ino == output.st_ino) {
      return Rejected("writing " + path + " would replace " +
                      (is_standard ? "standard input" : name) +
                      ", which is read: they are one file; give another one");
    }
  }
  return {};
}

Outcome<void> WriteOutput(const std::string& path, std::string_view contents,
                          std::span<const std::string> inputs) {
  if (path == kStandardStream) {
    const Terminal terminal = Terminal::Of(STDOUT_FILENO, ColorChoice::kAuto);
    std::cout << ShownJson(terminal, contents);
    return {};
  }
  // The file is written under another name and then renamed, so that a full
  // disk leaves the old one intact.
  const bool is_special = IsSpecial(path);
  const std::string written = is_special ? path : path + ".new";
  for (const std::string& each : {path, written}) {
    const auto is_free = CheckIsNoInput(each, inputs);
    if (!is_free) return is_free.error();
  }
  errno = 0;
  std::ofstream file(written, std::ios::binary | std::ios::trunc);
  file << contents;
  file.close();
  std::error_code error;
  if (!file) {
    error = LastError();
  } else if (!is_special) {
    std::filesystem::rename(written, path, error);
  }
  if (!error) return {};
  std::error_code ignored;
  if (!is_special) std::filesystem::remove(written, ignored);
  return NotWritable(path, error);
}

}  // namespace answerbox::client
