// A connection to the daemon. Requests can be sent without waiting for replies,
// which come in any order. Blocking, for one thread.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "client/failure.h"
#include "client/rpc/message.h"
#include "platform/file_descriptor.h"

namespace answerbox::client {

// How long to wait for a daemon that says nothing, as it is stopped or hangs.
// docs/man/answerbox.1, --timeout.
struct SilenceLimits {
  // After this silence `on_notice` is called, once per connection.
  std::chrono::milliseconds notice{1'000};
  std::function<void()> on_notice = {};
  std::optional<std::chrono::milliseconds> give_up = {};  // None: never.
};

enum class Work : std::uint8_t {
  // Done at once. Silence means that the daemon hangs.
  kShort,
  // Takes as long as there is work, or waits for such work. Meanwhile the
  // daemon is asked for a sign of life (`status`, which it answers beside all
  // work). It counts as silent only when it gives none.
  kLong,
};
[[nodiscard]] Work WorkOf(std::string_view method) noexcept;

// After a sign of life, how much silence of long work passes until the next one
// is requested.
inline constexpr std::chrono::milliseconds kTrustAfterSign{5'000};

// Where the daemon listens unless told otherwise: $ANSWERBOX_SOCKET, else
// $XDG_RUNTIME_DIR/answerbox.sock if it exists, else
// /run/answerbox/answerbox.sock.
[[nodiscard]] std::string DefaultSocketPath();

class Connection {
 public:
  // A longer line is not a reply of ours.
  static constexpr std::size_t kMaxReplyBytes = 32u << 20;

  // Connects. Without limits, functions wait for the daemon as long as it
  // takes. With them, each function below fails with kNoDaemon (no_reply) when
  // the daemon was silent for too long. Errors: kNoDaemon with what to do about
  // it.
  [[nodiscard]] static Outcome<Connection> Open(
      const std::string& socket, std::optional<SilenceLimits> limits = {});

  // Sends a request and returns its id when the line has left. Replies that
  // come meanwhile are kept for Receive, so that a daemon that waits for us to
  // read can't block us. Errors: kDaemonFailed when the daemon hung up.
  [[nodiscard]] Outcome<std::uint64_t> Send(std::string_view method,
                                            const boost::json::object& params);
  // Does the same for a line made with RequestLine and an id from TakeId.
  [[nodiscard]] Outcome<void> SendLine(std::string_view line);
  [[nodiscard]] std::uint64_t TakeId() { return next_id_++; }

  // Waits for the next message. Errors: kDaemonFailed when the daemon hung up,
  // sends an invalid message, or reports an error of the whole connection.
  [[nodiscard]] Outcome<Message> Receive(Work work);

  // Sends one request and waits for its result. Precondition: no other request
  // is in flight. Errors: those above, and the daemon's as FailureFrom
  // translates them.
  using OnProgress = std::function<void(const RemoteProgress&)>;
  [[nodiscard]] Outcome<boost::json::value> Call(
      std::string_view method, const boost::json::object& params,
      const OnProgress& on_progress = {});
  // Does the same, and tries again while the daemon is busy with others, for as
  // long as SilenceLimits::give_up says. Then it fails with kNoDaemon (busy).
  // Only for requests that `busy` leaves undone. Short work is asked for once
  // more if the daemon hung up before it read the request, as while an upgrade
  // stops it: systemd starts the next one at the same socket. A request that
  // was read is not repeated: it may be in the audit log, or have ended the
  // daemon.
  [[nodiscard]] Outcome<boost::json::value> CallPatiently(
      std::string_view method, const boost::json::object& params);

 private:
  using Clock = std::chrono::steady_clock;
  using Time = std::chrono::milliseconds;

  // The id of requests for a sign of life. TakeId never returns it.
  static constexpr std::uint64_t kSignOfLife = 0;

  Connection(std::string path, std::optional<SilenceLimits> limits)
      : path_(std::move(path)), limits_(std::move(limits)) {}

  Outcome<void> Connect();
  // Waits until the socket is ready for one of `events`, and returns for which.
  Outcome<short> Await(short events, Work work);
  // Acts on a silence of this length. Returns when to look again; no time means
  // never.
  Outcome<std::optional<Time>> NoteSilence(Time silence);
  void AskForSignOfLife();
  Outcome<void> ReadSome();
  Outcome<Message> TakeLine(std::size_t end);
  Failure HungUp();
  bool IsWorthAnother(const Failure& failure, Work work, Time silence);

  platform::FileDescriptor socket_;
  std::string path_;
  std::optional<SilenceLimits> limits_;
  bool noticed_ = false;
  bool has_reconnected_ = false;
  // The daemon hung up before it had read the whole last request.
  bool is_unread_ = false;
  // Silence of the daemon that hung up, until the next one says something.
  Time silence_before_{0};
  // Silence during long work that is still no fault.
  Time trusted_{0};
  std::string received_;      // Whole lines and the beginning of one.
  std::size_t searched_ = 0;  // Bytes of it known to hold no line end.
  std::uint64_t next_id_ = 1;
};

}  // namespace answerbox::client
