// Puts the MQTT server together as the options say.
#pragma once

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

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
  // Null where the options name no address and no socket was passed. Without a
  // certificate that can be read, nobody is served by TLS until it can.
  // Errors: kInvalidParams (an address), kStorage (an address in use), kCorrupt
  // (the file of sessions can't be used).
  [[nodiscard]] static Result<std::unique_ptr<MqttService>> Open(
      boost::asio::io_context& io, const Options& options,
      mqtt::MqttSurroundings surroundings);

  [[nodiscard]] Listener& listener() noexcept { return *server_; }

  // What `status` tells of a damaged file of sessions; absent without one.
  [[nodiscard]] std::optional<DamagedFile> damaged_sessions() const;

  // Why nobody is served by TLS; nothing if it is otherwise. From any thread.
  [[nodiscard]] std::optional<std::string> tls_outage() const;

  // Reads certificate, key, CA and revocations again, for connections from now
  // on. After an error nothing has changed.
  [[nodiscard]] Result<void> ReloadCertificates();

  // What is wrong with the dates of certificates and lists, or soon will be, a
  // sentence each. Call it on the sockets' thread.
  [[nodiscard]] std::vector<std::string> CertificateTroubles(
      std::chrono::sys_seconds now) const;
  // Writes them to the journal: at the start, at a reload, and once a day.
  void TellOfCertificates(std::chrono::sys_seconds now);

  // Takes over what may change while the daemon runs: max_in_flight and
  // upload_idle_seconds.
  void ChangeBounds(const RequestBounds& bounds) noexcept;

 private:
  MqttService(const mqtt::MqttSettings& settings, bool serves_tls)
      : settings_(settings), serves_tls_(serves_tls) {}

  const mqtt::MqttSettings settings_;
  const bool serves_tls_;
  // Tries again now and then while there is none. Null: there is none.
  [[nodiscard]] std::shared_ptr<const platform::TlsConfig> CurrentTls();

  std::shared_ptr<const platform::TlsConfig> tls_config_;
  std::optional<std::chrono::sys_days> told_of_certificates_;
  std::chrono::steady_clock::time_point retry_tls_at_{};
  mutable std::mutex outage_mutex_;
  std::optional<std::string> tls_outage_;
  std::unique_ptr<Logins> logins_;
  std::unique_ptr<mqtt::MqttServer> server_;
};

}  // namespace answerbox::daemon
