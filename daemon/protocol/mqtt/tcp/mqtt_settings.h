// How MQTT is served. Options set it: the defaults are here and in bounds.h.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>

#include "daemon/protocol/mqtt/broker/bounds.h"

namespace answerbox::daemon::mqtt {

struct MqttSettings {
  // "HOST:PORT", several with commas between them; empty: none.
  std::string plain_addresses;
  std::string tls_addresses;
  std::string certificate = "/etc/answerbox/mqtt.crt";
  std::string key = "/etc/answerbox/mqtt.key";
  std::string client_ca;           // Empty: no certificates of clients.
  std::string client_revocations;  // Empty: none is revoked.
  bool requires_certificate = false;
  // Clients on this machine may connect without proving who they are.
  bool allows_anonymous = false;
  std::size_t memory_bytes = std::size_t{16} << 20;
  // From one address but this machine's own; 0: half of bounds.connections.
  std::size_t connections_per_address = 0;
  // Where sessions and retained messages are kept for after a restart; empty:
  // they end with the server.
  std::filesystem::path session_file;
  std::size_t session_bytes = std::size_t{4} << 20;
  Bounds bounds;
};

}  // namespace answerbox::daemon::mqtt
