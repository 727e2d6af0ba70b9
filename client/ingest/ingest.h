// Adds files and folders to a collection: finds the documents, converts them in
// this process, and sends them to the daemon, which stores earlier ones
// meanwhile. Prints nothing and knows no command line, so the `add` command and
// any service that watches a folder can use it.
//
// Memory: the names of all documents found, one document while it is converted
// (client/convert), twice the page pictures that the daemon takes of one, and
// kMaxBytesInFlight of requests that are unanswered.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client/convert/document/converted_document.h"
#include "client/convert/document/word_account.h"
#include "client/failure.h"
#include "client/ingest/input_file.h"
#include "client/rejection.h"
#include "client/rpc/connection.h"

namespace answerbox::client {

struct IngestOptions {
  std::string collection = "default";
  std::vector<std::filesystem::path> paths = {};  // Files and folders.
  FolderLinks links = FolderLinks::kRefused;
  // The language in which text on pictures is recognised, as
  // recognition::CheckLanguage accepts it. Empty: scans and pictures are no
  // documents.
  std::string scan_language = {};
  // The folder where recognised pages are kept until their document is stored.
  // Empty: they are not kept.
  std::filesystem::path page_cache = {};
  // Whether all documents become one change. Then none is added if one of them
  // is refused, or the user stops.
  bool all_or_nothing = false;
  // Whether to add them even if the collection's exam refuses that.
  bool force = false;
  // Whether pictures of a PDF's pages are kept.
  bool pages = false;
  // Whether to refuse a document unless IsComplete(its account).
  bool strict = false;
  // Called before each document is read, and between the pages of scans. Once
  // it returns true, no further document is read; those in flight are still
  // waited for. Empty: never stops.
  std::function<bool()> is_stop_requested = {};
};

enum class DocumentOutcome : std::uint8_t {
  kAdded,
  kReplaced,  // A document of the same name was there.
  kSkipped,   // Found in a folder, but not a document.
  kRefused,
};

// The stable word for programs, such as "added"; static storage.
[[nodiscard]] const char* ToString(DocumentOutcome outcome) noexcept;

struct IngestedDocument {
  std::string name = {};
  DocumentOutcome outcome = DocumentOutcome::kRefused;
  boost::json::object stored = {};          // The daemon's result, if stored.
  std::optional<Rejection> rejection = {};  // Skipped or refused: why.
  // If the collection's exam refused it: `exam` of the daemon's error.
  boost::json::object exam = {};
  // As in FoundDocument; empty and 0 for what the walk refused or skipped.
  std::filesystem::path path = {};
  std::uint64_t bytes = 0;
};

// Counts the documents that were found, without what the walk refused or
// skipped.
struct IngestProgress {
  std::uint64_t done_bytes = 0;
  std::uint64_t total_bytes = 0;
  std::size_t done_documents = 0;
  std::size_t total_documents = 0;
};

// Called in the thread that called Ingest.
class IngestObserver {
 public:
  IngestObserver() = default;
  IngestObserver(const IngestObserver&) = delete;
  IngestObserver& operator=(const IngestObserver&) = delete;
  virtual ~IngestObserver() = default;

  // Once, before any document is read.
  virtual void OnFound(std::span<const FoundDocument>) {}
  // Called after `document` was converted. It is sent next unless `strict`
  // refuses it.
  virtual void OnConverted(const FoundDocument&, const ConvertedDocument&,
                           const WordAccount&) {}
  // Called once per name: first for what the walk refused and skipped, then for
  // the documents in the order in which their outcome is known. A document
  // without a call was not stored, as far as is known.
  virtual void OnSettled(IngestedDocument document) = 0;
  // Called after each found document is settled, and after each page of a scan.
  virtual void OnProgress(const IngestProgress&) {}
};

enum class IngestEnd : std::uint8_t { kFinished, kStopped };

// Errors: kRejected (bad_name) if no collection can have this name.
[[nodiscard]] Outcome<void> CheckCollectionName(std::string_view name);

// Adds what `options` names. Precondition: `connection` has no other request in
// flight. Errors end all work, and are those of Connection::Call and of
// DocumentSender::Send; what was settled before stays stored. A refused
// document is no error.
[[nodiscard]] Outcome<IngestEnd> Ingest(Connection& connection,
                                        const IngestOptions& options,
                                        IngestObserver& observer);

}  // namespace answerbox::client
