// A connection to the daemon. Requests can be sent without waiting for replies,
// which come in any order. Blocking, for one thread.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "daemon/client/failure.h"
#include "daemon/client/rpc/message.h"
#include "platform/file_descriptor.h"

namespace answerbox::client {

class Connection {
 public:
  // A longer line from the daemon is not a reply of ours.
  static constexpr std::size_t kMaxReplyBytes = 32u << 20;

  // Errors: kNoDaemon with what to do about it.
  [[nodiscard]] static Outcome<Connection> Open(const std::string& socket);

  // Returns when the line has left. Replies that come meanwhile are kept for
  // Receive, so that a daemon that waits for us to read can't block us.
  // Returns the request's id. Errors: kDaemonFailed when the daemon hung up.
  [[nodiscard]] Outcome<std::uint64_t> Send(std::string_view method,
                                            const boost::json::object& params);
  // The same for a line made with RequestLine and an id from TakeId.
  [[nodiscard]] Outcome<void> SendLine(std::string_view line);
  [[nodiscard]] std::uint64_t TakeId() { return next_id_++; }

  // The next message, waiting for it. Errors: kDaemonFailed when the daemon
  // hung up, answers nonsense, or reports an error of the whole connection.
  [[nodiscard]] Outcome<Message> Receive();

  // Sends one request and waits for its result; for when no other is in flight.
  // Errors: those above, and the daemon's as FailureFrom has them.
  using OnProgress = std::function<void(const RemoteProgress&)>;
  [[nodiscard]] Outcome<boost::json::value> Call(
      std::string_view method, const boost::json::object& params,
      const OnProgress& on_progress = {});

 private:
  Connection(platform::FileDescriptor socket, std::string path)
      : socket_(std::move(socket)), path_(std::move(path)) {}

  Outcome<void> ReadSome();
  Outcome<Message> TakeLine(std::size_t end);
  Failure HungUp();

  platform::FileDescriptor socket_;
  std::string path_;
  std::string received_;      // Whole lines and the beginning of one.
  std::size_t searched_ = 0;  // Bytes of it known to hold no line end.
  std::uint64_t next_id_ = 1;
};

}  // namespace answerbox::client
