#include "daemon/cascade/model_process.h"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace answerbox::daemon {
namespace {

// The kernel closes a process's sockets a little before it has ended.
constexpr int kEndingMs = 300;

}  // namespace

// A handle and not the number: the kernel may give the number to another
// process while a call runs.
PeerProcess::PeerProcess(pid_t process) : process_(process) {
#ifdef SYS_pidfd_open
  if (process > 0) {
    handle_ = platform::FileDescriptor(
        static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
  }
#endif
}

bool PeerProcess::HasEnded() const {
  if (!handle_.is_open()) return false;
  pollfd ended{handle_.get(), POLLIN, 0};
  int ready = 0;
  do {
    // A pidfd is readable once the process has ended: pidfd_open(2).
    ready = ::poll(&ended, 1, kEndingMs);
  } while (ready < 0 && errno == EINTR);
  return ready > 0;
}

ModelMetering::ModelMetering(std::filesystem::path cgroup)
    : cgroup_(std::move(cgroup)) {}

void ModelMetering::Begin(pid_t process, bool is_new) {
  process_ = process;
  begun_ = Read();
  // A process that was started for this call has used nothing for others. What
  // its group used before may be the time of others.
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
