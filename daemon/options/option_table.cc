#include "daemon/options/option_table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <type_traits>
#include <utility>

#include "daemon/cascade/codec/model_address.h"
#include "engine/profile.h"

namespace answerbox::daemon {
namespace {

constexpr std::uint64_t kKiB = 1024;
constexpr std::uint64_t kMiB = kKiB * 1024;
constexpr std::uint64_t kDayMs = 24 * 3'600'000;

template <typename Enum>
constexpr Choice Named(std::string_view name, Enum value) {
  return {name, static_cast<int>(value)};
}

constexpr std::array kLogLevels{
    Named("error", LogLevel::kError), Named("warning", LogLevel::kWarning),
    Named("notice", LogLevel::kNotice), Named("info", LogLevel::kInfo),
    Named("debug", LogLevel::kDebug)};
constexpr std::array kAnonymous{Named("off", MqttAnonymous::kOff),
                                Named("loopback", MqttAnonymous::kLoopback)};
constexpr std::array kNoYes{Named("no", false), Named("yes", true)};
constexpr std::array kProfiles{Named("default", engine::Profile::kDefault),
                               Named("paper", engine::Profile::kPaper)};
constexpr std::array kArithmetics{Named("fixed", engine::Arithmetic::kFixed),
                                  Named("float", engine::Arithmetic::kFloat)};
constexpr std::array kAuditModes{
    Named("off", AuditMode::kOff), Named("none", AuditMode::kNone),
    Named("group", AuditMode::kGroup), Named("each", AuditMode::kEach)};
constexpr std::array kAuditQuestions{Named("plain", AuditQuestions::kPlain),
                                     Named("hash", AuditQuestions::kHash),
                                     Named("omit", AuditQuestions::kOmit)};
constexpr std::array kWhenFull{Named("refuse", AuditWhenFull::kRefuse),
                               Named("answer", AuditWhenFull::kAnswer)};

// The option that `kMember` of Options is.
template <auto kMember>
constexpr ChoiceOption ChoiceOf(std::span<const Choice> choices) {
  return {
      choices,
      [](const Options& options) { return static_cast<int>(options.*kMember); },
      [](Options& options, int value) {
        using Enum = std::remove_cvref_t<decltype(options.*kMember)>;
        options.*kMember = static_cast<Enum>(value);
      }};
}

constexpr std::array kTable{
    OptionRow{"state_dir", TextOption{&Options::state_dir, "DIR"},
              "Where documents and indexes are kept."},
    OptionRow{"socket", TextOption{&Options::socket, "PATH"},
              "Where clients connect; unused under socket activation."},
    OptionRow{"socket_mode", ModeOption{&Options::socket_mode},
              "Permissions of the socket file."},
    OptionRow{"socket_group", TextOption{&Options::socket_group, "GROUP"},
              "Group of the socket file; empty for the daemon's own."},
    OptionRow{"log_level", ChoiceOf<&Options::log_level>(kLogLevels),
              "The least urgent messages that are logged.",
              Counts::kFromReload},
    OptionRow{"theta", RealOption{&Options::theta, 0.0, 1.0},
              "Confidence below which new collections refuse to answer."},
    OptionRow{"profile", ChoiceOf<&Options::profile>(kProfiles),
              "How new collections analyse text and answer."},
    OptionRow{"window",
              IntegerOption{&Options::window, engine::kMinWindowWords,
                            engine::kMaxWindowWords, "words"},
              "Length of a chunk in new collections."},
    OptionRow{"overlap",
              IntegerOption{&Options::overlap, 0, engine::kMaxWindowWords / 2,
                            "words"},
              "What neighbouring chunks share; at most half the window."},
    OptionRow{"arithmetic", ChoiceOf<&Options::arithmetic>(kArithmetics),
              "How questions are scored unless they say otherwise."},
    OptionRow{"max_questions",
              IntegerOption{&Options::max_questions, 1, 256, "questions"},
              "Questions answered at once.", Counts::kFromReload},
    OptionRow{
        "arena_bytes",
        IntegerOption{&Options::arena_bytes, 64 * kKiB, 64 * kMiB, "bytes"},
        "Memory of one question."},
    OptionRow{"question_threads",
              IntegerOption{&Options::question_threads, 1, 64, "threads"},
              "Threads that answer questions."},
    OptionRow{
        "max_line_bytes",
        IntegerOption{&Options::max_line_bytes, 8 * kKiB, 16 * kMiB, "bytes"},
        "Length of one request."},
    OptionRow{"max_nesting",
              IntegerOption{&Options::max_nesting, 4, 256, "levels"},
              "Nesting of arrays and objects in a request."},
    OptionRow{"max_connections",
              IntegerOption{&Options::max_connections, 1, 4096, "connections"},
              "Clients connected at once."},
    OptionRow{"max_in_flight",
              IntegerOption{&Options::max_in_flight, 1, 4096, "requests"},
              "Unanswered requests of one connection.", Counts::kFromReload},
    OptionRow{"max_reply_bytes",
              IntegerOption{&Options::max_reply_bytes, 512 * kKiB, 256 * kMiB,
                            "bytes"},
              "Replies that wait for one client to read them."},
    OptionRow{"max_connection_memory_bytes",
              IntegerOption{&Options::max_connection_memory_bytes, 2 * kMiB,
                            1024 * kMiB, "bytes"},
              "Requests and replies of all connections in memory."},
    OptionRow{"max_uploads",
              IntegerOption{&Options::max_uploads, 1, 64, "uploads"},
              "Documents that one connection uploads in parts at once.",
              Counts::kFromReload},
    OptionRow{
        "upload_idle_seconds",
        IntegerOption{&Options::upload_idle_seconds, 1, 86'400, "seconds"},
        "Time after which an upload that nothing is added to is dropped.",
        Counts::kFromReload},
    OptionRow{"user_share_percent",
              IntegerOption{&Options::user_share_percent, 1, 100, "percent"},
              "Share of connections and request memory for one user, but root.",
              Counts::kFromReload},
    OptionRow{"min_idle_ms",
              IntegerOption{&Options::min_idle_ms, 0, kDayMs, "ms"},
              "Idle time after which a connection may give way to a new one.",
              Counts::kFromReload},
    OptionRow{"line_timeout_ms",
              IntegerOption{&Options::line_timeout_ms, 10, kDayMs, "ms"},
              "Time to a connection's first byte and to the end of a line.",
              Counts::kFromReload},
    OptionRow{"reply_timeout_ms",
              IntegerOption{&Options::reply_timeout_ms, 10, kDayMs, "ms"},
              "Time in which a client must read some of its replies.",
              Counts::kFromReload},
    OptionRow{"shutdown_grace_ms",
              IntegerOption{&Options::shutdown_grace_ms, 0, 3'600'000, "ms"},
              "Time for requests in flight when the daemon is told to stop."},
    OptionRow{"stall_seconds",
              IntegerOption{&Options::stall_seconds, 1, 86'400, "seconds"},
              "Time on one request after which the watchdog is not fed.",
              Counts::kFromReload},
    OptionRow{"mqtt", TextOption{&Options::mqtt, "ADDRESSES"},
              "Where MQTT clients connect over TCP; empty for nowhere."},
    OptionRow{"mqtt_tls", TextOption{&Options::mqtt_tls, "ADDRESSES"},
              "Where MQTT clients connect over TLS; empty for nowhere."},
    OptionRow{"mqtt_anonymous", ChoiceOf<&Options::mqtt_anonymous>(kAnonymous),
              "Whether MQTT clients on this machine may ask without a name."},
    OptionRow{
        "mqtt_certificate", TextOption{&Options::mqtt_certificate, "FILE"},
        "The certificate that TLS shows, and those between it and its CA."},
    OptionRow{"mqtt_key", TextOption{&Options::mqtt_key, "FILE"},
              "The private key of the certificate."},
    OptionRow{"mqtt_client_ca", TextOption{&Options::mqtt_client_ca, "FILE"},
              "Whose certificates TLS clients may have; empty for none."},
    OptionRow{"mqtt_client_revocations",
              TextOption{&Options::mqtt_client_revocations, "FILE"},
              "Certificates that the CA has revoked; empty for none."},
    OptionRow{"mqtt_require_certificate",
              ChoiceOf<&Options::mqtt_require_certificate>(kNoYes),
              "Whether a TLS client must have a certificate."},
    OptionRow{"mqtt_memory_bytes",
              IntegerOption{&Options::mqtt_memory_bytes, 4 * kMiB, 1024 * kMiB,
                            "bytes"},
              "Memory of all MQTT connections, sessions and messages."},
    OptionRow{
        "mqtt_max_connections",
        IntegerOption{&Options::mqtt_max_connections, 1, 65'535, "connections"},
        "MQTT clients connected at once."},
    OptionRow{"mqtt_connections_per_address",
              IntegerOption{&Options::mqtt_connections_per_address, 0, 65'535,
                            "connections"},
              "Of those, from one address; 0 for half. This machine may more."},
    OptionRow{"mqtt_max_packet_bytes",
              IntegerOption{&Options::mqtt_max_packet_bytes, 4 * kKiB,
                            16 * kMiB, "bytes"},
              "Length of one MQTT packet."},
    OptionRow{"mqtt_max_queued_messages",
              IntegerOption{&Options::mqtt_max_queued_messages, 1, 65'535,
                            "messages"},
              "Messages that wait for one MQTT client."},
    OptionRow{"mqtt_max_queued_bytes",
              IntegerOption{&Options::mqtt_max_queued_bytes, 4 * kKiB,
                            64 * kMiB, "bytes"},
              "Payloads of the messages that wait for one MQTT client."},
    OptionRow{"mqtt_max_subscriptions",
              IntegerOption{&Options::mqtt_max_subscriptions, 1, 1'024,
                            "subscriptions"},
              "Subscriptions of one MQTT session."},
    OptionRow{"mqtt_max_topic_levels",
              IntegerOption{&Options::mqtt_max_topic_levels, 4, 16, "levels"},
              "Levels of an MQTT topic or filter."},
    OptionRow{
        "mqtt_max_retained",
        IntegerOption{&Options::mqtt_max_retained, 16, 100'000, "messages"},
        "Messages that MQTT topics retain."},
    OptionRow{"mqtt_session_hours",
              IntegerOption{&Options::mqtt_session_hours, 0, 8'760, "hours"},
              "Time for which an MQTT session waits for its client."},
    OptionRow{"mqtt_session_bytes",
              IntegerOption{&Options::mqtt_session_bytes, 256 * kKiB,
                            1024 * kMiB, "bytes"},
              "What MQTT sessions and retained messages take on disk."},
    OptionRow{
        "mqtt_connect_timeout_ms",
        IntegerOption{&Options::mqtt_connect_timeout_ms, 100, 600'000, "ms"},
        "Time for a TLS handshake, and then to CONNECT."},
    OptionRow{"model_server", TextOption{&Options::model_server, "ADDRESS"},
              "A language model on this machine; empty for none."},
    OptionRow{"model_name", TextOption{&Options::model_name, "NAME"},
              "The model's name there; empty if it has only one."},
    OptionRow{"model_file", TextOption{&Options::model_file, "PATH"},
              "The model's file, whose hash is told; empty if unknown."},
    OptionRow{"model_cgroup", TextOption{&Options::model_cgroup, "DIR"},
              "The server's control group; empty to meter its process."},
    OptionRow{"model_from", RealOption{&Options::model_from, 0.0, 1.0},
              "Below this confidence the model is not asked."},
    OptionRow{"model_below", RealOption{&Options::model_below, 0.0, 1.0},
              "From this confidence on the model is not needed."},
    OptionRow{
        "model_context_tokens",
        IntegerOption{&Options::model_context_tokens, 10, 100'000, "tokens"},
        "How much of the documents the model is given."},
    OptionRow{"model_timeout_s",
              IntegerOption{&Options::model_timeout_s, 1, 3'600, "seconds"},
              "Time for one text of the model, waiting for it included."},
    OptionRow{"model_max_tokens",
              IntegerOption{&Options::model_max_tokens, 1, 4'096, "tokens"},
              "Length of one text of the model."},
    OptionRow{"model_queue",
              IntegerOption{&Options::model_queue, 1, 64, "texts"},
              "Texts that the model generates or that wait for it."},
    OptionRow{"writer_memory_bytes",
              IntegerOption{&Options::writer_memory_bytes, kMiB, 1024 * kMiB,
                            "bytes"},
              "Memory for indexing new documents."},
    OptionRow{
        "merge_memory_bytes",
        IntegerOption{&Options::merge_memory_bytes, kMiB, 1024 * kMiB, "bytes"},
        "Memory for merging segments."},
    OptionRow{
        "held_upload_bytes",
        IntegerOption{&Options::held_upload_bytes, 0, 1024 * kMiB, "bytes"},
        "Memory for documents on their way in; the rest is in files."},
    OptionRow{"erase_hours",
              IntegerOption{&Options::erase_hours, 0, 8'760, "hours"},
              "Time within which removed text is out of every file."},
    OptionRow{"exam_days", IntegerOption{&Options::exam_days, 0, 3'650, "days"},
              "Time after which a collection with an exam is examined again; 0 "
              "for never, not after a start or a change either.",
              Counts::kFromReload},
    OptionRow{"max_collections",
              IntegerOption{&Options::max_collections, 1, 4096, "collections"},
              "Collections in all."},
    OptionRow{
        "max_documents",
        IntegerOption{&Options::max_documents, 1, 100'000'000, "documents"},
        "Documents in all collections."},
    OptionRow{"max_queued_changes",
              IntegerOption{&Options::max_queued_changes, 1, 65'536, "changes"},
              "Changes that wait to be written."},
    OptionRow{"audit", ChoiceOf<&Options::audit>(kAuditModes),
              "Whether answers and changes are recorded, and how safely."},
    OptionRow{"audit_questions",
              ChoiceOf<&Options::audit_questions>(kAuditQuestions),
              "How records hold questions."},
    OptionRow{"audit_when_full", ChoiceOf<&Options::audit_when_full>(kWhenFull),
              "What becomes of an answer that can't be recorded."},
    OptionRow{"audit_buffer_bytes",
              IntegerOption{&Options::audit_buffer_bytes, 64 * kKiB, 64 * kMiB,
                            "bytes"},
              "Records that wait to be written."},
    OptionRow{"audit_file_bytes",
              IntegerOption{&Options::audit_file_bytes, 64 * kKiB, 1024 * kMiB,
                            "bytes"},
              "Size at which a file of records gives way to a new one."},
    OptionRow{"audit_file_days",
              IntegerOption{&Options::audit_file_days, 1, 3650, "days"},
              "Age at which a file of records gives way to a new one."},
    OptionRow{"audit_head_records",
              IntegerOption{&Options::audit_head_records, 1, 32'768, "records"},
              "Records after which the log is signed."},
    OptionRow{"audit_head_seconds",
              IntegerOption{&Options::audit_head_seconds, 1, 86'400, "seconds"},
              "Age of a record at which the log is signed."},
    OptionRow{"energy_sensor", TextOption{&Options::energy_sensor, "NAME"},
              "The power sensor to read: auto for the best, none, or a name."},
    OptionRow{"energy_shunt_micro_ohms",
              IntegerOption{&Options::energy_shunt_micro_ohms, 0, 1'000'000'000,
                            "micro-ohms"},
              "The sensor's shunt; 0 for what its driver says."},
    OptionRow{"energy_gain", RealOption{&Options::energy_gain, 0.001, 1000.0},
              "What readings are multiplied by to be true."},
    OptionRow{"energy_offset_w",
              RealOption{&Options::energy_offset_w, -1000.0, 1000.0},
              "Watts to add to readings, after the gain, to be true."},
    OptionRow{"energy_model", TextOption{&Options::energy_model, "NAME"},
              "The power model where nothing measures; empty for the board's."},
    OptionRow{"energy_root", TextOption{&Options::energy_root, "DIR"},
              "Where sysfs, procfs and devices of sensors are looked for."},
    OptionRow{"energy_min_interval_ms",
              IntegerOption{&Options::energy_min_interval_ms, 1, 1'900, "ms"},
              "Sensors are read no more often, however fast they are."},
    OptionRow{"energy_max_interval_ms",
              IntegerOption{&Options::energy_max_interval_ms, 10, 1'900, "ms"},
              "Sensors are read no less often, however slow they are."},
    OptionRow{"energy_window_ms",
              IntegerOption{&Options::energy_window_ms, 100, 5'000, "ms"},
              "Time whose energy is divided among what ran in it."},
};

template <typename... Cases>
struct Match : Cases... {
  using Cases::operator()...;
};
// A deduction guide, because clang 14 does not deduce it.
template <typename... Cases>
Match(Cases...) -> Match<Cases...>;

// The whole of `text` as a number, or nothing.
template <typename T, typename... Base>
std::optional<T> ParseNumber(std::string_view text, Base... base) {
  T number{};
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number, base...);
  if (text.empty() || error != std::errc() || end != last) return std::nullopt;
  return number;
}

Error NotAllowed(const OptionRow& row, std::string_view text) {
  return {ErrorKind::kInvalidParams,
          std::string(row.key) + " can't be \"" + std::string(text) +
              "\": it takes " + DescribeValues(row),
          std::string(row.key)};
}

}  // namespace

std::span<const OptionRow> OptionTable() { return kTable; }

std::string RealText(double value) {
  std::array<char, 32> digits{};
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  return {digits.data(), end};
}

Result<void> SetOption(const OptionRow& row, std::string_view text,
                       Options& options) {
  const bool is_set = std::visit(
      Match{[&](const TextOption& option) {
              options.*option.member = text;
              return true;
            },
            [&](const ChoiceOption& option) {
              const auto chosen =
                  std::ranges::find(option.choices, text, &Choice::name);
              if (chosen == option.choices.end()) return false;
              option.set(options, chosen->value);
              return true;
            },
            [&](const IntegerOption& option) {
              const auto number = ParseNumber<std::uint64_t>(text);
              if (!number || *number < option.min || *number > option.max) {
                return false;
              }
              options.*option.member = *number;
              return true;
            },
            [&](const RealOption& option) {
              const auto number = ParseNumber<double>(text);
              // The comparison also rejects NaN.
              if (!number ||
                  !(*number >= option.min && *number <= option.max)) {
                return false;
              }
              options.*option.member = *number;
              return true;
            },
            [&](const ModeOption& option) {
              const auto mode = ParseNumber<std::uint64_t>(text, 8);
              if (!mode || *mode > 0777) return false;
              options.*option.member = *mode;
              return true;
            }},
      row.type);
  if (!is_set) return NotAllowed(row, text);
  return {};
}

std::string GetOption(const OptionRow& row, const Options& options) {
  return std::visit(
      Match{[&](const TextOption& option) { return options.*option.member; },
            [&](const ChoiceOption& option) {
              return std::string(std::ranges::find(option.choices,
                                                   option.get(options),
                                                   &Choice::value)
                                     ->name);
            },
            [&](const IntegerOption& option) {
              return std::to_string(options.*option.member);
            },
            [&](const RealOption& option) {
              return RealText(options.*option.member);
            },
            [&](const ModeOption& option) {
              std::array<char, 24> digits{'0'};
              const auto end = std::to_chars(digits.data() + 1,
                                             digits.data() + digits.size(),
                                             options.*option.member, 8)
                                   .ptr;
              return std::string(digits.data(), end);
            }},
      row.type);
}

std::string DescribeValues(const OptionRow& row) {
  return std::visit(
      Match{[](const TextOption& option) {
              return std::string(option.placeholder);
            },
            [](const ChoiceOption& option) {
              std::string text;
              for (const Choice& choice : option.choices) {
                if (!text.empty()) text += " or ";
                text += choice.name;
              }
              return text;
            },
            [](const IntegerOption& option) {
              return std::to_string(option.min) + " to " +
                     std::to_string(option.max) + " " +
                     std::string(option.unit);
            },
            [](const RealOption& option) {
              return RealText(option.min) + " to " + RealText(option.max);
            },
            [](const ModeOption&) { return std::string("0000 to 0777"); }},
      row.type);
}

std::string FlagOf(const OptionRow& row) {
  std::string flag = "--" + std::string(row.key);
  std::ranges::replace(flag, '_', '-');
  return flag;
}

Result<void> CheckTogether(const Options& options) {
  if (options.overlap > options.window / 2) {
    return Error{ErrorKind::kInvalidParams,
                 "overlap is " + std::to_string(options.overlap) +
                     " words: it takes at most half the window of " +
                     std::to_string(options.window) + " words",
                 "overlap"};
  }
  // Half of the memory is for receiving; a line needs its own length twice
  // while its buffer grows and while it is read.
  if (options.max_connection_memory_bytes < 4 * options.max_line_bytes) {
    return Error{ErrorKind::kInvalidParams,
                 "max_connection_memory_bytes is " +
                     std::to_string(options.max_connection_memory_bytes) +
                     ": it takes at least four times max_line_bytes, " +
                     std::to_string(4 * options.max_line_bytes),
                 "max_connection_memory_bytes"};
  }
  if (!options.model_server.empty()) {
    const auto address = ParseModelAddress(options.model_server);
    if (!address) {
      return Error{ErrorKind::kInvalidParams, address.error().message,
                   "model_server"};
    }
  }
  if (options.energy_min_interval_ms > options.energy_max_interval_ms) {
    return Error{ErrorKind::kInvalidParams,
                 "energy_min_interval_ms is " +
                     std::to_string(options.energy_min_interval_ms) +
                     ": it takes at most energy_max_interval_ms, " +
                     std::to_string(options.energy_max_interval_ms),
                 "energy_min_interval_ms"};
  }
  return {};
}

}  // namespace answerbox::daemon
