// The settings of MQTT. Options set them: the defaults are here and in
// bounds.h.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>

#include "daemon/protocol/mqtt/broker/bounds.h"

namespace answerbox::daemon::mqtt {

struct MqttSettings {
  // "HOST:PORT", several separated by commas; empty: none.
  std::string plain_addresses;
  std::string tls_addresses;
  std::string certificate = "/etc/answerbox/mqtt.crt";
  std::string key = "/etc/answerbox/mqtt.key";
  std::string client_ca;           // Empty: no certificates of clients.
  std::string client_revocations;  // Empty: none is revoked.
  bool requires_certificate = false;
  // Whether clients on this machine may connect without proof of identity.
  bool allows_anonymous = false;
  // Prefix of the topics in which Home Assistant looks for devices; empty: the
  // box is not announced.
  std::string home_assistant;
  // Whether clients of HTTP are served over WebSocket, and the pages of which
  // other origins, separated by commas, may ask for one.
  bool serves_websockets = false;
  std::string websocket_origins;
  std::size_t memory_bytes = std::size_t{16} << 20;
  // From one address, except this machine's own; 0: half of bounds.connections.
  std::size_t connections_per_address = 0;
  // File of sessions and retained messages, which outlive a restart; empty:
  // they end with the server.
  std::filesystem::path session_file;
  std::size_t session_bytes = std::size_t{4} << 20;
  Bounds bounds;
};

}  // namespace answerbox::daemon::mqtt
