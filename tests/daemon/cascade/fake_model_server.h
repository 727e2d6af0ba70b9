// A model server that does what a test says, good or bad, on a real socket.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <thread>

#include "platform/file_descriptor.h"

namespace answerbox::daemon {

class FakeModelServer {
 public:
  // Answers one request: `connection` is open until it returns.
  using Script =
      std::function<void(int connection, const std::string& request)>;
  enum class Over { kTcp, kUnixSocket };

  explicit FakeModelServer(Script script, Over over = Over::kUnixSocket);
  ~FakeModelServer();
  FakeModelServer(const FakeModelServer&) = delete;
  FakeModelServer& operator=(const FakeModelServer&) = delete;

  [[nodiscard]] const std::string& address() const { return address_; }

 private:
  void Serve();

  Script script_;
  std::string address_;
  platform::FileDescriptor listener_;
  std::thread thread_;
};

// A socket that listens at a new abstract address, which is put to `address`.
[[nodiscard]] platform::FileDescriptor ListenAtNewAddress(std::string& address);
// Reads one HTTP request to the end of its body.
[[nodiscard]] std::string ReadRequest(int connection);
// Writes all of it, unless the client has gone. False then.
bool WriteAll(int connection, std::string_view bytes);
// Returns when the client has closed its side.
void WaitForClient(int connection);

// A header with status 200.
[[nodiscard]] std::string HeaderOf(std::string_view content_type,
                                   std::string_view more = "");
// One event with a piece of text.
[[nodiscard]] std::string EventOf(std::string_view text);
// A stream of one event per piece, with its header and its end.
[[nodiscard]] std::string StreamOf(std::initializer_list<const char*> pieces);

}  // namespace answerbox::daemon
