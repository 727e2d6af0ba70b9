// Keeps recognised pages on disk until their document is stored, so that the
// next run after a stop recognises only the missing pages. Each document has a
// folder, and each page a file that only its user can read. If the cache can't
// be read or written, all pages are recognised again.
//
// The functions may be called from several threads: pages may be stored at the
// same time.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace answerbox::client::recognition {

// The most that the cache keeps of all documents together. A page takes about
// 60 KB.
inline constexpr std::uint64_t kMaxCacheBytes = 256u << 20;

// The default folder: answerbox/ocr in $XDG_CACHE_HOME, or else in
// $HOME/.cache. Empty if both are unset.
[[nodiscard]] std::filesystem::path DefaultCacheFolder();

// Returns a name for the content of a file: 64 hexadecimal digits. Empty if it
// can't be read.
[[nodiscard]] std::string NameContent(int fd);

class PageCache {
 public:
  // Opens or makes the folder `document` in `folder`. Removes the documents
  // that were unused for longest while all together exceed half of
  // kMaxCacheBytes. Keeps nothing if an argument is empty, or `folder` belongs
  // to another user or is open to others.
  //   document  without '/'
  PageCache(const std::filesystem::path& folder, std::string_view document);

  [[nodiscard]] std::optional<std::string> Find(std::uint32_t page) const;
  void Store(std::uint32_t page, std::string_view hocr);

  // The document's folder; empty if nothing is kept.
  [[nodiscard]] const std::filesystem::path& folder() const noexcept {
    return document_;
  }

 private:
  [[nodiscard]] std::filesystem::path FileOf(std::uint32_t page) const;

  std::filesystem::path document_;
  std::atomic<std::uint64_t> bytes_{0};  // Of all documents.
};

// Removes the folder that PageCache::folder() returned.
void ForgetPages(const std::filesystem::path& folder);

}  // namespace answerbox::client::recognition
