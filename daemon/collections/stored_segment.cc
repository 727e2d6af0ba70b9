#include "daemon/collections/stored_segment.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "daemon/collections/errors.h"

namespace answerbox::daemon {
namespace {

using engine::DocumentNumber;

engine::Result<std::vector<DocumentNumber>> OrderByName(
    const engine::SegmentReader& reader) {
  const std::uint32_t count = reader.counts().documents;
  std::vector<std::string_view> names;
  names.reserve(count);
  for (DocumentNumber document = 0; document < count; ++document) {
    const auto record = reader.Document(document);
    if (!record) return record.error();
    names.push_back(record->name);
  }
  std::vector<DocumentNumber> order(count);
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](DocumentNumber left, DocumentNumber right) {
              return std::pair(names[left], left) <
                     std::pair(names[right], right);
            });
  return order;
}

class PageReleaser final : public engine::ReadObserver {
 public:
  explicit PageReleaser(const platform::MappedFile& file) : file_(file) {}
  void OnRead() noexcept override { file_.Release(); }

 private:
  const platform::MappedFile& file_;
};

Error Damaged(const StoredSegment& segment, const engine::Error& error) {
  return CorruptError(segment.file_name, error);
}

}  // namespace

engine::Result<void> VerifyReleasing(const StoredSegment& segment) {
  PageReleaser releaser(segment.file);
  return segment.reader.VerifyChecksums(&releaser);
}

std::string SegmentFileName(std::uint64_t number) {
  return std::to_string(number) + ".segment";
}

Result<std::shared_ptr<const StoredSegment>> OpenStoredSegment(
    const std::filesystem::path& folder, std::uint64_t number) {
  const std::filesystem::path path = folder / SegmentFileName(number);
  auto file = platform::MappedFile::Open(path);
  if (!file) return StorageError(file.error());
  auto reader = engine::SegmentReader::Open(file->bytes());
  if (!reader) return CorruptError(path, reader.error());
  auto by_name = OrderByName(*reader);
  if (!by_name) return CorruptError(path, by_name.error());
  file->Release();
  return std::make_shared<const StoredSegment>(
      StoredSegment{number, SegmentFileName(number), std::move(*file),
                    std::move(*reader), std::move(*by_name)});
}

Result<std::size_t> LowerBoundByName(const StoredSegment& segment,
                                     std::string_view name) {
  std::size_t begin = 0;
  std::size_t end = segment.by_name.size();
  while (begin < end) {
    const std::size_t middle = begin + (end - begin) / 2;
    const auto record = segment.reader.Document(segment.by_name[middle]);
    if (!record) return Damaged(segment, record.error());
    if (record->name < name) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

Result<std::optional<DocumentNumber>> FindLiveDocument(
    const StoredSegment& segment, const engine::DocumentSet& removed,
    std::string_view name) {
  const auto begin = LowerBoundByName(segment, name);
  if (!begin) return begin.error();
  for (std::size_t at = *begin; at < segment.by_name.size(); ++at) {
    const DocumentNumber document = segment.by_name[at];
    const auto record = segment.reader.Document(document);
    if (!record) return Damaged(segment, record.error());
    if (record->name != name) break;
    if (!removed.Contains(document)) return std::optional(document);
  }
  return std::optional<DocumentNumber>();
}

}  // namespace answerbox::daemon
