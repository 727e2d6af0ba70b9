// Handles sessions without a connection, wills, and what ends by time or for
// lack of memory.
#include <algorithm>
#include <new>
#include <utility>

#include "daemon/protocol/mqtt/broker/broker.h"

namespace answerbox::daemon::mqtt {
namespace {

using std::chrono::seconds;

// A packet that arrives within this time is not slow.
constexpr std::chrono::seconds kPromptInput{1};
// Replaces Bounds::write_timeout for slow clients when memory is short.
constexpr std::chrono::seconds kShortWriteTimeout{2};
// Expired messages are not sent. Until then they take room.
constexpr std::chrono::minutes kSweepInterval{1};

}  // namespace

Session* Broker::FindSession(const SessionKey& key) noexcept {
  const auto found = sessions_by_key_.find(key);
  return found == sessions_by_key_.end() ? nullptr : &*found->second;
}

// The session is put into both containers or none. It is made first, as the
// map's keys point into it.
Session& Broker::MakeSession(const SessionKey& key, std::string_view origin) {
  const auto made = sessions_.emplace(sessions_.end(), key.first, key.second,
                                      memory_.sessions(), memory_.queues());
  made->expires = Time::min();  // The next tick ends it if no connection comes.
  try {
    made->origin = origin;
    sessions_by_key_.emplace(SessionKey(made->identity, made->client_id), made);
  } catch (const std::bad_alloc&) {
    sessions_.erase(made);
    throw;
  }
  return *made;
}

// The will is due after its delay, or when the session ends if that is sooner:
// section 3.1.3.2.2.
void Broker::Detach(Session& session, Time now) {
  session.connection->session = nullptr;
  session.connection = nullptr;
  --admitted_;
  if (session.will) {
    session.will->due = now + std::min(session.will->delay, session.expiry);
    if (*session.will->due <= now) PublishWill(session, now);
  }
  session.expires = now + session.expiry;
  std::erase_if(session.in_flight, [](const Delivery& each) {
    return !each.message && each.state != Delivery::State::kReleased;
  });
  // Messages of QoS 0 do not wait for the client to return.
  for (auto each = session.waiting.begin(); each != session.waiting.end();) {
    each = each->qos == QoS::kAtMostOnce
               ? Finish(session, session.waiting, each)
               : std::next(each);
  }
  RecordSession(session);
  // The session is not ended here: the caller may be iterating over sessions,
  // or handling a packet of this one.
  if (session.expiry == seconds(0)) {
    session.is_given_up = true;
    has_given_up_ = true;
  }
}

void Broker::RecordSession(Session& session) {
  if (session.expiry == seconds(0)) return recording_.End(session);
  if (recording_.is_on()) recording_.Keep(session);
}

// The will is taken out of the session first: publishing it may end other
// sessions, and call this function again.
void Broker::PublishWill(Session& session, Time now) {
  const PendingWill will = *std::exchange(session.will, std::nullopt);
  if (session.recording != nullptr) recording_.Keep(session);
  if (will.lifetime) will.message->expires = now + *will.lifetime;
  const MessagePointer message = will.message;
  // The client may have lost the right meanwhile.
  if (!authority_.MayPublish(session.client(), message->topic)) return;
  // A will that is a request is dropped: nobody could receive its answer.
  if (requests_.ReadTopic(message->topic)) return;
  try {
    static_cast<void>(WithRoom(Share::kQueues, nullptr, [&] {
      return router_.Publish(message, nullptr, Router::WithoutRoom::kRecord,
                             now);
    }));
  } catch (const std::bad_alloc&) {
    // Memory has no room for the receivers' messages.
  }
}

// The order matters. The end is recorded before the will, whose publication is
// a message like any other. Requests and subscriptions are removed before the
// session that they point to.
void Broker::EndSession(Session& session, Time now) {
  if (session.connection != nullptr) {
    Fail(*session.connection, ReasonCode::kQuotaExceeded,
         "messages came faster than the client took them", now);
  }
  recording_.End(session);
  if (session.will) PublishWill(session, now);  // [MQTT-3.1.2-8]
  requests_.Forget(session);
  router_.UnsubscribeAll(session);
  const auto found =
      sessions_by_key_.find(SessionKey(session.identity, session.client_id));
  const auto place = found->second;
  sessions_by_key_.erase(found);
  sessions_.erase(place);
}

// This may be called from deep inside a delivery. So it frees and unsubscribes,
// but ends nothing: EndGivenUp does that after the packet. It takes no memory,
// as there may be none.
void Broker::GiveUp(Session& session) noexcept {
  if (!session.is_given_up) ++sessions_given_up_;
  session.is_given_up = true;
  has_given_up_ = true;
  recording_.End(session);
  ClearQueues(session);
  router_.UnsubscribeAll(session);
  session.received.clear();
  session.requests.clear();
  if (session.connection != nullptr) {
    session.connection->output.DropUnwritten();
  }
}

// A large packet holds its memory from its first byte on. A client that sends
// one byte by byte would keep others from sending theirs.
bool Broker::EndSlowestInput(const Connection& spared, Time now) {
  Connection* slowest = nullptr;
  for (Connection& each : connections_) {
    if (!each.large_since || now - *each.large_since < kPromptInput) continue;
    if (slowest == nullptr || *each.large_since < *slowest->large_since) {
      slowest = &each;
    }
  }
  if (slowest == nullptr || slowest == &spared) return false;
  Fail(*slowest, ReasonCode::kQuotaExceeded, "the packet came too slowly", now);
  slowest->input.Clear();
  slowest->large_since.reset();
  return true;
}

void Broker::EndGivenUp(Time now) {
  // Ending a session may publish its will, for which other sessions may be
  // given up.
  while (has_given_up_) {
    has_given_up_ = false;
    const auto found =
        std::find_if(sessions_.begin(), sessions_.end(),
                     [](const Session& each) { return each.is_given_up; });
    if (found == sessions_.end()) return;
    has_given_up_ = true;
    EndSession(*found, now);
  }
}

// Lost rights end at once, not with the client's next packet: a subscriber may
// never send one.
void Broker::OnRightsChanged(Time now) {
  const Recording::Step step(recording_);
  for (Session& session : sessions_) {
    // The password may be another one, and the session goes on.
    if (session.connection != nullptr &&
        !authority_.MayConnect(
            {session.identity, session.client_id, session.connection->entry})) {
      Fail(*session.connection, ReasonCode::kNotAuthorized, {}, now);
    }
    if (authority_.MayConnect(session.client())) {
      router_.RecheckRights(session);
      continue;
    }
    session.is_given_up = true;
    has_given_up_ = true;
  }
  router_.RecheckRetained();
  EndGivenUp(now);
}

// Whoever has the name next may publish what the will says.
void Broker::Withdraw(std::string_view identity, std::string_view collection,
                      Time now) {
  {
    const Recording::Step step(recording_);
    for (Session& session : sessions_) {
      if (!collection.empty()) router_.DropQuotes(session, collection);
      if (session.identity != identity) continue;
      session.will.reset();
      if (session.connection != nullptr) {
        Fail(*session.connection, ReasonCode::kNotAuthorized, {}, now);
      }
      session.is_given_up = true;
      has_given_up_ = true;
    }
    if (!identity.empty()) router_.RemoveRetainedOf(identity);
    OnRightsChanged(now);
  }
  if (recording_.newest_step() > 0) RecordWhole();
}

void Broker::WhenDurable(std::function<void(bool is_durable)> call, Time now) {
  awaited_steps_.push_back({recording_.newest_step(), now, std::move(call)});
  CallDurable(now);
}

void Broker::CallDurable(Time now) {
  for (auto next = awaited_steps_.begin(); next != awaited_steps_.end();) {
    const auto each = next++;
    const bool is_durable = each->step <= recording_.durable_step();
    if (!is_durable && now - each->since < kLongestSync) continue;
    const auto call = std::move(each->call);
    awaited_steps_.erase(each);
    call(is_durable);
  }
}

void Broker::Tick(Time now) {
  if (recording_.wants_whole()) RecordWhole();
  const Recording::Step step(recording_);
  TickConnections(now);
  TickSessions(now);
  router_.DropExpired(now);
  if (now >= next_sweep_) {
    next_sweep_ = now + kSweepInterval;
    for (Session& session : sessions_) router_.DropExpired(session, now);
  }
  EndGivenUp(now);
  CallDurable(now);
}

void Broker::TickConnections(Time now) {
  const seconds write_timeout =
      memory_.is_short() ? std::min(kShortWriteTimeout, bounds_.write_timeout)
                         : bounds_.write_timeout;
  for (Connection& connection : connections_) {
    // A client is not slow while its output waits for the disk.
    if (connection.output.empty() ||
        connection.output.is_held(recording_.durable_step())) {
      connection.unwritten_since.reset();
    } else if (!connection.unwritten_since) {
      connection.unwritten_since = now;
    }
    switch (connection.state) {
      case Connection::State::kNew:
        if (now - connection.opened >= bounds_.connect_timeout) {
          BeginClose(connection, now);  // There is nobody yet to answer.
        }
        break;
      case Connection::State::kOpen:
        TickOpen(connection, write_timeout, now);
        break;
      case Connection::State::kExamined:
      case Connection::State::kClosing:
        break;
    }
  }
}

void Broker::TickOpen(Connection& connection, seconds write_timeout, Time now) {
  if (connection.unwritten_since &&
      now - *connection.unwritten_since >= write_timeout) {
    return Fail(connection, ReasonCode::kQuotaExceeded,
                "the client takes nothing", now);
  }
  // While the broker does not read from a client, its silence does not count.
  if (!WantsInput(connection)) connection.last_packet = now;
  // One and a half times the keep alive [MQTT-3.1.2-22].
  if (connection.keep_alive != seconds(0) &&
      now - connection.last_packet >=
          std::chrono::milliseconds(connection.keep_alive) * 3 / 2) {
    return Fail(connection, ReasonCode::kKeepAliveTimeout, {}, now);
  }
  Send(connection, now);
}

// Publishes wills whose delay is over while the client is away, and ends
// sessions whose expiry is over.
void Broker::TickSessions(Time now) {
  for (Session& session : sessions_) {
    if (session.connection != nullptr) continue;
    if (session.will && session.will->due && *session.will->due <= now) {
      PublishWill(session, now);
    }
    if (session.expires && *session.expires <= now) {
      session.is_given_up = true;
      has_given_up_ = true;
    }
  }
}

}  // namespace answerbox::daemon::mqtt
