#include "daemon/energy/state_text.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <span>
#include <system_error>
#include <utility>

#include "engine/index/format/checksum.h"
#include "platform/file/directory.h"
#include "platform/file/file_writer.h"
#include "platform/file/open_file.h"

namespace answerbox::daemon {
namespace {

// Each line has a blank and 8 digits before its line end.
constexpr std::size_t kDigits = 8;
constexpr std::size_t kSealBytes = 1 + kDigits;
constexpr std::string_view kLastLine = "end";

std::string Digits(std::uint32_t checksum) {
  std::array<char, kDigits + 1> digits{};
  std::snprintf(digits.data(), digits.size(), "%08x", checksum);
  return digits.data();
}

void AddTo(engine::Checksum& checksum, std::string_view text) {
  checksum.Add(std::as_bytes(std::span(text)));
}

// Returns the lines, each with a blank and the checksum of the file up to that
// blank.
std::string Sealed(std::string_view lines) {
  std::string text;
  engine::Checksum checksum;
  std::size_t added = 0;
  const auto seal = [&](std::string_view line) {
    text += line;
    AddTo(checksum, std::string_view(text).substr(added));
    added = text.size();
    text += ' ' + Digits(checksum.value()) + '\n';
  };
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    seal(line);
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
  }
  seal(kLastLine);
  return text;
}

Error Unstorable(const platform::Error& error) {
  return {ErrorKind::kStorage, "can't " + error.Describe(), error.path};
}

// Returns nothing when there is no file. Errors: kStorage, kCorrupt (too
// large).
Result<std::optional<std::string>> ReadText(const std::filesystem::path& path) {
  // O_NONBLOCK: opening a pipe with this name would otherwise wait for a
  // writer.
  const auto file = platform::OpenFile(path, O_RDONLY | O_NONBLOCK);
  if (!file) {
    if (file.error().code.value() == ENOENT) {
      return std::optional<std::string>();
    }
    return Unstorable(file.error());
  }
  struct stat status {};
  if (::fstat(file->get(), &status) != 0) {
    return Unstorable(platform::LastError("stat", path));
  }
  if (!S_ISREG(status.st_mode)) return DamagedText(path, {}, "no file");
  // The size is read first, so that a file that grows for ever is never read as
  // a whole.
  const auto told_size = static_cast<std::uintmax_t>(status.st_size);
  const std::size_t room = told_size > kMaxStateTextBytes
                               ? kMaxStateTextBytes
                               : static_cast<std::size_t>(told_size);
  std::string text(room + 1, '\0');
  std::size_t size = 0;
  while (size < text.size()) {
    const ssize_t count =
        ::read(file->get(), text.data() + size, text.size() - size);
    if (count == 0) break;
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return Unstorable(platform::LastError("read", path));
    size += static_cast<std::size_t>(count);
  }
  if (size > room) return DamagedText(path, {}, "size");
  text.resize(size);
  return std::optional(std::move(text));
}

// Checks and removes what Sealed added.
Result<std::optional<std::string>> Unsealed(const std::filesystem::path& path,
                                            std::string_view text) {
  std::string lines;
  engine::Checksum checksum;
  std::size_t added = 0;
  std::size_t begin = 0;
  for (std::size_t number = 1;; ++number) {
    const DamagedPlace place{number, begin};
    const std::size_t end = text.find('\n', begin);
    if (end == std::string_view::npos) return DamagedText(path, place, "end");
    if (end - begin < kSealBytes) return DamagedText(path, place, "crc32c");
    const std::size_t seal = end - kSealBytes;
    // The checksum covers the file from its start, so that a line that was
    // moved or removed is found too.
    AddTo(checksum, text.substr(added, seal - added));
    added = seal;
    if (text.substr(seal, kSealBytes) != ' ' + Digits(checksum.value())) {
      return DamagedText(path, place, "crc32c");
    }
    const std::string_view line = text.substr(begin, seal - begin);
    begin = end + 1;
    const bool is_last = line == kLastLine;
    // The last line shows that nothing was cut off.
    if (is_last != (begin == text.size())) {
      return DamagedText(path, place, "end");
    }
    if (is_last) return std::optional(std::move(lines));
    lines += line;
    lines += '\n';
  }
}

}  // namespace

Result<void> SaveStateText(const std::filesystem::path& path,
                           std::string_view lines) {
  const std::string text = Sealed(lines);
  if (auto made = platform::MakeDirectory(path.parent_path()); !made) {
    return Unstorable(made.error());
  }
  auto file = platform::AtomicFile::Create(path);
  if (!file) return Unstorable(file.error());
  if (auto written = file->Append(std::as_bytes(std::span(text))); !written) {
    return Unstorable(written.error());
  }
  if (auto done = file->Commit(); !done) return Unstorable(done.error());
  return {};
}

Result<std::optional<std::string>> LoadStateText(
    const std::filesystem::path& path) {
  auto text = ReadText(path);
  if (!text || !*text) return text;
  return Unsealed(path, **text);
}

Error DamagedText(const std::filesystem::path& path, const DamagedPlace& place,
                  std::string field) {
  Error error{ErrorKind::kCorrupt, path.native() + " is damaged",
              path.native()};
  if (place.line != 0)
    error.message += " in line " + std::to_string(place.line);
  if (place.offset)
    error.message += ", at byte " + std::to_string(*place.offset);
  error.message += " (" + field + ")";
  error.offset = place.offset;
  error.field = std::move(field);
  return error;
}

Error TextOfOtherVersion(const std::filesystem::path& path) {
  Error error{ErrorKind::kCorrupt,
              path.native() + " was written by another version of answerboxd",
              path.native()};
  error.field = "version";
  return error;
}

std::size_t StateFields::line() const noexcept {
  const std::string_view read = text_.substr(0, text_.size() - left_.size());
  return 1 +
         static_cast<std::size_t>(std::count(read.begin(), read.end(), '\n'));
}

}  // namespace answerbox::daemon
