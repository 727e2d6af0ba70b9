#include "daemon/cascade/model_cost.h"

#include <utility>

namespace answerbox::daemon {

ModelMetering::ModelMetering(std::filesystem::path cgroup)
    : cgroup_(std::move(cgroup)) {}

void ModelMetering::Begin(pid_t process, bool is_new) {
  process_ = process;
  begun_ = Read();
  if (is_new && begun_ && cgroup_.empty()) begun_->cpu_time = {};
}

ModelCost ModelMetering::SoFar() const {
  return begun_ ? Since(*begun_) : ModelCost();
}

ModelCost ModelMetering::End() {
  const auto begun = std::exchange(begun_, std::nullopt);
  return begun ? Since(*begun) : ModelCost();
}

ModelCost ModelMetering::Since(const platform::ProgramUsage& begun) const {
  ModelCost cost;
  cost.meter = cgroup_.empty() ? ModelMeter::kProcess : ModelMeter::kCgroup;
  const auto now = Read();
  // Another process may have the number by now, or another group the name.
  if (!now || now->started != begun.started || now->cpu_time < begun.cpu_time) {
    return cost;
  }
  cost.cpu_time = now->cpu_time - begun.cpu_time;
  cost.peak_memory_bytes = now->peak_memory_bytes;
  return cost;
}

std::optional<platform::ProgramUsage> ModelMetering::Read() const {
  const auto usage = cgroup_.empty() ? platform::ReadProcessUsage(process_)
                                     : platform::ReadCgroupUsage(cgroup_);
  if (!usage) return std::nullopt;
  return *usage;
}

}  // namespace answerbox::daemon
