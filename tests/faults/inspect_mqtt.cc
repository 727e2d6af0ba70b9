// Opens the files of MQTT sessions in state directories as a daemon does after
// a power cut, and lists the messages that wait for clients. Reads one path per
// line and writes one JSON object per line:
//   {"messages":["...", ...]}, their payloads up to the first blank
//   {"error":"what is wrong"}
#include <boost/json.hpp>
#include <chrono>
#include <iostream>
#include <string>

#include "daemon/protocol/mqtt/broker/restorer.h"
#include "daemon/protocol/mqtt/journal/journal_file.h"

namespace answerbox::daemon::mqtt {
namespace {

class Nobody final : public Doorkeeper, public Authority, public Requests {
 public:
  void Examine(Connection&, const Connect&) override {}
  void Forget(Connection&) override {}
  [[nodiscard]] std::uint64_t generation() const noexcept override { return 1; }
  [[nodiscard]] bool IsSubscribingEnough(
      std::string_view) const noexcept override {
    return true;
  }
  [[nodiscard]] bool MayConnect(const Client&) const override { return true; }
  [[nodiscard]] bool MayQuote(const Client&, const Quotes&) const override {
    return true;
  }
  [[nodiscard]] bool MayAsk(const Client&) const override { return true; }
  [[nodiscard]] bool MayPublish(const Client&,
                                std::string_view) const override {
    return true;
  }
  [[nodiscard]] bool MaySubscribe(const Client&,
                                  std::string_view) const override {
    return true;
  }
  [[nodiscard]] bool MayReceive(const Client&,
                                std::string_view) const override {
    return true;
  }
  [[nodiscard]] std::optional<RequestTopic> ReadTopic(
      std::string_view) const override {
    return std::nullopt;
  }
  [[nodiscard]] Requests::Taken Take(Session&, const RequestTopic&,
                                     const Publish&, RequestNumber) override {
    return {};
  }
  [[nodiscard]] ReasonCode Decline(Session&, const RequestTopic&,
                                   const Publish&, RequestNumber) override {
    return ReasonCode::kSuccess;
  }
  void Forget(Session&) override {}
};

class MessageList final : public Recorder {
 public:
  void Record(const Change& change) override {
    const auto* numbered = std::get_if<MessageNumbered>(&change);
    if (numbered == nullptr) return;
    const std::string_view payload = numbered->message->payload;
    const std::string_view name = payload.substr(0, payload.find(' '));
    messages.emplace_back(boost::json::string_view(name.data(), name.size()));
  }
  void EndStep() override {}
  [[nodiscard]] std::uint64_t durable_step() const noexcept override {
    return 0;
  }
  [[nodiscard]] bool has_room() noexcept override { return true; }
  [[nodiscard]] std::size_t missing_bytes() noexcept override { return 0; }
  void NoteFreed(std::size_t) noexcept override {}
  [[nodiscard]] bool wants_whole() noexcept override { return false; }
  void BeginWhole() override {}

  boost::json::array messages;
};

boost::json::object Inspect(const std::string& state_dir) {
  Bounds bounds;
  bounds.queued_messages = 65'535;
  bounds.queued_bytes = std::size_t{64} << 20;
  BrokerMemory memory(std::size_t{64} << 20);
  Nobody nobody;
  Broker broker(bounds, memory, nobody, nobody, nobody, 1);
  const auto now = std::chrono::steady_clock::now();
  Restorer restorer(broker, now);
  const auto restored =
      RestoreFrom(std::filesystem::path(state_dir) / "mqtt-sessions", restorer,
                  now, std::chrono::system_clock::now());
  if (!restored) return {{"error", restored.error().message}};
  if (restored->state == FileReader::State::kDamaged) {
    return {{"error", "damaged at " + std::to_string(restored->damaged_at)}};
  }
  restorer.Finish();
  if (restorer.lost_sessions() > 0) return {{"error", "a session is lost"}};
  MessageList list;
  broker.RecordTo(list);
  broker.RecordWhole();
  return {{"messages", std::move(list.messages)}};
}

}  // namespace
}  // namespace answerbox::daemon::mqtt

int main() {
  for (std::string path; std::getline(std::cin, path);) {
    std::cout << boost::json::serialize(answerbox::daemon::mqtt::Inspect(path))
              << std::endl;
  }
  return 0;
}
