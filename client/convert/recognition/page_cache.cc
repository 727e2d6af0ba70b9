#include "client/convert/recognition/page_cache.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <span>
#include <system_error>
#include <vector>

#include "client/convert/recognition/tesseract.h"
#include "engine/text/content_id.h"
#include "platform/file/directory.h"
#include "platform/file/file_writer.h"
#include "platform/file/open_file.h"

namespace answerbox::client::recognition {
namespace {

namespace fs = std::filesystem;

struct KeptDocument {
  fs::path folder;
  fs::file_time_type changed;
  std::uint64_t bytes = 0;
};

// Other runs of the program may remove files meanwhile, so errors of single
// files are ignored.
std::vector<KeptDocument> ListDocuments(const fs::path& folder) {
  std::vector<KeptDocument> documents;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code ignored;
    if (!fs::is_directory(entry->symlink_status(ignored))) continue;
    KeptDocument& document = documents.emplace_back();
    document.folder = entry->path();
    document.changed = fs::last_write_time(document.folder, ignored);
    for (fs::directory_iterator page(document.folder, ignored);
         !ignored && page != fs::directory_iterator();
         page.increment(ignored)) {
      std::error_code unknown;
      const std::uintmax_t bytes = page->file_size(unknown);
      if (!unknown) document.bytes += bytes;
    }
  }
  return documents;
}

// Removes the oldest documents other than `kept` until the others fit into
// `most_bytes`. Returns the bytes of all that stay. The folder's time is that
// of the last run that used it (PageCache), not of its newest page.
std::uint64_t MakeRoom(const fs::path& folder, const fs::path& kept,
                       std::uint64_t most_bytes) {
  std::vector<KeptDocument> documents = ListDocuments(folder);
  std::ranges::sort(documents, {}, &KeptDocument::changed);
  std::uint64_t bytes = 0;
  for (const KeptDocument& document : documents) bytes += document.bytes;
  for (const KeptDocument& document : documents) {
    if (bytes <= most_bytes) break;
    if (document.folder == kept) continue;
    ForgetPages(document.folder);
    bytes -= document.bytes;
  }
  return bytes;
}

// Pages are text of a person's documents: they must not be stored in a folder
// in /tmp that somebody else made.
bool IsPrivate(const fs::path& folder) {
  const auto access = platform::AccessTo(folder);
  return access && access->owner == geteuid() && !access->others_have_access;
}

std::string HexOf(const engine::Sha256& digest) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  for (const std::byte byte : digest) {
    hex += kDigits[std::to_integer<unsigned>(byte) >> 4];
    hex += kDigits[std::to_integer<unsigned>(byte) & 0xfu];
  }
  return hex;
}

// Returns up to `size` bytes from `offset` on; nothing on an error.
std::optional<std::string> ReadPart(int fd, std::size_t size, off_t offset) {
  std::string bytes(size, '\0');
  const ssize_t count = pread(fd, bytes.data(), size, offset);
  if (count < 0) return std::nullopt;
  bytes.resize(static_cast<std::size_t>(count));
  return bytes;
}

}  // namespace

fs::path DefaultCacheFolder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && cache[0] == '/') {
    return fs::path(cache) / "answerbox/ocr";
  }
  const char* home = std::getenv("HOME");
  if (home == nullptr || home[0] != '/') return {};
  return fs::path(home) / ".cache/answerbox/ocr";
}

// Returns the digest of the digests of all parts. Reads in parts, as a PDF may
// have 512 MiB and a small board has little memory.
std::string NameContent(int fd) {
  constexpr std::size_t kPartBytes = 1u << 20;
  std::string digests;
  for (off_t offset = 0;;) {
    const auto part = ReadPart(fd, kPartBytes, offset);
    if (!part) return {};
    if (part->empty()) break;
    digests += HexOf(engine::ComputeSha256(*part));
    offset += static_cast<off_t>(part->size());
  }
  return HexOf(engine::ComputeSha256(digests));
}

PageCache::PageCache(const fs::path& folder, std::string_view document) {
  if (folder.empty() || document.empty()) return;
  const fs::path made = folder / document;
  if (!platform::MakeDirectory(made) || !IsPrivate(folder)) return;
  std::error_code ignored;
  fs::last_write_time(made, fs::file_time_type::clock::now(), ignored);
  // Half, so that this document's own pages have room.
  bytes_ = MakeRoom(folder, made, kMaxCacheBytes / 2);
  document_ = made;
}

fs::path PageCache::FileOf(std::uint32_t page) const {
  return document_ / (std::to_string(page) + ".hocr");
}

std::optional<std::string> PageCache::Find(std::uint32_t page) const {
  if (document_.empty()) return std::nullopt;
  const auto file =
      platform::OpenFile(FileOf(page), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  if (!file) return std::nullopt;
  auto hocr = ReadPart(file->get(), kMaxHocrBytes, 0);
  return hocr && !hocr->empty() ? hocr : std::nullopt;
}

void PageCache::Store(std::uint32_t page, std::string_view hocr) {
  if (document_.empty()) return;
  // Two threads may store at once. The bytes are counted before they are
  // written, so the sum never exceeds the bound.
  if (bytes_.fetch_add(hocr.size()) + hocr.size() > kMaxCacheBytes) return;
  auto file = platform::AtomicFile::Create(FileOf(page));
  if (!file || !file->Append(std::as_bytes(std::span(hocr)))) return;
  // A page that could not be kept is recognised again.
  static_cast<void>(file->Commit());
}

void ForgetPages(const fs::path& folder) {
  if (folder.empty()) return;
  // If this fails, the rest is removed when another document needs the room.
  static_cast<void>(platform::RemoveTree(folder));
}

}  // namespace answerbox::client::recognition
