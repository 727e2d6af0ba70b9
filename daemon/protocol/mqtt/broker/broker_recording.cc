// What the broker has recorded for after a restart, as a whole, and what waits
// for that.
#include <utility>

#include "daemon/protocol/mqtt/broker/broker.h"

namespace answerbox::daemon::mqtt {

void Broker::RecordTo(Recorder& recorder) {
  recording_.To(recorder);
  for (Session& session : sessions_) recording_.Adopt(session);
}

void Broker::RecordWhole() {
  const Recording::Step step(recording_);
  recording_.BeginWhole();
  // First: the messages that wait may be the same ones.
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
      recording_.Request(session, request);
    }
  }
}

void Broker::OnDurable() {
  for (Connection& connection : connections_) {
    if (connection.output.empty()) continue;
    // So that a busy connection does not wait for one step after the other.
    connection.output.Seal();
    connection.transport.Wake();
  }
}

RequestNumber Broker::NumberRequest(Session& session, const Publish& request,
                                    Time now) {
  if (session.recording == nullptr || request.qos == QoS::kAtMostOnce) return 0;
  OwnRequest& made = session.requests.emplace_back();
  try {
    made.message = MakeMessage(request, request.topic, session.client(), now,
                               memory_.queues());
  } catch (const std::bad_alloc&) {
    session.requests.pop_back();
    throw;
  }
  made.number = ++session.last_request;
  recording_.Request(session, made);
  return made.number;
}

void Broker::EndRequest(Session& asker, RequestNumber number) {
  const Recording::Step step(recording_);
  const auto removed = asker.requests.remove_if(
      [number](const OwnRequest& each) { return each.number == number; });
  if (removed == 0 || asker.recording == nullptr) return;
  recording_.Note(RequestEnded{asker.number, number});
}

void Broker::ResumeRequests(Time now) {
  for (Session& session : sessions_) {
    // Those that end at once are taken out of the list.
    const auto requests = session.requests;
    for (const auto& [number, message] : requests) {
      try {
        Publish request = ToPublish(*message, now);
        request.qos = message->qos;
        const auto taken = requests_.Take(session, request, number);
        if (IsError(taken.reason)) EndRequest(session, number);
      } catch (const std::bad_alloc&) {
        GiveUp(session);  // It would wait for its answer for ever.
        break;
      }
    }
  }
  EndGivenUp(now);
}

}  // namespace answerbox::daemon::mqtt
