// `answerbox add`: files and folders to documents, while the daemon stores the
// ones before.
#include <iostream>
#include <memory>
#include <utility>
#include <vector>

#include "client/commands/add_report.h"
#include "client/commands/command.h"
#include "client/commands/command_line.h"
#include "client/commands/interruption.h"
#include "client/files/document_loader.h"
#include "client/files/file_walk.h"
#include "client/rpc/document_sender.h"
#include "client/rpc/json_fields.h"
#include "client/terminal/printable.h"
#include "client/terminal/progress_bar.h"
#include "daemon/collection_name.h"

namespace answerbox::client {
namespace {

struct AddOptions {
  CommonOptions common;
  std::string collection = "default";
  std::vector<std::filesystem::path> paths;
  bool verbose = false;
};

// One run: converts, sends, and keeps what became of each document.
class AddRun {
 public:
  AddRun(const AddOptions& options, Connection& connection, SenderLimits limits)
      : options_(options),
        sender_(connection, limits, options.collection,
                [this](DocumentSender::Sent sent) { Settle(std::move(sent)); }),
        bar_(options.common.json ? Terminal{} : options.common.Errors()) {
    report_.collection = options.collection;
  }

  // What was done until then is in the report even after an error.
  Outcome<void> Run();
  [[nodiscard]] const AddReport& report() const { return report_; }

 private:
  Outcome<void> SendAll();
  void Settle(DocumentSender::Sent sent);
  void Reject(AddOutcome outcome, std::string name, Rejection rejection) {
    report_.documents.push_back(
        {std::move(name), outcome, {}, std::move(rejection)});
  }
  void Advance(std::size_t ticket);

  const AddOptions& options_;
  DocumentSender sender_;
  ProgressBar bar_;
  WalkResult found_;
  Progress progress_;
  AddReport report_;
};

void AddRun::Advance(std::size_t ticket) {
  progress_.done_bytes += found_.documents[ticket].bytes;
  ++progress_.done_items;
  bar_.Update(progress_);
}

void AddRun::Settle(DocumentSender::Sent sent) {
  const FoundDocument& document = found_.documents[sent.ticket];
  if (auto* error = std::get_if<RemoteError>(&sent.outcome)) {
    Reject(AddOutcome::kRefused, document.name,
           {RejectionReason::kRefusedByDaemon, std::move(error->message)});
  } else {
    auto& stored = std::get<boost::json::object>(sent.outcome);
    const AddOutcome outcome =
        FlagAt(stored, "replaced") ? AddOutcome::kReplaced : AddOutcome::kAdded;
    report_.file_bytes += document.bytes;
    report_.documents.push_back({document.name, outcome, std::move(stored)});
  }
  Advance(sent.ticket);
}

Outcome<void> AddRun::SendAll() {
  const Interruption interruption;
  for (std::size_t i = 0; i < found_.documents.size(); ++i) {
    if (interruption.requested()) {
      report_.interrupted = true;
      break;
    }
    const FoundDocument& document = found_.documents[i];
    const auto content = LoadDocument(document.path, document.format);
    if (!content) {
      Reject(AddOutcome::kRefused, document.name, content.error());
      Advance(i);
      continue;
    }
    if (auto sent = sender_.Send(i, document.name, *content); !sent) {
      return sent;
    }
  }
  return sender_.Finish();
}

Outcome<void> AddRun::Run() {
  found_ = FindDocuments(options_.paths);
  for (NamedRejection& refused : found_.refused) {
    Reject(AddOutcome::kRefused, std::move(refused.name),
           std::move(refused.rejection));
  }
  for (NamedRejection& skipped : found_.skipped) {
    Reject(AddOutcome::kSkipped, std::move(skipped.name),
           std::move(skipped.rejection));
  }
  progress_.total_items = found_.documents.size();
  for (const FoundDocument& document : found_.documents) {
    progress_.total_bytes += document.bytes;
  }
  Outcome<void> sent = SendAll();
  report_.elapsed = bar_.elapsed();
  bar_.Clear();
  return sent;
}

void Print(const AddOptions& options, const AddReport& report) {
  if (options.common.json) return PrintJson(ReportJson(report));
  const Terminal terminal = options.common.Output();
  if (terminal.is_terminal || options.verbose) {
    const std::string table = ReasonTable(
        report, options.verbose ? Detail::kEach : Detail::kGrouped, terminal);
    if (!table.empty()) std::cout << table << "\n";
  } else {
    for (const AddedDocument& document : report.documents) {
      if (document.outcome != AddOutcome::kRefused) continue;
      std::cerr << "answerbox: " << Escaped(document.name) << ": "
                << Escaped(document.rejection->message) << "\n";
    }
  }
  PrintSentence(options.common, SummaryLine(report));
}

Outcome<ExitCode> Add(const AddOptions& options) {
  // Once, and before any file is read: every document would be refused for it.
  if (!daemon::IsCollectionName(options.collection)) {
    return Failure{ExitCode::kRejected,
                   "rejected",
                   "the collection name \"" + options.collection +
                       "\" is not 1 to 64 of a-z 0-9 - _ that begin with a "
                       "letter or digit",
                   {{"reason", "bad_name"}}};
  }
  Outcome<Connection> connection = Connect(options.common);
  if (!connection) return connection.error();
  // Also says hello: the daemon waits only so long for a connection's first
  // byte, and converting the first document may take longer.
  const auto status = connection->Call("status", {});
  if (!status) return status.error();
  AddRun run(options, *connection, SenderLimits::From(AsObject(*status)));
  const Outcome<void> ran = run.Run();
  Print(options, run.report());
  if (!ran) {
    Failure failure = ran.error();
    failure.message += " (what the summary counts as added is stored)";
    return failure;
  }
  if (run.report().interrupted) return ExitCode::kInterrupted;
  return run.report().Count(AddOutcome::kRefused) > 0 ? ExitCode::kRejected
                                                      : ExitCode::kDone;
}

}  // namespace

void AddAddCommand(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "add", "Add documents, or replace those of the same name");
  const auto options = std::make_shared<AddOptions>();
  command
      ->add_option("paths", options->paths,
                   "Files and folders: .txt .md .html .pdf")
      ->required()
      ->type_name("PATH");
  AddCollectionOption(*command, options->collection);
  command->add_flag("-v,--verbose", options->verbose,
                    "List every document, not groups");
  CompleteCommand(
      *command, options,
      "Examples:\n"
      "  answerbox add handbook/\n"
      "  answerbox add --collection policies policy.pdf annex.html\n"
      "  answerbox add --json handbook/ | jq '.documents[] | "
      "select(.outcome == \"refused\")'",
      Add, exit_code);
}

}  // namespace answerbox::client
