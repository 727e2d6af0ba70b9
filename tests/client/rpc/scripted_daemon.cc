#include "tests/client/rpc/scripted_daemon.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <cstdlib>
#include <utility>

namespace answerbox::client {
namespace {

void Require(bool worked, const char* what) {
  if (worked) return;
  std::perror(what);
  std::abort();
}

}  // namespace

boost::json::object ScriptedDaemon::Peer::Read() {
  while (true) {
    boost::json::object request = ReadAny();
    const boost::json::value* id = request.if_contains("id");
    if (id == nullptr || *id != 0) return request;
    Reply(request, "{}");
  }
}

boost::json::object ScriptedDaemon::Peer::ReadAny() {
  std::size_t end = std::string::npos;
  while ((end = received_.find('\n')) == std::string::npos) {
    std::array<char, 4096> buffer;
    const ssize_t count = recv(socket_, buffer.data(), buffer.size(), 0);
    if (count <= 0) return {};
    received_.append(buffer.data(), static_cast<std::size_t>(count));
  }
  const std::string line = received_.substr(0, end);
  received_.erase(0, end + 1);
  return boost::json::parse(line).as_object();
}

void ScriptedDaemon::Peer::Peek() {
  char byte;
  Require(recv(socket_, &byte, 1, MSG_PEEK) == 1, "recv");
}

void ScriptedDaemon::Peer::Write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count =
        send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

void ScriptedDaemon::Peer::Reply(const boost::json::object& request,
                                 std::string_view result) {
  Write(R"({"jsonrpc":"2.0","id":)" + boost::json::serialize(request.at("id")) +
        R"(,"result":)" + std::string(result) + "}\n");
}

void ScriptedDaemon::Peer::Fail(const boost::json::object& request,
                                std::string_view error) {
  Write(R"({"jsonrpc":"2.0","id":)" + boost::json::serialize(request.at("id")) +
        R"(,"error":)" + std::string(error) + "}\n");
}

ScriptedDaemon::ScriptedDaemon(Script script, int connections) {
  listener_ = platform::FileDescriptor(
      ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, socket().c_str(), sizeof address.sun_path - 1);
  Require(bind(listener_.get(), reinterpret_cast<sockaddr*>(&address),
               sizeof address) == 0,
          "bind");
  Require(listen(listener_.get(), 1) == 0, "listen");
  thread_ = std::thread([this, play = std::move(script), connections] {
    for (int left = connections; left > 0; --left) {
      const platform::FileDescriptor connection(
          accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
      if (!connection.is_open()) return;
      // Who comes after the last one finds nobody, and does not wait.
      if (left == 1) shutdown(listener_.get(), SHUT_RDWR);
      Peer peer(connection.get());
      play(peer);
    }
  });
}

ScriptedDaemon::~ScriptedDaemon() {
  // Wakes an accept to which no client connected.
  shutdown(listener_.get(), SHUT_RDWR);
  thread_.join();
}

}  // namespace answerbox::client
