// Who gets the metrics, as the option http_metrics says.
#pragma once

#include <cstdint>

namespace answerbox::daemon::http {

// Metrics name all collections.
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

}  // namespace answerbox::daemon::http
