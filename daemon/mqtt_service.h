// Puts the MQTT server together as the options say.
#pragma once

#include <boost/asio/io_context.hpp>
#include <memory>
#include <optional>

#include "daemon/dispatch/dispatcher.h"
#include "daemon/identity/access_control.h"
#include "daemon/identity/logins.h"
#include "daemon/methods/services.h"
#include "daemon/options/options.h"
#include "daemon/protocol/mqtt/tcp/mqtt_server.h"
#include "platform/tls/tls_config.h"

namespace answerbox::daemon {

class MqttService {
 public:
  // Refuses a file of sessions of another version, before anything in the state
  // directory is changed. Does nothing where Open makes no service. Errors:
  // kCorrupt, kStorage.
  [[nodiscard]] static Result<void> CheckSessionFile(
      const Options& options, const mqtt::PassedSockets& sockets);

  // Null where the options name no address and no socket was passed.
  // Errors: kInvalidParams (an address), kStorage (an address in use), those of
  // the certificate's files.
  [[nodiscard]] static Result<std::unique_ptr<MqttService>> Open(
      boost::asio::io_context& io, const Options& options,
      mqtt::MqttSurroundings surroundings);

  [[nodiscard]] Listener& listener() noexcept { return *server_; }

  // What `status` tells of a damaged file of sessions; absent without one.
  [[nodiscard]] std::optional<DamagedFile> damaged_sessions() const;

  // Reads certificate, key, CA and revocations again, for connections from now
  // on. After an error nothing has changed.
  [[nodiscard]] Result<void> ReloadCertificates();

  // Takes over what may change while the daemon runs: max_in_flight and
  // upload_idle_seconds.
  void ChangeBounds(const RequestBounds& bounds) noexcept;

 private:
  MqttService(const mqtt::MqttSettings& settings, bool serves_tls)
      : settings_(settings), serves_tls_(serves_tls) {}

  const mqtt::MqttSettings settings_;
  const bool serves_tls_;
  std::shared_ptr<const platform::TlsConfig> tls_config_;
  std::unique_ptr<Logins> logins_;
  std::unique_ptr<mqtt::MqttServer> server_;
};

}  // namespace answerbox::daemon
