#include "daemon/protocol/http/metrics/metrics.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <map>

#include "engine/text/utf8.h"

namespace answerbox::daemon::http {
namespace {

std::string Digits(double value) {
  assert(std::isfinite(value));
  std::array<char, 32> digits{};
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  return {digits.data(), end};
}

}  // namespace

std::string EscapeLabel(std::string_view text) {
  const bool is_utf8 = engine::ValidateUtf8(text).has_value();
  std::string escaped;
  for (const char c : text) {
    if (c == '\n') {
      escaped += "\\n";
      continue;
    }
    if (c == '\\' || c == '"') escaped += '\\';
    const bool is_ascii = static_cast<unsigned char>(c) < 0x80;
    escaped += is_utf8 || is_ascii ? c : '?';
  }
  return escaped;
}

void Samples::Add(double value, Labels labels) {
  AddText({}, labels, Digits(value));
}

// Each bucket of the format holds those before it, too.
void Samples::AddHistogram(std::span<const double> bounds,
                           std::span<const std::uint64_t> counts, double sum) {
  assert(counts.size() == bounds.size() + 1);
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    count += counts[i];
    const std::string bound = i < bounds.size() ? Digits(bounds[i]) : "+Inf";
    AddText("_bucket", {{"le", bound}}, std::to_string(count));
  }
  AddText("_sum", {}, Digits(sum));
  AddText("_count", {}, std::to_string(count));
}

void Samples::AddText(std::string_view suffix, Labels labels,
                      const std::string& value) {
  text_ += metric_;
  text_ += suffix;
  char separator = '{';
  for (const Label& label : labels) {
    text_ += separator;
    text_ += label.name;
    text_ += "=\"" + EscapeLabel(label.value) + '"';
    separator = ',';
  }
  if (labels.size() > 0) text_ += '}';
  text_ += ' ' + value + '\n';
}

namespace {

using enum MetricType;

double Seconds(std::chrono::duration<double> time) { return time.count(); }

// Microjoules are joules, and microwatts watts.
double FromMicro(std::int64_t value) {
  return static_cast<double>(value) / 1e6;
}

void WriteLatencies(const Figures& figures, Samples& samples) {
  std::array<double, kLatencyBounds.size()> bounds{};
  std::ranges::transform(kLatencyBounds, bounds.begin(), Seconds);
  samples.AddHistogram(bounds, figures.questions.latencies,
                       Seconds(figures.questions.total_latency));
}

// Adds a total of the energy, once a sensor is in use.
template <std::int64_t EnergyTotals::*kTotal>
void WriteEnergy(const Figures& figures, Samples& samples) {
  if (!figures.energy || figures.energy->sensor.empty()) return;
  samples.Add(FromMicro(figures.energy->totals.*kTotal));
}

void WriteMeanEnergy(const Figures& figures, Samples& samples) {
  const Usage& today = figures.today;
  const std::uint64_t known = today.questions() - today.unresolved;
  if (known == 0) return;
  samples.Add(FromMicro(today.energy_uj) / static_cast<double>(known));
}

template <auto kMember>
void WriteCollections(const Figures& figures, Samples& samples) {
  for (const CollectionSummary& collection : figures.collections) {
    samples.Add(collection.*kMember, {{"collection", collection.name}});
  }
}

template <auto kMember>
void WriteArenas(const Figures& figures, Samples& samples) {
  for (const Arena& arena : figures.arenas) {
    samples.Add(arena.*kMember, {{"use", arena.use}});
  }
}

template <auto kMember>
void WriteMqttMemory(const Figures& figures, Samples& samples) {
  if (figures.mqtt_memory) samples.Add((*figures.mqtt_memory).*kMember);
}

template <auto kMember>
void WriteAudit(const Figures& figures, Samples& samples) {
  if (figures.audit) samples.Add((*figures.audit).*kMember);
}

// A file may hold several certificates, and a listener several files.
void WriteExpiries(const Figures& figures, Samples& samples) {
  for (const ListenerFigures& listener : figures.listeners) {
    std::map<std::string_view, std::chrono::sys_seconds> first;
    for (const platform::TlsFileDates& dates : listener.dates) {
      const auto [place, is_new] = first.emplace(dates.what, dates.until);
      if (!is_new) place->second = std::min(place->second, dates.until);
    }
    for (const auto& [what, until] : first) {
      samples.Add(until.time_since_epoch().count(),
                  {{"listener", listener.name}, {"what", what}});
    }
  }
}

constexpr auto kMetrics = std::to_array<Metric>({
    {"answerbox_build_info", kGauge, "version, model",
     "Always 1; the labels name program and model.",
     [](const Figures& figures, Samples& samples) {
       samples.Add(1, {{"version", figures.version}, {"model", figures.model}});
     }},
    {"process_start_time_seconds", kGauge, "",
     "Start of the daemon, since 1970.",
     [](const Figures& figures, Samples& samples) {
       samples.Add(figures.started.time_since_epoch().count());
     }},
    {"process_resident_memory_bytes", kGauge, "",
     "Memory of the daemon in RAM.",
     [](const Figures& figures, Samples& samples) {
       if (!figures.process || !figures.process->memory_bytes) return;
       samples.Add(*figures.process->memory_bytes);
     }},
    {"process_cpu_seconds_total", kCounter, "", "CPU time of the daemon.",
     [](const Figures& figures, Samples& samples) {
       if (figures.process) samples.Add(Seconds(figures.process->cpu_time));
     }},
    {"answerbox_questions_total", kCounter, "result",
     "Questions answered, and refused.",
     [](const Figures& figures, Samples& samples) {
       samples.Add(figures.questions.answered, {{"result", "answered"}});
       samples.Add(figures.questions.refused, {{"result", "refused"}});
     }},
    {"answerbox_question_duration_seconds", kHistogram, "",
     "Time of the engine for a question.", WriteLatencies},
    {"answerbox_questions_in_flight", kGauge, "", "Questions that run or wait.",
     [](const Figures& figures, Samples& samples) {
       samples.Add(figures.questions_in_flight);
     }},
    {"answerbox_gave_way_total", kCounter, "shared",
     "What gave way to other callers.",
     [](const Figures& figures, Samples& samples) {
       for (const GaveWayFigure& one : figures.gave_way) {
         samples.Add(one.count, {{"shared", NameOf(one.shared)}});
       }
     }},
    {"answerbox_energy_joules_total", kCounter, "", "Energy of the machine.",
     WriteEnergy<&EnergyTotals::measured_uj>},
    {"answerbox_idle_energy_joules_total", kCounter, "",
     "Energy of the machine at rest.", WriteEnergy<&EnergyTotals::idle_uj>},
    {"answerbox_question_energy_joules_total", kCounter, "",
     "Energy of questions above rest.",
     WriteEnergy<&EnergyTotals::attributed_uj>},
    {"answerbox_energy_unknown_seconds_total", kCounter, "",
     "Time whose energy is unknown.",
     [](const Figures& figures, Samples& samples) {
       if (!figures.energy || figures.energy->sensor.empty()) return;
       samples.Add(Seconds(figures.energy->totals.unknown));
     }},
    {"answerbox_question_energy_mean_joules", kGauge, "",
     "Mean energy of a question since midnight.", WriteMeanEnergy},
    {"answerbox_power_watts", kGauge, "sensor", "Power, as last read.",
     [](const Figures& figures, Samples& samples) {
       if (!figures.energy || !figures.energy->power_uw) return;
       samples.Add(FromMicro(*figures.energy->power_uw),
                   {{"sensor", figures.energy->sensor}});
     }},
    {"answerbox_sensor_good", kGauge, "sensor",
     "1 while the sensor is believed.",
     [](const Figures& figures, Samples& samples) {
       if (!figures.energy || figures.energy->sensor.empty()) return;
       const auto state = figures.energy->health.state;
       samples.Add(state == platform::SensorState::kGood ? 1 : 0,
                   {{"sensor", figures.energy->sensor}});
     }},
    {"answerbox_arena_bytes", kGauge, "use",
     "Working memory of a question or gathering.", WriteArenas<&Arena::bytes>},
    {"answerbox_arena_peak_bytes", kGauge, "use",
     "The most of it that was needed.", WriteArenas<&Arena::peak_bytes>},
    {"answerbox_mqtt_memory_bytes", kGauge, "", "Memory of MQTT clients.",
     WriteMqttMemory<&MqttMemory::bytes>},
    {"answerbox_mqtt_memory_limit_bytes", kGauge, "", "Bound of that memory.",
     WriteMqttMemory<&MqttMemory::limit_bytes>},
    {"answerbox_connections", kGauge, "listener", "Open connections.",
     [](const Figures& figures, Samples& samples) {
       for (const ListenerFigures& listener : figures.listeners) {
         samples.Add(listener.connections, {{"listener", listener.name}});
       }
     }},
    {"answerbox_documents", kGauge, "collection", "Documents of a collection.",
     WriteCollections<&CollectionSummary::documents>},
    {"answerbox_text_bytes", kGauge, "collection", "Text of a collection.",
     WriteCollections<&CollectionSummary::text_bytes>},
    {"answerbox_disk_bytes", kGauge, "collection", "Files of a collection.",
     WriteCollections<&CollectionSummary::disk_bytes>},
    {"answerbox_queued_changes", kGauge, "",
     "Changes that wait for the writer.",
     [](const Figures& figures, Samples& samples) {
       samples.Add(figures.queued_changes);
     }},
    {"answerbox_added_bytes_total", kCounter, "", "Text that was added.",
     [](const Figures& figures, Samples& samples) {
       samples.Add(figures.added_bytes);
     }},
    {"answerbox_out_of_service", kGauge, "",
     "What can't be served: see `answerbox status`.",
     [](const Figures& figures, Samples& samples) {
       samples.Add(figures.out_of_service);
     }},
    {"answerbox_audit_records", kGauge, "", "Records of the audit log.",
     WriteAudit<&AuditActivity::records>},
    {"answerbox_audit_waiting_records", kGauge, "",
     "Records that are not written yet.", WriteAudit<&AuditActivity::waiting>},
    {"answerbox_audit_unsigned_records", kGauge, "",
     "Records that no head signs yet.", WriteAudit<&AuditActivity::not_signed>},
    {"answerbox_audit_unrecorded_total", kCounter, "",
     "Answers without a record.", WriteAudit<&AuditActivity::unrecorded>},
    {"answerbox_audit_bytes", kGauge, "", "Bytes of the audit log's files.",
     WriteAudit<&AuditActivity::bytes>},
    {"answerbox_audit_failing", kGauge, "", "1 while the log takes no records.",
     [](const Figures& figures, Samples& samples) {
       if (figures.audit) samples.Add(figures.audit->failure.empty() ? 0 : 1);
     }},
    {"answerbox_certificate_expiry_timestamp_seconds", kGauge, "listener, what",
     "When the first of a kind expires.", WriteExpiries},
});

}  // namespace

std::string_view ToString(MetricType type) noexcept {
  switch (type) {
    case kCounter:
      return "counter";
    case kGauge:
      return "gauge";
    case kHistogram:
      return "histogram";
  }
  return "";
}

std::span<const Metric> Metrics() noexcept { return kMetrics; }

std::string WriteMetrics(const Figures& figures) {
  std::string text;
  for (const Metric& metric : kMetrics) {
    Samples samples(metric.name);
    metric.write(figures, samples);
    if (samples.text().empty()) continue;
    const std::string name(metric.name);
    text += "# HELP " + name + ' ' + std::string(metric.help) + "\n# TYPE " +
            name + ' ' + std::string(ToString(metric.type)) + '\n' +
            samples.text();
  }
  return text;
}

}  // namespace answerbox::daemon::http
