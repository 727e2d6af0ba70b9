#include "daemon/collections/background/merge_runner.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

#include "daemon/collections/files/errors.h"

namespace answerbox::daemon {
namespace {

// Has the writing thread carry out a change, and waits for it. The writing
// thread outlives this one. No std::promise: Debian's libraries for ARMv6
// boards have none.
template <typename T, typename Step>
Result<T> CarryOut(ChangeQueue& queue, const std::string& collection,
                   Step step) {
  std::mutex mutex;
  std::condition_variable arrival;
  std::optional<Result<T>> outcome;
  step.completion = [&](Result<T> result) {
    // Notifies under the lock: once the caller wakes up, it destroys the mutex
    // and the condition variable.
    const std::lock_guard lock(mutex);
    outcome = std::move(result);
    arrival.notify_one();
  };
  queue.PushInternal({collection, std::move(step)});
  std::unique_lock lock(mutex);
  arrival.wait(lock, [&] { return outcome.has_value(); });
  return *std::move(outcome);
}

}  // namespace

Result<std::uint64_t> MergeRunner::Run(const std::string& collection,
                                       std::vector<Snapshot::Segment> inputs,
                                       const Step& step) {
  return Run(collection, inputs, Work([&](const std::filesystem::path& folder) {
               return Merge(inputs, folder, catalog_.NextSegmentNumber(), step);
             }));
}

Result<std::uint64_t> MergeRunner::Run(const std::string& collection,
                                       std::vector<Snapshot::Segment> inputs,
                                       const Work& work) {
  const auto began = clock_.Now();
  merging_ = true;
  auto merged = work(directory_.CollectionFolder(collection));
  merging_ = false;
  if (!merged) return Judge(collection, inputs, merged.error());
  const std::uint64_t number = merged->segment->number;
  const auto installed =
      CarryOut<bool>(queue_, collection,
                     InstallMerge{.inputs = std::move(inputs),
                                  .file = std::move(merged->file),
                                  .result = std::move(merged->segment),
                                  .began = began,
                                  .completion = {}});
  if (!installed) return installed.error();
  return *installed ? number : 0;
}

// A merge whose folder was taken away fails with any error. The writing thread
// may be dropping the collection at this moment, so it is asked first whether
// the inputs are still there.
Result<std::uint64_t> MergeRunner::Judge(
    const std::string& collection, const std::vector<Snapshot::Segment>& inputs,
    Error error) {
  if (error.kind == ErrorKind::kShuttingDown) return error;
  static_cast<void>(AwaitRemains(collection));
  const auto snapshot = catalog_.Pin(collection);
  if (!snapshot) return NoSuchCollection(collection);
  const bool is_needed = std::any_of(
      inputs.begin(), inputs.end(),
      [&](const auto& input) { return snapshot->Has(input.stored->number); });
  if (!is_needed) return 0;
  return InFolder(directory_.CollectionFolder(collection), std::move(error));
}

Result<void> MergeRunner::AwaitRemains(const std::string& collection) {
  return CarryOut<void>(queue_, collection, RemoveRemains{});
}

}  // namespace answerbox::daemon
