// What the broker needs of the rest of the daemon, and of a network connection.
// All of it is called on the broker's thread.
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
  // There is output to write, or room for input again. Called often; must only
  // take note, not call the broker.
  virtual void Wake() = 0;
  // The broker is done with the connection: write what output there is, within
  // a time of your own, and then, not during this call, call Broker::Close.
  virtual void BeginClose() = 0;

 protected:
  ~Transport() = default;
};

// Finds out who wants to connect.
class Doorkeeper {
 public:
  // Answers by Broker::Admit or Broker::Refuse, during this call or later.
  // `connect` is valid during the call alone.
  virtual void Examine(Connection& connection, const Connect& connect) = 0;
  // The connection ended before the answer: none may come any more. Also called
  // after Examine has thrown std::bad_alloc.
  virtual void Forget(Connection& connection) = 0;

 protected:
  ~Doorkeeper() = default;
};

// What a client may do. Identities are named as daemon/identity names them.
class Authority {
 public:
  struct Client {
    std::string_view identity;
    std::string_view client_id;
  };
  // Differs from before once an answer of the functions below may differ; never
  // 0. Asked for each message: takes no lock and allocates nothing.
  [[nodiscard]] virtual std::uint64_t generation() const noexcept = 0;
  [[nodiscard]] virtual bool MayConnect(const Client& client) const = 0;
  // Whether the client may publish requests. The rights to what they name are
  // asked for by their methods.
  [[nodiscard]] virtual bool MayAsk(const Client& client) const = 0;
  // Also for the topics of requests, where it says what MayAsk says: a will may
  // name one.
  [[nodiscard]] virtual bool MayPublish(const Client& client,
                                        std::string_view topic) const = 0;
  [[nodiscard]] virtual bool MaySubscribe(const Client& client,
                                          std::string_view filter) const = 0;
  [[nodiscard]] virtual bool MayReceive(const Client& client,
                                        std::string_view topic) const = 0;
  // Whether MayReceive(topic) is true for all who may subscribe to a filter
  // that matches `topic`: then MaySubscribe has decided for all its messages.
  [[nodiscard]] virtual bool IsSubscribingEnough(
      std::string_view topic) const noexcept = 0;

 protected:
  ~Authority() = default;
};

// What the topic of a request says:
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
    // says when, after this call.
    bool may_go_on = true;
  };

  // Absent where messages to `topic` are no requests. No subscriber gets a
  // request. Points into `topic`.
  [[nodiscard]] virtual std::optional<RequestTopic> ReadTopic(
      std::string_view topic) const = 0;
  // Begins a request. Its answer goes to Broker::Answer, or to
  // Broker::PublishFor, after this call; in the same step, Broker::EndRequest.
  // Throws std::bad_alloc, having begun nothing.
  //   topic    what ReadTopic has read of the message's
  //   number   names it for Broker::EndRequest; 0: no end is to be told
  [[nodiscard]] virtual Taken Take(Session& asker, const RequestTopic& topic,
                                   const Publish& message,
                                   std::uint32_t number) = 0;
  // Answers a request, without beginning it, by the error that the daemon ended
  // twice while it was under way. The answer, the end and the parameters are as
  // those of Take. Throws std::bad_alloc, having done nothing.
  [[nodiscard]] virtual ReasonCode Decline(Session& asker,
                                           const RequestTopic& topic,
                                           const Publish& message,
                                           std::uint32_t number) = 0;
  // The session is over: its answers have nowhere to go.
  virtual void Forget(Session& asker) = 0;

 protected:
  ~Requests() = default;
};

}  // namespace answerbox::daemon::mqtt
