#include "daemon/collections/background/segment_merge.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "daemon/awaited.h"
#include "daemon/collections/files/errors.h"
#include "engine/index/format/scratch.h"
#include "engine/index/merging/segment_merger.h"
#include "platform/file/directory.h"
#include "platform/file/file_writer.h"
#include "platform/file/temporary_mapping.h"

namespace answerbox::daemon {
namespace {

// Bytes written between two steps. A merge reads about as much as it writes, so
// this bounds the pages of the inputs that are in memory at a time.
constexpr std::uint64_t kStepBytes = std::uint64_t{1} << 20;

// Memory for the tables of one merge: mappings of files without names, in the
// folder of the result.
class MergeScratch final : public engine::Scratch {
 public:
  // `path` names each file only until it is mapped. A power cut in that moment
  // may leave an empty file there.
  explicit MergeScratch(std::filesystem::path path) : path_(std::move(path)) {}

  engine::Result<std::span<std::byte>> Take(std::uint64_t bytes) override {
    auto mapping = platform::TemporaryMapping::Create(path_, bytes);
    if (!mapping) {
      // The engine knows no files, so it is told that its memory failed. The
      // reason is kept for the caller.
      error_ = StorageError(mapping.error());
      return engine::Error{engine::ErrorCode::kSinkFailed,
                           engine::kScratchField, bytes};
    }
    mappings_.push_back(std::move(*mapping));
    return mappings_.back().bytes();
  }

  // Returns the pages to the kernel; the files keep their content.
  void Release() const noexcept {
    for (const platform::TemporaryMapping& mapping : mappings_) {
      mapping.Release();
    }
  }

  // Returns the error of the last failed Take, if there was one.
  [[nodiscard]] const std::optional<Error>& error() const noexcept {
    return error_;
  }

 private:
  std::filesystem::path path_;
  std::vector<platform::TemporaryMapping> mappings_;
  std::optional<Error> error_;
};

// Writes the result, and returns pages of the inputs to the kernel while they
// are verified and copied.
class MergeSink final : public engine::ByteSink, public engine::ReadObserver {
 public:
  MergeSink(SegmentFile& file, std::span<const Snapshot::Segment> inputs,
            const MergeScratch& scratch,
            const std::function<bool(std::uint64_t)>& step)
      : file_(file), inputs_(inputs), scratch_(scratch), step_(step) {}

  engine::Result<void> Append(std::span<const std::byte> bytes) override {
    written_ += bytes.size();
    since_step_ += bytes.size();
    if (since_step_ >= kStepBytes) {
      since_step_ = 0;
      ReleasePages();
      // The only place where a merge can be stopped: the daemon ends within a
      // MiB of writing.
      stopped_ = !step_(written_);
    }
    if (stopped_) {
      return engine::Error{engine::ErrorCode::kSinkFailed, "merge", written_};
    }
    return file_.Append(bytes);
  }

  void OnRead() noexcept override { ReleasePages(); }

  // What is read again after this is compared again.
  void ReleasePages() const noexcept {
    scratch_.Release();
    for (const Snapshot::Segment& input : inputs_) {
      input.stored->file.Release();
      input.stored->checks->Forget();
    }
  }

  [[nodiscard]] bool stopped() const { return stopped_; }

 private:
  SegmentFile& file_;
  std::span<const Snapshot::Segment> inputs_;
  const MergeScratch& scratch_;
  const std::function<bool(std::uint64_t)>& step_;
  std::uint64_t written_ = 0;
  std::uint64_t since_step_ = 0;
  bool stopped_ = false;
};

Error MergeError(const engine::Error& error, const MergeSink& sink,
                 const SegmentFile& file, const MergeScratch& scratch,
                 std::span<const Snapshot::Segment> inputs,
                 const std::filesystem::path& folder) {
  // The order matters, as the engine returns the same error when it was stopped
  // and when the disk is full.
  if (sink.stopped()) return ShuttingDown();
  if (scratch.error()) return *scratch.error();
  if (error.code == engine::ErrorCode::kSinkFailed) return file.error();
  if (error.code == engine::ErrorCode::kLimitExceeded) {
    return LimitError(
        std::string("The merged segment would pass the limit of ") +
        error.field + ".");
  }
  // The damaged input is the first one with a wrong checksum.
  for (const Snapshot::Segment& input : inputs) {
    if (auto intact = VerifyOnDisk(folder, *input.stored); !intact) {
      return intact.error();
    }
  }
  return CorruptError(inputs.front().stored->file_name, error);
}

// A merge reads every page of its inputs. It maps them anew, since those pages
// must not stay in memory as the ones do that questions have read.
std::vector<Snapshot::Segment> MappedAnew(
    std::span<const Snapshot::Segment> inputs,
    const std::filesystem::path& folder) {
  std::vector<Snapshot::Segment> anew(inputs.begin(), inputs.end());
  for (Snapshot::Segment& input : anew) {
    auto opened = OpenStoredSegment(folder, input.stored->number,
                                    SegmentUse::kWholeReading);
    // Without its file, the segment is still readable where it is mapped.
    if (opened && (*opened)->file.IsOf(input.stored->file)) {
      input.stored = std::move(*opened);
    }
  }
  return anew;
}

std::vector<engine::MergeInput> EngineInputs(
    std::span<const Snapshot::Segment> inputs) {
  std::vector<engine::MergeInput> engine_inputs;
  for (const Snapshot::Segment& input : inputs) {
    engine_inputs.push_back({&input.stored->reader, &input.removed});
  }
  return engine_inputs;
}

// Refuses a merge that would fill the disk before it starts, because on a full
// disk nothing can be added.
Result<void> CheckRoom(std::span<const Snapshot::Segment> inputs,
                       const std::filesystem::path& folder) {
  const auto available = platform::AvailableBytes(folder);
  if (!available) return StorageError(available.error());
  const std::uint64_t needed = MergeRoomBytes(inputs);
  if (*available < needed) {
    return NoRoomToMerge(folder, needed, *available);
  }
  return {};
}

// Adds to `carried` the documents that were removed from an input since the
// merge began, by their numbers in the result.
// `start` is the input as it was then, `now` as it is now; `next` is the number
// in the result of the input's first live document, and is moved past the last.
void CarryRemovals(const Snapshot::Segment& start, const Snapshot::Segment* now,
                   std::uint32_t& next, engine::DocumentSet& carried) {
  const std::uint32_t count = start.stored->reader.counts().documents;
  for (std::uint32_t document = 0; document < count; ++document) {
    if (start.removed.Contains(document)) continue;
    // If the input is gone, all its documents were removed.
    if (now == nullptr || now->removed.Contains(document)) carried.Insert(next);
    ++next;
  }
}

}  // namespace

SegmentShape ShapeOf(const Snapshot::Segment& segment) {
  const engine::MergeInput input{&segment.stored->reader, &segment.removed};
  return {.file_bytes = segment.stored->file.bytes().size(),
          .documents = segment.stored->reader.counts().documents,
          .removed = segment.removed.size(),
          .merge_memory_bytes = engine::MergeMemoryBytes({&input, 1}),
          .has_old_version = HasOldVersion(*segment.stored)};
}

std::uint64_t MergeRoomBytes(std::span<const Snapshot::Segment> inputs) {
  std::uint64_t bytes = engine::MergeScratchBytes(EngineInputs(inputs));
  for (const Snapshot::Segment& input : inputs) {
    const std::uint64_t file_bytes = input.stored->file.bytes().size();
    const std::uint64_t documents = input.stored->reader.counts().documents;
    // Removed documents are not copied. The estimate assumes that all documents
    // are equally long.
    bytes += file_bytes - file_bytes / documents * input.removed.size();
  }
  return bytes;
}

Result<FinishedMerge> Merge(std::span<const Snapshot::Segment> asked,
                            const std::filesystem::path& folder,
                            std::uint64_t number,
                            const std::function<bool(std::uint64_t)>& step) {
  // The room is checked before anything is written. The disk may still fill up
  // during the merge, which then fails like any write.
  if (auto room = CheckRoom(asked, folder); !room) return room.error();
  const std::vector<Snapshot::Segment> inputs = MappedAnew(asked, folder);
  auto file = SegmentFile::Create(folder, number);
  if (!file) return file.error();
  MergeScratch scratch(
      folder / (SegmentFileName(number) + platform::AtomicFile::kSuffix));
  MergeSink sink(**file, inputs, scratch, step);
  auto merged = engine::MergeSegments(EngineInputs(inputs), sink,
                                      {.scratch = &scratch, .observer = &sink});
  // A merge reads every page of its inputs. These pages would displace the ones
  // that questions need.
  sink.ReleasePages();
  if (!merged) {
    return MergeError(merged.error(), sink, **file, scratch, inputs, folder);
  }
  for (const Snapshot::Segment& input : inputs) {
    if (input.stored->file.unreadable_pages() == 0) continue;
    return CorruptError(input.stored->file_name,
                        {engine::ErrorCode::kCorrupt, "page", 0});
  }
  auto stored = (*file)->Finish();
  if (!stored) return stored.error();
  return FinishedMerge{std::move(*file), std::move(*stored)};
}

std::optional<std::vector<Snapshot::Segment>> ReplaceInputs(
    std::span<const Snapshot::Segment> segments,
    std::span<const Snapshot::Segment> inputs,
    std::shared_ptr<const StoredSegment> result,
    std::chrono::sys_seconds began) {
  engine::DocumentSet carried(result->reader.counts().documents);
  std::uint32_t next = 0;
  std::size_t present = 0;
  for (const Snapshot::Segment& input : inputs) {
    const auto now = std::find_if(
        segments.begin(), segments.end(),
        [&](const auto& segment) { return segment.stored == input.stored; });
    // An input may be gone since the merge began, because all of its documents
    // were removed or replaced.
    present += now != segments.end() ? 1 : 0;
    CarryRemovals(input, now == segments.end() ? nullptr : &*now, next,
                  carried);
  }
  // There is nothing left to replace: the result holds only removed documents.
  if (present == 0) return std::nullopt;
  std::vector<Snapshot::Segment> replaced;
  bool installed = false;
  for (const Snapshot::Segment& segment : segments) {
    const bool is_input = std::any_of(
        inputs.begin(), inputs.end(),
        [&](const auto& input) { return segment.stored == input.stored; });
    if (!is_input) {
      replaced.push_back(segment);
    } else if (!installed) {
      // The result takes the place of the first input, so that documents keep
      // their order.
      replaced.push_back({std::move(result), std::move(carried), began});
      installed = true;
    }
  }
  return replaced;
}

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
