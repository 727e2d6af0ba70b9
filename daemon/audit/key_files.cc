#include "daemon/audit/key_files.h"

#include <cerrno>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "daemon/error.h"
#include "platform/file/directory.h"
#include "platform/file/mapped_file.h"
#include "protocol/audit/digest.h"
#include "protocol/audit/log_folder.h"

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

Error Damaged(const std::filesystem::path& path) {
  return {ErrorKind::kCorrupt,
          path.native() +
              " is damaged or holds no key. Put back a copy of it, or move it "
              "away to have a new one made; with `audit = \"off\"` the daemon "
              "starts without it.",
          path.native()};
}

constexpr std::string_view kCheck = "check ";
constexpr std::size_t kCheckBytes = 8;

// Returns the last line of a key file: a checksum of the lines before it.
std::string CheckLine(std::string_view lines) {
  const Digest digest = engine::ComputeSha256(lines);
  return std::string(kCheck) + ToHex(std::span(digest).first(kCheckBytes)) +
         "\n";
}

std::string WithCheck(std::string_view title, std::string_view key) {
  const std::string lines = std::string(title) + std::string(key);
  return lines + CheckLine(lines);
}

// Returns the key in a text that WithCheck made; nothing for any other text.
std::optional<std::string_view> KeyIn(std::string_view title,
                                      std::string_view text) {
  constexpr std::size_t kLength = kCheck.size() + 2 * kCheckBytes + 1;
  // The checksum covers the title too, so that a key of one kind is never read
  // as one of the other.
  if (!text.starts_with(title) || text.size() < title.size() + kLength) {
    return std::nullopt;
  }
  const std::string_view lines = text.substr(0, text.size() - kLength);
  if (text.substr(lines.size()) != CheckLine(lines)) return std::nullopt;
  return lines.substr(title.size());
}

std::optional<QuestionKey> ParseQuestionKey(std::string_view line) {
  if (line.size() != kHexDigestBytes + 1 || line.back() != '\n') {
    return std::nullopt;
  }
  return DigestFromHex(line.substr(0, kHexDigestBytes));
}

constexpr std::string_view kSigningTitle = "answerbox-signing-key 1\n";
constexpr std::string_view kQuestionTitle = "answerbox-question-key 1\n";

}  // namespace

std::string SigningKeyText(const SigningKey& key) {
  return WithCheck(kSigningTitle, key.ToPem());
}

std::string QuestionKeyText(const QuestionKey& key) {
  return WithCheck(kQuestionTitle, ToHex(key) + "\n");
}

Result<void> StoreSigningKey(const std::filesystem::path& folder,
                             const SigningKey& key) {
  auto stored = StoreWhole(folder / kSigningKeyFile, SigningKeyText(key));
  if (!stored) return stored;
  // The public key is written after the private key, from which it follows. If
  // a power cut comes between the two, the next start writes it.
  return StoreWhole(folder / kPublicKeyFile, key.public_key().ToPem());
}

Result<std::optional<SigningKey>> LoadSigningKey(
    const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / kSigningKeyFile;
  const auto text = ReadIfThere(path);
  if (!text) return text.error();
  if (!*text) return std::optional<SigningKey>();
  // Programs before the first release wrote neither title nor checksum.
  if ((*text)->starts_with("-----BEGIN")) return OfOtherVersion(path);
  const auto pem = KeyIn(kSigningTitle, **text);
  auto key = pem ? SigningKey::Parse(*pem) : Result<SigningKey>(Damaged(path));
  if (!key) return Damaged(path);
  return std::optional(std::move(*key));
}

Result<void> RestorePublicKey(const std::filesystem::path& folder,
                              const SigningKey& key) {
  const auto stored = ReadIfThere(folder / kPublicKeyFile);
  if (!stored) return stored.error();
  const std::string pem = key.public_key().ToPem();
  if (*stored == pem) return {};
  return StoreWhole(folder / kPublicKeyFile, pem);
}

Result<std::optional<QuestionKey>> LoadQuestionKey(
    const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / kQuestionKeyFile;
  const auto text = ReadIfThere(path);
  if (!text) return text.error();
  if (!*text) return std::optional<QuestionKey>();
  // Programs before the first release wrote the key alone.
  if (ParseQuestionKey(**text)) return OfOtherVersion(path);
  const auto line = KeyIn(kQuestionTitle, **text);
  const auto key = line ? ParseQuestionKey(*line) : std::nullopt;
  if (!key) return Damaged(path);
  return key;
}

Result<QuestionKey> LoadOrMakeQuestionKey(const std::filesystem::path& folder) {
  const auto made = platform::MakeDirectory(folder);
  if (!made) return AuditStorageError(made.error());
  const auto loaded = LoadQuestionKey(folder);
  if (!loaded) return loaded.error();
  if (*loaded) return **loaded;
  QuestionKey key{};
  if (!FillRandom(key)) {
    return Error{ErrorKind::kInternal, "no random numbers"};
  }
  auto stored = StoreWhole(folder / kQuestionKeyFile, QuestionKeyText(key));
  if (!stored) return stored.error();
  return key;
}

}  // namespace answerbox::daemon
