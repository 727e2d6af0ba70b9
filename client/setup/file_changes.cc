#include "client/setup/file_changes.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <span>

#include "client/input/file_contents.h"
#include "daemon/options/option_file.h"
#include "daemon/options/options.h"
#include "daemon/options/toml_parser.h"
#include "platform/file/directory.h"
#include "platform/file/file_writer.h"
#include "platform/file/open_file.h"

namespace answerbox::client {
namespace {

constexpr std::size_t kMaxSavedBytes = std::size_t{1} << 20;

Failure NotStored(const platform::Error& error) {
  return {ExitCode::kDaemonFailed, "storage", "can't " + error.Describe()};
}

Outcome<void> MakeEnterable(const std::filesystem::path& folder) {
  if (platform::IsFolder(folder)) return {};
  const auto made = platform::MakeDirectory(folder);
  if (!made) return NotStored(made.error());
  if (::chmod(folder.c_str(), 0755) != 0) {
    return NotStored(platform::LastError("set the mode of", folder));
  }
  return {};
}

}  // namespace

Outcome<SavedFile> SaveFile(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) return SavedFile{.path = path};
    return NotStored(platform::LastError("look at", path));
  }
  // A pipe would be waited for.
  if (!S_ISREG(status.st_mode)) return Rejected(path.native() + " is no file");
  auto content = ReadFileContents(path, kMaxSavedBytes);
  if (!content) return content.error();
  return SavedFile{.path = path,
                   .content = std::move(*content),
                   .rights = {.mode = status.st_mode & 07777,
                              .owner = status.st_uid,
                              .group = status.st_gid}};
}

Outcome<void> ReplaceFile(const std::filesystem::path& path,
                          std::string_view content, const FileRights& rights) {
  const auto made = MakeEnterable(path.parent_path());
  if (!made) return made.error();
  auto file = platform::AtomicFile::Create(path);
  if (!file) return NotStored(file.error());
  auto written = file->Append(std::as_bytes(std::span(content)));
  if (!written) return NotStored(written.error());
  // Before it has its name: the daemon may start at any moment.
  const uid_t owner = rights.owner.value_or(static_cast<uid_t>(-1));
  const gid_t group = rights.group.value_or(static_cast<gid_t>(-1));
  written = file->SetRights(rights.mode, owner, group);
  if (!written) return NotStored(written.error());
  written = file->Commit();
  if (!written) return NotStored(written.error());
  return {};
}

Outcome<void> RemoveKnownFile(const std::filesystem::path& path) {
  auto removed = platform::RemoveFile(path);
  if (removed) removed = platform::SyncDirectory(path.parent_path());
  if (!removed) return NotStored(removed.error());
  return {};
}

Outcome<void> PutBack(const SavedFile& saved) {
  return saved.content ? ReplaceFile(saved.path, *saved.content, saved.rights)
                       : RemoveKnownFile(saved.path);
}

namespace {

std::string Quoted(std::string_view value) {
  std::string text = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + "\"";
}

// Returns the offset of the line, counted from 1.
std::size_t OffsetOfLine(std::string_view text, std::uint32_t line) {
  std::size_t offset = 0;
  for (; line > 1; --line) offset = text.find('\n', offset) + 1;
  return offset;
}

// A place of toml++ as an offset. Its columns count characters, so this takes a
// line of ASCII up to there; what is edited wrongly otherwise is found later.
std::size_t OffsetOf(std::string_view text, const toml::source_position& at) {
  return std::min(OffsetOfLine(text, at.line) + at.column - 1, text.size());
}

// Returns the offset of "#KEY = " at the beginning of a line.
std::optional<std::size_t> CommentedOut(std::string_view text,
                                        const std::string& key) {
  const std::string line = "#" + key + " = ";
  if (text.starts_with(line)) return 0;
  const std::size_t at = text.find("\n" + line);
  if (at == std::string_view::npos) return std::nullopt;
  return at + 1;
}

void SetInText(std::string& text, const std::string& key,
               std::string_view value) {
  const toml::parse_result parsed = toml::parse(text);
  const toml::node* node = parsed ? parsed.table().get(key) : nullptr;
  if (node != nullptr) {
    const std::size_t begin = OffsetOf(text, node->source().begin);
    const std::size_t end = OffsetOf(text, node->source().end);
    text.replace(begin, std::max(begin, end) - begin, Quoted(value));
    return;
  }
  if (const auto at = CommentedOut(text, key)) {
    const std::size_t size = std::min(text.find('\n', *at), text.size()) - *at;
    // Without its "#", and with the comment that may follow its value.
    std::string line = text.substr(*at + 1, size - 1);
    if (!toml::parse(line)) line = key + " = \"\"";
    SetInText(line, key, value);
    text.replace(*at, size, line);
    return;
  }
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  text += key + " = " + Quoted(value) + "\n";
}

// Returns the options of a text that was checked. Errors: kRejected.
Outcome<daemon::Options> OptionsIn(std::string_view text,
                                   const std::filesystem::path& path) {
  daemon::Options options;
  auto read = daemon::ReadOptions(text, path, options);
  if (read) read = daemon::CheckTogether(options);
  if (!read) return Rejected(read.error().message);
  return options;
}

}  // namespace

Outcome<std::string> WithOptions(std::string_view text,
                                 const OptionChanges& changes,
                                 const std::filesystem::path& path) {
  auto wanted = OptionsIn(text, path);
  if (!wanted) return wanted.error();
  std::string edited(text);
  for (const auto& [key, value] : changes) {
    const auto row =
        std::ranges::find(daemon::OptionTable(), key, &daemon::OptionRow::key);
    const auto set = daemon::SetOption(*row, value, *wanted);
    if (!set) return Rejected(set.error().message);
    SetInText(edited, key, value);
  }
  const auto result = OptionsIn(edited, path);
  bool is_right = result.has_value();
  for (const daemon::OptionRow& row : daemon::OptionTable()) {
    is_right = is_right && daemon::GetOption(row, *result) ==
                               daemon::GetOption(row, *wanted);
  }
  if (is_right) return edited;
  std::string by_hand;
  for (const auto& [key, value] : changes) {
    by_hand += (by_hand.empty() ? "" : ", ") + key + " = " + Quoted(value);
  }
  return Rejected(
      path.native() +
      ": its form is too unusual to be edited; set by hand: " + by_hand);
}

}  // namespace answerbox::client
