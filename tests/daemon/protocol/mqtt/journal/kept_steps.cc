#include "tests/daemon/protocol/mqtt/journal/kept_steps.h"

#include <stdexcept>
#include <utility>

#include "daemon/protocol/mqtt/broker/restorer.h"
#include "daemon/protocol/mqtt/journal/change_codec.h"

namespace answerbox::daemon::mqtt {

void KeptSteps::Record(const Change& change) {
  EncodeChange(change, kClock, step_);
}

void KeptSteps::BeginWhole() {
  step_.clear();
  is_whole_ = true;
}

void KeptSteps::EndStep() {
  EncodeStepEnd(step_);
  steps_.push_back({std::string(step_), is_whole_});
  step_.clear();
  is_whole_ = false;
}

std::string KeptSteps::UpTo(std::uint64_t step) const {
  auto first = static_cast<std::size_t>(step);
  while (!steps_.at(first).is_whole) --first;
  std::string changes;
  for (; first <= step; ++first) changes += steps_[first].changes;
  return changes;
}

KeptDialogue::KeptDialogue(const Bounds& bounds, std::string before,
                           std::size_t memory_bytes)
    : KeptDialogue(bounds, std::move(before), memory_bytes,
                   Time(std::chrono::hours(1))) {}

KeptDialogue::KeptDialogue(const Bounds& bounds, std::string before,
                           std::size_t memory_bytes, Time now)
    : dialogue(bounds, memory_bytes),
      steps(std::move(before)),
      memory_bytes_(memory_bytes) {
  dialogue.now = now;
  dialogue.doorkeeper.now = now;
  const std::string known = steps.UpTo(0);
  Restorer restorer(dialogue.broker, now);
  for (ChangeReader reader(known, KeptSteps::kClock); !reader.is_at_end();) {
    const auto read = reader.Next();
    if (std::holds_alternative<ChangeReader::Malformed>(read)) {
      throw std::runtime_error("a change can't be read");
    }
    if (const auto* change = std::get_if<Change>(&read)) {
      restorer.Apply(*change);
    } else {
      restorer.EndStep();
    }
  }
  restorer.Finish();
  lost_sessions = restorer.lost_sessions();
  dialogue.broker.RecordTo(steps);
  dialogue.broker.RecordWhole();
}

std::unique_ptr<KeptDialogue> KeptDialogue::Restart(
    std::uint64_t up_to, std::chrono::milliseconds pause) const {
  return std::unique_ptr<KeptDialogue>(new KeptDialogue(
      dialogue.bounds, steps.UpTo(up_to), memory_bytes_, dialogue.now + pause));
}

void KeptDialogue::MakeDurable(std::uint64_t step) {
  steps.durable = step;
  dialogue.broker.OnDurable(dialogue.now);
}

}  // namespace answerbox::daemon::mqtt
