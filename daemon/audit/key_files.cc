#include "daemon/audit/key_files.h"

#include <cerrno>
#include <optional>
#include <string>

#include "daemon/audit/digest.h"
#include "daemon/audit/log_folder.h"
#include "platform/file/atomic_file.h"
#include "platform/file/mapped_file.h"

namespace answerbox::daemon {
namespace {

Result<std::optional<std::string>> ReadIfThere(
    const std::filesystem::path& path) {
  const auto file = platform::MappedFile::Open(path);
  if (!file && file.error().code.value() == ENOENT) {
    return std::optional<std::string>();
  }
  if (!file) return AuditStorageError(file.error());
  return std::optional<std::string>(
      std::in_place, reinterpret_cast<const char*>(file->bytes().data()),
      file->bytes().size());
}

Result<void> Store(const std::filesystem::path& path,
                   const std::string& content) {
  auto file = platform::AtomicFile::Create(path);
  if (!file) return AuditStorageError(file.error());
  auto stored = file->Append(std::as_bytes(std::span(content)));
  if (stored) stored = file->Commit();
  if (!stored) return AuditStorageError(stored.error());
  return {};
}

Error Unreadable(const std::filesystem::path& path) {
  return {ErrorKind::kCorrupt,
          path.native() +
              " holds no key; put back the right one, or move it "
              "away to have a new one made.",
          path.native()};
}

}  // namespace

Result<void> StoreSigningKey(const std::filesystem::path& folder,
                             const SigningKey& key) {
  auto stored = Store(folder / kSigningKeyFile, key.ToPem());
  if (!stored) return stored;
  return Store(folder / kPublicKeyFile, key.public_key().ToPem());
}

Result<SigningKey> LoadOrMakeSigningKey(const std::filesystem::path& folder) {
  const auto pem = ReadIfThere(folder / kSigningKeyFile);
  if (!pem) return pem.error();
  if (*pem) {
    auto key = SigningKey::Parse(**pem);
    if (!key) return Unreadable(folder / kSigningKeyFile);
    // A power cut may have come between the two files.
    const std::string public_pem = key->public_key().ToPem();
    const auto stored = ReadIfThere(folder / kPublicKeyFile);
    if (!stored) return stored.error();
    if (*stored != public_pem) {
      const auto again = Store(folder / kPublicKeyFile, public_pem);
      if (!again) return again.error();
    }
    return key;
  }
  auto key = SigningKey::Generate();
  if (!key) return key;
  if (auto stored = StoreSigningKey(folder, *key); !stored) {
    return stored.error();
  }
  return key;
}

Result<QuestionKey> LoadOrMakeQuestionKey(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / kQuestionKeyFile;
  const auto text = ReadIfThere(path);
  if (!text) return text.error();
  if (*text) {
    const auto key =
        DigestFromHex(std::string_view(**text).substr(0, kHexDigestBytes));
    if (!key || (*text)->size() != kHexDigestBytes + 1) return Unreadable(path);
    return *key;
  }
  QuestionKey key{};
  if (!FillRandom(key)) return Error{ErrorKind::kInternal, "no random numbers"};
  if (auto stored = Store(path, ToHex(key) + "\n"); !stored) {
    return stored.error();
  }
  return key;
}

}  // namespace answerbox::daemon
