// Sends documents without waiting for each to be stored: the daemon writes
// those in flight together to disk once. Long ones go in parts.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "daemon/client/convert/converted_document.h"
#include "daemon/client/failure.h"
#include "daemon/client/rpc/connection.h"

namespace answerbox::client {

inline constexpr std::size_t kMaxRequestsInFlight = 60;  // The daemon's is 64.
inline constexpr std::size_t kMaxBytesInFlight = 4u << 20;

// The daemon takes lines of 1 MiB; a byte of text is at most 6 of JSON.
inline constexpr std::size_t kMaxRequestBytes = 1000u << 10;
inline constexpr std::size_t kMaxTextInOneRequest = 512u << 10;
inline constexpr std::size_t kPartBytes = 128u << 10;
inline constexpr std::size_t kMarksPerPart = 4'000;

class DocumentSender {
 public:
  // What became of one document: the daemon's result, or its refusal.
  struct Sent {
    std::size_t ticket;  // As given to Send.
    std::variant<boost::json::object, RemoteError> outcome;
  };
  using OnSent = std::function<void(Sent)>;

  DocumentSender(Connection& connection, std::string collection, OnSent on_sent)
      : connection_(connection),
        collection_(std::move(collection)),
        on_sent_(std::move(on_sent)) {}

  // Sends one document, after waiting for room. `on_sent` is called from here
  // and from Finish, once per document, in any order. Errors end all sending:
  // the connection is lost, or the daemon cannot store (disk full, ...).
  [[nodiscard]] Outcome<void> Send(std::size_t ticket, const std::string& name,
                                   const ConvertedDocument& content);

  // Waits for everything in flight.
  [[nodiscard]] Outcome<void> Finish();

 private:
  struct Document {
    std::size_t ticket;
    std::optional<std::uint64_t> upload = {};
    std::optional<RemoteError> error = {};  // The first of its requests'.
  };
  enum class Request : std::uint8_t { kAdd, kBegin, kPart, kCommit };
  struct InFlight {
    std::shared_ptr<Document> document;
    Request request;
    std::size_t bytes;
  };

  Outcome<void> SendInParts(const std::shared_ptr<Document>& document,
                            const std::string& name,
                            const ConvertedDocument& content);
  Outcome<void> SendParts(const std::shared_ptr<Document>& document,
                          const ConvertedDocument& content);
  Outcome<void> Enqueue(const std::shared_ptr<Document>& document,
                        Request request, std::string_view method,
                        const boost::json::object& params);
  Outcome<void> EnqueueLine(std::uint64_t id, std::string_view line,
                            InFlight in_flight);
  Outcome<void> ReceiveOne();
  Outcome<void> Settle(const InFlight& in_flight, Message message);

  Connection& connection_;
  std::string collection_;
  OnSent on_sent_;
  std::map<std::uint64_t, InFlight> in_flight_;
  std::size_t bytes_in_flight_ = 0;
};

}  // namespace answerbox::client
