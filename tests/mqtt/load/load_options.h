// What the load generator is told on its command line.
#pragma once

#include <sys/types.h>

#include <boost/asio/ip/tcp.hpp>
#include <boost/system/result.hpp>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

namespace answerbox::load {

struct LoadOptions {
  boost::asio::ip::tcp::endpoint plain;
  boost::asio::ip::tcp::endpoint tls;
  std::string user;  // Empty: anonymous.
  std::string password;
  std::string certificate;  // File of the server's, which is trusted.
  std::string questions;    // File, one question a line.
  std::size_t connections = 1;
  std::size_t tls_connections = 0;  // Of those.
  std::size_t rate = 100;           // Questions a second, of all together.
  std::chrono::seconds duration{10};
  std::size_t stalled = 0;      // Consumers that stop reading.
  std::size_t busy_rate = 100;  // Messages a second of their topic.
  std::size_t half_open = 0;    // TLS handshakes that are not gone on with.
  std::optional<pid_t> daemon;  // Whose memory is read at the end.
};

// The options as they are written, for whoever got them wrong.
extern const char kUsage[];

// Errors: std::errc::invalid_argument, an option that is none or whose value
// can't be read.
[[nodiscard]] boost::system::result<LoadOptions> ReadLoadOptions(int argc,
                                                                 char** argv);

}  // namespace answerbox::load
