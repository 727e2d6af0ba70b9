// Has messages that are requests carried out by the dispatcher, and brings the
// answers back. docs/protocol-mqtt.md, "Asking".
//
// Used on the sockets' thread; answers come from others and are posted to it.
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

#include "daemon/dispatch/dispatcher.h"
#include "daemon/dispatch/method.h"
#include "daemon/protocol/json_rpc.h"
#include "daemon/protocol/mqtt/broker/broker.h"
#include "daemon/protocol/mqtt/broker/broker_memory.h"
#include "daemon/protocol/mqtt/broker/ports.h"

namespace answerbox::daemon::mqtt {

// Takes the memory of requests, answers, askers and tables of methods from the
// budget of all MQTT clients; past it, Take throws std::bad_alloc.
class MethodRequests final : public Requests {
 public:
  // All that is given outlives this, which outlives the answers of its
  // requests.
  MethodRequests(boost::asio::any_io_executor executor, Dispatcher& dispatcher,
                 MakeMethods make_methods, const Authority& authority,
                 BrokerMemory& memory, const RequestBounds& bounds);
  MethodRequests(const MethodRequests&) = delete;
  MethodRequests& operator=(const MethodRequests&) = delete;
  ~MethodRequests();

  // From the next request on.
  void ChangeBounds(const RequestBounds& bounds) noexcept { bounds_ = bounds; }

  // Before the first request: where answers go. It outlives the answers.
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

  // Requests whose answer has not come.
  [[nodiscard]] std::size_t in_flight() const noexcept { return in_flight_; }
  // Calls `done` when none is in flight, perhaps at once.
  void WhenIdle(std::function<void()> done);

  // Drops work that nobody has continued for one to two times
  // RequestBounds::upload_idle. Call it once a second, or so.
  void DropStaleWork(Time now);

 private:
  struct AnswerDestination;
  struct Asker;         // A session that has asked.
  struct CountedTable;  // A table of methods, and its share of the budget.

  // Null where the client of `session` may not publish to the response topic.
  // Throws std::bad_alloc.
  [[nodiscard]] std::shared_ptr<const AnswerDestination> FindDestination(
      const Session& session, const RequestTopic& topic, const Publish& message,
      std::uint32_t number);
  [[nodiscard]] std::shared_ptr<Asker> FindOrMakeAsker(Session& session);
  [[nodiscard]] std::shared_ptr<const MethodTable> MethodsOf(
      std::string_view identity);
  // Without an id there is no answer: the request is a notification.
  [[nodiscard]] Reply MakeReply(
      const std::shared_ptr<Asker>& asker,
      const std::shared_ptr<const AnswerDestination>& destination,
      std::optional<std::string> id);
  // A request has returned from the blocking lane.
  void EndBlocking(Asker& asker);
  void SendAnswer(const Asker& asker, const AnswerDestination& destination,
                  std::string_view line);
  void SendProgress(const Asker& asker, std::string_view line);
  void EndRequest(Asker& asker, std::uint32_t number);

  const boost::asio::any_io_executor executor_;
  Dispatcher& dispatcher_;
  const MakeMethods make_methods_;
  const Authority& authority_;
  BrokerMemory& memory_;
  // All clients share this budget. The server owns it and the requests, so it
  // outlives them; this pointer does not keep it alive.
  const std::shared_ptr<MemoryBudget> budget_;
  RequestBounds bounds_;
  Broker* broker_ = nullptr;
  std::pmr::map<const Session*, std::shared_ptr<Asker>> askers_;
  // One table serves all sessions of an identity, and ends with the last of
  // them that has asked. So there are no more than identities.
  std::map<std::string, std::weak_ptr<const MethodTable>, std::less<>> methods_;
  Time last_drop_{};
  std::size_t in_flight_ = 0;
  std::function<void()> when_idle_;
};

}  // namespace answerbox::daemon::mqtt
