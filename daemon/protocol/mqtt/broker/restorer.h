// Restores the state from before a restart from its recorded changes. The
// memory counts in the budget of all clients: a session that finds no room, or
// exceeds a bound that is smaller now, is not restored.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <vector>

#include "daemon/protocol/mqtt/broker/broker.h"
#include "daemon/protocol/mqtt/broker/change.h"

namespace answerbox::daemon::mqtt {

class Restorer {
 public:
  // `broker` has no connection, session, retained message or recorder yet, and
  // outlives this.
  //   answer_expiry  of answers that may quote documents, and have none
  Restorer(Broker& broker, Time now,
           std::chrono::seconds answer_expiry = std::chrono::hours(18))
      : broker_(broker), now_(now), answer_expiry_(answer_expiry) {}
  Restorer(const Restorer&) = delete;
  Restorer& operator=(const Restorer&) = delete;

  // Applies the next change. Ignores a change that names something unknown.
  void Apply(const Change& change);
  // Ends a step: message numbers begin anew.
  void EndStep() noexcept { messages_.clear(); }
  // Ends all sessions because changes are missing, so that clients notice.
  void DropSessions();
  // Call it last. Leaves all sessions without a connection, from now on if they
  // had one, and removes what clients have lost the right to.
  void Finish();

  // Returns the number of sessions that could not be restored.
  [[nodiscard]] std::size_t lost_sessions() const noexcept { return lost_; }
  [[nodiscard]] std::size_t lost_retained() const noexcept {
    return lost_retained_;
  }

 private:
  // Each throws std::bad_alloc.
  void Restore(const MessageNumbered& change);
  void Restore(const SessionKept& change);
  void Restore(const SessionEnded& change);
  void Restore(const Retained& change);
  void Restore(const Unretained& change);
  // Returns the retained message if it is the same one, so that it takes no
  // memory again for sessions in which it waits. Null if it is another one.
  [[nodiscard]] MessagePointer FindRetained(const Message& kept) const;
  struct InSession;  // Restores changes of an existing session.
  template <typename ChangeInSession>
  void Restore(const ChangeInSession& change);
  // Drops the session. Later changes of it are ignored, as its client would be
  // told that all of it is there.
  void GiveUp(SessionNumber number);

  Broker& broker_;
  const Time now_;
  const std::chrono::seconds answer_expiry_;
  std::map<SessionNumber, Session*> sessions_;
  std::set<SessionNumber> given_up_;  // Those that have not ended since.
  // The messages of the present step. Null if memory had no room.
  std::vector<MessagePointer> messages_;
  std::size_t lost_ = 0;
  std::size_t lost_retained_ = 0;
};

}  // namespace answerbox::daemon::mqtt
