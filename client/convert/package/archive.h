// The packages of word processors and spreadsheets are zip archives (PKWARE's
// APPNOTE.TXT 6.3). This reads the few parts of one that hold text. Packing is
// zlib's matter; the directory is ours, because every number in it is hostile
// and the whole of what is needed is three records.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "client/rejection.h"

namespace answerbox::client::package {

inline constexpr std::uint64_t kMaxFileBytes = 64u << 20;
inline constexpr std::size_t kMaxEntries = 65'535;
// Unpacked. The largest text that a document may have is 16 MiB, and its XML is
// some five times as long. This also bounds what a "zip bomb" may cost.
inline constexpr std::size_t kMaxPartBytes = 96u << 20;
inline constexpr std::size_t kMaxUnpackedBytes = 128u << 20;  // Of all parts.

class Archive {
 public:
  // `fd` is a regular file open for reading, of `size` bytes, and outlives
  // this; `what` names the format with its article, as in "a Word file".
  // Errors: kEmpty, kTooLarge, kUnreadable, kEncrypted (or of a Word or Excel
  // before 2007), kDamaged.
  [[nodiscard]] static Conversion<Archive> Open(int fd, std::uint64_t size,
                                                std::string_view what);

  [[nodiscard]] bool Has(std::string_view name) const {
    return entries_.find(name) != entries_.end();
  }

  // The names of all parts, in ascending order.
  [[nodiscard]] std::vector<std::string> Names() const;

  // Unpacks a part. Errors: kDamaged (not there, cut short, wrong checksum, of
  // another packing than "deflate"), kEncrypted, kTooLarge.
  [[nodiscard]] Conversion<std::string> Read(std::string_view name);

 private:
  struct Entry {
    std::uint32_t offset;  // Where its local header begins.
    std::uint32_t packed;
    std::uint32_t unpacked;
    std::uint32_t crc;
    std::uint16_t method;
    bool is_encrypted;
  };

  Archive(int fd, std::uint64_t size) : fd_(fd), size_(size) {}
  [[nodiscard]] bool ReadDirectory();
  [[nodiscard]] Conversion<std::string> Packed(const Entry& entry) const;

  int fd_;
  std::uint64_t size_;
  std::size_t unpacked_ = 0;
  std::map<std::string, Entry, std::less<>> entries_;
};

}  // namespace answerbox::client::package
