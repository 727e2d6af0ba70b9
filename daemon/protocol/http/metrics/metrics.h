// The metrics of GET /metrics: one table of them, in the text format 0.0.4 of
// Prometheus. docs/metrics.md lists them; a test compares it with the table.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "daemon/protocol/http/metrics/figures.h"
#include "daemon/protocol/http/metrics/samples.h"

namespace answerbox::daemon::http {

enum class MetricType : std::uint8_t { kCounter, kGauge, kHistogram };
[[nodiscard]] std::string_view ToString(MetricType type) noexcept;

struct Metric {
  std::string_view name;
  MetricType type;
  std::string_view labels;  // Their names, separated by ", ".
  std::string_view help;
  // Adds no sample where the figure is unknown, which is not the same as 0.
  void (*write)(const Figures& figures, Samples& samples);
};

// In the order in which they are written.
[[nodiscard]] std::span<const Metric> Metrics() noexcept;

// Bounded: collections, listeners and their files bound the samples.
[[nodiscard]] std::string WriteMetrics(const Figures& figures);

}  // namespace answerbox::daemon::http
