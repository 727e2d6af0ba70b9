#include "protocol/audit/log_folder.h"

#include <algorithm>
#include <cerrno>
#include <span>
#include <utility>

#include "platform/file/directory.h"
#include "platform/file/file_writer.h"
#include "platform/file/mapped_file.h"

namespace answerbox::protocol {
namespace {

constexpr std::size_t kNumberDigits = 12;
constexpr std::string_view kSuffix = ".jsonl";

bool IsLogFile(std::string_view name) {
  return name.size() >= kNumberDigits + kSuffix.size() &&
         name.ends_with(kSuffix) &&
         std::ranges::all_of(name.substr(0, name.size() - kSuffix.size()),
                             [](char c) { return c >= '0' && c <= '9'; });
}

constexpr std::string_view kPublicKey = "public_key ";

}  // namespace

std::string LogFileName(std::uint64_t first_record) {
  // At least 12 digits, so that `ls` lists the files in order.
  std::string digits = std::to_string(first_record);
  if (digits.size() < kNumberDigits)
    digits.insert(0, kNumberDigits - digits.size(), '0');
  return digits + std::string(kSuffix);
}

platform::Result<std::vector<std::filesystem::path>> ListLogFiles(
    const std::filesystem::path& folder) {
  const auto names = platform::ListDirectory(folder);
  if (!names) return names.error();
  std::vector<std::filesystem::path> files;
  for (const std::string& name : *names) {
    if (IsLogFile(name)) files.push_back(folder / name);
  }
  // A longer name has a larger number, so it sorts after shorter ones.
  std::ranges::stable_sort(files, {}, [](const std::filesystem::path& path) {
    return path.filename().native().size();
  });
  return files;
}

Result<void> StoreWhole(const std::filesystem::path& path,
                        std::string_view text) {
  auto file = platform::AtomicFile::Create(path);
  if (!file) return AuditStorageError(file.error());
  auto stored = file->Append(std::as_bytes(std::span(text)));
  if (stored) stored = file->Commit();
  if (!stored) return AuditStorageError(stored.error());
  return {};
}

Error AuditStorageError(const platform::Error& error) {
  return {ErrorKind::kStorage,
          "The audit log can't " + error.Describe() +
              (platform::IsOutOfInodes(error)
                   ? "; the disk has room, but for no more files (inodes, "
                     "df -i): remove small files."
                   : "; make room on the disk or see that it is sound.")};
}

std::string KeptHead::Text() const {
  return head.Text() + '\n' + std::string(kPublicKey) +
         ToBase64(std::as_bytes(std::span(key.der()))) + '\n';
}

std::optional<KeptHead> ParseKeptHead(std::string_view text) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  auto head = ParseHead(text.substr(0, end));
  std::string_view line = text.substr(end + 1);
  // A head of the log has another title. Anybody can copy one from the log; it
  // must not pass for the kept head.
  if (!head || head->kind == HeadKind::kLog || !line.starts_with(kPublicKey) ||
      !line.ends_with('\n')) {
    return std::nullopt;
  }
  line.remove_prefix(kPublicKey.size());
  line.remove_suffix(1);
  const auto der = FromBase64(line);
  auto key = der ? PublicKey::Parse(*der) : Result<PublicKey>(Error{});
  // The file holds its own key, so it can be checked even if the folder is lost
  // with its keys. Whether the key is the right one, the log says.
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
  return StoreWhole(path, kept.Text());
}

}  // namespace answerbox::protocol
