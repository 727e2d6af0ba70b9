#include "daemon/collections/files/page_files.h"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <span>

#include "daemon/collections/files/errors.h"
#include "engine/text/content_id.h"
#include "platform/file/directory.h"
#include "platform/file/mapped_file.h"
#include "platform/memory/page_memory.h"

namespace answerbox::daemon {
namespace {

Error Missing(const std::filesystem::path& path) {
  return CorruptError(path, {engine::ErrorCode::kTruncated, "file", 0});
}

Result<platform::MappedFile> MapPages(const std::filesystem::path& path,
                                      const PagesEntry& entry) {
  auto file = platform::MappedFile::Open(path);
  if (!file && file.error().code.value() == ENOENT) return Missing(path);
  if (!file) return StorageError(file.error());
  // A page that the disk can't give is then found by its checksum.
  file->Protect();
  if (file->bytes().size() != entry.file_bytes) {
    return CorruptError(
        path, {engine::ErrorCode::kCorrupt, "file size", file->bytes().size()});
  }
  return *std::move(file);
}

// Returns the damage of a file whose checksum is wrong.
Error FindDamage(const std::filesystem::path& path, const PagesEntry& entry) {
  const auto file = MapPages(path, entry);
  if (!file) return file.error();
  const auto checked = protocol::CheckPagePictures(
      file->bytes(), std::numeric_limits<std::uint64_t>::max());
  if (!checked) return CorruptError(path, checked.error());
  return CorruptError(path, {engine::ErrorCode::kCorrupt, "checksum", 0});
}

}  // namespace

std::uint64_t BytesOf(const PageFiles* files) {
  std::uint64_t bytes = 0;
  if (files == nullptr) return bytes;
  for (const auto& [document, entry] : *files) bytes += entry.file_bytes;
  return bytes;
}

const PagesEntry* FindPages(const PageFiles* files, std::string_view document) {
  if (files == nullptr) return nullptr;
  const auto found = files->find(engine::ComputeSha256(document));
  return found == files->end() ? nullptr : &found->second;
}

bool HasPages(const PageFiles* files, std::uint64_t number) {
  return files != nullptr && std::ranges::any_of(*files, [&](const auto& each) {
           return each.second.number == number;
         });
}

Result<std::uint32_t> CheckPictures(std::string_view file,
                                    std::uint64_t text_bytes) {
  if (file.empty()) return 0u;
  const auto pages =
      protocol::CheckPagePictures(std::as_bytes(std::span(file)), text_bytes);
  if (pages) return *pages;
  const engine::Error& error = pages.error();
  return Rejected("bad_pictures",
                  std::string("The page pictures are not as "
                              "docs/page-pictures-format.md has them: ") +
                      error.field + " at byte " + std::to_string(error.offset) +
                      ".",
                  error.offset);
}

WrittenPages::~WrittenPages() {
  // If this fails, the next opening of the collection removes the file.
  if (!path_.empty()) static_cast<void>(platform::RemoveFile(path_));
}

Result<std::unique_ptr<WrittenPages>> StorePages(
    const std::filesystem::path& folder, std::uint64_t number,
    std::string_view file, std::uint32_t pages) {
  const PagesEntry entry{DescribeText(number, file), pages};
  const auto path = folder / entry.file_name();
  if (auto written = WriteStoredText(path, file); !written) {
    // It may be in place, and only its name not synced.
    static_cast<void>(platform::RemoveFile(path));
    return written.error();
  }
  return std::make_unique<WrittenPages>(path, entry);
}

Result<std::optional<StoredPage>> ReadStoredPage(
    const std::filesystem::path& folder, const PagesEntry& entry,
    std::uint32_t page) {
  const auto path = folder / entry.file_name();
  const auto file = MapPages(path, entry);
  if (!file) return file.error();
  file->SetReadAhead(platform::ReadAhead::kNothing);
  const auto table = protocol::ReadPictureTable(file->bytes());
  if (!table) return CorruptError(path, table.error());
  const auto found =
      std::ranges::find(*table, page, &protocol::PictureEntry::page);
  if (found == table->end()) return std::optional<StoredPage>();
  auto read = protocol::ReadPagePicture(file->bytes(), *found);
  if (!read) return CorruptError(path, read.error());
  // The bytes are copied, as the file may be gone when they are sent.
  const auto* const picture =
      reinterpret_cast<const char*>(read->picture.data());
  return std::optional(StoredPage{
      {picture, read->picture.size()}, std::move(read->boxes), {}, 0, 0});
}

Result<bool> PagesVerification::ReadPiece(const PagesEntry& entry) {
  if (!file_) {
    auto file = platform::UncachedFile::Open(path_);
    if (!file && file.error().code.value() == ENOENT) return Missing(path_);
    if (!file) return StorageError(file.error());
    file_ = std::move(*file);
  }
  const platform::PageMemory piece(kPieceBytes);
  const auto bytes = file_->Read(at_, piece.bytes());
  if (!bytes) return StorageError(bytes.error());
  checksum_.Add(piece.bytes().first(*bytes));
  at_ += *bytes;
  if (*bytes == kPieceBytes && at_ <= entry.file_bytes) return true;
  if (at_ == entry.file_bytes && checksum_.value() == entry.checksum) {
    return false;
  }
  return FindDamage(path_, entry);
}

}  // namespace answerbox::daemon
