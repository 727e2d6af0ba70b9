#include "daemon/collections/background/merge_runner.h"

#include <algorithm>
#include <utility>

#include "daemon/awaited.h"
#include "daemon/collections/files/errors.h"

namespace answerbox::daemon {
namespace {

// Makes the writing thread carry out a change, and waits for it. The writing
// thread outlives this one.
template <typename T, typename Step>
Result<T> CarryOut(ChangeQueue& queue, const std::string& collection,
                   Step step) {
  Awaited<Result<T>> outcome;
  step.completion = [&outcome](Result<T> result) {
    outcome.Give(std::move(result));
  };
  queue.PushInternal({collection, std::move(step)});
  return outcome.Wait();
}

}  // namespace

Result<std::uint64_t> MergeRunner::Run(const std::string& collection,
                                       std::vector<Snapshot::Segment> inputs,
                                       const Step& step) {
  // The time is taken before the inputs are read. Documents that are removed
  // from now on are carried over to the result, and wait for erasing as long as
  // if they had been removed now.
  const auto began = clock_.Now();
  const std::uint64_t changes = catalog_.ChangesOf(inputs);
  merging_ = true;
  auto merged = Merge(inputs, directory_.CollectionFolder(collection),
                      catalog_.NextSegmentNumber(), step);
  merging_ = false;
  if (!merged) return Judge(collection, inputs, merged.error());
  // The result's checksums would be right, whatever was read.
  if (!catalog_.IsUnchangedSince(inputs, changes)) {
    Error changed = ChangedWhileRead(collection);
    // It is tried again, as after a full disk.
    changed.kind = ErrorKind::kStorage;
    return Judge(collection, inputs, std::move(changed));
  }
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

// When the folder of a merge is removed, the merge may fail with any error. The
// writing thread may be dropping the collection at this moment, so it is asked
// first whether the inputs are still there.
Result<std::uint64_t> MergeRunner::Judge(
    const std::string& collection, const std::vector<Snapshot::Segment>& inputs,
    Error error) {
  if (error.kind == ErrorKind::kShuttingDown) return error;
  // The writing thread carries out what is queued before this, such as a drop.
  static_cast<void>(AwaitRemains(collection));
  const auto snapshot = catalog_.Pin(collection);
  if (!snapshot) return catalog_.Absence(collection);
  const bool is_needed = std::any_of(
      inputs.begin(), inputs.end(),
      [&](const auto& input) { return snapshot->Has(input.stored->number); });
  // The inputs are gone. So nobody needs the result, and its failure is no
  // fault.
  if (!is_needed) return 0;
  error = InFolder(directory_.CollectionFolder(collection), std::move(error));
  catalog_.NoteDamage(error);
  return error;
}

Result<void> MergeRunner::AwaitRemains(const std::string& collection) {
  return CarryOut<void>(queue_, collection, RemoveRemains{});
}

Result<std::uint64_t> MergeRunner::AwaitVerifiedFiles(
    const std::string& collection) {
  return CarryOut<std::uint64_t>(queue_, collection, VerifyFiles{});
}

}  // namespace answerbox::daemon
