#include <unistd.h>

#include <cerrno>
#include <string>
#include <utility>

#include "daemon/collections/files/errors.h"
#include "daemon/collections/packs/received_pack.h"
#include "platform/file/directory.h"
#include "platform/file/mapped_file.h"

namespace answerbox::daemon {
namespace {

constexpr std::size_t kMaxKeyFileBytes = 4096;

Error NotTrusted(std::string message) {
  return Rejected("untrusted_pack", std::move(message));
}

// Whoever may write here decides what the box answers.
Result<void> CheckOwner(const std::filesystem::path& path) {
  const auto access = platform::AccessTo(path);
  if (!access) return StorageError(access.error());
  if ((access->owner == 0 || access->owner == ::geteuid()) &&
      !access->others_may_write) {
    return {};
  }
  return NotTrusted(
      "Others than root and the daemon may write to " + path.string() +
      ", so no pack is trusted: run `chown root " + path.string() +
      "` and `chmod go-w " + path.string() + "`.");
}

Result<PublicKey> ReadKey(const std::filesystem::path& path) {
  if (auto owned = CheckOwner(path); !owned) return owned.error();
  const auto file = platform::MappedFile::Open(path);
  if (!file) return StorageError(file.error());
  auto key = PublicKey::Parse(file->text().substr(0, kMaxKeyFileBytes));
  if (key) return key;
  return Error{.kind = ErrorKind::kCorrupt,
               .message = path.string() + ": " + key.error().message +
                          ": put the public key there, or remove the file.",
               .subject = path.string()};
}

}  // namespace

Result<std::vector<PublicKey>> ReadTrustedKeys(
    const std::filesystem::path& folder) {
  std::vector<PublicKey> keys;
  const auto names = platform::ListDirectory(folder);
  if (!names && names.error().code.value() != ENOENT) {
    return StorageError(names.error());
  }
  if (names) {
    if (auto owned = CheckOwner(folder); !owned) return owned.error();
    for (const std::string& name : *names) {
      if (!name.ends_with(".pub")) continue;
      auto key = ReadKey(folder / name);
      if (!key) return key.error();
      if (keys.size() == kMaxTrustedKeys) {
        return NotTrusted("There are more than " +
                          std::to_string(kMaxTrustedKeys) + " keys in " +
                          folder.string() + ": remove some.");
      }
      keys.push_back(*std::move(key));
    }
  }
  if (!keys.empty()) return keys;
  return NotTrusted(
      "No pack is trusted here yet: root puts the public key of "
      "its maker into " +
      (folder / "NAME.pub").string() + ".");
}

Result<void> CheckTrusted(const PackMark& pack,
                          const std::filesystem::path& folder) {
  if (const auto names = platform::ListDirectory(folder)) {
    if (auto owned = CheckOwner(folder); !owned) return owned;
    // Other keys that can't be read forbid nothing.
    for (const std::string& name : *names) {
      if (!name.ends_with(".pub")) continue;
      const auto key = ReadKey(folder / name);
      if (key && key->id() == pack.key) return {};
    }
  }
  return NotTrusted("The pack " + pack.name + ' ' + pack.version +
                    " is signed by key " + pack.key +
                    ", which is not trusted any more: put the public key back "
                    "into " +
                    folder.string() + ", or install a newer pack.");
}

}  // namespace answerbox::daemon
