// The files of page pictures in a collection's folder, one for each document
// that has some. Answers do not need them: a collection is served without.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/collections/files/collection_settings.h"
#include "daemon/error.h"
#include "engine/index/format/checksum.h"
#include "platform/file/uncached_file.h"
#include "protocol/pictures/page_pictures.h"

namespace answerbox::daemon {

// The most documents of a collection that have pictures: each has a line in the
// manifest, which every change writes anew.
inline constexpr std::size_t kMaxPicturedDocuments = 4096;

// `files` may be null: none.
[[nodiscard]] std::uint64_t BytesOf(const PageFiles* files);
// Null: the document has no pictures.
[[nodiscard]] const PagesEntry* FindPages(const PageFiles* files,
                                          std::string_view document);

// Whether one of them has this number.
[[nodiscard]] bool HasPages(const PageFiles* files, std::uint64_t number);

// Checks pictures on their way in. Returns the number of pages; 0 for no bytes.
// Errors: kRejected (bad_pictures).
[[nodiscard]] Result<std::uint32_t> CheckPictures(std::string_view file,
                                                  std::uint64_t text_bytes);

// A file that no manifest names yet. Destroying this removes it, unless Keep
// was called.
class WrittenPages {
 public:
  WrittenPages(std::filesystem::path path, const PagesEntry& entry)
      : path_(std::move(path)), entry_(entry) {}
  WrittenPages(const WrittenPages&) = delete;
  WrittenPages& operator=(const WrittenPages&) = delete;
  ~WrittenPages();

  [[nodiscard]] const PagesEntry& entry() const noexcept { return entry_; }
  void Keep() noexcept { path_.clear(); }

 private:
  std::filesystem::path path_;  // Empty: it is kept.
  PagesEntry entry_;
};

// Writes and syncs the file. Errors: kStorage.
//   pages  as CheckPictures counted them
[[nodiscard]] Result<std::unique_ptr<WrittenPages>> StorePages(
    const std::filesystem::path& folder, std::uint64_t number,
    std::string_view file, std::uint32_t pages);

struct StoredPage {
  std::string picture;
  std::vector<protocol::BlockBox> boxes;
  // The document to whose text the boxes point, when it had them, and the
  // number of the file; ReadStoredPage leaves these out.
  engine::Sha256 sha256{};
  std::uint64_t snapshot = 0;
  std::uint64_t file = 0;
};

// Nothing: the page has no picture. Errors: kStorage, kCorrupt.
[[nodiscard]] Result<std::optional<StoredPage>> ReadStoredPage(
    const std::filesystem::path& folder, const PagesEntry& entry,
    std::uint32_t page);

// Reads a file from the disk in pieces, and compares it with the manifest.
class PagesVerification {
 public:
  static constexpr std::size_t kPieceBytes = std::size_t{64} << 10;

  explicit PagesVerification(std::filesystem::path path)
      : path_(std::move(path)) {}

  // Returns false after the last piece. Errors: kStorage; kCorrupt, with the
  // place if the file shows it.
  [[nodiscard]] Result<bool> ReadPiece(const PagesEntry& entry);

 private:
  std::filesystem::path path_;
  std::optional<platform::UncachedFile> file_;
  std::uint64_t at_ = 0;
  engine::Checksum checksum_;
};

}  // namespace answerbox::daemon
