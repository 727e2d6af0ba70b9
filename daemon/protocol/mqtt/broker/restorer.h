// Makes the state of before a restart out of its recorded changes. What was
// allocated counts in the budget of all clients: a session that finds no room,
// or passes a bound that has become smaller, is not restored.
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
  Restorer(Broker& broker, Time now) : broker_(broker), now_(now) {}
  Restorer(const Restorer&) = delete;
  Restorer& operator=(const Restorer&) = delete;

  // The next change. What names something unknown is passed over.
  void Apply(const Change& change);
  // The changes of a step are all there.
  void EndStep() noexcept { messages_.clear(); }
  // Changes are missing: clients are to see that their sessions have ended.
  void DropSessions();
  // Call it last. Sessions are then without a connection, from now on where
  // they had one; who has lost a right since has lost what came by it.
  void Finish();

  // Those that could not be restored.
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
  // The retained message where it is the same one: it waits for sessions
  // without taking memory again, as before the restart. Null where it isn't.
  [[nodiscard]] MessagePointer FindRetained(const Message& kept) const;
  struct InSession;  // Restores changes of a session that is there.
  template <typename ChangeInSession>
  void Restore(const ChangeInSession& change);
  // Nothing of the session comes back, whatever is recorded of it later: its
  // client would be told that all of it is there.
  void GiveUp(SessionNumber number);

  Broker& broker_;
  const Time now_;
  std::map<SessionNumber, Session*> sessions_;
  std::set<SessionNumber> given_up_;  // Those that have not ended since.
  // The messages of the step under way. Null where memory had no room.
  std::vector<MessagePointer> messages_;
  std::size_t lost_ = 0;
  std::size_t lost_retained_ = 0;
};

}  // namespace answerbox::daemon::mqtt
