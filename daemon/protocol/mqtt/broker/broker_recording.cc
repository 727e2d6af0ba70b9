// Records the broker's whole state for after a restart, and goes on with what
// waits for durable records.
#include <utility>

#include "daemon/protocol/mqtt/broker/broker.h"

namespace answerbox::daemon::mqtt {

void Broker::RecordTo(Recorder& recorder) {
  recording_.To(recorder);
  for (Session& session : sessions_) recording_.Adopt(session);
}

// The order is that in which the Restorer can apply it: a session before its
// content, a message before the sessions that wait for it, `Queued` before the
// `Sent` that moves it on. A released message (PUBREC came) is gone; only its
// packet id is recorded.
void Broker::RecordWhole() {
  const Recording::Step step(recording_);
  recording_.BeginWhole();
  // Retained messages come first, as waiting messages may be the same ones.
  router_.RecordRetained();
  for (Session& session : sessions_) {
    if (session.recording == nullptr) continue;
    recording_.Keep(session);
    for (const auto& [filter, subscription] : session.subscriptions) {
      recording_.Subscription(session, filter, subscription);
    }
    for (const Delivery& delivery : session.in_flight) {
      if (delivery.state == Delivery::State::kReleased) {
        recording_.Note(Received{session.number, delivery.packet_id});
        continue;
      }
      if (!delivery.message) continue;  // It is forgotten.
      recording_.Queue(session, delivery);
      recording_.Note(Sent{session.number, delivery.packet_id});
    }
    for (const Delivery& delivery : session.waiting) {
      if (delivery.qos == QoS::kAtMostOnce) continue;
      recording_.Queue(session, delivery);
    }
    for (const PacketId id : session.received) {
      recording_.Note(Taken{session.number, id});
    }
    for (const OwnRequest& request : session.requests) {
      recording_.Note(
          RequestBegun{session.number, request.number, request.message});
      if (request.run == OwnRequest::Run::kFirst) continue;
      recording_.Note(RequestBegunAgain{session.number, request.number});
    }
  }
}

// Every transport is woken to look again at its held output. It is not recorded
// which connections wait for which step.
void Broker::OnDurable(Time now) {
  if (marks_step_ <= recording_.durable_step()) BeginMarkedRequests(now);
  CallDurable(now);
  for (Connection& connection : connections_) {
    if (connection.output.empty()) continue;
    // Sealing keeps a busy connection from waiting for one step after the
    // other.
    connection.output.Seal();
    connection.transport.Wake();
  }
}

// Requests of sessions that end with their connections are not recorded, as
// nobody will be there to answer. Nor is QoS 0, which promises nothing.
RequestNumber Broker::NumberRequest(Session& session, const Publish& request,
                                    Time now) {
  if (session.recording == nullptr || request.qos == QoS::kAtMostOnce) return 0;
  OwnRequest& made = session.requests.emplace_back();
  try {
    made.message =
        MakeMessage(request, session.client(), now, memory_.queues());
  } catch (const std::bad_alloc&) {
    session.requests.pop_back();
    throw;
  }
  made.number = ++session.last_request;
  recording_.Note(RequestBegun{session.number, made.number, made.message});
  return made.number;
}

// The end is recorded in the same step as the answer. Otherwise a restart
// between them would lose the answer, or make it twice.
void Broker::EndRequest(Session& asker, RequestNumber number) {
  const Recording::Step step(recording_);
  const auto removed = asker.requests.remove_if(
      [number](const OwnRequest& each) { return each.number == number; });
  if (removed == 0 || asker.recording == nullptr) return;
  recording_.Note(RequestEnded{asker.number, number});
}

// The request may be what ended the daemon. So it is begun again only once,
// after a mark of that is on the disk. If the daemon ends again, the mark makes
// the next start decline the request.
void Broker::ResumeRequests(Time now) {
  {
    const Recording::Step step(recording_);
    for (Session& session : sessions_) {
      // A request that ends at once is removed from the list.
      for (auto next = session.requests.begin();
           next != session.requests.end();) {
        OwnRequest& request = *next++;
        if (request.run == OwnRequest::Run::kSecond) {
          DeclineRequest(session, request, now);
          if (session.is_given_up) break;
          continue;
        }
        request.run = OwnRequest::Run::kMarked;
        recording_.Note(RequestBegunAgain{session.number, request.number});
        marks_step_ = recording_.newest_step();
      }
    }
    EndGivenUp(now);
  }
  if (marks_step_ <= recording_.durable_step()) BeginMarkedRequests(now);
}

// Clients that connected in the meantime have waited, so that their new
// requests come after their old ones.
void Broker::BeginMarkedRequests(Time now) {
  if (std::exchange(marks_step_, 0) == 0) return;
  const Recording::Step step(recording_);
  for (Session& session : sessions_) {
    for (auto next = session.requests.begin();
         next != session.requests.end();) {
      OwnRequest& request = *next++;
      if (request.run != OwnRequest::Run::kMarked) continue;
      BeginAgain(session, request, now);
      if (session.is_given_up) break;
    }
  }
  EndGivenUp(now);
  // Sessions may end meanwhile, but connections do not.
  for (Connection& connection : connections_) {
    if (!std::exchange(connection.awaits_old_requests, false)) continue;
    if (connection.session != nullptr) Resume(*connection.session, now);
  }
}

void Broker::BeginAgain(Session& session, OwnRequest& request, Time now) {
  request.run = OwnRequest::Run::kSecond;
  HandOver(session, request, now, [&](const auto& topic, const auto& message) {
    return requests_.Take(session, topic, message, request.number).reason;
  });
}

void Broker::DeclineRequest(Session& session, const OwnRequest& request,
                            Time now) {
  HandOver(session, request, now, [&](const auto& topic, const auto& message) {
    return requests_.Decline(session, topic, message, request.number);
  });
}

template <typename Take>
void Broker::HandOver(Session& session, const OwnRequest& request, Time now,
                      const Take& take) {
  // The number is copied, as `take` may end the request and free it.
  const RequestNumber number = request.number;
  const Publish message = ToPublish(*request.message, now);
  const auto topic = requests_.ReadTopic(message.topic);
  try {
    if (!topic || IsError(take(*topic, message))) EndRequest(session, number);
  } catch (const std::bad_alloc&) {
    GiveUp(session);  // It would wait for its answer for ever.
  }
}

}  // namespace answerbox::daemon::mqtt
