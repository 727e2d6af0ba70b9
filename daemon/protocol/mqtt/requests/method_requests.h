// Makes the dispatcher carry out messages that are requests, and returns the
// answers. docs/protocol-mqtt.md, "Asking".
//
// Used on the sockets' thread. Answers come from other threads and are posted
// to it.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "daemon/dispatch/dispatcher.h"
#include "daemon/dispatch/method.h"
#include "daemon/protocol/json_rpc.h"
#include "daemon/protocol/mqtt/broker/bounds.h"
#include "daemon/protocol/mqtt/broker/broker.h"
#include "daemon/protocol/mqtt/broker/ports.h"

namespace answerbox::daemon::mqtt {

// The memory of requests, answers, askers and tables of methods is taken from
// the budget of all MQTT clients. Past it, Take throws std::bad_alloc.
class MethodRequests final : public Requests {
 public:
  // All arguments outlive this, and this outlives the answers of its requests.
  //   answer_expiry  how long an answer that quotes documents may wait
  MethodRequests(boost::asio::any_io_executor executor, Dispatcher& dispatcher,
                 MakeMethods make_methods, const Authority& authority,
                 BrokerMemory& memory, const RequestBounds& bounds,
                 std::chrono::seconds answer_expiry = std::chrono::hours(18));
  MethodRequests(const MethodRequests&) = delete;
  MethodRequests& operator=(const MethodRequests&) = delete;
  ~MethodRequests();

  // Takes effect with the next request.
  void ChangeBounds(const RequestBounds& bounds) noexcept { bounds_ = bounds; }

  // Sets where answers go. Call it before the first request. The broker
  // outlives the answers.
  void AnswerBy(Broker& broker) noexcept { broker_ = &broker; }

  [[nodiscard]] std::optional<RequestTopic> ReadTopic(
      std::string_view topic) const override;
  [[nodiscard]] Taken Take(Session& asker, const RequestTopic& topic,
                           const Publish& message,
                           std::uint32_t number) override;
  [[nodiscard]] ReasonCode Decline(Session& asker, const RequestTopic& topic,
                                   const Publish& message,
                                   std::uint32_t number) override;
  void Forget(Session& asker) override;

  // Documents were removed. Answers to requests that are under way may still
  // quote them: they go only to those who are there, and wait nowhere.
  void Withdraw() noexcept { withdrawn_ = begun_; }

  // Returns the number of requests without an answer yet.
  [[nodiscard]] std::size_t in_flight() const noexcept { return in_flight_; }
  // Calls `done` when no request is in flight, perhaps at once.
  void WhenIdle(std::function<void()> done);

  // Reads on from clients whose requests find no place or wait for one. Call it
  // about once a second.
  void ReadOn();

  // Drops work that nobody has continued for one to two times
  // RequestBounds::upload_idle. Call it about once a second.
  void DropStaleWork(Time now);

 private:
  struct AnswerDestination;
  struct Asker;         // A session that has asked.
  struct CountedTable;  // A table of methods and its bytes of the budget.

  // Returns null if the client of `session` may not publish to the response
  // topic. Throws std::bad_alloc.
  [[nodiscard]] std::shared_ptr<AnswerDestination> FindDestination(
      const Session& session, const RequestTopic& topic, const Publish& message,
      std::uint32_t number);
  [[nodiscard]] std::shared_ptr<Asker> FindOrMakeAsker(Session& session);
  [[nodiscard]] std::shared_ptr<const MethodTable> MethodsOf(
      std::string_view identity, std::uint64_t entry);
  // Without an id there is no answer: the request is a notification.
  [[nodiscard]] Reply MakeReply(
      const std::shared_ptr<Asker>& asker,
      const std::shared_ptr<AnswerDestination>& destination,
      std::optional<std::string> id);
  // The client's next packet is read when one of its requests is answered, or
  // by ReadOn.
  [[nodiscard]] static Taken Hold(Asker& asker);
  void ReadOn(Asker& asker);
  // Notes that a request has returned from the blocking lane.
  void EndBlocking(Asker& asker);
  //   quotes  whether it may quote documents
  void SendAnswer(const Asker& asker, const AnswerDestination& destination,
                  std::string_view line, const std::string& id, bool quotes);
  void SendProgress(const Asker& asker, std::string_view line);
  void EndRequest(Asker& asker, std::uint32_t number);

  const boost::asio::any_io_executor executor_;
  Dispatcher& dispatcher_;
  const MakeMethods make_methods_;
  const Authority& authority_;
  BrokerMemory& memory_;
  // All clients share this budget. The server owns the budget and the requests,
  // so the budget outlives them. This pointer does not own it.
  const std::shared_ptr<MemoryBudget> budget_;
  const std::chrono::seconds answer_expiry_;
  RequestBounds bounds_;
  Broker* broker_ = nullptr;
  std::pmr::map<const Session*, std::shared_ptr<Asker>> askers_;
  // All sessions of an identity and entry share one table, which ends with the
  // last of them that has asked.
  std::map<std::pair<std::string, std::uint64_t>,
           std::weak_ptr<const MethodTable>>
      methods_;
  std::uint64_t begun_ = 0;      // Requests.
  std::uint64_t withdrawn_ = 0;  // Those up to this one were under way.
  Time last_drop_{};
  std::size_t in_flight_ = 0;
  std::function<void()> when_idle_;
};

}  // namespace answerbox::daemon::mqtt
