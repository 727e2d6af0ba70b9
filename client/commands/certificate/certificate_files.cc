#include "client/commands/certificate/certificate_files.h"

#include <span>
#include <system_error>

#include "platform/file/atomic_file.h"

namespace answerbox::client {

Failure RejectedBy(const platform::Error& error) {
  return Rejected("can't " + error.Describe());
}

Outcome<void> CheckAbsent(const std::vector<std::filesystem::path>& files) {
  for (const std::filesystem::path& file : files) {
    std::error_code ignored;
    // The link itself is checked, not its target: a link without a target would
    // otherwise be replaced silently.
    if (std::filesystem::exists(
            std::filesystem::symlink_status(file, ignored))) {
      return Rejected(file.native() + " exists; --force replaces it");
    }
  }
  return {};
}

Outcome<void> WriteWhole(const std::filesystem::path& path,
                         const std::string& content, FileSecrecy secrecy) {
  auto file = platform::AtomicFile::Create(path);
  if (!file) return RejectedBy(file.error());
  // Its mode is 0600 from its creation on.
  auto written = file->Append(std::as_bytes(std::span(content)));
  if (written) written = file->Commit();
  if (!written) return RejectedBy(written.error());
  if (secrecy == FileSecrecy::kPrivate) return {};
  std::error_code error;
  using std::filesystem::perms;
  std::filesystem::permissions(path,
                               perms::owner_read | perms::owner_write |
                                   perms::group_read | perms::others_read,
                               error);
  if (error) {
    return RejectedBy({error, "let others read", path});
  }
  return {};
}

}  // namespace answerbox::client
