#include "daemon/mqtt_service.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/protocol/mqtt/tcp/listen_address.h"

namespace answerbox::daemon {
namespace {

// docs/state-directory.md
constexpr const char* kMqttSessionsFile = "mqtt-sessions";

using Endpoints = std::vector<boost::asio::ip::tcp::endpoint>;

// Addresses with commas between them.
Result<Endpoints> ReadAddresses(std::string_view text) {
  Endpoints endpoints;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    auto read = mqtt::ReadListenAddress(text.substr(0, comma));
    if (!read) return read.error();
    endpoints.push_back(*read);
    text.remove_prefix(comma == std::string_view::npos ? text.size()
                                                       : comma + 1);
  }
  return endpoints;
}

mqtt::RequestBounds RequestBoundsOf(const Options& options) noexcept {
  return {.nesting = SizeOf(options.max_nesting),
          .in_flight = SizeOf(options.max_in_flight),
          .upload_idle = std::chrono::seconds(options.upload_idle_seconds)};
}

Result<mqtt::MqttOptions> MqttOptionsOf(const Options& options) {
  mqtt::MqttOptions mqtt;
  auto plain = ReadAddresses(options.mqtt);
  if (!plain) return plain.error();
  auto tls = ReadAddresses(options.mqtt_tls);
  if (!tls) return tls.error();
  mqtt.plain = std::move(*plain);
  mqtt.tls = std::move(*tls);
  mqtt.allows_anonymous = options.mqtt_anonymous == MqttAnonymous::kLoopback;
  mqtt.memory_bytes = SizeOf(options.mqtt_memory_bytes);
  mqtt.session_file =
      std::filesystem::path(options.state_dir) / kMqttSessionsFile;
  mqtt.session_bytes = SizeOf(options.mqtt_session_bytes);
  mqtt.bounds.packet_bytes = SizeOf(options.mqtt_max_packet_bytes);
  mqtt.bounds.connections = SizeOf(options.mqtt_max_connections);
  mqtt.connections_per_address =
      options.mqtt_connections_per_address != 0
          ? SizeOf(options.mqtt_connections_per_address)
          : std::max<std::size_t>(1, mqtt.bounds.connections / 2);
  mqtt.bounds.queued_messages = SizeOf(options.mqtt_max_queued_messages);
  mqtt.bounds.queued_bytes = SizeOf(options.mqtt_max_queued_bytes);
  mqtt.bounds.subscriptions = SizeOf(options.mqtt_max_subscriptions);
  mqtt.bounds.topic_levels = SizeOf(options.mqtt_max_topic_levels);
  mqtt.bounds.retained_messages = SizeOf(options.mqtt_max_retained);
  mqtt.bounds.session_expiry = std::chrono::hours(options.mqtt_session_hours);
  mqtt.bounds.connect_timeout =
      std::chrono::milliseconds(options.mqtt_connect_timeout_ms);
  mqtt.request_bounds = RequestBoundsOf(options);
  mqtt.stall = std::chrono::seconds(options.stall_seconds);
  return mqtt;
}

platform::TlsServerOptions TlsOptionsOf(const Options& options) {
  platform::TlsServerOptions tls;
  tls.certificate = options.mqtt_certificate;
  tls.private_key = options.mqtt_key;
  tls.client_ca = options.mqtt_client_ca;
  tls.client_revocation_list = options.mqtt_client_revocations;
  if (options.mqtt_require_certificate) {
    tls.client_certificate = platform::ClientCertificate::kRequired;
  } else if (!options.mqtt_client_ca.empty()) {
    tls.client_certificate = platform::ClientCertificate::kOptional;
  }
  return tls;
}

}  // namespace

Result<std::unique_ptr<MqttService>> MqttService::Open(
    boost::asio::io_context& io, const Options& options,
    MqttSurroundings surroundings) {
  const auto mqtt = MqttOptionsOf(options);
  if (!mqtt) return mqtt.error();
  const bool serves_tls =
      !mqtt->tls.empty() || !surroundings.sockets.tls.empty();
  if (!serves_tls && mqtt->plain.empty() &&
      surroundings.sockets.plain.empty()) {
    return std::unique_ptr<MqttService>();
  }
  std::unique_ptr<MqttService> service(new MqttService(options, serves_tls));
  if (auto read = service->ReloadCertificates(); !read) return read.error();
  auto logins = Logins::Make(surroundings.access);
  if (!logins) return logins.error();
  service->logins_ = std::move(*logins);
  auto server = mqtt::MqttServer::Open(
      io, *mqtt,
      {.dispatcher = surroundings.dispatcher,
       .make_methods = std::move(surroundings.make_methods),
       .access = surroundings.access,
       .logins = *service->logins_,
       .on_login_failure = std::move(surroundings.on_login_failure),
       .tls_config = [made = service.get()] { return made->tls_config_; },
       .list_collections = std::move(surroundings.list_collections)},
      std::move(surroundings.sockets));
  if (!server) return server.error();
  service->server_ = std::move(*server);
  return service;
}

std::optional<DamagedFile> MqttService::damaged_sessions() const {
  const auto damaged = server_->damaged_sessions();
  if (!damaged) return std::nullopt;
  const std::string kept = damaged->damage.kept.native();
  return DamagedFile{
      .message = damaged->file.native() +
                 " was damaged: MQTT sessions ended, and their clients were "
                 "told so. Its bytes are in " +
                 kept +
                 ": look at the disk (journalctl -k), and remove that file "
                 "when you need it no more.",
      .kept = kept,
      .found = damaged->damage.found,
      .offset = damaged->offset};
}

void MqttService::ChangeBounds(const Options& options) noexcept {
  server_->ChangeBounds(RequestBoundsOf(options));
}

Result<void> MqttService::ReloadCertificates() {
  if (!serves_tls_) return {};
  auto config = platform::TlsConfig::ForServer(TlsOptionsOf(options_));
  if (!config) {
    return Error{ErrorKind::kStorage,
                 "can't serve MQTT by TLS: " + config.error().Describe()};
  }
  tls_config_ = std::move(*config);
  return {};
}

}  // namespace answerbox::daemon
