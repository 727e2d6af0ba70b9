// Sends documents without waiting for each to be stored: the daemon writes
// those in flight together to disk once. Long ones go in parts. What the daemon
// is too busy for is sent again.
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

#include "client/convert/converted_document.h"
#include "client/failure.h"
#include "client/rpc/connection.h"

namespace answerbox::client {

inline constexpr std::size_t kMaxRequestsInFlight = 60;
inline constexpr std::size_t kMaxBytesInFlight = 4u << 20;
inline constexpr std::size_t kMaxRequestBytes = 1000u << 10;
inline constexpr std::size_t kMaxTextInOneRequest = 512u << 10;
inline constexpr std::size_t kMaxPartBytes = 128u << 10;
inline constexpr std::size_t kMaxMarksPerPart = 4'000;

// What one request may hold and how many may be unanswered: the constants
// above, and less where the daemon is set to take less.
struct SenderLimits {
  std::size_t requests_in_flight = kMaxRequestsInFlight;
  std::size_t request_bytes = kMaxRequestBytes;  // With the line end.
  std::size_t text_bytes = kMaxTextInOneRequest;
  std::size_t part_bytes = kMaxPartBytes;
  std::size_t marks_per_part = kMaxMarksPerPart;  // Of pages, and of headings.

  // `status` as the daemon answers it; one that names no limits has those that
  // the constants are made for.
  [[nodiscard]] static SenderLimits From(const boost::json::object& status);
};

// How long to bear with a daemon that is busy with others: pauses double from
// the first to the longest, and `total` of them without anything stored
// between ends all sending.
struct Patience {
  std::chrono::milliseconds first{10};
  std::chrono::milliseconds longest{1'000};
  std::chrono::milliseconds total{60'000};
};

class DocumentSender {
 public:
  // What became of one document: the daemon's result, or its refusal.
  struct Sent {
    std::size_t ticket;  // As given to Send.
    std::variant<boost::json::object, RemoteError> outcome;
  };
  using OnSent = std::function<void(Sent)>;

  DocumentSender(Connection& connection, SenderLimits limits,
                 std::string collection, OnSent on_sent, Patience patience = {})
      : connection_(connection),
        limits_(limits),
        collection_(std::move(collection)),
        on_sent_(std::move(on_sent)),
        patience_(patience),
        pause_(patience.first) {}

  // Sends one document, after waiting for room. `on_sent` is called from here
  // and from Finish, once per document, in any order. Errors end all sending:
  // the connection is lost, or the daemon cannot store (disk full, busy for
  // longer than our patience, ...).
  [[nodiscard]] Outcome<void> Send(std::size_t ticket, const std::string& name,
                                   const ConvertedDocument& content);

  // Waits for everything in flight.
  [[nodiscard]] Outcome<void> Finish();

 private:
  // A document on its way in parts.
  struct Upload {
    std::size_t unanswered = 0;  // Requests.
    std::optional<std::uint64_t> number = {};
    std::optional<RemoteError> error = {};  // The first of its requests'.
    boost::json::object result = {};        // Of its last request.
  };
  // A document in one request, whose line is kept to be sent again.
  struct Whole {
    std::size_t ticket;
    std::string line;
  };
  struct InFlight {
    std::variant<Whole, std::shared_ptr<Upload>> of;
    std::size_t bytes;
  };

  Outcome<void> SendInParts(std::size_t ticket, const std::string& name,
                            const ConvertedDocument& content);
  Outcome<void> SendUpload(const std::shared_ptr<Upload>& upload,
                           const std::string& name,
                           const ConvertedDocument& content);
  Outcome<void> SendParts(const std::shared_ptr<Upload>& upload,
                          const ConvertedDocument& content);
  Outcome<void> SendOf(const std::shared_ptr<Upload>& upload,
                       std::string_view method,
                       const boost::json::object& params);
  Outcome<void> WaitForRoom(std::size_t bytes);
  Outcome<void> SendWhole(std::uint64_t id, Whole whole);
  // A reply, or where none is due what the daemon was too busy for.
  Outcome<void> Proceed();
  Outcome<void> SendAgain();
  Outcome<void> ReceiveOne();
  void Settle(std::uint64_t id, Whole whole, Message message);
  void Settle(Upload& upload, Message message);
  // Fails with `busy` when the patience is at its end.
  Outcome<void> Pause(const RemoteError& busy);
  void Rest();  // Something was stored: the patience is whole again.

  Connection& connection_;
  SenderLimits limits_;
  std::string collection_;
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
