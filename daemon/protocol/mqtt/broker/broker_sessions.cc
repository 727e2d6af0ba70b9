// Sessions without a connection, wills, and what time and want of memory end.
#include <algorithm>
#include <new>
#include <utility>

#include "daemon/protocol/mqtt/broker/broker.h"

namespace answerbox::daemon::mqtt {
namespace {

using std::chrono::seconds;

// A session that holds less than a small packet is not what memory lacks.
constexpr std::size_t kWorthFreeing = 4096;

// A packet that is received within it is not slow.
constexpr std::chrono::seconds kPromptInput{1};
// What slow clients get instead of Bounds::write_timeout where memory is short.
constexpr std::chrono::seconds kShortWriteTimeout{2};

std::size_t RequestBytes(const Session& session) noexcept {
  std::size_t sum = 0;
  for (const OwnRequest& request : session.requests) {
    sum += request.message->text_bytes;
  }
  return sum;
}

}  // namespace

Session* Broker::FindSession(const SessionKey& key) noexcept {
  const auto found = sessions_by_key_.find(key);
  return found == sessions_by_key_.end() ? nullptr : &*found->second;
}

// In both containers or in none. The map's keys point into the session, so it
// is made first.
Session& Broker::MakeSession(const SessionKey& key) {
  const auto made = sessions_.emplace(sessions_.end(), key.first, key.second,
                                      memory_.sessions(), memory_.queues());
  made->expires = Time::min();  // With the next tick, if no connection comes.
  try {
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
  if (session.will) {
    session.will->due = now + std::min(session.will->delay, session.expiry);
    if (*session.will->due <= now) PublishWill(session, now);
  }
  session.expires = now + session.expiry;
  // Messages of QoS 0 do not wait for a client's return.
  for (auto each = session.waiting.begin(); each != session.waiting.end();) {
    each = each->qos == QoS::kAtMostOnce
               ? Finish(session, session.waiting, each)
               : std::next(each);
  }
  RecordSession(session);
  // Not ended here: whoever calls may be in the middle of a list of sessions,
  // or of this one's packet.
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
// sessions, and come back here.
void Broker::PublishWill(Session& session, Time now) {
  const PendingWill will = *std::exchange(session.will, std::nullopt);
  if (session.recording != nullptr) recording_.Keep(session);
  if (will.lifetime) will.message->expires = now + *will.lifetime;
  const MessagePointer message = will.message;
  // The right may be lost by now.
  if (!authority_.MayPublish(session.client(), message->topic)) return;
  // Nobody could take its answer.
  if (requests_.ReadTopic(message->topic)) return;
  try {
    static_cast<void>(WithRoom(Share::kQueues, nullptr, [&] {
      return router_.Publish(message, nullptr, Router::WithoutRoom::kRecord,
                             now);
    }));
  } catch (const std::bad_alloc&) {
    // Memory has no room for those who would get it.
  }
}

// In this order: the end is recorded before the will, whose publication is a
// message like any other; requests and subscriptions go before the session that
// they point to.
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

// May be called from deep inside a delivery, so it frees and unsubscribes, but
// ends nothing: EndGivenUp does that when the packet is handled. It takes no
// memory, of which there may be none.
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

// Counts what GiveUp frees at once; what nodes of containers take is about.
std::size_t Broker::HeldBytes(const Session& session, Share share) noexcept {
  constexpr std::size_t kDeliveryBytes = 256;  // With its message.
  constexpr std::size_t kSubscriptionBytes = 512;
  constexpr std::size_t kReceivedBytes = 64;
  const std::size_t unwritten =
      session.connection == nullptr
          ? 0
          : session.connection->output.unwritten_bytes();
  switch (share) {
    case Share::kQueues:
      return unwritten + session.queued_bytes + RequestBytes(session) +
             (session.waiting.size() + session.in_flight.size()) *
                 kDeliveryBytes;
    case Share::kSessions: {
      std::size_t sum = session.received.size() * kReceivedBytes;
      for (const auto& [filter, _] : session.subscriptions) {
        sum += 2 * filter.size() + kSubscriptionBytes;
      }
      return sum;
    }
    case Share::kConnections:
      return unwritten;
  }
  return 0;
}

// Who holds most gives up, not who asks last: a flood of small clients can't
// push out an honest one, and one that hoards can't stay by asking often.
// `spared` must go on; where it is itself the largest, the request for memory
// fails instead.
bool Broker::FreeMemory(Share share, const Session* spared) noexcept {
  Session* largest = nullptr;
  std::size_t most = kWorthFreeing;
  for (Session& session : sessions_) {
    if (session.is_given_up) continue;
    const std::size_t held = HeldBytes(session, share);
    if (held < most) continue;
    most = held;
    largest = &session;
  }
  if (largest == nullptr || largest == spared) return false;
  GiveUp(*largest);
  return true;
}

// A large packet holds its memory from its first bytes on. Whoever sends it
// byte by byte would keep others from sending theirs.
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
  // Ending a session may publish its will, which may have others given up.
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

// What a client has lost the right to ends now, not with its next packet: a
// subscriber may never send one.
void Broker::OnRightsChanged(Time now) {
  const Recording::Step step(recording_);
  for (Session& session : sessions_) {
    if (authority_.MayConnect(session.client())) {
      router_.RecheckRights(session);
      continue;
    }
    if (session.connection != nullptr) {
      Fail(*session.connection, ReasonCode::kNotAuthorized, {}, now);
    }
    session.is_given_up = true;
    has_given_up_ = true;
  }
  router_.RecheckRetained();
  EndGivenUp(now);
}

void Broker::Tick(Time now) {
  if (recording_.wants_whole()) RecordWhole();
  const Recording::Step step(recording_);
  TickConnections(now);
  TickSessions(now);
  router_.DropExpired(now);
  EndGivenUp(now);
}

void Broker::TickConnections(Time now) {
  const seconds write_timeout =
      memory_.is_short() ? std::min(kShortWriteTimeout, bounds_.write_timeout)
                         : bounds_.write_timeout;
  for (Connection& connection : connections_) {
    // A client is not to blame for what waits for the disk.
    if (connection.output.empty() ||
        connection.output.is_held(recording_.durable_step())) {
      connection.unwritten_since.reset();
    } else if (!connection.unwritten_since) {
      connection.unwritten_since = now;
    }
    switch (connection.state) {
      case Connection::State::kNew:
        if (now - connection.opened >= bounds_.connect_timeout) {
          BeginClose(connection, now);  // Nobody to answer is known.
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
  // A client that is not listened to is not silent.
  if (!WantsInput(connection)) connection.last_packet = now;
  // One and a half times the keep alive [MQTT-3.1.2-22].
  if (connection.keep_alive != seconds(0) &&
      now - connection.last_packet >=
          std::chrono::milliseconds(connection.keep_alive) * 3 / 2) {
    return Fail(connection, ReasonCode::kKeepAliveTimeout, {}, now);
  }
  Send(connection, now);
}

// A will whose delay is over while the client stays away, and sessions whose
// expiry is over.
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
