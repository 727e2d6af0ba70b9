// `answerbox add`: its options, its progress bar and its report. client/ingest
// does the work.
#include <iostream>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "client/commands/call_options.h"
#include "client/commands/command.h"
#include "client/commands/command_line.h"
#include "client/commands/documents/add_report.h"
#include "client/commands/interruption.h"
#include "client/convert/recognition/page_cache.h"
#include "client/ingest/ingest.h"
#include "client/terminal/printable.h"
#include "client/terminal/progress_bar.h"

namespace answerbox::client {
namespace {

namespace json = boost::json;

struct AddOptions {
  CommonOptions common;
  IngestOptions ingest;
  bool verbose = false;
  bool report = false;
};

// Says of which pages no picture is kept, though pictures are wanted.
std::string DescribeUndrawn(const FoundDocument& found,
                            const ConvertedDocument& document) {
  if (found.format == Format::kPicture) {
    return "no picture of its pages is kept, as it is no PDF";
  }
  if (document.undrawn_pages == 0) return {};
  return "no picture is kept of " + std::to_string(document.undrawn_pages) +
         " of its " + std::to_string(document.printed_pages) +
         " pages, which can't be drawn";
}

// Draws the progress bar and records the outcome of each document.
class AddObserver final : public IngestObserver {
 public:
  explicit AddObserver(const AddOptions& options)
      : wants_structure_(options.report),
        wants_account_(options.report || options.common.json),
        wants_pages_(options.ingest.pages),
        bar_(options.common.json ? Terminal{} : options.common.Errors()) {
    report_.collection = options.ingest.collection;
  }

  void OnFound(std::span<const FoundDocument>) override {
    // Until now Ctrl-C ended the program at once, because nothing had been
    // sent.
    interruption_.emplace();
  }
  void OnConverted(const FoundDocument& found,
                   const ConvertedDocument& document,
                   const WordAccount& account) override {
    if (wants_structure_) report_.structures[found.name] = Summarize(document);
    if (wants_account_) report_.accounts[found.name] = account;
    std::string loss = DescribeLoss(account);
    if (wants_pages_) {
      const std::string undrawn = DescribeUndrawn(found, document);
      if (!loss.empty() && !undrawn.empty()) loss += "; ";
      loss += undrawn;
    }
    if (!loss.empty()) report_.losses[found.name] = std::move(loss);
  }
  void OnSettled(IngestedDocument document) override {
    if (!document.rejection) report_.file_bytes += document.bytes;
    // Each document may lose the same hundreds of questions: without the bound,
    // the report of a large folder would not fit into memory.
    document.exam = bound_.Kept(std::move(document.exam));
    report_.documents.push_back(std::move(document));
  }
  void OnProgress(const IngestProgress& progress) override {
    bar_.Update({.done_bytes = progress.done_bytes,
                 .total_bytes = progress.total_bytes,
                 .done_items = progress.done_documents,
                 .total_items = progress.total_documents});
  }

  [[nodiscard]] bool has_begun() const { return interruption_.has_value(); }
  [[nodiscard]] bool IsStopRequested() {
    report_.interrupted = interruption_->requested();
    return report_.interrupted;
  }
  [[nodiscard]] AddReport TakeReport() {
    interruption_.reset();
    report_.elapsed = bar_.elapsed();
    bar_.Clear();
    return std::move(report_);
  }

 private:
  const bool wants_structure_;
  const bool wants_account_;
  const bool wants_pages_;
  ProgressBar bar_;
  AddReport report_;
  LostQuestionsBound bound_;
  std::optional<Interruption> interruption_;
};

void Print(const AddOptions& options, const AddReport& report) {
  const Terminal terminal = options.common.Output();
  if (terminal.is_terminal || options.verbose) {
    const std::string table = ReasonTable(
        report, options.verbose ? Detail::kEach : Detail::kGrouped, terminal);
    if (!table.empty()) std::cout << table << "\n";
    const std::string lost = LostByDocument(report);
    if (!lost.empty()) std::cout << lost << "\n";
    const std::string losses = LossLines(report, "");
    if (!losses.empty()) std::cout << losses << "\n";
  } else {
    // In a pipe only refusals and losses are printed, as errors. --verbose or
    // --json print the rest.
    for (const IngestedDocument& document : report.documents) {
      if (document.outcome != DocumentOutcome::kRefused) continue;
      std::cerr << "answerbox: " << Escaped(document.name) << ": "
                << Escaped(document.rejection->message) << "\n"
                << LostQuestions({{"exam", document.exam}});
    }
    std::cerr << LossLines(report, "answerbox: ");
  }
  if (options.report) {
    const std::string table = StructureTable(report, terminal);
    if (!table.empty()) std::cout << table << "\n";
    const std::string words = WordTable(report, terminal);
    if (!words.empty()) std::cout << words << "\n";
  }
  PrintSentence(options.common, SummaryLine(report));
}

// Prints the report and the reason for the early end; --json prints both in one
// object.
ExitCode ConcludeFailed(const AddOptions& options, const AddReport& report,
                        Failure failure) {
  if (!options.ingest.all_or_nothing) {
    failure.message += " (what the summary counts as added is stored)";
  }
  if (options.common.json) {
    json::object object = ReportJson(report);
    object["error"] = ErrorJson(failure);
    PrintJson(object);
  } else {
    Print(options, report);
  }
  PrintFailure(failure);
  return failure.exit_code;
}

Outcome<ExitCode> Add(const AddOptions& options) {
  // Checked before the daemon is needed.
  if (auto named = CheckCollectionName(options.ingest.collection); !named) {
    return named.error();
  }
  if (auto checked = CheckScanLanguage(options.ingest.scan_language);
      !checked) {
    return checked.error();
  }
  Outcome<Connection> connection = Connect(options.common);
  if (!connection) return connection.error();
  AddObserver observer(options);
  IngestOptions ingest = options.ingest;
  ingest.page_cache = recognition::DefaultCacheFolder();
  ingest.is_stop_requested = [&observer] { return observer.IsStopRequested(); };
  const Outcome<IngestEnd> ended = Ingest(*connection, ingest, observer);
  // If nothing was sent, the failure is all there is to report.
  if (!observer.has_begun()) return ended.error();
  const AddReport report = observer.TakeReport();
  if (!ended) return ConcludeFailed(options, report, ended.error());
  if (options.common.json) {
    PrintJson(ReportJson(report));
  } else {
    Print(options, report);
  }
  if (*ended == IngestEnd::kStopped) return ExitCode::kInterrupted;
  return report.Count(DocumentOutcome::kRefused) > 0 ? ExitCode::kRejected
                                                     : ExitCode::kDone;
}

void AddStoringOptions(CLI::App& command, IngestOptions& ingest) {
  command.add_flag("--pages", ingest.pages,
                   "Keep a grey picture of each page of a PDF, at most 60 KB "
                   "each, for show --page");
  command.add_flag("--all-or-nothing", ingest.all_or_nothing,
                   "Add all documents in one step, or none if one is refused");
  command.add_flag("--force", ingest.force,
                   "Add them even if the collection's exam refuses that; this "
                   "needs the right manage and goes on record");
}

}  // namespace

void AddAddCommand(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "add", "Add documents, or replace those of the same name");
  const auto options = std::make_shared<AddOptions>();
  command
      ->add_option("paths", options->ingest.paths,
                   "Files and folders: .txt .md .html .pdf .docx .odt .epub "
                   ".rtf .xlsx .ods .csv .tsv; with --ocr .png .jpg .tiff")
      ->required()
      ->type_name("PATH");
  AddCollectionOption(*command, options->ingest.collection);
  command->add_flag("-v,--verbose", options->verbose,
                    "List every document, not groups");
  command->add_flag("--report", options->report,
                    "Tell what was recognised in each document");
  command->add_flag("--strict", options->ingest.strict,
                    "Refuse a document of which words can't be read, or most "
                    "are set aside");
  command->add_flag_callback(
      "--follow",
      [options] { options->ingest.links = FolderLinks::kFollowedWithin; },
      "Follow symbolic links in folders, but never out of a folder");
  AddScanLanguageOption(*command, options->ingest.scan_language);
  AddStoringOptions(*command, options->ingest);
  CompleteCommand(
      *command, options,
      "Examples:\n"
      "  answerbox add handbook/\n"
      "  answerbox add --collection policies policy.pdf annex.html\n"
      "  answerbox add --report guide.pdf\n"
      "  answerbox add --pages guide.pdf\n"
      "  answerbox add --all-or-nothing guidelines-2026/\n"
      "  answerbox add --ocr eng --report scans/\n"
      "  answerbox add --json handbook/ | jq '.documents[] | "
      "select(.outcome == \"refused\")'",
      Add, exit_code);
}

}  // namespace answerbox::client
