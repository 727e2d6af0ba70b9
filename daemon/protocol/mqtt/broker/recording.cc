#include "daemon/protocol/mqtt/broker/recording.h"

#include <utility>

#include "daemon/protocol/mqtt/broker/session.h"

namespace answerbox::daemon::mqtt {
void Recording::Note(const Change& change) noexcept {
  ++changes_;
  ++in_step_;
  recorder_->Record(change);
}

// Numbers of messages hold within one step, so that a step can be read without
// those before it.
void Recording::EndStep() noexcept {
  if (std::exchange(in_step_, 0) == 0) return;
  ++ended_steps_;
  messages_.clear();
  recorder_->EndStep();
}

// A message that many sessions wait for is recorded once a step.
MessageNumber Recording::NumberOf(const MessagePointer& message) {
  const auto [place, is_new] =
      messages_.emplace(message, static_cast<MessageNumber>(messages_.size()));
  if (is_new) Note(MessageNumbered{message});
  return place->second;
}

void Recording::BeginWhole() noexcept {
  ++in_step_;  // Also where nothing is left.
  recorder_->BeginWhole();
}

// Numbers are never used twice: a change of an ended session can't reach one
// that came later.
void Recording::Adopt(Session& session) noexcept {
  session.recording = this;
  session.number = ++last_session_;
}

void Recording::Keep(Session& session) noexcept {
  if (session.recording == nullptr) Adopt(session);
  Note(SessionKept{.session = session.number,
                   .identity = session.identity,
                   .client_id = session.client_id,
                   .expiry = session.expiry,
                   .expires = session.expires,
                   .will = session.will});
}

// A client that connects afterwards is told that it has no session. That must
// not be undone by a restart, so CONNACK waits for this step.
void Recording::End(Session& session) noexcept {
  if (std::exchange(session.recording, nullptr) == nullptr) return;
  Note(SessionEnded{session.number});
  newest_end_step_ = newest_step();
}

void Recording::Subscription(const Session& session, std::string_view filter,
                             const OwnSubscription& subscription) noexcept {
  if (session.recording == nullptr) return;
  Note(Subscribed{.session = session.number,
                  .filter = filter,
                  .options = subscription.options,
                  .is_retained_due = subscription.is_retained_due,
                  .last_retained = subscription.last_retained});
}

void Recording::Unsubscription(const Session& session,
                               std::string_view filter) noexcept {
  if (session.recording == nullptr) return;
  Note(Unsubscribed{session.number, filter});
}

void Recording::Queue(const Session& session,
                      const Delivery& delivery) noexcept {
  const MessageNumber message = NumberOf(delivery.message);
  Note(Queued{.session = session.number,
              .message = message,
              .qos = delivery.qos,
              .is_retained = delivery.is_retained,
              .subscription_ids = delivery.subscription_ids});
}

void Recording::Retain(const MessagePointer& message) noexcept {
  if (is_on()) Note(Retained{message});
}

void Recording::Unretain(std::string_view topic) noexcept {
  if (is_on()) Note(Unretained{topic});
}

// Names the newest step, not the one that the packet belongs to: later ones
// become durable at the same time, as all that wait are synced together.
std::uint64_t NeededStep(const Session& session) noexcept {
  return session.recording == nullptr ? 0 : session.recording->newest_step();
}

}  // namespace answerbox::daemon::mqtt
