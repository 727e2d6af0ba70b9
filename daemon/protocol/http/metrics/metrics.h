// What the daemon tells of itself in figures. They are not of one moment: a
// lock over all of them would make questions wait for a monitor.
#pragma once

#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/audit/audit_log.h"
#include "daemon/collections/snapshots/summaries.h"
#include "daemon/energy/energy_monitor.h"
#include "daemon/energy/usage_book.h"
#include "daemon/question_statistics.h"
#include "daemon/shares/notice_log.h"
#include "platform/power/program_usage.h"
#include "platform/tls/tls_config.h"

namespace answerbox::daemon::http {

struct Label {
  std::string_view name;
  std::string_view value;  // Any bytes.
};
using Labels = std::initializer_list<Label>;

// Returns text as between the quotes of a label: '\', '"' and line feeds are
// escaped. In text that is not UTF-8, every byte beyond ASCII becomes '?'.
[[nodiscard]] std::string EscapeLabel(std::string_view text);

// The samples of one metric in the text format 0.0.4 of Prometheus:
// https://prometheus.io/docs/instrumenting/exposition_formats/
class Samples {
 public:
  // The metric's name; it outlives this.
  explicit Samples(std::string_view metric) : metric_(metric) {}

  template <std::integral T>
  void Add(T value, Labels labels = {}) {
    AddText({}, labels, std::to_string(value));
  }
  // The shortest digits that read back as `value`, which is finite.
  void Add(double value, Labels labels = {});
  // A histogram without labels.
  //   bounds  [n] of the buckets, rising
  //   counts  [n + 1] of each bucket alone, and of what is past all bounds
  void AddHistogram(std::span<const double> bounds,
                    std::span<const std::uint64_t> counts, double sum);

  // A line for each sample.
  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  void AddText(std::string_view suffix, Labels labels,
               const std::string& value);

  std::string_view metric_;
  std::string text_;
};

struct Arena {
  std::string_view use;  // "question" or "gathering".
  std::size_t bytes = 0;
  std::size_t peak_bytes = 0;  // The most that any use has needed.
};

struct ListenerFigures {
  std::string_view name;  // "unix", "mqtt", "http".
  std::size_t connections = 0;
  // Of certificates, CAs and revocation lists.
  std::vector<platform::TlsFileDates> dates{};
};

struct MqttMemory {
  std::size_t bytes = 0;
  std::size_t limit_bytes = 0;
};

struct GaveWayFigure {
  Shared shared{};
  std::uint64_t count = 0;
};

struct Figures {
  std::string version{};
  std::string model{};
  std::chrono::sys_seconds started{};
  std::optional<platform::ProgramUsage> process{};
  QuestionCounts questions{};
  std::size_t questions_in_flight = 0;
  std::vector<GaveWayFigure> gave_way{};
  std::optional<EnergyStatus> energy{};  // Nothing: sensors are looked for.
  Usage today{};
  std::vector<Arena> arenas{};
  std::vector<ListenerFigures> listeners{};
  std::optional<MqttMemory> mqtt_memory{};
  std::vector<CollectionSummary> collections{};
  std::size_t queued_changes = 0;
  std::uint64_t added_bytes = 0;
  std::size_t out_of_service = 0;
  std::optional<AuditActivity> audit{};  // Nothing: the log is turned off.
};

// The metrics of GET /metrics, in the text format 0.0.4 of Prometheus.
// docs/metrics.md lists them; a test compares it with the table.
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
