// Asks a daemon by MQTT 5 from many connections at once, at a steady rate
// whatever the answers take, checks that each answer belongs to its question,
// and prints what became of the questions as JSON. Latencies count from when a
// question was due to be sent, so that a slow daemon does not hide itself.
//
// One thread, which shares the machine with the daemon: its own work is in the
// latencies.
#include <sys/resource.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tests/daemon/protocol/mqtt/broker/client_packets.h"
#include "tests/daemon/protocol/mqtt/codec/packet_bytes.h"
#include "tests/mqtt/load/companions.h"
#include "tests/mqtt/load/load_options.h"
#include "tests/mqtt/load/mqtt_client.h"
#include "tests/mqtt/load/tally.h"

namespace answerbox::load {
namespace {

namespace asio = boost::asio;
namespace mqtt = daemon::mqtt;
using Clock = std::chrono::steady_clock;

// Ids of properties: MQTT 5.0, table 2-4.
constexpr unsigned kResponseTopic = 0x08;
constexpr unsigned kCorrelationData = 0x09;

std::vector<std::string> ReadLines(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty()) lines.push_back(line);
  }
  if (lines.empty()) throw std::runtime_error(path + " has no questions");
  return lines;
}

// The daemon's proportional set size in KiB; 0 where it can't be read.
std::uint64_t PssKib(pid_t daemon) {
  std::ifstream rollup("/proc/" + std::to_string(daemon) + "/smaps_rollup");
  for (std::string word; rollup >> word;) {
    std::uint64_t kib = 0;
    if (word == "Pss:" && rollup >> kib) return kib;
  }
  return 0;
}

// A connection that asks, and knows which questions it waits for.
class Asker {
 public:
  // `tally` outlives it.
  Asker(asio::io_context& io, ClientOptions options, Tally& tally)
      : tally_(tally),
        answers_(options.filter),
        client_(MakeMqttClient(
            io, std::move(options),
            [this](const mqtt::ServerPacket& packet) { OnMessage(packet); })) {}
  Asker(const Asker&) = delete;
  Asker& operator=(const Asker&) = delete;

  [[nodiscard]] MqttClient& client() { return *client_; }

  // Asks question number `number`, which was due at `due`.
  void Ask(std::size_t number, const std::string& question,
           Clock::time_point due) {
    const std::string correlation = std::to_string(next_);
    asked_.emplace(correlation, Asked{number, due});
    ++next_;
    tally_.CountOffered();
    client_->Send(mqtt::PublishPacket(
        mqtt::Version::k5,
        {.topic = "answerbox/default/ask",
         .payload = question,
         .properties = mqtt::PropertyText(kResponseTopic, answers_) +
                       mqtt::PropertyText(kCorrelationData, correlation)}));
  }

 private:
  struct Asked {
    std::size_t number;
    Clock::time_point due;
  };

  void OnMessage(const mqtt::ServerPacket& packet) {
    std::string correlation;
    for (const auto& [id, value] : packet.properties) {
      if (id == kCorrelationData) correlation = value;
    }
    const auto found = asked_.find(correlation);
    if (found == asked_.end()) return tally_.CountStray();
    const auto latency = std::chrono::duration_cast<Tally::Latency>(
        Clock::now() - found->second.due);
    tally_.CountReply(found->second.number, latency, packet.payload);
    asked_.erase(found);
  }

  Tally& tally_;
  const std::string answers_;
  std::unordered_map<std::string, Asked> asked_;
  std::uint64_t next_ = 0;
  const std::shared_ptr<MqttClient> client_;
};

class LoadRun {
 public:
  LoadRun(asio::io_context& io, LoadOptions options)
      : io_(io),
        options_(std::move(options)),
        questions_(ReadLines(options_.questions)),
        tally_(questions_.size()),
        stalled_(io, options_) {}

  // Throws where not all clients get their connection.
  asio::awaitable<void> Run() {
    co_await ConnectAll();
    if (options_.stalled > 0) {
      co_await stalled_.Begin();
      asio::co_spawn(io_, stalled_.PublishForEver(), asio::detached);
    }
    for (std::size_t i = 0; i < options_.half_open; ++i) {
      asio::co_spawn(io_, KeepHalfOpen(options_.tls, i % 2 == 0),
                     asio::detached);
    }
    co_await Offer();
    const std::uint64_t pss_kib =
        options_.daemon ? PssKib(*options_.daemon) : 0;
    co_await AwaitAnswers();
    Print(pss_kib);
    io_.stop();
  }

 private:
  asio::awaitable<void> ConnectAll() {
    std::shared_ptr<const platform::TlsConfig> tls;
    if (options_.tls_connections > 0) {
      tls = platform::TlsConfig::ForClient({.server_ca = options_.certificate})
                .value();
    }
    for (std::size_t i = 0; i < options_.connections; ++i) {
      const bool is_tls = i < options_.tls_connections;
      const std::string name = "load-" + std::to_string(i);
      askers_.push_back(std::make_unique<Asker>(
          io_,
          ClientOptions{.server = is_tls ? options_.tls : options_.plain,
                        .tls = is_tls ? tls : nullptr,
                        .client_id = name,
                        .user = options_.user,
                        .password = options_.password,
                        .filter = "clients/" + options_.user + "/" + name,
                        .receive_bytes = 0},
          tally_));
      co_await askers_.back()->client().Begin();
    }
  }

  // Asks as many questions as are due, connections in turn.
  asio::awaitable<void> Offer() {
    const auto begin = Clock::now();
    const auto interval = std::chrono::nanoseconds(std::chrono::seconds(1)) /
                          static_cast<std::int64_t>(options_.rate);
    asio::steady_timer timer(io_);
    std::size_t asked = 0;
    for (auto due = begin; due < begin + options_.duration;) {
      timer.expires_at(due);
      co_await timer.async_wait(asio::use_awaitable);
      const auto end = std::min(Clock::now(), begin + options_.duration);
      for (; due <= end && due < begin + options_.duration; due += interval) {
        const std::size_t number = asked % questions_.size();
        askers_[asked % askers_.size()]->Ask(number, questions_[number], due);
        ++asked;
      }
    }
  }

  asio::awaitable<void> AwaitAnswers() {
    constexpr std::chrono::seconds kPatience{10};
    constexpr std::chrono::milliseconds kInterval{10};
    const auto end = Clock::now() + kPatience;
    asio::steady_timer timer(io_);
    while (!tally_.is_complete() && Clock::now() < end) {
      timer.expires_after(kInterval);
      co_await timer.async_wait(asio::use_awaitable);
    }
  }

  void Print(std::uint64_t pss_kib) {
    std::size_t closed = 0;
    for (const auto& asker : askers_) closed += !asker->client().is_open();
    auto report = tally_.Report(options_.duration);
    report["connections"] = askers_.size();
    report["closed"] = closed;  // By the daemon, before the end.
    report["pss_kib"] = pss_kib;
    std::cout << boost::json::serialize(report) << "\n";
  }

  asio::io_context& io_;
  const LoadOptions options_;
  const std::vector<std::string> questions_;
  Tally tally_;
  StalledConsumers stalled_;
  std::vector<std::unique_ptr<Asker>> askers_;
};

// A descriptor for each connection.
void RaiseDescriptorLimit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  static_cast<void>(setrlimit(RLIMIT_NOFILE, &limit));
}

int Main(const LoadOptions& options) {
  RaiseDescriptorLimit();
  asio::io_context io(1);
  LoadRun run(io, options);
  std::exception_ptr failure;
  asio::co_spawn(io, run.Run(), [&](std::exception_ptr thrown) {
    failure = thrown;
    io.stop();
  });
  io.run();
  if (failure) std::rethrow_exception(failure);
  return 0;
}

}  // namespace
}  // namespace answerbox::load

int main(int argc, char** argv) {
  const auto options = answerbox::load::ReadLoadOptions(argc, argv);
  if (!options) {
    std::cerr << answerbox::load::kUsage;
    return 2;
  }
  try {
    return answerbox::load::Main(*options);
  } catch (const std::exception& failure) {
    std::cerr << "mqtt_load: " << failure.what() << "\n";
    return 1;
  }
}
