#include "client/convert/package/archive.h"

#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace answerbox::client::package {
namespace {

// The container of Word and Excel before 2007, and of encrypted files since
// then. The two can't be distinguished without parsing, so one message names
// both remedies.
constexpr std::string_view kCompoundFile = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";

constexpr std::string_view kLocalHeader = "PK\x03\x04";
constexpr std::string_view kDirectoryEntry = "PK\x01\x02";
constexpr std::string_view kDirectoryEnd = "PK\x05\x06";
constexpr std::size_t kLocalHeaderBytes = 30;
constexpr std::size_t kDirectoryEntryBytes = 46;
constexpr std::size_t kDirectoryEndBytes = 22;
constexpr std::size_t kMaxCommentBytes = 65'535;

std::uint16_t Number16(std::string_view bytes, std::size_t at) {
  return static_cast<std::uint16_t>(static_cast<unsigned char>(bytes[at]) |
                                    static_cast<unsigned char>(bytes[at + 1])
                                        << 8);
}

std::uint32_t Number32(std::string_view bytes, std::size_t at) {
  return Number16(bytes, at) |
         static_cast<std::uint32_t>(Number16(bytes, at + 2)) << 16;
}

// Returns exactly `size` bytes, or nothing.
std::optional<std::string> ReadAt(int fd, std::uint64_t offset,
                                  std::size_t size) {
  std::string bytes(size, '\0');
  std::size_t done = 0;
  while (done < size) {
    const ssize_t count = pread(fd, bytes.data() + done, size - done,
                                static_cast<off_t>(offset + done));
    if (count <= 0) return std::nullopt;
    done += static_cast<std::size_t>(count);
  }
  return bytes;
}

Rejection Damaged(std::string message) {
  return {RejectionReason::kDamaged, std::move(message)};
}

Rejection PartIsDamaged(std::string_view name) {
  return Damaged("its part " + std::string(name.substr(0, 100)) +
                 " is damaged: open the file and save it anew");
}

Rejection TooLarge() {
  return {RejectionReason::kTooLarge,
          "its parts are too large when they are unpacked: split it"};
}

// Unpacks raw deflate, the packing in zip archives. Nothing if the result is
// not exactly `size` bytes.
std::optional<std::string> Inflate(std::string packed, std::size_t size) {
  std::string out(size + 1, '\0');  // One more byte, to detect a longer result.
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return std::nullopt;
  stream.next_in = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int status = inflate(&stream, Z_FINISH);
  const std::size_t count = stream.total_out;
  inflateEnd(&stream);
  if (status != Z_STREAM_END || count != size) return std::nullopt;
  out.resize(size);
  return out;
}

}  // namespace

Conversion<Archive> Archive::Open(int fd, std::uint64_t size,
                                  std::string_view what) {
  if (size == 0) return Rejection{RejectionReason::kEmpty, "the file is empty"};
  if (size > kMaxFileBytes) {
    return Rejection{RejectionReason::kTooLarge,
                     "larger than 64 MiB: split it into parts"};
  }
  const auto begin =
      ReadAt(fd, 0, std::min<std::uint64_t>(size, kCompoundFile.size()));
  if (!begin) {
    return Rejection{RejectionReason::kUnreadable, "the file can't be read"};
  }
  if (*begin == kCompoundFile) {
    return Rejection{RejectionReason::kEncrypted,
                     "the file is encrypted, or of a Word or Excel before "
                     "2007: save a copy without a password as .docx or .xlsx"};
  }
  if (!begin->starts_with(kLocalHeader)) {
    return Damaged("this is not " + std::string(what) +
                   ", although its name says so");
  }
  Archive archive(fd, size);
  if (!archive.ReadDirectory()) {
    return Damaged(
        "its directory is damaged or cut short: open the file and save it "
        "anew");
  }
  return archive;
}

// The directory is at the end of the file; a comment may follow its end record.
// Sizes of four bytes suffice, as no file over 64 MiB is opened.
bool Archive::ReadDirectory() {
  if (size_ < kDirectoryEndBytes) return false;
  const std::size_t tail_size =
      std::min<std::uint64_t>(size_, kDirectoryEndBytes + kMaxCommentBytes);
  const auto tail = ReadAt(fd_, size_ - tail_size, tail_size);
  if (!tail) return false;
  const std::size_t end =
      tail->rfind(kDirectoryEnd, tail_size - kDirectoryEndBytes);
  if (end == std::string::npos) return false;
  const std::size_t count = Number16(*tail, end + 10);
  const std::uint64_t directory_size = Number32(*tail, end + 12);
  const std::uint64_t offset = Number32(*tail, end + 16);
  if (offset + directory_size > size_) return false;
  const auto directory =
      ReadAt(fd_, offset, static_cast<std::size_t>(directory_size));
  if (!directory) return false;
  std::string_view rest = *directory;
  for (std::size_t i = 0; i < count; ++i) {
    if (rest.size() < kDirectoryEntryBytes ||
        !rest.starts_with(kDirectoryEntry)) {
      return false;
    }
    const std::size_t name_size = Number16(rest, 28);
    const std::size_t whole = kDirectoryEntryBytes + name_size +
                              Number16(rest, 30) + Number16(rest, 32);
    if (rest.size() < whole) return false;
    const Entry entry{.offset = Number32(rest, 42),
                      .packed = Number32(rest, 20),
                      .unpacked = Number32(rest, 24),
                      .crc = Number32(rest, 16),
                      .method = Number16(rest, 10),
                      .is_encrypted = (Number16(rest, 8) & 1) != 0};
    entries_.insert_or_assign(
        std::string(rest.substr(kDirectoryEntryBytes, name_size)), entry);
    rest.remove_prefix(whole);
  }
  return !entries_.empty();
}

// The local header repeats the name and may have other extra fields, so only it
// tells where the data begin. Its sizes may be zero: those of the directory
// count.
Conversion<std::string> Archive::Packed(const Entry& entry) const {
  const Rejection cut = Damaged("the file is cut short");
  if (std::uint64_t{entry.offset} + kLocalHeaderBytes > size_) return cut;
  const auto header = ReadAt(fd_, entry.offset, kLocalHeaderBytes);
  if (!header || !header->starts_with(kLocalHeader)) return cut;
  const std::uint64_t begin = std::uint64_t{entry.offset} + kLocalHeaderBytes +
                              Number16(*header, 26) + Number16(*header, 28);
  if (begin + entry.packed > size_) return cut;
  auto packed = ReadAt(fd_, begin, entry.packed);
  if (!packed) return cut;
  return *std::move(packed);
}

std::vector<std::string> Archive::Names() const {
  std::vector<std::string> names;
  names.reserve(entries_.size());
  for (const auto& [name, entry] : entries_) names.push_back(name);
  return names;
}

Conversion<std::string> Archive::Read(std::string_view name) {
  const auto found = entries_.find(name);
  if (found == entries_.end()) {
    return Damaged("it has no part " + std::string(name.substr(0, 100)) +
                   ": it is damaged or of another format than its name says");
  }
  const Entry& entry = found->second;
  if (entry.is_encrypted) {
    return Rejection{RejectionReason::kEncrypted,
                     "the file is encrypted: save a copy without a password"};
  }
  if (entry.unpacked > kMaxPartBytes ||
      entry.unpacked > kMaxUnpackedBytes - unpacked_) {
    return TooLarge();
  }
  Conversion<std::string> packed = Packed(entry);
  if (!packed) return packed.error();
  std::optional<std::string> bytes;
  constexpr std::uint16_t kStored = 0;
  constexpr std::uint16_t kDeflated = 8;
  if (entry.method == kDeflated) {
    bytes = Inflate(*std::move(packed), entry.unpacked);
  } else if (entry.method == kStored && entry.packed == entry.unpacked) {
    bytes = *std::move(packed);
  }
  if (!bytes) return PartIsDamaged(name);
  const auto crc = crc32(0, reinterpret_cast<const Bytef*>(bytes->data()),
                         static_cast<uInt>(bytes->size()));
  if (crc != entry.crc) return PartIsDamaged(name);
  unpacked_ += bytes->size();
  return *std::move(bytes);
}

}  // namespace answerbox::client::package
