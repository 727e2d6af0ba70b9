// The list of a backup: what it consists of, with a digest of each file. It is
// the first file of the archive. docs/state-directory.md, "Backups". The tar
// headers of the archive's files are here, too.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client/failure.h"

namespace answerbox::client {

// The bytes before each file of a tar archive (POSIX.1-1988, ustar). A reader
// who knows what a file is called and how long it is makes the header that must
// be there and compares it: nothing of a foreign header is trusted.
inline constexpr std::size_t kTarBlockBytes = 512;
using TarHeader = std::array<char, kTarBlockBytes>;

// Whether the path has at most 100 bytes, or a '/' that leaves at most 155
// before it and 100 after it.
[[nodiscard]] bool FitsTarHeader(std::string_view path) noexcept;

struct TarEntry {
  std::string_view path;    // FitsTarHeader.
  std::uint64_t bytes = 0;  // Below 8 GiB.
  unsigned mode = 0600;
  std::uint64_t time = 0;  // Seconds since 1970; below 2^33.
};

[[nodiscard]] TarHeader MakeTarHeader(const TarEntry& entry) noexcept;

// Returns size and time of a header whose path and mode are those given here.
// Nothing if MakeTarHeader would not write it.
[[nodiscard]] std::optional<TarEntry> ReadTarHeader(const TarHeader& header,
                                                    std::string_view path,
                                                    unsigned mode) noexcept;

inline constexpr const char* kListName = "answerbox-backup";
// About 100,000 files.
inline constexpr std::size_t kMaxListBytes = std::size_t{16} << 20;
// What the size of a file in a tar archive has digits for, and no more.
inline constexpr std::uint64_t kMaxArchivedBytes = (std::uint64_t{8} << 30) - 1;

// The trees of a backup. Paths begin with them.
inline constexpr std::string_view kStateTree = "state/";
inline constexpr std::string_view kOptionsTree = "options/";

// To whom a restored file belongs, as "USER:GROUP".
enum class FileOwner : std::uint8_t {
  kDaemon,  // "daemon:daemon"
  kShared,  // "root:daemon": the daemon may read it.
  kRoot,    // "root:root"
};

struct ArchivedFolder {
  std::string path = {};  // As that of a file, or a tree: "state".
  unsigned mode = 0700;
  FileOwner owner = FileOwner::kDaemon;
};

struct ArchivedFile {
  std::string path = {};  // Relative; its parts are names.
  unsigned mode = 0600;
  FileOwner owner = FileOwner::kDaemon;
  std::string sha256 = {};  // 64 hexadecimal digits.
  std::uint64_t bytes = 0;
};

struct ArchiveList {
  std::string program = ANSWERBOX_VERSION;   // The version that wrote it.
  std::uint64_t time = 0;                    // Seconds since 1970.
  std::vector<ArchivedFolder> folders = {};  // All, sorted by path.
  std::vector<ArchivedFile> files = {};      // Sorted by path.

  [[nodiscard]] std::uint64_t TotalBytes() const;
  // Precondition: IsArchivable holds for each path.
  [[nodiscard]] std::string Text() const;
};

// Whether the path of a file may be in a list: relative, of names that are
// neither "." nor "..", without line feeds, in one of the trees, and not too
// long for a tar archive.
[[nodiscard]] bool IsArchivable(std::string_view path);

// Reads what Text wrote. Errors: kRejected for anything else, with the line;
// for a file or folder outside of the folders before it; and for a list of a
// later program.
[[nodiscard]] Outcome<ArchiveList> ParseArchiveList(std::string_view text);

}  // namespace answerbox::client
