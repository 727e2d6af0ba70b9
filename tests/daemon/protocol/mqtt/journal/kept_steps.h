// A recorder that keeps its steps in memory, and the broker of after a restart
// that knows the first of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "daemon/protocol/mqtt/journal/change_codec.h"
#include "tests/daemon/protocol/mqtt/broker/dialogue.h"

namespace answerbox::daemon::mqtt {

class KeptSteps final : public Recorder {
 public:
  // The times of all dialogues go on from each other.
  static inline const StoredClock kClock{
      Time(), std::chrono::system_clock::time_point(), 0};

  //   before  what the first step goes on from
  explicit KeptSteps(std::string before)
      : steps_({{std::move(before), true}}) {}

  void Record(const Change& change) override;
  void EndStep() override;
  [[nodiscard]] std::uint64_t durable_step() const noexcept override {
    return durable;
  }
  [[nodiscard]] bool has_room() noexcept override {
    return room && wanted_bytes == 0;
  }
  [[nodiscard]] std::size_t missing_bytes() noexcept override {
    return wanted_bytes;
  }
  void NoteFreed(std::size_t bytes) noexcept override {
    wanted_bytes -= std::min(bytes, wanted_bytes);
  }
  [[nodiscard]] bool wants_whole() noexcept override { return false; }
  void BeginWhole() override;

  [[nodiscard]] std::uint64_t newest() const { return steps_.size() - 1; }
  // The changes that make the state of after the first `steps`.
  [[nodiscard]] std::string UpTo(std::uint64_t step) const;

  std::uint64_t durable = UINT64_MAX;
  bool room = true;
  std::size_t wanted_bytes = 0;  // To be freed before there is room.

 private:
  struct Step {
    std::string changes;
    bool is_whole = false;
  };

  Output step_;
  bool is_whole_ = false;
  std::vector<Step> steps_;
};

// A broker with a recorder, which keeps all at once unless a test says when.
class KeptDialogue {
 public:
  explicit KeptDialogue(const Bounds& bounds = {}, std::string before = {},
                        std::size_t memory_bytes = 16 << 20);
  // The broker of after a restart that came after so many steps, and `pause`
  // later, with the same bounds and memory. This one is not to be used any
  // more.
  [[nodiscard]] std::unique_ptr<KeptDialogue> Restart(
      std::uint64_t steps, std::chrono::milliseconds pause = {}) const;
  // After all steps.
  [[nodiscard]] std::unique_ptr<KeptDialogue> Restart(
      std::chrono::milliseconds pause = {}) const {
    return Restart(steps.newest(), pause);
  }
  // Steps up to `step` are kept from now on.
  void MakeDurable(std::uint64_t step);
  void MakeAllDurable() { MakeDurable(steps.newest()); }

  Dialogue dialogue;
  KeptSteps steps;
  std::size_t lost_sessions = 0;  // By the restart.

 private:
  KeptDialogue(const Bounds& bounds, std::string before,
               std::size_t memory_bytes, Time now);

  const std::size_t memory_bytes_;
};

}  // namespace answerbox::daemon::mqtt
