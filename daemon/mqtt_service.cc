#include "daemon/mqtt_service.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/protocol/mqtt/journal/restore.h"
#include "daemon/protocol/mqtt/tcp/addresses.h"
#include "platform/service/journal.h"
#include "platform/tls/tls_dates.h"

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

Result<mqtt::MqttOptions> ServerOptionsOf(const Options& options) {
  auto plain = ReadAddresses(options.mqtt.plain_addresses);
  if (!plain) return plain.error();
  auto tls = ReadAddresses(options.mqtt.tls_addresses);
  if (!tls) return tls.error();
  auto box = mqtt::ThisBox(options.mqtt.home_assistant);
  if (!box) return box.error();
  // Requests of MQTT clients have the bounds of those that come by the socket.
  mqtt::MqttOptions server{options.mqtt, std::move(*plain), std::move(*tls),
                           options.sessions};
  server.box = std::move(*box);
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
    boost::asio::io_context& io, const Options& options,
    mqtt::MqttSurroundings surroundings) {
  const auto mqtt = ServerOptionsOf(options);
  if (!mqtt) return mqtt.error();
  const bool serves_tls =
      !mqtt->tls.empty() || !surroundings.sockets.tls.empty();
  if (!serves_tls && mqtt->plain.empty() &&
      surroundings.sockets.plain.empty()) {
    return std::unique_ptr<MqttService>();
  }
  std::unique_ptr<MqttService> service(
      new MqttService(options.mqtt, serves_tls));
  static_cast<void>(service->CurrentTls());
  // Checked before the server alters the file.
  if (auto known = mqtt::CheckVersion(mqtt->session_file); !known) {
    return Error{ErrorKind::kCorrupt, known.error().message};
  }
  auto logins = Logins::Make(surroundings.access);
  if (!logins) return logins.error();
  // Before the server, which checks logins from its first connection on.
  service->logins_ = std::move(*logins);
  auto server = mqtt::MqttServer::Open(
      io, *mqtt, std::move(surroundings), *service->logins_,
      // Asked for each connection, so that a reload of certificates counts for
      // those from then on.
      [made = service.get()] { return made->CurrentTls(); });
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

std::vector<std::string> MqttService::CertificateTroubles(
    std::chrono::sys_seconds now) const {
  if (tls_config_ == nullptr) return {};
  return platform::DateTroubles(tls_config_->dates(), now);
}

void MqttService::TellOfCertificates(std::chrono::sys_seconds now) {
  const auto today = std::chrono::floor<std::chrono::days>(now);
  if (told_of_certificates_ == today) return;
  told_of_certificates_ = today;
  for (const std::string& trouble : CertificateTroubles(now)) {
    platform::Log(platform::Priority::kWarning, trouble);
  }
}

void MqttService::ChangeBounds(const RequestBounds& bounds) noexcept {
  server_->ChangeBounds(bounds);
}

std::optional<std::string> MqttService::tls_outage() const {
  const std::lock_guard lock(outage_mutex_);
  return tls_outage_;
}

std::shared_ptr<const platform::TlsConfig> MqttService::CurrentTls() {
  constexpr std::chrono::seconds kRetryInterval{10};
  const auto now = std::chrono::steady_clock::now();
  if (!serves_tls_ || tls_config_ || now < retry_tls_at_) return tls_config_;
  retry_tls_at_ = now + kRetryInterval;
  const auto read = ReloadCertificates();
  const bool is_news = !tls_outage();
  if (!read && is_news) {
    platform::Log(
        platform::Priority::kError,
        read.error().message + "; it is tried again until it can be read");
  }
  const std::lock_guard lock(outage_mutex_);
  if (!read) tls_outage_ = read.error().message;
  return tls_config_;
}

Result<void> MqttService::ReloadCertificates() {
  if (!serves_tls_) return {};
  auto config = platform::TlsConfig::ForServer(TlsOptionsOf(settings_));
  if (!config) {
    return Error{ErrorKind::kStorage,
                 "can't serve MQTT by TLS: " + config.error().Describe()};
  }
  tls_config_ = std::move(*config);
  told_of_certificates_.reset();
  const std::lock_guard lock(outage_mutex_);
  tls_outage_.reset();
  return {};
}

}  // namespace answerbox::daemon
