#include "client/ingest/ingest.h"

#include <algorithm>
#include <map>
#include <string>
#include <system_error>
#include <utility>
#include <variant>

#include "client/convert/recognition/page_cache.h"
#include "client/ingest/document_sender.h"
#include "client/ingest/input_file.h"
#include "client/rpc/message.h"
#include "protocol/account/account_json.h"
#include "protocol/names/collection_name.h"

namespace answerbox::client {
namespace {

// Whether a file that the walk found has been deleted since: its converter
// reports it as damaged or unreadable.
bool HasVanished(const std::filesystem::path& path) {
  std::error_code error;
  return !std::filesystem::exists(path, error) && !error;
}

Rejection Vanished() {
  return {RejectionReason::kChanged, "vanished before it could be read"};
}

// Reads the bounds from the daemon's answer to `status`.
PageDrawing DrawingWithin(const boost::json::object& status) {
  const boost::json::object& daemon = ObjectAt(status, "limits");
  PageDrawing drawing;
  // None may be allowed: 0 is a bound.
  if (daemon.contains("max_page_pictures")) {
    drawing.most_pages = static_cast<std::uint32_t>(std::min<std::uint64_t>(
        NumberAt(daemon, "max_page_pictures"), drawing.most_pages));
  }
  if (daemon.contains("max_document_page_bytes")) {
    drawing.most_bytes = std::min(NumberAt(daemon, "max_document_page_bytes"),
                                  drawing.most_bytes);
  }
  return drawing;
}

class IngestRun {
 public:
  IngestRun(Connection& connection, SenderLimits limits, PageDrawing drawing,
            const IngestOptions& options, IngestObserver& observer)
      : connection_(connection),
        drawing_(std::move(drawing)),
        options_(options),
        observer_(observer),
        sender_(connection, limits, options.collection,
                [this](DocumentSender::Sent sent) { Settle(std::move(sent)); }),
        found_(FindDocuments(options.paths,
                             options.scan_language.empty()
                                 ? PictureFiles::kLeftOut
                                 : PictureFiles::kTaken,
                             options.links)) {
    drawing_.is_stop_requested = [this] { return IsStopRequested(); };
  }

  Outcome<IngestEnd> Run();

 private:
  void ReportFound();
  [[nodiscard]] bool IsStopRequested() const {
    return options_.is_stop_requested && options_.is_stop_requested();
  }
  Outcome<IngestEnd> SendAll();
  Outcome<IngestEnd> Add(std::size_t index);
  // Returns how text on the document's pages is recognised, if it is.
  std::optional<recognition::TextRecognition> RecognitionFor(
      const FoundDocument& document);
  void Settle(DocumentSender::Sent sent);
  void Settle(std::size_t index, IngestedDocument document);
  void ReportRejections(std::vector<NamedRejection>& rejections,
                        DocumentOutcome outcome);

  // These two are called only with all_or_nothing.
  Outcome<void> BeginChange();
  Outcome<void> EndChange(const Outcome<IngestEnd>& sent);
  void TellStaged(bool is_stored);

  Connection& connection_;
  PageDrawing drawing_;
  const IngestOptions& options_;
  IngestObserver& observer_;
  DocumentSender sender_;
  WalkResult found_;
  IngestProgress progress_;
  // Where the recognised pages of scans in flight are kept, by ticket.
  std::map<std::size_t, std::filesystem::path> kept_pages_;
  std::optional<std::uint64_t> change_;  // Staged and not committed.
  std::vector<IngestedDocument> staged_;
  bool has_refused_ = false;
};

void IngestRun::ReportRejections(std::vector<NamedRejection>& rejections,
                                 DocumentOutcome outcome) {
  for (NamedRejection& rejected : rejections) {
    observer_.OnSettled({.name = std::move(rejected.name),
                         .outcome = outcome,
                         .rejection = std::move(rejected.rejection)});
  }
}

void IngestRun::ReportFound() {
  progress_.total_documents = found_.documents.size();
  for (const FoundDocument& document : found_.documents) {
    progress_.total_bytes += document.bytes;
  }
  observer_.OnFound(found_.documents);
  has_refused_ = !found_.refused.empty();
  ReportRejections(found_.refused, DocumentOutcome::kRefused);
  ReportRejections(found_.skipped, DocumentOutcome::kSkipped);
}

void IngestRun::Settle(std::size_t index, IngestedDocument document) {
  const FoundDocument& found = found_.documents[index];
  document.name = found.name;
  document.path = found.path;
  document.bytes = found.bytes;
  if (document.rejection) has_refused_ = true;
  // Nothing of a staged change is stored before its commit, so nothing is
  // reported as stored before.
  if (change_ && !document.rejection) {
    staged_.push_back(std::move(document));
  } else {
    observer_.OnSettled(std::move(document));
  }
  progress_.done_bytes += found.bytes;
  ++progress_.done_documents;
  observer_.OnProgress(progress_);
}

void IngestRun::Settle(DocumentSender::Sent sent) {
  IngestedDocument document;
  if (auto* error = std::get_if<RemoteError>(&sent.outcome)) {
    document.rejection =
        Rejection{RejectionReason::kRefusedByDaemon, std::move(error->message)};
    document.exam = ObjectAt(error->data, "exam");
  } else {
    // Not earlier: had the daemon refused the document, recognising its pages
    // again might take hours.
    if (const auto kept = kept_pages_.find(sent.ticket);
        kept != kept_pages_.end()) {
      recognition::ForgetPages(kept->second);
    }
    document.stored = std::get<boost::json::object>(std::move(sent.outcome));
    document.outcome = FlagAt(document.stored, "replaced")
                           ? DocumentOutcome::kReplaced
                           : DocumentOutcome::kAdded;
  }
  Settle(sent.ticket, std::move(document));
}

std::optional<recognition::TextRecognition> IngestRun::RecognitionFor(
    const FoundDocument& document) {
  if (options_.scan_language.empty()) return std::nullopt;
  return recognition::TextRecognition{
      .language = options_.scan_language,
      .cache_folder = options_.page_cache,
      // Each page of a scan counts, so that the rate is known before its end.
      .on_page =
          [this, &document](std::size_t done, std::size_t total) {
            IngestProgress progress = progress_;
            progress.done_bytes += document.bytes / total * done;
            observer_.OnProgress(progress);
          },
      .is_stop_requested = [this] { return IsStopRequested(); }};
}

Outcome<IngestEnd> IngestRun::Add(std::size_t index) {
  const FoundDocument& document = found_.documents[index];
  const auto recognition = RecognitionFor(document);
  const auto content = LoadDocument(
      document.path, document.format, recognition ? &*recognition : nullptr,
      document.within, options_.pages ? &drawing_ : nullptr);
  if (!content) {
    if (content.error().reason == RejectionReason::kStopped) {
      return IngestEnd::kStopped;
    }
    Settle(index, {.rejection = HasVanished(document.path) ? Vanished()
                                                           : content.error()});
    return IngestEnd::kFinished;
  }
  // Several documents are in flight at once, so the folder of pages is kept by
  // ticket.
  if (!content->kept_pages.empty()) kept_pages_[index] = content->kept_pages;
  const WordAccount account = AccountOf(*content);
  observer_.OnConverted(document, *content, account);
  if (options_.strict && !IsComplete(account)) {
    Settle(index, {.rejection = Rejection{RejectionReason::kIncomplete,
                                          DescribeLoss(account)}});
    return IngestEnd::kFinished;
  }
  if (auto sent = sender_.Send(index, document.name, *content,
                               protocol::ToJson(protocol::Abridged(account)));
      !sent) {
    return sent.error();
  }
  return IngestEnd::kFinished;
}

Outcome<void> IngestRun::BeginChange() {
  if (!options_.all_or_nothing) {
    sender_.SetHow({.force = options_.force});
    return {};
  }
  const auto begun = connection_.Call(
      "changes.begin",
      boost::json::object{{"collection", options_.collection}});
  if (!begun) return begun.error();
  change_ = NumberAt(AsObject(*begun), "change");
  sender_.SetHow({.change = change_});
  return {};
}

void IngestRun::TellStaged(bool is_stored) {
  for (IngestedDocument& document : std::exchange(staged_, {})) {
    if (!is_stored) {
      document.outcome = DocumentOutcome::kRefused;
      document.stored = {};
      document.rejection =
          Rejection{RejectionReason::kAllOrNothing,
                    "not added, as not all documents could be"};
    }
    observer_.OnSettled(std::move(document));
  }
}

// Commits only a complete change: a file that the walk refused, a document that
// the daemon refused, or a stop by the user lead to an abort.
Outcome<void> IngestRun::EndChange(const Outcome<IngestEnd>& sent) {
  const bool is_whole = sent && *sent == IngestEnd::kFinished && !has_refused_;
  const bool commits = is_whole && !staged_.empty();
  // After an error the connection may be gone, and the change with it.
  if (!sent) {
    TellStaged(false);
    return {};
  }
  boost::json::object params{{"change", *change_}};
  if (commits && options_.force) params["force"] = true;
  const auto ended =
      connection_.Call(commits ? "changes.commit" : "changes.abort", params);
  TellStaged(commits && ended);
  if (!ended) return ended.error();
  return {};
}

Outcome<IngestEnd> IngestRun::Run() {
  ReportFound();
  if (auto begun = BeginChange(); !begun) return begun.error();
  const Outcome<IngestEnd> sent = SendAll();
  if (change_) {
    if (auto ended = EndChange(sent); !ended) return ended.error();
  }
  return sent;
}

Outcome<IngestEnd> IngestRun::SendAll() {
  IngestEnd end = IngestEnd::kFinished;
  for (std::size_t i = 0; i < found_.documents.size(); ++i) {
    const auto added =
        IsStopRequested() ? Outcome<IngestEnd>(IngestEnd::kStopped) : Add(i);
    if (!added) return added.error();
    end = *added;
    if (end == IngestEnd::kStopped) break;
  }
  // After a stop, too: the documents in flight are stored or refused, and the
  // user learns which.
  if (auto sent = sender_.Finish(); !sent) return sent.error();
  return end;
}

}  // namespace

const char* ToString(DocumentOutcome outcome) noexcept {
  switch (outcome) {
    case DocumentOutcome::kAdded:
      return "added";
    case DocumentOutcome::kReplaced:
      return "replaced";
    case DocumentOutcome::kSkipped:
      return "skipped";
    case DocumentOutcome::kRefused:
      return "refused";
  }
  return "";
}

Outcome<void> CheckCollectionName(std::string_view name) {
  if (protocol::IsCollectionName(name)) return {};
  Failure failure = Rejected("the collection name \"" + std::string(name) +
                             "\" is not 1 to 64 of a-z 0-9 - _ that begin with "
                             "a letter or digit");
  failure.details["reason"] = "bad_name";
  return failure;
}

Outcome<IngestEnd> Ingest(Connection& connection, const IngestOptions& options,
                          IngestObserver& observer) {
  // With a bad collection name every document would be refused.
  if (auto named = CheckCollectionName(options.collection); !named) {
    return named.error();
  }
  // Asks before the walk: the daemon closes a connection that is silent for
  // long, and finding and converting the first document may take longer.
  const auto status = connection.Call("status", {});
  if (!status) return status.error();
  return IngestRun(connection, SenderLimits::From(AsObject(*status)),
                   DrawingWithin(AsObject(*status)), options, observer)
      .Run();
}

}  // namespace answerbox::client
