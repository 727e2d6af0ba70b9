#include "daemon/protocol/mqtt/broker/recording.h"

#include <utility>

#include "daemon/protocol/mqtt/broker/session.h"

namespace answerbox::daemon::mqtt {
namespace {

constexpr std::size_t kFieldBytes = 40;

}  // namespace

void Recording::Note(const Change& change) noexcept {
  ++changes_;
  ++in_step_;
  recorder_->Record(change);
}

// Message numbers apply to one step only, so that a step can be read without
// the steps before it.
void Recording::EndStep() noexcept {
  if (std::exchange(in_step_, 0) == 0) return;
  ++ended_steps_;
  messages_.clear();
  recorder_->EndStep();
}

// A message for which many sessions wait is recorded once per step.
MessageNumber Recording::NumberOf(const MessagePointer& message) {
  const auto [place, is_new] =
      messages_.emplace(message, static_cast<MessageNumber>(messages_.size()));
  if (is_new) Note(MessageNumbered{message});
  return place->second;
}

void Recording::BeginWhole() noexcept {
  ++in_step_;  // A whole state is a step even if it is empty.
  recorder_->BeginWhole();
}

// Numbers are never reused: a change of an ended session can't affect a later
// one.
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
  if (session.origin.empty()) return;
  Note(SessionOrigin{session.number, session.origin});
}

// A message that other sessions wait for too is counted for each of them. If
// that is too much, the next whole state shows it.
std::size_t Recording::BytesOf(const Session& session) noexcept {
  if (session.recording == nullptr) return 0;
  constexpr std::size_t kSubscriptionBytes = 14;
  std::size_t sum = kFieldBytes + session.identity.size() +
                    session.client_id.size() + session.origin.size() +
                    session.queued_bytes;
  if (session.will) sum += session.will->message->text_bytes;
  for (const auto& [filter, _] : session.subscriptions) {
    sum += kSubscriptionBytes + filter.size();
  }
  for (const OwnRequest& request : session.requests) {
    sum += kFieldBytes + request.message->text_bytes;
  }
  return sum;
}

std::size_t Recording::BytesOf(const Message& message) noexcept {
  return kFieldBytes + message.text_bytes + message.publisher.size() +
         message.publisher_client_id.size();
}

// A client that connects afterwards is told that it has no session. A restart
// must not undo that, so CONNACK waits for this step.
void Recording::End(Session& session) noexcept {
  if (session.recording == nullptr) return;
  recorder_->NoteFreed(BytesOf(session));
  session.recording = nullptr;
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

void Recording::Unretain(const Message& message) noexcept {
  if (!is_on()) return;
  recorder_->NoteFreed(BytesOf(message));
  Note(Unretained{message.topic});
}

// Returns the newest step, not the one of the packet. All waiting steps are
// synced together, so the newest one becomes durable at the same time.
std::uint64_t NeededStep(const Session& session) noexcept {
  return session.recording == nullptr ? 0 : session.recording->newest_step();
}

}  // namespace answerbox::daemon::mqtt
