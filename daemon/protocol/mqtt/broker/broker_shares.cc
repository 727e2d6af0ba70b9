// Who gives way where memory, places, or the recorder's room are used up.
#include <algorithm>
#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <memory_resource>
#include <new>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/protocol/mqtt/broker/broker.h"
#include "daemon/protocol/mqtt/broker/recording.h"
#include "daemon/shares/turns.h"

namespace answerbox::daemon::mqtt {
namespace {

Time IdleSince(const Session& session) noexcept {
  return *session.expires - session.expiry;
}

// What each caller has of the state that the recorder keeps, in sessions and in
// retained messages; and what of it gives way. Points into the sessions and
// messages that it was made of.
class RecordShares {
 public:
  // One of the two.
  struct Leaving {
    Session* session = nullptr;
    MessagePointer message = nullptr;
  };

  // Throws std::bad_alloc.
  //   retained  the recorded ones, the oldest first
  //   spared    never gives way; or null
  RecordShares(std::pmr::list<Session>& sessions,
               const std::vector<MessagePointer>& retained,
               const Session* spared);

  // Returns what gives way so that `missing` bytes are freed: again and again
  // something of the caller who then has most. Nothing, if that is not enough.
  // Throws std::bad_alloc.
  [[nodiscard]] std::vector<Leaving> FindLeaving(std::size_t missing,
                                                 std::string_view caller,
                                                 std::string_view origin);

 private:
  struct Place {
    std::vector<Session*> idle;  // The oldest last.
    std::vector<Session*> connected;
    std::size_t bytes = 0;
  };
  struct Holding {
    std::map<std::string_view, Place> places;
    std::vector<MessagePointer> retained;  // The oldest last.
    std::size_t session_bytes = 0;
    std::size_t retained_bytes = 0;

    [[nodiscard]] std::size_t bytes() const noexcept {
      return session_bytes + retained_bytes;
    }
  };
  struct Newcomer {
    std::string_view origin;
    const Holding& own;
  };

  // Both take one of the holding, and return its bytes; 0: none gives way.
  static std::size_t TakeSession(Holding& most, const Newcomer& newcomer,
                                 std::vector<Leaving>& leaving);
  static std::size_t TakeRetained(Holding& most, const Newcomer& newcomer,
                                  std::vector<Leaving>& leaving);

  std::map<std::string_view, Holding> by_caller_;
  std::size_t bytes_ = 0;
};

RecordShares::RecordShares(std::pmr::list<Session>& sessions,
                           const std::vector<MessagePointer>& retained,
                           const Session* spared) {
  for (Session& session : sessions) {
    const std::size_t bytes = Recording::BytesOf(session);
    if (session.is_given_up || bytes == 0) continue;
    Holding& holding = by_caller_[session.identity];
    Place& place = holding.places[session.origin];
    holding.session_bytes += bytes;
    place.bytes += bytes;
    bytes_ += bytes;
    if (&session == spared) continue;
    (session.connection == nullptr ? place.idle : place.connected)
        .push_back(&session);
  }
  for (auto each = retained.rbegin(); each != retained.rend(); ++each) {
    const std::size_t bytes = Recording::BytesOf(**each);
    Holding& holding = by_caller_[(*each)->publisher];
    holding.retained_bytes += bytes;
    holding.retained.push_back(*each);
    bytes_ += bytes;
  }
  for (auto& [_, holding] : by_caller_) {
    for (auto& [origin, place] : holding.places) {
      std::ranges::sort(place.idle, std::greater(),
                        [](const Session* one) { return IdleSince(*one); });
    }
  }
}

std::vector<RecordShares::Leaving> RecordShares::FindLeaving(
    std::size_t missing, std::string_view caller, std::string_view origin) {
  std::vector<Leaving> leaving;
  if (bytes_ < missing) return leaving;
  const Newcomer newcomer{origin, by_caller_[caller]};
  for (std::size_t freed = 0; freed < missing;) {
    Holding& most =
        std::ranges::max_element(by_caller_, {}, [](const auto& one) {
          return one.second.bytes();
        })->second;
    const auto take = [&](bool retained) {
      return retained ? TakeRetained(most, newcomer, leaving)
                      : TakeSession(most, newcomer, leaving);
    };
    const bool is_retained = most.retained_bytes > most.session_bytes;
    std::size_t bytes = take(is_retained);
    if (bytes == 0) bytes = take(!is_retained);
    if (bytes == 0) return {};
    freed += bytes;
  }
  return leaving;
}

// A connected one gives way only while its owner has clearly more, so that two
// owners never end each other's clients in turn.
std::size_t RecordShares::TakeSession(Holding& most, const Newcomer& newcomer,
                                      std::vector<Leaving>& leaving) {
  if (most.session_bytes == 0) return 0;
  Place& place = std::ranges::max_element(most.places, {}, [](const auto& one) {
                   return one.second.bytes;
                 })->second;
  const bool is_idle = !place.idle.empty();
  auto& sessions = is_idle ? place.idle : place.connected;
  if (sessions.empty()) return 0;
  Session* const session = sessions.back();
  const std::size_t bytes = Recording::BytesOf(*session);
  if (!is_idle) {
    const bool is_own = &most == &newcomer.own;
    const auto own = most.places.find(newcomer.origin);
    const std::size_t own_bytes =
        own == most.places.end() ? 0 : own->second.bytes;
    if (is_own ? !GivesWay(place.bytes, own_bytes, bytes)
               : !GivesWay(most.bytes(), newcomer.own.bytes(), bytes)) {
      return 0;
    }
  }
  leaving.push_back({.session = session});
  sessions.pop_back();
  place.bytes -= bytes;
  most.session_bytes -= bytes;
  return bytes;
}

std::size_t RecordShares::TakeRetained(Holding& most, const Newcomer& newcomer,
                                       std::vector<Leaving>& leaving) {
  if (most.retained.empty() || &most == &newcomer.own) return 0;
  const std::size_t bytes = Recording::BytesOf(*most.retained.back());
  if (!GivesWay(most.bytes(), newcomer.own.bytes(), bytes)) return 0;
  leaving.push_back({.message = std::move(most.retained.back())});
  most.retained.pop_back();
  most.retained_bytes -= bytes;
  return bytes;
}

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
