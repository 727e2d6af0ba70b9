// Puts the MQTT server together as the options say.
#pragma once

#include <boost/asio/io_context.hpp>
#include <filesystem>
#include <memory>
#include <optional>

#include "daemon/dispatch/dispatcher.h"
#include "daemon/identity/access_control.h"
#include "daemon/identity/logins.h"
#include "daemon/methods/services.h"
#include "daemon/options/options.h"
#include "daemon/protocol/mqtt/tcp/mqtt_server.h"
#include "daemon/protocol/tcp/served_tls.h"

namespace answerbox::daemon {

class MqttService {
 public:
  // Null where the options name no address, no socket was passed, and no
  // WebSockets are served. Without a certificate that can be read, nobody is
  // served by TLS until it can.
  // Errors: kInvalidParams (an address), kStorage (an address in use), kCorrupt
  // (the file of sessions can't be used).
  [[nodiscard]] static Result<std::unique_ptr<MqttService>> Open(
      boost::asio::io_context& io, const Options& options, Logins& logins,
      mqtt::MqttSurroundings surroundings);

  [[nodiscard]] mqtt::MqttServer& server() noexcept { return *server_; }

  // What `status` tells of a damaged file of sessions; absent without one.
  [[nodiscard]] std::optional<DamagedFile> damaged_sessions() const;

  // Fails if a file of sessions is there that this service does not write, and
  // may hold what was removed. Errors: kStorage.
  //   is_served  whether there is a service, which writes the other file
  [[nodiscard]] static Result<void> CheckNothingStays(
      const std::filesystem::path& state_dir, bool is_served);

  // Null: nobody is served by TLS.
  [[nodiscard]] ServedTls* tls() noexcept { return tls_.get(); }

  // Takes over what may change while the daemon runs: max_in_flight and
  // upload_idle_seconds.
  void ChangeBounds(const RequestBounds& bounds) noexcept;

 private:
  MqttService() = default;

  std::unique_ptr<ServedTls> tls_;
  std::unique_ptr<mqtt::MqttServer> server_;
};

}  // namespace answerbox::daemon
