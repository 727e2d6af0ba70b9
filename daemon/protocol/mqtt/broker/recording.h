// Tells the recorder of changes. Sessions that end with their connections have
// none: nothing is recorded of them.
//
// A record takes a few bytes of the heap, and a message as many as it has.
// Where the heap has none, std::bad_alloc ends the daemon: going on, it would
// acknowledge what it has not kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>

#include "daemon/protocol/mqtt/broker/change.h"
#include "daemon/protocol/mqtt/broker/message.h"

namespace answerbox::daemon::mqtt {

struct Delivery;
struct OwnSubscription;
struct Session;

class Recording {
 public:
  // One call of the broker. What is recorded meanwhile is one step, also in
  // calls within it.
  class Step {
   public:
    explicit Step(Recording& recording) noexcept : recording_(recording) {
      ++recording_.depth_;
    }
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;
    ~Step() {
      if (--recording_.depth_ == 0) recording_.EndStep();
    }

   private:
    Recording& recording_;
  };

  Recording() = default;
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  // Without a recorder nothing is recorded. It outlives this.
  void To(Recorder& recorder) noexcept { recorder_ = &recorder; }
  [[nodiscard]] bool is_on() const noexcept { return recorder_ != nullptr; }
  [[nodiscard]] bool has_room() const noexcept {
    return recorder_ == nullptr || recorder_->has_room();
  }
  [[nodiscard]] bool wants_whole() const noexcept {
    return recorder_ != nullptr && recorder_->wants_whole();
  }
  void BeginWhole() noexcept;
  [[nodiscard]] std::uint64_t durable_step() const noexcept {
    return recorder_ == nullptr ? UINT64_MAX : recorder_->durable_step();
  }
  // The newest step with a change; 0 without one.
  [[nodiscard]] std::uint64_t newest_step() const noexcept {
    return ended_steps_ + (in_step_ > 0 ? 1 : 0);
  }
  // The newest step in which a session ended; 0 without one.
  [[nodiscard]] std::uint64_t newest_end_step() const noexcept {
    return newest_end_step_;
  }
  // All changes ever: whether something was recorded between two moments.
  [[nodiscard]] std::uint64_t changes() const noexcept { return changes_; }

  // Begins to record the session, or its new expiry, will or connection.
  // Precondition: is_on().
  void Keep(Session& session) noexcept;
  // A restored session that lasts: its state is recorded by others.
  void Adopt(Session& session) noexcept;
  // The session is not recorded any more. Without effect where it was not.
  void End(Session& session) noexcept;
  // Both without effect where the session is not recorded.
  void Subscription(const Session& session, std::string_view filter,
                    const OwnSubscription& subscription) noexcept;
  void Unsubscription(const Session& session, std::string_view filter) noexcept;
  void Queue(const Session& session, const Delivery& delivery) noexcept;
  // For each change that names a session and a packet id, a place among its
  // waiting messages, or a request.
  void Note(const Change& change) noexcept;
  // Without effect where nothing is recorded.
  void Retain(const MessagePointer& message) noexcept;
  void Unretain(std::string_view topic) noexcept;

 private:
  [[nodiscard]] MessageNumber NumberOf(const MessagePointer& message);
  void EndStep() noexcept;

  Recorder* recorder_ = nullptr;
  unsigned depth_ = 0;
  std::uint64_t ended_steps_ = 0;
  std::uint64_t newest_end_step_ = 0;
  std::uint64_t changes_ = 0;
  std::size_t in_step_ = 0;  // Changes of the step under way.
  SessionNumber last_session_ = 0;
  // The numbers of the messages in the step under way. Holds the messages:
  // another one at the same address would be taken for it.
  std::map<MessagePointer, MessageNumber> messages_;
};

// What is sent to the client of `session` is to wait for the newest step.
// 0 where it waits for nothing: the session ends with its connection.
[[nodiscard]] std::uint64_t NeededStep(const Session& session) noexcept;

}  // namespace answerbox::daemon::mqtt
