#include "daemon/audit/retention.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "daemon/audit/recovery.h"
#include "platform/file/mapped_file.h"
#include "protocol/audit/log_folder.h"

namespace answerbox::daemon {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

constexpr std::size_t kStayingFiles = 2;
// The most keys of a `removed` record, the newest. So it takes less than the
// smallest file that it makes room for.
constexpr std::size_t kMaxCopiedKeys = 64;

std::string_view FirstLine(std::string_view text) {
  return text.substr(0, text.find('\n'));
}

std::string Base64(std::string_view bytes) {
  return ToBase64(std::as_bytes(std::span(bytes)));
}

// Copies the `key` records of a good file: who has an older key can follow
// them by hand to the newest.
json::array CopyKeys(std::string_view text) {
  json::array keys;
  for (; !text.empty(); text.remove_prefix(text.find('\n') + 1)) {
    const std::string_view line = FirstLine(text);
    const auto prefix = ReadPrefix(line);
    if (!prefix || prefix->kind != "key") continue;
    const auto key = ParseKeyRecord(line);
    if (!key) continue;
    keys.push_back({{"record", prefix->seq},
                    {"public_key", Base64(key->public_key)},
                    {"by", key->by},
                    {"signature", Base64(key->signature)}});
    if (keys.size() > kMaxCopiedKeys) keys.erase(keys.begin());
  }
  return keys;
}

std::uint64_t SizeOf(const fs::path& file) {
  std::error_code error;
  const auto size = fs::file_size(file, error);
  return error ? 0 : size;
}

}  // namespace

std::uint64_t LogBytes(const fs::path& folder) {
  const auto files = ListLogFiles(folder);
  std::uint64_t bytes = 0;
  if (!files) return bytes;
  for (const fs::path& file : *files) bytes += SizeOf(file);
  return bytes;
}

Result<std::vector<fs::path>> ListSurplus(const fs::path& folder,
                                          std::uint64_t keep_bytes) {
  auto files = ListLogFiles(folder);
  if (!files) return AuditStorageError(files.error());
  std::vector<std::uint64_t> sizes;
  std::uint64_t bytes = 0;
  for (const fs::path& file : *files) {
    sizes.push_back(SizeOf(file));
    bytes += sizes.back();
  }
  std::size_t count = 0;
  while (bytes > keep_bytes && count + kStayingFiles < files->size()) {
    bytes -= sizes[count++];
  }
  files->resize(count == 0 ? 0 : count + 1);
  return std::move(*files);
}

Result<OldestFile> ReadOldest(const fs::path& path, const fs::path& next,
                              const Digest& next_hash) {
  const auto next_file = platform::MappedFile::Open(next);
  if (!next_file) return AuditStorageError(next_file.error());
  const std::string next_line(FirstLine(next_file->text()));
  auto mapped = platform::MappedFile::Open(path);
  if (!mapped) return AuditStorageError(mapped.error());
  const OpenLogFile file{path, std::move(*mapped)};
  const std::string_view text = file.file.text();
  const std::string name = path.filename();
  if (HashLine(next_line) != next_hash) {
    return Error{ErrorKind::kCorrupt, "The first record of " +
                                          next.filename().native() +
                                          " has been changed."};
  }
  if (const auto found = CheckClosedFile(file, next, next_line)) {
    return Error{ErrorKind::kCorrupt, name + ": " + found->message};
  }
  // Both lines were read by the check.
  const json::object members{{"file", name},
                             {"first", ReadPrefix(FirstLine(text))->seq},
                             {"last", ReadPrefix(next_line)->seq - 1},
                             {"bytes", text.size()},
                             {"sha256", ToHex(engine::ComputeSha256(text))},
                             {"keys", CopyKeys(text)}};
  OldestFile oldest{path, ResumeChain(next_line)->log,
                    "," + json::serialize(members).substr(1)};
  file.file.Release();
  return oldest;
}

}  // namespace answerbox::daemon
