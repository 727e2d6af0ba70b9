// Restores the state of MQTT clients from before a restart, and stores it for
// the next one.
#pragma once

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>

#include "daemon/error.h"
#include "daemon/protocol/mqtt/broker/broker.h"
#include "daemon/protocol/mqtt/journal/journal.h"
#include "daemon/protocol/mqtt/journal/journal_file.h"

namespace answerbox::daemon::mqtt {

// A damaged file of sessions, which is kept for its owner to look at.
struct DamagedSessions {
  std::filesystem::path file;  // Its original name.
  KeptDamage damage;
  // In bytes; nothing if an earlier start found the damage.
  std::optional<std::size_t> offset;
};

class SessionKeeping {
 public:
  // Restores `file`, if it exists, into `broker`, which nobody has used yet and
  // which runs on `io`. The journal says what could not be restored. Both
  // arguments are used until this is destroyed.
  //   limit_bytes, renew_after  as in JournalOptions
  //   answer_expiry             as in Restorer
  // Errors: kStorage.
  [[nodiscard]] static Result<std::unique_ptr<SessionKeeping>> Open(
      boost::asio::io_context& io, Broker& broker,
      const std::filesystem::path& file, std::size_t limit_bytes,
      std::chrono::seconds renew_after, std::chrono::seconds answer_expiry);
  SessionKeeping(const SessionKeeping&) = delete;
  SessionKeeping& operator=(const SessionKeeping&) = delete;
  // Writes what waits. Afterwards only the broker's destructor may be called.
  ~SessionKeeping();

  // The state at the start. Never changes: safe to call from any thread.
  [[nodiscard]] const std::optional<DamagedSessions>& damaged() const noexcept {
    return damaged_;
  }

 private:
  class DurableNews;

  explicit SessionKeeping(Broker& broker);

  // News that arrive after this is destroyed are ignored.
  const std::shared_ptr<DurableNews> news_;
  std::optional<DamagedSessions> damaged_;
  std::optional<Journal> journal_;
};

}  // namespace answerbox::daemon::mqtt
