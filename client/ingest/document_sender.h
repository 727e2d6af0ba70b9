// Sends documents without waiting until each is stored: the daemon then writes
// several of them to the disk at once. Sends a long document in parts. Sends a
// request again when the daemon was too busy for it.
#pragma once

#include <boost/json/object.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "client/convert/document/converted_document.h"
#include "client/failure.h"
#include "client/rpc/connection.h"
#include "protocol/calls/documents.h"

namespace answerbox::client {

inline constexpr std::size_t kMaxRequestsInFlight = 60;
inline constexpr std::size_t kMaxBytesInFlight = 4u << 20;
inline constexpr std::size_t kMaxRequestBytes = 1000u << 10;
inline constexpr std::size_t kMaxTextInOneRequest = 512u << 10;
inline constexpr std::size_t kMaxPartBytes = 80u << 10;
inline constexpr std::size_t kMaxPicturesPieceBytes =
    protocol::calls::documents::kMaxPicturesPieceBytes;
inline constexpr std::size_t kMaxMarksPerPart = 1'600;
inline constexpr std::size_t kMaxBlocksPerPart = 1'600;

// What one request may hold and how many may be unanswered. The constants above
// are the maximum; a daemon may be set to accept less.
struct SenderLimits {
  std::size_t requests_in_flight = kMaxRequestsInFlight;
  std::size_t request_bytes = kMaxRequestBytes;  // Including the line end.
  std::size_t text_bytes = kMaxTextInOneRequest;
  std::size_t part_bytes = kMaxPartBytes;
  std::size_t marks_per_part = kMaxMarksPerPart;  // Pages and headings each.
  std::size_t blocks_per_part = kMaxBlocksPerPart;
  std::size_t picture_bytes = kMaxPicturesPieceBytes;  // Before Base64.

  // Reads the limits from the daemon's answer to `status`. Limits that it does
  // not name are the constants.
  [[nodiscard]] static SenderLimits From(const boost::json::object& status);
};

// How long to wait for a daemon that is busy with others. Pauses double from
// the first to the longest. Sending ends when `total` has passed without
// anything stored.
struct Patience {
  std::chrono::milliseconds first{10};
  std::chrono::milliseconds longest{1'000};
  std::chrono::milliseconds total{60'000};
};

class DocumentSender {
 public:
  // The outcome of one document: the daemon's result, or its refusal.
  struct Sent {
    std::size_t ticket;  // As given to Send.
    std::variant<boost::json::object, RemoteError> outcome;
  };
  using OnSent = std::function<void(Sent)>;

  // How the documents are to be changed.
  struct How {
    std::optional<std::uint64_t> change = {};  // The staged change's number.
    bool force = false;  // Even if the collection's exam refuses it.
  };
  // Sets how documents are added from now on.
  void SetHow(How how) { how_ = how; }

  DocumentSender(Connection& connection, SenderLimits limits,
                 std::string collection, OnSent on_sent, Patience patience = {})
      : connection_(connection),
        limits_(limits),
        collection_(std::move(collection)),
        on_sent_(std::move(on_sent)),
        patience_(patience),
        pause_(patience.first) {}

  // Waits for room, then sends one document. `on_sent` is called from here and
  // from Finish, once per document, in any order. Errors end all sending: the
  // connection is lost, or the daemon cannot store (disk full, busy for longer
  // than the patience, ...).
  //   account  the account of the document's words, as JSON; empty: none
  [[nodiscard]] Outcome<void> Send(std::size_t ticket, const std::string& name,
                                   const ConvertedDocument& content,
                                   const boost::json::object& account = {});

  // Waits for all requests in flight.
  [[nodiscard]] Outcome<void> Finish();

 private:
  // A document that is sent in parts.
  struct Upload {
    std::size_t unanswered = 0;  // Number of requests.
    std::optional<std::uint64_t> number = {};
    std::optional<RemoteError> error = {};  // The first error of its requests.
    boost::json::object result = {};        // Of its last request.
  };
  // A document in one request. Its line is kept so that it can be sent again.
  struct Whole {
    std::size_t ticket;
    std::string line;
  };
  struct InFlight {
    std::variant<Whole, std::shared_ptr<Upload>> of;
    std::size_t bytes;
  };

  Outcome<void> SendInParts(std::size_t ticket, const std::string& name,
                            const ConvertedDocument& content,
                            const boost::json::object& account);
  Outcome<void> SendUpload(const std::shared_ptr<Upload>& upload,
                           const std::string& name,
                           const ConvertedDocument& content,
                           const boost::json::object& account);
  Outcome<void> SendCommit(const std::shared_ptr<Upload>& upload,
                           const boost::json::object& account);
  Outcome<void> SendParts(const std::shared_ptr<Upload>& upload,
                          const ConvertedDocument& content);
  Outcome<void> SendPictures(const std::shared_ptr<Upload>& upload,
                             const ConvertedDocument& content);
  Outcome<void> SendOf(const std::shared_ptr<Upload>& upload,
                       std::string_view method,
                       const boost::json::object& params);
  Outcome<void> WaitForRoom(std::size_t bytes);
  Outcome<void> SendWhole(std::uint64_t id, Whole whole);
  // Receives a reply. If none is due, sends the requests again that the daemon
  // was too busy for.
  Outcome<void> Proceed();
  Outcome<void> SendAgain();
  Outcome<void> ReceiveOne();
  void Settle(std::uint64_t id, Whole whole, Message message);
  void Settle(Upload& upload, Message message);
  // Waits. Fails with `busy` when the patience is exhausted.
  Outcome<void> Pause(const RemoteError& busy);
  void Rest();  // Restores the patience after something was stored.

  Connection& connection_;
  SenderLimits limits_;
  std::string collection_;
  How how_{};
  OnSent on_sent_;
  std::map<std::uint64_t, InFlight> in_flight_;
  std::size_t bytes_in_flight_ = 0;

  // Documents the daemon was too busy for, by the id of their request.
  std::map<std::uint64_t, Whole> refused_as_busy_;
  RemoteError last_busy_;
  Patience patience_;
  std::chrono::milliseconds pause_;
  std::chrono::milliseconds paused_{0};  // Since something was stored.
};

}  // namespace answerbox::client
