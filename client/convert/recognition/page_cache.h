// Keeps recognised pages on disk until their document is stored. If recognition
// is stopped, the next run recognises only the pages that are missing. Each
// document has a folder, and each page a file that only its user can read. If
// the cache can't be read or written, all pages are recognised again.
//
// A page may be stored while another is: the functions may be called from
// several threads.
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

// Where documents are kept unless the caller says otherwise: answerbox/ocr in
// $XDG_CACHE_HOME, else in $HOME/.cache. Empty where both are unset.
[[nodiscard]] std::filesystem::path DefaultCacheFolder();

// Names the content of a file: 64 hexadecimal digits. Empty when it can't be
// read.
[[nodiscard]] std::string NameContent(int fd);

class PageCache {
 public:
  // Opens, or makes, the folder `document` in `folder`, and removes the
  // documents that were left alone for longest while all together have more
  // than half of kMaxCacheBytes. Keeps nothing if an argument is empty, or
  // `folder` belongs to another user or is open to others.
  //   document  without '/'
  PageCache(const std::filesystem::path& folder, std::string_view document);

  [[nodiscard]] std::optional<std::string> Find(std::uint32_t page) const;
  void Store(std::uint32_t page, std::string_view hocr);

  // The document's folder; empty: keeps nothing.
  [[nodiscard]] const std::filesystem::path& folder() const noexcept {
    return document_;
  }

 private:
  [[nodiscard]] std::filesystem::path FileOf(std::uint32_t page) const;

  std::filesystem::path document_;
  std::atomic<std::uint64_t> bytes_{0};  // Of all documents.
};

// Removes what PageCache::folder() named.
void ForgetPages(const std::filesystem::path& folder);

}  // namespace answerbox::client::recognition
