#include "tests/daemon/cascade/fake_model_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <utility>

#include "platform/service/listening_socket.h"

namespace answerbox::daemon {
namespace {

using platform::FileDescriptor;

FileDescriptor ListenOnLoopback(std::string& address) {
  FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in loopback{};
  loopback.sin_family = AF_INET;
  loopback.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof loopback;
  auto* const place = reinterpret_cast<sockaddr*>(&loopback);
  if (::bind(socket.get(), place, size) != 0 ||
      ::listen(socket.get(), 8) != 0 ||
      ::getsockname(socket.get(), place, &size) != 0) {
    std::abort();
  }
  address =
      "http://127.0.0.1:" + std::to_string(ntohs(loopback.sin_port)) + "/v1";
  return socket;
}

}  // namespace

FileDescriptor ListenAtNewAddress(std::string& address) {
  static std::atomic<int> count{0};
  const std::string name = "@answerbox-model-" + std::to_string(::getpid()) +
                           "-" + std::to_string(++count);
  FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const auto place = platform::MakeUnixAddress(name);
  if (!place || ::bind(socket.get(), place->get(), place->size) != 0 ||
      ::listen(socket.get(), 8) != 0) {
    std::abort();
  }
  address = "unix:" + name;
  return socket;
}

FakeModelServer::FakeModelServer(Script script, Over over)
    : script_(std::move(script)),
      listener_(over == Over::kTcp ? ListenOnLoopback(address_)
                                   : ListenAtNewAddress(address_)),
      thread_([this] { Serve(); }) {}

FakeModelServer::~FakeModelServer() {
  ::shutdown(listener_.get(), SHUT_RDWR);  // Ends accept.
  thread_.join();
}

void FakeModelServer::Serve() {
  for (;;) {
    const FileDescriptor connection(
        ::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!connection.is_open()) return;
    script_(connection.get(), ReadRequest(connection.get()));
  }
}

std::string ReadRequest(int connection) {
  constexpr std::string_view kLength = "Content-Length: ";
  std::string request;
  std::array<char, 4096> piece;
  for (;;) {
    const std::size_t end = request.find("\r\n\r\n");
    if (end != std::string::npos) {
      const std::size_t at = request.find(kLength);
      const unsigned long length =
          std::strtoul(request.c_str() + at + kLength.size(), nullptr, 10);
      if (request.size() >= end + 4 + length) return request;
    }
    const ssize_t count = ::recv(connection, piece.data(), piece.size(), 0);
    if (count <= 0) return request;
    request.append(piece.data(), static_cast<std::size_t>(count));
  }
}

bool WriteAll(int connection, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count =
        ::send(connection, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

void WaitForClient(int connection) {
  std::array<char, 4096> ignored;
  while (::recv(connection, ignored.data(), ignored.size(), 0) > 0) {
  }
}

std::string HeaderOf(std::string_view content_type, std::string_view more) {
  return "HTTP/1.1 200 OK\r\nContent-Type: " + std::string(content_type) +
         "\r\n" + std::string(more) + "\r\n";
}

std::string EventOf(std::string_view text) {
  return R"(data: {"model":"fake","choices":[{"text":")" + std::string(text) +
         "\"}]}\n\n";
}

std::string StreamOf(std::initializer_list<const char*> pieces) {
  std::string stream = HeaderOf("text/event-stream; charset=utf-8");
  for (const char* const piece : pieces) stream += EventOf(piece);
  return stream + "data: [DONE]\n\n";
}

}  // namespace answerbox::daemon
