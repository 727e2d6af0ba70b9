#include "daemon/audit/torn_end.h"

#include "daemon/audit/format/digest.h"
#include "daemon/audit/format/log_folder.h"
#include "platform/file/atomic_file.h"

namespace answerbox::daemon {

Result<std::string> SetAside(const std::filesystem::path& log_file,
                             std::string_view bytes, const RecordTime& time) {
  const std::string digest = ToHex(engine::ComputeSha256(bytes));
  std::filesystem::path path = log_file;
  // Named by its content, so that the torn ends of two starts do not collide.
  path.replace_extension("torn-" + digest.substr(0, 16));
  auto file = platform::AtomicFile::Create(path);
  if (!file) return AuditStorageError(file.error());
  auto stored = file->Append(std::as_bytes(std::span(bytes)));
  if (stored) stored = file->Commit();
  if (!stored) return AuditStorageError(stored.error());
  return "\"kind\":\"recovered\"," + TimeMembers(time) + ",\"file\":\"" +
         path.filename().native() +
         "\",\"bytes\":" + std::to_string(bytes.size()) + ",\"sha256\":\"" +
         digest + "\"}";
}

}  // namespace answerbox::daemon
