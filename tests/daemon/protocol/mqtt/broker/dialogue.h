// Scripted dialogues of clients with a broker. Time is a number that the test
// moves; nothing waits.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/protocol/mqtt/broker/broker.h"
#include "tests/daemon/protocol/mqtt/broker/client_packets.h"
#include "tests/daemon/protocol/mqtt/codec/client_decoder.h"

namespace answerbox::daemon::mqtt {

// Takes the user name for the identity, at once or when the test says so.
class ScriptedDoorkeeper final : public Doorkeeper {
 public:
  void Examine(Connection& connection, const Connect& connect) override;
  void Forget(Connection& connection) override;
  // Admits the client that has waited longest.
  void AdmitNext(Time now);
  void RefuseNext(ReasonCode reason, Time now);

  Broker* broker = nullptr;
  Time now;
  bool answers_at_once = true;
  std::uint64_t entry = 0;            // Of those who are admitted at once.
  std::optional<ReasonCode> refusal;  // At once, too.
  std::vector<std::pair<Connection*, std::string>> waiting;
};

// All rights but those that a test takes away.
class ScriptedAuthority final : public Authority {
 public:
  [[nodiscard]] bool MayConnect(const Client& client) const override;
  [[nodiscard]] bool MayQuote(const Client& client,
                              const Quotes& quotes) const override;
  [[nodiscard]] bool MayAsk(const Client& client) const override;
  [[nodiscard]] bool MayPublish(const Client& client,
                                std::string_view topic) const override;
  [[nodiscard]] bool MaySubscribe(const Client& client,
                                  std::string_view filter) const override;
  [[nodiscard]] bool MayReceive(const Client& client,
                                std::string_view topic) const override;
  [[nodiscard]] std::uint64_t generation() const noexcept override {
    return rights_generation;
  }
  [[nodiscard]] bool IsSubscribingEnough(
      std::string_view /*topic*/) const noexcept override {
    return is_subscribing_enough;
  }

  std::uint64_t rights_generation = 1;
  std::uint64_t entry = 0;  // Other ones are gone.
  bool is_subscribing_enough = false;
  // "connect CLIENT", "ask CLIENT", "publish TOPIC", "subscribe FILTER",
  // "receive TOPIC", "quote COLLECTION".
  std::set<std::string, std::less<>> forbidden;
};

// Messages to topics that start with "ask/" are requests.
class ScriptedRequests final : public Requests {
 public:
  [[nodiscard]] std::optional<RequestTopic> ReadTopic(
      std::string_view topic) const override;
  [[nodiscard]] Taken Take(Session& asker, const RequestTopic& topic,
                           const Publish& message,
                           RequestNumber number) override;
  [[nodiscard]] ReasonCode Decline(Session& asker, const RequestTopic& topic,
                                   const Publish& message,
                                   RequestNumber number) override;
  void Forget(Session& asker) override;

  Taken next;
  RequestNumber last_number = 0;
  Session* last_asker = nullptr;   // Null when its session is over.
  std::vector<std::string> taken;  // Topics and payloads: "ask/x=payload".
  std::vector<std::string> declined;
};

class Client final : public Transport {
 public:
  Client(Broker& broker, const Time& now, std::string origin = {})
      : broker_(broker), now_(now), origin_(std::move(origin)) {}
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  ~Client();

  // Opens the network connection. False where the broker takes none.
  bool Open();
  // The same, sends CONNECT, and returns what came back.
  std::string Connect(const ConnectFields& fields);
  // Sends bytes as far as the broker wants them, and returns what came back.
  std::string Send(std::string_view bytes);
  // The same, but takes nothing.
  void Push(std::string_view bytes);
  std::string Publish(const PublishFields& fields);
  std::string Subscribe(std::string_view filter, unsigned options = 0,
                        std::string_view properties = {});
  std::string Acknowledge(PacketType type, unsigned id, unsigned reason = 0);
  // Takes all that the broker has for the client, as text: packets, then
  // "closed" when the broker has ended the connection. dialogue.cc says how a
  // packet looks.
  std::string Received();
  // Begins to take what there is, as a network write does; the next function
  // that takes anything, or Drop, ends it.
  void BeginWrite();
  // Ends the network connection without a word.
  void Drop();

  void Wake() override {}
  void BeginClose() override { is_closing_ = true; }
  [[nodiscard]] std::string_view origin() const noexcept override {
    return origin_;
  }

  [[nodiscard]] Connection* connection() const { return connection_; }
  [[nodiscard]] bool is_closing() const { return is_closing_; }
  // The packets of the last Received().
  [[nodiscard]] const std::vector<ServerPacket>& packets() const {
    return packets_;
  }
  // A property's value in the first of them that has it.
  [[nodiscard]] std::optional<std::string> Property(unsigned id) const;

 private:
  void EndWrite();
  void TakeOutput();

  Broker& broker_;
  const Time& now_;
  const std::string origin_;
  Connection* connection_ = nullptr;
  Version version_ = Version::k5;
  bool is_closing_ = false;
  OutputQueue::Pieces pieces_;
  std::span<const std::string_view> writing_;
  std::string taken_;  // Whole packets that Received() has not returned.
  std::vector<ServerPacket> packets_;
};

class Dialogue {
 public:
  explicit Dialogue(const Bounds& its_bounds = {},
                    std::size_t memory_bytes = 16 << 20);

  // A client that belongs to the dialogue.
  Client& MakeClient(std::string origin = {});
  // One that has connected.
  Client& Join(const ConnectFields& fields);
  // Lets time pass, with a tick at its end.
  void Pass(std::chrono::milliseconds time);
  // Ends all connections and sessions, and removes what is retained.
  void EndAll();

  // Throws where the broker holds what it may not: see dialogue.cc.
  void CheckBounds();

  const Bounds bounds;
  BrokerMemory memory;
  Time now{std::chrono::hours(1)};
  ScriptedDoorkeeper doorkeeper;
  ScriptedAuthority authority;
  ScriptedRequests requests;
  Broker broker;

 private:
  std::vector<std::unique_ptr<Client>> clients_;
};

}  // namespace answerbox::daemon::mqtt
