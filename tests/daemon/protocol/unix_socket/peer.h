// A simple client for tests.
#pragma once

#include <sys/socket.h>
#include <sys/time.h>

#include <array>
#include <filesystem>
#include <string>
#include <string_view>

#include "platform/file_descriptor.h"
#include "platform/service/listening_socket.h"

namespace answerbox::daemon {

// The client's end of a connection. No call waits longer than a minute,
// which is for slow machines and sanitizers: no test waits for it to pass.
class Peer {
 public:
  Peer() : socket_(::socket(AF_UNIX, SOCK_STREAM, 0)) {
    const timeval patience{60, 0};
    ::setsockopt(socket_.get(), SOL_SOCKET, SO_RCVTIMEO, &patience,
                 sizeof patience);
    ::setsockopt(socket_.get(), SOL_SOCKET, SO_SNDTIMEO, &patience,
                 sizeof patience);
  }
  explicit Peer(const std::filesystem::path& path) : Peer() { Connect(path); }

  bool Connect(const std::filesystem::path& path) {
    const auto address = platform::MakeUnixAddress(path.native());
    is_connected_ =
        ::connect(socket_.get(), address->get(), address->size) == 0;
    return is_connected_;
  }

  [[nodiscard]] bool is_connected() const { return is_connected_; }
  [[nodiscard]] int number() const { return socket_.get(); }

  // False when the server stopped reading.
  bool Send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent =
          ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }

  // Closes the sending direction.
  void FinishSending() { ::shutdown(socket_.get(), SHUT_WR); }

  // The next line without its end; "" when the connection is closed.
  std::string Line() {
    for (;;) {
      const std::size_t end = received_.find('\n');
      if (end != std::string::npos) {
        std::string line = received_.substr(0, end);
        received_.erase(0, end + 1);
        return line;
      }
      std::array<char, 65536> buffer;
      const ssize_t size =
          ::recv(socket_.get(), buffer.data(), buffer.size(), 0);
      if (size <= 0) return "";
      received_.append(buffer.data(), static_cast<std::size_t>(size));
    }
  }

  std::string Ask(std::string_view line) {
    Send(std::string(line) + "\n");
    return Line();
  }

 private:
  platform::FileDescriptor socket_;
  bool is_connected_ = false;
  std::string received_;
};

}  // namespace answerbox::daemon
