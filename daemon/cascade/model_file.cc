#include "daemon/cascade/model_file.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/system/system_error.hpp>
#include <cerrno>
#include <exception>
#include <utility>

#include "platform/file_descriptor.h"
#include "platform/service/journal.h"
#include "protocol/audit/digest.h"

namespace answerbox::daemon {
namespace {

// Large enough that system calls don't matter, small enough for a cache.
constexpr std::size_t kBlockBytes = 256u << 10;
constexpr int kLeastPriority = 19;

ModelFile::Status Unreadable(const std::filesystem::path& path,
                             const std::string& why) {
  return {ModelFile::State::kUnreadable,
          "model_file " + path.string() + " can't be read: " + why};
}

ModelFile::Status UnreadableNow(const std::filesystem::path& path) {
  return Unreadable(
      path, boost::system::error_code(errno, boost::system::system_category())
                .message());
}

// Still kReading after a stop.
ModelFile::Status Hash(const std::filesystem::path& path,
                       const std::stop_token& stop) {
  // Does not wait for a writer if the path is a pipe.
  const platform::FileDescriptor file(
      ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.is_open()) return UnreadableNow(path);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return UnreadableNow(path);
  if (!S_ISREG(status.st_mode)) return Unreadable(path, "it is not a file");
  protocol::RunningDigest hash;
  std::string block(kBlockBytes, '\0');
  while (!stop.stop_requested()) {
    const ssize_t count = ::read(file.get(), block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return UnreadableNow(path);
    if (count == 0) {
      return {ModelFile::State::kKnown, protocol::ToHex(hash.Take())};
    }
    hash.Add(
        std::string_view(block).substr(0, static_cast<std::size_t>(count)));
  }
  return {ModelFile::State::kReading};
}

// Logs what `then` throws.
void CallGuarded(const ModelFile::Then& then, const ModelFile::Status& status) {
  try {
    then(status);
  } catch (const std::exception& error) {
    platform::Log(
        platform::Priority::kError,
        std::string("a text of the model was given up: ") + error.what());
  }
}

}  // namespace

ModelFile::ModelFile(std::filesystem::path path) : path_(std::move(path)) {
  // Gigabytes on an SD card take minutes. Questions must not wait for that, and
  // records of answers wait only if they can tell the hash at all.
  if (path_.empty()) return;
  status_.state = State::kReading;
  is_over_ = false;
  thread_ = std::jthread([this](const std::stop_token& stop) { Read(stop); });
}

ModelFile::~ModelFile() = default;

ModelFile::Status ModelFile::status() const {
  const std::lock_guard lock(mutex_);
  return status_;
}

void ModelFile::Read(const std::stop_token& stop) {
  // On Linux this changes the priority of the calling thread alone. Some
  // systems forbid it; then the file is read with the usual priority.
  static_cast<void>(::setpriority(PRIO_PROCESS, 0, kLeastPriority));
  const Status status = Hash(path_, stop);
  if (status.state == State::kUnreadable) {
    platform::Log(platform::Priority::kWarning,
                  status.text + "; records can't tell which model answered");
  }
  std::vector<Then> waiting;
  {
    // From here on WhenRead calls at once. Who came before is called below,
    // without the lock: `then` may take long, or ask for the status.
    const std::lock_guard lock(mutex_);
    status_ = status;
    is_over_ = true;
    waiting.swap(waiting_);
  }
  for (const Then& then : waiting) CallGuarded(then, status);
}

void ModelFile::WhenRead(Then then) {
  Status status;
  {
    const std::lock_guard lock(mutex_);
    if (!is_over_) return waiting_.push_back(std::move(then));
    status = status_;
  }
  then(status);
}

void ModelFile::Interrupt() { thread_.request_stop(); }

}  // namespace answerbox::daemon
