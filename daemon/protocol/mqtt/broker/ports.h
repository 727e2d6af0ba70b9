// The interfaces through which the broker uses the rest of the daemon and a
// network connection. All functions are called on the broker's thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "daemon/protocol/mqtt/codec/packet.h"
#include "protocol/calls/call.h"

namespace answerbox::daemon::mqtt {

using Time = std::chrono::steady_clock::time_point;

class Connection;
struct Session;

// The network end of a connection.
class Transport {
 public:
  // There is output to write, or room for input again. Called often: it must
  // only note this, and not call the broker.
  virtual void Wake() = 0;
  // The broker is done with the connection. Write the remaining output, within
  // a time limit of the transport, and then, not during this call, call
  // Broker::Close.
  virtual void BeginClose() = 0;
  // Where the client is: its address, or "this machine". Sessions of one caller
  // are shared by it. Never changes.
  [[nodiscard]] virtual std::string_view origin() const noexcept = 0;

 protected:
  ~Transport() = default;
};

// Finds out the identity of connecting clients.
class Doorkeeper {
 public:
  // Answers by Broker::Admit or Broker::Refuse, during this call or later.
  // `connect` is valid only during the call.
  virtual void Examine(Connection& connection, const Connect& connect) = 0;
  // The connection ended before the answer, which must no longer come. Also
  // called after Examine has thrown std::bad_alloc.
  virtual void Forget(Connection& connection) = 0;

 protected:
  ~Doorkeeper() = default;
};

// What an answer quotes: documents of a collection.
struct Quotes {
  protocol::Right right = protocol::Right::kAsk;  // That it takes.
  std::string_view collection;  // Empty: it is not known which.
};

// Decides what a client may do. Identities have the names of daemon/identity.
class Authority {
 public:
  struct Client {
    std::string_view identity;
    std::string_view client_id;
    // Identity::entry() of its connection. 0: of none, or nothing was checked.
    std::uint64_t entry = 0;
  };
  // Changes whenever an answer of the functions below may change; never 0.
  // Asked for each message: takes no lock and allocates nothing.
  [[nodiscard]] virtual std::uint64_t generation() const noexcept = 0;
  // Returns whether the client still has its entry.
  [[nodiscard]] virtual bool MayConnect(const Client& client) const = 0;
  [[nodiscard]] virtual bool MayQuote(const Client& client,
                                      const Quotes& quotes) const = 0;
  // Returns whether the client may publish requests. Their methods check the
  // rights to what the requests name.
  [[nodiscard]] virtual bool MayAsk(const Client& client) const = 0;
  // For the topic of a request this returns the same as MayAsk, as a will may
  // name one.
  [[nodiscard]] virtual bool MayPublish(const Client& client,
                                        std::string_view topic) const = 0;
  [[nodiscard]] virtual bool MaySubscribe(const Client& client,
                                          std::string_view filter) const = 0;
  [[nodiscard]] virtual bool MayReceive(const Client& client,
                                        std::string_view topic) const = 0;
  // Returns whether MayReceive(topic) is true for all clients that may
  // subscribe to a filter that matches `topic`. MaySubscribe has then decided
  // for all messages.
  [[nodiscard]] virtual bool IsSubscribingEnough(
      std::string_view topic) const noexcept = 0;

 protected:
  ~Authority() = default;
};

// The parsed topic of a request:
//   answerbox/COLLECTION/NAME  a call that has a topic, such as `ask`
//   answerbox/rpc              any request of the socket protocol
struct RequestTopic {
  std::string_view collection;                  // Empty: answerbox/rpc.
  const protocol::calls::Call* call = nullptr;  // Null: answerbox/rpc.
};

// Carries out messages that are requests to the daemon.
class Requests {
 public:
  struct Taken {
    ReasonCode reason = ReasonCode::kSuccess;  // Of the message's PUBACK.
    // Whether the client's next packet may be read now. If not, Broker::Resume
    // is called later, when it may.
    bool may_go_on = true;
  };

  // Returns nothing if messages to `topic` are no requests. No subscriber gets
  // a request. Points into `topic`.
  [[nodiscard]] virtual std::optional<RequestTopic> ReadTopic(
      std::string_view topic) const = 0;
  // Begins a request. After this call, its answer goes to Broker::Answer or
  // Broker::PublishFor, and Broker::EndRequest is called in the same step.
  // Throws std::bad_alloc; then nothing was begun.
  //   topic   what ReadTopic has returned for the message's topic
  //   number  identifies it for Broker::EndRequest; 0: EndRequest is not called
  [[nodiscard]] virtual Taken Take(Session& asker, const RequestTopic& topic,
                                   const Publish& message,
                                   std::uint32_t number) = 0;
  // Answers a request without beginning it, with the error that the daemon
  // ended twice while it was under way. The answer, the end and the parameters
  // are as those of Take. Throws std::bad_alloc; then nothing has changed.
  [[nodiscard]] virtual ReasonCode Decline(Session& asker,
                                           const RequestTopic& topic,
                                           const Publish& message,
                                           std::uint32_t number) = 0;
  // The session is over: its answers go nowhere.
  virtual void Forget(Session& asker) = 0;

 protected:
  ~Requests() = default;
};

}  // namespace answerbox::daemon::mqtt
