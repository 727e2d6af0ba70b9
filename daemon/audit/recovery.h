// Checks a log when it is opened. Its newest files are read and compared with
// the newest head, which is in the log or in the file beside its folder.
// docs/audit-format.md, "At start".
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "daemon/error.h"
#include "platform/file/mapped_file.h"
#include "protocol/audit/chain.h"
#include "protocol/audit/evidence.h"
#include "protocol/audit/known_state.h"
#include "protocol/audit/log_folder.h"
#include "protocol/audit/log_reader.h"

namespace answerbox::daemon {

// A good log. All records that its newest head covers are there, unchanged. The
// records after them form a chain, with at most one torn end.
struct WholePart {
  std::filesystem::path file;  // The last file.
  std::size_t bytes = 0;       // Length of its whole records.
  Chain chain;
  std::uint64_t signed_end = 0;  // First record that no head covers.
  std::string key;               // Id of the key that signs from here on.
  std::string head;              // The newest head.
  std::vector<NamedEvidence> set_aside;  // What the log names.
  KnownState known;         // What it tells of users and collections.
  bool has_state = false;   // Whether the last file tells all of that.
  bool is_stopped = false;  // The kept head says that no records follow.
};

// There is no log yet. A kept head of no records may be there: a power cut
// interrupted the beginning of a log.
struct NoLog {
  KnownState known = {};  // What that beginning was to tell.
};

// A log that a program of another version wrote. It agrees with its newest
// head as far as can be told, so it is no disagreement.
struct OtherFormat {
  std::filesystem::path file;  // The last one.
};

struct LogCheck {
  std::variant<NoLog, WholePart, Disagreement, OtherFormat> found;
  // A last file whose making a power cut interrupted: it holds a torn line, or
  // only the records that begin a log. It is removed unless there is a
  // disagreement.
  std::optional<std::filesystem::path> unbegun;
  // Ids of the keys that may go on signing: the one of the kept head, and the
  // one that the log names if it is good or there is no kept head. Empty:
  // nothing says which key was in use.
  std::vector<std::string> keys = {};
};

// A bound of the bytes that a power cut can tear off the end.
struct TornBound {
  // Nothing: no bound, because only heads and the records they cover are
  // synced.
  std::optional<std::size_t> bytes;
};

// Checks the files from the one with the newest head on; mostly that is the
// last file. Takes two hashes a record and at most two signatures. Errors:
// kStorage.
[[nodiscard]] Result<LogCheck> CheckLog(const std::filesystem::path& folder,
                                        const std::filesystem::path& head_file,
                                        TornBound bound);

struct OpenLogFile {
  std::filesystem::path path;
  platform::MappedFile file;
};

// Checks that a file is a chain that ends where the next file goes on: with the
// last hash and the peaks that `next_line`, its first line, repeats. Takes two
// hashes a record.
[[nodiscard]] std::optional<Disagreement> CheckClosedFile(
    const OpenLogFile& file, const std::filesystem::path& next,
    std::string_view next_line);

// The hashes of the first lines of files.
using FirstLines = std::map<std::filesystem::path, Digest>;

// Checks that each older file is a chain and that the next file continues it.
// `files` are all files of a log, in order; files begun meanwhile may be
// missing. Stops when `is_stopped` returns true, or at a file that has been
// moved away. Takes two hashes a record. Errors: kStorage for a file that can't
// be read.
//   first_lines  gets those of the files that were read
[[nodiscard]] Result<std::optional<Disagreement>> CheckOlderFiles(
    const std::vector<std::filesystem::path>& files,
    const std::function<bool()>& is_stopped, FirstLines& first_lines);

// Checks the records after the newest head of a log. The next head signs them,
// so nothing may be wrong with them that a verifier would find. Parses each of
// the records; their chain has been checked by `reader`.
//   files   those that `reader` has read, in order
//   reader  has found nothing; its CheckNewestHead was called
//   end     where the whole records of the last file end
[[nodiscard]] std::optional<Disagreement> CheckUnsignedTail(
    const std::vector<OpenLogFile>& files, const LogReader& reader,
    std::size_t end);

}  // namespace answerbox::daemon
