// Passes changes to the recorder. Nothing is recorded of sessions that end with
// their connections.
//
// A record takes a few bytes of the heap, and a message its own size. If the
// heap has no room, std::bad_alloc ends the daemon: otherwise it would
// acknowledge what it has not stored.
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
  // One call of the broker. All changes while it lives are one step, even if a
  // Step is made within another.
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

  // Sets the recorder, which outlives this. Without one nothing is recorded.
  void To(Recorder& recorder) noexcept { recorder_ = &recorder; }
  [[nodiscard]] bool is_on() const noexcept { return recorder_ != nullptr; }
  [[nodiscard]] bool has_room() const noexcept {
    return recorder_ == nullptr || recorder_->has_room();
  }
  [[nodiscard]] std::size_t missing_bytes() const noexcept {
    return recorder_ == nullptr ? 0 : recorder_->missing_bytes();
  }
  [[nodiscard]] bool wants_whole() const noexcept {
    return recorder_ != nullptr && recorder_->wants_whole();
  }
  void BeginWhole() noexcept;
  [[nodiscard]] std::uint64_t durable_step() const noexcept {
    return recorder_ == nullptr ? UINT64_MAX : recorder_->durable_step();
  }
  // Returns the newest step with a change; 0 without one.
  [[nodiscard]] std::uint64_t newest_step() const noexcept {
    return ended_steps_ + (in_step_ > 0 ? 1 : 0);
  }
  // Returns the newest step in which a session ended; 0 without one.
  [[nodiscard]] std::uint64_t newest_end_step() const noexcept {
    return newest_end_step_;
  }
  // Counts all changes so far, to find out whether something was recorded
  // between two moments.
  [[nodiscard]] std::uint64_t changes() const noexcept { return changes_; }

  // Begins to record the session, or records its new expiry, will or
  // connection. Precondition: is_on().
  void Keep(Session& session) noexcept;
  // Takes over a restored session that lasts. Its state is recorded separately.
  void Adopt(Session& session) noexcept;
  // Stops recording the session. Does nothing if it is not recorded.
  void End(Session& session) noexcept;
  // Returns about what the session takes of a whole state; 0 if it is not
  // recorded.
  [[nodiscard]] static std::size_t BytesOf(const Session& session) noexcept;
  // Returns about what a retained message takes of it.
  [[nodiscard]] static std::size_t BytesOf(const Message& message) noexcept;
  // Both do nothing if the session is not recorded.
  void Subscription(const Session& session, std::string_view filter,
                    const OwnSubscription& subscription) noexcept;
  void Unsubscription(const Session& session, std::string_view filter) noexcept;
  void Queue(const Session& session, const Delivery& delivery) noexcept;
  // For each change that names a session and a packet id, a place among its
  // waiting messages, or a request.
  void Note(const Change& change) noexcept;
  // Does nothing if nothing is recorded.
  void Retain(const MessagePointer& message) noexcept;
  void Unretain(const Message& message) noexcept;

 private:
  [[nodiscard]] MessageNumber NumberOf(const MessagePointer& message);
  void EndStep() noexcept;

  Recorder* recorder_ = nullptr;
  unsigned depth_ = 0;
  std::uint64_t ended_steps_ = 0;
  std::uint64_t newest_end_step_ = 0;
  std::uint64_t changes_ = 0;
  std::size_t in_step_ = 0;  // Changes of the present step.
  SessionNumber last_session_ = 0;
  // The numbers of the messages in the present step. The pointers keep the
  // messages alive: another message at the same address would be mistaken for
  // it.
  std::map<MessagePointer, MessageNumber> messages_;
};

// Returns the newest step, for which output to the client of `session` has to
// wait; 0 if it waits for nothing, as the session ends with its connection.
[[nodiscard]] std::uint64_t NeededStep(const Session& session) noexcept;

}  // namespace answerbox::daemon::mqtt
