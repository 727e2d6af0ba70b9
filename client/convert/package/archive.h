// Reads the few text parts of the zip archives (PKWARE's APPNOTE.TXT 6.3) in
// which word processors and spreadsheets store their files. zlib unpacks. The
// directory is parsed here, because every number in it may be hostile and only
// three of its records are needed.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "client/rejection.h"

namespace answerbox::client::package {

inline constexpr std::uint64_t kMaxFileBytes = 64u << 20;
// Unpacked size. The longest text of a document is 16 MiB, and its XML is some
// five times as long. This also bounds the cost of a "zip bomb".
inline constexpr std::size_t kMaxPartBytes = 96u << 20;
inline constexpr std::size_t kMaxUnpackedBytes = 128u << 20;  // Of all parts.

class Archive {
 public:
  // `fd` is a regular file open for reading, of `size` bytes, and outlives
  // this; `what` names the format with its article, as in "a Word file".
  // Errors: kEmpty, kTooLarge, kUnreadable, kEncrypted (or a Word or Excel file
  // from before 2007), kDamaged.
  [[nodiscard]] static Conversion<Archive> Open(int fd, std::uint64_t size,
                                                std::string_view what);

  [[nodiscard]] bool Has(std::string_view name) const {
    return entries_.find(name) != entries_.end();
  }

  // Returns the names of all parts in ascending order.
  [[nodiscard]] std::vector<std::string> Names() const;

  // Unpacks a part. Errors: kDamaged (missing, cut short, wrong checksum,
  // packed by another method than "deflate"), kEncrypted, kTooLarge.
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
