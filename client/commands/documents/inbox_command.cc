// `answerbox inbox`: takes in what people have put into a folder.
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "client/commands/call_options.h"
#include "client/commands/command.h"
#include "client/commands/command_line.h"
#include "client/commands/documents/add_report.h"
#include "client/commands/interruption.h"
#include "client/ingest/inbox_folder.h"
#include "client/ingest/ingest.h"
#include "client/rpc/message.h"
#include "client/terminal/human_units.h"
#include "client/terminal/printable.h"

namespace answerbox::client {
namespace {

namespace fs = std::filesystem;

// Files that still grow after so many looks are left for the next run.
constexpr int kMaxLooks = 12;

struct InboxOptions {
  CommonOptions common;
  std::string folder = "/var/lib/answerbox-inbox";
  std::string collection = "default";
  std::string scan_language;
  unsigned settle_s = 5;
  bool keep = false;
};

std::string UtcNow() {
  char text[32];
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

// Keeps what became of the one document that is taken in.
class InboxObserver final : public IngestObserver {
 public:
  explicit InboxObserver(std::string collection) {
    report.collection = std::move(collection);
  }
  void OnConverted(const FoundDocument& found,
                   const ConvertedDocument& document,
                   const WordAccount& account) override {
    report.structures[found.name] = Summarize(document);
    report.accounts[found.name] = account;
    if (std::string loss = DescribeLoss(account); !loss.empty()) {
      report.losses[found.name] = std::move(loss);
    }
  }
  void OnSettled(IngestedDocument document) override {
    if (!document.rejection) report.file_bytes += document.bytes;
    report.documents.push_back(std::move(document));
  }

  AddReport report;
};

std::string AccountOfReading(const AddReport& report) {
  std::string text = UtcNow() + " " + SummaryLine(report) + "\n";
  for (const std::string& part :
       {StructureTable(report, {}), WordTable(report, {}),
        LossLines(report, "")}) {
    if (!part.empty()) text += "\n" + part;
  }
  return text;
}

// The name of a collection that is most like the folder's.
std::string NameLike(std::string_view folder) {
  std::string name;
  for (const char c : folder) {
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
    const bool is_first_kind =
        (lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9');
    if (is_first_kind || lower == '_' || lower == '-') {
      if (is_first_kind || !name.empty()) name += lower;
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  name.resize(std::min<std::size_t>(name.size(), 64));
  if (IsOwnFolder(name)) name += "-files";
  return name.empty() ? "letters" : name;
}

std::string RefusalText(const std::string& why) {
  return UtcNow() + " Not added.\n\n" + why +
         "\n\nPut it into the inbox again when that is mended.\n";
}

std::string WhyWaits(const std::string& folder,
                     const std::vector<std::string>& collections) {
  const std::string name = NameLike(folder);
  if (std::ranges::find(collections, name) != collections.end()) {
    return "No collection can be named \"" + Escaped(folder) +
           "\", so what is in this folder waits. Files for collection \"" +
           name + "\" belong into folder " + name + ".";
  }
  const std::string makes =
      " This makes it:\n\n  answerbox collections create " + name;
  if (name == folder) {
    return "There is no collection \"" + name +
           "\", so what is in this folder waits." + makes;
  }
  return "No collection can be named \"" + Escaped(folder) +
         "\", so what is in this folder waits. Rename the folder, perhaps to " +
         name + ", and make that collection." + makes;
}

std::string FullText(const std::string& collection) {
  return UtcNow() + " The files in " +
         (collection.empty() ? "the inbox itself" : "folder " + collection) +
         " wait.\n\nToo many of them were refused. Take these out of refused/" +
         collection + ", and the others are read.\n";
}

// Who may only add reads it, so it lists no questions that would be lost.
std::string RefusalOf(const InboxFile& file, const IngestedDocument& document) {
  return RefusalText(Escaped(file.name) + ": " +
                     Escaped(document.rejection->message));
}

struct InboxCounts {
  std::size_t added = 0;
  std::size_t refused = 0;
  bool has_failed = false;  // A report could not be kept.
};

class InboxRun {
 public:
  InboxRun(const InboxOptions& options, InboxFolder& folder,
           Connection& connection, InboxCounts& counts)
      : options_(options),
        folder_(folder),
        connection_(connection),
        counts_(counts) {}

  [[nodiscard]] Outcome<void> Run() {
    RetryAbandoned();
    const std::chrono::seconds settle(options_.settle_s);
    for (int look = 1;; ++look) {
      const auto files = folder_.Settled(settle);
      if (auto told = ReadCollections(); !told) return told;
      for (const InboxFile& file : files) {
        if (interruption_.requested()) return {};
        if (auto done = TakeIn(file); !done) return done.error();
      }
      if (!folder_.has_growing() || look == kMaxLooks) break;
      std::this_thread::sleep_for(settle);
    }
    TellOfFolders();
    return {};
  }

 private:
  // One file whose fate can't be kept holds up no other.
  void Note(const InboxFile& file, const Outcome<void>& kept) {
    if (kept) return;
    std::cerr << "answerbox: "
              << Escaped((fs::path(file.collection) / file.name).native())
              << ": " << Escaped(kept.error().message) << "\n";
    counts_.has_failed = true;
  }

  void Refuse(const InboxFile& file, const std::string& report) {
    ++counts_.refused;
    std::cerr << "answerbox: not added: "
              << Escaped((fs::path(file.collection) / file.name).native())
              << "\n";
    Note(file, folder_.Refuse(file, report));
    folder_.DropReports(file.collection);
    full_.erase(file.collection);
  }

  // Whether a file of the collection may be refused. Tells of it once if not.
  [[nodiscard]] bool HasRoom(const std::string& collection) {
    const auto known = full_.find(collection);
    if (known != full_.end()) return !known->second;
    const bool is_full = !folder_.HasRoomForRefused(collection);
    full_.emplace(collection, is_full);
    if (!is_full) return true;
    std::cerr << "answerbox: " << NameOfWaiting(collection)
              << ": too many files are refused, so further ones wait\n";
    Tell({{}, NameOfWaiting(collection)}, FullText(collection));
    return false;
  }

  // A power cut or a shutdown is not the file's fault.
  void RetryAfterInterruption(const InboxFile& file) {
    if (!folder_.IsInterruptedAgain(file)) return folder_.PutBack(file);
    Refuse(file, RefusalText("The program was ended twice while it read this "
                             "file, so it may be the file that ends it."));
  }

  void RetryAbandoned() {
    for (const InboxFile& file : folder_.Abandoned()) {
      RetryAfterInterruption(file);
    }
  }

  [[nodiscard]] Outcome<void> ReadCollections() {
    const auto listed = connection_.CallPatiently("collections.list", {});
    if (!listed) return listed.error();
    collections_.clear();
    for (const auto& one : ArrayAt(AsObject(*listed), "collections")) {
      collections_.push_back(TextAt(AsObject(one), "name"));
    }
    return {};
  }

  // Names the folders that are not read. They stay where they are.
  void TellOfFolders() {
    for (const std::string& folder : folder_.Collections()) {
      if (!IsKnown(folder)) {
        Tell({{}, folder}, RefusalText(WhyWaits(folder, collections_)));
        continue;
      }
      for (const std::string& inner : folder_.FoldersIn(folder)) {
        Tell({folder, inner},
             RefusalText("Folders in a collection's folder are not read: put "
                         "the files themselves there."));
      }
    }
  }

  void Tell(const InboxFile& file, const std::string& report) {
    ++counts_.refused;
    Note(file, folder_.Tell(file, report));
  }

  [[nodiscard]] bool IsKnown(const std::string& collection) const {
    return std::ranges::find(collections_, collection) != collections_.end();
  }

  void TellNotTaken(const InboxFile& file, const platform::Error& why) {
    if (why.code.value() == ENOENT) return;
    Tell(file, RefusalText("It can't be taken out of its folder: " +
                           why.code.message() +
                           ". Let the group of the inbox write to the folder "
                           "(chmod g+w)."));
  }

  [[nodiscard]] Outcome<void> TakeIn(const InboxFile& file) {
    if (!file.collection.empty() && !IsKnown(file.collection)) return {};
    if (!HasRoom(file.collection)) return {};
    const auto taken = folder_.Take(file);
    if (!taken) {
      TellNotTaken(file, taken.error());
      return {};
    }
    if (const std::string why = InboxFolder::WhyNoFile(*taken); !why.empty()) {
      Refuse(file, RefusalText(why));
      return {};
    }
    IngestOptions ingest;
    ingest.collection =
        file.collection.empty() ? options_.collection : file.collection;
    ingest.paths = {*taken};
    ingest.scan_language = options_.scan_language;
    ingest.is_stop_requested = [this] { return interruption_.requested(); };
    InboxObserver observer(ingest.collection);
    const auto ended = Ingest(connection_, ingest, observer);
    if (!ended || *ended == IngestEnd::kStopped ||
        observer.report.documents.empty()) {
      if (ended) {
        RetryAfterInterruption(file);
        return {};
      }
      folder_.PutBack(file);
      return ended.error();
    }
    const IngestedDocument& document = observer.report.documents.front();
    if (document.rejection &&
        document.rejection->reason == RejectionReason::kChanged) {
      folder_.PutBack(file);  // It still grows.
      return {};
    }
    if (document.rejection) {
      Refuse(file, RefusalOf(file, document));
      return {};
    }
    ++counts_.added;
    Note(file, folder_.Add(file,
                           options_.keep ? InboxFolder::Original::kKept
                                         : InboxFolder::Original::kRemoved,
                           AccountOfReading(observer.report)));
    return {};
  }

  const InboxOptions& options_;
  InboxFolder& folder_;
  Connection& connection_;
  InboxCounts& counts_;
  const Interruption interruption_;
  std::vector<std::string> collections_;
  // Whether refused files leave no room, by collection, since one was refused.
  std::map<std::string, bool> full_;
};

Outcome<ExitCode> EmptyInbox(const InboxOptions& options) {
  if (auto named = CheckCollectionName(options.collection); !named) {
    return named.error();
  }
  if (auto checked = CheckScanLanguage(options.scan_language); !checked) {
    return checked.error();
  }
  auto folder = InboxFolder::Open(options.folder);
  if (!folder) return folder.error();
  InboxCounts counts;
  // The daemon need not be there if there is nothing to do.
  if (folder->HasWork()) {
    auto connection = Connect(options.common);
    if (!connection) return connection.error();
    const auto done = InboxRun(options, *folder, *connection, counts).Run();
    if (!done) return done.error();
  }
  PrintDone(
      options.common,
      boost::json::object{{"added", counts.added}, {"refused", counts.refused}},
      "Added " + Counted(counts.added, "file") + ", refused " +
          std::to_string(counts.refused) + ".");
  if (counts.has_failed) return ExitCode::kDaemonFailed;
  return counts.refused > 0 ? ExitCode::kRejected : ExitCode::kDone;
}

}  // namespace

void AddInboxCommand(CLI::App& program, int& exit_code) {
  CLI::App* command =
      program.add_subcommand("inbox", "Add what people have put into a folder");
  const auto options = std::make_shared<InboxOptions>();
  command
      ->add_option("folder", options->folder,
                   "The inbox (default /var/lib/answerbox-inbox)")
      ->type_name("DIR");
  AddCollectionOption(*command, options->collection);
  command->add_flag("--keep", options->keep,
                    "Move what was added to added/, instead of removing it");
  command
      ->add_option("--settle", options->settle_s,
                   "Take files that have not changed for so long (default 5)")
      ->type_name("SECONDS")
      ->check(NumberWithin(0, 3600, "0 to 3600"));
  AddScanLanguageOption(*command, options->scan_language);
  CompleteCommand(*command, options,
                  "A folder in it takes files for the collection of its name.\n"
                  "Examples:\n"
                  "  sudo -u answerbox-inbox answerbox inbox\n"
                  "  answerbox inbox --keep --collection letters ~/letters",
                  EmptyInbox, exit_code);
}

}  // namespace answerbox::client
