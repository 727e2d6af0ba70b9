// Brings back what MQTT clients had before a restart, and keeps what they have
// for the next.
#pragma once

#include <boost/asio/io_context.hpp>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>

#include "daemon/error.h"
#include "daemon/protocol/mqtt/broker/broker.h"
#include "daemon/protocol/mqtt/journal/journal.h"
#include "daemon/protocol/mqtt/journal/restore.h"

namespace answerbox::daemon::mqtt {

// A file of sessions that was damaged, and is kept for its owner to look at.
struct DamagedSessions {
  std::filesystem::path file;  // The name that it had.
  KeptDamage damage;
  // In bytes; absent where an earlier start found the damage.
  std::optional<std::size_t> offset;
};

class SessionKeeping {
 public:
  // Reads `file`, if it is there, into `broker`, which nobody has used yet and
  // which is called by `io`; the journal says what could not be brought back.
  // Both are used until this is destroyed.
  //   limit_bytes  as JournalOptions have it
  // Errors: kStorage.
  [[nodiscard]] static Result<std::unique_ptr<SessionKeeping>> Open(
      boost::asio::io_context& io, Broker& broker,
      const std::filesystem::path& file, std::size_t limit_bytes);
  SessionKeeping(const SessionKeeping&) = delete;
  SessionKeeping& operator=(const SessionKeeping&) = delete;
  // Writes what waits. Nothing may be called of the broker afterwards but its
  // destructor.
  ~SessionKeeping();

  // As of the start. Never changes: safe to call from any thread.
  [[nodiscard]] const std::optional<DamagedSessions>& damaged() const noexcept {
    return damaged_;
  }

 private:
  class DurableNews;

  explicit SessionKeeping(Broker& broker);

  // Posted news come to nothing once it is gone.
  const std::shared_ptr<DurableNews> news_;
  std::optional<DamagedSessions> damaged_;
  std::optional<Journal> journal_;
};

}  // namespace answerbox::daemon::mqtt
