// Every option of the daemon, with its default. option_table.h has names,
// units, ranges and help. docs/limits.md describes what happens at each limit.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "engine/numeric/arithmetic.h"
#include "engine/profile.h"

namespace answerbox::daemon {

// Who may connect by MQTT without proving who they are.
enum class MqttAnonymous : std::uint8_t {
  kOff,       // Nobody.
  kLoopback,  // Clients on this machine.
};

// The least urgent messages that are logged.
enum class LogLevel : std::uint8_t { kError, kWarning, kNotice, kInfo, kDebug };

// Whether answers and changes are recorded, and how safely.
enum class AuditMode : std::uint8_t {
  kOff,    // No record is made.
  kNone,   // Records are written when the kernel chooses.
  kGroup,  // Records reach the disk together, a moment later.
  kEach,   // A reply leaves when its record is on the disk.
};

// The form of questions in records.
enum class AuditQuestions : std::uint8_t { kPlain, kHash, kOmit };

// What happens to an answer that can't be recorded.
enum class AuditWhenFull : std::uint8_t { kRefuse, kAnswer };

struct Options {
  std::string state_dir = "/var/lib/answerbox";
  std::string socket = "/run/answerbox/answerbox.sock";
  std::uint64_t socket_mode = 0660;
  std::string socket_group;  // Empty: the daemon's own group.
  LogLevel log_level = LogLevel::kInfo;

  // Settings of collections that adding a document makes.
  double theta = 0.2;
  engine::Profile profile = engine::Profile::kDefault;
  std::uint64_t window = 200;
  std::uint64_t overlap = 40;

  engine::Arithmetic arithmetic = engine::Arithmetic::kFixed;
  std::uint64_t max_questions = 8;
  std::uint64_t arena_bytes = std::uint64_t{1} << 20;
  std::uint64_t question_threads = 2;

  std::uint64_t max_line_bytes = std::uint64_t{1} << 20;
  std::uint64_t max_nesting = 32;
  std::uint64_t max_connections = 64;
  std::uint64_t max_in_flight = 64;
  std::uint64_t max_reply_bytes = std::uint64_t{4} << 20;
  std::uint64_t max_connection_memory_bytes = std::uint64_t{16} << 20;
  std::uint64_t max_uploads = 4;
  std::uint64_t upload_idle_seconds = 30;
  std::uint64_t user_share_percent = 75;
  std::uint64_t min_idle_ms = 1'000;
  std::uint64_t line_timeout_ms = 30'000;
  std::uint64_t reply_timeout_ms = 30'000;
  std::uint64_t shutdown_grace_ms = 10'000;
  std::uint64_t stall_seconds = 120;

  // "HOST:PORT", several with commas between them; empty: none.
  std::string mqtt;
  std::string mqtt_tls;
  MqttAnonymous mqtt_anonymous = MqttAnonymous::kOff;
  std::string mqtt_certificate = "/etc/answerbox/mqtt.crt";
  std::string mqtt_key = "/etc/answerbox/mqtt.key";
  std::string mqtt_client_ca;           // Empty: no certificates of clients.
  std::string mqtt_client_revocations;  // Empty: none is revoked.
  bool mqtt_require_certificate = false;
  std::uint64_t mqtt_memory_bytes = std::uint64_t{16} << 20;
  std::uint64_t mqtt_max_connections = 1'100;
  // 0: half of mqtt_max_connections.
  std::uint64_t mqtt_connections_per_address = 0;
  std::uint64_t mqtt_max_packet_bytes = std::uint64_t{256} << 10;
  std::uint64_t mqtt_max_queued_messages = 64;
  std::uint64_t mqtt_max_queued_bytes = std::uint64_t{256} << 10;
  std::uint64_t mqtt_max_subscriptions = 32;
  std::uint64_t mqtt_max_topic_levels = 16;
  std::uint64_t mqtt_max_retained = 1'000;
  std::uint64_t mqtt_session_hours = 168;
  std::uint64_t mqtt_session_bytes = std::uint64_t{4} << 20;
  std::uint64_t mqtt_connect_timeout_ms = 10'000;

  std::string model_server;  // Empty: none.
  std::string model_name;    // Empty: the server's only model.
  std::string model_file;    // Empty: its hash is unknown.
  std::string model_cgroup;  // Empty: the server's process is metered.
  // Confidences between which the model is asked, unless a request says more.
  double model_from = 0.35;
  double model_below = 0.6;
  std::uint64_t model_context_tokens = 1000;
  std::uint64_t model_timeout_s = 30;
  std::uint64_t model_max_tokens = 256;
  std::uint64_t model_queue = 4;

  std::uint64_t writer_memory_bytes = std::uint64_t{8} << 20;
  std::uint64_t merge_memory_bytes = std::uint64_t{8} << 20;
  std::uint64_t held_upload_bytes = std::uint64_t{8} << 20;
  std::uint64_t erase_hours = 24;
  std::uint64_t exam_days = 7;
  std::uint64_t max_collections = 64;
  std::uint64_t max_documents = 1'000'000;
  std::uint64_t max_queued_changes = 4096;

  AuditMode audit = AuditMode::kGroup;
  AuditQuestions audit_questions = AuditQuestions::kHash;
  AuditWhenFull audit_when_full = AuditWhenFull::kAnswer;
  std::uint64_t audit_buffer_bytes = std::uint64_t{1} << 20;
  std::uint64_t audit_file_bytes = std::uint64_t{8} << 20;
  std::uint64_t audit_file_days = 30;
  std::uint64_t audit_head_records = 4096;
  std::uint64_t audit_head_seconds = 60;

  std::string energy_sensor = "auto";         // Or "none", or a sensor's name.
  std::uint64_t energy_shunt_micro_ohms = 0;  // 0: the driver's value.
  double energy_gain = 1.0;
  double energy_offset_w = 0.0;
  std::string energy_model;  // Empty: the board's own model.
  std::string energy_root = "/";
  std::uint64_t energy_min_interval_ms = 100;
  std::uint64_t energy_max_interval_ms = 1'000;
  std::uint64_t energy_window_ms = 1'000;
};

// Converts a bound to a size in memory. On a 32-bit machine, a bound above its
// address space becomes the largest size.
[[nodiscard]] constexpr std::size_t SizeOf(std::uint64_t bound) noexcept {
  return static_cast<std::size_t>(
      std::min<std::uint64_t>(bound, std::numeric_limits<std::size_t>::max()));
}

}  // namespace answerbox::daemon
