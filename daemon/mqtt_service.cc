#include "daemon/mqtt_service.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/protocol/mqtt/journal/journal_file.h"
#include "daemon/protocol/mqtt/tcp/web_socket.h"
#include "daemon/protocol/tcp/addresses.h"
#include "platform/file/directory.h"

namespace answerbox::daemon {
namespace {

// docs/state-directory.md
constexpr const char* kMqttSessionsFile = "mqtt-sessions";

Result<mqtt::MqttOptions> ServerOptionsOf(const Options& options) {
  auto plain = ReadListenAddresses(options.mqtt.plain_addresses);
  if (!plain) return plain.error();
  auto tls = ReadListenAddresses(options.mqtt.tls_addresses);
  if (!tls) return tls.error();
  const auto origins = mqtt::CheckOrigins(options.mqtt.websocket_origins);
  if (!origins) return origins.error();
  auto box = mqtt::ThisBox(options.mqtt.home_assistant);
  if (!box) return box.error();
  // Requests of MQTT clients have the bounds of those that come by the socket.
  mqtt::MqttOptions server{options.mqtt, std::move(*plain), std::move(*tls),
                           options.sessions};
  server.box = std::move(*box);
  server.erase_after = options.store.erase_after;
  server.session_file = options.store.state_dir / kMqttSessionsFile;
  return server;
}

platform::TlsServerOptions TlsOptionsOf(const mqtt::MqttSettings& settings) {
  platform::TlsServerOptions tls;
  tls.certificate = settings.certificate;
  tls.private_key = settings.key;
  tls.client_ca = settings.client_ca;
  tls.client_revocation_list = settings.client_revocations;
  if (settings.requires_certificate) {
    tls.client_certificate = platform::ClientCertificate::kRequired;
    // With a CA a client may show a certificate, and has its rights then; one
    // without still logs in by name.
  } else if (!settings.client_ca.empty()) {
    tls.client_certificate = platform::ClientCertificate::kOptional;
  }
  return tls;
}

}  // namespace

Result<std::unique_ptr<MqttService>> MqttService::Open(
    boost::asio::io_context& io, const Options& options, Logins& logins,
    mqtt::MqttSurroundings surroundings) {
  const auto mqtt = ServerOptionsOf(options);
  if (!mqtt) return mqtt.error();
  const bool serves_tls =
      !mqtt->tls.empty() || !surroundings.sockets.tls.empty();
  if (!serves_tls && mqtt->plain.empty() &&
      surroundings.sockets.plain.empty() && !mqtt->serves_websockets) {
    return std::unique_ptr<MqttService>();
  }
  std::unique_ptr<MqttService> service(new MqttService());
  if (serves_tls) {
    service->tls_ =
        std::make_unique<ServedTls>(TlsOptionsOf(options.mqtt), "MQTT");
    static_cast<void>(service->tls_->Current());
  }
  // Checked before the server alters the file.
  if (auto known = mqtt::CheckVersion(mqtt->session_file); !known) {
    return Error{ErrorKind::kCorrupt, known.error().message};
  }
  auto server =
      mqtt::MqttServer::Open(io, *mqtt, std::move(surroundings), logins,
                             // Asked for each connection, so that a reload of
                             // certificates counts for those from then on.
                             [tls = service->tls()] { return tls->Current(); });
  if (!server) return server.error();
  service->server_ = std::move(*server);
  return service;
}

Result<void> MqttService::CheckNothingStays(
    const std::filesystem::path& state_dir, bool is_served) {
  const std::string file = state_dir / kMqttSessionsFile;
  const auto stays = [](const std::string& name, const char* remedy) {
    return Error{ErrorKind::kStorage,
                 name + " may hold answers that quote it. " + remedy, name};
  };
  for (const char* suffix : {"", ".new"}) {
    if (is_served || !platform::IsFile(file + suffix)) continue;
    return stays(file + suffix,
                 "Serve MQTT again and erase again, or remove the file with "
                 "all sessions in it.");
  }
  const std::string damaged = file + std::string(mqtt::kDamagedSuffix);
  if (platform::IsFile(damaged)) return stays(damaged, "Remove the file.");
  return {};
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

void MqttService::ChangeBounds(const RequestBounds& bounds) noexcept {
  server_->ChangeBounds(bounds);
}

}  // namespace answerbox::daemon
