#include "daemon/collections/background/segment_rebuild.h"

#include <array>
#include <utility>
#include <vector>

#include "daemon/collections/changes/document_batch.h"
#include "daemon/collections/files/errors.h"
#include "daemon/collections/files/segment_file.h"
#include "engine/index/writing/segment_builder.h"
#include "platform/file/directory.h"

namespace answerbox::daemon {
namespace {

using engine::DocumentNumber;

// Bytes of the old segment that are in memory at a time.
constexpr std::uint64_t kBytesAtOnce = std::uint64_t{1} << 20;

class Rebuilding {
 public:
  Rebuilding(const Snapshot::Segment& old, const RebuildSupport& support,
             const std::function<bool(std::uint64_t)>& step)
      : old_(old),
        reader_(old.stored->reader),
        support_(support),
        step_(step) {}

  Result<FinishedMerge> Run() {
    for (DocumentNumber d = 0; d < reader_.counts().documents; ++d) {
      if (old_.removed.Contains(d)) continue;
      if (auto added = AddDocument(d); !added) return added.error();
    }
    if (auto sealed = Seal(); !sealed) return sealed.error();
    if (parts_.size() == 1) return std::move(parts_.front());
    return MergeParts();
  }

 private:
  // A part that is being written.
  struct OpenPart {
    OpenPart(std::unique_ptr<SegmentFile> part_file,
             const engine::SegmentReader& like, std::size_t memory_bytes)
        : file(std::move(part_file)),
          builder(like.profile(), like.chunking(), *file, memory_bytes) {}

    std::unique_ptr<SegmentFile> file;
    engine::SegmentBuilder builder;
  };

  Error Damaged(const engine::Error& error) const {
    return CorruptError(old_.stored->file_name, error);
  }

  Result<void> ReadMarks(DocumentNumber number,
                         const engine::DocumentRecord& record) {
    pages_.clear();
    headings_.clear();
    for (std::uint32_t i = 0; i < record.page_count; ++i) {
      const auto page = reader_.Page(number, i);
      if (!page) return Damaged(page.error());
      pages_.push_back(*page);
    }
    for (std::uint32_t i = 0; i < record.heading_count; ++i) {
      const auto heading = reader_.Heading(number, i);
      if (!heading) return Damaged(heading.error());
      headings_.push_back(*heading);
    }
    return {};
  }

  Result<void> AddDocument(DocumentNumber number) {
    const auto record = reader_.Document(number);
    if (!record) return Damaged(record.error());
    const auto text = reader_.VerifiedText(*record);
    if (!text) return Damaged(text.error());
    if (auto read = ReadMarks(number, *record); !read) return read;
    auto added = Append(*record, {*text, pages_, headings_});
    if (!added) return added;
    bytes_read_ += text->size();
    since_step_ += text->size();
    if (since_step_ >= kBytesAtOnce) {
      since_step_ = 0;
      old_.stored->file.Release();
      if (!step_(bytes_read_)) return ShuttingDown();
    }
    return {};
  }

  Result<void> Append(const engine::DocumentRecord& record,
                      const engine::DocumentText& document) {
    for (;;) {
      if (auto opened = Open(); !opened) return opened;
      const auto added =
          open_->builder.Add(record.name, record.sha256, document);
      if (added) break;
      if (added.error().code == engine::ErrorCode::kSinkFailed) {
        return open_->file->error();
      }
      if (open_->builder.document_count() == 0) {
        return LimitError(
            std::string("A document of the old segment passes the limit of ") +
            added.error().field + ": raise writer_memory_bytes.");
      }
      if (auto sealed = Seal(); !sealed) return sealed;
    }
    return open_->builder.memory_bytes() < support_.writer_memory_bytes
               ? Result<void>()
               : Seal();
  }

  Result<void> Open() {
    if (open_) return {};
    auto file =
        SegmentFile::Create(support_.folder, support_.next_segment_number());
    if (!file) return file.error();
    open_ = std::make_unique<OpenPart>(
        std::move(*file), reader_,
        kDocumentMemoryFactor * support_.writer_memory_bytes);
    return {};
  }

  Result<void> Seal() {
    const std::unique_ptr<OpenPart> sealed = std::move(open_);
    if (!sealed) return {};
    if (!sealed->builder.Finish()) return sealed->file->error();
    auto stored = sealed->file->Finish();
    if (!stored) return stored.error();
    parts_.push_back({std::move(sealed->file), std::move(*stored)});
    return {};
  }

  // Merges the parts into one segment and removes them.
  Result<FinishedMerge> MergeParts() {
    std::vector<Snapshot::Segment> inputs;
    for (const FinishedMerge& part : parts_) {
      inputs.push_back(
          {part.segment,
           engine::DocumentSet(part.segment->reader.counts().documents)});
    }
    return Merge(inputs, support_.folder, support_.next_segment_number(),
                 [this](std::uint64_t) { return step_(bytes_read_); });
  }

  const Snapshot::Segment& old_;
  const engine::SegmentReader& reader_;
  const RebuildSupport& support_;
  const std::function<bool(std::uint64_t)>& step_;
  std::unique_ptr<OpenPart> open_;
  std::vector<FinishedMerge> parts_;
  std::vector<engine::PageMark> pages_;        // Of the present document.
  std::vector<engine::HeadingMark> headings_;  // Likewise.
  std::uint64_t bytes_read_ = 0;
  std::uint64_t since_step_ = 0;
};

Result<void> CheckRoom(const Snapshot::Segment& segment,
                       const std::filesystem::path& folder) {
  const auto available = platform::AvailableBytes(folder);
  if (!available) return StorageError(available.error());
  const std::uint64_t needed = RebuildRoomBytes(segment);
  if (*available < needed) return NoRoomToMerge(folder, needed, *available);
  return {};
}

}  // namespace

std::uint64_t RebuildRoomBytes(const Snapshot::Segment& segment) {
  return 2 * MergeRoomBytes({&segment, 1});
}

Result<FinishedMerge> Rebuild(const Snapshot::Segment& segment,
                              const RebuildSupport& support,
                              const std::function<bool(std::uint64_t)>& step) {
  if (auto room = CheckRoom(segment, support.folder); !room) {
    return room.error();
  }
  if (auto intact = VerifyReleasing(*segment.stored); !intact) {
    return CorruptError(segment.stored->file_name, intact.error());
  }
  const WholeReading reading(*segment.stored);
  auto rebuilt = Rebuilding(segment, support, step).Run();
  segment.stored->file.Release();
  return rebuilt;
}

}  // namespace answerbox::daemon
