#include "daemon/protocol/mqtt/broker/record_shares.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "daemon/protocol/mqtt/broker/recording.h"
#include "daemon/shares/turns.h"

namespace answerbox::daemon::mqtt {

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
      std::ranges::sort(place.idle, std::greater(), [](const Session* one) {
        return *one->expires - one->expiry;
      });
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

}  // namespace answerbox::daemon::mqtt
