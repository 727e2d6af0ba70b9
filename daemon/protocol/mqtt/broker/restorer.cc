#include "daemon/protocol/mqtt/broker/restorer.h"

#include <algorithm>
#include <iterator>
#include <new>
#include <utility>
#include <variant>

#include "daemon/protocol/mqtt/broker/session.h"

namespace answerbox::daemon::mqtt {
namespace {

// Times in the file may lie ahead if the clock was set back. What would last
// too long then lasts for the longest allowed time from now on.
Time Earlier(const std::optional<Time>& time, Time latest) noexcept {
  return time ? std::min(*time, latest) : latest;
}

}  // namespace

void Restorer::Apply(const Change& change) {
  std::visit([this](const auto& each) { Restore(each); }, change);
}

// Without room, a null pointer keeps the place, because numbers count places.
void Restorer::Restore(const MessageNumbered& change) {
  try {
    MessagePointer message = FindRetained(*change.message);
    if (!message) {
      const auto copy = CopyOf(*change.message, broker_.memory_.queues());
      if (copy->quoting && !copy->expires) {
        copy->expires = now_ + answer_expiry_;
      }
      message = copy;
    }
    messages_.push_back(std::move(message));
  } catch (const std::bad_alloc&) {
    messages_.push_back(nullptr);
  }
}

// A message that was retained and also waited for sessions was one message
// before the restart. Restored as two, it might not fit the budget.
MessagePointer Restorer::FindRetained(const Message& kept) const {
  MessagePointer retained = broker_.router_.FindRetained(kept.topic);
  return retained && kept == *retained ? retained : nullptr;
}

// This change also comes with each change of the session's expiry, will or
// connection.
void Restorer::Restore(const SessionKept& change) {
  if (given_up_.contains(change.session)) return;
  const auto known = sessions_.find(change.session);
  Session* session = known == sessions_.end() ? nullptr : known->second;
  const Broker::SessionKey key(change.identity, change.client_id);
  try {
    if (session == nullptr) {
      // Two numbers for one client are a sign of damage. The first session
      // stays.
      if (broker_.FindSession(key) != nullptr) return;
      session = &broker_.MakeSession(key, {});
      sessions_.emplace(change.session, session);
    }
    session->expiry = std::min(change.expiry, broker_.bounds_.session_expiry);
    session->expires = change.expires;
    session->will.reset();
    if (!change.will) return;
    PendingWill will = *change.will;
    will.message = CopyOf(*will.message, broker_.memory_.sessions());
    session->will = std::move(will);
  } catch (const std::bad_alloc&) {
    GiveUp(change.session);
  }
}

void Restorer::Restore(const SessionEnded& change) {
  given_up_.erase(change.session);
  const auto found = sessions_.find(change.session);
  if (found == sessions_.end()) return;
  Session& session = *found->second;
  sessions_.erase(found);
  session.will.reset();  // It was published then, or discarded.
  broker_.EndSession(session, now_);
}

void Restorer::Restore(const Retained& change) {
  try {
    broker_.router_.RestoreRetained(
        CopyOf(*change.message, broker_.memory_.retained()));
  } catch (const std::bad_alloc&) {
    ++lost_retained_;
    // The retained message that this one replaced does not come back either.
    broker_.router_.RestoreUnretained(change.message->topic);
  }
}

void Restorer::Restore(const Unretained& change) {
  broker_.router_.RestoreUnretained(change.topic);
}

// Each returns false if the session can't be restored, and may throw
// std::bad_alloc.
struct Restorer::InSession {
  bool operator()(const Subscribed& change) const {
    return restorer.broker_.router_.RestoreSubscription(session, change);
  }

  bool operator()(const Unsubscribed& change) const {
    static_cast<void>(
        restorer.broker_.router_.Unsubscribe(session, change.filter));
    return true;
  }

  // The bounds of queues apply again, and may be smaller now. A session that
  // does not fit is given up and not cut, as its client is told that all of it
  // is there.
  bool operator()(const Queued& change) const {
    if (change.message >= restorer.messages_.size() ||
        !restorer.messages_[change.message] || change.qos == QoS::kAtMostOnce) {
      return false;
    }
    Delivery delivery(restorer.broker_.memory_.queues());
    delivery.message = restorer.messages_[change.message];
    delivery.qos = change.qos;
    delivery.is_retained = change.is_retained;
    delivery.subscription_ids.assign(change.subscription_ids.begin(),
                                     change.subscription_ids.end());
    return Enqueue(session, delivery, restorer.broker_.bounds_);
  }

  bool operator()(const Dropped& change) const {
    if (change.place >= session.waiting.size()) return false;
    mqtt::Finish(session, session.waiting,
                 std::next(session.waiting.begin(),
                           static_cast<std::ptrdiff_t>(change.place)));
    return true;
  }

  // The client knows the message by the id with which it was sent. MoveToFlight
  // assigns the id after the last one, so the last one is set first.
  bool operator()(const Sent& change) const {
    if (session.waiting.empty() || change.packet_id == 0 ||
        FindInFlight(session, change.packet_id) != session.in_flight.end()) {
      return false;
    }
    session.last_packet_id = static_cast<PacketId>(change.packet_id - 1);
    MoveToFlight(session);
    return true;
  }

  bool operator()(const Received& change) const {
    auto found = FindInFlight(session, change.packet_id);
    if (found == session.in_flight.end()) {
      // The message is missing if it was no longer needed when all was recorded
      // anew.
      const std::size_t queued =
          session.waiting.size() + session.in_flight.size();
      if (queued >= restorer.broker_.bounds_.queued_messages ||
          change.packet_id == 0) {
        return false;
      }
      found = session.in_flight.emplace(session.in_flight.end(),
                                        restorer.broker_.memory_.queues());
      found->qos = QoS::kExactlyOnce;
      found->packet_id = change.packet_id;
      session.last_packet_id = change.packet_id;
    }
    Release(session, *found);
    return true;
  }

  bool operator()(const Finished& change) const {
    const auto found = FindInFlight(session, change.packet_id);
    if (found != session.in_flight.end()) {
      mqtt::Finish(session, session.in_flight, found);
    }
    return true;
  }

  bool operator()(const Taken& change) const {
    session.received.insert(change.packet_id);
    return session.received.size() <= Broker::kMaxUnreleased;
  }

  bool operator()(const Released& change) const {
    session.received.erase(change.packet_id);
    return true;
  }

  // With one number for two requests, the end of the first would free both.
  bool operator()(const RequestBegun& change) const {
    const RequestNumber newest =
        session.requests.empty() ? 0 : session.requests.back().number;
    if (change.request <= newest) return false;
    session.requests.push_back(
        {.number = change.request,
         .message =
             CopyOf(*change.message, restorer.broker_.memory_.queues())});
    session.last_request = std::max(session.last_request, change.request);
    return true;
  }

  bool operator()(const RequestEnded& change) const {
    session.requests.remove_if([&](const OwnRequest& request) {
      return request.number == change.request;
    });
    return true;
  }

  bool operator()(const SessionOrigin& change) const {
    session.origin = change.origin;
    return true;
  }

  bool operator()(const RequestBegunAgain& change) const {
    bool is_known = false;
    for (OwnRequest& request : session.requests) {
      if (request.number != change.request) continue;
      request.run = OwnRequest::Run::kSecond;
      is_known = true;
    }
    return is_known;
  }

  Restorer& restorer;
  Session& session;
};

template <typename ChangeInSession>
void Restorer::Restore(const ChangeInSession& change) {
  const auto found = sessions_.find(change.session);
  if (found == sessions_.end()) return;
  try {
    if (InSession{*this, *found->second}(change)) return;
  } catch (const std::bad_alloc&) {
    // The session is given up for lack of memory.
  }
  GiveUp(change.session);
}

void Restorer::GiveUp(SessionNumber number) {
  ++lost_;
  given_up_.insert(number);
  const auto found = sessions_.find(number);
  if (found == sessions_.end()) return;
  Session& session = *found->second;
  sessions_.erase(found);
  // Receivers and rights are only partly restored, so the will can't be
  // published.
  session.will.reset();
  broker_.EndSession(session, now_);
}

// As changes are missing, any session may lack a message. A client that gets a
// new session knows to check; one that gets its old session trusts it.
void Restorer::DropSessions() {
  while (!sessions_.empty()) GiveUp(sessions_.begin()->first);
}

void Restorer::Finish() {
  messages_.clear();
  for (const auto& [_, session] : sessions_) {
    // The bound holds however the clock was set meanwhile.
    session->expires = Earlier(session->expires, now_ + session->expiry);
    if (!session->will) continue;
    PendingWill& will = *session->will;
    will.due = Earlier(will.due, now_ + std::min(will.delay, session->expiry));
  }
  sessions_.clear();
  broker_.OnRightsChanged(now_);
}

}  // namespace answerbox::daemon::mqtt
