#include <algorithm>
#include <array>
#include <limits>
#include <type_traits>
#include <utility>

#include "daemon/options/options.h"
#include "protocol/pictures/page_pictures.h"

namespace answerbox::daemon {
namespace {

using engine::Chunking;
using http::HttpSettings;
using mqtt::MqttSettings;
using platform::SensorOptions;
using MqttBounds = mqtt::Bounds;

constexpr std::uint64_t kKiB = 1024;
constexpr std::uint64_t kMiB = kKiB * 1024;
constexpr std::uint64_t kDayMs = 24 * 3'600'000;

template <typename Enum>
constexpr Choice Named(std::string_view name, Enum value) {
  return {name, static_cast<int>(value)};
}

constexpr std::array kLogLevels{Named("error", platform::Priority::kError),
                                Named("warning", platform::Priority::kWarning),
                                Named("notice", platform::Priority::kNotice),
                                Named("info", platform::Priority::kInfo),
                                Named("debug", platform::Priority::kDebug)};
constexpr std::array kAnonymous{Named("off", false), Named("loopback", true)};
constexpr std::array kMetricsReaders{
    Named("off", http::MetricsReaders::kNobody),
    Named("managers", http::MetricsReaders::kManagers),
    Named("loopback", http::MetricsReaders::kLoopback),
    Named("all", http::MetricsReaders::kAll)};
constexpr std::array kNoYes{Named("no", false), Named("yes", true)};
constexpr std::array kProfiles{Named("default", engine::Profile::kDefault),
                               Named("paper", engine::Profile::kPaper)};
constexpr std::array kArithmetics{Named("fixed", engine::Arithmetic::kFixed),
                                  Named("float", engine::Arithmetic::kFloat)};
constexpr std::array kAuditModes{
    Named("off", Durability::kOff), Named("none", Durability::kNone),
    Named("group", Durability::kGroup), Named("each", Durability::kEach)};
constexpr std::array kAuditQuestions{Named("plain", QuestionForm::kPlain),
                                     Named("hash", QuestionForm::kHashed),
                                     Named("omit", QuestionForm::kLeftOut)};
constexpr std::array kWhenFull{Named("refuse", WhenFull::kRefuse),
                               Named("answer", WhenFull::kAnswer)};

// The member at the end of a path through the settings of rooms.
template <auto kFirst, auto... kRest>
constexpr auto& At(auto& settings) {
  if constexpr (sizeof...(kRest) == 0) {
    return settings.*kFirst;
  } else {
    return At<kRest...>(settings.*kFirst);
  }
}

template <auto... kPath>
using Member =
    std::remove_cvref_t<decltype(At<kPath...>(std::declval<Options&>()))>;

// Function pointers and not pointers to members: the members are in structures
// of structures, of many types.
template <auto... kPath>
constexpr TextOption TextOf(std::string_view placeholder) {
  return {[](const Options& options) -> std::string {
            return At<kPath...>(options);
          },
          [](Options& options, std::string_view text) {
            At<kPath...>(options) = text;
          },
          placeholder};
}

template <auto... kPath>
constexpr ChoiceOption ChoiceOf(std::span<const Choice> choices) {
  return {choices,
          [](const Options& options) {
            return static_cast<int>(At<kPath...>(options));
          },
          [](Options& options, int value) {
            At<kPath...>(options) = static_cast<Member<kPath...>>(value);
          }};
}

// On a 32-bit machine, a bound above its address space becomes the largest
// size.
template <typename Integer>
constexpr Integer Fit(std::uint64_t bound) noexcept {
  return static_cast<Integer>(
      std::min<std::uint64_t>(bound, std::numeric_limits<Integer>::max()));
}

template <auto... kPath>
constexpr IntegerOption IntegerOf(std::uint64_t min, std::uint64_t max,
                                  std::string_view unit) {
  return {[](const Options& options) -> std::uint64_t {
            return At<kPath...>(options);
          },
          [](Options& options, std::uint64_t value) {
            At<kPath...>(options) = Fit<Member<kPath...>>(value);
          },
          min, max, unit};
}

// A time, as people set it in `Unit`.
template <typename Unit, auto... kPath>
constexpr IntegerOption TimeOf(std::uint64_t min, std::uint64_t max,
                               std::string_view unit) {
  return {
      [](const Options& options) {
        return static_cast<std::uint64_t>(
            std::chrono::duration_cast<Unit>(At<kPath...>(options)).count());
      },
      [](Options& options, std::uint64_t value) {
        At<kPath...>(options) = Unit(static_cast<typename Unit::rep>(value));
      },
      min, max, unit};
}

template <auto... kPath>
constexpr RealOption RealOf(double min, double max) {
  return {[](const Options& options) { return At<kPath...>(options); },
          [](Options& options, double value) { At<kPath...>(options) = value; },
          min, max};
}

// The sensor's name, or one of two words that name none.
std::string SensorName(const Options& options) {
  if (!options.energy.reads_sensor) return "none";
  const std::string& name = options.energy.sensors.sensor;
  return name.empty() ? "auto" : name;
}

void SetSensorName(Options& options, std::string_view text) {
  options.energy.reads_sensor = text != "none";
  const bool is_name = text != "none" && text != "auto";
  options.energy.sensors.sensor = is_name ? text : std::string_view();
}

// 0 stands for what the driver says.
constexpr IntegerOption kShunt{
    [](const Options& options) -> std::uint64_t {
      return options.energy.sensors.shunt.value_or(0);
    },
    [](Options& options, std::uint64_t value) {
      auto& shunt = options.energy.sensors.shunt;
      shunt.reset();
      if (value != 0) shunt = static_cast<std::uint32_t>(value);
    },
    0, platform::kMaxShuntMicroOhms, "micro-ohms"};

// In the order of docs/limits.md, of --help and of deploy/answerboxd.toml. A
// range stands here alone, a default with the member.
constexpr std::array kTable{
    OptionRow{"state_dir",
              TextOf<&Options::store, &StoreOptions::state_dir>("DIR"),
              "Where documents and indexes are kept."},
    OptionRow{"pack_keys",
              TextOf<&Options::store, &StoreOptions::pack_keys>("DIR"),
              "Public keys (NAME.pub) whose packs are installed; only root "
              "writes there."},
    OptionRow{"socket", TextOf<&Options::socket>("PATH"),
              "Where clients connect; unused under socket activation."},
    OptionRow{"socket_mode", ModeOption{&Options::socket_mode},
              "Permissions of the socket file."},
    OptionRow{"socket_group", TextOf<&Options::socket_group>("GROUP"),
              "Group of the socket file; empty for the daemon's own."},
    OptionRow{"log_level", ChoiceOf<&Options::log_level>(kLogLevels),
              "The least urgent messages that are logged.",
              Counts::kFromReload},
    OptionRow{"theta",
              RealOf<&Options::store, &StoreOptions::defaults,
                     &CollectionSettings::theta>(0.0, 1.0),
              "Confidence below which new collections refuse to answer."},
    OptionRow{"profile",
              ChoiceOf<&Options::store, &StoreOptions::defaults,
                       &CollectionSettings::profile>(kProfiles),
              "How new collections analyse text and answer."},
    OptionRow{"window",
              IntegerOf<&Options::store, &StoreOptions::defaults,
                        &CollectionSettings::chunking, &Chunking::window_words>(
                  engine::kMinWindowWords, engine::kMaxWindowWords, "words"),
              "Length of a chunk in new collections."},
    OptionRow{
        "overlap",
        IntegerOf<&Options::store, &StoreOptions::defaults,
                  &CollectionSettings::chunking, &Chunking::overlap_words>(
            0, engine::kMaxWindowWords / 2, "words"),
        "What neighbouring chunks share; at most half the window."},
    OptionRow{"arithmetic", ChoiceOf<&Options::arithmetic>(kArithmetics),
              "How questions are scored unless they say otherwise."},
    OptionRow{"max_questions",
              IntegerOf<&Options::dispatch, &DispatchBounds::questions>(
                  1, 256, "questions"),
              "Questions that are answered or wait.", Counts::kFromReload},
    OptionRow{"question_wait_ms",
              TimeOf<std::chrono::milliseconds, &Options::dispatch,
                     &DispatchBounds::question_wait>(0, 600'000, "ms"),
              "Time that a question waits for its turn.", Counts::kFromReload},
    OptionRow{"arena_bytes",
              IntegerOf<&Options::arena_bytes>(64 * kKiB, 64 * kMiB, "bytes"),
              "Memory of one question."},
    OptionRow{"question_threads",
              IntegerOf<&Options::lanes, &LaneSizes::question_threads>(
                  1, 64, "threads"),
              "Threads that answer questions."},
    OptionRow{"max_line_bytes",
              IntegerOf<&Options::sessions, &SessionBounds::line_bytes>(
                  8 * kKiB, 16 * kMiB, "bytes"),
              "Length of one request."},
    OptionRow{"max_nesting",
              IntegerOf<&Options::sessions, &SessionBounds::nesting>(4, 256,
                                                                     "levels"),
              "Nesting of arrays and objects in a request."},
    OptionRow{"max_connections",
              IntegerOf<&Options::sessions, &SessionBounds::connections>(
                  1, 4096, "connections"),
              "Clients connected at once."},
    OptionRow{"max_in_flight",
              IntegerOf<&Options::sessions, &SessionBounds::in_flight>(
                  1, 4096, "requests"),
              "Unanswered requests of one connection.", Counts::kFromReload},
    OptionRow{"max_reply_bytes",
              IntegerOf<&Options::sessions, &SessionBounds::reply_bytes>(
                  512 * kKiB, 256 * kMiB, "bytes"),
              "Replies that wait for one client to read them."},
    OptionRow{"max_connection_memory_bytes",
              IntegerOf<&Options::sessions, &SessionBounds::memory_bytes>(
                  2 * kMiB, 1024 * kMiB, "bytes"),
              "Requests and replies of all connections in memory."},
    OptionRow{"max_uploads",
              IntegerOf<&Options::sessions, &SessionBounds::uploads>(1, 64,
                                                                     "uploads"),
              "Documents that one connection uploads in parts at once.",
              Counts::kFromReload},
    OptionRow{"upload_idle_seconds",
              TimeOf<std::chrono::seconds, &Options::sessions,
                     &SessionBounds::upload_idle>(1, 86'400, "seconds"),
              "Time after which an upload that nothing is added to is dropped.",
              Counts::kFromReload},
    OptionRow{"user_share_percent",
              IntegerOf<&Options::sessions, &SessionBounds::user_share_percent>(
                  1, 100, "percent"),
              "Share of connections and request memory for one user, but root.",
              Counts::kFromReload},
    OptionRow{"min_idle_ms",
              TimeOf<std::chrono::milliseconds, &Options::sessions,
                     &SessionBounds::min_idle>(0, kDayMs, "ms"),
              "Idle time after which a connection may give way to a new one.",
              Counts::kFromReload},
    OptionRow{"line_timeout_ms",
              TimeOf<std::chrono::milliseconds, &Options::sessions,
                     &SessionBounds::line_timeout>(10, kDayMs, "ms"),
              "Time to a connection's first byte and to the end of a line.",
              Counts::kFromReload},
    OptionRow{"reply_timeout_ms",
              TimeOf<std::chrono::milliseconds, &Options::sessions,
                     &SessionBounds::reply_timeout>(10, kDayMs, "ms"),
              "Time in which a client must read some of its replies.",
              Counts::kFromReload},
    OptionRow{"shutdown_grace_ms",
              TimeOf<std::chrono::milliseconds, &Options::shutdown_grace>(
                  0, 3'600'000, "ms"),
              "Time for requests in flight when the daemon is told to stop."},
    OptionRow{"stall_seconds",
              TimeOf<std::chrono::seconds, &Options::dispatch,
                     &DispatchBounds::stall>(1, 86'400, "seconds"),
              "Time on one request after which the watchdog is not fed.",
              Counts::kFromReload},
    OptionRow{
        "mqtt",
        TextOf<&Options::mqtt, &MqttSettings::plain_addresses>("ADDRESSES"),
        "Where MQTT clients connect over TCP; empty for nowhere."},
    OptionRow{"mqtt_tls",
              TextOf<&Options::mqtt, &MqttSettings::tls_addresses>("ADDRESSES"),
              "Where MQTT clients connect over TLS; empty for nowhere."},
    OptionRow{
        "mqtt_anonymous",
        ChoiceOf<&Options::mqtt, &MqttSettings::allows_anonymous>(kAnonymous),
        "Whether MQTT clients on this machine may ask without a name."},
    OptionRow{"mqtt_home_assistant",
              TextOf<&Options::mqtt, &MqttSettings::home_assistant>("PREFIX"),
              "Announces the box to Home Assistant below this topic; empty for "
              "no."},
    OptionRow{
        "mqtt_certificate",
        TextOf<&Options::mqtt, &MqttSettings::certificate>("FILE"),
        "The certificate that TLS shows, and those between it and its CA."},
    OptionRow{"mqtt_key", TextOf<&Options::mqtt, &MqttSettings::key>("FILE"),
              "The private key of the certificate."},
    OptionRow{"mqtt_client_ca",
              TextOf<&Options::mqtt, &MqttSettings::client_ca>("FILE"),
              "TLS clients may show certificates of this CA; empty for none."},
    OptionRow{"mqtt_client_revocations",
              TextOf<&Options::mqtt, &MqttSettings::client_revocations>("FILE"),
              "Certificates that the CA has revoked; empty for none."},
    OptionRow{
        "mqtt_require_certificate",
        ChoiceOf<&Options::mqtt, &MqttSettings::requires_certificate>(kNoYes),
        "Whether a TLS client must have a certificate."},
    OptionRow{
        "mqtt_websocket",
        ChoiceOf<&Options::mqtt, &MqttSettings::serves_websockets>(kNoYes),
        "Whether clients of HTTP may speak MQTT over WebSocket."},
    OptionRow{
        "mqtt_websocket_origins",
        TextOf<&Options::mqtt, &MqttSettings::websocket_origins>("ORIGINS"),
        "Web pages of other hosts that may do so; empty for none."},
    OptionRow{"mqtt_memory_bytes",
              IntegerOf<&Options::mqtt, &MqttSettings::memory_bytes>(
                  4 * kMiB, 1024 * kMiB, "bytes"),
              "Memory of all MQTT connections, sessions and messages."},
    OptionRow{"mqtt_max_connections",
              IntegerOf<&Options::mqtt, &MqttSettings::bounds,
                        &MqttBounds::connections>(1, 65'535, "connections"),
              "MQTT clients connected at once."},
    OptionRow{"mqtt_connections_per_address",
              IntegerOf<&Options::mqtt, &MqttSettings::connections_per_address>(
                  0, 65'535, "connections"),
              "One address may have as many of those; 0 for half of them."},
    OptionRow{
        "mqtt_max_packet_bytes",
        IntegerOf<&Options::mqtt, &MqttSettings::bounds,
                  &MqttBounds::packet_bytes>(4 * kKiB, 16 * kMiB, "bytes"),
        "Length of one MQTT packet."},
    OptionRow{"mqtt_max_queued_messages",
              IntegerOf<&Options::mqtt, &MqttSettings::bounds,
                        &MqttBounds::queued_messages>(1, 65'535, "messages"),
              "Messages that wait for one MQTT client."},
    OptionRow{
        "mqtt_max_queued_bytes",
        IntegerOf<&Options::mqtt, &MqttSettings::bounds,
                  &MqttBounds::queued_bytes>(4 * kKiB, 64 * kMiB, "bytes"),
        "Payloads of the messages that wait for one MQTT client."},
    OptionRow{"mqtt_max_subscriptions",
              IntegerOf<&Options::mqtt, &MqttSettings::bounds,
                        &MqttBounds::subscriptions>(1, 1'024, "subscriptions"),
              "Subscriptions of one MQTT session."},
    OptionRow{"mqtt_max_topic_levels",
              IntegerOf<&Options::mqtt, &MqttSettings::bounds,
                        &MqttBounds::topic_levels>(4, 16, "levels"),
              "Levels of an MQTT topic or filter."},
    OptionRow{
        "mqtt_max_retained",
        IntegerOf<&Options::mqtt, &MqttSettings::bounds,
                  &MqttBounds::retained_messages>(16, 100'000, "messages"),
        "Messages that MQTT topics retain."},
    OptionRow{"mqtt_session_hours",
              TimeOf<std::chrono::hours, &Options::mqtt, &MqttSettings::bounds,
                     &MqttBounds::session_expiry>(0, 8'760, "hours"),
              "Time for which an MQTT session waits for its client."},
    OptionRow{"mqtt_session_bytes",
              IntegerOf<&Options::mqtt, &MqttSettings::session_bytes>(
                  256 * kKiB, 1024 * kMiB, "bytes"),
              "What MQTT sessions and retained messages take on disk."},
    OptionRow{
        "mqtt_connect_timeout_ms",
        TimeOf<std::chrono::milliseconds, &Options::mqtt, &MqttSettings::bounds,
               &MqttBounds::connect_timeout>(100, 600'000, "ms"),
        "Time for a TLS handshake, and then to CONNECT."},
    OptionRow{
        "http",
        TextOf<&Options::http, &HttpSettings::plain_addresses>("ADDRESSES"),
        "Where browsers connect over HTTP; empty for nowhere."},
    OptionRow{"https",
              TextOf<&Options::http, &HttpSettings::tls_addresses>("ADDRESSES"),
              "Where browsers connect over HTTPS; empty for nowhere."},
    OptionRow{"http_certificate",
              TextOf<&Options::http, &HttpSettings::certificate>("FILE"),
              "The certificate of HTTPS, and those between it and its CA."},
    OptionRow{"http_key", TextOf<&Options::http, &HttpSettings::key>("FILE"),
              "The private key of that certificate."},
    OptionRow{"http_names",
              TextOf<&Options::http, &HttpSettings::names>("NAMES"),
              "Names by which browsers know this box, besides its host name."},
    OptionRow{"http_kiosk",
              TextOf<&Options::http, &HttpSettings::kiosk>("COLLECTIONS"),
              "What everybody may ask by HTTP without a name; empty for "
              "nothing."},
    OptionRow{"http_kiosk_feedback",
              ChoiceOf<&Options::http, &HttpSettings::kiosk_feedback>(kNoYes),
              "Whether who asks without a name may say if answers are right."},
    OptionRow{"http_metrics",
              ChoiceOf<&Options::http, &HttpSettings::metrics>(kMetricsReaders),
              "Who gets GET /metrics, which names all collections."},
    OptionRow{"http_memory_bytes",
              IntegerOf<&Options::http, &HttpSettings::memory_bytes>(
                  4 * kMiB, 1024 * kMiB, "bytes"),
              "Memory of all HTTP connections and requests."},
    OptionRow{"http_max_connections",
              IntegerOf<&Options::http, &HttpSettings::connections>(
                  1, 65'535, "connections"),
              "HTTP clients connected at once."},
    OptionRow{"http_connections_per_address",
              IntegerOf<&Options::http, &HttpSettings::connections_per_address>(
                  0, 65'535, "connections"),
              "One address may have as many of those; 0 for half of them."},
    OptionRow{"http_requests_per_minute",
              IntegerOf<&Options::http, &HttpSettings::requests_per_minute>(
                  1, 1'000'000, "requests"),
              "HTTP requests that one address may make each minute."},
    OptionRow{"http_max_body_bytes",
              IntegerOf<&Options::http, &HttpSettings::body_bytes>(
                  8 * kKiB, 16 * kMiB, "bytes"),
              "Length of the body of one HTTP request."},
    OptionRow{"http_idle_seconds",
              TimeOf<std::chrono::seconds, &Options::http, &HttpSettings::idle>(
                  1, 3'600, "seconds"),
              "Time after which an HTTP connection without a request closes."},
    OptionRow{"inbox", TextOf<&Options::inbox, &InboxOptions::folder>("DIR"),
              "Where callers may put files for `answerbox inbox`; empty for "
              "nowhere."},
    OptionRow{"inbox_max_file_bytes",
              IntegerOf<&Options::inbox, &InboxOptions::max_file_bytes>(
                  kKiB, 1024 * kMiB, "bytes"),
              "Length of one of these files."},
    OptionRow{"inbox_max_bytes",
              IntegerOf<&Options::inbox, &InboxOptions::max_bytes>(
                  kKiB, 1024 * 1024 * kMiB, "bytes"),
              "Length of all that may wait in the inbox."},
    OptionRow{"inbox_max_files",
              IntegerOf<&Options::inbox, &InboxOptions::max_files>(2, 10'000,
                                                                   "files"),
              "Files that may wait in the inbox."},
    OptionRow{"inbox_spare_bytes",
              IntegerOf<&Options::inbox, &InboxOptions::spare_bytes>(
                  0, 1024 * 1024 * kMiB, "bytes"),
              "What these files leave free on their disk."},
    OptionRow{"model_server",
              TextOf<&Options::model, &ModelOptions::server>("ADDRESS"),
              "A language model on this machine; empty for none."},
    OptionRow{"model_name",
              TextOf<&Options::model, &ModelOptions::name>("NAME"),
              "The model's name there; empty if it has only one."},
    OptionRow{"model_file",
              TextOf<&Options::model, &ModelOptions::file>("PATH"),
              "The model's file, whose hash is told; empty if unknown."},
    OptionRow{"model_cgroup",
              TextOf<&Options::model, &ModelOptions::cgroup>("DIR"),
              "The server's control group; empty to meter its process."},
    OptionRow{"model_from",
              RealOf<&Options::model, &ModelOptions::from>(0.0, 1.0),
              "Below this confidence the model is not asked."},
    OptionRow{"model_below",
              RealOf<&Options::model, &ModelOptions::below>(0.0, 1.0),
              "From this confidence on the model is not needed."},
    OptionRow{"model_context_tokens",
              IntegerOf<&Options::model, &ModelOptions::context_tokens>(
                  10, 100'000, "tokens"),
              "How much of the documents the model is given."},
    OptionRow{
        "model_timeout_s",
        TimeOf<std::chrono::seconds, &Options::model, &ModelOptions::timeout>(
            1, 3'600, "seconds"),
        "Time for one text of the model, waiting for it included."},
    OptionRow{"model_max_tokens",
              IntegerOf<&Options::model, &ModelOptions::max_tokens>(1, 4'096,
                                                                    "tokens"),
              "Length of one text of the model."},
    OptionRow{"model_queue",
              IntegerOf<&Options::model, &ModelOptions::queue>(1, 64, "texts"),
              "Texts that the model generates or that wait for it."},
    OptionRow{"writer_memory_bytes",
              IntegerOf<&Options::store, &StoreOptions::writer_memory_bytes>(
                  kMiB, 1024 * kMiB, "bytes"),
              "Memory for indexing new documents."},
    OptionRow{"merge_memory_bytes",
              IntegerOf<&Options::store, &StoreOptions::merge_memory_bytes>(
                  kMiB, 1024 * kMiB, "bytes"),
              "Memory for merging segments."},
    OptionRow{"held_upload_bytes",
              IntegerOf<&Options::store, &StoreOptions::held_upload_bytes>(
                  0, 1024 * kMiB, "bytes"),
              "Memory for documents on their way in; the rest is in files."},
    OptionRow{"max_page_pictures",
              IntegerOf<&Options::store, &StoreOptions::max_page_pictures>(
                  0, protocol::kMaxPicturedPages, "pages"),
              "Pages of one document of which pictures are kept."},
    OptionRow{
        "max_document_page_bytes",
        IntegerOf<&Options::store, &StoreOptions::max_document_page_bytes>(
            64 * kKiB, 256 * kMiB, "bytes"),
        "Page pictures of one document."},
    OptionRow{"max_page_bytes",
              IntegerOf<&Options::store, &StoreOptions::max_page_bytes>(
                  0, std::uint64_t{1} << 40, "bytes"),
              "Page pictures of one collection on the disk."},
    OptionRow{
        "erase_hours",
        TimeOf<std::chrono::hours, &Options::store, &StoreOptions::erase_after>(
            0, 8'760, "hours"),
        "Time within which removed text is out of every file."},
    OptionRow{
        "scrub_days",
        TimeOf<std::chrono::days, &Options::store, &StoreOptions::scrub_every>(
            0, 3'650, "days"),
        "Time in which all files of documents are read from the disk and "
        "compared with their checksums; 0 for never."},
    OptionRow{
        "exam_days",
        TimeOf<std::chrono::days, &Options::exam_interval>(0, 3'650, "days"),
        "Time after which a collection with an exam is examined again; 0 "
        "for never, not after a start or a change either.",
        Counts::kFromReload},
    OptionRow{"max_collections",
              IntegerOf<&Options::store, &StoreOptions::max_collections>(
                  1, 4096, "collections"),
              "Collections in all."},
    OptionRow{"max_documents",
              IntegerOf<&Options::store, &StoreOptions::max_documents>(
                  1, 100'000'000, "documents"),
              "Documents in all collections."},
    OptionRow{"max_queued_changes",
              IntegerOf<&Options::store, &StoreOptions::max_queued_changes>(
                  1, 65'536, "changes"),
              "Changes that wait to be written."},
    OptionRow{"audit",
              ChoiceOf<&Options::audit, &AuditOptions::durability>(kAuditModes),
              "Whether answers and changes are recorded, and how safely."},
    OptionRow{
        "audit_questions",
        ChoiceOf<&Options::audit, &AuditOptions::questions>(kAuditQuestions),
        "How records hold questions."},
    OptionRow{"audit_when_full",
              ChoiceOf<&Options::audit, &AuditOptions::when_full>(kWhenFull),
              "What becomes of an answer that can't be recorded."},
    OptionRow{"audit_buffer_bytes",
              IntegerOf<&Options::audit, &AuditOptions::buffer_bytes>(
                  64 * kKiB, 64 * kMiB, "bytes"),
              "Records that wait to be written."},
    OptionRow{
        "audit_file_bytes",
        IntegerOf<&Options::audit, &AuditOptions::log, &LogOptions::file_bytes>(
            64 * kKiB, 1024 * kMiB, "bytes"),
        "Size at which a file of records gives way to a new one."},
    OptionRow{"audit_file_days",
              TimeOf<std::chrono::days, &Options::audit, &AuditOptions::log,
                     &LogOptions::file_age>(1, 3650, "days"),
              "Age at which a file of records gives way to a new one."},
    OptionRow{
        "audit_keep_bytes",
        IntegerOf<&Options::audit, &AuditOptions::keep_bytes>(
            0, 1024 * 1024 * kMiB, "bytes"),
        "Size of all files of records above which the oldest are removed, at "
        "least twice audit_file_bytes; 0 for never."},
    OptionRow{"audit_caller_bytes_per_s",
              IntegerOf<&Options::audit, &AuditOptions::caller_bytes_per_s>(
                  0, 1024 * kMiB, "bytes"),
              "Records that one caller may make each second; 0 for any "
              "number."},
    OptionRow{"audit_head_records",
              IntegerOf<&Options::audit, &AuditOptions::head_records>(
                  1, 32'768, "records"),
              "Records after which the log is signed."},
    OptionRow{"audit_head_seconds",
              TimeOf<std::chrono::seconds, &Options::audit,
                     &AuditOptions::head_interval>(1, 86'400, "seconds"),
              "Age of a record at which the log is signed."},
    OptionRow{"energy_sensor", TextOption{SensorName, SetSensorName, "NAME"},
              "The power sensor to read: auto for the best, none, or a name."},
    OptionRow{"energy_shunt_micro_ohms", kShunt,
              "The sensor's shunt; 0 for what its driver says."},
    OptionRow{"energy_gain",
              RealOf<&Options::energy, &EnergySettings::gain>(0.001, 1000.0),
              "What readings are multiplied by to be true."},
    OptionRow{
        "energy_offset_w",
        RealOf<&Options::energy, &EnergySettings::offset_w>(-1000.0, 1000.0),
        "Watts to add to readings, after the gain, to be true."},
    OptionRow{"energy_model",
              TextOf<&Options::energy, &EnergySettings::sensors,
                     &SensorOptions::model>("NAME"),
              "The power model where nothing measures; empty for the board's."},
    OptionRow{"energy_root",
              TextOf<&Options::energy, &EnergySettings::sensors,
                     &SensorOptions::root>("DIR"),
              "Where sysfs, procfs and devices of sensors are looked for."},
    OptionRow{"energy_min_interval_ms",
              TimeOf<std::chrono::milliseconds, &Options::energy,
                     &EnergySettings::min_interval>(1, 1'900, "ms"),
              "Sensors are read no more often, however fast they are."},
    OptionRow{"energy_max_interval_ms",
              TimeOf<std::chrono::milliseconds, &Options::energy,
                     &EnergySettings::max_interval>(10, 1'900, "ms"),
              "Sensors are read no less often, however slow they are."},
    OptionRow{"energy_window_ms",
              TimeOf<std::chrono::milliseconds, &Options::energy,
                     &EnergySettings::window>(100, 5'000, "ms"),
              "Time whose energy is divided among what ran in it."},
};

}  // namespace

std::span<const OptionRow> OptionTable() { return kTable; }

}  // namespace answerbox::daemon
