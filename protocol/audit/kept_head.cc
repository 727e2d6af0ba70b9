#include "protocol/audit/kept_head.h"

#include <cerrno>
#include <span>
#include <utility>

#include "platform/file/atomic_file.h"
#include "platform/file/mapped_file.h"
#include "protocol/audit/log_folder.h"

namespace answerbox::protocol {
namespace {

constexpr std::string_view kPublicKey = "public_key ";

}  // namespace

std::string KeptHead::Text() const {
  return head.Text() + '\n' + std::string(kPublicKey) +
         ToBase64(std::as_bytes(std::span(key.der()))) + '\n';
}

std::optional<KeptHead> ParseKeptHead(std::string_view text) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  auto head = ParseHead(text.substr(0, end));
  std::string_view line = text.substr(end + 1);
  if (!head || head->kind == HeadKind::kLog || !line.starts_with(kPublicKey) ||
      !line.ends_with('\n')) {
    return std::nullopt;
  }
  line.remove_prefix(kPublicKey.size());
  line.remove_suffix(1);
  const auto der = FromBase64(line);
  auto key = der ? PublicKey::Parse(*der) : Result<PublicKey>(Error{});
  if (!key || key->der() != *der || key->id() != head->key ||
      !key->Verifies(head->Statement(), head->signature)) {
    return std::nullopt;
  }
  return KeptHead{std::move(*head), std::move(*key)};
}

Result<FoundKeptHead> ReadKeptHead(const std::filesystem::path& path) {
  const auto file = platform::MappedFile::Open(path);
  if (!file && file.error().code.value() == ENOENT) return FoundKeptHead{};
  if (!file) return AuditStorageError(file.error());
  auto kept =
      ParseKeptHead({reinterpret_cast<const char*>(file->bytes().data()),
                     file->bytes().size()});
  if (!kept) return FoundKeptHead{KeptHeadState::kDamaged, std::nullopt};
  return FoundKeptHead{KeptHeadState::kGood, std::move(kept)};
}

Result<void> StoreKeptHead(const std::filesystem::path& path,
                           const KeptHead& kept) {
  const std::string text = kept.Text();
  auto file = platform::AtomicFile::Create(path);
  if (!file) return AuditStorageError(file.error());
  auto stored = file->Append(std::as_bytes(std::span(text)));
  if (stored) stored = file->Commit();
  if (!stored) return AuditStorageError(stored.error());
  return {};
}

}  // namespace answerbox::protocol
