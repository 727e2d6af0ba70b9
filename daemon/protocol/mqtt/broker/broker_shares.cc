// Who gives way where memory, places, or the recorder's room are used up.
#include <algorithm>
#include <new>

#include "daemon/protocol/mqtt/broker/broker.h"
#include "daemon/protocol/mqtt/broker/record_shares.h"
#include "daemon/shares/turns.h"

namespace answerbox::daemon::mqtt {
namespace {

// Ending a session that holds less than a small packet would free too little.
constexpr std::size_t kWorthFreeing = 4096;

// What a session takes of the sessions' share besides its subscriptions: the
// object, its entry by key, and its names.
constexpr std::size_t kSessionBytes = sizeof(Session) + 128;

std::size_t RequestBytes(const Session& session) noexcept {
  std::size_t sum = 0;
  for (const OwnRequest& request : session.requests) {
    sum += request.message->text_bytes;
  }
  return sum;
}

Time IdleSince(const Session& session) noexcept {
  return *session.expires - session.expiry;
}

}  // namespace

// Counts the bytes that GiveUp frees at once. The bytes of containers' nodes
// are estimated.
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

struct Broker::Callers {
  decltype(sessions_by_key_)::iterator begin;
  decltype(sessions_by_key_)::iterator end;
  std::size_t bytes = 0;
};

// The sessions of one caller are neighbours in the map. So this takes no
// memory, of which there may be none.
template <typename Measure>
Broker::Callers Broker::FindGreatest(const Measure& measure) noexcept {
  Callers greatest{sessions_by_key_.end(), sessions_by_key_.end()};
  for (auto begin = sessions_by_key_.begin();
       begin != sessions_by_key_.end();) {
    auto end = begin;
    std::size_t bytes = 0;
    for (; end != sessions_by_key_.end() &&
           end->first.first == begin->first.first;
         ++end) {
      if (!end->second->is_given_up) bytes += measure(*end->second);
    }
    if (bytes > greatest.bytes) greatest = {begin, end, bytes};
    begin = end;
  }
  return greatest;
}

std::size_t Broker::WholeBytes(const Session& session) noexcept {
  std::size_t sum = kSessionBytes + session.identity.size() +
                    session.client_id.size() + session.origin.size() +
                    HeldBytes(session, Share::kSessions);
  if (session.will) sum += session.will->message->text_bytes + sizeof(Message);
  return sum;
}

// The session that holds most is given up, of the caller who holds most, and
// not the one that asks last. So a flood of small clients can't displace an
// honest one, and a client that hoards memory can't stay by asking often.
// `spared` must go on; if it is itself the largest, the request for memory
// fails instead.
bool Broker::FreeMemory(Share share, const Session* spared) noexcept {
  const Callers caller = FindGreatest(
      [share](const Session& session) { return HeldBytes(session, share); });
  if (caller.bytes < kWorthFreeing) return false;
  Session* largest = nullptr;
  std::size_t most = 0;
  for (auto each = caller.begin; each != caller.end; ++each) {
    Session& session = *each->second;
    if (session.is_given_up) continue;
    const std::size_t held = HeldBytes(session, share);
    if (held <= most) continue;
    most = held;
    largest = &session;
  }
  if (largest == nullptr || largest == spared) return false;
  GiveUp(*largest);
  return true;
}

// Restored sessions count like others, so a restart frees nobody's share for
// another flood. The session ends at once, as most of its memory is its own and
// its will's.
bool Broker::FreeSession(const Owner& newcomer, const Session* spared,
                         Time now) {
  const auto measure = WholeBytes;
  const Callers caller = FindGreatest(measure);
  Holdings by_origin;
  for (auto each = caller.begin; each != caller.end; ++each) {
    const Session& session = *each->second;
    if (session.is_given_up) continue;
    by_origin.Add(session.origin, measure(session));
  }
  const Holdings::Share most = by_origin.Greatest();
  Session* oldest = nullptr;
  Session* connected = nullptr;
  for (auto each = caller.begin; each != caller.end; ++each) {
    Session& session = *each->second;
    if (session.is_given_up || &session == spared || measure(session) == 0 ||
        session.origin != most.holder) {
      continue;
    }
    if (session.connection != nullptr) {
      connected = &session;
    } else if (oldest == nullptr || IdleSince(session) < IdleSince(*oldest)) {
      oldest = &session;
    }
  }
  // A connected one gives way only while its owner has clearly more, so that
  // two owners never end each other's clients in turn.
  if (oldest == nullptr && connected != nullptr) {
    const bool is_same_caller = connected->identity == newcomer.identity;
    std::size_t own = 0;
    for (const auto& [key, session] : sessions_by_key_) {
      if (key.first != newcomer.identity) continue;
      if (is_same_caller && session->origin != newcomer.origin) continue;
      own += measure(*session);
    }
    if (GivesWay(is_same_caller ? most.amount : caller.bytes, own,
                 measure(*connected))) {
      oldest = connected;
    }
  }
  if (oldest == nullptr) return false;
  if (gave_way_) gave_way_(Shared::kMqttSessions, oldest->identity);
  GiveUp(*oldest);
  EndGivenUp(now);
  return true;
}

// Each time one ends, the shares of callers, or those of one caller's places,
// become more alike, and the former never less alike. So no two take turns in
// displacing each other.
bool Broker::HasPlace(const Owner& newcomer, Time now) {
  const bool has_memory =
      bounds_.login_bytes == 0 ||
      TakenBytes(memory_.whole(), bounds_.login_bytes).is_taken();
  if (admitted_ < bounds_.connections && has_memory) return true;
  const auto is_connected = [](const Session& session) noexcept {
    return std::size_t{session.connection != nullptr};
  };
  const Callers caller = FindGreatest(is_connected);
  if (caller.bytes == 0) return true;
  Holdings by_origin;
  for (auto each = caller.begin; each != caller.end; ++each) {
    by_origin.Add(each->second->origin, is_connected(*each->second));
  }
  const Holdings::Share most = by_origin.Greatest();
  const bool is_same_caller = caller.begin->first.first == newcomer.identity;
  std::size_t own = 0;
  for (const auto& [key, session] : sessions_by_key_) {
    if (key.first == newcomer.identity) own += is_connected(*session);
  }
  const bool gives_way =
      is_same_caller ? GivesWay(most.amount, by_origin.Of(newcomer.origin))
                     : GivesWay(caller.bytes, own);
  if (!gives_way) return false;
  Connection* idlest = nullptr;
  for (auto each = caller.begin; each != caller.end; ++each) {
    Connection* const one = each->second->connection;
    if (one == nullptr || each->second->origin != most.holder) continue;
    if (idlest == nullptr || one->last_packet < idlest->last_packet) {
      idlest = one;
    }
  }
  if (gave_way_) gave_way_(Shared::kMqttConnections, caller.begin->first.first);
  Fail(*idlest, ReasonCode::kQuotaExceeded, "others have fewer places", now);
  return true;
}

// The greatest holder of the state is looked for over sessions and retained
// messages together, or one caller's messages would end the sessions of others.
bool Broker::HasRecordRoom(const Owner& newcomer, const Session* spared,
                           Time now) {
  const std::size_t missing = recording_.missing_bytes();
  if (missing > 0) {
    try {
      RecordShares shares(sessions_, router_.RecordedRetained(), spared);
      const auto leaving =
          shares.FindLeaving(missing, newcomer.identity, newcomer.origin);
      for (const RecordShares::Leaving& one : leaving) {
        if (one.session == nullptr) {
          router_.GiveUpRetained(one.message);
          continue;
        }
        if (gave_way_) gave_way_(Shared::kMqttSessions, one.session->identity);
        GiveUp(*one.session);
      }
    } catch (const std::bad_alloc&) {
      return false;
    }
    EndGivenUp(now);
  }
  return recording_.has_room();
}

}  // namespace answerbox::daemon::mqtt
