#include "daemon/energy/state_text.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <span>
#include <utility>

#include "engine/index/checksum.h"
#include "platform/file/atomic_file.h"
#include "platform/file/directory.h"
#include "platform/file/mapped_file.h"

namespace answerbox::daemon {
namespace {

// "crc32c ", 8 digits, line end.
constexpr std::size_t kChecksumLineBytes = 16;

std::string ChecksumLine(std::string_view text) {
  std::array<char, kChecksumLineBytes + 1> line{};
  std::snprintf(line.data(), line.size(), "crc32c %08x\n",
                engine::ComputeChecksum(std::as_bytes(std::span(text))));
  return line.data();
}

Error Unstorable(const platform::Error& error) {
  return {ErrorKind::kStorage, "can't " + error.Describe(), error.path};
}

}  // namespace

Result<void> SaveStateText(const std::filesystem::path& path,
                           std::string lines) {
  lines += ChecksumLine(lines);
  if (auto made = platform::MakeDirectory(path.parent_path()); !made) {
    return Unstorable(made.error());
  }
  auto file = platform::AtomicFile::Create(path);
  if (!file) return Unstorable(file.error());
  if (auto written = file->Append(std::as_bytes(std::span(lines))); !written) {
    return Unstorable(written.error());
  }
  if (auto done = file->Commit(); !done) return Unstorable(done.error());
  return {};
}

Result<std::optional<std::string>> LoadStateText(
    const std::filesystem::path& path) {
  const auto file = platform::MappedFile::Open(path);
  if (!file) {
    if (file.error().code.value() == ENOENT)
      return std::optional<std::string>();
    return Unstorable(file.error());
  }
  const std::string_view text(
      reinterpret_cast<const char*>(file->bytes().data()),
      file->bytes().size());
  if (text.size() < kChecksumLineBytes || text.size() > kMaxStateTextBytes) {
    return DamagedText(path, "size");
  }
  const std::string_view lines =
      text.substr(0, text.size() - kChecksumLineBytes);
  if (text.substr(lines.size()) != ChecksumLine(lines)) {
    return DamagedText(path, "crc32c");
  }
  return std::optional<std::string>(lines);
}

Error DamagedText(const std::filesystem::path& path, std::string field) {
  return {ErrorKind::kCorrupt,
          path.native() + " is damaged (" + field +
              "): it is set aside, and counting begins anew",
          path.native(), std::nullopt, std::move(field)};
}

}  // namespace answerbox::daemon
