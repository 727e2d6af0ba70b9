// The settings of HTTP. Options set them: the defaults are here.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace answerbox::daemon::http {

// Who gets the metrics, which name all collections.
enum class MetricsReaders : std::uint8_t {
  kNobody,
  kManagers,  // Who may manage every collection.
  kLoopback,  // And everybody on this machine.
  kAll,       // Everybody who reaches the listener.
};

[[nodiscard]] constexpr bool MayReadMetrics(MetricsReaders readers,
                                            bool is_loopback,
                                            bool manages_all) noexcept {
  switch (readers) {
    case MetricsReaders::kNobody:
      return false;
    case MetricsReaders::kManagers:
      return manages_all;
    case MetricsReaders::kLoopback:
      return manages_all || is_loopback;
    case MetricsReaders::kAll:
      return true;
  }
  return false;
}

struct HttpSettings {
  // "HOST:PORT", several separated by commas; empty: none.
  std::string plain_addresses;
  std::string tls_addresses;
  std::string certificate = "/etc/answerbox/http.crt";
  std::string key = "/etc/answerbox/http.key";
  // Names of the box besides its host name, separated by commas.
  std::string names;
  // Collections that everybody may ask who reaches the listener, separated by
  // commas; empty: only users are served.
  std::string kiosk;
  bool kiosk_feedback = false;  // Who asks so may judge the answers, too.
  MetricsReaders metrics = MetricsReaders::kManagers;
  std::size_t memory_bytes = std::size_t{48} << 20;
  std::size_t connections = 640;
  // From one address, except this machine's own; 0: half of `connections`.
  std::size_t connections_per_address = 0;
  // Requests a minute from one address, except this machine's own.
  std::size_t requests_per_minute = 600;
  std::size_t body_bytes = std::size_t{1} << 20;
  // Time in which a connection may send no request.
  std::chrono::milliseconds idle{60'000};
  // Times for the head and for the body of a request, and for its reply.
  std::chrono::milliseconds head_time{10'000};
  std::chrono::milliseconds body_time{30'000};
  std::chrono::milliseconds reply_time{60'000};
};

}  // namespace answerbox::daemon::http
